"""Books, guides and pages: read as a whole, cited by chapter or section."""

from derive.records import Source

TRAINING_BOOK = Source(
    "training-book",
    "Distributed training book",
    authors="ttsugriy",
    year=2025,
    kind="book",
    identifier="commit 31ba824",
    says="Lines of the notation appendix are counted as of commit 269199f, those of the glossary "
    "as of de92371; a place that a later commit changed names the last one that has it.",
)
INFRA_MATH = Source(
    "infra-math",
    "Infra Math for LLM Training",
    kind="document",
)
PLAYBOOK = Source(
    "ultra-scale-playbook",
    "The Ultra-Scale Playbook: Training LLMs on GPU Clusters",
    authors="nanotron team",
    year=2025,
    kind="book",
)
DISTRIBUTED_APPENDIX = Source(
    "distributed-appendix",
    "Appendix C: notation and glossary",
    kind="document",
)
FIELD_GUIDE = Source(
    "training-at-scale",
    "Training at Scale",
    authors="Reaz Uddin",
    kind="document",
    identifier="math-for-llms, chapter 15, section 6, commit 1fd3d13",
    says="Lines are those of a copy that lost its formulas; each was compared with the original.",
)
SCALING_BOOK = Source(
    "scaling-book",
    "How to Scale Your Model",
    authors="Austin et al.",
    year=2025,
    kind="book",
    identifier="commit 0819a7d",
)
SCALING_BOOK_GPUS = Source(
    "scaling-book-gpus",
    "How to Scale Your Model, chapter 12: GPUs",
    authors="Austin et al.",
    year=2025,
    kind="book",
    identifier="commit 1a55377",
)
ML_ENGINEERING = Source(
    "ml-engineering",
    "Machine Learning Engineering Open Book",
    authors="Bekman",
    kind="book",
    identifier="commit 744d01e",
)
KV_GUIDES = Source(
    "kv-guides",
    "Public guides to the memory of the key-value cache",
    kind="webpage",
)
NCCL_TREES = Source(
    "nccl-trees",
    "Massively Scale Your Deep Learning Training with NCCL 2.4",
    authors="Jeaugey",
    year=2019,
    kind="webpage",
)
INTERCONNECTION = Source(
    "interconnection-networks",
    "Principles and Practices of Interconnection Networks",
    authors="Dally, Towles",
    year=2004,
    kind="book",
)
AI_AND_COMPUTE = Source(
    "ai-and-compute",
    "AI and Compute",
    authors="Amodei, Hernandez",
    year=2018,
    kind="webpage",
)
KLEINROCK = Source(
    "kleinrock-1975",
    "Queueing Systems, Volume 1: Theory",
    authors="Kleinrock",
    year=1975,
    kind="book",
)
CONCENTRATION = Source(
    "boucheron-2013",
    "Concentration Inequalities: A Nonasymptotic Theory of Independence",
    authors="Boucheron, Lugosi, Massart",
    year=2013,
    kind="book",
)
ORDER_STATISTICS = Source(
    "david-2003",
    "Order Statistics",
    authors="David, Nagaraja",
    year=2003,
    kind="book",
)
DWORK_ROTH = Source(
    "dwork-roth-2014",
    "The Algorithmic Foundations of Differential Privacy",
    authors="Dwork, Roth",
    year=2014,
    kind="book",
    identifier="doi:10.1561/0400000042",
)
LLNL_TUTORIAL = Source(
    "llnl-parallel-computing",
    "Introduction to Parallel Computing",
    authors="Barney",
    kind="webpage",
    identifier="computing.llnl.gov/tutorials/parallel_comp",
)
LIGER_BLOG = Source(
    "pytorch-blog-liger",
    "Peak Performance, Minimized Memory: Liger Kernel with torchtune",
    authors="PyTorch",
    year=2025,
    kind="webpage",
    identifier="commit edfd806",
)
GMI_COST = Source(
    "gmi-cost-per-token",
    "Cost Per Million Tokens Explained",
    authors="GMI Cloud",
    year=2026,
    kind="webpage",
    identifier="gmicloud.ai/en/blog/llm-inference-cost-per-million-tokens",
)
EPOCH_FAILURES = Source(
    "epoch-hardware-failures",
    "Hardware failures won't limit AI scaling",
    authors="Epoch AI",
    year=2024,
    kind="webpage",
    identifier="epoch.ai/blog/hardware-failures-wont-limit-ai-scaling",
    says="Read as a search excerpt: the introduction.",
)
ULYSSES_GUIDE = Source(
    "fofadiya-ulysses",
    "Sequence sharding: 1M tokens across 8 GPUs",
    authors="Fofadiya",
    kind="webpage",
    identifier="darshanfofadiya.com/part3",
    says="Read as a search excerpt, which ends before the volumes of the exchanges.",
)
CAPACITY_FACTOR = Source(
    "neural-base-capacity-factor",
    "Capacity factor multiplier",
    authors="The Neural Base",
    kind="webpage",
    identifier="theneuralbase.com/mixture-of-experts/learn/intermediate/capacity-factor-multiplier",
    says="Read as a search excerpt.",
)
