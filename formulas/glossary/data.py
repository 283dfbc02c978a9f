"""Words of data: tokens, and how they are chosen and laid out."""

from derive.records import Term

from ..sources import DEDUPLICATION, FIELD_GUIDE, MUENNIGHOFF, SEQUENCE_PACKING, TRAINING_BOOK

terms = [
    Term(
        "token",
        "token",
        "The piece of text, a word or a part of one, that a language model reads and predicts.",
        plural="tokens",
        symbols=("D", "s"),
        formulas=("tokens_per_step",),
        sources=(FIELD_GUIDE.at("section 9.1, line 489"), FIELD_GUIDE.at("scale budget, line 79")),
        autolink=False,
    ),
    Term(
        "token-budget",
        "token budget",
        "The number of tokens that a run is to process, summed over its data sets with their "
        "repetitions. Documents are of unequal length, so counting them says nothing about the "
        "work.",
        symbols=("D", "n_epoch"),
        formulas=(
            "training_flops",
            "data_repetitions",
            "effective_tokens",
            "data_limited_parameters",
            "training_tokens",
            "data_set_tokens",
        ),
        sources=(
            FIELD_GUIDE.at("section 9.1, line 489"),
            FIELD_GUIDE.at("scale budget, line 79"),
            TRAINING_BOOK.at("notation appendix, line 32"),
        ),
    ),
    Term(
        "packing",
        "packing",
        "Putting several short documents into one sequence, so that fewer positions hold padding. "
        "Attention must be kept from crossing from one document into the next; its FLOPs "
        "then follow the lengths of the documents, not that of the sequence.",
        synonyms=("sequence packing",),
        symbols=("n_doc", "l_doc", "f_pack"),
        formulas=(
            "packed_pairs",
            "packed_step_flops",
            "packing_efficiency",
            "padded_row_efficiency",
        ),
        sources=(SEQUENCE_PACKING.at("section 1"), FIELD_GUIDE.at("section 9.2, line 497")),
    ),
    Term(
        "deduplication",
        "deduplication",
        "Removing documents or passages that occur more than once in the training data. What "
        "remains repeated is learned by heart, which lowers the training loss without helping on "
        "new text.",
        not_to_confuse=(("data-filtering", "it removes what is unwanted even once"),),
        symbols=("D_uniq", "D_eff"),
        formulas=("data_repetitions", "effective_tokens"),
        sources=(DEDUPLICATION.at("abstract"), FIELD_GUIDE.at("section 9.3, line 508")),
    ),
    Term(
        "data-filtering",
        "data filtering",
        "Choosing which documents to train on by quality, language or source. Each choice shifts "
        "the data away from, or towards, what the model will meet in use.",
        not_to_confuse=(("deduplication", "it removes what occurs again"),),
        formulas=(
            "data_repetitions",
            "effective_tokens",
            "data_limited_parameters",
        ),
        sources=(FIELD_GUIDE.at("section 9.3, line 508"),),
    ),
    Term(
        "epoch",
        "epoch",
        "One pass over all training data.",
        plural="epochs",
        symbols=("n_epoch", "n_rep"),
        formulas=("training_tokens", "data_repetitions"),
        sources=(MUENNIGHOFF.at("section 2"),),
    ),
    Term(
        "read-amplification",
        "read amplification",
        "Bytes read from storage over bytes that training uses. Reading whole blocks for "
        "scattered samples raises it.",
        symbols=("rho_read",),
        formulas=("read_amplification",),
        sources=(TRAINING_BOOK.at("notation appendix, line 74"),),
    ),
]
