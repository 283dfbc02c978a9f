"""Stages: layers that do not divide evenly, and what the stages send to each other."""

from sympy import Eq, ceiling

from derive.records import Case, derives, divides, formula

from ...sources import CALCULON, MEGATRON_2021, TRAINING_BOOK
from ...symbols.compute import b_elem
from ...symbols.model import L, b, h, s
from ...symbols.parallelism import TP, m, p, v
from ...symbols.pipeline import L_stage, V_hop, V_pp, t_layer
from ...symbols.schedule import t_bubble, t_ideal
from ...symbols.time import T_step

EQUAL_LAYERS = "embedding and output layer, communication between stages, the optimizer step"


@formula(
    source=(CALCULON.at("pipeline parallelism"), MEGATRON_2021.at("section 2.2", opened=True)),
    status="definition",
    holds_when=lambda: [p <= L],
    also_called=("ceil(L/p)",),
)
def layers_of_largest_stage():
    """Layers of the largest pipeline stage.

    Layers are dealt out as evenly as possible; the largest stage sets the pace.
    """
    return Eq(L_stage, ceiling(L / p))


# allow counts_agree_in_kind: layers that one micro-batch passes, and layers that the others add
@formula(
    source=CALCULON.at("pipeline parallelism"),
    holds_when=lambda: [p <= L],
    leaves_out=EQUAL_LAYERS,
    also_called=("unbalanced pipeline",),
    holds_for={"schedule": ("gpipe", "1f1b"), "step_time": "uneven-pipeline"},
)
def uneven_step_time():
    """Pipeline step time with uneven stages.

    The first micro-batch passes all layers; every further one follows at the pace
    of the largest stage.
    """
    return Eq(T_step, (L + (m - 1) * ceiling(L / p)) * t_layer)


@formula(
    source=CALCULON.at("pipeline parallelism, reduction of the bubble"),
    holds_when=lambda: [p <= L],
    leaves_out=EQUAL_LAYERS,
)
def uneven_bubble_time():
    """Pipeline bubble time with uneven stages (GPipe, 1F1B).

    The largest stage waits for all layers that are not its own. Smaller stages
    wait longer.
    """
    return Eq(t_bubble, (L - ceiling(L / p)) * t_layer)


@formula(
    source=(
        MEGATRON_2021.at("section 3.2", opened=True),
        TRAINING_BOOK.at("chapter 16", opened=True),
    ),
    status="definition",
    leaves_out="tensor-parallel ranks that each send a share",
    also_called=("p2p activation size", "pipeline send/recv size"),
    holds_for={"context_split": "whole", "sequence": "whole"},
)
def stage_message():
    """Pipeline point-to-point message size.

    One micro-batch, one way: the hidden vectors of all its tokens. As many bytes of
    gradients come back.
    """
    return Eq(V_hop, b_elem * b * s * h)


@formula(
    source=MEGATRON_2021.at("section 4.1", opened=True),
    holds_when=lambda: [divides(TP, s)],
    leaves_out="the all-gather that joins the shares where sequence parallelism is not used",
    also_called=("scatter/gather optimization",),
    holds_for={"context_split": "whole", "sequence": "shared"},
)
def shared_stage_message():
    """Pipeline message size per GPU with scatter-gather optimization.

    Tensor-parallel ranks of a stage hold the same output, or shares of it:
    each sends one share.
    """
    return Eq(V_hop, b_elem * b * s * h / TP)


@formula(
    source=(
        MEGATRON_2021.at("section 2.2.2", opened=True),
        TRAINING_BOOK.at("chapter 16", opened=True),
    ),
    holds_when=lambda: [p >= 2],
    leaves_out="tensor-parallel ranks that each send a share",
    also_called=("PP communication volume",),
    holds_for={"sequence": "whole", "context_split": "whole"},
)
def pipeline_volume():
    """Pipeline volume of one inner stage per step.

    Activations go forward and gradients backward, for each micro-batch and each of
    the `v` chunks that the stage holds.
    """
    return Eq(V_pp, 2 * v * m * b_elem * b * s * h)


@derives(uneven_step_time)
def first_passes_others_follow(page):
    """Follow the first micro-batch, then count the others."""
    page.start(
        Eq(T_step, L * t_layer + (m - 1) * L_stage * t_layer),
        "one micro-batch through all layers, the others at the pace of the largest stage",
    )
    page.put(layers_of_largest_stage, "layers dealt out evenly")
    page.rewrite(Eq(T_step, (L + (m - 1) * ceiling(L / p)) * t_layer), "layers cost the same")


@derives(uneven_bubble_time)
def time_without_work(page):
    """Take the work of the largest stage from the step."""
    page.start(Eq(t_bubble, T_step - t_ideal), "what is not work is waiting")
    page.put(uneven_step_time, "the time of the step")
    page.put(Eq(t_ideal, m * L_stage * t_layer), "the work of the largest stage")
    page.put(layers_of_largest_stage, "layers dealt out evenly")
    page.rewrite(Eq(t_bubble, (L - ceiling(L / p)) * t_layer), "the work of the others cancels")


@derives(shared_stage_message)
def one_share_each(page):
    """Let each rank send one share."""
    page.start(stage_message.with_(b_elem=b_elem / TP), "each rank sends one of TP shares")


@derives(pipeline_volume)
def messages_of_a_step(page):
    """Count the messages of a step."""
    page.start(Eq(V_pp, 2 * v * m * V_hop), "forward and backward, for each chunk and micro-batch")
    page.put(stage_message, "the hidden vectors of a micro-batch")


worked = [
    Case(
        stage_message,
        {b: 1, s: 2048, h: 4096, b_elem: "2 byte"},
        gives="16 MiB",
        source=TRAINING_BOOK.at("chapter 16, example", opened=True),
        note="the book prints MB for MiB",
    ),
]
