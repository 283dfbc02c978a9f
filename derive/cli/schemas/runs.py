"""The JSON of what is said about a run: an estimate, a plan, a diagnosis, fitted shares."""

from __future__ import annotations

from .words import (
    Schema,
    flag,
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

PART: Schema = thing(
    "One part of a total.",
    name=text("what it is"),
    letter=text("its letter"),
    formula=text("id of the law that gives it; empty for a given"),
    value=maybe(see("quantity", "its value; null where it does not exist")),
)
ESTIMATE: Schema = versioned(
    "Memory of a GPU and time of a step of a run.",
    run=thing(
        "What the run says, and where.",
        letters=named(
            "letters that were given or assumed",
            thing(
                "A letter.",
                magnitude=maybe(number("its value, in that unit")),
                unit=text("its unit"),
                **{"from": text("where it was said")},
            ),
        ),
        choices=named(
            "choices that were settled",
            thing(
                "A choice.",
                alternative=text("the alternative"),
                **{"from": text("where it was settled")},
            ),
        ),
        unused=listed("keys of files that nothing used", text("a key")),
        instead=listed(
            "letters that were given in place of what something else says",
            thing(
                "A letter.",
                letter=text("its id"),
                of=text("the other value, and the law or the place that says it"),
            ),
        ),
    ),
    memory=thing(
        "Memory of one GPU.",
        total=maybe(see("quantity", "on the fullest stage")),
        capacity=maybe(see("quantity", "what a GPU has; null where none is named")),
        stage=whole("the fullest stage, counted from 0"),
        stages=listed("the total on each stage", maybe(see("quantity"))),
        parts=listed("parts that add up to the total", see("part")),
        activations=listed("what one layer keeps of one micro-batch", see("part")),
        temporaries=listed("what is alive for a moment", see("part")),
    ),
    time=thing(
        "Time of one step.",
        total=maybe(see("quantity", "null where no accelerator is named")),
        parts=listed("parts that add up to the total", see("part")),
        layer=listed("of one layer and one micro-batch", see("part")),
        step=listed("outside the layers", see("part")),
        shares=listed("attained shares of the peaks", see("part")),
    ),
    tokens_per_second_per_gpu=maybe(see("quantity", "throughput of one GPU")),
    mfu=named("utilization by convention", maybe(number("a share of the peak"))),
    fits=maybe(flag("whether the fullest GPU holds it; null where none is named")),
    leaves_out=listed("what the laws leave out", text("one law's words")),
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
