"""Letters of the model: its parameters and the shape of its layers."""

from derive.records import symbol

Psi = symbol(
    "Psi",
    "number of model parameters",
    "param",
    typical="100e6..2e12",
    aliases=("Ψ", "params", "n_params", "num_params"),
    says="Every trainable number of the model counts once, wherever it is stored.",
)
L = symbol(
    "L",
    "number of transformer layers",
    "layer",
    integer=True,
    typical="12..128",
    aliases=("layers", "n_layers", "num_layers", "num_hidden_layers", "n_layer"),
    says="Identical blocks of attention and feed-forward network, stacked.",
)
h = symbol(
    "h",
    "hidden size",
    "1",
    integer=True,
    typical="768..25600",
    aliases=("d_model", "hidden_dim", "n_embd"),
    says="Width of the vector that carries one token from layer to layer.",
)
a = symbol(
    "a",
    "number of attention heads",
    "head",
    integer=True,
    typical="12..160",
    aliases=("heads", "n_heads", "num_heads", "n_head", "num_attention_heads"),
    says="Query heads of one layer, counted before any split over GPUs.",
)
s = symbol(
    "s",
    "sequence length",
    "token",
    integer=True,
    typical="1024..131072",
    aliases=("seq", "seq_len", "seqlen", "seq_length", "context_length", "max_seq_len"),
    says="Tokens of one sequence: in training the length of a row, padding included; in serving "
    "what is held of one request, prompt and answer together.",
)
b = symbol(
    "b",
    "micro-batch size",
    "sequence",
    integer=True,
    typical="1..64",
    aliases=("mbs", "micro_batch", "micro_batch_size"),
    says="Sequences that one pass through the model processes at once on one replica.",
)
g = symbol(
    "g",
    "number of key-value heads",
    "head",
    integer=True,
    typical="1..96",
    aliases=("n_kv", "kv_heads", "n_kv_heads", "num_kv_heads", "num_key_value_heads"),
    says="Heads that keys and values have; with fewer than `a`, several query heads share one.",
)
d_head = symbol(
    "d_head",
    "size of one attention head",
    "1",
    integer=True,
    typical="64..256",
    aliases=("head_dim",),
    says="Width of the query, key and value vectors of one head; often `h` over `a`.",
)
d_ffn = symbol(
    "d_ffn",
    "width of the feed-forward network",
    "1",
    integer=True,
    typical="2048..53248",
    aliases=("d_ff", "ffn_size", "intermediate_size", "ffn_hidden_size"),
    says="Units between the matrices of a feed-forward network.",
)
V = symbol(
    "V",
    "vocabulary size",
    "token",
    integer=True,
    typical="32000..256000",
    aliases=("vocab", "vocab_size"),
    says="Different tokens that the model knows; a count of entries, not of text.",
)
Psi_act = symbol(
    "Psi_act",
    "number of active parameters",
    "param",
    typical="1e9..100e9",
    says="Parameters that one token passes through; all of them in a dense model.",
)
