"""Papers on models and their parts: attention, experts, adapters."""

from derive.records import Source

PALM = Source(
    "palm",
    "PaLM: Scaling Language Modeling with Pathways",
    authors="Chowdhery et al.",
    year=2022,
    identifier="arXiv:2204.02311v1",
)
GPT3 = Source(
    "gpt-3",
    "Language Models are Few-Shot Learners",
    authors="Brown et al.",
    year=2020,
    identifier="arXiv:2005.14165",
)
MT_NLG = Source(
    "mt-nlg",
    "Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B",
    authors="Smith et al.",
    year=2022,
    identifier="arXiv:2201.11990",
)
LLAMA2 = Source(
    "llama-2",
    "Llama 2: Open Foundation and Fine-Tuned Chat Models",
    authors="Touvron et al.",
    year=2023,
    identifier="arXiv:2307.09288",
)
LLAMA3 = Source(
    "llama-3",
    "The Llama 3 Herd of Models",
    authors="Grattafiori et al.",
    year=2024,
    identifier="arXiv:2407.21783v3",
)
MIXTRAL = Source(
    "mixtral",
    "Mixtral of Experts",
    authors="Jiang et al.",
    year=2024,
    identifier="arXiv:2401.04088",
)
DEEPSEEK_V2 = Source(
    "deepseek-v2",
    "DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model",
    authors="DeepSeek-AI",
    year=2024,
    identifier="arXiv:2405.04434",
)
DEEPSEEK_V3 = Source(
    "deepseek-v3",
    "DeepSeek-V3 Technical Report",
    authors="DeepSeek-AI",
    year=2024,
    identifier="arXiv:2412.19437",
)
SWITCH = Source(
    "switch-transformer",
    "Switch Transformers: Scaling to Trillion Parameter Models with Simple and Efficient Sparsity",
    authors="Fedus, Zoph, Shazeer",
    year=2022,
    identifier="arXiv:2101.03961",
)
GQA = Source(
    "gqa-2023",
    "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints",
    authors="Ainslie et al.",
    year=2023,
    identifier="arXiv:2305.13245",
)
GLU_VARIANTS = Source(
    "glu-variants-2020",
    "GLU Variants Improve Transformer",
    authors="Shazeer",
    year=2020,
    identifier="arXiv:2002.05202",
)
LORA = Source(
    "lora",
    "LoRA: Low-Rank Adaptation of Large Language Models",
    authors="Hu et al.",
    year=2021,
    identifier="arXiv:2106.09685",
)
HOULSBY = Source(
    "adapters-2019",
    "Parameter-Efficient Transfer Learning for NLP",
    authors="Houlsby et al.",
    year=2019,
    identifier="arXiv:1902.00751",
)
QWEN25 = Source(
    "qwen-2-5",
    "Qwen2.5 Technical Report",
    authors="Qwen Team",
    year=2024,
    identifier="arXiv:2412.15115",
)
QWEN25_CARDS = Source(
    "qwen-2-5-cards",
    "Qwen2.5 model cards",
    authors="Qwen Team",
    year=2024,
    kind="document",
    identifier="huggingface.co/Qwen",
)
QWEN3 = Source(
    "qwen3",
    "Qwen3 Technical Report",
    authors="Qwen team",
    year=2025,
    identifier="arXiv:2505.09388",
)
ATTENTION = Source(
    "vaswani-2017",
    "Attention Is All You Need",
    authors="Vaswani et al.",
    year=2017,
    identifier="arXiv:1706.03762",
)
LLAMA1 = Source(
    "llama-1",
    "LLaMA: Open and Efficient Foundation Language Models",
    authors="Touvron et al.",
    year=2023,
    identifier="arXiv:2302.13971",
)
SHAZEER_MOE = Source(
    "shazeer-2017",
    "Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer",
    authors="Shazeer et al.",
    year=2017,
    identifier="arXiv:1701.06538",
)
GSHARD = Source(
    "gshard",
    "GShard: Scaling Giant Models with Conditional Computation and Automatic Sharding",
    authors="Lepikhin et al.",
    year=2020,
    identifier="arXiv:2006.16668",
)
GPT_NEOX = Source(
    "gpt-neox",
    "GPT-NeoX-20B: An Open-Source Autoregressive Language Model",
    authors="Black et al.",
    year=2022,
    identifier="arXiv:2204.06745",
)
BLOOM = Source(
    "bloom",
    "BLOOM: A 176B-Parameter Open-Access Multilingual Language Model",
    authors="BigScience",
    year=2022,
    identifier="arXiv:2211.05100",
)
GPT_OSS = Source(
    "gpt-oss",
    "gpt-oss-120b and gpt-oss-20b Model Card",
    authors="OpenAI",
    year=2025,
    identifier="arXiv:2508.10925",
)
VIT = Source(
    "vit",
    "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale",
    authors="Dosovitskiy et al.",
    year=2021,
    identifier="arXiv:2010.11929",
)
DIT = Source(
    "dit",
    "Scalable Diffusion Models with Transformers",
    authors="Peebles, Xie",
    year=2022,
    identifier="arXiv:2212.09748",
)
MAMBA2 = Source(
    "mamba-2",
    "Transformers are SSMs: Generalized Models and Efficient Algorithms Through Structured "
    "State Space Duality",
    authors="Dao, Gu",
    year=2024,
    identifier="arXiv:2405.21060",
)
GATED_DELTA_NET = Source(
    "gated-delta-net",
    "Gated Delta Networks: Improving Mamba2 with Delta Rule",
    authors="Yang, Kautz, Hatamizadeh",
    year=2024,
    identifier="arXiv:2412.06464",
)
LINEAR_ATTENTION = Source(
    "linear-attention",
    "Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention",
    authors="Katharopoulos, Vyas, Pappas, Fleuret",
    year=2020,
    identifier="arXiv:2006.16236",
)
MISTRAL = Source(
    "mistral-2023",
    "Mistral 7B",
    authors="Jiang et al.",
    year=2023,
    identifier="arXiv:2310.06825",
)
