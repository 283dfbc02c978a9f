"""Errata of Notation and Minimal Formalism: steps, checkpoints, batches, constants."""

from derive.records import Erratum

from ..communication.overlap import step_time_with_hidden_share
from ..memory.activations.spacing import transformer_checkpoint_spacing
from ..notations.minimal_formalism import minimal_formalism
from ..scaling.allocation import compute_optimal_ratio
from ..scaling.scaling import ROUNDED_FIT_AT_GOPHER
from ..sources import (
    BESIROGLU,
    CHINCHILLA,
    DEEPSEEK_V3,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    KORTHIKANTI,
    LLAMA3,
    MEGATRON_2021,
    PLAYBOOK,
    TRAINING_BOOK,
    ZERO,
)
from ..symbols.model import L, a, d_ffn, g, h, s
from ..symbols.overlap import f_hid
from ..symbols.recomputation import k_ckpt
from ..symbols.time import T_comm, T_comp

APPENDIX = "notation appendix"

errata = [
    Erratum(
        "formalism-overlapped-step",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 21"),
        kind="formula",
        says="The larger of the two times is the best that overlap can reach, where all "
        "communication is hidden; without any, their sum is right. In between, the hidden "
        "share decides: half here.",
        corrected=step_time_with_hidden_share,
        proof=(TRAINING_BOOK.at(f"{APPENDIX}, line 17"), FIELD_GUIDE.at("section 10.4")),
        notation=minimal_formalism,
        scope="formalism",
        printed=r"T_{\text{step}} \approx \max(T_{\text{compute}}, T_{\text{comm}})",
        differs_at={T_comp: "1 s", T_comm: "0.8 s", f_hid: "0.5"},
    ),
    Erratum(
        "formalism-checkpoint-spacing",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 99"),
        kind="formula",
        says="The square root of the layers is best only where a checkpoint costs as much as a "
        "whole layer. A transformer's checkpoint is far smaller, so that every layer or every "
        "second one is best; for GPT-3 the printed spacing needs 3.8 times the memory.",
        corrected=transformer_checkpoint_spacing.with_(k_star=k_ckpt),
        proof=(MEGATRON_2021.at("section 3.5"), KORTHIKANTI.at("equation 2")),
        notation=minimal_formalism,
        scope="memory",
        printed=r"k = \sqrt{L}",
        differs_at={L: 96, s: 2048, h: 12288, d_ffn: 49152, a: 96, g: 96},
    ),
    Erratum(
        "formalism-activations-of-a-batch",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 98"),
        kind="words",
        says="Activation memory is said to depend on the global batch, the sequence length, the "
        "hidden size and the layers.",
        corrected="It depends on the micro-batch, and on the attention heads as well: "
        "`activation_memory`. The global batch can be two thousand times as large.",
        proof=(KORTHIKANTI.at("equation 2"),),
    ),
    Erratum(
        "formalism-optimizer-label",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 97"),
        kind="words",
        says="Twelve bytes per parameter are labelled as the states of AdamW.",
        corrected="Eight are the two moments; the other four are master weights: "
        "`optimizer_bytes`.",
        proof=(ZERO.at("section 3.1"), FIELD_GUIDE.at("section 4.1, line 247")),
    ),
    Erratum(
        "formalism-letters-used-again",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 53"),
        kind="words",
        says="Only two letters are said to change their meaning.",
        corrected="A, B, k, H, N and T do so as well, and p stands beside p_i, L beside the "
        "loss, P beside p.",
        proof=(TRAINING_BOOK.at(f"{APPENDIX}, lines 34, 37, 39, 45, 59, 86, 99, 106 and 119"),),
    ),
    Erratum(
        "formalism-active-experts",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 106"),
        kind="number",
        says="One to four experts are said to see a token.",
        corrected="DeepSeek-V3 sends each token to eight routed experts and one shared one.",
        proof=(DEEPSEEK_V3.at("section 4.2"),),
    ),
    Erratum(
        "formalism-batch-of-a-gpu",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 35"),
        kind="words",
        says="The smaller batch is that of a GPU, and nothing joins it to the global one.",
        corrected="The global batch is micro-batch times accumulation steps times replicas: "
        "`global_batch`. With tensor or pipeline parallelism several GPUs share one "
        "micro-batch: 2,048 sequences on 16,384 GPUs in Llama 3.",
        proof=(LLAMA3.at("table 4"),),
    ),
    Erratum(
        "formalism-price-units",
        place=TRAINING_BOOK.at(f"{APPENDIX}, lines 45 and 46"),
        kind="words",
        says="Time is in seconds, the price of a GPU per hour.",
        corrected="Rate times GPUs times time is 3,600 times too large unless the seconds are "
        "turned into hours, as `training_cost` does by its units.",
        proof=(TRAINING_BOOK.at(f"{APPENDIX}, lines 45 and 46"),),
    ),
    Erratum(
        "formalism-rounded-constants",
        place=TRAINING_BOOK.at(f"{APPENDIX}, lines 57 to 60, with the 20 of the glossary"),
        kind="number",
        says="The rounded constants of the fit do not lead to 20 tokens per parameter: at the "
        "compute of Gopher they give 92.7, the unrounded ones 58.9, the repeated fit of the same "
        "data 18 to 20.",
        corrected=compute_optimal_ratio,
        proof=(CHINCHILLA.at("section D.3"), BESIROGLU.at("section 4")),
        printed="20 token/param",
        differs_at=ROUNDED_FIT_AT_GOPHER,
    ),
    Erratum(
        "formalism-context-and-sequence",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 83"),
        kind="words",
        says="Context and sequence parallelism are given as one.",
        corrected="Context parallelism has GPUs of its own and cuts attention too; sequence "
        "parallelism cuts norms and dropout over the GPUs of tensor parallelism.",
        proof=(PLAYBOOK.at("context parallelism"), KORTHIKANTI.at("section 4.2.2")),
    ),
    Erratum(
        "beta-of-three-documents",
        place=TRAINING_BOOK.at(f"{APPENDIX}, line 25"),
        kind="words",
        says="Beta is a bandwidth here and a time per byte in two other texts with the same "
        "model; a number moved from one to the other is wrong by beta squared.",
        corrected="Each document has a notation here that says which it is; `alpha_beta_time` "
        "uses the bandwidth. A message of 1 MB at 50 GB/s takes 20 us plus the latency.",
        proof=(DISTRIBUTED_APPENDIX.at("C.1, line 23"), FIELD_GUIDE.at("section 6.1")),
    ),
]
