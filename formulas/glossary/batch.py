"""Words of the batch: what one step sees, whole and in parts."""

from derive.records import Term

from ..sources import (
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    GOYAL,
    INFRA_MATH,
    MCCANDLISH,
    MEGATRON_2021,
    TRAINING_BOOK,
)

terms = [
    Term(
        "mini-batch",
        "mini-batch",
        "A sample of the training data from which one gradient is estimated.",
        synonyms=("minibatch",),
        plural="mini-batches",
        not_to_confuse=(("micro-batch", "a part of it that passes through the model at once"),),
        symbols=("B",),
        sources=(FIELD_GUIDE.at("section 2.1, line 146"), GOYAL.at("section 1")),
    ),
    Term(
        "mini-batch-gradient",
        "mini-batch gradient",
        "The mean gradient of the loss over the examples of a batch. It estimates the gradient "
        "over all data, and its variance falls as one over the number of examples. Means of "
        "several ranks or micro-batches must be weighted by their tokens to give the same.",
        synonyms=("stochastic gradient",),
        symbols=("B", "V_noise", "tr_cov"),
        formulas=(
            "gradient_variance",
            "mini_batch_gradient_norm",
            "gradient_noise_scale",
            "mini_batch_gradient",
            "weighted_mean",
            "mean_of_means_error",
        ),
        sources=(
            FIELD_GUIDE.at("section 2.1, line 146"),
            FIELD_GUIDE.at("section 5.1, line 293, corrected"),
        ),
    ),
    Term(
        "micro-batch",
        "micro-batch",
        "The part of a batch that goes through the model in one pass. Gradients of several "
        "micro-batches are added up before a step, with or without a pipeline.",
        synonyms=("microbatch", "micro batch", "per-device train batch size"),
        plural="micro-batches",
        not_to_confuse=(
            ("global-batch", "all that one step sees, over all replicas"),
            ("mini-batch", "the whole sample of one step; some texts mean the part of one rank"),
            ("gradient-accumulation", "the adding up; a micro-batch is what is added"),
            ("training-step", "it may take several micro-batches"),
        ),
        symbols=("b", "m", "n_acc"),
        formulas=("micro_batches_per_step", "micro_batch_tokens"),
        sources=(
            MEGATRON_2021.at("section 2.2"),
            TRAINING_BOOK.at("glossary, line 59, corrected"),
            INFRA_MATH.at("line 32"),
            FIELD_GUIDE.at("section 3.2, line 203"),
        ),
    ),
    Term(
        "global-batch",
        "global batch",
        "All sequences whose gradients enter one update: micro-batch times accumulation steps "
        "times replicas. Documents count it in sequences, examples or tokens, so the unit must be "
        "stated; here `B` counts sequences.",
        synonyms=("effective batch", "effective batch size", "global batch size"),
        plural="global batches",
        not_to_confuse=(("micro-batch", "the part that passes through one replica at once"),),
        symbols=("B", "b", "n_acc", "N_dp", "s"),
        formulas=("global_batch", "tokens_per_step", "tokens_per_step_of_replicas"),
        sources=(
            FIELD_GUIDE.at("section 3.1, line 195"),
            FIELD_GUIDE.at("scale budget, line 81, corrected"),
            TRAINING_BOOK.at("notation appendix, line 34"),
            INFRA_MATH.at("line 32"),
            DISTRIBUTED_APPENDIX.at("C.1, line 18"),
        ),
    ),
    Term(
        "gradient-accumulation",
        "gradient accumulation",
        "Adding up the gradients of several micro-batches before the parameters change. The batch "
        "grows while the activation memory does not.",
        not_to_confuse=(("micro-batch", "what is added up; pipelines need micro-batches too"),),
        symbols=("n_acc", "b", "B"),
        formulas=(
            "global_batch",
            "micro_batches_per_step",
            "zero3_accumulated_volume",
            "weighted_mean",
        ),
        sources=(
            TRAINING_BOOK.at("glossary, line 45"),
            INFRA_MATH.at("line 32"),
            FIELD_GUIDE.at("section 3.2, line 203, corrected"),
        ),
    ),
    Term(
        "critical-batch-size",
        "critical batch size",
        "The batch size from which on further examples mostly repeat what the gradient already "
        "says. Below it, twice the batch takes nearly half the steps; far above, it takes the "
        "same number and twice the data. The noise of the gradient falls on both sides alike, its "
        "variance as one over the batch.",
        synonyms=("critical batch",),
        not_to_confuse=(("gradient-noise-scale", "a measure of the gradient that predicts it"),),
        symbols=("B", "B_crit", "B_noise"),
        formulas=(
            "critical_batch_size",
            "steps_against_examples",
            "critical_batch_from_loss",
            "gradient_noise_scale",
        ),
        sources=(
            MCCANDLISH.at("section 2"),
            TRAINING_BOOK.at("glossary, line 27"),
            FIELD_GUIDE.at("section 3.5, line 230, corrected"),
        ),
    ),
    Term(
        "gradient-noise-scale",
        "gradient noise scale",
        "The variance of the gradient of one example over the squared length of the true "
        "gradient. It can be measured during a run, and predicts the critical batch size.",
        synonyms=("noise scale",),
        not_to_confuse=(
            (
                "critical-batch-size",
                "what runs of different batch size show; the noise scale predicts it",
            ),
        ),
        symbols=("B_noise", "tr_cov"),
        formulas=("gradient_noise_scale", "curvature_noise_scale"),
        sources=(MCCANDLISH.at("section 2.2"), FIELD_GUIDE.at("section 3.5, line 230")),
    ),
]
