"""Laws in other documents' letters: the letters change, the law does not."""

from __future__ import annotations

import pytest

from derive.entries.workings import translated
from derive.errors import UnknownName
from derive.registry import load

REGISTRY = load()

# Formula, document, the law as that document would print it.
PRINTED = [
    ("ring_all_reduce_time", "distributed-appendix", "T_ar = (2 p - 2)(α + β m / p)"),
    ("ring_all_reduce_time", "minimal-formalism", "T_ar = 2 (N - 1)(α + n / (N β))"),
    ("bubble_ratio", "megatron-2021", "r_bubble = (p - 1) / m"),
    ("training_flops", "chinchilla", "C = 6 N D"),
    ("interleaved_bubble_ratio", "megatron-2021", "r_bubble = (p - 1) / (v m)"),
]


@pytest.mark.parametrize(("formula", "document", "printed"), PRINTED)
def test_a_law_reads_as_the_document_would_print_it(
    formula: str, document: str, printed: str
) -> None:
    assert printed == translated(REGISTRY, formula, document).text


def test_a_quantity_that_differs_is_converted_and_told() -> None:
    found = translated(REGISTRY, "alpha_beta_time", "distributed-appendix")

    assert any("not the link bandwidth" in warning for warning in found.warnings)


def test_a_letter_with_two_meanings_there_is_told() -> None:
    found = translated(REGISTRY, "alpha_beta_time", "minimal-formalism")

    assert any("also means" in warning for warning in found.warnings)


def test_an_unknown_document_gets_a_guess() -> None:
    with pytest.raises(UnknownName, match="did you mean megatron-2021"):
        translated(REGISTRY, "bubble_ratio", "megatron-2020")
