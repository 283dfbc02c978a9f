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
    identifier="commit edaa722",
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
    identifier="commit 03a204a",
)
DUALPIPE = Source(
    "dualpipe-code",
    "DualPipe: a bidirectional pipeline parallelism algorithm",
    authors="DeepSeek-AI",
    year=2025,
    kind="code",
    identifier="commit 89f5de1",
)
PYTORCH = Source(
    "pytorch-docs",
    "PyTorch documentation",
    kind="code",
)
