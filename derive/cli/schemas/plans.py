"""The JSON of a plan, a diagnosis, and fitted shares."""

from __future__ import annotations

from .words import (
    Schema,
    listed,
    maybe,
    named,
    number,
    one_of,
    see,
    text,
    thing,
    versioned,
    whole,
)

LAYOUT: Schema = thing(
    "One layout.",
    letters=named("its degrees, micro-batch and what was listed", number("a number")),
    choices=named("the alternative of every choice", text("an alternative")),
    figures=named("memory, time and rates, by letter", see("quantity", "in its unit")),
    command=text("the command that estimates it"),
)
EXPLANATION: Schema = thing(
    "One explanation.",
    letter=text("the letter that would differ"),
    value=see("quantity", "what it would be, or the best that it can be"),
    instead_of=see("quantity", "what was taken"),
)
PLAN: Schema = versioned(
    "The best layouts of a run.",
    question=thing(
        "What was asked.",
        given=named("letters with values, lists and bounds, as typed", text("as typed")),
        aim=text("what the plan is for"),
        letter=text("the letter that is made largest or smallest"),
        choices=named(
            "the alternatives that were compared", listed("by choice", text("an alternative"))
        ),
    ),
    considered=whole("all combinations"),
    fitting=whole("how many meet every condition"),
    excluded=listed(
        "the others, by the first condition they fail",
        thing("One condition.", reason=text("in words"), count=whole("how many it excludes")),
    ),
    best=listed("the best, in order", see("layout")),
    front=listed("those that no other beats in memory, time and GPU time", see("layout")),
    nearest=maybe(
        thing(
            "Where nothing fits: what comes nearest.",
            reason=text("the condition that it fails"),
            layout=see("layout", "the layout"),
        )
    ),
    binds=listed("changes that would be faster if a condition allowed them", text("a change")),
    neighbours=listed(
        "layouts that differ from the best in one thing",
        thing(
            "One neighbour.",
            change=text("what differs"),
            verdict=one_of(
                "what came of it", "impossible", "too large", "refused", "slower", "faster"
            ),
            says=text("why, in words"),
            time_ratio=maybe(number("its step time over that of the best")),
            bytes_over=maybe(number("by how much it does not fit")),
        ),
    ),
    save_every=maybe(see("quantity", "the best time between checkpoints")),
    leaves_out=listed("what the laws leave out", text("one law's words")),
)
DIAGNOSIS: Schema = versioned(
    "What a measured run says of its estimate.",
    gaps=listed(
        "what was measured",
        thing(
            "One measured letter.",
            letter=text("the letter"),
            measured=see("quantity", "as measured"),
            estimated=see("quantity", "as estimated"),
            ratio=number("measured over estimated"),
            explanations=listed("each enough alone, the smallest change first", EXPLANATION),
            not_enough=listed("letters that are not enough alone", EXPLANATION),
        ),
    ),
    conflicts=listed(
        "measured letters that do not go with the measured rate",
        thing(
            "One of them.",
            letter=text("the letter"),
            measured=see("quantity", "as measured"),
            beside=text("the measured rate"),
            implied=named("what it is by that rate, by convention", see("quantity", "by law")),
            figures=listed(
                "figures that may have been reckoned with",
                thing(
                    "One figure.",
                    letter=text("its letter"),
                    instead_of=see("quantity", "what was taken"),
                    values=named("what reconciles the two", see("quantity", "by convention")),
                    near=text("a figure of the catalogue that is near, or nothing"),
                ),
            ),
        ),
    ),
    choices=listed(
        "choices under which the estimate comes nearer",
        thing(
            "One choice.",
            choice=text("its name"),
            alternative=text("what the run may have done"),
            instead_of=text("what was taken"),
            estimates=named("the measured letters under it", see("quantity", "estimated")),
        ),
    ),
    next=listed(
        "observations that tell explanations apart",
        thing(
            "One observation.",
            letter=text("what to observe"),
            meaning=text("in words"),
            values=listed(
                "what it would be",
                thing(
                    "Under one explanation.",
                    **{"if": text("the explanation")},
                    value=see("quantity", "the value"),
                ),
            ),
        ),
    ),
)
ATTAINED: Schema = versioned(
    "Attained shares, as --attained reads them.",
    fitted_on=text("what they were fitted on"),
    residual_before=maybe(number("root mean square of the relative error with the shares before")),
    residual=maybe(number("the same with these shares")),
    letters=named(
        "the shares",
        thing(
            "One share.",
            value=number("its value"),
            error=number("its standard error"),
            before=number("what was taken before"),
        ),
    ),
)

SIDES: Schema = thing(
    "The best with it and without it at one value.",
    value=see("quantity", "the value of the letter"),
    ratio=maybe(number("the aim with it over the aim without it, below 1 where it is worth it")),
    layouts=named(
        "`with` and `without`, where a layout fits",
        thing(
            "One layout.",
            letters=named("what the plan chose", number("a number")),
            choices=named("the alternative of every choice", text("an alternative")),
        ),
    ),
)
WORTH: Schema = versioned(
    "From which value of a letter on something is worth it.",
    what=text("what may be worth it, as typed"),
    by=text("the letter"),
    now=SIDES,
    equal=maybe(SIDES),
    ends=listed("the farthest values that were tried, where the verdict never changes", SIDES),
)
