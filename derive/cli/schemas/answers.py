"""What questions are answered with: an answer, a chain, a comparison, a table."""

from __future__ import annotations

from .words import flag, listed, maybe, named, number, one_of, see, text, thing, versioned, whole

ANSWER = versioned(
    "What `derive solve` and `derive evaluate` answer.",
    formula=text("id of the formula"),
    law=text("the law, as typed"),
    target=text("the letter that was asked for"),
    kind=one_of("what was asked: for a value, or for a range", "equation", "range"),
    method=one_of("how it was answered", "closed", "numeric", "set", "catalogue", "none"),
    reason=text("why there is no answer, or no single one; else empty"),
    value=maybe(see("quantity", "the value; null for a range or where there is none")),
    exact=text("the value as an exact expression in the other letters; else empty"),
    intervals=listed("all values that satisfy a range question", see("span")),
    integer=see("whole", "the whole numbers among them, with their proof"),
    roots=listed(
        "every solution of an equation, also those that were rejected",
        thing(
            "A solution.",
            value=see("quantity", "its value"),
            exact=text("its exact expression; else empty"),
            kept=flag("whether it is an answer"),
            reason=text("why it was rejected; else empty"),
        ),
    ),
    conditions=listed("the conditions of the law", see("condition")),
    givens=named("the values that were given, by letter", see("given")),
    defaults=named("the values that were not, and were taken from defaults", see("quantity")),
    constants=maybe(text("the set of fitted constants that was chosen")),
    origins=named("the entry of the catalogue that gave a value, by letter", text("its title")),
    uncertain=maybe(
        thing(
            "What uncertain givens do to the answer.",
            letters=listed("the uncertain letters", text("a letter")),
            by=one_of(
                "found at ends of what was given, or by interval arithmetic", "corners", "ranges"
            ),
            reading=one_of(
                "whether the answer holds for every value or spans what some give", "every", "some"
            ),
            slack=number("by how much the interval may be too wide, relative"),
            possible=thing(
                "What holds for some value of the uncertain letters.",
                intervals=listed("as stretches", see("span")),
                integer=maybe(
                    thing(
                        "As whole numbers.",
                        smallest=maybe(whole("the smallest")),
                        largest=maybe(whole("the largest")),
                    )
                ),
            ),
        )
    ),
    sensitivity=listed(
        "with `--sensitivity`: what the answer depends on, the strongest first",
        thing(
            "One letter.",
            letter=text("the letter"),
            elasticity=maybe(number("per cent of the answer for one per cent of the letter")),
            exact=maybe(text("the same as a fraction, where it is known exactly")),
            note=text("a remark, such as a corner of the law at the answer"),
        ),
    ),
    residual=maybe(number("relative difference of both sides with the answer put back")),
    steps=listed("the working", see("step")),
)

FOUND = versioned(
    "What `derive find` answers: an answer with its chain, or the choices that are open.",
    2,
    target=text("the letter that was asked for"),
    answer=maybe(see("answer", "the answer to the last question of the chain; null: choose")),
    chain=listed(
        "the formulas in the order in which they are used",
        thing(
            "One formula of the chain.",
            formula=text("its id"),
            law=text("its law, in the letters of the chain"),
            latex=text("the same as LaTeX"),
            letter=text("the letter that it gives"),
            solved=text("the law solved for that letter"),
            value=maybe(see("quantity", "what came out; null in a range question")),
            residual=maybe(number("relative difference of its sides with the values put in")),
            takes=listed(
                "what no other formula of the chain gave it; empty in a range: see its answer",
                see("taken"),
            ),
        ),
    ),
    conditions=listed(
        "the conditions along the chain",
        thing(
            "A condition.",
            formula=text("whose it is"),
            condition=text("the condition"),
            holds=maybe(flag("whether it holds here; null where that was not decided")),
            note=text("why it was not decided"),
        ),
    ),
    choices=listed(
        "the choices that are open; nothing is chosen in silence",
        thing(
            "One choice.",
            choice=text("its name, for `--choose`; or a condition that nobody can decide"),
            asks=text("its question"),
        ),
    ),
    options=listed(
        "the answers for the alternatives of the open choices",
        thing(
            "One answer.",
            choices=named("what is chosen, by choice", text("the alternative")),
            value=maybe(see("quantity", "what comes out; null in a range or where nothing does")),
            says=text("the same in words; empty where nothing comes out"),
            formulas=listed("its chain", text("an id")),
            laws=listed("the laws of the chain", text("a law")),
            assumed=listed("what it assumes", see("assumed")),
            leaves_out=listed("what its formulas leave out", see("left_out")),
            broken=listed("conditions that do not hold here", text("a condition")),
            refused=text("why nothing comes out; else empty"),
        ),
    ),
    untried=whole("how many combinations of alternatives were not tried"),
    settled=listed(
        "the choices that the chain rests on and that were settled",
        thing(
            "One choice.",
            choice=text("its name"),
            alternative=text("the alternative that holds"),
            by=text("what settled it"),
        ),
    ),
    assumed=listed("what the chain assumes, since nothing said otherwise", see("assumed")),
    leaves_out=listed("what the formulas of the chain leave out", see("left_out")),
    checks=listed(
        "spare givens that a formula confirms",
        thing(
            "One given.",
            letter=text("the letter"),
            formula=text("id of the formula"),
            value=see("quantity", "what the formula gives"),
        ),
    ),
    refused=listed("why no formula holds here, where none does", text("in words")),
    unused=listed("givens that the chain does not need", text("a letter")),
)

SIDE = thing("One of the two.", formula=text("its id"), law=text("its law"))

COMPARISON = versioned(
    "What `derive compare` tells.",
    first=SIDE,
    second=SIDE,
    equal=maybe(flag("whether both are equal wherever both hold; null where undecided")),
    strength=text("how that is known: `exact` or `tested`"),
    difference=text("first minus second"),
    ratio=text("first over second"),
    relation=maybe(text("the second from the first, where both have letters in common")),
    equal_when=listed("where they agree, for each letter", text("an equation")),
    gap=maybe(text("the largest difference that was found, and where")),
    variants=maybe(text("the group of variants that holds both")),
)

SWEEP = versioned(
    "What `derive sweep -o FILE.json` writes.",
    formula=text("id of the formula; those of several with commas between them"),
    columns=listed(
        "the columns of the table",
        thing(
            "A column.",
            name=text("its letter; the id of its formula where several formulas give one letter"),
            unit=text("the unit of its numbers"),
        ),
    ),
    fixed=named("givens that are the same in every row", see("quantity")),
    defaults=named("values that were taken from defaults", see("quantity")),
    holds_when=listed("where the law holds", text("a condition")),
    rows=listed(
        "the rows, one number for each column; null where the law has no value",
        listed("a row", maybe(number("a number"))),
    ),
)
