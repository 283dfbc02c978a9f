"""Number formats: their bits, range and spacing."""

from sympy import Eq

from derive.records import Variants, derives, formula

from ...sources import IEEE_754, INFRA_MATH, MICROXCALING, NVIDIA_SPECS, OFP8
from ...symbols.compute import F, b_elem
from ...symbols.number_formats import (
    F_low,
    bit_bytes,
    e_bias,
    e_max,
    eps_fmt,
    sign_bits,
    w_exp,
    w_fmt,
    w_low,
    w_man,
    x_fmt,
    x_max,
    x_min,
    x_tiny,
)

MX_CODE = MICROXCALING.at("mx/formats.py, _get_format_params", opened=True)
IEEE_TABLE = IEEE_754.at("section 3.6, table 3.5, as RawSpeed codes it", opened=True)
OFP8_TABLES = OFP8.at("tables 1 and 2, as microfloat quotes them", opened=True)
FORMATS = (IEEE_TABLE, OFP8_TABLES)


@formula(
    source=(*FORMATS, INFRA_MATH.at("lines 96 to 98", opened=True)),
    status="definition",
    leaves_out="the scale that block formats share among several numbers",
    also_called=("bit width",),
)
def format_bits():
    """Bits of a number format: sign, exponent and mantissa.

    The leading 1 of the mantissa is implied and takes no bit.
    """
    return Eq(w_fmt, sign_bits + w_exp + w_man)


@formula(
    source=FORMATS,
    status="definition",
    also_called=(
        "bytes per element",
        "dtype size",
        "itemsize",
    ),
    holds_for={"scales": "none"},
)
def format_bytes():
    """Bytes per element of a tensor, from the bits of its format.

    Two bytes for fp16 and bf16, one for FP8, half a byte for FP4.
    """
    return Eq(b_elem, bit_bytes * w_fmt)


@formula(
    source=FORMATS,
    status="definition",
    leaves_out="the FNUZ formats of AMD's MI300, whose bias is larger by one",
    also_called=("IEEE bias",),
)
def exponent_bias():
    """Exponent bias of a number format.

    What is subtracted from the stored exponent: 127 for 8 bits, 15 for 5, 7 for 4.
    """
    return Eq(e_bias, 2 ** (w_exp - 1) - 1)


@formula(
    source=(IEEE_TABLE, MX_CODE),
    leaves_out="formats without infinity: E4M3, E3M2, E2M3, E2M1",
    also_called=("e_max of an IEEE format", "emax"),
)
def largest_exponent():
    """Largest exponent of an IEEE-style format: fp32, bf16, fp16, E5M2.

    The highest stored exponent is reserved for infinity and NaN, so the
    largest one in use equals `e_bias`.
    """
    return Eq(e_max, 2 ** (w_exp - 1) - 1)


@formula(
    source=(OFP8_TABLES, MX_CODE),
    leaves_out="formats with infinity",
    also_called=("e_max of E4M3", "e_max of MX formats"),
)
def largest_exponent_without_infinity():
    """Largest exponent of a format without infinity: E4M3, E3M2, E2M3, E2M1.

    The highest stored exponent holds numbers too, which gains one power of two
    over an IEEE-style format.
    """
    return Eq(e_max, 2 ** (w_exp - 1))


@formula(
    source=(
        IEEE_754.at("section 3.3"),
        OFP8_TABLES,
        MX_CODE,
    ),
    leaves_out="E4M3, whose top bit pattern means NaN",
    also_called=("maximum normal", "max normal", "FLT_MAX", "overflow threshold"),
)
def largest_number():
    """Largest finite number of a format with a full top mantissa: IEEE, FP4, FP6.

    Holds for IEEE-style formats, which keep infinity and NaN at an exponent of
    their own (fp32, bf16, fp16, E5M2: 57,344), and of MX formats, which have
    neither (E2M1: 6, E3M2: 28, E2M3: 7.5). Only `e_max` differs: see
    `largest_exponent` and `largest_exponent_without_infinity`.
    """
    return Eq(x_max, (2 - 2**-w_man) * 2**e_max)


@formula(
    source=(OFP8_TABLES, MX_CODE),
    leaves_out="formats with infinity; formats without NaN: E3M2, E2M3, E2M1",
    also_called=("E4M3 maximum from its exponent", "E4M3FN maximum"),
)
def largest_number_without_infinity():
    """Largest finite number of a format whose top code is NaN: E4M3.

    The pattern with all bits set means NaN, so the last mantissa bit of the
    largest number is 0: 448.
    """
    return Eq(x_max, (2 - 2 * 2**-w_man) * 2**e_max)


@formula(
    source=(
        IEEE_754.at("section 3.3"),
        OFP8_TABLES,
    ),
    also_called=(
        "min normal",
        "FLT_MIN",
    ),
)
def smallest_normal_number():
    """Smallest normal number of a format.

    6.1e-5 in fp16, which is why fp16 needs loss scaling; 1.2e-38 in bf16 and fp32,
    which do not.
    """
    return Eq(x_min, 2 ** (1 - e_bias))


@formula(
    source=(
        IEEE_754.at("section 3.3"),
        OFP8_TABLES,
    ),
    also_called=(
        "denormal",
        "subnormal",
        "smallest denormal",
    ),
)
def smallest_positive_number():
    """Smallest subnormal number of a format.

    The last mantissa bit alone, below the smallest normal number. Anything less
    than half of it rounds to zero.
    """
    return Eq(x_tiny, 2 ** (1 - e_bias - w_man))


@formula(
    source=IEEE_754.at("section 3.3"),
    leaves_out="rounding, which errs by half of it",
    also_called=("unit in the last place", "ulp of one", "eps"),
)
def format_grain():
    """Machine epsilon of a number format.

    The distance from 1 to the next larger number: 2^-7 in bf16, 2^-10 in fp16.
    """
    return Eq(eps_fmt, 2**-w_man)


@formula(
    source=INFRA_MATH.at("line 102", opened=True),
    status="definition",
    also_called=(
        "FP8 speedup",
        "low-precision speedup",
    ),
)
def format_speedup():
    """Speedup of a narrower format, from the peaks.

    FP8 over bf16 is 2 on H100.
    """
    return Eq(x_fmt, F_low / F)


@formula(
    source=(
        INFRA_MATH.at("line 102", opened=True),
        NVIDIA_SPECS.at("H100 data sheet, as HPC Tech copies it", opened=True),
    ),
    leaves_out="scaling factors, accumulation in a wider format, memory bandwidth",
    also_called=(
        "FP8 peak",
        "low-precision peak",
    ),
)
def narrow_format_throughput():
    """Peak throughput in a narrower format, in proportion to its bits.

    Half the bits, twice the FLOPs. It holds from bf16 to FP8 on H100; other steps
    of other chips differ.
    """
    return Eq(F_low, F * w_fmt / w_low)


@formula(
    source=(IEEE_754.at("section 3.3"), MX_CODE),
    leaves_out="formats without infinity: E4M3, E3M2, E2M3, E2M1",
    also_called=("maximum of bf16", "maximum of fp16", "maximum of E5M2", "FP8 E5M2 maximum"),
)
def ieee_format_maximum():
    """Largest finite number of an IEEE-style format, from its bits.

    Infinity and NaN take the highest stored exponent: fp32, bf16, fp16 and
    FP8 E5M2.
    """
    return Eq(x_max, (2 - 2**-w_man) * 2 ** (2 ** (w_exp - 1) - 1))


@formula(
    source=(OFP8_TABLES, MX_CODE),
    leaves_out="every other format than E4M3 and its like",
    also_called=("maximum of E4M3", "FP8 E4M3 maximum"),
)
def one_nan_format_maximum():
    """Largest finite number of a format with one NaN pattern (E4M3), from its bits.

    No infinity, and NaN only where all bits are set.
    """
    return Eq(x_max, (2 - 2 * 2**-w_man) * 2 ** (2 ** (w_exp - 1)))


@formula(
    source=MX_CODE,
    leaves_out="formats with infinity or NaN; the scale of the block",
    also_called=("maximum of FP4", "maximum of E2M1", "maximum of FP6", "MX element maximum"),
)
def finite_format_maximum():
    """Largest number of a format without infinity and NaN (FP4, FP6), from its bits.

    Every bit pattern is a number: 6 in E2M1, 28 in E3M2, 7.5 in E2M3.
    """
    return Eq(x_max, (2 - 2**-w_man) * 2 ** (2 ** (w_exp - 1)))


@derives(ieee_format_maximum)
def full_mantissa_at_the_reserved_exponent_less_one(page):
    """Set all mantissa bits at the largest exponent below infinity."""
    page.start(largest_number, "all mantissa bits set")
    page.put(largest_exponent, "one exponent is reserved")


@derives(one_nan_format_maximum)
def last_but_one_pattern(page):
    """Take the pattern below NaN."""
    page.start(largest_number_without_infinity, "all mantissa bits but the last")
    page.put(largest_exponent_without_infinity, "no exponent is reserved")


@derives(finite_format_maximum)
def full_mantissa_at_the_highest_exponent(page):
    """Set all bits."""
    page.start(largest_number, "all mantissa bits set")
    page.put(largest_exponent_without_infinity, "no exponent is reserved")


@derives(largest_exponent)
def highest_but_one(page):
    """Take the highest stored exponent but one."""
    page.start(
        Eq(e_max, (2**w_exp - 2) - e_bias), "the highest stored exponent stands for infinity"
    )
    page.put(exponent_bias, "one less than half the number of stored values")


@derives(largest_exponent_without_infinity)
def highest(page):
    """Take the highest stored exponent."""
    page.start(Eq(e_max, (2**w_exp - 1) - e_bias), "the highest stored exponent is a number")
    page.put(exponent_bias, "one less than half the number of stored values")


@derives(largest_number)
def all_ones(page):
    """Add up the bits of a full mantissa."""
    page.start(Eq(x_max, (1 + (1 - 2**-w_man)) * 2**e_max), "a leading 1, and all bits behind it")


@derives(largest_number_without_infinity)
def last_bit_missing(page):
    """Take the last bit from a full mantissa."""
    page.start(Eq(x_max, (1 + (1 - 2**-w_man) - 2**-w_man) * 2**e_max), "all bits but the last")


@derives(smallest_positive_number)
def last_bit_alone(page):
    """Set the last mantissa bit alone."""
    page.start(Eq(x_tiny, eps_fmt * x_min), "the smallest normal number times machine epsilon")
    page.put(format_grain, "the last bit of the mantissa")
    page.put(smallest_normal_number, "the smallest power of two")


largest = Variants(
    "largest-exponents",
    "Largest exponent of a format, by whether it has infinity",
    {
        largest_exponent: "with infinity: fp32, bf16, fp16, E5M2",
        largest_exponent_without_infinity: "without: E4M3, E3M2, E2M3, E2M1",
    },
    says="The same bits reach one power of two further without infinity.",
)

maxima = Variants(
    "largest-numbers",
    "Largest finite number of a format, by its special values",
    {
        ieee_format_maximum: "infinity and NaN at an exponent of their own: fp32, bf16, fp16, E5M2",
        one_nan_format_maximum: "one NaN pattern, no infinity: E4M3",
        finite_format_maximum: "neither: E2M1, E3M2, E2M3",
    },
    says="Ask which patterns are special before asking for the maximum.",
)
