"""Recipes: published bytes per parameter, part by part, and what they add up to."""

from derive.records import Case

from ..sources import (
    COOKBOOK,
    FIELD_GUIDE,
    INFRA_MATH,
    MEGATRON_CODE,
    ML_ENGINEERING,
    PLAYBOOK,
    QLORA,
    SCALING_BOOK,
    ZERO,
)
from ..symbols.memory import b_grad, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.parallelism import CP, N_dp
from ..symbols.state import b_acc, b_back, b_master, b_mom, b_state, b_var
from .states import (
    accumulated_gradient_state_bytes,
    distributed_optimizer_bytes,
    gradientless_state_bytes,
    masterless_state_bytes,
    mixed_precision_state_bytes,
    model_state_memory,
    optimizer_bytes,
    single_gradient_state_bytes,
    single_precision_state_bytes,
    state_bytes,
)

PARTS = (b_master, b_acc, b_param, b_back, b_mom, b_var)
ANATOMY = ML_ENGINEERING.at("training/performance, anatomy of model memory", opened=True)
FP8_TABLE = PLAYBOOK.at("mixed precision, table of FP8 recipes", opened=True)

# Master weights, accumulated gradients, parameters, gradients, momentum, variance; the sum.
RECIPES = (
    ("4 4 2 2 4 4", "20", "bf16 with fp32 accumulation of gradients", FP8_TABLE),
    ("4 0 2 2 4 4", "16", "bf16 without fp32 accumulation of gradients", FP8_TABLE),
    ("0 0 4 4 4 4", "16", "Transformer Engine: parameters in fp32", FP8_TABLE),
    ("2 2 1 1 1 2", "9", "FP8-LM, level O3", FP8_TABLE),
    ("4 4 1 2 2 2", "15", "DeepSeek-V3", FP8_TABLE),
    ("2 4 1 1 1 1", "10", "nanotron in 8 bits", FP8_TABLE),
    ("4 4 2 0 4 4", "18", "6 for the weights, 8 for the optimizer, 4 for the gradients", ANATOMY),
    ("0 0 2 2 4 4", "12", "no master weights", FIELD_GUIDE.at("section 4.1", opened=True)),
    ("0 0 4 4 4 4", "16", "single precision", INFRA_MATH.at("line 20", opened=True)),
)

recipes = [
    Case(
        state_bytes,
        dict(zip(PARTS, (f"{part} byte/param" for part in parts.split()), strict=True)),
        gives=f"{total} byte/param",
        source=place,
        note=note,
    )
    for parts, total, note, place in RECIPES
]

conventions = [
    Case(law, {}, gives=f"{printed} byte/param", source=place)
    for law, printed, place in (
        (single_precision_state_bytes, "16", INFRA_MATH.at("line 20", opened=True)),
        (mixed_precision_state_bytes, "16", ZERO.at("section 3.1", opened=True)),
        (single_gradient_state_bytes, "18", ANATOMY),
        (accumulated_gradient_state_bytes, "20", INFRA_MATH.at("line 21", opened=True)),
        (masterless_state_bytes, "12", INFRA_MATH.at("line 201", opened=True)),
        (
            gradientless_state_bytes,
            "10",
            SCALING_BOOK.at("applied training, memory of Adam", opened=True),
        ),
    )
]

CALCULATOR = COOKBOOK.at("calc/calc_transformer_mem.py", opened=True)

# Master weights, momentum, variance; the sum.
OPTIMIZERS = (
    ("4 4 4", "12", "Adam in mixed precision, master weights counted", CALCULATOR),
    ("4 4 0", "8", "SGD with momentum, master weights counted", CALCULATOR),
    ("2 2 2", "6", "8-bit Adam as the calculator counts it, at 2 bytes each", CALCULATOR),
    ("0 4 4", "8", "Adam without master weights", ANATOMY),
    ("0 2 2", "4", "Adam with half-precision means", ANATOMY),
    ("0 1 1", "2", "8-bit Adam", ANATOMY),
    ("0 4 0", "4", "one mean: SGD with momentum, Lion; Adafactor takes little more", ANATOMY),
)

optimizers = [
    Case(
        optimizer_bytes,
        dict(
            zip(
                (b_master, b_mom, b_var),
                (f"{part} byte/param" for part in parts.split()),
                strict=True,
            )
        ),
        gives=f"{total} byte/param",
        source=place,
        note=note,
    )
    for parts, total, note, place in OPTIMIZERS
]

totals = [
    *(
        Case(
            model_state_memory,
            {b_state: f"{width} byte/param", Psi: size},
            gives=printed,
            source=PLAYBOOK.at("table of memory by model size", opened=True),
        )
        for width, size, printed in (
            (16, 1e9, "16 GB"),
            (16, 7e9, "112 GB"),
            (16, 70e9, "1120 GB"),
            (16, 405e9, "6480 GB"),
        )
    ),
    Case(
        model_state_memory,
        {b_state: "12 byte/param", Psi: 65e9},
        gives="780 GB",
        source=QLORA.at("abstract, sixteen-bit fine-tuning", opened=True),
        note="the paper says more than that: activations come on top",
    ),
    *(
        Case(
            model_state_memory,
            {b_state: f"{width} byte/param", Psi: 7e9},
            gives=printed,
            source=FIELD_GUIDE.at("worked 7B example, line 101", opened=True),
            note=note,
        )
        for width, printed, note in (
            (2, "14 GB", "parameters in half precision"),
            (8, "56 GB", "the two means of Adam"),
        )
    ),
    *(
        Case(
            distributed_optimizer_bytes,
            {
                b_param: "2 byte/param",
                b_grad: "4 byte/param",
                b_opt: "12 byte/param",
                N_dp: ranks,
                CP: 1,
            },
            gives=f"{printed} byte/param",
            source=MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),
        )
        for ranks, printed in ((1, "18"),)
    ),
]
