"""The JSON of an estimate."""

from __future__ import annotations

from .words import Schema, flag, listed, maybe, named, number, see, text, thing, versioned, whole

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
