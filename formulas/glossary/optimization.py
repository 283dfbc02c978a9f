"""Words of optimization: from a gradient to a step."""

from derive.records import Term

from ..sources import (
    ADAM,
    ADAMW,
    DISTBELIEF,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    GOYAL,
    LAMB,
    LARS,
    LOCAL_SGD,
    PASCANU,
    SGDR,
    TRAINING_BOOK,
)

terms = [
    Term(
        "learning-rate",
        "learning rate",
        "The factor between the direction that the optimizer proposes and the step that is taken.",
        synonyms=("step size",),
        not_to_confuse=(("learning-rate-schedule", "its course over the steps of a run"),),
        symbols=("eta", "eta_max"),
        formulas=("best_learning_rate", "linear_scaling_rule"),
        sources=(DISTRIBUTED_APPENDIX.at("C.1, line 17"), FIELD_GUIDE.at("section 3.3, line 214")),
        autolink=False,
    ),
    Term(
        "learning-rate-schedule",
        "learning-rate schedule",
        "The learning rate as a function of the step. Its trace in the log shows whether the run "
        "follows the plan, above all after a restart.",
        synonyms=("learning-rate trace",),
        not_to_confuse=(("learning-rate", "its value at one step"),),
        symbols=("eta_max", "eta_min"),
        formulas=("linear_warmup", "cosine_schedule"),
        sources=(FIELD_GUIDE.at("section 10.3, line 554"),),
    ),
    Term(
        "linear-warmup",
        "linear warmup",
        "The learning rate rises in equal steps from near zero to its peak. It keeps the first "
        "updates small while the moments of the optimizer are still poor estimates. The line ends "
        "at the peak; continued, it would overshoot.",
        synonyms=("warmup", "warm-up", "linear warm-up"),
        not_to_confuse=(("cosine-decay", "what follows once the peak is reached"),),
        symbols=("eta_max", "n_warmup"),
        formulas=("linear_warmup",),
        sources=(GOYAL.at("section 2.2"), FIELD_GUIDE.at("section 3.3, line 214, corrected")),
    ),
    Term(
        "cosine-decay",
        "cosine decay",
        "After warmup, the learning rate falls to its floor along half a period of a cosine. "
        "Progress counts from the end of warmup, not from the start of the run.",
        synonyms=("cosine schedule", "cosine annealing"),
        not_to_confuse=(("linear-warmup", "the rise that comes before"),),
        symbols=("eta_max", "eta_min", "progress"),
        formulas=("cosine_decay", "cosine_schedule", "decay_progress"),
        sources=(
            SGDR.at("equation 5, as PyTorch's CosineAnnealingLR states it", opened=True),
            FIELD_GUIDE.at("section 3.4, line 222, corrected"),
        ),
    ),
    Term(
        "adam",
        "Adam",
        "An optimizer that divides a running mean of the gradients by the root of a running mean "
        "of their squares, parameter by parameter. The two means are the first and the second "
        "moment, also called momentum and variance; they are the larger part of the optimizer "
        "state.",
        synonyms=("Adam moments", "first moment", "second moment"),
        not_to_confuse=(("adamw", "the same with weight decay kept apart"),),
        symbols=("b_mom", "b_var", "M_opt", "m_new", "v_new", "beta_1", "beta_2"),
        formulas=("optimizer_bytes", "adam_first_moment", "adam_second_moment", "adam_update_norm"),
        sources=(ADAM.at("algorithm 1"), FIELD_GUIDE.at("section 2.2, line 154")),
    ),
    Term(
        "bias-correction",
        "bias correction",
        "Dividing Adam's moments by one minus their decay rate to the power of the step. Both "
        "start at zero, so without it the first estimates are too small.",
        symbols=("m_hat", "v_hat"),
        formulas=("bias_corrected_first_moment", "bias_corrected_second_moment"),
        sources=(ADAM.at("section 3"), FIELD_GUIDE.at("section 2.3, line 162")),
    ),
    Term(
        "adamw",
        "AdamW",
        "Adam with weight decay that shrinks the parameters directly. The decay bypasses the "
        "division by the root of the second moment, so that all parameters shrink at the same "
        "rate.",
        not_to_confuse=(
            ("adam", "decay added to its gradient would be rescaled by the second moment"),
        ),
        symbols=("b_mom", "b_var", "M_opt", "weight_decay"),
        formulas=("optimizer_bytes", "adamw_update", "adamw_update_as_published"),
        sources=(ADAMW.at("algorithm 2", opened=True), FIELD_GUIDE.at("section 2.4, line 170")),
    ),
    Term(
        "gradient-clipping",
        "gradient clipping",
        "Shrinking the gradient to a given norm where it is longer. The direction stays. It "
        "limits the gradient, not the update: Adam divides most of a common factor out again.",
        not_to_confuse=(("gradient-norm", "the length that is limited"),),
        symbols=("f_clip", "clip_norm", "g_clip"),
        formulas=("clipping_factor", "clipped_norm"),
        sources=(PASCANU.at("section 3.2"), FIELD_GUIDE.at("section 2.5, line 178, corrected")),
    ),
    Term(
        "lars",
        "LARS",
        "Layer-wise adaptive rate scaling: momentum descent in which each layer's learning rate "
        "follows the ratio of its weight norm to its gradient norm. Made for very large batches.",
        not_to_confuse=(("lamb", "the same idea on top of Adam"),),
        formulas=(
            "momentum_state_memory",
            "root_scaling_rule",
        ),
        sources=(LARS.at("abstract"), TRAINING_BOOK.at("glossary, line 53, corrected")),
    ),
    Term(
        "lamb",
        "LAMB",
        "Layer-wise adaptive moments for batch training: each layer's Adam step is scaled by the "
        "ratio of the norms of its weights and of that step. It carries the idea of LARS over to "
        "Adam.",
        not_to_confuse=(("lars", "scales the gradient with momentum; it has no second moment"),),
        formulas=(
            "adam_state_memory",
            "root_scaling_rule",
        ),
        sources=(LAMB.at("algorithm 2"), TRAINING_BOOK.at("glossary, line 53, corrected")),
    ),
    Term(
        "asynchronous-sgd",
        "asynchronous SGD",
        "Gradient descent in which no worker waits for another: each sends its gradient when it "
        "is done and fetches whatever parameters are current. No time is lost on stragglers, but "
        "a gradient may belong to parameters of several steps ago.",
        synonyms=("asynchronous stochastic gradient descent", "Downpour SGD"),
        not_to_confuse=(("staleness", "what it costs, counted in steps"),),
        symbols=("tau_stale",),
        formulas=("mean_staleness", "stale_learning_rate"),
        sources=(
            DISTBELIEF.at("section 4.1"),
            DISTRIBUTED_APPENDIX.at("C.2, line 35"),
            TRAINING_BOOK.at("notation appendix, line 118"),
        ),
    ),
    Term(
        "training-step",
        "training step",
        "One update of the parameters, with all passes and collectives that it takes.",
        synonyms=("iteration", "optimizer step"),
        plural="training steps",
        not_to_confuse=(("micro-batch", "several may pass before one step is made"),),
        symbols=("T_step", "n_acc", "n_steps"),
        formulas=("optimizer_steps",),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.1, line 20"),
            TRAINING_BOOK.at("notation appendix, line 45"),
        ),
        autolink=False,
    ),
    Term(
        "staleness",
        "staleness",
        "The number of steps by which the parameters moved on while a gradient was computed.",
        not_to_confuse=(("asynchronous-sgd", "the method in which it arises"),),
        symbols=("tau_stale",),
        formulas=("mean_staleness", "stale_learning_rate"),
        sources=(TRAINING_BOOK.at("notation appendix, line 118"),),
    ),
    Term(
        "local-sgd",
        "local SGD",
        "Gradient descent in which each worker takes several steps alone before all average their "
        "parameters.",
        not_to_confuse=(("fedavg", "the same among owners of data, with weights by their amount"),),
        symbols=("n_local",),
        formulas=("local_sgd_step_time",),
        sources=(LOCAL_SGD.at("section 1"), TRAINING_BOOK.at("notation appendix, line 119")),
    ),
    Term(
        "linear-scaling-rule",
        "linear scaling rule",
        "Multiplying the learning rate by the factor by which the batch grows. For Adam, the root "
        "of that factor is more common.",
        symbols=("eta_ref", "B_ref"),
        formulas=("linear_scaling_rule", "root_scaling_rule"),
        sources=(GOYAL.at("section 2.1"),),
    ),
]
