"""Letters of the pipeline schedule: times of one step and the idle share."""

from derive.records import symbol

t_f = symbol(
    "t_f",
    "forward time of one micro-batch on one stage",
    "second",
    latex=r"t_f",
    says="All stages are taken to be equally slow.",
)
t_b = symbol(
    "t_b",
    "backward time of one micro-batch on one stage",
    "second",
    latex=r"t_b",
    says="About twice the forward time, three times with full recomputation.",
)
t_ideal = symbol(
    "t_ideal",
    "ideal time of one step",
    "second",
    says="What the step would take if no stage ever waited.",
)
t_bubble = symbol(
    "t_bubble",
    "idle time of one stage in one step",
    "second",
    at_least=0,
    says="Waiting while the pipeline fills and drains.",
)
r_bubble = symbol(
    "r_bubble",
    "pipeline bubble as a ratio to the ideal time",
    "1",
    at_least=0,
    typical="0..2",
    says="Idle time divided by useful time; it can exceed 1.",
)
f_bubble = symbol(
    "f_bubble",
    "pipeline bubble as a fraction of the total time",
    "1",
    at_least=0,
    below=1,
    typical="0..0.5",
    aliases=("bubble",),
    says="Idle time divided by all time; always below 1.",
)
