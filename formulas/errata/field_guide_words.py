"""Errata of Training at Scale, in words: letters, arrays, and what is left unsaid."""

from derive.records import Erratum

from ..sources import (
    ATTENTION,
    DALY,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    HENIGHAN,
    KAPLAN,
    KORTHIKANTI,
    LLAMA3,
    MCCANDLISH,
    MEGATRON_2019,
    MIXED_PRECISION,
    PASCANU,
    PYTORCH,
    SGDR,
    YOUNG,
    ZERO,
)

errata = [
    Erratum(
        "field-guide-letters-of-the-bubble",
        place=FIELD_GUIDE.at("section 5.3"),
        kind="words",
        says="The bubble is written with the letters for parameters and memory, which the same "
        "section uses in its worked example; with 7 billion stages the bubble is all of the time.",
        corrected="Stages and micro-batches need letters of their own: `bubble_fraction`.",
        proof=(FIELD_GUIDE.at("section 5.3, worked example"),),
    ),
    Erratum(
        "field-guide-two-bubbles",
        place=FIELD_GUIDE.at("section 5.3"),
        kind="words",
        says="The same word names a share of the whole time here and a ratio to the ideal time "
        "elsewhere: 17.9 % and 21.9 % for 8 stages and 32 micro-batches.",
        corrected="`bubble_fraction` and `bubble_ratio` are two quantities; r / (1 + r) turns the "
        "ratio into the fraction.",
        proof=(FIELD_GUIDE.at("section 5.3"), KORTHIKANTI.at("section 4.2.3")),
    ),
    Erratum(
        "field-guide-kaplan-floor",
        place=FIELD_GUIDE.at("section 7.2"),
        kind="words",
        says="A power law with a floor is called Kaplan's.",
        corrected="Kaplan's laws have no floor, `compute_limited_loss`; with one, the form is that "
        "of Henighan and others, `compute_loss_with_floor`.",
        proof=(KAPLAN.at("equation 1.3"), HENIGHAN.at("equation 1.1")),
    ),
    Erratum(
        "field-guide-clipping",
        place=FIELD_GUIDE.at("section 2.5, line 179"),
        kind="words",
        says="Clipping is said to cap the update, and is undefined for a gradient of zero.",
        corrected="It caps the gradient, `clipped_norm`; Adam divides by the gradient's size, so "
        "that its update hardly changes. In use a small number keeps the quotient finite: "
        "`clipping_factor_stabilized`.",
        proof=(
            PASCANU.at("algorithm 1", opened=True),
            PYTORCH.at("torch.nn.utils.clip_grad_norm_"),
        ),
    ),
    Erratum(
        "field-guide-score-scale",
        place=FIELD_GUIDE.at("section 8.3"),
        kind="words",
        says="Scores are divided by the root of a letter that is the hidden size in section 4.2.",
        corrected="It is the size of one head, `scaled_attention_score`: 11.3 and not "
        "110.9 for GPT-3.",
        proof=(ATTENTION.at("section 3.2.1"),),
    ),
    Erratum(
        "field-guide-progress",
        place=FIELD_GUIDE.at("section 3.4, line 222"),
        kind="words",
        says="The progress of the schedule is never defined, and its letter is the loss scale in "
        "section 8.2.",
        corrected="It is the share of the steps after the warm-up that are done: `decay_progress`.",
        proof=(SGDR.at("equation 5, as PyTorch's CosineAnnealingLR states it", opened=True),),
    ),
    Erratum(
        "field-guide-snapshots",
        place=FIELD_GUIDE.at("section 9.4"),
        kind="words",
        says="The loss by failures and the unit of the interval are left open.",
        corrected="With the interval in seconds, a failure loses half of it on average: "
        "`snapshot_waste`. The best interval is the root of twice the time to write times the "
        "time between failures: `young_interval`.",
        proof=(
            YOUNG.at("main result"),
            DALY.at("complete cost function, as Sandia's app_model codes it", opened=True),
        ),
    ),
    Erratum(
        "field-guide-summed-loss",
        place=FIELD_GUIDE.at("section 1.1"),
        kind="words",
        says="The loss is a sum over tokens, which grows with the batch.",
        corrected="Every other loss of the text, as in its scaling laws, is a mean per token: "
        "`mean_token_loss`.",
        proof=(DISTRIBUTED_APPENDIX.at("C.1, line 16"), FIELD_GUIDE.at("section 7.2")),
    ),
    Erratum(
        "field-guide-mean-of-means",
        place=FIELD_GUIDE.at("sections 3.2 and 5.1"),
        kind="words",
        says="The gradients of micro-batches and ranks are averaged alike, however many tokens "
        "each has.",
        corrected="They are weighted by tokens, `weighted_mean`; with 100 and 900 tokens the "
        "weights are a tenth and nine tenths, not a half each. `mean_of_means_error` is the "
        "difference.",
        proof=(FIELD_GUIDE.at("section 2.1, line 146, from which it follows"),),
    ),
    Erratum(
        "field-guide-sharded-traffic",
        place=FIELD_GUIDE.at("section 6.2, line 348"),
        kind="words",
        says="Sharded training is said to replace one all-reduce.",
        corrected="That is so for the first two stages. With parameters sharded, they are gathered "
        "twice, and the traffic is 1.5 times as much: `zero3_volume_ratio`.",
        proof=(ZERO.at("section 7"),),
    ),
    Erratum(
        "field-guide-product-of-degrees",
        place=FIELD_GUIDE.at("section 5.5"),
        kind="words",
        says="The degree of sequence parallelism multiplies the number of GPUs.",
        corrected="Only context parallelism does, `gpu_count`; sequence parallelism of Megatron-LM "
        "uses the GPUs of tensor parallelism.",
        proof=(LLAMA3.at("table 4"), KORTHIKANTI.at("section 4.2.2")),
    ),
    Erratum(
        "field-guide-unscaling",
        place=FIELD_GUIDE.at("section 8.2"),
        kind="words",
        says="The gradient is scaled, and nothing says when it is scaled back.",
        corrected="It is divided by the scale before it is clipped and before the step: "
        "`unscaled_gradient`. Otherwise the clipping norm is off by the scale.",
        proof=(MIXED_PRECISION.at("section 3.2, as quoted", opened=True),),
    ),
    Erratum(
        "field-guide-four-resources",
        place=FIELD_GUIDE.at("section 1.2, line 106"),
        kind="words",
        says="Four resources are named and three times compared; memory is not among them.",
        corrected="Memory is a limit, not a time: the state fits or it does not (`memory_fits`).",
        proof=(FIELD_GUIDE.at("section 1.3"),),
    ),
    Erratum(
        "field-guide-row-parallel-product",
        place=FIELD_GUIDE.at("section 5.2, line 304"),
        kind="words",
        says="With the weights cut by rows, both halves are multiplied by the whole input, whose "
        "shape does not fit theirs.",
        corrected="The input is cut as well: the output is the sum of each half of the input "
        "times its half of the weights.",
        proof=(MEGATRON_2019.at("section 3"),),
    ),
    Erratum(
        "field-guide-batch-noise",
        place=FIELD_GUIDE.at("section 3.5, line 230"),
        kind="words",
        says="The noise is said to fall with the batch only in a certain range.",
        corrected="The variance of a mean falls with the batch at every size, `gradient_variance`; "
        "what ends at the critical batch is the benefit, `progress_per_step`.",
        proof=(MCCANDLISH.at("section 2.2"),),
    ),
]
