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

GUIDE = "training/performance/README.md"
ONE_SEQUENCE = {b: 1, s: 32768}
llama_3_8b = [
    Case(
        sharded_hidden_tensor_memory,
        {**ONE_SEQUENCE, TP: 1, h: 4096, b_elem: "2 byte"},
        gives="0.25 GiB",
        source=ML_ENGINEERING.at(f"{GUIDE}, hidden states", opened=True),
    ),
    Case(
        full_recompute_stage_activations,
        {**ONE_SEQUENCE, TP: 1, CP: 1, p: 1, n_fly: 1, L: 32, h: 4096, b_elem: "2 byte"},
        gives="8 GiB",
        source=ML_ENGINEERING.at(f"{GUIDE}, gradient checkpointing", opened=True),
    ),
    Case(
        sharded_logits_memory,
        {**ONE_SEQUENCE, TP: 1, CP: 1, V: 128256, b_logit: "4 byte"},
        gives="15.7 GiB",
        source=ML_ENGINEERING.at(f"{GUIDE}, loss calculation", opened=True),
    ),
]
