"""Errata of Training at Scale: memory, collectives, schedules, FLOPs."""

from sympy import Integer

from derive.records import Erratum

from ..communication.collectives.trees import double_tree_all_reduce_time
from ..communication.overlap import step_time_with_hidden_share
from ..memory.activations.strategies import activation_memory
from ..memory.training_memory import sharded_training_memory
from ..memory.zero import data_parallel_memory
from ..model.compute.tokens import training_flops_with_attention
from ..notations.field_guide import field_guide
from ..optimization.schedules import cosine_schedule
from ..sources import (
    FIELD_GUIDE,
    KORTHIKANTI,
    NCCL_TESTS,
    PALM,
    PATARASUK,
    SGDR,
    ZERO,
)
from ..symbols.memory import M_act, M_grad, M_opt, M_param, b_grad, b_opt, b_param
from ..symbols.model import L, Psi, a, b, d_ffn, d_head, g, h, s
from ..symbols.network import N, alpha, beta, n
from ..symbols.overlap import f_hid
from ..symbols.parallelism import N_dp
from ..symbols.scaling import D
from ..symbols.schedules import eta_max, eta_min, n_warmup, t_now
from ..symbols.time import T_comm, T_comp

WARMUP, HALFWAY, STEPS = Integer(2000), Integer(51000), Integer(100000)

errata = [
    Erratum(
        "field-guide-adam-memory",
        place=FIELD_GUIDE.at("section 4.1, line 247"),
        kind="formula",
        says="The master weights of mixed precision are missing, four bytes per parameter. "
        "Without them the same sum is `masterless_state_bytes`, which the text does not say.",
        corrected=data_parallel_memory,
        proof=(ZERO.at("section 3.1"),),
        notation=field_guide,
        scope="4.1",
        printed=r"M_\mathrm{Adam}\approx 2P + 2P + 8P",
        differs_at={
            Psi: 7e9, b_param: "2 byte/param", b_grad: "2 byte/param", b_opt: "12 byte/param",
        },
    ),
    Erratum(
        "field-guide-activation-memory",
        place=FIELD_GUIDE.at("section 4.2, line 252"),
        kind="formula",
        says="Activation memory is not proportional to the sequence length while attention "
        "scores are kept: from 8,192 to 16,384 tokens it grows by more than three, not by two.",
        corrected=activation_memory,
        proof=(KORTHIKANTI.at("equation 2"),),
        notation=field_guide,
        scope="4.2",
        printed=r"M_\mathrm{act}\propto BTLd",
        differs_at={b: 1, s: 8192, L: 32, h: 4096, d_ffn: 16384, a: 32, g: 32},
    ),
    Erratum(
        "field-guide-sharded-memory",
        place=FIELD_GUIDE.at("section 4.4, line 271, with section 1.3"),
        kind="formula",
        says="The letter holds the activations since section 1.3, and sharding does not cut them: "
        "each rank keeps those of its own batch.",
        corrected=sharded_training_memory,
        proof=(ZERO.at("section 5"),),
        notation=field_guide,
        scope="4.4",
        printed=r"M_\mathrm{per\ rank}\approx M/N",
        differs_at={
            M_param: "140 GB", M_grad: "140 GB", M_opt: "840 GB", M_act: "100 GB", N_dp: 64,
        },
    ),
    Erratum(
        "field-guide-all-reduce",
        place=FIELD_GUIDE.at("section 6.1"),
        kind="formula",
        says="Every rank must send nearly twice the message, so that no all-reduce is faster than "
        "`all_reduce_bandwidth_bound`, which the print undercuts by two.",
        corrected=double_tree_all_reduce_time,
        proof=(
            PATARASUK.at("section 3"),
            NCCL_TESTS.at("all-reduce", opened=True),
        ),
        notation=field_guide,
        scope="6.1",
        printed=r"T\approx \alpha\log N+\beta S",
        differs_at={N: 1024, n: "14 GB", beta: "50 GB/s", alpha: "5 us"},
    ),
    Erratum(
        "field-guide-overlap",
        place=FIELD_GUIDE.at("section 6.3"),
        kind="formula",
        says="Section 10.4 of the same text adds the phases up. Both are limits: the step takes "
        "the larger time if all communication is hidden, and the sum if none is.",
        corrected=step_time_with_hidden_share,
        proof=(FIELD_GUIDE.at("section 10.4"),),
        notation=field_guide,
        scope="6.3",
        printed=r"T_\mathrm{step}\approx\max(T_\mathrm{compute},T_\mathrm{comm})",
        differs_at={T_comp: "1 s", T_comm: "0.8 s", f_hid: "0"},
    ),
    Erratum(
        "field-guide-training-operations",
        place=FIELD_GUIDE.at("section 7.1"),
        kind="formula",
        says="The scores of attention are left out, without a word on when that is allowed: for "
        "a model of 70 billion parameters and sequences of 32,768 tokens they add 60 %.",
        corrected=training_flops_with_attention,
        proof=(PALM.at("appendix B"),),
        notation=field_guide,
        scope="7.1",
        printed=r"C\approx 6ND",
        differs_at={Psi: 70.6e9, D: 15e12, L: 80, a: 64, d_head: 128, s: 32768},
    ),
    Erratum(
        "field-guide-warmup",
        place=FIELD_GUIDE.at("section 3.3, line 214"),
        kind="formula",
        says="The line holds only up to the end of the warm-up; the print, which has no end, goes "
        "on rising where the schedule of section 3.4 falls: halfway down it is at the mean of its "
        "two ends.",
        corrected=cosine_schedule.with_(n_warmup=WARMUP, t_now=HALFWAY, n_steps=STEPS),
        proof=(
            SGDR.at("equation 5, as PyTorch's CosineAnnealingLR states it", opened=True),
            FIELD_GUIDE.at("section 3.4, line 222"),
        ),
        notation=field_guide,
        scope="3.3",
        printed=r"\eta_t=\eta_\max t/T_\mathrm{warmup}",
        differs_at={eta_max: "3e-4", eta_min: 0, t_now: HALFWAY, n_warmup: WARMUP},
    ),
]  # fmt: skip
