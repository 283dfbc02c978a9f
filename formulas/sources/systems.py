"""Papers on systems: memory, parallelism, collectives, failures, serving, queues."""

from derive.records import Source

ZERO = Source(
    "zero",
    "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
    authors="Rajbhandari, Rasley, Ruwase, He",
    year=2020,
    identifier="arXiv:1910.02054v3",
)
MEGATRON_2021 = Source(
    "megatron-2021",
    "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    authors="Narayanan et al.",
    year=2021,
    identifier="arXiv:2104.04473v5",
)
KORTHIKANTI = Source(
    "korthikanti-2022",
    "Reducing Activation Recomputation in Large Transformer Models",
    authors="Korthikanti, Casper, Lym, McAfee, Andersch, Shoeybi, Catanzaro",
    year=2022,
    identifier="arXiv:2205.05198",
)
GPIPE = Source(
    "gpipe",
    "GPipe: Efficient Training of Giant Neural Networks using Pipeline Parallelism",
    authors="Huang et al.",
    year=2019,
    identifier="arXiv:1811.06965",
)
THAKUR = Source(
    "thakur-2005",
    "Optimization of Collective Communication Operations in MPICH",
    authors="Thakur, Rabenseifner, Gropp",
    year=2005,
    identifier="doi:10.1177/1094342005051521",
    says="Places that say so were read in the quotations of a survey of collectives, not in the "
    "paper itself. Its all-to-all counts the share that stays, too.",
)
PATARASUK = Source(
    "patarasuk-2009",
    "Bandwidth optimal all-reduce algorithms for clusters of workstations",
    authors="Patarasuk, Yuan",
    year=2009,
    identifier="doi:10.1016/j.jpdc.2008.09.002",
)
HOCKNEY = Source(
    "hockney-1994",
    "The communication challenge for MPP: Intel Paragon and Meiko CS-2",
    authors="Hockney",
    year=1994,
    identifier="doi:10.1016/S0167-8191(06)80021-9",
)
MEGATRON_2019 = Source(
    "megatron-2019",
    "Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism",
    authors="Shoeybi et al.",
    year=2019,
    identifier="arXiv:1909.08053",
)
ROOFLINE = Source(
    "roofline-2009",
    "Roofline: An Insightful Visual Performance Model for Multicore Architectures",
    authors="Williams, Waterman, Patterson",
    year=2009,
    identifier="doi:10.1145/1498765.1498785",
)
SUBLINEAR = Source(
    "chen-2016",
    "Training Deep Nets with Sublinear Memory Cost",
    authors="Chen, Xu, Zhang, Guestrin",
    year=2016,
    identifier="arXiv:1604.06174",
)
FLASH_ATTENTION = Source(
    "flash-attention",
    "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
    authors="Dao, Fu, Ermon, Rudra, Re",
    year=2022,
    identifier="arXiv:2205.14135",
)
VLLM = Source(
    "vllm-2023",
    "Efficient Memory Management for Large Language Model Serving with PagedAttention",
    authors="Kwon et al.",
    year=2023,
    identifier="arXiv:2309.06180",
)
DEEPSEEK_INSIGHTS = Source(
    "deepseek-insights",
    "Insights into DeepSeek-V3: Scaling Challenges and Reflections on Hardware",
    authors="DeepSeek-AI",
    year=2025,
    identifier="arXiv:2505.09343",
)
TWO_TREES = Source(
    "two-trees-2009",
    "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
    authors="Sanders, Speck, Traff",
    year=2009,
    identifier="doi:10.1016/j.parco.2009.09.001",
)
AMDAHL = Source(
    "amdahl-1967",
    "Validity of the single processor approach to achieving large scale computing capabilities",
    authors="Amdahl",
    year=1967,
    identifier="doi:10.1145/1465482.1465560",
)
GUSTAFSON = Source(
    "gustafson-1988",
    "Reevaluating Amdahl's law",
    authors="Gustafson",
    year=1988,
    identifier="doi:10.1145/42411.42415",
)
ZERO_BUBBLE = Source(
    "zero-bubble",
    "Zero Bubble Pipeline Parallelism",
    authors="Qi, Wan, Huang, Lin",
    year=2023,
    identifier="arXiv:2401.10241",
)
CALCULON = Source(
    "calculon",
    "Calculon: a Methodology and Tool for High-Level Codesign of Systems and Large Language Models",
    authors="Isaev, McDonald, Dennison, Vuduc",
    year=2023,
    identifier="doi:10.1145/3581784.3607102",
)
RING_ATTENTION = Source(
    "ring-attention",
    "Ring Attention with Blockwise Transformers for Near-Infinite Context",
    authors="Liu, Zaharia, Abbeel",
    year=2023,
    identifier="arXiv:2310.01889",
)
ULYSSES = Source(
    "ulysses",
    "DeepSpeed Ulysses: System Optimizations for Enabling Training of Extreme Long Sequence "
    "Transformer Models",
    authors="Jacobs et al.",
    year=2023,
    identifier="arXiv:2309.14509",
)
FAT_TREE = Source(
    "fat-tree-2008",
    "A Scalable, Commodity Data Center Network Architecture",
    authors="Al-Fares, Loukissas, Vahdat",
    year=2008,
    identifier="doi:10.1145/1402958.1402967",
)
RAIL_ONLY = Source(
    "rail-only-2023",
    "Rail-only: A Low-Cost High-Performance Network for Training LLMs with Trillion Parameters",
    authors="Wang, Ghobadi, Shakeri, Zhang, Hasani",
    year=2023,
    identifier="arXiv:2307.12169",
)
PYTORCH_DDP = Source(
    "pytorch-ddp",
    "PyTorch Distributed: Experiences on Accelerating Data Parallel Training",
    authors="Li et al.",
    year=2020,
    identifier="arXiv:2006.15704",
)
YOUNG = Source(
    "young-1974",
    "A first order approximation to the optimum checkpoint interval",
    authors="Young",
    year=1974,
    identifier="doi:10.1145/361147.361115",
)
DALY = Source(
    "daly-2006",
    "A higher order estimate of the optimum checkpoint interval for restart dumps",
    authors="Daly",
    year=2006,
    identifier="doi:10.1016/j.future.2004.11.016",
)
SPECULATIVE = Source(
    "leviathan-2023",
    "Fast Inference from Transformers via Speculative Decoding",
    authors="Leviathan, Kalman, Matias",
    year=2023,
    identifier="arXiv:2211.17192",
)
LITTLE = Source(
    "little-1961",
    "A Proof for the Queuing Formula: L = lambda W",
    authors="Little",
    year=1961,
    identifier="doi:10.1287/opre.9.3.383",
)
KINGMAN = Source(
    "kingman-1961",
    "The single server queue in heavy traffic",
    authors="Kingman",
    year=1961,
    identifier="doi:10.1017/S0305004100036094",
)
SAKASEGAWA = Source(
    "sakasegawa-1977",
    "An approximation formula for the mean waiting time of a queue with several servers",
    authors="Sakasegawa",
    year=1977,
    identifier="doi:10.1007/BF02532775",
)
LAMPORT = Source(
    "lamport-1982",
    "The Byzantine Generals Problem",
    authors="Lamport, Shostak, Pease",
    year=1982,
    identifier="doi:10.1145/357172.357176",
)
FSDP = Source(
    "pytorch-fsdp",
    "PyTorch FSDP: Experiences on Scaling Fully Sharded Data Parallel",
    authors="Zhao et al.",
    year=2023,
    identifier="arXiv:2304.11277",
)
MAPREDUCE = Source(
    "mapreduce",
    "MapReduce: Simplified Data Processing on Large Clusters",
    authors="Dean, Ghemawat",
    year=2004,
)
RAFT = Source(
    "raft",
    "In Search of an Understandable Consensus Algorithm",
    authors="Ongaro, Ousterhout",
    year=2014,
)
DISTBELIEF = Source(
    "distbelief",
    "Large Scale Distributed Deep Networks",
    authors="Dean et al.",
    year=2012,
)
ORCA = Source(
    "orca",
    "Orca: A Distributed Serving System for Transformer-Based Generative Models",
    authors="Yu et al.",
    year=2022,
)
DRAGONFLY = Source(
    "dragonfly",
    "Technology-Driven, Highly-Scalable Dragonfly Topology",
    authors="Kim, Dally, Scott, Abts",
    year=2008,
    identifier="doi:10.1109/ISCA.2008.19",
)
DEEPSPEED_MOE = Source(
    "deepspeed-moe",
    "DeepSpeed-MoE: Advancing Mixture-of-Experts Inference and Training",
    authors="Rajbhandari et al.",
    year=2022,
    identifier="arXiv:2201.05596",
)
TAIL_AT_SCALE = Source(
    "tail-at-scale",
    "The Tail at Scale",
    authors="Dean, Barroso",
    year=2013,
    identifier="doi:10.1145/2408776.2408794",
)
FLASH_ATTENTION_2 = Source(
    "flash-attention-2",
    "FlashAttention-2: Faster Attention with Better Parallelism and Work Partitioning",
    authors="Dao",
    year=2023,
    identifier="arXiv:2307.08691",
)
AREAL = Source(
    "areal",
    "AReaL: A Large-Scale Asynchronous Reinforcement Learning System for Language Reasoning",
    authors="Fu et al.",
    year=2025,
    identifier="arXiv:2505.24298",
)
GRAY_SIEWIOREK = Source(
    "gray-1991",
    "High-availability computer systems",
    authors="Gray, Siewiorek",
    year=1991,
    identifier="doi:10.1109/2.84898",
)
