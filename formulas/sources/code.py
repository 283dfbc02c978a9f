"""Source code that is cited: trainers, calculators, benchmarks."""

from derive.records import Source

MEGATRON_CODE = Source(
    "megatron-lm-code",
    "Megatron-LM source code",
    authors="NVIDIA",
    kind="code",
    identifier="commit d98e8a6",
)
NANOGPT = Source(
    "nanogpt",
    "nanoGPT notebooks",
    authors="Karpathy",
    year=2023,
    kind="code",
    identifier="commit 3adf61e",
)
LLM_FOUNDRY = Source(
    "llm-foundry",
    "LLM Foundry training benchmarks",
    authors="MosaicML",
    year=2023,
    kind="code",
    identifier="commit 8c8dd48",
)
DEEPSPEED = Source(
    "deepspeed-code",
    "DeepSpeed source code and documentation",
    authors="Microsoft",
    kind="code",
    identifier="commit 38327e0",
)
COOKBOOK = Source(
    "eleuther-cookbook",
    "EleutherAI cookbook: calculators for transformers",
    authors="Anthony, Schoelkopf, Minhas",
    kind="code",
    identifier="commit 827ee3b",
)
LLM_ANALYSIS = Source(
    "llm-analysis",
    "llm-analysis: latency and memory analysis of transformers",
    authors="Li",
    kind="code",
    identifier="commit d841e40",
)
MLSYSIM = Source(
    "mlsysim",
    "mlsysim: calculators of the machine learning systems book",
    kind="code",
    identifier="version 0.3.0",
)
NCCL_TESTS = Source(
    "nccl-tests",
    "NCCL tests: performance reported",
    authors="NVIDIA",
    kind="code",
    identifier="commit a0b82b2",
)
DUALPIPE = Source(
    "dualpipe-code",
    "DualPipe: a bidirectional pipeline parallelism algorithm",
    authors="DeepSeek-AI",
    year=2025,
    kind="code",
    identifier="commit 3da1bbe",
)
PYTORCH = Source(
    "pytorch-docs",
    "PyTorch documentation",
    kind="code",
)
NANOTRON = Source(
    "nanotron-code",
    "nanotron source code",
    authors="Hugging Face",
    kind="code",
    identifier="commit 2411b02",
)
SIMUMAX = Source(
    "simumax-code",
    "SimuMax: a static simulator of training",
    authors="Moore Threads",
    kind="code",
    identifier="commit 4dcaae5",
)
DEEPEP = Source(
    "deepep-code",
    "DeepEP: an expert-parallel communication library",
    authors="DeepSeek-AI",
    year=2025,
    kind="code",
    identifier="commit 567632d",
)
FLASH_ATTENTION_CODE = Source(
    "flash-attention-code",
    "FlashAttention source code",
    authors="Dao",
    kind="code",
    identifier="commit 0251105",
)
TORCHTITAN = Source(
    "torchtitan-code",
    "torchtitan: a PyTorch native platform for training generative models",
    authors="PyTorch team",
    kind="code",
    identifier="commit b5bcd76",
)
ZERO_BUBBLE_CODE = Source(
    "zero-bubble-code",
    "Zero bubble pipeline parallelism source code",
    authors="Sea AI Lab",
    kind="code",
    identifier="commit 39f2c18",
)
NCCL_CODE = Source(
    "nccl-code",
    "NCCL source code",
    authors="NVIDIA",
    kind="code",
    identifier="commit 5067397",
)
MICROXCALING = Source(
    "microxcaling-code",
    "MX PyTorch emulation library (microxcaling)",
    authors="Microsoft",
    kind="code",
    identifier="commit 7bc4195",
)
TRANSFORMER_ENGINE = Source(
    "transformer-engine-code",
    "Transformer Engine source code",
    authors="NVIDIA",
    kind="code",
    identifier="commit d0067d0",
)
BITSANDBYTES = Source(
    "bitsandbytes-code",
    "bitsandbytes source code and documentation",
    authors="bitsandbytes authors",
    kind="code",
    identifier="commit 95f9af3",
)
PEFT = Source(
    "peft-code",
    "PEFT: parameter-efficient fine-tuning",
    authors="Hugging Face",
    kind="code",
    identifier="commit 5d602fd",
)
MUON_CODE = Source(
    "muon-code",
    "Muon source code",
    authors="Jordan et al.",
    year=2024,
    kind="code",
    identifier="commit 857d1ad",
)
MAMBA_CODE = Source(
    "mamba-code",
    "Mamba source code",
    authors="Gu, Dao",
    kind="code",
    identifier="commit e9594ce",
)
DIT_CODE = Source(
    "dit-code",
    "DiT source code",
    authors="Peebles, Xie",
    year=2022,
    kind="code",
    identifier="commit ed81ce2",
)
MUP_CODE = Source(
    "mup-code",
    "mup: maximal update parametrization",
    authors="Microsoft",
    kind="code",
    identifier="commit 1981497",
)
ADAPTER_BERT = Source(
    "adapter-bert-code",
    "adapter-bert source code",
    authors="Google Research",
    kind="code",
    identifier="commit 69b7c58",
)
TRANSFORMERS_CODE = Source(
    "transformers-code",
    "Transformers source code",
    authors="Hugging Face",
    kind="code",
    identifier="commit 00d4b3d",
    says="Adafactor, in `src/transformers/optimization.py`, was read as of commit 005edac.",
)
TRANSFORMERS_DOCS = Source(
    "transformers-docs",
    "Transformers documentation",
    authors="Hugging Face",
    kind="code",
    identifier="commit 249ef81",
)
TINY_LLAMA = Source(
    "tinyllama",
    "TinyLlama source code and README",
    authors="Zhang, Zeng, Wang, Lu",
    year=2023,
    kind="code",
    identifier="commit 026587c",
)
TORCHVISION = Source(
    "torchvision",
    "torchvision source code",
    authors="PyTorch team",
    kind="code",
    identifier="commit 07a929e",
)
FLASH_MLA = Source(
    "flash-mla",
    "FlashMLA: efficient multi-head latent attention kernels",
    authors="DeepSeek-AI",
    year=2025,
    kind="code",
    identifier="commit 9241ae3",
)
DEEPSEEK_V3_CODE = Source(
    "deepseek-v3-code",
    "DeepSeek-V3 repository",
    authors="DeepSeek-AI",
    year=2024,
    kind="code",
    identifier="commit 9b4e978",
)
HF_BLOG = Source(
    "hf-blog",
    "Hugging Face blog",
    authors="Hugging Face",
    kind="webpage",
    identifier="huggingface/blog, commit 08eb428",
)
FLASH_FROM_SCRATCH = Source(
    "flash-attention-from-scratch",
    "FlashAttention from scratch: source code",
    authors="Gautam",
    kind="code",
    identifier="vinayakgautam01/flash-attention-from-scratch, commit 85d010b",
)
MPICH = Source(
    "mpich",
    "MPICH source code",
    authors="Argonne National Laboratory",
    kind="code",
    identifier="pmodels/mpich, the cost in the heading of each algorithm",
)
SCR = Source(
    "scr",
    "SCR: scalable checkpoint/restart",
    authors="Lawrence Livermore National Laboratory",
    kind="code",
    identifier="commit ee31e22",
)
GPT_NEOX_CODE = Source(
    "gpt-neox-code",
    "GPT-NeoX source code",
    authors="EleutherAI",
    kind="code",
    identifier="commit 0b8fee9",
)
LITGPT = Source(
    "litgpt",
    "LitGPT: model configurations",
    authors="Lightning AI",
    kind="code",
    identifier="commit 0006c97",
)
LLAMA_CODE = Source(
    "llama-code",
    "Llama 2 reference code and model card",
    authors="Meta",
    year=2023,
    kind="code",
    identifier="meta-llama/llama, commit 689c7f2",
)
VERL = Source(
    "verl-code",
    "verl: reinforcement learning for large language models",
    authors="verl authors",
    kind="code",
    identifier="commit b178a3c",
)
VLLM_CODE = Source(
    "vllm-code",
    "vLLM source code",
    authors="vLLM authors",
    kind="code",
    identifier="commit 6e448d0",
)
VEOMNI = Source(
    "veomni",
    "VeOmni: training of models of any modality",
    authors="ByteDance Seed",
    kind="code",
    identifier="ByteDance-Seed/VeOmni, commit 0607a68",
)
RESILIENCY = Source(
    "google-resiliency",
    "Resiliency: goodput of training on Google Cloud",
    authors="Google",
    kind="code",
    identifier="AI-Hypercomputer/resiliency, commit 5a5cd1a",
)
PIPELINE_RUNS = Source(
    "dadops-pipeline",
    "Distributed training benchmarks: data, model and pipeline parallelism compared",
    authors="DadOps",
    kind="code",
    identifier="daddaops/dadops-blog-code, commit 615f9fb",
)
SFEM = Source(
    "sfem",
    "sfem: finite elements on GPUs",
    authors="Zulian et al.",
    kind="code",
    identifier="zulianp/sfem, commit 1225348",
)
