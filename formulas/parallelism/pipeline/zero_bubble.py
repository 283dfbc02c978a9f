"""Zero bubble: schedules that fill waiting with the gradients of weights."""

from sympy import Eq, Min

from derive.records import Variants, derives, divides, formula

from ...sources import DEEPSEEK_V3, DUALPIPE, INFRA_MATH, ZERO_BUBBLE, ZERO_BUBBLE_CODE
from ...symbols.activations import n_fly
from ...symbols.parallelism import m, p
from ...symbols.pipeline import t_in, t_pair, t_w
from ...symbols.schedule import r_bubble, t_b, t_bubble, t_f, t_ideal
from ...symbols.time import T_step
from .bubbles import EQUAL_STAGES, bubble_time, ideal_step_time

IDEAL = EQUAL_STAGES
SCHEDULES = ZERO_BUBBLE_CODE.at("README, comparison of schedules", opened=True)


@formula(
    source=(ZERO_BUBBLE.at("section 2", opened=True), INFRA_MATH.at("line 82", opened=True)),
    status="definition",
    also_called=("dgrad and wgrad time",),
)
def split_backward_time():
    """Backward time split into input and weight gradients (B and W).

    Gradients of the inputs are needed by the stage before; gradients of the
    weights are needed by nobody before the step ends. Some authors call the
    first part "backward", others the whole.
    """
    return Eq(t_b, t_in + t_w)


@formula(
    source=ZERO_BUBBLE.at("table 2, ZB-H1", opened=True),
    holds_when=lambda: [t_w <= t_f + t_in, m >= p],
    leaves_out=IDEAL,
    also_called=("zero bubble H1",),
    holds_for={"schedule": "zb-h1"},
)
def zb_h1_bubble_time():
    """ZB-H1 bubble time.

    Written with the two parts of the backward pass. As much memory as 1F1B;
    with three equal parts one third of its bubble.
    """
    return Eq(t_bubble, (p - 1) * (t_f + t_in - t_w))


@formula(
    source=ZERO_BUBBLE.at("table 2, ZB-H2", opened=True),
    holds_when=lambda: [2 * t_w <= t_f + t_in, m >= 2 * p - 1],
    leaves_out=IDEAL,
    also_called=("zero bubble H2",),
    holds_for={"schedule": "zb-2p"},
)
def zb_h2_bubble_time():
    """ZB-H2 bubble time.

    None with three equal parts; it holds nearly twice as many activations as
    1F1B.
    """
    return Eq(t_bubble, (p - 1) * (t_f + t_in - 2 * t_w))


@formula(
    source=(DEEPSEEK_V3.at("table 2, ZB1P", opened=True), DUALPIPE.at("table, ZB1P", opened=True)),
    holds_when=lambda: [2 * t_w <= t_f + t_b, m >= p],
    leaves_out=IDEAL,
    also_called=(
        "ZB1P",
        "zero bubble 1P",
    ),
    holds_for={"schedule": "zb1p"},
)
def zb1p_bubble_time():
    """ZB1P bubble time.

    The schedule that its authors call ZB-H1, written with the whole backward time:
    it contains the weight gradients once, so they are taken off twice.
    """
    return Eq(t_bubble, (p - 1) * (t_f + t_b - 2 * t_w))


@formula(
    source=(
        DEEPSEEK_V3.at("table 2, DualPipe", opened=True),
        DUALPIPE.at("table, DualPipe and DualPipeV", opened=True),
    ),
    holds_when=lambda: [divides(2, p), m >= p, 3 * t_w <= t_pair + t_b],
    leaves_out=IDEAL,
    also_called=("DualPipeV bubble",),
    holds_for={"schedule": "dualpipe"},
)
def dualpipe_bubble_time():
    """DualPipe and DualPipeV bubble time.

    Micro-batches enter from both ends, so each GPU holds two stages: twice
    the parameters, and one micro-batch more in flight. DualPipeV folds the same
    schedule in half: as many stages on half as many GPUs. The code of DualPipe
    asks for an even number of micro-batches, at least twice the stages;
    DualPipeV for as many as stages.
    """
    return Eq(t_bubble, (p / 2 - 1) * (t_pair + t_b - 3 * t_w))


@formula(
    source=(
        DEEPSEEK_V3.at("table 2, DualPipe", opened=True),
        DUALPIPE.at("table, DualPipe and DualPipeV", opened=True),
    ),
    holds_when=lambda: [divides(2, p), m >= p + 1],
    also_called=("DualPipe activation memory",),
    holds_for={"schedule": "dualpipe"},
)
def dualpipe_in_flight():
    """DualPipe and DualPipeV: micro-batches in flight.

    Every GPU holds two stages; counted in micro-batches of one stage, the two together
    keep one more than there are stages. In DualPipeV, `p` stages lie on half as many
    GPUs. The code of DualPipe asks for at least twice as many micro-batches as stages.
    """
    return Eq(n_fly, p + 1)


@formula(
    source=ZERO_BUBBLE.at("table 2, ZB-H2", opened=True),
    also_called=("ZB-H2 activation memory", "zero-bubble in-flight micro-batches"),
    formerly=("zero_bubble_micro_batches_in_flight",),
    holds_for={"schedule": "zb-2p"},
)
def zb_h2_in_flight():
    """ZB-H2: micro-batches in flight on the first stage.

    Nearly twice as many as 1F1B: the price of a pipeline that hardly waits. Later
    stages keep less: of what they put off, the weight gradients alone are left.
    """
    return Eq(n_fly, Min(2 * p - 1, m))


@formula(
    source=(ZERO_BUBBLE.at("table 2, ZB-H1", opened=True), SCHEDULES),
    holds_when=lambda: [Eq(t_in, t_f), Eq(t_w, t_f), m >= p],
    leaves_out=IDEAL,
    also_called=("ZB1P bubble rate", "zero bubble rate"),
    holds_for={"schedule": "zb1p"},
)
def zb1p_bubble_ratio():
    """ZB1P bubble ratio: idle over ideal time, with three equal parts.

    A third of the bubble of 1F1B at the same memory. ZB2P and ZB-V have none
    there: the first keeps twice the activations, the second cuts the model into
    two chunks for each GPU instead.
    """
    return Eq(r_bubble, (p - 1) / (3 * m))


@formula(
    source=SCHEDULES,
    holds_when=lambda: [m >= p],
    leaves_out="chunks of unequal size",
    also_called=("ZBV activation memory", "ZB-V activation memory"),
    holds_for={"schedule": "zb-v"},
)
def zbv_in_flight():
    """ZB-V: micro-batches in flight on one GPU, in units of a whole stage.

    As many as the first stage of 1F1B holds, on every GPU: two chunks of half a
    stage each go down the pipeline and up again. With three equal parts it has
    no bubble.
    """
    return Eq(n_fly, p)


@formula(
    source=SCHEDULES,
    status="approximation",
    holds_when=lambda: [m >= p],
    leaves_out="a constant number of chunks",
    also_called=("V-Half activation memory",),
    holds_for={"schedule": "v-half"},
)
def v_half_in_flight():
    """V-Half: micro-batches in flight on one GPU, in units of a whole stage.

    Half of what 1F1B holds, at half of its bubble if the three parts of the work are
    equal.
    """
    return Eq(n_fly, p / 2)


@formula(
    source=SCHEDULES,
    status="approximation",
    holds_when=lambda: [m >= p],
    leaves_out="a constant number of chunks",
    also_called=("V-Min activation memory",),
    holds_for={"schedule": "v-min"},
)
def v_min_in_flight():
    """V-Min: micro-batches in flight on one GPU, in units of a whole stage.

    A third of what 1F1B holds, the least of these schedules, at two thirds of
    its bubble and more where the three parts are unequal.
    """
    return Eq(n_fly, p / 3)


@derives(zb1p_bubble_ratio)
def three_equal_parts(page):
    """Make the three parts equal."""
    page.start(Eq(r_bubble, t_bubble / t_ideal), "the ratio compares waiting with working")
    page.put(zb_h1_bubble_time, "the parts of the backward pass apart")
    page.put(ideal_step_time, "all micro-batches, one after the other")
    page.put(split_backward_time, "the backward pass has two parts")
    page.put(Eq(t_in, t_f), "input gradients take as long as the forward pass")
    page.put(Eq(t_w, t_f), "and so do weight gradients")


@derives(zb_h1_bubble_time)
def way_of_the_last_micro_batch(page):
    """Follow the longest way through the stages."""
    page.start(Eq(t_bubble, T_step - t_ideal), "what is not work is waiting")
    page.put(
        Eq(T_step, (p - 1) * t_f + (t_ideal - p * t_w) + (p - 1) * t_in + t_w),
        "forward down to the last stage; its work, but for p weight gradients put off; input "
        "gradients up to the first stage; and the weight gradients there",
    )
    page.rewrite(
        Eq(t_bubble, (p - 1) * (t_f + t_in - t_w)), "the last stage catches up while others wait"
    )


@derives(zb1p_bubble_time)
def one_schedule_two_letters(page):
    """Write the two parts as the whole."""
    page.start(zb_h1_bubble_time, "with the parts of the backward pass")
    page.put(split_backward_time, "the first part is the whole without the second", for_=t_in)


definitions = Variants(
    "zero-bubble-definitions",
    "Bubble of one schedule, by what the letter B stands for",
    {
        zb_h1_bubble_time: "B is the input part alone: the zero-bubble paper",
        zb1p_bubble_time: "B is the whole backward pass: DeepSeek-V3, DualPipe",
    },
    says="With the backward time split as in `split_backward_time` both say the same.",
)

schedules = Variants(
    "bubble-by-schedule",
    "Idle time of one stage, by schedule",
    {
        bubble_time: "GPipe, 1F1B",
        zb_h1_bubble_time: "ZB-H1",
        zb_h2_bubble_time: "ZB-H2, with twice the activations",
        dualpipe_bubble_time: "DualPipe, with twice the parameters",
    },
    says="Each trades memory for waiting.",
)
