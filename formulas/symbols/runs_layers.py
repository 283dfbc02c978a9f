"""Letters of a whole run: the products, bytes and exchanges of a layer, and their time."""

from derive.records import symbol

W_attn = symbol(
    "W_attn",
    "widths that the products of attention read and write",
    "1/layer",
    typical="1e3..1e6",
    says="Inputs and outputs of its matrices on one GPU, per token.",
)
W_ffn = symbol(
    "W_ffn",
    "widths that the products of a feed-forward network read and write",
    "1/layer",
    typical="1e3..1e6",
    says="Inputs and outputs of its matrices on one GPU, per token.",
)
W_exp = symbol(
    "W_exp",
    "widths that the products of the experts read and write",
    "1/layer",
    typical="1e3..1e6",
    says="Inputs and outputs of the matrices of all experts that a token chose.",
)
n_mat = symbol(
    "n_mat",
    "matrices of a feed-forward network",
    "1/layer",
    integer=True,
    typical="2..3",
    says="3 with a gate, 2 without.",
)
Psi_dense = symbol(
    "Psi_dense",
    "matrix parameters of a layer without experts on one GPU",
    "param/layer",
    typical="1e6..1e9",
    says="Every token of the GPU passes all of them.",
)
Psi_used = symbol(
    "Psi_used",
    "matrix parameters that a token passes in a layer with experts on one GPU",
    "param/layer",
    typical="1e6..1e9",
    says="Attention, the experts that it chose, the shared ones.",
)
Psi_read = symbol(
    "Psi_read",
    "matrix parameters of a layer with experts on one GPU",
    "param/layer",
    typical="1e6..10e9",
    says="All of them are read, however few tokens each expert gets.",
)
Psi_pass = symbol(
    "Psi_pass",
    "matrix parameters that a token passes in a product",
    "param/layer",
    typical="1e6..1e9",
    says="Two FLOPs for each of them.",
)
Psi_load = symbol(
    "Psi_load",
    "matrix parameters that a product reads",
    "param/layer",
    typical="1e6..10e9",
    says="More than a token passes where experts share the work.",
)
W_io = symbol(
    "W_io",
    "widths that products read and write",
    "1/layer",
    typical="1e3..1e6",
    says="Inputs and outputs of the matrices on one GPU, per token.",
)
T_prod = symbol(
    "T_prod",
    "time of the matrix products of one layer forward",
    "second/layer",
    typical="1e-5..1",
    says="Of one micro-batch on one GPU.",
)
T_dprod = symbol(
    "T_dprod",
    "time of the matrix products of a layer without experts forward",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Of one micro-batch on one GPU.",
)
T_xprod = symbol(
    "T_xprod",
    "time of the matrix products of a layer with experts forward",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Of one micro-batch on one GPU.",
)
C_core = symbol(
    "C_core",
    "FLOPs of the attention core of one layer forward",
    "FLOP/layer",
    typical="1e9..1e16",
    says="Queries times keys and scores times values, of one micro-batch on one GPU.",
)
Q_core = symbol(
    "Q_core",
    "bytes that the scores of one layer move forward",
    "byte/layer",
    at_least=0,
    typical="0..1e11",
    says="None where a fused kernel keeps them on the chip.",
)
T_core = symbol(
    "T_core",
    "time of the attention core of one layer forward",
    "second/layer",
    typical="1e-6..10",
    says="Of one micro-batch on one GPU.",
)
T_dmem = symbol(
    "T_dmem",
    "time of the memory-bound operations of a layer without experts forward",
    "second/layer",
    at_least=0,
    typical="1e-6..1",
    says="Norms, residual sums, position encoding, activation functions.",
)
T_xmem = symbol(
    "T_xmem",
    "time of the memory-bound operations of a layer with experts forward",
    "second/layer",
    at_least=0,
    typical="1e-6..1",
    says="The same, and moving tokens to the order of their experts.",
)
M_msg = symbol(
    "M_msg",
    "bytes of one hidden tensor of a micro-batch",
    "byte",
    typical="1e6..1e9",
    says="What tensor parallelism gathers and scatters.",
)
T_tp = symbol(
    "T_tp",
    "time of one tensor-parallel exchange",
    "second",
    at_least=0,
    typical="1e-6..0.1",
    says="An all-gather or a reduce-scatter of one hidden tensor.",
)
T_cp = symbol(
    "T_cp",
    "time in which keys and values go round the context-parallel ring",
    "second/layer",
    at_least=0,
    typical="1e-6..0.1",
    says="Of one layer and one micro-batch.",
)
T_xcp = symbol(
    "T_xcp",
    "context-parallel time that attention does not hide",
    "second/layer",
    at_least=0,
    typical="0..0.1",
    says="Of one layer and one micro-batch, forward.",
)
T_ep = symbol(
    "T_ep",
    "time in which tokens reach their experts",
    "second/layer",
    at_least=0,
    typical="1e-6..0.1",
    says="One of the two exchanges of a layer with experts.",
)
T_xep = symbol(
    "T_xep",
    "time of an expert-parallel exchange that is seen",
    "second/layer",
    at_least=0,
    typical="0..0.1",
    says="One of the two exchanges of a layer with experts.",
)
t_dfwd = symbol(
    "t_dfwd",
    "time of one pass forward through a layer without experts",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Compute alone, of one micro-batch.",
)
t_xfwd = symbol(
    "t_xfwd",
    "time of one pass forward through a layer with experts",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Compute alone, of one micro-batch.",
)
t_dbwd = symbol(
    "t_dbwd",
    "time of one pass back through a layer without experts",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Compute alone, of one micro-batch.",
)
t_xbwd = symbol(
    "t_xbwd",
    "time of one pass back through a layer with experts",
    "second/layer",
    at_least=0,
    typical="1e-5..1",
    says="Compute alone, of one micro-batch.",
)
t_drec = symbol(
    "t_drec",
    "time of what a layer without experts computes again",
    "second/layer",
    at_least=0,
    typical="0..1",
    says="With the exchanges that are repeated.",
)
t_xrec = symbol(
    "t_xrec",
    "time of what a layer with experts computes again",
    "second/layer",
    at_least=0,
    typical="0..1",
    says="With the exchanges that are repeated.",
)
t_dlay = symbol(
    "t_dlay",
    "time of a layer without experts",
    "second/layer",
    at_least=0,
    typical="1e-4..1",
    says="One micro-batch forward, back and recomputed, with its exchanges.",
)
t_xlay = symbol(
    "t_xlay",
    "time of a layer with experts",
    "second/layer",
    at_least=0,
    typical="1e-4..1",
    says="One micro-batch forward, back and recomputed, with its exchanges.",
)
t_head = symbol(
    "t_head",
    "time of output layer and loss",
    "second",
    typical="1e-4..1",
    says="One micro-batch forward and back.",
)
t_chop = symbol(
    "t_chop",
    "time of the messages between two chunks",
    "second",
    latex=r"t_{\mathrm{chop}}",
    at_least=0,
    typical="0..20e-3",
    says="Of one micro-batch, there and back, from one chunk of layers to the next.",
)
