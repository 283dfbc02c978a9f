"""Words of inference: serving a trained model."""

from derive.records import Term

from ..sources import DISTRIBUTED_APPENDIX, HNSW, LITTLE, ORCA, RAG, SCALING_BOOK, SPECULATIVE, VLLM

terms = [
    Term(
        "distributed-inference",
        "distributed inference",
        "Serving a model from several GPUs or machines: split because it does not fit on one, "
        "copied because one is not fast enough, or both.",
        formulas=("sharded_kv_cache_memory", "serving_memory", "several_servers_wait"),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 53"),),
    ),
    Term(
        "prefill",
        "prefill",
        "Reading the prompt: all its tokens pass through the model at once and fill the KV cache.",
        not_to_confuse=(("decode", "one token at a time, after the prompt"),),
        symbols=("C_prefill",),
        formulas=("prefill_flops", "prefill_time", "prefill_throughput"),
        sources=(ORCA.at("section 2"), SCALING_BOOK.at("inference, prefill", opened=True)),
    ),
    Term(
        "decode",
        "decode",
        "Generating the answer one token at a time. Every token needs all weights from memory, so "
        "memory bandwidth sets the pace unless many requests share them.",
        synonyms=("generation",),
        not_to_confuse=(
            ("prefill", "all tokens of the prompt at once"),
            ("speculative-decoding", "several tokens for each pass of the large model"),
        ),
        symbols=("C_decode", "B_hbm", "T_dec", "R_dec"),
        formulas=(
            "decode_flops",
            "generation_attention_intensity",
            "few_rows_intensity",
            "decode_step_time",
            "memory_bound_decode_time",
            "decoding_throughput",
        ),
        sources=(ORCA.at("section 2"), SCALING_BOOK.at("inference, generation", opened=True)),
        autolink=False,
    ),
    Term(
        "continuous-batching",
        "continuous batching",
        "Serving in which requests join and leave the running batch after any token, rather than "
        "waiting until the whole batch has finished.",
        synonyms=("iteration-level scheduling", "in-flight batching"),
        symbols=("n_dec",),
        formulas=("decoding_throughput",),
        sources=(ORCA.at("section 3"), DISTRIBUTED_APPENDIX.at("C.2, line 45")),
    ),
    Term(
        "paged-attention",
        "PagedAttention",
        "Attention over a KV cache that lies in pages of fixed size, which need not be neighbours "
        "in memory. Little memory is lost to reserved but unused room.",
        not_to_confuse=(
            ("vllm", "a program that uses it"),
            ("flash-attention", "it concerns how scores are computed, not where the cache lies"),
        ),
        symbols=("s_page",),
        formulas=("paged_kv_cache_memory", "pages_per_sequence"),
        sources=(VLLM.at("section 4.1"), DISTRIBUTED_APPENDIX.at("C.2, line 111")),
    ),
    Term(
        "vllm",
        "vLLM",
        "A program that serves language models, known for its paged KV cache and continuous "
        "batching.",
        not_to_confuse=(("paged-attention", "the method; vLLM is the program"),),
        formulas=(
            "paged_kv_cache_memory",
            "cache_pool_memory",
            "resident_sequences",
        ),
        sources=(VLLM.at("section 4"), DISTRIBUTED_APPENDIX.at("C.2, line 111")),
    ),
    Term(
        "rag",
        "retrieval-augmented generation",
        "A language model that answers from passages which a search found for the question.",
        acronym="RAG",
        formulas=(
            "prefill_time",
            "prefill_flops",
            "kv_cache_memory",
        ),
        sources=(RAG.at("abstract"), DISTRIBUTED_APPENDIX.at("C.2, line 87")),
    ),
    Term(
        "vector-search",
        "vector search",
        "Finding those stored vectors that are closest to a given one. Large indexes are cut into "
        "shards and searched side by side.",
        synonyms=("nearest neighbor search",),
        not_to_confuse=(
            ("approximate-nearest-neighbor", "vector search that may miss some of the closest"),
        ),
        formulas=(
            "matrix_product_flops",
            "few_rows_intensity",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 113"),),
    ),
    Term(
        "approximate-nearest-neighbor",
        "approximate nearest neighbor search",
        "Vector search that looks at a small part of the index, and may miss some of the closest "
        "vectors in return.",
        synonyms=("approximate nearest neighbor",),
        acronym="ANN",
        not_to_confuse=(
            ("vector-search", "the task, exact or not"),
            ("hnsw", "one index for it"),
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 73"), HNSW.at("abstract")),
    ),
    Term(
        "hnsw",
        "HNSW",
        "Hierarchical navigable small world: an index for vector search made of layered graphs. A "
        "search descends from a sparse layer to dense ones, each time walking to the neighbour "
        "nearest to the query.",
        not_to_confuse=(("approximate-nearest-neighbor", "the task that the index serves"),),
        sources=(HNSW.at("abstract"), DISTRIBUTED_APPENDIX.at("C.2, line 73")),
    ),
    Term(
        "speculative-decoding",
        "speculative decoding",
        "Decoding in which a small model proposes several tokens and the large one checks them in "
        "a single pass. The text is distributed as if the large model had written it alone; the "
        "gain depends on how often proposals are accepted.",
        not_to_confuse=(("decode", "one pass of the model for each token"),),
        symbols=("p_accept", "n_draft", "x_spec"),
        formulas=("tokens_per_verification", "speculative_speedup", "speculative_operations"),
        sources=(SPECULATIVE.at("section 2"),),
    ),
    Term(
        "littles-law",
        "Little's law",
        "The number of requests in a system is on average their arrival rate times the time that "
        "each spends in it.",
        symbols=("n_sys", "rate_in", "T_sys"),
        formulas=("littles_law",),
        sources=(LITTLE.at("theorem, as quoted in Little 2011", opened=True),),
    ),
]
