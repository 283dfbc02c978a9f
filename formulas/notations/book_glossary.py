"""The glossary of the training book: words only, no letters of its own."""

from derive.records import Notation, Scope

from ..sources import TRAINING_BOOK

book_glossary = Notation(
    "book-glossary",
    source=TRAINING_BOOK,
    titles=("Glossary",),
    says="Terms without mathematics; its letters are those of its book.",
    scopes=(Scope("glossary", "Glossary"),),
    rows={"glossary": ()},
)
