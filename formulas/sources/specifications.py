"""Data sheets, standards and readings: what makers and committees print."""

from derive.records import Source

NVIDIA_SPECS = Source(
    "nvidia-specs",
    "NVIDIA data-center GPU datasheets and architecture papers",
    authors="NVIDIA",
    kind="datasheet",
)
ADA = Source(
    "ada-architecture",
    "NVIDIA Ada GPU Architecture",
    authors="NVIDIA",
    year=2022,
    kind="datasheet",
)
BLACKWELL_ULTRA = Source(
    "blackwell-ultra-2025",
    "Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
    authors="NVIDIA",
    year=2025,
    kind="webpage",
    identifier="developer.nvidia.com/blog",
)
GEMM_GUIDE = Source(
    "gemm-guide",
    "Matrix Multiplication Background User's Guide",
    authors="NVIDIA",
    year=2023,
    kind="document",
    identifier="DU-09799-001",
)
TPU_SPECS = Source(
    "tpu-specs",
    "Cloud TPU system architecture",
    authors="Google",
    kind="datasheet",
)
IEEE_754 = Source(
    "ieee-754",
    "IEEE Standard for Floating-Point Arithmetic",
    year=2019,
    kind="document",
    identifier="IEEE 754-2019",
)
OFP8 = Source(
    "ofp8",
    "OCP 8-bit Floating Point Specification (OFP8)",
    authors="Open Compute Project",
    year=2023,
    kind="document",
    identifier="revision 1.0",
)
AMD_SPECS = Source(
    "amd-specs",
    "AMD Instinct data sheets and ROCm documentation",
    authors="AMD",
    kind="datasheet",
)
NEURON_SPECS = Source(
    "neuron-specs",
    "AWS Neuron documentation: architecture of Trainium",
    authors="AWS",
    kind="datasheet",
)
DRIVER_READINGS = Source(
    "driver-readings",
    "Memory as drivers report it: nvidia-smi, rocm-smi",
    kind="code",
    says="What the tools of the makers print for an idle card; many public logs agree.",
)
INFINIBAND = Source(
    "infiniband",
    "InfiniBand Architecture Specification and roadmap",
    authors="InfiniBand Trade Association",
    kind="document",
)
PCI_EXPRESS = Source(
    "pci-express",
    "PCI Express Base Specification",
    authors="PCI-SIG",
    kind="document",
)
ETHERNET = Source(
    "ieee-802-3",
    "IEEE Standard for Ethernet",
    kind="document",
    identifier="IEEE 802.3",
)
