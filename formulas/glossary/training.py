"""Words of training: the loss, and what to watch while it falls."""

from derive.records import Term

from ..sources import FIELD_GUIDE, KAPLAN, PALM, PASCANU

terms = [
    Term(
        "cross-entropy",
        "cross-entropy",
        "The mean over tokens of minus the logarithm of the probability that the model gave to "
        "the token which came. Scale does not change it: a large model minimises the same loss as "
        "a small one. A sum in place of the mean grows with the batch and cannot be compared.",
        synonyms=("next-token loss", "training loss"),
        not_to_confuse=(
            ("validation-loss", "the same measure on text that is not trained on"),
            ("perplexity", "its exponential"),
        ),
        symbols=("loss", "loss_mean", "loss_token", "loss_example"),
        formulas=("scaling_law_loss", "mean_token_loss", "token_loss", "loss_in_bits"),
        sources=(FIELD_GUIDE.at("section 1.1, line 97, corrected"), KAPLAN.at("section 1.3")),
    ),
    Term(
        "validation-loss",
        "validation loss",
        "The loss on text that the model is never trained on, measured at regular intervals. It "
        "reveals overfitting, faulty data and a resumed run that lost something, all of which the "
        "training loss can hide.",
        synonyms=("held-out loss",),
        not_to_confuse=(
            ("cross-entropy", "on the training data, its value can be flattered by repetition"),
        ),
        symbols=("loss",),
        sources=(FIELD_GUIDE.at("section 9.5, line 524"), FIELD_GUIDE.at("scale budget, line 85")),
    ),
    Term(
        "convergence",
        "convergence",
        "How far the loss falls for the tokens that were processed. A change that gains tokens "
        "per second is a gain only if the loss per token stays as it was.",
        not_to_confuse=(("throughput", "how fast the tokens pass, whatever they teach"),),
        symbols=("loss", "D"),
        formulas=("scaling_law_loss", "progress_per_step"),
        sources=(FIELD_GUIDE.at("section 1.4, line 124"),),
        autolink=False,
    ),
    Term(
        "failure-mode",
        "failure mode",
        "A way in which a long run goes wrong: it diverges, stalls, reads bad data, waits for the "
        "network, or loses its checkpoints. A loss that keeps rising is a symptom that several of "
        "them share.",
        plural="failure modes",
        formulas=(
            "loss_spike",
            "exposed_input_time",
            "exposed_communication_time",
        ),
        sources=(FIELD_GUIDE.at("section 1.5, line 132"),),
    ),
    Term(
        "loss-spike",
        "loss spike",
        "A sudden rise of the loss far above its recent course. Causes include odd batches, stale "
        "optimizer moments, overflow, and ranks that no longer agree.",
        plural="loss spikes",
        symbols=("loss", "loss_now", "loss_median", "x_spike", "n_window"),
        synonyms=("NaN loss",),
        formulas=("loss_spike",),
        sources=(PALM.at("section 5.1"), FIELD_GUIDE.at("section 8.4, line 464")),
    ),
    Term(
        "gradient-norm",
        "gradient norm",
        "The Euclidean length of all gradients taken as one vector. Logged before and after "
        "clipping, it gives an early sign of spikes.",
        plural="gradient norms",
        not_to_confuse=(("gradient-clipping", "what limits it"),),
        symbols=("g_norm",),
        formulas=("sharded_gradient_norm", "clipped_norm"),
        sources=(FIELD_GUIDE.at("section 10.2, line 546"), PASCANU.at("section 3.2")),
    ),
    Term(
        "shape-and-mask-check",
        "shape and mask check",
        "A test before a run that every target is the token after its input, and that no position "
        "sees what it must not. Slips here still give a loss that falls, only of the wrong task.",
        plural="shape and mask checks",
        sources=(FIELD_GUIDE.at("section 10.1, line 538"),),
    ),
    Term(
        "small-run",
        "reproducible small run",
        "A short run of a small model with fixed seeds, made before a large one. Its loss must "
        "fall, and a restart from its checkpoint must repeat the same numbers.",
        synonyms=("smoke test",),
        formulas=("untrained_loss",),
        sources=(FIELD_GUIDE.at("section 10.5, line 573"),),
    ),
    Term(
        "perplexity",
        "perplexity",
        "The exponential of the mean loss per token: the number of equally likely tokens that "
        "would be as hard to guess.",
        not_to_confuse=(("cross-entropy", "its logarithm"),),
        symbols=("ppl", "loss_mean"),
        formulas=("perplexity",),
        sources=(KAPLAN.at("section 1.3"),),
    ),
]
