"""Shapes, ranges and maxima of number formats that standards and papers state."""

from derive.records import Case

from ...sources import IEEE_754, INFRA_MATH, MICROSCALING, NVIDIA_SPECS
from ...symbols.compute import F
from ...symbols.number_formats import (
    F_low,
    e_bias,
    e_max,
    w_exp,
    w_fmt,
    w_low,
    w_man,
)
from .formats import (
    IEEE_TABLE,
    MX_CODE,
    OFP8_TABLES,
    exponent_bias,
    finite_format_maximum,
    format_bits,
    format_speedup,
    ieee_format_maximum,
    largest_exponent,
    largest_exponent_without_infinity,
    largest_number,
    largest_number_without_infinity,
    narrow_format_throughput,
    one_nan_format_maximum,
    smallest_normal_number,
    smallest_positive_number,
)

# Name, bits, exponent, mantissa, place.
SHAPES = (
    ("fp32", 32, 8, 23, INFRA_MATH.at("line 96", opened=True)),
    ("bf16", 16, 8, 7, INFRA_MATH.at("line 97", opened=True)),
    ("E4M3", 8, 4, 3, INFRA_MATH.at("line 98", opened=True)),
    ("fp16", 16, 5, 10, IEEE_TABLE),
    ("E5M2", 8, 5, 2, OFP8_TABLES),
    ("E3M2", 6, 3, 2, MX_CODE),
    ("E2M3", 6, 2, 3, MX_CODE),
    ("E2M1", 4, 2, 1, MX_CODE),
)

shapes = [
    Case(format_bits, {w_exp: wide, w_man: fine}, gives=f"{bits}", source=place, note=name)
    for name, bits, wide, fine, place in SHAPES
]

ranges = [
    Case(law, givens, gives=printed, source=place, note=name)
    for law, givens, printed, place, name in (
        (largest_number, {w_man: 7, e_max: 127}, "3.39e38", IEEE_754.at("section 3.3"), "bf16"),
        (largest_number, {w_man: 10, e_max: 15}, "65504", IEEE_754.at("section 3.3"), "fp16"),
        (largest_number, {w_man: 23, e_max: 127}, "3.403e38", IEEE_754.at("section 3.3"), "fp32"),
        (
            largest_number,
            {w_man: 2, e_max: 15},
            "57344",
            OFP8_TABLES,
            "E5M2",
        ),
        (
            largest_number_without_infinity,
            {w_man: 3, e_max: 8},
            "448",
            OFP8_TABLES,
            "E4M3",
        ),
        (smallest_normal_number, {e_bias: 15}, "6.1e-5", IEEE_754.at("section 3.3"), "fp16"),
        (smallest_normal_number, {e_bias: 127}, "1.2e-38", IEEE_754.at("section 3.3"), "bf16"),
        (
            smallest_positive_number,
            {e_bias: 15, w_man: 10},
            "6.0e-8",
            IEEE_754.at("section 3.3"),
            "fp16",
        ),
        (
            exponent_bias,
            {w_exp: 8},
            "127",
            IEEE_TABLE,
            "fp32, bf16",
        ),
        (
            exponent_bias,
            {w_exp: 4},
            "7",
            OFP8_TABLES,
            "E4M3",
        ),
        (
            largest_exponent,
            {w_exp: 5},
            "15",
            IEEE_TABLE,
            "fp16, E5M2",
        ),
        (
            largest_exponent_without_infinity,
            {w_exp: 4},
            "8",
            OFP8_TABLES,
            "E4M3",
        ),
    )
]

# Format, law, exponent and mantissa bits, printed maximum, place.
MX_PAPER = MICROSCALING.at("table 1, and OCP MX specification 1.0, section 5.3")
MAXIMA = (
    ("bf16", ieee_format_maximum, 8, 7, "3.39e38", IEEE_754.at("section 3.3")),
    ("fp16", ieee_format_maximum, 5, 10, "65504", IEEE_754.at("section 3.3")),
    (
        "E5M2",
        ieee_format_maximum,
        5,
        2,
        "57344",
        OFP8_TABLES,
    ),
    (
        "E4M3",
        one_nan_format_maximum,
        4,
        3,
        "448",
        OFP8_TABLES,
    ),
    ("E3M2", finite_format_maximum, 3, 2, "28", MX_PAPER),
    ("E2M3", finite_format_maximum, 2, 3, "7.5", MX_PAPER),
    ("E2M1", finite_format_maximum, 2, 1, "6", MX_PAPER),
)
maxima_published = [
    Case(law, {w_exp: wide, w_man: fine}, gives=printed, source=place, note=name)
    for name, law, wide, fine, printed, place in MAXIMA
]

H100 = NVIDIA_SPECS.at("H100 SXM, dense FP8 and bf16, as Lockwood quotes them", opened=True)
speeds = [
    Case(
        format_speedup,
        {F_low: "1979 TFLOP/s", F: "989.4 TFLOP/s"},
        gives="2.0",
        source=H100,
    ),
    Case(
        narrow_format_throughput,
        {F: "989.4 TFLOP/s", w_fmt: 16, w_low: 8},
        gives="1979 TFLOP/s",
        source=H100,
    ),
]
