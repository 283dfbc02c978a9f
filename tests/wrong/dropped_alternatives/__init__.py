"""A law whose holds_for gives up what the law behind it needs, without a word."""

from sympy import Eq

from derive.records import Choice, Source, derives, formula, symbol

NET = Source("net", "Networks")

C = symbol("C", "FLOPs of a layer", "FLOP")
C_core = symbol("C_core", "FLOPs of attention", "FLOP")
C_all = symbol("C_all", "FLOPs of all layers", "FLOP")
w = symbol("w", "FLOPs of the weights", "FLOP")
L = symbol("L", "layers", "1", integer=True)

mask = Choice("mask", asks="Is there a mask?", alternatives={"full": "no", "causal": "yes"})
layers = Choice("layers", asks="Experts?", alternatives={"dense": "no", "experts": "yes"})


@formula(source=NET.at("section 1"), holds_for={"mask": "causal"})
def core_flops():
    """FLOPs of masked attention."""
    return Eq(C_core, w / 2)


@formula(source=NET.at("section 2"), holds_for={"layers": "dense"})
def layer_flops():
    """FLOPs of a layer, of which nobody knows any more that it has a mask."""
    return Eq(C, w + w / 2)


@formula(source=NET.at("section 3"), holds_for={"layers": "dense", "mask": ("full", "causal")})
def all_flops():
    """FLOPs of all layers, which say what they do with every choice behind them."""
    return Eq(C_all, L * (w + w / 2))


@derives(layer_flops)
def weights_and_attention(page):
    """Add attention to the weights."""
    page.start(Eq(C, w + C_core), "both")
    page.put(core_flops, "under the mask")


@derives(all_flops)
def layer_by_layer(page):
    """Count the layers."""
    page.start(Eq(C_all, L * C), "all alike")
    page.put(layer_flops, "one of them")
