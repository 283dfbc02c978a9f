"""Activation memory that guides work out for one model."""

from derive.records import Case

from ...sources import ML_ENGINEERING
from ...symbols.activations import b_logit, n_fly
from ...symbols.compute import b_elem
from ...symbols.model import L, V, b, h, s
from ...symbols.parallelism import CP, TP, p
from .edges import sharded_logits_memory
from .gated import full_recompute_stage_activations
from .operations import sharded_hidden_tensor_memory

ONE_SEQUENCE = ONE_GPU = {b: 1, s: 32768, TP: 1}
WHOLE_LAYERS = {CP: 1, p: 1, n_fly: 1, L: 32, h: 4096, b_elem: "2 byte"}
llama_3_8b = [
    Case(
        law,
        {**ONE_GPU, **more},
        gives=printed,
        source=ML_ENGINEERING.at(f"training/performance/README.md, {place}", opened=True),
    )
    for law, more, printed, place in (
        (sharded_hidden_tensor_memory, {h: 4096, b_elem: "2 byte"}, "0.25 GiB", "hidden states"),
        (full_recompute_stage_activations, WHOLE_LAYERS, "8 GiB", "gradient checkpointing"),
        (
            sharded_logits_memory,
            {CP: 1, V: 128256, b_logit: "4 byte"},
            "15.7 GiB",
            "loss calculation",
        ),
    )
]
