"""Laws and misprints of the book, as the checker looks them up."""

from __future__ import annotations

import itertools

from test_document_against_itself import REGISTRY

from derive.entries.vocabulary_rows import vocabulary_of
from derive.lint.laws.holding import Holder, Pair
from derive.lint.laws.index import Index
from derive.lint.laws.meaning import meaning_of
from derive.notation import Rejection, parse_span


def test_the_letters_of_a_misprint_are_those_that_it_prints() -> None:
    vocabulary = vocabulary_of(REGISTRY)
    index = Index(vocabulary)
    lost = {}
    for erratum in vocabulary.errata:
        if erratum.letters is None or erratum.notation is None:
            continue
        holder = Holder(index, meaning_of(vocabulary, erratum.notation, erratum.scope))
        chain = parse_span(erratum.printed, holder.meaning.glyphs)
        assert not isinstance(chain, Rejection)
        for one, other in itertools.combinations_with_replacement(chain.members, 2):
            missing = holder.letters(Pair(one, "=", other)) - erratum.letters
            lost |= {erratum.id: missing} if missing else {}

    assert {} == lost
    assert any(erratum.letters for erratum in vocabulary.errata)


def test_the_laws_of_a_document_do_not_depend_on_those_read_before() -> None:
    vocabulary = vocabulary_of(REGISTRY)
    index, letters = Index(vocabulary), frozenset(("C", "Psi", "D", "s", "h"))
    alone = [entry.name for entry in index.require(letters).by_letter["Psi"]]

    index.require(frozenset(vocabulary.symbols))

    assert [entry.name for entry in index.require(letters).by_letter["Psi"]] == alone
