"""Letters of one pipeline stage of a run: its layers, parameters and what is counted there."""

from derive.records import symbol

L_st = symbol(
    "L_st",
    "layers of one pipeline stage",
    "layer",
    integer=True,
    at_least=0,
    typical="0..64",
    says="Of the stage with the number `i_stage`.",
)
L_dst = symbol(
    "L_dst",
    "layers without experts of one pipeline stage",
    "layer",
    integer=True,
    at_least=0,
    typical="0..64",
    says="All layers of the stage in a dense model.",
)
L_est = symbol(
    "L_est",
    "layers with experts of one pipeline stage",
    "layer",
    integer=True,
    at_least=0,
    typical="0..64",
    says="None in a dense model.",
)
x_in = symbol(
    "x_in",
    "whether a stage reads the tokens",
    "1",
    integer=True,
    at_least=0,
    at_most=1,
    typical="0..1",
    says="1 on the first stage, which holds the input table; 0 on all others.",
)
x_out = symbol(
    "x_out",
    "whether a stage computes the loss",
    "1",
    integer=True,
    at_least=0,
    at_most=1,
    typical="0..1",
    says="1 on the last stage, which holds the output table; 0 on all others.",
)
r_table = symbol(
    "r_table",
    "cost of the output layer in layers",
    "layer",
    typical="0.5..10",
    says="How many layers have as many matrix parameters as the output table.",
)
n_tab = symbol(
    "n_tab",
    "vocabulary tables on one stage",
    "1",
    at_least=0,
    typical="0..2",
    says="A table that input and output share is stored twice if they lie on different stages.",
)
Psi_split = symbol(
    "Psi_split",
    "attention parameters of one layer that tensor parallelism cuts",
    "param/layer",
    latex=r"\Psi_{\mathrm{heads}}",
    typical="1e6..1e9",
    says="The matrices whose inputs or outputs are heads.",
)
Psi_whole = symbol(
    "Psi_whole",
    "attention parameters of one layer that every rank keeps whole",
    "param/layer",
    latex=r"\Psi_{\mathrm{narrow}}",
    at_least=0,
    typical="0..50e6",
    says="The down-projections of latent attention (MLA); none otherwise.",
)
Psi_xgpu = symbol(
    "Psi_xgpu",
    "parameters of routed experts on one GPU",
    "param",
    at_least=0,
    typical="0..50e9",
    says="What expert and pipeline parallelism leave to one GPU.",
)
n_shard = symbol(
    "n_shard",
    "ranks that share the model state",
    "GPU",
    integer=True,
    typical="1..4096",
    says="Replicas, times the ranks that share each sequence: they hold the same parameters.",
)
n_same = symbol(
    "n_same",
    "ranks with the same parameters",
    "GPU",
    integer=True,
    typical="1..4096",
    says="Their gradients are added up; they differ in the tokens that they read.",
)
b_pair = symbol(
    "b_pair",
    "bytes per parameter of a stage for both stages of one GPU",
    "byte/param",
    typical="4..8",
    says="Where a GPU holds one stage of each direction of the pipeline.",
)
b_part = symbol(
    "b_part",
    "bytes per parameter for one part of the model state",
    "byte/param",
    at_least=0,
    typical="0..16",
    says="Parameters, gradients or optimizer state, one at a time.",
)
M_part = symbol(
    "M_part",
    "memory of one part of the model state on one GPU",
    "byte",
    at_least=0,
    typical="0..200e9",
    says="Parameters, gradients or optimizer state, one at a time.",
)
n_sp = symbol(
    "n_sp",
    "ranks that share the hidden tensors of a layer",
    "GPU",
    integer=True,
    typical="1..16",
    says="The tensor-parallel degree under sequence parallelism, else 1.",
)
n_hid = symbol(
    "n_hid",
    "hidden tensors that a layer keeps in shares, without inputs of matrices",
    "1/layer",
    at_least=0,
    default="2 1/layer",
    typical="2..12",
    says="Inputs of the two norms; more where norms run as several kernels.",
)
n_inp = symbol(
    "n_inp",
    "hidden tensors that a layer keeps as inputs of matrices",
    "1/layer",
    at_least=0,
    default="2 1/layer",
    typical="1..2",
    says="Outputs of the two norms.",
)
b_gemm = symbol(
    "b_gemm",
    "bytes per element of a tensor that is kept as the input of a matrix product",
    "byte",
    default="2 byte",
    typical="1..2",
    says="1 where products run in eight bits and their inputs are kept as they were multiplied.",
)
b_act = symbol(
    "b_act",
    "bytes per element of a tensor that is kept as the input of an activation function",
    "byte",
    default="2 byte",
    typical="1..2",
    says="1 where it is rounded to eight bits to be kept.",
)
x_keep = symbol(
    "x_keep",
    "share that is kept of tensors that are cheap to compute again",
    "1",
    ratio=True,
    default="1",
    typical="0..1",
    says="Outputs of norms, of activation functions, and of the up-projections of latent "
    "attention: 1 if they are kept, 0 if they are computed again.",
)
n_gat = symbol(
    "n_gat",
    "hidden tensors that a layer keeps gathered",
    "1/layer",
    at_least=0,
    default="0 1/layer",
    typical="0..2",
    says="Inputs that are not gathered again for the backward pass.",
)
n_cop = symbol(
    "n_cop",
    "copies of queries, keys and values that a layer keeps",
    "1/layer",
    default="1 1/layer",
    typical="1..2",
    says="Two where position encoding and attention keep one each.",
)
n_wide = symbol(
    "n_wide",
    "tensors of the width of the feed-forward network that a layer keeps",
    "1/layer",
    at_least=1,
    default="3 1/layer",
    typical="2..5",
    says="2 in a plain network, 3 in a gated one with a fused activation function, 4 without.",
)
