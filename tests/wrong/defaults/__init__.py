"""A default that its own law does not give."""

from sympy import Eq

from derive.records import Source, constant, formula, symbol

BOOK = Source("book", "Training")

n_ar = symbol("n_ar", "all-reduces of a layer", "1", integer=True, default="6")
n_pass = symbol("n_pass", "forward passes", "1", integer=True, default="1")
n_kept = symbol("n_kept", "passes with one kept", "1", integer=True, default="2")
n_free = symbol("n_free", "passes and free ones", "1", integer=True, default="3")
n_any = symbol("n_any", "free passes", "1", integer=True)
blocks = constant("blocks", 2, "1", "blocks of a layer", says="Attention and network.")


@formula(source=BOOK.at("chapter 4"))
def layer_all_reduces():
    """All-reduces of a layer."""
    return Eq(n_ar, blocks * (n_pass + 1))


@formula(source=BOOK.at("chapter 4"))
def passes_with_one_kept():
    """Passes with one kept: the default follows."""
    return Eq(n_kept, n_pass + 1)


@formula(source=BOOK.at("chapter 4"))
def passes_with_free_ones():
    """Passes with free ones: one letter has no default."""
    return Eq(n_free, n_pass + n_any)
