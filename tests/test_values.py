"""Values as people give them: text, numbers, intervals and grids, read exactly."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from derive.errors import UnknownUnit, UnreadableValue, ValueProblem, WrongUnit
from derive.units import (
    Grid,
    Interval,
    Quantity,
    Unit,
    UnitTable,
    at_least,
    at_most,
    between,
    number_text,
    read_value,
    related,
    split_given,
)

TABLE = UnitTable.from_file(Path(__file__).resolve().parent.parent / "formulas" / "units.txt")


def read(value: Any, unit: str, *, count: bool = False, symbol: str = "x") -> Any:
    return read_value(value, unit=TABLE.unit(unit), table=TABLE, symbol=symbol, count=count)


def reading(value: Any, unit: str, *, count: bool = False) -> str:
    """What comes out in words, a value or a ValueProblem; nothing else is caught."""
    try:
        return str(read(value, unit, count=count))
    except ValueProblem as problem:
        return str(problem)


def magnitude(value: Any, unit: str, *, count: bool = False) -> Fraction:
    quantity = read(value, unit, count=count)
    assert isinstance(quantity, Quantity)
    assert isinstance(quantity.magnitude, Fraction)
    return quantity.magnitude


READ = [
    (80 * 10**9, "80 GB", "byte"),
    (80 * 10**9, "80GB", "byte"),
    (80 * 10**9, "  80  GB  ", "byte"),
    (80 * 10**9, "80\u00a0GB", "byte"),
    (80 * 2**30, "80 GiB", "byte"),
    (80, "80 GB", "GB"),
    (900 * 10**9, "900 GB/s", "byte/second"),
    (50 * 10**9, "400 Gbit/s", "byte/second"),
    (50 * 10**9, "400 Gbps", "byte/second"),
    (989 * 10**12, "989 TFLOP/s", "FLOP/second"),
    (989 * 10**12, "989 TFLOPS", "FLOP/second"),
    (4 * 10**15, "4 PFLOP/s", "FLOP/second/GPU"),
    (Fraction(5, 10**6), "5 us", "second"),
    (Fraction(5, 10**6), "5 \u00b5s", "second"),
    (Fraction(5, 10**6), "5 \u03bcs", "second"),
    (18_000, "5 hours", "second"),
    (2, "2 USD/hour", "USD/hour"),
    (Fraction(2, 3600), "2 USD/hour", "USD/second"),
    (2, "2 USD/(GPU hour)", "USD/(GPU hour)"),
    (2, "2 USD/GPU-hour", "USD/(GPU hour)"),
    (2, "$2/hour", "USD/(GPU hour)"),
    (2, "$2/hr", "USD/hour"),
    (2, "2$/h", "USD/hour"),
    (Fraction("1.99"), "$1.99/gpu-hour", "USD/(GPU hour)"),
    (Fraction("2.5"), "$2.50/gpu/hr", "USD/(GPU hour)"),
    (2, "$ 2 per hour", "USD/hour"),
    (1000, "$1,000", "USD"),
    (-2, "$-2", "USD"),
    (3, "3/day", "1/day"),
    (70 * 10**9, "70e9", "param"),
    (70 * 10**9, "70E+9 params", "param"),
    (32_768, "32,768", "1"),
    (1_000, "1_000", "token"),
    (Fraction(1, 10), ".1", "second"),
    (80, "80.", "byte"),
    (-3, "-3", "1"),
    (-3, "\u22123", "1"),
    (2, "2 byte/param", "byte/param"),
    (2, "2 byte", "byte/param"),
    (Fraction(1, 20), "5 %", "1"),
    (Fraction(1, 20), "5%", "1"),
    (64, "64", "GPU"),
    (64, "64 GPUs", "GPU"),
    (80 * 10**9, "80 GB/GPU", "byte"),
    (70 * 10**9, "70B", "param"),
    (70 * 10**9, "70 B", "param"),
    (7 * 10**9, "7b", "param"),
    (13 * 10**9, "13bn params", "param"),
    (1_200_000, "1.2M token/s", "token/second"),
    (1_200_000, "1.2 M tokens/s", "token/second"),
    (300_000, "300k tok/s", "token/second"),
    (300_000, "300k", "token/second"),
    (3_000_000, "3 million tokens per second", "token/second"),
    (15 * 10**12, "15T tok", "token"),
    (10_000, "10k tokens/s/GPU", "token/second"),
    (80 * 10**9, "80GB", "byte"),
    (50 * 10**9, "400Gbps", "byte/second"),
    (3_350 * 10**9, "3.35TB/s", "byte/second"),
    (14 * 86_400, "2 weeks", "second"),
    (30 * 86_400, "30days", "second"),
    (70 * 10**9, "70B params", "param"),
    (7 * 10**9, "7 billion params", "param"),
    (Fraction(15, 10) * 10**12, "1.5T", "token"),
    (128_000, "128K", "token"),
    (131_072, "128Ki", "token"),
    (70, "70B", "byte"),
    (10**400, "1e400", "1"),
    (Fraction(1, 3), "1/3", "1"),
    (Fraction(-2, 3), "-2/3", "1"),
    (Fraction(1, 3), "1 / 3", "1"),
    (Fraction(1, 3), "0.5/1.5", "1"),
    (Fraction(10**10, 3), "10/3 GB", "byte"),
    (Fraction(1, 2), "1/2/day", "1/day"),
    (Fraction(1, 300), "1/3 %", "1"),
    (500_000, "1/2 million", "token"),
    (30_840_000 * 3600, "30.84 million GPU hours", "GPU*second"),
    (30_840_000 * 3600, "30.84M GPU hours", "GPU*second"),
    (2_500_000, "$2.5 million", "USD"),
    (2_500_000, "$2.5M", "USD"),
    (100_000, "100k USD", "USD"),
    (3_000_000, "3 million", "1"),
    (50 * 10**9, "400 Gb/s", "byte/second"),
    (12_500_000, "100Mb/s", "byte/second"),
    (5, "5 number", "1"),
    (5, "5 dimensionless", "1"),
    (5, "5 one", "GPU"),
]


@pytest.mark.parametrize(("expected", "text", "unit"), READ)
def test_a_text_is_read_exactly_in_the_declared_unit(
    expected: Fraction, text: str, unit: str
) -> None:
    quantity = read(text, unit)

    assert quantity.magnitude == expected
    assert str(quantity.unit) == str(TABLE.unit(unit))


NUMBERS = [
    (Fraction(1, 10), 0.1),
    (70 * 10**9, 70e9),
    (7, 7),
    (Fraction(2, 3), Fraction(2, 3)),
    (Fraction(1, 10), Decimal("0.1")),
]


@pytest.mark.parametrize(("expected", "value"), NUMBERS)
def test_a_python_number_means_the_decimal_that_was_typed(expected: Fraction, value: Any) -> None:
    assert magnitude(value, "byte") == expected


def test_numpy_numbers_and_arrays_are_read() -> None:
    numpy = pytest.importorskip("numpy")

    assert magnitude(numpy.float64(0.1), "byte") == Fraction(1, 10)
    assert magnitude(numpy.float32(0.1), "byte") == Fraction(1, 10)
    assert magnitude(numpy.int64(7), "byte") == 7
    assert magnitude(numpy.array(7), "byte") == 7
    assert read(numpy.array([1, 2]), "byte").magnitude.tolist() == [1.0, 2.0]
    assert read([1, 2.5], "byte").magnitude.tolist() == [1.0, 2.5]
    in_gigabytes = Quantity(numpy.array([1.0, 2.0]), TABLE.unit("GB"))
    assert read(in_gigabytes, "byte").magnitude.tolist() == [1e9, 2e9]
    for bad in (numpy.array([1, numpy.nan]), numpy.array(["a"]), [1, [2]], [], ["80 GB"]):
        with pytest.raises(UnreadableValue):
            read(bad, "byte")


def test_a_quantity_is_read_in_the_declared_unit() -> None:
    assert magnitude(Quantity(Fraction(80), TABLE.unit("GB")), "byte") == 80 * 10**9
    assert magnitude(Quantity(1.5, TABLE.unit("GB")), "byte") == 1_500_000_000
    with pytest.raises(WrongUnit):
        read(Quantity(Fraction(80), TABLE.unit("GB")), "second")


ECHOES = [
    ("70B read as 70e9", "70B", "param"),
    ("1.5T read as 1.5e12", "1.5T tokens", "token"),
    ("7 billion read as 7e9", "7 billion", "param"),
    ("128K read as 128e3, not 128Ki", "128K", "token"),
    ("128Ki read as 128 x 1024", "128Ki", "token"),
    ("400 Gbit/s read as 50 GB/s", "400 Gbit/s", "byte/second"),
    ("2 byte read as 2 byte/param", "2 byte", "byte/param"),
    ("400 Gb/s read as 400 Gbit/s, 50 GB/s", "400 Gb/s", "byte/second"),
    ("400 Gb/s read as 400 Gbit/s", "400 Gb/s", "Gbit/s"),
    ("1/3 read as 0.3333 (kept exact)", "1/3", "1"),
    ("1/3 GB read as 333.3 MB (kept exact)", "1/3 GB", "byte"),
    ("", "80 GB", "byte"),
    ("", "64 GPUs", "GPU"),
    ("", "400 Gbit/s", "Gbit/s"),
]


@pytest.mark.parametrize(("echo", "text", "unit"), ECHOES)
def test_what_could_be_misread_is_echoed(echo: str, text: str, unit: str) -> None:
    assert read(text, unit).read_as == echo


def test_a_suffix_needs_a_count() -> None:
    assert magnitude("4k", "1", count=True) == 4000
    with pytest.raises(UnknownUnit):
        read("4k", "1")
    with pytest.raises(UnknownUnit) as caught:
        read("80 T", "FLOP")

    assert caught.value.guess == "TFLOP"


# A rate of something strict takes no thousands of its own: 900 G is no bandwidth yet.
GUESSED = [
    ("GB", "80G", "byte"),
    ("GB/s", "900 G", "byte/second"),
    ("TFLOPS", "989 tflops", "FLOP/second"),
    ("TFLOPs", "989 tflops", "FLOP"),
]


@pytest.mark.parametrize(("guess", "text", "unit"), GUESSED)
def test_the_guess_measures_what_is_asked_for(guess: str, text: str, unit: str) -> None:
    with pytest.raises(UnknownUnit) as caught:
        read(text, unit)

    assert caught.value.guess == guess


# --- intervals, grids, givens ---------------------------------------------------

INTERVALS = [
    (600 * 10**12, 989 * 10**12, "600..989 TFLOP/s", "FLOP/second"),
    (10**9, 80 * 10**9, "1 GB .. 80 GB", "byte"),
    (10**6, 80 * 10**9, "1 MB..80 GB", "byte"),
    (0, 1, "0..1", "1"),
    (Fraction(1, 2), Fraction(3, 2), ".5..1.5", "1"),
    (1, 4000, "1..4k", "token"),
    (None, 80 * 10**9, "<= 80 GB", "byte"),
    (None, 80 * 10**9, "≤80 GB", "byte"),
    (80 * 10**9, None, ">=80 GB", "byte"),
    (80, None, "80..", "byte"),
    (Fraction(1, 3), Fraction(2, 3), "1/3..2/3", "1"),
    (Fraction(10**9, 3), 10**9, "1/3..1 GB", "byte"),
    (None, 80, "..80", "byte"),
    (None, 80 * 10**9, at_most("80 GB"), "byte"),
    (80 * 10**9, None, at_least("80 GB"), "byte"),
    (1, 2 * 10**9, between(1, "2 GB"), "byte"),
]


@pytest.mark.parametrize(("low", "high", "value", "unit"), INTERVALS)
def test_an_interval_is_read(
    low: Fraction | None, high: Fraction | None, value: Any, unit: str
) -> None:
    interval = read(value, unit)

    assert isinstance(interval, Interval)
    ends = [None if end is None else end.magnitude for end in (interval.low, interval.high)]
    assert ends == [low, high]


def test_a_strict_relation_leaves_its_end_out() -> None:
    assert read("< 5", "1") == Interval(high=read("5", "1"), high_open=True)
    assert read("> 5", "1") == Interval(low=read("5", "1"), low_open=True)
    assert related("<", "5") == Interval(high="5", high_open=True)
    assert related("=", "5") == "5"


GRIDS = [
    ([1, 2, 3, 4], "1:4", "GPU"),
    ([1, 2, 4, 8, 10], "1:10:log", "GPU"),
    ([1, 2, 4, 8, 16], "1:16:log", "GPU"),
    ([1, 4, 7], "1:7:3", "GPU"),
    ([1, 2, 4], "1:4:3", "GPU"),
    ([Fraction(1), Fraction(5, 2), Fraction(4)], "1:4:3", "second"),
    ([10**9, 2 * 10**9, 4 * 10**9], "1:4 GB:log", "byte"),
    ([1000, 2000], "1k:2k:2", "token"),
]


@pytest.mark.parametrize(("points", "text", "unit"), GRIDS)
def test_a_grid_holds_both_ends(points: list[Fraction], text: str, unit: str) -> None:
    grid = read(text, unit)

    assert isinstance(grid, Grid)
    assert list(grid.magnitudes()) == points
    assert [quantity.magnitude for quantity in grid] == points


GIVENS = [
    (("M_state", "<=", "80 GB"), "M_state <= 80 GB"),
    (("M_state", "<=", "80 GB"), "M_state<=80 GB"),
    (("M_state", "<=", "80 GB"), "M_state ≤ 80 GB"),
    (("M_state", ">=", "80 GB"), "M_state=>80 GB"),
    (("M_state", ">=", "80 GB"), "M_state ≥80 GB"),
    (("m", "<", "3"), "m<3"),
    (("Psi", "=", "70e9"), "Psi=70e9"),
    (("Psi", "=", "70e9"), " Psi == 70e9 "),
    (("\\alpha", "=", "5 us"), "\\alpha = 5 us"),
    (("α", "=", "5 us"), "α=5 us"),
    (("N", "=", "1:1024:log"), "N=1:1024:log"),
]


@pytest.mark.parametrize(("parts", "text"), GIVENS)
def test_a_given_is_taken_apart(parts: tuple[str, str, str], text: str) -> None:
    assert split_given(text) == parts


@pytest.mark.parametrize(
    "text", ["", "M_state", "=5", "M=", "a<b<c", "1 <= M <= 2", "x" * 1000, "M\x07=3", "<="]
)
def test_a_given_that_cannot_be_taken_apart_says_how_to_write_it(text: str) -> None:
    with pytest.raises(UnreadableValue) as caught:
        split_given(text)

    assert re.search("name=value|missing|one relation|empty|longer|control", str(caught.value))


def test_a_bound_that_was_typed_after_an_equals_sign_is_shown_as_it_is_written() -> None:
    with pytest.raises(UnreadableValue, match='as "M_state <= 60 GB"'):
        split_given("M_state=<= 60 GB")


# --- what is refused ------------------------------------------------------------

LADDER = "give a number in byte, kB, MB, GB, TB, PB or EB"
TOTAL = "is in byte/param, which does not convert to byte (it is per param, but a total is meant)"
MESSAGES = [
    (f"M: there is no unit 'potatoes'; {LADDER}", "80 potatoes"),
    (f"M: there is no unit 'mB' (did you mean MB?); {LADDER}", "80 mB"),
    (f"M: there is no unit 'gb' (did you mean GB?); {LADDER}", "80 gb"),
    (f"M: there is no unit 'Gb' (did you mean Gbit or GB?); {LADDER}", "80 Gb"),
    (f"M: '80 GB/' is not a value: a unit is missing after '/'; {LADDER}", "80 GB/"),
    (
        "M: '10**10**8' is not a value: arithmetic is not evaluated; write a number such as 1e9; "
        + LADDER,
        "10**10**8",
    ),
    (
        f"M: '1 byte**9**9**9' is not a value: a power stands on another power; {LADDER}",
        "1 byte**9**9**9",
    ),
    (f"M: 'NaN' is not a value: it does not begin with a number; {LADDER}", "NaN"),
    (f"M: 'inf' is not a value: it does not begin with a number; {LADDER}", "inf"),
    (f"M: '1e999 GB' is not a value: its exponent is beyond 400; {LADDER}", "1e999 GB"),
    (f"M: '' is not a value: it is empty; {LADDER}", ""),
    (
        f"M: '{'8' * 39}…' is not a value: it is longer than 100 characters; {LADDER}",
        "8" * 10_000,
    ),
    (
        f"M: '80 \\x1b[31mGB' is not a value: it holds control characters; {LADDER}",
        "80 \x1b[31mGB",
    ),
    (f"M: '80 ((GB))' is not a value: parentheses nest only once; {LADDER}", "80 ((GB))"),
    (f"M: '80 us' is in us, which does not convert to byte; {LADDER}", "80 us"),
    (
        "M: '80 GB/s' is in GB/s, which does not convert to byte ('/second' does not belong); "
        + LADDER,
        "80 GB/s",
    ),
    (
        f"M: '2 byte/param' {TOTAL}; {LADDER}",
        "2 byte/param",
    ),
]


@pytest.mark.parametrize(("message", "text"), MESSAGES)
def test_a_bad_value_gets_one_line_with_the_symbol_and_its_units(message: str, text: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        read(text, "byte", symbol="M")

    assert str(caught.value) == message


WRONG = [
    ("'/second' is missing", "989 TFLOPs", "FLOP/second"),
    ("'/second' is missing", "80 GB", "byte/second"),
    ("'/second' does not belong", "989 TFLOPS", "FLOP"),
    ("'second' does not belong", "5 GB s", "byte"),
    ("these count different things", "64 token", "GPU"),
    ("these count different things", "64 ranks", "GPU"),
    ("per token is not per sequence", "5 FLOP/token", "FLOP/sequence"),
    ("", "80 GB", "second"),
    ("", "5 us", "GPU"),
]


@pytest.mark.parametrize(("note", "text", "unit"), WRONG)
def test_a_wrong_unit_is_refused_with_the_likely_slip(note: str, text: str, unit: str) -> None:
    with pytest.raises(WrongUnit) as caught:
        read(text, unit)

    assert caught.value.note == note


REFUSED: list[tuple[Any, str]] = [
    *[(text, "byte") for text in ("1,5 GB", "1__0", "1_", "_1", "0x10", "1e", "1 2", "٣ GB")],
    *[(text, "1") for text in ("1/0", "1/2/3", "1/-3", "1/", "1//3", "1/3^2", "1/1e500")],
    *[(text, "byte") for text in ("80 GB 5", "80 + 3", "..", "9..1", "1..2..3", "1...", "GB")],
    *[(text, "GPU") for text in (":", "1:", ":2", "2:1", "0:8:log", "1:2:3:4", "1:8:x", "1:8:1")],
    *[(text, "GPU") for text in ("1:1e9", "1:8:9999999", "<=", "<= >= 3", "<= 1..2", "1" * 61)],
    *[(text, "byte") for text in ("1e401", "1e-401", "1e99999999999", "1" + ",000" * 30)],
    *[(number, "1") for number in (float("nan"), float("inf"), 10**9999, Decimal("1e9999"))],
    *[(number, "1") for number in (True, None, 1j, b"80", Decimal("NaN"), object(), {}, len)],
    (Interval(), "byte"),
    (Interval("1..2", "3"), "byte"),
    (Interval(Interval(1, 2), 3), "byte"),
    (between("80 GB", "8 GB"), "byte"),
    (Quantity(float("nan"), TABLE.unit("byte")), "byte"),
]


@pytest.mark.parametrize(
    ("value", "unit"),
    REFUSED,
    ids=lambda value: ascii(value)[:20] if isinstance(value, str) else type(value).__name__,
)
def test_what_cannot_be_read_is_a_value_problem_of_one_line(value: Any, unit: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        read(value, unit, symbol="x")

    assert str(caught.value).startswith("x: ")
    assert str(caught.value).isprintable()


# --- for every text ---------------------------------------------------------------

PIECES = [
    *["1", "80", "9" * 50, "1e9", "1e400", "-", ".", ",", "_", "e", "NaN", "inf", " ", "\t", "\n"],
    *["GB", "byte", "s", "us", "GPU", "%", "$", "B", "k", "Ki", "TFLOP", "hour", "per", "billion"],
    *["/", "*", "**", "^", "^9", "**9", "^-1", "(", ")", "..", ":", ":log", "<=", ">=", "=", "≤"],
    *["\x00", "\x1b", "\u202e", "é", "٣", "𝟗", "\ud800", "-hour", "GPU-hour", "1/"],
]
UNITS = ["byte", "byte/second", "second", "FLOP/second/GPU", "param", "GPU", "1", "USD/(GPU hour)"]


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=120),
    st.sampled_from(UNITS),
    st.booleans(),
)
@example(text="1" + "0" * 9999, unit="byte", count=True)
@example(text="((((" * 20, unit="byte", count=False)
def test_any_text_is_read_or_refused_in_one_line(text: str, unit: str, count: bool) -> None:  # noqa: FBT001  hypothesis passes it
    answer = reading(text, unit, count=count)

    assert answer.isprintable()
    assert len(answer) < 400


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=120))
def test_any_given_is_taken_apart_or_refused(text: str) -> None:
    try:
        name, relation, value = split_given(text)
    except ValueProblem as problem:
        name, relation, value = str(problem), "=", "refused"

    assert name.isprintable()
    assert relation in {"=", "<=", ">=", "<", ">"}
    assert value


@given(
    st.one_of(
        st.floats(), st.integers(), st.fractions(), st.decimals(), st.none(), st.binary(),
        st.booleans(), st.complex_numbers(), st.lists(st.floats()), st.dates(),
    ),
    st.sampled_from(UNITS),
)  # fmt: skip
def test_any_object_is_read_or_refused(value: object, unit: str) -> None:
    assert reading(value, unit).isprintable()


@given(
    st.decimals(min_value=-(10**12), max_value=10**12, places=6),
    st.sampled_from(TABLE.like(TABLE.unit("byte/second")) + TABLE.like(TABLE.unit("second"))),
)
def test_changing_the_unit_keeps_the_value(number: Decimal, unit: Unit) -> None:
    declared = TABLE.unit("byte/second" if "/" in str(unit) else "second")
    quantity = read_value(f"{number:f} {unit}", unit=declared, table=TABLE)

    assert isinstance(quantity, Quantity)
    assert quantity.to(unit).magnitude == Fraction(number)


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9
    )
)
def test_a_printed_number_reads_back_within_its_digits(number: Decimal) -> None:
    exactly = Fraction(number)
    printed = magnitude(number_text(exactly, 6), "1")

    assert abs(printed - exactly) <= abs(exactly) * Fraction(5, 10**6)


@given(st.integers(1, 300), st.integers(1, 300))
def test_a_grid_rises_and_keeps_its_ends(low: int, width: int) -> None:
    points = read(f"{low}:{low + width}:log", "GPU").magnitudes()

    assert points[0] == low
    assert points[-1] == low + width
    assert all(a < b for a, b in pairwise(points))
