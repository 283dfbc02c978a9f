"""Words of attention: how tokens look at each other, and what that costs."""

from derive.records import Term

from ..sources import (
    ATTENTION,
    DEEPSEEK_V2,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    FLASH_ATTENTION,
    GQA,
    INFRA_MATH,
    MISTRAL,
    PALM,
    RING_ATTENTION,
    TRAINING_BOOK,
    VLLM,
)

terms = [
    Term(
        "attention-score",
        "attention score",
        "The product of a query with a key, divided by the root of the head size. Without that "
        "division its variance grows with the head size, and the softmax saturates; it is the "
        "size of one head that counts, not the hidden size.",
        synonyms=("scaled dot-product",),
        plural="attention scores",
        symbols=("d_head", "s", "a", "M_score", "score"),
        formulas=(
            "score_flops",
            "score_tensor_memory",
            "attention_flops_per_token",
            "scaled_attention_score",
            "scaled_score_variance",
            "dot_product_variance",
        ),
        sources=(
            ATTENTION.at("section 3.2.1"),
            FIELD_GUIDE.at("section 8.3, line 456, corrected"),
            INFRA_MATH.at("line 89, corrected"),
        ),
    ),
    Term(
        "attention-stability",
        "attention stability",
        "Keeping attention scores in a range in which softmax and its gradient are exact enough. "
        "Scaling by the head size and subtracting the largest score before the exponential are "
        "the first means.",
        symbols=("d_head", "s", "score_var", "qk_var"),
        formulas=("scaled_score_variance", "dot_product_variance"),
        sources=(FIELD_GUIDE.at("section 8.3, line 456, corrected"), ATTENTION.at("section 3.2.1")),
    ),
    Term(
        "flash-attention",
        "FlashAttention",
        "An exact attention kernel that works through the sequence in tiles and never writes the "
        "whole matrix of scores to memory. What it keeps for the backward pass grows with the "
        "sequence, not with its square.",
        synonyms=("Flash Attention", "FlashAttention kernel"),
        not_to_confuse=(
            ("fused-kernel", "the general idea, for any operations"),
            ("paged-attention", "it concerns where the cache lies, not how scores are computed"),
            (
                "selective-recomputation",
                "the same trade, made by the framework instead of the kernel",
            ),
        ),
        symbols=("s", "M_score"),
        formulas=(
            "fused_layer_activations",
            "fused_attention_core_activations",
            "attention_intensity",
        ),
        sources=(FLASH_ATTENTION.at("section 3.1"), INFRA_MATH.at("line 89, corrected")),
    ),
    Term(
        "ring-attention",
        "Ring Attention",
        "Attention under context parallelism in which keys and values travel around a ring of "
        "GPUs. Each GPU computes with the part it holds while the next part is on its way.",
        not_to_confuse=(("ring-algorithm", "a way to carry out a collective"),),
        symbols=("CP", "s", "c_blk"),
        formulas=("ring_attention_hides_communication", "ring_hop_time", "block_attention_time"),
        sources=(RING_ATTENTION.at("section 3"), INFRA_MATH.at("line 68")),
    ),
    Term(
        "kv-cache",
        "KV cache",
        "The keys and values of all tokens so far, kept so that the next token can be generated "
        "without reading the text again. It grows with the sequence and with the number of "
        "requests, and often limits how many can be served at once.",
        synonyms=("key-value cache",),
        not_to_confuse=(
            ("activation-memory", "kept for the backward pass, which serving does not have"),
        ),
        symbols=("s", "g", "d_head", "L", "M_kv", "b_kv"),
        formulas=(
            "kv_bytes_per_token",
            "kv_cache_memory",
            "grouped_kv_cache_memory",
            "latent_kv_bytes_per_token",
            "resident_sequences",
            "cache_pool_memory",
        ),
        sources=(VLLM.at("section 2"), DISTRIBUTED_APPENDIX.at("C.2, line 75")),
    ),
    Term(
        "embedding-table",
        "embedding table",
        "The matrix that holds one vector for each item of a vocabulary. Tables for users and "
        "goods can outgrow a machine; those of language models are small beside the layers.",
        synonyms=("token embedding",),
        plural="embedding tables",
        symbols=("V", "h", "Psi_emb"),
        formulas=("embedding_parameters",),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 57"),),
    ),
    Term(
        "causal-mask",
        "causal mask",
        "The rule that a token sees only itself and the tokens before it. It leaves about half of "
        "all pairs of positions; whether the FLOPs are counted in full or halved is a "
        "convention, and both are in use.",
        synonyms=("causal attention",),
        not_to_confuse=(("sliding-window", "it also hides what is too long ago"),),
        symbols=("s", "n_pair"),
        formulas=("causal_pairs", "attention_flops_per_token", "causal_attention_flops_per_token"),
        sources=(
            ATTENTION.at("section 3.1"),
            INFRA_MATH.at("line 132, corrected"),
            PALM.at("appendix B"),
        ),
    ),
    Term(
        "sliding-window",
        "sliding-window attention",
        "Attention in which a token sees only a fixed number of tokens before it.",
        synonyms=("sliding window", "window attention"),
        not_to_confuse=(("causal-mask", "it leaves all earlier tokens visible"),),
        symbols=("w_att", "n_pair"),
        formulas=("window_pairs",),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 115"),
            MISTRAL.at("section 2, sliding window attention"),
        ),
    ),
    Term(
        "grouped-query-attention",
        "grouped-query attention",
        "Attention in which several query heads share one head of keys and values. The matrices "
        "for keys and values, and the KV cache, shrink in proportion.",
        acronym="GQA",
        not_to_confuse=(
            ("latent-attention", "it stores one compressed vector in place of keys and values"),
        ),
        symbols=("g", "a", "kappa"),
        formulas=(
            "grouped_attention_parameters",
            "key_value_head_ratio",
            "grouped_kv_cache_memory",
        ),
        sources=(
            GQA.at("section 2.2", opened=True),
            TRAINING_BOOK.at("notation appendix, line 116"),
            INFRA_MATH.at("line 113"),
        ),
    ),
    Term(
        "latent-attention",
        "multi-head latent attention",
        "Attention that stores one short vector per token, from which the keys and values of all "
        "heads are computed.",
        acronym="MLA",
        not_to_confuse=(
            ("grouped-query-attention", "it stores keys and values, only of fewer heads"),
        ),
        symbols=("r_kv", "d_rope"),
        formulas=("latent_attention_parameters", "latent_kv_bytes_per_token"),
        sources=(DEEPSEEK_V2.at("section 2.1"),),
    ),
]
