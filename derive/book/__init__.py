"""The book: a registry, computed once, as plain dictionaries of finished strings.

Nothing behind this floor knows SymPy. A book is what ``json`` can hold; its
shape is declared in ``shapes`` and ``pieces``, and three conventions name its strings:

- ``says``, ``lead``, ``leaves_out``, ``reason`` are *prose*: plain text in
  paragraphs, in which a name in backticks is a promise to link to it.
- ``mathml`` is a whole ``<math>`` element in which the letter of a symbol is
  ``<a data-s="N_dp">``: whoever makes a page adds the address.
- Everything else is plain text, not escaped.

``address`` is the stable path of a record's page, ``symbols/n_dp-cap``.
"""

PARTS = ("locate.py", "notation", "solve", "answers", "check", "book")
"""What of the engine can change a book, beside what can change the entries of questions."""
