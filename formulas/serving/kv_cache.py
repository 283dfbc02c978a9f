"""Key-value cache: what a model keeps of every token it has read, and how many fit."""

from sympy import Eq, ceiling, floor

from derive.records import Case, Variants, derives, divides, formula

from ..memory.activations.operations import hidden_tensor_memory
from ..sources import (
    COOKBOOK,
    DEEPSEEK_INSIGHTS,
    DEEPSEEK_V2,
    GQA,
    KV_GUIDES,
    LLM_ANALYSIS,
    ML_ENGINEERING,
    MLSYSIM,
    SCALING_BOOK,
    VLLM,
)
from ..symbols.activations import M_hid
from ..symbols.compute import b_elem
from ..symbols.kv_cache import (
    M_kv,
    M_pool,
    M_serve,
    b_kv,
    key_value_widths,
    keys_and_values,
    n_page,
    n_seq,
    s_page,
)
from ..symbols.latent_attention import d_rope, r_kv
from ..symbols.memory import b_param
from ..symbols.model import L, Psi, a, b, d_head, g, h, s
from ..symbols.parallelism import TP


# allow laws_keep_inherited_alternatives: a token is whole, however its sequence is split
@formula(
    source=(
        VLLM.at("section 3", opened=True),
        SCALING_BOOK.at("applied inference", opened=True),
        GQA.at("section 2.2", opened=True),
    ),
    holds_when=lambda: [g <= a],
    leaves_out="layers that attend to a window only or share a cache, scales of quantized values",
    also_called=("KV cache per token", "GQA KV cache", "MQA KV cache"),
    holds_for={"attention": "grouped"},
)
def kv_bytes_per_token():
    """KV cache bytes per token.

    A key and a value for each of the `g` key-value heads of each layer;
    query heads do not count.
    """
    return Eq(b_kv, keys_and_values * L * g * d_head * b_elem)


@formula(
    source=(
        VLLM.at("section 3", opened=True),
        COOKBOOK.at("calc/calc_transformer_mem.py, corrected", opened=True),
    ),
    also_called=("MHA KV cache",),
    holds_for={"attention": "grouped", "key_value_heads": "one-each", "head_width": "split"},
)
def multi_head_kv_bytes_per_token():
    """KV cache bytes per token with multi-head attention.

    Every query head has a key and a value of its own, together as wide as
    `h`.
    """
    return Eq(b_kv, key_value_widths * L * h * b_elem)


# allow counts_agree_in_kind: one compressed vector per token and layer
@formula(
    source=(
        DEEPSEEK_V2.at("section 2.1.3, table 1", opened=True),
        DEEPSEEK_INSIGHTS.at("table 1", opened=True),
    ),
    also_called=("MLA KV cache", "DeepSeek KV cache size"),
    holds_for={"attention": "latent"},
)
def latent_kv_bytes_per_token():
    """KV cache bytes per token with multi-head latent attention.

    One compressed vector of width `r_kv` for keys and values of all heads,
    and one rotary key of width `d_rope` that the heads share.
    """
    return Eq(b_kv, L * (r_kv + d_rope) * b_elem)


@formula(
    source=(MLSYSIM.at("calc_kv_cache_size", opened=True), VLLM.at("section 3", opened=True)),
    status="definition",
    also_called=("key-value cache size", "KV cache size"),
    holds_for={"model_split": "whole"},
)
def kv_cache_memory():
    """KV cache memory.

    Bytes per token, times the tokens that each concurrent sequence holds, times
    the sequences.
    """
    return Eq(M_kv, b_kv * s * n_seq)


@formula(
    source=(
        MLSYSIM.at("calc_kv_cache_size", opened=True),
        ML_ENGINEERING.at("inference, key-value cache", opened=True),
    ),
    holds_when=lambda: [g <= a],
    leaves_out="pages that are partly empty",
    also_called=("KV cache of Llama", "GQA KV cache size"),
    holds_for={"attention": "grouped", "model_split": "whole"},
)
def grouped_kv_cache_memory():
    """KV cache memory from the model shape.

    A key and a value for each layer, key-value head and token of every
    concurrent sequence.
    """
    return Eq(M_kv, keys_and_values * L * g * d_head * b_elem * s * n_seq)


@formula(
    source=LLM_ANALYSIS.at("llm_analysis/analysis.py, get_memory_kv_cache_per_layer", opened=True),
    holds_when=lambda: [divides(TP, g)],
    leaves_out="copies of heads where there are fewer of them than GPUs, pipeline stages, each of "
    "which holds the cache of its own layers alone",
    also_called=(
        "KV cache per GPU",
        "TP KV cache",
    ),
    holds_for={"attention": "grouped", "model_split": "split"},
)
def sharded_kv_cache_memory():
    """KV cache memory per GPU under tensor parallelism.

    Key-value heads are dealt out over the `TP` ranks; with fewer heads than ranks
    some are copied.
    """
    return Eq(M_kv, keys_and_values * L * g * d_head * b_elem * s * n_seq / TP)


@formula(
    source=VLLM.at("section 4.1", opened=True),
    status="definition",
    also_called=("KV cache blocks per sequence",),
)
def pages_per_sequence():
    """Pages of one sequence in PagedAttention.

    Whole pages: the last one may be partly empty.
    """
    return Eq(n_page, ceiling(s / s_page))


@formula(
    source=VLLM.at("section 4.1", opened=True),
    leaves_out="pages that sequences share",
    also_called=("vLLM KV cache memory",),
)
def paged_kv_cache_memory():
    """Paged KV cache memory (PagedAttention).

    At most one page of each sequence is partly empty; caches without pages
    reserve the longest possible sequence instead.
    """
    return Eq(M_kv, b_kv * s_page * ceiling(s / s_page) * n_seq)


@formula(
    source=(
        MLSYSIM.at("serving, resident sequences", opened=True),
        VLLM.at("section 3", opened=True),
    ),
    leaves_out="pages that sequences share",
    also_called=("maximum concurrency", "KV cache capacity in sequences", "max_num_seqs"),
)
def resident_sequences():
    """Maximum concurrent sequences in the KV cache.

    Whole sequences of one length that fit into the memory set aside for the
    cache. Memory and bytes per token are those of one GPU, or those of all that share
    the model.
    """
    return Eq(n_seq, floor(M_pool / (b_kv * s)))


# allow laws_keep_inherited_alternatives: over all GPUs, however the model is split
@formula(
    source=SCALING_BOOK.at("applied inference", opened=True),
    leaves_out="activations of the pass, buffers",
    also_called=("inference memory",),
    holds_for={},
)
def serving_memory():
    """Serving memory: parameters and KV cache.

    Weights once, and the cache of every concurrent sequence, over all GPUs of
    the server.
    """
    return Eq(M_serve, b_param * Psi + b_kv * s * n_seq)


@derives(kv_bytes_per_token)
def key_and_value(page):
    """Count a key and a value of each layer."""
    page.start(
        Eq(b_kv, 2 * L * M_hid / (s * b)), "keys and values of all layers, for one of s b tokens"
    )
    page.put(hidden_tensor_memory.with_(h=g * d_head), "as wide as all key-value heads together")


@derives(multi_head_kv_bytes_per_token)
def as_many_as_queries(page):
    """Give each query head its own keys and values."""
    page.start(kv_bytes_per_token.with_(g=a), "every query head has its own")
    page.put(Eq(d_head, h / a), "the heads share the hidden size")


@derives(grouped_kv_cache_memory)
def bytes_times_tokens(page):
    """Multiply by the tokens."""
    page.start(kv_cache_memory, "bytes per token, tokens, sequences")
    page.put(kv_bytes_per_token, "a key and a value of each key-value head")


@derives(sharded_kv_cache_memory)
def heads_shared(page):
    """Deal out the heads."""
    page.start(grouped_kv_cache_memory.with_(g=g / TP), "each GPU keeps one share of the heads")


@derives(paged_kv_cache_memory)
def whole_pages(page):
    """Count whole pages."""
    page.start(Eq(M_kv, b_kv * s_page * n_page * n_seq), "pages of one size")
    page.put(pages_per_sequence, "rounded up")


@derives(serving_memory)
def parameters_and_cache(page):
    """Add the cache to the parameters."""
    page.start(Eq(M_serve, b_param * Psi + M_kv), "parameters and cache")
    page.put(kv_cache_memory, "bytes per token, tokens, sequences")


kinds = Variants(
    "kv-cache-kinds",
    "Bytes of the key-value cache per token, by kind of attention",
    {
        multi_head_kv_bytes_per_token: "multi-head: GPT-3, Llama 2 7B",
        kv_bytes_per_token: "grouped or multi-query: Llama 3, Mistral",
        latent_kv_bytes_per_token: "latent: DeepSeek-V2, DeepSeek-V3",
    },
    says="The same model would need many times more with every query head's own keys.",
)

TABLE = DEEPSEEK_INSIGHTS.at("table 1", opened=True)
GUIDE = KV_GUIDES.at("spheron.network, guide to the key-value cache", opened=True)

per_token = [
    Case(
        kv_bytes_per_token,
        {L: layers, g: heads, d_head: 128, b_elem: f"{width} byte"},
        gives=printed,
        source=place,
        within=within,
        note=note,
    )
    for layers, heads, width, printed, within, place, note in (
        (
            32,
            32,
            2,
            "524288 byte/token",
            "",
            KV_GUIDES.at("jiahuanglin.xyz, lessons on vLLM, lesson 1", opened=True),
            "Llama 2 7B",
        ),
        (
            32,
            8,
            2,
            "131072 byte/token",
            "",
            KV_GUIDES.at("bhabishya.rbind.io, the KV cache math", opened=True),
            "Llama 3.1 8B",
        ),
        (80, 8, 2, "327680 byte/token", "", TABLE, "Qwen 2.5 72B; Llama 3 70B has the same shape"),
        (126, 8, 2, "516096 byte/token", "", TABLE, "Llama 3.1 405B"),
        (
            80,
            8,
            1,
            "162 kB/token",
            "1.2 %",
            SCALING_BOOK.at("applied inference", opened=True),
            "Llama 3 70B in 8 bits; printed both 160 and 162, exactly 163.84 kB or 160 KiB",
        ),
        (
            40,
            40,
            2,
            "800 KiB/token",
            "",
            VLLM.at("section 3", opened=True),
            "OPT 13B; printed as 800 KB",
        ),
    )
] + [
    Case(
        multi_head_kv_bytes_per_token,
        {L: 40, h: 5120, b_elem: "2 byte"},
        gives="800 KiB/token",
        source=VLLM.at("section 3", opened=True),
        note="OPT 13B; printed as 800 KB",
    ),
    Case(
        latent_kv_bytes_per_token,
        {L: 61, r_kv: 512, d_rope: 64, b_elem: "2 byte"},
        gives="70272 byte/token",
        source=TABLE,
        note="DeepSeek-V3",
    ),
]

LLAMA3 = {L: 80, g: 8, d_head: 128, b_elem: "2 byte"}

totals = [
    *(
        Case(
            grouped_kv_cache_memory,
            {**LLAMA3, s: tokens, n_seq: 1},
            gives=printed,
            source=place,
            within=within,
        )
        for tokens, printed, within, place in (
            (32768, "10.7 GB", "", GUIDE),
            (4096, "1.3 GB", "", GUIDE),
            (8192, "2.5 GiB", "", MLSYSIM.at("calc_kv_cache_size, Llama 3 70B", opened=True)),
        )
    ),
    Case(
        sharded_kv_cache_memory,
        {**LLAMA3, s: 768, n_seq: 1, TP: 2},
        gives="125829120 byte",
        source=LLM_ANALYSIS.at("infer, Llama 2 70B, two GPUs", opened=True),
    ),
    Case(
        kv_cache_memory,
        {b_kv: "800 KiB/token", s: 2048, n_seq: 1},
        gives="1.6 GiB",
        source=VLLM.at("section 3", opened=True),
        note="one request of OPT 13B; printed as 1.6 GB",
    ),
    Case(
        kv_cache_memory,
        {b_kv: "0.131 MB/token", s: 1024, n_seq: 128},
        gives="17.2 GB",
        source=ML_ENGINEERING.at("inference/README.md", opened=True),
    ),
    Case(
        serving_memory,
        {b_kv: "160 kB/token", s: 8192, n_seq: 32, Psi: 70e9, b_param: "1 byte/param"},
        gives="112 GB",
        source=SCALING_BOOK.at("applied inference", opened=True),
    ),
    Case(
        resident_sequences,
        {M_pool: "116 GB", b_kv: "324 kB/token", s: 8192},
        gives="43",
        source=SCALING_BOOK.at("applied inference, table of minimum slices, bf16", opened=True),
    ),
]
