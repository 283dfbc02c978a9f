"""Letters of the model state: bytes per parameter by part, and what lies beside it."""

from derive.records import constant, symbol

b_state = symbol(
    "b_state",
    "bytes per parameter for the model state",
    "byte/param",
    typical="6..20",
    says="Parameters, gradients and optimizer state together.",
)
b_back = symbol(
    "b_back",
    "bytes per parameter for the gradients of one backward pass",
    "byte/param",
    at_least=0,
    typical="1..4",
    says="As the backward pass writes them, in the precision of the layers.",
)
b_acc = symbol(
    "b_acc",
    "bytes per parameter for accumulated gradients",
    "byte/param",
    at_least=0,
    typical="0..4",
    says="A second, wider set in which gradients of several micro-batches add up; 0 if none.",
)
b_master = symbol(
    "b_master",
    "bytes per parameter for the master weights",
    "byte/param",
    at_least=0,
    typical="0..4",
    says="The wide copy that the optimizer updates; 0 if it updates the parameters themselves.",
)
b_mom = symbol(
    "b_mom",
    "bytes per parameter for the momentum",
    "byte/param",
    at_least=0,
    typical="0..4",
    says="Running mean of the gradients.",
)
b_var = symbol(
    "b_var",
    "bytes per parameter for the variance",
    "byte/param",
    at_least=0,
    typical="0..4",
    says="Running mean of the squared gradients; 0 for optimizers that keep none.",
)
half_width = constant(
    "half_width",
    2,
    "byte/param",
    "bytes of a parameter in half precision",
    says="Sixteen bits, fp16 or bf16.",
)
full_width = constant(
    "full_width",
    4,
    "byte/param",
    "bytes of a parameter in single precision",
    says="Thirty-two bits, fp32.",
)
Psi_gpu = symbol(
    "Psi_gpu",
    "parameters on one GPU",
    "param",
    typical="100e6..10e9",
    says="What tensor and pipeline parallelism leave to one GPU, before any ZeRO share. Routed "
    "experts are left out where a law counts them apart, as `Psi_xgpu`.",
)
Psi_mat_all = symbol(
    "Psi_mat_all",
    "parameters in the matrices of all layers",
    "param",
    latex=r"\Psi_{\mathrm{split}}",
    at_least=0,
    says="What tensor parallelism splits in attention and feed-forward networks.",
)
Psi_norm_all = symbol(
    "Psi_norm_all",
    "parameters in the norms of all layers",
    "param",
    latex=r"\Psi_{\mathrm{whole}}",
    at_least=0,
    says="What every tensor-parallel rank keeps whole: norms, with experts also the router.",
)
Psi_table = symbol(
    "Psi_table",
    "parameters of one vocabulary table",
    "param",
    at_least=0,
    typical="10e6..4e9",
    says="Vocabulary size times hidden size.",
)
Psi_exp_all = symbol(
    "Psi_exp_all",
    "parameters in the routed experts of all layers",
    "param",
    latex=r"\Psi_{\mathrm{routed}}",
    at_least=0,
    says="All experts of all layers, before any split.",
)
ETP = symbol(
    "ETP",
    "expert tensor-parallel degree",
    "GPU",
    integer=True,
    typical="1..8",
    says="GPUs that share the matrices of one expert.",
)
EDP = symbol(
    "EDP",
    "expert data-parallel degree",
    "GPU",
    integer=True,
    typical="1..256",
    says="Replicas of each expert.",
)
M_rest = symbol(
    "M_rest",
    "model-state memory of one GPU without routed experts",
    "byte",
    at_least=0,
    says="Attention, shared parts, tables, norms and routers.",
)
M_exp = symbol(
    "M_exp",
    "model-state memory of the routed experts of one GPU",
    "byte",
    at_least=0,
    says="The experts that expert parallelism leaves to the GPU.",
)
Psi_big = symbol(
    "Psi_big",
    "parameters of the largest layer",
    "param",
    typical="10e6..5e9",
    says="The largest single module; often the vocabulary table.",
)
b_live = symbol(
    "b_live",
    "bytes per parameter of a gathered layer",
    "byte/param",
    default="4 byte/param",
    typical="2..8",
    says="Half-precision parameters, and the gradients that are computed for them.",
)
b_init = symbol(
    "b_init",
    "bytes per parameter while a model is built",
    "byte/param",
    default="4 byte/param",
    typical="2..4",
    says="Single precision, unless the framework is told otherwise.",
)
b_host = symbol(
    "b_host",
    "bytes per parameter in host memory",
    "byte/param",
    at_least=0,
    typical="12..18",
    says="16 where the optimizer step runs on the host in fp32, 18 where half-precision "
    "parameters lie there too.",
)
f_host = symbol(
    "f_host",
    "safety factor of host memory",
    "1",
    at_least=1,
    default="1.5",
    typical="1..2",
    says="Room for buffers that an estimate does not count one by one.",
)
M_host = symbol(
    "M_host",
    "host memory of one node",
    "byte",
    at_least=0,
    typical="100e9..4e12",
    says="Memory of the processors, not of the GPUs.",
)
M_share = symbol(
    "M_share",
    "share of the model state that one GPU keeps",
    "byte",
    says="Without what is gathered for a while.",
)
M_buf = symbol(
    "M_buf",
    "buffer memory of one GPU",
    "byte",
    at_least=0,
    typical="1e8..5e9",
    says="Memory in which messages are gathered and layers are unpacked.",
)
n_bucket = symbol(
    "n_bucket",
    "elements of a communication bucket",
    "element",
    default="5e8",
    typical="1e7..1e9",
    says="How much is gathered before one collective is started.",
)
n_live = symbol(
    "n_live",
    "parameters kept live",
    "element",
    at_least=0,
    default="1e9",
    typical="1e8..2e9",
    says="The most gathered parameters that ZeRO-3 holds at a time; 0 below ZeRO-3.",
)
V_step = symbol(
    "V_step",
    "bytes that one GPU sends for data parallelism in one step",
    "byte",
    at_least=0,
    says="Gradients, and under ZeRO-3 parameters.",
)
V_dp = symbol(
    "V_dp",
    "bytes that one GPU sends in one step of plain data parallelism",
    "byte",
    at_least=0,
    says="One all-reduce of all gradients.",
)
r_zero3 = symbol(
    "r_zero3",
    "traffic of ZeRO-3 relative to plain data parallelism",
    "1",
    typical="1..2",
    says="1.5 with parameters and gradients of equal width.",
)
V_layer = symbol(
    "V_layer",
    "bytes that one GPU sends for tensor parallelism in one layer",
    "byte",
    at_least=0,
    says="All passes of one micro-batch through one layer, for large groups.",
)
V_gather = symbol(
    "V_gather",
    "bytes that one GPU gathers for partitioned activations in one layer",
    "byte",
    at_least=0,
    says="The layer's input, which was kept in shares.",
)
n_ar = symbol(
    "n_ar",
    "all-reduces of one layer",
    "1",
    integer=True,
    default="4",
    typical="4..6",
    says="Two forward and two backward; six if the layer is recomputed.",
)
r_part = symbol(
    "r_part",
    "traffic of partitioned activations relative to tensor parallelism",
    "1",
    typical="0.05..0.2",
    says="How much ZeRO's partitioned activations add.",
)
