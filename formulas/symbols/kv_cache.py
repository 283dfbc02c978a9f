"""Letters of the key-value cache: what is kept of each token that was read."""

from derive.records import constant, symbol

b_kv = symbol(
    "b_kv",
    "bytes of the key-value cache per token",
    "byte/token",
    typical="20e3..5e6",
    says="All layers together, for one sequence.",
)
M_kv = symbol(
    "M_kv",
    "memory of the key-value cache",
    "byte",
    at_least=0,
    typical="1e6..1e12",
    aliases=("kv_cache",),
    says="Of all sequences that are held at once.",
)
s_page = symbol(
    "s_page",
    "tokens per page",
    "token",
    integer=True,
    typical="1..256",
    says="A sequence takes whole pages.",
)
n_page = symbol(
    "n_page",
    "pages of one sequence",
    "page",
    integer=True,
    typical="1..10000",
    says="The last one may be partly empty.",
)
M_pool = symbol(
    "M_pool",
    "memory set aside for the key-value cache",
    "byte",
    typical="1e9..1e13",
    says="What the parameters and buffers leave.",
)
n_seq = symbol(
    "n_seq",
    "concurrent sequences",
    "sequence",
    integer=True,
    at_least=0,
    typical="1..4096",
    aliases=("concurrency",),
    says="Requests whose keys and values are in memory at the same time, whether in prefill or in "
    "decoding; the micro-batch `b` of training is another count.",
)
M_serve = symbol(
    "M_serve",
    "memory needed to serve a model",
    "byte",
    typical="1e9..10e12",
    says="Parameters and key-value cache, over all GPUs.",
)
keys_and_values = constant(
    "keys_and_values",
    2,
    "1/(head layer token)",
    "vectors kept per token, layer and key-value head",
    says="A key and a value.",
)
key_value_widths = constant(
    "key_value_widths",
    2,
    "1/(layer token)",
    "vectors of hidden size kept per token and layer",
    says="The keys of all heads together, and their values.",
)
