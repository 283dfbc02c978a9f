"""A small book for the tests of the site: made up, but in the real shape."""

# ruff: noqa: E501  a fixture reads best with one record on one line

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.book.pen import address
from derive.book.shapes import Book
from derive.search.words import different_words

LETTERS = {
    "M_state": ("𝑀", "state", "model-state memory of one GPU", "byte", "a number above 0", "", ""),
    "Psi": ("Ψ", "", "number of parameters", "param", "a number above 0", "", "1e9..1e12 param"),
    "N_dp": ("𝑁", "dp", "data-parallel degree", "GPU", "an integer of at least 1", "", "1..1024"),
    "b_param": ("𝑏", "param", "bytes per parameter", "byte/param", "a number above 0", "2", ""),
    "T_ar": ("𝑇", "ar", "time of an all-reduce", "second", "a number above 0", "", ""),
    "N": ("𝑁", "", "number of ranks", "GPU", "an integer of at least 1", "", "2..1024"),
    "n": ("𝑛", "", "size of the message", "byte", "a number above 0", "", "1 kB..10 GB"),
    "alpha": ("𝛼", "", "latency of one message", "second", "a number above 0", "", "1..10 us"),
    "beta": (
        "𝛽",
        "",
        "bandwidth of one link",
        "byte/second",
        "a number above 0",
        "",
        "25..900 GB/s",
    ),
    "f_bubble": (
        "𝑓",
        "bubble",
        "idle fraction of the total time",
        "1",
        "a number from 0 to 1",
        "",
        "",
    ),
    "p": ("𝑝", "", "pipeline stages", "1", "an integer of at least 1", "", "2..64"),
    "m": ("𝑚", "", "micro-batches in flight", "1", "an integer of at least 1", "", "8..256"),
}
ENERGY = "ZeRO: Memory Optimizations <Toward> Training"


def math(body: str, *, display: bool = False) -> str:
    shape = ' display="block"' if display else ""
    return f"<math{shape}>{body}</math>"


def token(name: str) -> str:
    base, sub = LETTERS[name][:2]
    link = f'<mtext><a data-s="{name}">{base}</a></mtext>'
    if not sub:
        return link
    low = f'<mtext><a data-s="{name}">{sub}</a></mtext>'
    return f"<msub>{link}{low}</msub>"


def row(*parts: str) -> str:
    """Letters by name, anything else as an operator or number."""
    made = []
    for part in parts:
        if part in LETTERS:
            made.append(token(part))
        elif part.startswith("<"):
            made.append(part)
        else:
            tag = "mn" if part.isdigit() else "mo"
            made.append(f"<{tag}>{part}</{tag}>")
    return f"<mrow>{''.join(made)}</mrow>"


def over(top: str, bottom: str) -> str:
    return f"<mfrac>{top}{bottom}</mfrac>"


def ref(kind: str, name: str, title: str, subject: str = "") -> Any:
    return {"kind": kind, "id": name, "title": title, "address": address(kind, name, subject)}


def letter_row(name: str) -> Any:
    _, _, meaning, unit, domain, default, typical = LETTERS[name]
    return {
        "id": name,
        "address": address("symbol", name),
        "mathml": math(token(name)),
        "meaning": meaning,
        "unit": unit,
        "domain": domain,
        "default": default,
        "typical": typical,
    }


SUBJECTS = {
    "memory": ("Memory", "What one GPU must hold while it trains."),
    "collectives": ("Collectives", "What it costs to combine numbers over many GPUs."),
}
FORMULAS = {
    "zero3_memory": ("memory", "Model-state memory of one GPU under ZeRO-3"),
    "ring_all_reduce_time": ("collectives", "Time until every rank holds the sum of all messages"),
    "bubble_fraction": ("memory", "Idle share of a pipeline's total time"),
}
LAWS = {
    "zero3_memory": row("M_state", "=", over(row("b_param", "Psi"), token("N_dp"))),
    "ring_all_reduce_time": row(
        "T_ar",
        "=",
        "2",
        "(",
        "N",
        "−",
        "1",
        ")",
        "(",
        "alpha",
        "+",
        over(token("n"), row("N", "beta")),
        ")",
    ),
    "bubble_fraction": row("f_bubble", "=", over(row("p", "−", "1"), row("m", "+", "p", "−", "1"))),
}
USED = {
    "zero3_memory": ["M_state", "b_param", "Psi", "N_dp"],
    "ring_all_reduce_time": ["T_ar", "N", "alpha", "n", "beta"],
    "bubble_fraction": ["f_bubble", "p", "m"],
}


def formula_ref(name: str) -> Any:
    subject, title = FORMULAS[name]
    return ref("formula", name, title, subject)


def subject_ref(name: str) -> Any:
    return ref("subject", name, SUBJECTS[name][0])


def card(name: str) -> Any:
    return {
        "formula": formula_ref(name),
        "subject": subject_ref(FORMULAS[name][0]),
        "mathml": math(LAWS[name]),
    }


PROGRAM = {"inputs": ["N"], "steps": [["input", 0], ["const", 2], ["mul", 2]]}


def cited(source: str, place: str) -> Any:
    title, short = {
        "zero": (ENERGY, "Rajbhandari 2020"),
        "ring": ("Bandwidth optimal", "Patarasuk 2009"),
    }[source]
    return {"source": ref("source", source, title), "place": place, "short": short}


def entry_page() -> Any:
    """Eight ranks on a ring, which two tables print with other messages."""
    figures = [{"symbol": "N", "value": "8", "says": "", "source": cited("ring", "table 1")}]
    size = [
        {"symbol": "n", "value": "1 GB", "says": "as `ring` has it", "source": figures[0]["source"]}
    ]
    return {
        "id": "ring-8",
        "address": address("entry", "ring-8"),
        "shelf": "gpu",
        "title": "Eight ranks",
        "says": "They stand in one node & <nowhere else>.",
        "aliases": ["ring8"],
        "figures": figures,
        "choices": {"large": size, "small": [{**size[0], "value": "1 MB"}]},
        "quoted": {"both directions": "2 GB"},
        "source": cited("ring", "table 1"),
        "declared": "catalog/rings.py:3",
    }


def written(body: str, text: str) -> Any:
    return {"mathml": math(body), "latex": text, "text": text}


def formula_page(name: str) -> Any:
    subject, title = FORMULAS[name]
    first = USED[name][0]
    steps = [
        {
            "mathml": math(LAWS[name]),
            "reason": "the law itself, seen `twice` & < once",
            "uses": [],
            "strength": "exact",
        },
        {
            "mathml": math(LAWS[name]),
            "reason": "put `ring_all_reduce_time` in",
            "uses": [formula_ref("ring_all_reduce_time")],
            "strength": "tested",
        },
    ]
    branch = {
        "mathml": math(LAWS[name]),
        "text": "x",
        "latex": "x",
        "conditions": [math(row("N", "≥", "2"))],
        "strength": "exact",
        "verdict": "kept",
        "program": [PROGRAM],
        "holds": [],
    }
    solved = [
        {
            **{
                k: v
                for k, v in letter_row(s).items()
                if k in ("id", "address", "mathml", "meaning")
            },
            "method": "closed",
            "says": "",
            "branches": [branch, {**branch, "verdict": "negative: N is an integer of at least 1"}],
        }
        for s in USED[name]
    ]
    return {
        "id": name,
        "address": address("formula", name, subject),
        "subject": subject_ref(subject),
        "title": title,
        "lead": "Parameters, gradients and optimizer state are cut into `N_dp` equal shares by the all-reduces.",
        "says": "Each GPU keeps one share of the three, a_b * c * d <script>alert(1)</script>.\n\nAn all-reduce follows; "
        "the message has `n` bytes, see `ring_all_reduce_time`.\n\n- one micro-batch\n- two ring all-reduces",
        "status": "derived",
        "status_says": "it follows from other formulas of this book",
        "law": {
            "mathml": math(LAWS[name], display=True),
            "latex": r"M = \frac{b \Psi}{N}",
            "text": "M_state = b_param*Psi/N_dp",
        },
        "conditions": [written(row("N", "≥", "2"), "N >= 2")],
        "aloud": [
            {"text": "The number of ranks", "letter": "N"},
            {"text": " is no & <b>less</b>.", "letter": ""},
        ],
        "canonical": written(LAWS[name], "M = b*Psi/N"),
        "evaluators": {
            "relation": "eq",
            "left": [PROGRAM],
            "right": [PROGRAM],
            "conditions": [],
            "trouble": "",
        },
        "leaves_out": "activations, communication buffers, fragmentation",
        "symbols": [letter_row(s) for s in USED[name]],
        "calculator": [],
        "constants": [
            {
                "id": "six",
                "value": "6",
                "unit": "FLOP/(param token)",
                "meaning": "FLOPs per parameter and token",
                "says": "2 forward, 4 backward",
            }
        ],
        "checks": [
            {
                "id": "units",
                "label": "units checked",
                "tone": "good",
                "says": "Both sides are measured in byte.",
            },
            {
                "id": "derivation",
                "label": "derivation replayed: tested",
                "tone": "fair",
                "says": "2 steps.",
            },
            {
                "id": "cases",
                "label": "2 published values",
                "tone": "good",
                "says": "Both come out.",
            },
            {
                "id": "solved",
                "label": "solved for 4 of 4",
                "tone": "good",
                "says": "Each solution was put back.",
            },
        ],
        "derivations": [
            {
                "id": "two_walks",
                "title": "Two walks round the ring",
                "says": "First one, then the `other`.",
                "strength": "tested",
                "premises": [formula_ref("ring_all_reduce_time")],
                "steps": steps,
            }
        ],
        "worked": [
            {
                "letters": [
                    {"id": "Psi", "mathml": math(token("Psi"))},
                    {"id": "N_dp", "mathml": math(token("N_dp"))},
                ],
                "fixed": [
                    {"id": "b_param", "mathml": math(token("b_param")), "value": "2 byte/param"}
                ],
                "constants": "",
                "target": {"id": first, "mathml": math(token(first))},
                "rows": [
                    {
                        "id": "c1",
                        "values": ["7.5e9", "64"],
                        "printed": "1.9 GB",
                        "ours": "1.875 GB",
                        "agrees": True,
                        "how": "within half a unit of its last digit",
                        "note": "",
                        "source": cited("zero", "figure 1"),
                    },
                    {
                        "id": "c2",
                        "values": ["1e12", "1024"],
                        "printed": "15.6 GB",
                        "ours": "15.63 GB",
                        "agrees": True,
                        "how": "digits cut off",
                        "note": "cut, not rounded",
                        "source": cited("zero", "table 1"),
                    },
                ],
            }
        ],
        "solved": solved,
        "snippets": {
            "command": f"derive solve {name} N_dp 'M_state <= 80 GB' Psi=70e9",
            "python": f'f = book["{name}"]\nf.solve("N_dp", M_state="80 GB")',
            "latex": r"M = \frac{b \Psi}{N}",
            "mathml": "<math>\n  <mi>M</mi>\n</math>",
        },
        "variants": [
            {
                "id": "v",
                "title": "Conventions of the same",
                "says": "Two ways to count.",
                "members": [
                    {
                        "formula": formula_ref(name),
                        "mathml": math(LAWS[name]),
                        "who": "used by A",
                        "here": True,
                    },
                    {
                        "formula": formula_ref("bubble_fraction"),
                        "mathml": math(LAWS["bubble_fraction"]),
                        "who": "used by B",
                        "here": False,
                    },
                ],
                "differences": [
                    {
                        "first": formula_ref(name),
                        "second": formula_ref("bubble_fraction"),
                        "equal": False,
                        "strength": "exact",
                        "difference": [written(row("p", "−", "1"), "p - 1")],
                        "ratio": [written(row("p"), "p")],
                        "relation": [],
                        "gap": [
                            {
                                "share": "50 % of",
                                "at": [{"id": "N", "mathml": math(row("N")), "value": "8"}],
                                "tried": 9,
                            }
                        ],
                        "trouble": "",
                    }
                ],
            }
        ],
        "uses": [formula_ref("bubble_fraction")],
        "used_by": [formula_ref("zero3_memory")],
        "mentioned_in": [],
        "terms": [ref("term", "all-reduce", "all-reduce")],
        "sources": [cited("zero", "section 5.3")],
        "errata": [{"erratum": erratum_ref("ring-steps"), "says": "One step is missing."}]
        if name == "ring_all_reduce_time"
        else [],
        "formerly": [],
        "declared": "memory.py:22",
    }


def symbol_page(name: str) -> Any:
    head = letter_row(name)
    using = [f for f in FORMULAS if name in USED[f]]
    twins = [s for s in LETTERS if s != name and LETTERS[s][0] == LETTERS[name][0]]
    return {
        **head,
        "mathml": math(token(name)),
        "latex": name,
        "letter": LETTERS[name][0],
        "says": "Replicas of the model that read different batches at the same time.",
        "measures": "information",
        "accepts": [{"unit": "GB", "factor": "1000000000", "base": "1000000000"}],
        "aliases": ["DP"] if name == "N_dp" else [],
        "gives": [card(f) for f in using if USED[f][0] == name],
        "enters": [card(f) for f in using if USED[f][0] != name],
        "published": [
            {
                "set": "hoffmann",
                "value": "0.34",
                "says": "rounded",
                "source": cited("zero", "table 2"),
            }
        ]
        if name == "alpha"
        else [],
        "same_letter": [letter_row(s) for s in twins],
        "elsewhere": [
            {"mathml": math("<mi>P</mi>"), "latex": "P", "notations": [notation_ref()]},
            {"mathml": "", "latex": r"\odd{P}", "notations": [notation_ref()]},
        ]
        if name == "N_dp"
        else [],
        "terms": [],
        "source": [],
        "declared": "symbols/memory.py:4",
    }


def term_page(
    name: str, says: str, *, plural: str = "", acronym: str = "", autolink: bool = True
) -> Any:
    return {
        "id": name,
        "address": address("term", name),
        "name": name,
        "lead": says,
        "says": "",
        "acronym": acronym,
        "spellings": [name, plural or f"{name}s", *([acronym, f"{acronym}s"] if acronym else [])],
        "synonyms": ["sum to all"] if name == "all-reduce" else [],
        "autolink": autolink,
        "not_to_confuse": [
            {"term": ref("term", "ring", "ring"), "says": "a ring is only one way to do it"}
        ]
        if name == "all-reduce"
        else [],
        "symbols": [letter_row("T_ar")],
        "formulas": [card("ring_all_reduce_time")],
        "mentioned_in": [formula_ref("zero3_memory")],
        "sources": [cited("ring", "section 1")],
        "declared": "glossary/words.py:3",
    }


def source_page(name: str, title: str, authors: str, year: str) -> Any:
    return {
        "id": name,
        "address": address("source", name),
        "title": title,
        "authors": authors,
        "year": year,
        "kind": "paper",
        "identifier": "arXiv:1910.02054",
        "link": "",
        "short": "R 2020",
        "says": "The paper that cut the optimizer state.",
        "places": [
            {
                "place": "section 5.3",
                "formulas": [formula_ref("zero3_memory")],
                "cases": [],
                "others": [],
            },
            {
                "place": "table 1",
                "formulas": [],
                "cases": [formula_ref("zero3_memory")],
                "others": [ref("symbol", "N_dp", "data-parallel degree")],
            },
        ],
        "errata": [errata_ref()] if name == "ring" else [],
        "notations": [notation_ref()] if name == "ring" else [],
    }


def erratum_ref(name: str) -> Any:
    where = f"{address('errata', 'ring')}#{name}"
    return {"kind": "erratum", "id": name, "title": "Patarasuk 2009, page 3", "address": where}


def errata_ref() -> Any:
    return ref("errata", "ring", "Errata of Bandwidth optimal")


def notation_ref() -> Any:
    return ref("notation", "ring-paper", "Bandwidth optimal")


def misprint(name: str, **changes: Any) -> Any:
    return {
        "id": name,
        "place": "page 3",
        "printed": r"T = (N - 1) \alpha & <b>x</b>",
        "says": "One step is missing, see `ring_all_reduce_time`.",
        "law": [card("ring_all_reduce_time")],
        "corrected": "",
        "tone": "good",
        "how": "Computed: here the two differ.",
        "point": [{"id": "N", "mathml": math(token("N")), "value": "8"}],
        "target": [{"id": "T_ar", "mathml": math(token("T_ar"))}],
        "printed_gives": "7 us",
        "law_gives": "14 us",
        "ratio": "2",
        "proof": [cited("ring", "section 1")],
        "declared": "errata/ring.py:5",
        **changes,
    }


def in_words(name: str) -> Any:
    return misprint(
        name, printed="", law=[], corrected="Two `N` are meant.", tone="fair", how="By its sources.",
        point=[], target=[], printed_gives="", law_gives="", ratio="",
    )  # fmt: skip


def errata_page() -> Any:
    return {
        "id": "ring",
        "address": errata_ref()["address"],
        "source": ref("source", "ring", "Bandwidth optimal"),
        "short": "Patarasuk 2009",
        "counted": "2 errata, 1 of them proved by computation",
        "errata": [misprint("ring-steps"), in_words("ring-words")],
    }


def foreign_row(latex: str, **changes: Any) -> Any:
    return {
        "mathml": math("<mi>P</mi>"), "latex": latex, "ours": [], "written": "", "says": "ranks",
        "unit": "", "remarks": [], **changes,
    }  # fmt: skip


def theirs(name: str, letter: str) -> str:
    return math(f'<mtext><a data-s="{name}">{letter}</a></mtext>')


def notation_page() -> Any:
    rows = [
        foreign_row("P", ours=[letter_row("N")], remarks=["also means `n`"]),
        foreign_row(r"\odd{P}", mathml="", says="a <b>list</b>"),
        foreign_row("G", written=math(over("<mn>1</mn>", token("beta"))), unit="seconds/byte"),
    ]
    shown = notation_ref()
    return {
        "id": shown["id"],
        "title": shown["title"],
        "address": shown["address"],
        "source": ref("source", "ring", "Bandwidth optimal"),
        "says": "`P` counts ranks.",
        "counted": "3 letters",
        "scopes": [{"id": "3-1", "title": "Section 3.1", "holds": "part 3", "rows": rows}],
        "reuses": [{"letters": [{"mathml": "", "latex": r"\odd{P}"}], "says": "used twice"}],
        "letters": [
            {"id": "N", "mathml": theirs("N", "P"), "converted": False, "warnings": []},
            {
                "id": "N_dp",
                "mathml": theirs("N_dp", "P"),
                "converted": False,
                "warnings": ["P also means the number of ranks there"],
            },
            {
                "id": "beta",
                "mathml": math(over("<mn>1</mn>", theirs("beta", "G")[6:-7])),
                "converted": True,
                "warnings": ["G there is the time of one byte, not the bandwidth"],
            },
        ],
        "declared": "notations/ring.py:7",
    }


def search_rows(book: Any) -> Iterator[dict[str, Any]]:
    """What the search knows of the records of a book."""
    for name, one in book["formulas"].items():
        names = [one["title"], name.replace("_", " ")]
        yield search_row("formula", name, names, one["lead"], law=one["law"]["text"])
    for name, one in book["terms"].items():
        names = [one["name"], one["acronym"], *one["synonyms"]]
        yield search_row("term", name, names, one["lead"], more=one["lead"])
    for name, one in book["symbols"].items():
        names = [one["meaning"], name, *one["aliases"], one["latex"], one["letter"]]
        yield search_row("symbol", name, names, one["says"])
    for name, one in book["catalogue"].items():
        yield search_row("entry", name, [one["title"], name, *one["aliases"]], one["says"])
    for name, one in book["sources"].items():
        yield search_row("source", name, [one["title"], one["authors"]], "")
    for kind, shelf in (("notation", "notations"), ("errata", "errata")):
        for name, one in book[shelf].items():
            yield search_row(kind, name, [one["source"]["title"]], "")


def search_row(
    kind: str, name: str, names: list[str], prose: str, *, law: str = "", more: str = ""
) -> dict[str, Any]:
    """One record as the search knows it."""
    return {
        "kind": kind,
        "id": name,
        "title": names[0],
        "more": more,
        "names": [one for one in dict.fromkeys(names) if one],
        "words": different_words(prose, names),
        "law": law,
        "prior": 0,
        "formulas": [],
    }


def small_book() -> Book:
    """Three formulas, twelve symbols, three terms, two sources, errata, a notation."""
    terms = [
        term_page("all-reduce", "Each of N ranks ends up with the sum of all their messages."),
        term_page(
            "ring", "An order in which each rank has one neighbour on either side.", autolink=False
        ),
        term_page(
            "micro-batch",
            "The piece of a batch that one stage handles at a time.",
            plural="micro-batches",
            acronym="MB",
        ),
    ]
    sources = [
        source_page("zero", ENERGY, "Rajbhandari, Rasley, Ruwase, He", "2020"),
        source_page("ring", "Bandwidth optimal", "Patarasuk, Yuan", "2009"),
    ]
    book: Any = {
        "schema": 1,
        "title": "A small formulary",
        "made_by": {"derive": "0", "sympy": "0"},
        "statistics": {
            "counted": {"formulas": 3},
            "sourced": 3,
            "unit_checked": 3,
            "derived": 3,
            "with_published_number": 3,
            "derivations": {"total": 3},
            "published_numbers": {"total": 6, "come_out": 6},
            "errata_proved": 1,
            "solved": {"closed": 12},
        },
        "units": [],
        "areas": [{"title": "", "subjects": list(SUBJECTS)}],
        "subjects": [
            {
                "id": name,
                "address": address("subject", name),
                "title": title,
                "says": says,
                "formulas": [card(f) for f in FORMULAS if FORMULAS[f][0] == name],
            }
            for name, (title, says) in SUBJECTS.items()
        ],
        "formulas": {name: formula_page(name) for name in FORMULAS},
        "symbols": {name: symbol_page(name) for name in LETTERS},
        "constants": {
            "six": {
                "id": "six",
                "value": "6",
                "unit": "FLOP/(param token)",
                "meaning": "FLOPs per parameter and token",
                "says": "2 forward, 4 backward",
            }
        },
        "constant_sets": {},
        "catalogue": {"ring-8": entry_page()},
        "terms": {term["id"]: term for term in terms},
        "sources": {source["id"]: source for source in sources},
        "errata": {"ring": errata_page()},
        "notations": {"ring-paper": notation_page()},
    }
    book["search"] = list(search_rows(book))
    return book  # type: ignore[no-any-return]
