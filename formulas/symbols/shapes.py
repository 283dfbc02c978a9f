"""Letters of parameter counts: what one layer, its parts and the tables around it hold."""

from derive.records import symbol

d_in = symbol(
    "d_in",
    "input width of a weight matrix",
    "1",
    integer=True,
    typical="768..53248",
    says="Numbers that go into the matrix for each token.",
)
d_out = symbol(
    "d_out",
    "output width of a weight matrix",
    "1",
    integer=True,
    typical="768..53248",
    says="Numbers that come out of the matrix for each token.",
)
Psi_mat = symbol(
    "Psi_mat",
    "parameters of one weight matrix",
    "param/layer",
    says="The entries of a matrix that every layer has once; its bias counts apart.",
)
Psi_q = symbol("Psi_q", "parameters of the query matrix", "param/layer", says="All query heads.")
Psi_k = symbol("Psi_k", "parameters of the key matrix", "param/layer", says="All key heads.")
Psi_v = symbol("Psi_v", "parameters of the value matrix", "param/layer", says="All value heads.")
Psi_o = symbol(
    "Psi_o",
    "parameters of the attention output matrix",
    "param/layer",
    says="It mixes the outputs of all heads back into the hidden size.",
)
Psi_attn = symbol(
    "Psi_attn",
    "parameters of the attention of one layer",
    "param/layer",
    at_least=0,
    says="Query, key, value and output matrices.",
)
Psi_ffn = symbol(
    "Psi_ffn",
    "parameters of the feed-forward network of one layer",
    "param/layer",
    at_least=0,
    says="Two matrices, or three if the network is gated.",
)
Psi_norm = symbol(
    "Psi_norm",
    "parameters of the norms of one layer",
    "param/layer",
    at_least=0,
    says="One norm before attention, one before the feed-forward network.",
)
Psi_bias = symbol(
    "Psi_bias",
    "parameters of the biases of one layer",
    "param/layer",
    at_least=0,
    says="One number for each output of each matrix, where matrices have biases at all.",
)
Psi_layer = symbol(
    "Psi_layer",
    "parameters of one layer",
    "param/layer",
    typical="7e6..8e9",
    says="Attention, feed-forward network and norms; embeddings belong to no layer.",
)
Psi_stack = symbol(
    "Psi_stack",
    "parameters of all layers",
    "param",
    typical="80e6..2e12",
    says="The model without its embeddings; scaling laws often mean this count.",
)
Psi_emb = symbol(
    "Psi_emb",
    "parameters of the embeddings",
    "param",
    at_least=0,
    says="The table of token vectors, and the output layer if it has a table of its own.",
)
n_emb = symbol(
    "n_emb",
    "number of vocabulary tables",
    "param/token",
    integer=True,
    at_least=0,
    at_most=2,
    typical="1..2",
    says="1 if input and output share one table (tied), 2 if each has its own.",
)
n_pos = symbol(
    "n_pos",
    "number of position tables",
    "param/token",
    integer=True,
    at_least=0,
    at_most=1,
    typical="0..1",
    says="1 if positions are learned, 0 if they are computed, as rotary ones are.",
)
n_vec = symbol(
    "n_vec",
    "vectors of hidden size in one layer",
    "param/layer",
    integer=True,
    at_least=0,
    typical="1..13",
    says="13 with all biases and with shifting norms (GPT-2, GPT-3); 2 with scaling norms alone.",
)
n_fin = symbol(
    "n_fin",
    "vectors of hidden size outside the layers",
    "param",
    integer=True,
    at_least=0,
    at_most=4,
    typical="0..4",
    says="The final norm: 1 if it only scales, 2 if it also shifts; 4 with a second such norm.",
)
v_norm = symbol(
    "v_norm",
    "vectors in one norm",
    "1",
    integer=True,
    at_most=2,
    typical="1..2",
    says="1 for a norm that only scales (RMS norm), 2 for one that also shifts (layer norm).",
)
kappa = symbol(
    "kappa",
    "key-value heads per query head",
    "1",
    above=0,
    at_most=1,
    typical="0.01..1",
    aliases=("κ",),
    says="1 for multi-head attention, 1 over the number of heads for multi-query attention.",
)
V_pad = symbol(
    "V_pad",
    "padded vocabulary size",
    "token",
    integer=True,
    typical="32000..256000",
    says="Rows of the embedding table after padding; the added rows stand for no token.",
)
V_unit = symbol(
    "V_unit",
    "granularity of the padded vocabulary",
    "token",
    integer=True,
    default="128",
    typical="1..1024",
    says="Each tensor-parallel rank gets a multiple of this many rows.",
)
d_unit = symbol(
    "d_unit",
    "granularity of the feed-forward width",
    "1",
    integer=True,
    default="256",
    typical="1..4096",
    says="The width is rounded up to a multiple of it, which suits the hardware.",
)
r_lora = symbol(
    "r_lora",
    "rank of a low-rank update",
    "1",
    integer=True,
    typical="1..256",
    aliases=("lora_rank",),
    says="Width of the bottleneck between the two thin matrices that are trained.",
)
Psi_down = symbol(
    "Psi_down",
    "parameters of a matrix into a bottleneck",
    "param/layer",
    says="From the full width down to a few units.",
)
Psi_kv_down = symbol(
    "Psi_kv_down",
    "parameters of the matrix that compresses keys and values",
    "param/layer",
    says="Down to one latent vector from which the keys and values of all heads are computed.",
)
Psi_up = symbol(
    "Psi_up",
    "parameters of a matrix out of a bottleneck",
    "param/layer",
    says="From a few units back up to the full width.",
)
n_lora = symbol(
    "n_lora",
    "adapted matrices per layer",
    "1/layer",
    integer=True,
    typical="1..7",
    says="Weight matrices of a layer that get a low-rank update.",
)
Psi_lora = symbol(
    "Psi_lora",
    "trainable parameters of low-rank adaptation",
    "param",
    at_least=0,
    typical="1e5..1e9",
    says="All that is trained and stored; the adapted model itself stays as it is.",
)
d_adapter = symbol(
    "d_adapter",
    "bottleneck width of an adapter",
    "1",
    integer=True,
    typical="8..512",
    says="Units between the down- and the up-projection of an adapter.",
)
n_adapter = symbol(
    "n_adapter",
    "adapters per layer",
    "1/layer",
    integer=True,
    typical="1..2",
    says="2 if one follows attention and one the feed-forward network.",
)
Psi_adapter = symbol(
    "Psi_adapter",
    "trainable parameters of the adapters",
    "param",
    at_least=0,
    typical="1e5..1e9",
    says="All adapters of all layers, biases included.",
)
b_train = symbol(
    "b_train",
    "bytes per trainable parameter",
    "byte/param",
    default="16 byte/param",
    typical="8..18",
    says="Weights, gradients and optimizer state: 16 in mixed precision with Adam.",
)
b_base = symbol(
    "b_base",
    "bytes per frozen parameter",
    "byte/param",
    default="2 byte/param",
    typical="0.5..4",
    says="2 for bf16, about 0.516 for NF4 with double quantization.",
)
