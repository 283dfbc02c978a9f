"""Errata of Infra Math for LLM Training: activations, pipelines, precision, sums of bytes."""

from derive.records import Erratum

from ..memory.activations.operations import sharded_hidden_tensor_memory
from ..memory.activations.pipelines import one_forward_one_backward_in_flight
from ..memory.activations.strategies import activation_memory
from ..notations.infra_math import infra_math
from ..parallelism.layout import global_batch
from ..sources import (
    ATTENTION,
    INFRA_MATH,
    KORTHIKANTI,
    MEGATRON_2019,
    MEGATRON_2021,
    MIXED_PRECISION,
    PLAYBOOK,
    ZERO,
)
from ..symbols.activations import i_stage
from ..symbols.batch import n_acc
from ..symbols.compute import b_elem
from ..symbols.model import L, a, b, d_ffn, g, h, s
from ..symbols.parallelism import TP, N_dp, m, p

errata = [
    Erratum(
        "infra-math-activation-scores",
        place=INFRA_MATH.at("line 26"),
        kind="formula",
        says="The term of the attention scores lacks the sequence length: 34 and 5 a / h are not "
        "of one kind. With it, the paper's model of 22 billion parameters needs the printed "
        "59 GiB; without it, half of that.",
        corrected=activation_memory,
        proof=(KORTHIKANTI.at("equation 2"), PLAYBOOK.at("activation memory")),
        notation=infra_math,
        scope="post",
        printed=r"M_{act} = L \cdot seq \cdot bs \cdot h \cdot (34 + \frac{5 \cdot n_{heads}}{h})",
        differs_at={L: 96, s: 2048, b: 1, h: 12288, d_ffn: 49152, a: 96, g: 96},
    ),
    Erratum(
        "infra-math-activation-growth",
        place=INFRA_MATH.at("line 25"),
        kind="words",
        says="Activation memory is said to grow linearly with the sequence length.",
        corrected="It grows linearly with the batch, but with the square of the sequence length "
        "as long as attention scores are kept: `activation_memory`.",
        proof=(KORTHIKANTI.at("equation 2"), PLAYBOOK.at("activation memory")),
    ),
    Erratum(
        "infra-math-bytes-per-parameter",
        place=INFRA_MATH.at("lines 20, 21 and 102"),
        kind="words",
        says="16, 20 and 10 times the number of parameters are called bytes per parameter.",
        corrected="It is 16, 20 or 10 bytes per parameter, or that many times the parameters in "
        "bytes: read as printed, the memory would grow with the square of the parameters.",
        proof=(ZERO.at("section 3.1"),),
    ),
    Erratum(
        "infra-math-state-conventions",
        place=INFRA_MATH.at("lines 21, 45, 102 and 198"),
        kind="words",
        says="One text counts 20, 16, 12 and 10 bytes per parameter and calls none a convention.",
        corrected="All exist, and each is right for its own inventory: see the variants beside "
        "`model_state_memory`. For 70 billion parameters they are 1400, 1120, 840 and 700 GB.",
        proof=(ZERO.at("section 3.1"), PLAYBOOK.at("memory for weights, gradients and states")),
    ),
    Erratum(
        "infra-math-sequence-parallel-activation",
        place=INFRA_MATH.at("line 67"),
        kind="formula",
        says="Sequence and tensor parallelism share their GPUs and take turns: a tensor is cut "
        "along the sequence or along the hidden size, never both. Counted in elements.",
        corrected=sharded_hidden_tensor_memory,
        proof=(PLAYBOOK.at("sequence parallelism"), KORTHIKANTI.at("section 4.2.2")),
        notation=infra_math,
        scope="sequence",
        printed=r"\mathbf{b \cdot s/N_{sp} \cdot h/N_{tp}}",
        differs_at={b: 1, s: 8192, h: 16384, TP: 8, b_elem: "1 byte"},
    ),
    Erratum(
        "infra-math-batch-of-one-replica",
        place=INFRA_MATH.at("line 33"),
        kind="formula",
        says="The batch of one step lacks the number of replicas; ten lines later the same text "
        "has it.",
        corrected=global_batch,
        proof=(INFRA_MATH.at("line 43"),),
        notation=infra_math,
        scope="post",
        printed=r"gbs = mbs \times grad_{acc}",
        differs_at={b: 1, n_acc: 16, N_dp: 128},
    ),
    Erratum(
        "infra-math-tensor-parallel-traffic",
        place=INFRA_MATH.at("line 57"),
        kind="words",
        says="Tensor parallelism is said to keep communication small.",
        corrected="Each layer needs four all-reduces of a hidden tensor per micro-batch, and "
        "compute waits for them: see `layer_all_reduce_volume`. From a few micro-batches on "
        "that is more than the gradients of the layer.",
        proof=(MEGATRON_2021.at("section 3.2"), MEGATRON_2019.at("section 3")),
    ),
    Erratum(
        "infra-math-linear-collectives",
        place=INFRA_MATH.at("lines 59 and 60"),
        kind="words",
        says="A matrix cut by columns is said to need a broadcast and an all-gather, one cut by "
        "rows a scatter and an all-reduce.",
        corrected="Together, as they are used, the two need one all-reduce forward and one "
        "backward: the input is already on every GPU, and the first output is what the second "
        "matrix reads.",
        proof=(MEGATRON_2019.at("section 3"), PLAYBOOK.at("tensor parallelism")),
    ),
    Erratum(
        "infra-math-time-of-the-run",
        place=INFRA_MATH.at("line 77"),
        kind="words",
        says="The micro-batches of one step times their duration are called the training time.",
        corrected="It is the time of one step: `ideal_step_time`.",
        proof=(MEGATRON_2021.at("section 2.2.1"),),
    ),
    Erratum(
        "infra-math-bubble-proportional",
        place=INFRA_MATH.at("line 79"),
        kind="words",
        says="The bubble ratio is said to be proportional to the number of stages.",
        corrected="It grows by a constant amount per stage, but is zero for one stage; and as a "
        "ratio to the ideal time, `bubble_ratio`, it can exceed 1: 1.75 for 8 stages and 4 "
        "micro-batches.",
        proof=(MEGATRON_2021.at("section 2.2.1"),),
    ),
    Erratum(
        "infra-math-in-flight",
        place=INFRA_MATH.at("line 82"),
        kind="formula",
        says="As many micro-batches as stages are in flight only on the first stage, and only if "
        "the step has that many.",
        corrected=one_forward_one_backward_in_flight,
        proof=(MEGATRON_2021.at("section 2.2.1"),),
        notation=infra_math,
        scope="schedules",
        printed=r"p",
        differs_at={p: 8, m: 4, i_stage: 0},
    ),
    Erratum(
        "infra-math-loss-scaling",
        place=INFRA_MATH.at("line 100"),
        kind="words",
        says="Loss scaling is said to be needed for fp16 and bf16 alike.",
        corrected="Only fp16 needs it: bf16 has the exponents of fp32, so that its smallest "
        "normal number is near 1.2e-38 and not 6.1e-5.",
        proof=(MIXED_PRECISION.at("section 3.2, as quoted", opened=True), INFRA_MATH.at("line 97")),
    ),
    Erratum(
        "infra-math-score-scale",
        place=INFRA_MATH.at("line 89"),
        kind="words",
        says="The matrix of attention scores lacks its scale.",
        corrected="Queries times keys are divided by the square root of the size of one head, "
        "`scaled_attention_score`, because a product of that many terms has that variance.",
        proof=(ATTENTION.at("section 3.2.1"),),
    ),
    Erratum(
        "infra-math-fp8-recipe",
        place=INFRA_MATH.at("line 102"),
        kind="words",
        says="Ten bytes per parameter are named right after DeepSeek-V3, as if they were its own.",
        corrected="Ten is a recipe of nanotron; DeepSeek-V3 keeps 15 in the table of the playbook "
        "that the text builds on.",
        proof=(PLAYBOOK.at("table of FP8 recipes"),),
    ),
]
