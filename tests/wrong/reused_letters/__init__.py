"""A document whose letters change their meaning, with and without a word about it."""

from sympy import Eq

from derive.records import Notation, Reuse, Row, Scope, Source, formula, symbol

BOOK = Source("book", "A book on networks")

n = symbol("n", "message size", "byte")
beta = symbol("beta", "bandwidth", "byte/second")
T_msg = symbol("T_msg", "time of a message", "second")


@formula(source=BOOK.at("section 2"))
def message_time():
    """Time of one message, without latency."""
    return Eq(T_msg, n / beta)


letters = Notation(
    "book",
    source=BOOK,
    titles=("A book on networks",),
    scopes=(Scope("all"), Scope("second part", within="all")),
    reuses=(Reuse((r"\beta",), 12, "an exponent in part two"),),
    rows={
        "all": (
            Row("T", "T_msg", "time of a message"),
            Row("n", "n", "size of a message"),
            Row(r"\beta", "beta", "bandwidth"),
        ),
        "second part": (
            Row("n", says="layers of the model", wanted="L"),
            Row(r"\beta", says="an exponent", wanted="beta_D"),
            Row("T", "T_msg", "time of one message"),
        ),
    },
)
