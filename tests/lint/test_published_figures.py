"""Figures of models and accelerators that a text names, against those of the catalogue."""

from __future__ import annotations

import pytest
from provable import lines_of

PEAKS = "| GPU | Dense BF16 peak (TFLOP/s) |\n|---|---|\n| A100 SXM 80 GB | 312 |\n"
EXPERTS = "DeepSeek-V3 has 61 layers with 256 routed experts and sends a token to "
SHAPE = "| Model | $x$ | $y$ | $z$ |\n|---|---|---|---|\n| Llama 2 70B | 80 | 8192 | "
LETTERS = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $x$ | number of layers | layers |\n"
    "| $y$ | hidden size | ratio |\n| $z$ | key-value heads | heads |\n\n"
)
TOLD = {
    # What the text says, in which line it is told.
    "a number of heads": (
        "GPT-3 has 96 layers, 64 attention heads and a hidden size of 12288.", 1,
    ),
    "a width": ("Llama 3 8B has 32 layers and 32 attention heads, and it is 8192 wide.", 1),
    "experts of a token": (EXPERTS + "6 of the routed ones.", 1),
    "a cell below a letter": (LETTERS + SHAPE + "16 |\n", 9),
    "a dense peak": ("The dense peak of an H100 SXM in bfloat16 is 1979 TFLOP/s.", 1),
    "a dense peak in a table": (PEAKS + "| H100 SXM | 1979 |\n", 4),
}  # fmt: skip
SILENT = {
    "a shape that is right": "GPT-3 has 96 layers, 96 attention heads and a hidden size of 12288.",
    "experts that are right": EXPERTS + "8 of the routed ones.",
    "a cell that is right": LETTERS + SHAPE + "8 |\n",
    "a part of the experts on each device": (
        "Mixtral 8x7B has 32 layers of 8 experts, 4096 wide, and each GPU holds 4 experts."
    ),
    "a part of the layers on a stage": (
        "DeepSeek-V3 has 61 layers with 256 routed experts, 7168 wide; a stage keeps 16 layers."
    ),
    "layers that are offloaded": (
        "We run Llama 2 70B with its 64 heads, 8192 wide, and offload 20 layers."
    ),
    "layers of a machine": (
        "Llama 2 70B has 64 heads and is 8192 wide; a machine of ours fits 20 layers."
    ),
    "blocks of another width": (
        "Llama 2 70B has 80 layers with 64 heads, and its attention works on blocks that are 256 "
        "wide."
    ),
    "a column of what is frozen": (
        "| Model | Layers frozen | Heads | Residual width |\n|---|---|---|---|\n"
        "| Llama 2 70B | 20 | 64 | 8192 |\n"
    ),
    "a name in letters of another alphabet": "We train M\u0131xtral 8x7B with 32 layers.",
    "what is quoted as code": "`GPT-3, whose 96 layers are 12288 wide with 64 attention heads`.",
    "one figure alone": "GPT-3 has 96 layers and 64 attention heads.",
    "another model of the family": "GPT-3 13B has 96 layers, 12288 wide, with 64 attention heads.",
    "a model that is changed": (
        "We take Llama 2 70B with 80 layers and 64 attention heads, but 16 key-value heads."
    ),
    "another model beside it": (
        "GPT-3 has 96 layers and is 12288 wide, Llama 2 70B has 64 attention heads."
    ),
    "what is denied": "GPT-3 does not have 96 layers of 64 attention heads that are 12288 wide.",
    "a peak with sparsity": "In BF16 the H100 SXM reaches 989 TFLOP/s dense, 1979 with sparsity.",
    "a peak of another precision": "The dense peak of an H100 SXM in FP8 is 1979 TFLOP/s.",
    "a peak of no precision": "The dense peak of an H100 SXM is 1979 TFLOP/s.",
    "a dense model": "A dense model on an H100 SXM in BF16 attains 400 TFLOP/s.",
    "peaks that are dense": PEAKS + "| H100 SXM | 989 |\n",
    "peaks that are all sparse": (
        "| GPU | BF16 peak (TFLOP/s) |\n|---|---|\n| A100 SXM 80 GB | 624 |\n| H100 SXM | 1979 |\n"
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_a_figure_that_is_not_the_published_one_is_told(case: str) -> None:
    """Beside others that are right, or where the text says which peak it means."""
    text, line = TOLD[case]
    assert lines_of(text) == [line]


@pytest.mark.parametrize("case", SILENT)
def test_what_may_be_meant_otherwise_is_let_be(case: str) -> None:
    """A model of its own, one figure alone, a peak that is called what it is."""
    assert lines_of(SILENT[case]) == []
