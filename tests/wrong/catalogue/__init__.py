"""A catalogue with a bare number, a source without a place, and one name for two cards."""

from sympy import Eq

from derive.records import Entry, Figure, Source, formula, symbol

SHEET = Source("sheet", "Data sheet")

F = symbol("F", "peak of one card", "FLOP/second")
M = symbol("M", "memory of one card", "byte")
N = symbol("N", "number of cards", "1", integer=True, at_least=1)
F_all = symbol("F_all", "peak of all cards", "FLOP/second")
M_all = symbol("M_all", "memory of all cards", "byte")


@formula(source=SHEET.at("page 1"))
def all_peaks():
    """Peak of all cards."""
    return Eq(F_all, N * F)


@formula(source=SHEET.at("page 1"))
def all_memories():
    """Memory of all cards."""
    return Eq(M_all, N * M)


old = Entry(
    "old",
    "gpu",
    "Old card",
    source=SHEET.at("page 2"),
    figures={M: "16"},
    choices={"fp16": {F: "100 GB/s"}},
    aliases=("card",),
)
new = Entry(
    "new",
    "gpu",
    "New card, described in `old_card`",
    source=SHEET.at(""),
    figures={M: Figure("32 GB", SHEET.at("page 4")), N: "0"},
    says="Better than `older`.",
    aliases=("card",),
)
link = Entry("card", "link", "A link may have the name", source=SHEET.at("page 3"), figures={})
