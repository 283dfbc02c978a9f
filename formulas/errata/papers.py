"""Errata of papers and guides: numbers and equations that contradict their own text."""

from derive.records import Erratum

from ..communication.collectives.meshes import mesh_all_reduce_time
from ..memory.activations.strategies import checkpointed_activation_memory
from ..memory.memory import parameter_memory
from ..memory.zero import zero2_memory
from ..model.compute.steps import gpt_step_flops_selective
from ..notations.megatron_papers import korthikanti_2022
from ..parallelism.layout import replicas_of_run
from ..reliability.failures import share_of_cause
from ..runs.layer_time.times import full_core_operations
from ..scaling.allocation import compute_optimal_ratio
from ..scaling.scaling import ROUNDED_FIT_AT_GOPHER, training_flops
from ..serving.kv_cache import resident_sequences
from ..sources import (
    BESIROGLU,
    CHINCHILLA,
    DEEPSPEED,
    FLASH_ATTENTION,
    FSDP,
    GPT3,
    KORTHIKANTI,
    LLAMA3,
    PLAYBOOK,
    RING_ATTENTION,
    SCALING_BOOK,
    SCALING_BOOK_GPUS,
)
from ..symbols.batch import B
from ..symbols.collectives import beta_bi, n_axes
from ..symbols.compute import b_elem
from ..symbols.failures import n_cause, n_unexp
from ..symbols.kv_cache import M_pool, b_kv
from ..symbols.layout import n_mb
from ..symbols.memory import b_grad, b_opt, b_param
from ..symbols.model import L, Psi, V, a, b, h, s
from ..symbols.network import n
from ..symbols.parallelism import CP, TP, N_dp, N_gpu, p
from ..symbols.recomputation import n_ckpt
from ..symbols.runs_step import d_att
from ..symbols.scaling import D

INFERENCE = "applied-inference.md"
SLICES = f"{INFERENCE}, table of minimum slices"


def _scaling_book(place):
    """A place of the scaling book that was read."""
    return SCALING_BOOK.at(place, opened=True)


errata = [
    Erratum(
        "korthikanti-selective-operations",
        place=KORTHIKANTI.at("appendix A, equation 8"),
        kind="formula",
        says="The appendix says that selective recomputation repeats one forward pass of the "
        "scores, and then adds it twice. Added once to equation 7, the term is 2s/(9h) and not "
        "s/(3h), and the overheads of section 5 become about a third.",
        corrected=gpt_step_flops_selective,
        proof=(KORTHIKANTI.at("appendix A, equation 7 and the text before equation 8"),),
        notation=korthikanti_2022,
        scope="paper",
        printed=r"72 B L s h^2 \left(1 + \frac{s}{3h} + \frac{v}{12hL}\right)",
        differs_at={B: 64, L: 96, s: 2048, h: 12288, V: 51200},
    ),
    Erratum(
        "chinchilla-rounded-constants",
        place=CHINCHILLA.at("equation 10, with table 3"),
        kind="number",
        says="The constants as printed put 92.7 tokens to each parameter at the compute of "
        "Gopher; the paper's own rule is about 20. The unrounded constants of its source text "
        "give 58.9, and the repeated fit 18 to 20.",
        corrected=compute_optimal_ratio,
        proof=(BESIROGLU.at("section 4"), CHINCHILLA.at("section D.3, in the source text")),
        printed="20 token/param",
        differs_at=ROUNDED_FIT_AT_GOPHER,
    ),
    Erratum(
        "scaling-book-sharded-all-reduce",
        place=_scaling_book("sharding, question 2.3"),
        kind="number",
        says="The answer takes the whole array. It is cut sixteen ways, so that each ring along "
        "the third axis reduces a sixteenth, in 11.65 us.",
        corrected=mesh_all_reduce_time,
        proof=(_scaling_book("sharding, questions 2.1 and 2.3, from which it follows"),),
        printed="190 us",
        differs_at={n: "524288 byte", beta_bi: "90 GB/s", n_axes: 1},
    ),
    Erratum(
        "scaling-book-int4-size",
        place=_scaling_book(f"{SLICES}, int4"),
        kind="number",
        says="70 billion parameters of half a byte are 35 GB: a quarter of the 140 GB that the "
        "same table prints for bf16. The 2.81 chips beside it follow from the slip and are 2.19.",
        corrected=parameter_memory,
        proof=(_scaling_book(f"{INFERENCE}, the formula above the table"),),
        printed="45 GB",
        differs_at={Psi: 70e9, b_param: "0.5 byte/param"},
    ),
    Erratum(
        "scaling-book-caches-beside-int8",
        place=_scaling_book(f"{SLICES}, int8"),
        kind="number",
        says="Eight chips of 16 GB hold 58 GB beside 70 GB of parameters, where the row prints 68. "
        "Its 52 caches of 8192 tokens follow from the slip; 58 GB hold 43, as many as in the row "
        "of bf16, and the queries per second below the table are too high by as much.",
        corrected=resident_sequences,
        proof=(_scaling_book(f"{INFERENCE}, the same table, 8 chips and 70 GB"),),
        printed="52",
        differs_at={M_pool: "58 GB", b_kv: "162 kB/token", s: 8192},
    ),
    Erratum(
        "scaling-book-gradient-checkpoints",
        place=_scaling_book("applied-training.md, table of memory"),
        kind="number",
        says="The product in the row has 3 tensors per layer, as the text below the question "
        "says, and is 15.7 TB. The printed 20.9 TB takes the 4 that the question itself asks for.",
        corrected=checkpointed_activation_memory,
        proof=(_scaling_book("applied-training.md, the same row"),),
        printed="20.9 TB",
        differs_at={n_ckpt: 3, b_elem: "2 byte", L: 80, s: 4000, b: 1000, h: 8192},
    ),
    Erratum(
        "scaling-book-days-on-few-chips",
        place=_scaling_book("applied-training.md, below the table of memory"),
        kind="words",
        says="The days on few chips are divided by 171, and the 1752 printed are those of 225.",
        corrected="44 times 8960 over 171 is 2305. The 225 chips of the sentence before give the "
        "1752 days that are printed.",
        proof=(_scaling_book("applied-training.md, 21.6e12 / 96e9 = 225"),),
    ),
    Erratum(
        "deepspeed-stage-two-memory",
        place=DEEPSPEED.at("docs/code-docs/source/memory.rst", opened=True),
        kind="number",
        says="The page shows an older estimator, which cuts only 16 of the 20 bytes over the "
        "GPUs; the code beside it gives 11.28 GiB.",
        corrected=zero2_memory,
        proof=(DEEPSPEED.at("runtime/zero/stage_1_and_2.py, estimator", opened=True),),
        printed="15.93 GiB",
        differs_at={
            Psi: 2851e6, N_dp: 8, b_param: "2 byte/param", b_grad: "2 byte/param",
            b_opt: "16 byte/param",
        },
    ),
    Erratum(
        "deepspeed-gigabytes",
        place=DEEPSPEED.at("docs/code-docs/source/memory.rst", opened=True),
        kind="words",
        says="The estimators print GB.",
        corrected="They divide by two to the thirtieth: it is GiB, and 7.4 % more in GB.",
        proof=(DEEPSPEED.at("runtime/zero/stage3.py, estimator", opened=True),),
    ),
    Erratum(
        "chinchilla-table-a3",
        place=CHINCHILLA.at("table A3, approach 3, 175 billion", opened=True),
        kind="number",
        says="175 billion parameters and 12.0 trillion tokens make ten times the FLOPs that the "
        "row prints; the rows above and below it keep to six FLOPs per parameter and token.",
        corrected=training_flops,
        proof=(CHINCHILLA.at("section 3.3", opened=True),),
        printed="1.26e24 FLOP",
        differs_at={Psi: "175e9", D: "12.0e12"},
    ),
    Erratum(
        "ring-attention-table-2",
        place=RING_ATTENTION.at("table 2, A100 InfiniBand", opened=True),
        kind="words",
        says="The smallest block over InfiniBand is printed as 24.5 thousand tokens.",
        corrected="312 TFLOP/s over 12.5 GB/s are 24.96 thousand, and six such blocks the 149.5 "
        "thousand that the same row prints as the smallest sequence.",
        proof=(RING_ATTENTION.at("section 3, arithmetic intensity", opened=True),),
    ),
    Erratum(
        "gpt-3-width",
        place=GPT3.at("table 2.1, 13B", opened=True),
        kind="words",
        says="The hidden size is printed as 5140.",
        corrected="The 12.85 billion parameters of table D.1, and 40 heads of size 128, need "
        "5120: `gpt_parameters` gives 12.95 billion for the printed width.",
        proof=(GPT3.at("table D.1"),),
    ),
    Erratum(
        "gpt-3-heads",
        place=GPT3.at("table 2.1, XL", opened=True),
        kind="words",
        says="24 heads of size 128 are printed for a hidden size of 2048.",
        corrected="The 1.32 billion parameters of table D.1 are what `gpt_parameters` gives for "
        "heads that are 2048 wide together, 16 of 128; 24 of them would make 1.52 billion.",
        proof=(GPT3.at("table D.1"), GPT3.at("table 2.1, the rows but XL and 13B", opened=True)),
    ),
    Erratum(
        "llama-3-replicas",
        place=LLAMA3.at("table 4, row 3, in a copy of the arXiv page", opened=True),
        kind="number",
        says="8 tensor-parallel, 16 context-parallel and 16 pipeline ranks with 4 replicas are "
        "8,192 GPUs; the row counts 16,384. Version 3 of the PDF prints 8.",
        corrected=replicas_of_run,
        proof=(LLAMA3.at("table 4, row 3, its number of GPUs", opened=True),),
        printed="4",
        differs_at={TP: 8, CP: 16, p: 16, N_gpu: 16384},
    ),
    Erratum(
        "llama-3-faulty-gpus",
        place=LLAMA3.at("table 5"),
        kind="number",
        says="148 of 419 interruptions are 35.3 %; another row of the table, 72 of 419, is "
        "printed as 17.2 %, which is right.",
        corrected=share_of_cause,
        proof=(LLAMA3.at("table 5, counts and total"),),
        printed="30.1 %",
        differs_at={n_cause: 148, n_unexp: 419},
    ),
    Erratum(
        "flash-attention-figure-2-operations",
        place=FLASH_ATTENTION.at("figure 2, left, GFLOPs", opened=True),
        kind="number",
        says="Forward alone, the two products of 64 sequences of 1,024 positions take 275 GFLOPs "
        "over 16 heads. What FlashAttention is printed to compute more, 8.6 GFLOPs, is one product "
        "of one head: the FLOPs seem to be those of one head, while the traffic is that of all.",
        corrected=full_core_operations,
        proof=(FLASH_ATTENTION.at("section 2.2, algorithm 0, from which it follows", opened=True),),
        printed="66.6e9 FLOP/layer",
        differs_at={n_mb: 65536, s: 1024, a: 16, d_att: 64, TP: 1},
    ),
    Erratum(
        "fsdp-hybrid-traffic-between-hosts",
        place=FSDP.at("section 3.2.2, traffic between hosts", opened=True),
        kind="words",
        says="With W accelerators, G per host, the sharding factor is set to W/G and the traffic "
        "between hosts given as 2M(W - 1)/(GW) per GPU.",
        corrected="Gathers stay within a host where the factor is G. The W/G replicas then sum "
        "M/G each, 2M(W - G)/(GW) per GPU, `hybrid_replica_volume`: an eighth of M between two "
        "hosts of eight, where the printed term gives 0.234 M.",
        proof=(FSDP.at("section 3.2.2, groups of shards and of replicas", opened=True),),
    ),
    Erratum(
        "ultra-scale-playbook-data-parallel-overlap",
        place=PLAYBOOK.at("appendix A3, condition of data parallelism", opened=True),
        kind="words",
        says="The condition keeps the number of parameters, which cancels: all gradients are sent, "
        "and the compute of the backward pass grows with it as well.",
        corrected="At one byte per gradient: peak FLOP/s over bandwidth, times (DP - 1) / DP, over "
        "twice the tokens, at most one. Gradients of two bytes double it.",
        proof=(
            PLAYBOOK.at("appendix A3, both times of data parallelism", opened=True),
            SCALING_BOOK_GPUS.at("data parallelism", opened=True),
        ),
    ),
]  # fmt: skip
