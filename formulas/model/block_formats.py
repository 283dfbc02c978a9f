"""Block-scaled formats: narrow numbers that share a scale, block by block (MX, NVFP4, FP8)."""

from sympy import Eq

from derive.records import Case, derives, formula

from ..sources import (
    DEEPSEEK_V3,
    GPT_OSS,
    MICROSCALING,
    MICROXCALING,
    QLORA,
    TRANSFORMER_ENGINE,
)
from ..symbols.compute import b_elem
from ..symbols.expert_parallel import b_scl, n_blk
from ..symbols.memory import M_param
from ..symbols.model import Psi
from ..symbols.number_formats import b_over, b_scl2, bit_bytes, n_blk2, w_fmt

MX = MICROSCALING.at("section 2 and table 1, as Neural Compressor quotes it", opened=True)
TE = TRANSFORMER_ENGINE.at(
    "transformer_engine/pytorch/constants.py, block scaling sizes", opened=True
)


@formula(
    source=(MX, TE, QLORA.at("section 3, block-wise quantization", opened=True)),
    status="definition",
    leaves_out="a second scale for the whole tensor, padding of the scales",
    also_called=("scale overhead", "quantization constants", "bytes per scale block"),
)
def scale_bytes():
    """Scale overhead of a block format: bytes of scales per element.

    One scale for each block. 0.25 bit for MX (8 bits for 32 elements), 0.5 bit
    for NVFP4 (8 bits for 16) and for 4-bit weights with an fp32 scale for 64.
    """
    return Eq(b_over, b_scl / n_blk)


@formula(
    source=QLORA.at("section 3, double quantization", opened=True),
    leaves_out="the mean that is subtracted from the scales first",
    also_called=("double quantization overhead", "NF4 double quantization", "nested quantization"),
)
def double_quantized_scale_bytes():
    """Scale overhead with double quantization (QLoRA): bytes of scales per element.

    The scales are quantized too, and share a wide scale of their own. In QLoRA,
    1-byte scales for 64 weights and one fp32 number for 256 scales, it is 0.127 bits
    per weight instead of 0.5.
    """
    return Eq(b_over, b_scl / n_blk + b_scl2 / (n_blk * n_blk2))


@formula(
    source=(MX, MICROXCALING.at("mx/formats.py, element formats", opened=True), TE),
    leaves_out="a second scale for the whole tensor, padding of the scales",
    also_called=(
        "MX formats",
        "microscaling formats",
        "MXFP8 bytes per element",
        "MXFP4 bytes per element",
        "NVFP4 bytes per element",
        "effective bits per weight",
        "bits per weight with scales",
    ),
    holds_for={"scales": "blocks"},
)
def block_scaled_bytes():
    """Bytes per element of a block-scaled format, scales included.

    MXFP8 takes 8.25 bits, MXFP6 6.25, MXFP4 4.25, NVFP4 4.5; FP8 with an fp32
    scale for 128 elements takes 8.25.
    """
    return Eq(b_elem, bit_bytes * w_fmt + b_scl / n_blk)


@formula(
    source=(MX, GPT_OSS.at("section 2.1, quantization, as quoted", opened=True)),
    leaves_out="tensors that stay in a wider format: embeddings, norms, often attention",
    also_called=("quantized model size", "MXFP4 model size", "4-bit model size"),
    holds_for={"scales": "blocks", "model_split": "whole"},
)
def block_scaled_weight_memory():
    """Weight memory in a block-scaled format, scales included.

    Parameters times the effective bits per weight: 4.25 bits in MXFP4.
    """
    return Eq(M_param, (bit_bytes * w_fmt + b_scl / n_blk) * Psi)


@derives(block_scaled_bytes)
def element_and_its_scale(page):
    """Add the share of a scale."""
    page.start(Eq(b_elem, bit_bytes * w_fmt + b_over), "the number itself, and part of a scale")
    page.put(scale_bytes, "one scale for each block")


@derives(block_scaled_weight_memory)
def every_weight_and_its_scale(page):
    """Multiply by the parameters."""
    page.start(Eq(M_param, b_elem * Psi), "every weight in the same format")
    page.put(block_scaled_bytes, "the number and its share of a scale")


# Format, bits of an element, bytes of a scale, elements of a block, bits per element, place.
FORMATS = (
    ("MXFP8", 8, 1, 32, "8.25", MX),
    ("MXFP6", 6, 1, 32, "6.25", MX),
    (
        "MXFP4",
        4,
        1,
        32,
        "4.25",
        GPT_OSS.at("section 2.1, quantization, as quoted", opened=True),
    ),
    ("NVFP4", 4, 1, 16, "4.5", TE),
    ("FP8 in tiles of 1 x 128", 8, 4, 128, "8.25", DEEPSEEK_V3.at("section 3.3.2", opened=True)),
)
published = [
    *(
        Case(
            block_scaled_bytes,
            {w_fmt: bits, b_scl: f"{scale} byte", n_blk: block},
            gives=f"{printed} bit",
            source=place,
            note=name,
        )
        for name, bits, scale, block, printed, place in FORMATS
    ),
    Case(
        scale_bytes,
        {b_scl: "4 byte", n_blk: 64},
        gives="0.5 bit",
        source=QLORA.at("section 3, double quantization", opened=True),
    ),
    Case(
        double_quantized_scale_bytes,
        {b_scl: "1 byte", n_blk: 64, b_scl2: "4 byte", n_blk2: 256},
        gives="0.127 bit",
        source=QLORA.at("section 3, double quantization", opened=True),
    ),
]
