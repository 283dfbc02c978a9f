"""Papers on learning: scaling laws, optimizers, schedules, batches, data, many owners."""

from derive.records import Source

CHINCHILLA = Source(
    "chinchilla",
    "Training Compute-Optimal Large Language Models",
    authors="Hoffmann et al.",
    year=2022,
    identifier="arXiv:2203.15556",
)
BESIROGLU = Source(
    "besiroglu-2024",
    "Chinchilla Scaling: A replication attempt",
    authors="Besiroglu, Erdil, Barnett, You",
    year=2024,
    identifier="arXiv:2404.10102",
)
KAPLAN = Source(
    "kaplan-2020",
    "Scaling Laws for Neural Language Models",
    authors="Kaplan et al.",
    year=2020,
    identifier="arXiv:2001.08361",
)
ADAM = Source(
    "adam",
    "Adam: A Method for Stochastic Optimization",
    authors="Kingma, Ba",
    year=2015,
    identifier="arXiv:1412.6980",
)
POWER_SGD = Source(
    "power-sgd",
    "PowerSGD: Practical Low-Rank Gradient Compression for Distributed Optimization",
    authors="Vogels, Karimireddy, Jaggi",
    year=2019,
    identifier="arXiv:1905.13727",
)
QSGD = Source(
    "qsgd",
    "QSGD: Communication-Efficient SGD via Gradient Quantization and Encoding",
    authors="Alistarh, Grubic, Li, Tomioka, Vojnovic",
    year=2017,
    identifier="arXiv:1610.02132",
)
LOCAL_SGD = Source(
    "local-sgd",
    "Local SGD Converges Fast and Communicates Little",
    authors="Stich",
    year=2019,
    identifier="arXiv:1805.09767",
)
MCCANDLISH = Source(
    "mccandlish-2018",
    "An Empirical Model of Large-Batch Training",
    authors="McCandlish, Kaplan, Amodei, OpenAI Dota team",
    year=2018,
    identifier="arXiv:1812.06162",
    says="Places that say so were read as a Lean formalization of the paper states them, equation "
    "by equation, and not in the paper itself.",
)
HENIGHAN = Source(
    "henighan-2020",
    "Scaling Laws for Autoregressive Generative Modeling",
    authors="Henighan et al.",
    year=2020,
    identifier="arXiv:2010.14701",
)
MUENNIGHOFF = Source(
    "muennighoff-2023",
    "Scaling Data-Constrained Language Models",
    authors="Muennighoff et al.",
    year=2023,
    identifier="arXiv:2305.16264",
)
SARDANA = Source(
    "sardana-2023",
    "Beyond Chinchilla-Optimal: Accounting for Inference in Language Model Scaling Laws",
    authors="Sardana, Portes, Doubov, Frankle",
    year=2023,
    identifier="arXiv:2401.00448",
)
GOYAL = Source(
    "goyal-2017",
    "Accurate, Large Minibatch SGD: Training ImageNet in 1 Hour",
    authors="Goyal et al.",
    year=2017,
    identifier="arXiv:1706.02677",
)
KRIZHEVSKY = Source(
    "krizhevsky-2014",
    "One weird trick for parallelizing convolutional neural networks",
    authors="Krizhevsky",
    year=2014,
    identifier="arXiv:1404.5997",
)
ADAMW = Source(
    "adamw",
    "Decoupled Weight Decay Regularization",
    authors="Loshchilov, Hutter",
    year=2019,
    identifier="arXiv:1711.05101",
)
SGDR = Source(
    "sgdr",
    "SGDR: Stochastic Gradient Descent with Warm Restarts",
    authors="Loshchilov, Hutter",
    year=2017,
    identifier="arXiv:1608.03983",
)
PASCANU = Source(
    "pascanu-2013",
    "On the difficulty of training recurrent neural networks",
    authors="Pascanu, Mikolov, Bengio",
    year=2013,
    identifier="arXiv:1211.5063",
)
MIXED_PRECISION = Source(
    "mixed-precision-2018",
    "Mixed Precision Training",
    authors="Micikevicius et al.",
    year=2018,
    identifier="arXiv:1710.03740",
)
FEDAVG = Source(
    "fedavg",
    "Communication-Efficient Learning of Deep Networks from Decentralized Data",
    authors="McMahan, Moore, Ramage, Hampson, Aguera y Arcas",
    year=2017,
    identifier="arXiv:1602.05629",
)
LARS = Source(
    "lars",
    "Large Batch Training of Convolutional Networks",
    authors="You, Gitman, Ginsburg",
    year=2017,
    identifier="arXiv:1708.03888",
)
LAMB = Source(
    "lamb",
    "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes",
    authors="You et al.",
    year=2020,
    identifier="arXiv:1904.00962",
)
HNSW = Source(
    "hnsw",
    "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable "
    "Small World graphs",
    authors="Malkov, Yashunin",
    year=2018,
    identifier="arXiv:1603.09320",
)
RAG = Source(
    "rag",
    "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
    authors="Lewis et al.",
    year=2020,
    identifier="arXiv:2005.11401",
)
DEDUPLICATION = Source(
    "deduplication-2022",
    "Deduplicating Training Data Makes Language Models Better",
    authors="Lee et al.",
    year=2022,
    identifier="arXiv:2107.06499",
)
SEQUENCE_PACKING = Source(
    "sequence-packing",
    "Efficient Sequence Packing without Cross-contamination: Accelerating Large "
    "Language Models without Impacting Performance",
    authors="Krell, Kosec, Perez, Fitzgibbon",
    year=2021,
    identifier="arXiv:2107.02027",
)
DECENTRALIZED = Source(
    "lian-2017",
    "Can Decentralized Algorithms Outperform Centralized Algorithms? A Case Study "
    "for Decentralized Parallel Stochastic Gradient Descent",
    authors="Lian et al.",
    year=2017,
    identifier="arXiv:1705.09056",
)
MICROSCALING = Source(
    "microscaling-2023",
    "Microscaling Data Formats for Deep Learning",
    authors="Rouhani et al.",
    year=2023,
    identifier="arXiv:2310.10537",
)
QLORA = Source(
    "qlora",
    "QLoRA: Efficient Finetuning of Quantized LLMs",
    authors="Dettmers, Pagnoni, Holtzman, Zettlemoyer",
    year=2023,
    identifier="arXiv:2305.14314",
)
ADAFACTOR = Source(
    "adafactor",
    "Adafactor: Adaptive Learning Rates with Sublinear Memory Cost",
    authors="Shazeer, Stern",
    year=2018,
    identifier="arXiv:1804.04235",
)
EIGHT_BIT_ADAM = Source(
    "eight-bit-optimizers",
    "8-bit Optimizers via Block-wise Quantization",
    authors="Dettmers, Lewis, Shleifer, Zettlemoyer",
    year=2022,
    identifier="arXiv:2110.02861",
)
MUON = Source(
    "muon",
    "Muon: An optimizer for hidden layers in neural networks",
    authors="Jordan et al.",
    year=2024,
    kind="webpage",
)
SHAMPOO = Source(
    "shampoo",
    "Shampoo: Preconditioned Stochastic Tensor Optimization",
    authors="Gupta, Koren, Singer",
    year=2018,
    identifier="arXiv:1802.09568",
)
MINICPM = Source(
    "minicpm",
    "MiniCPM: Unveiling the Potential of Small Language Models with Scalable Training Strategies",
    authors="Hu et al.",
    year=2024,
    identifier="arXiv:2404.06395",
)
MUP = Source(
    "mup",
    "Tensor Programs V: Tuning Large Neural Networks via Zero-Shot Hyperparameter Transfer",
    authors="Yang et al.",
    year=2022,
    identifier="arXiv:2203.03466",
)
