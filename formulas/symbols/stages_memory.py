"""Letters of one pipeline stage of a run: the bytes that it keeps."""

from derive.records import symbol

M_lin = symbol(
    "M_lin",
    "memory of the hidden tensors that one layer keeps",
    "byte/layer",
    typical="1e6..10e9",
    says="Of one micro-batch on one GPU.",
)
M_lqkv = symbol(
    "M_lqkv",
    "memory of the queries, keys and values that one layer keeps",
    "byte/layer",
    typical="1e6..10e9",
    says="Of one micro-batch on one GPU.",
)
M_lcore = symbol(
    "M_lcore",
    "memory that the attention core of one layer keeps on one GPU",
    "byte/layer",
    typical="1e6..50e9",
    says="Its output, and what its backward pass needs of the scores.",
)
M_lffn = symbol(
    "M_lffn",
    "memory that the feed-forward network of one layer keeps on one GPU",
    "byte/layer",
    at_least=0,
    typical="1e6..10e9",
    says="What lies between its matrices.",
)
M_lexp = symbol(
    "M_lexp",
    "memory that the experts of one layer keep on one GPU",
    "byte/layer",
    at_least=0,
    typical="1e6..10e9",
    says="Inputs and outputs of the experts, and what lies between their matrices.",
)
M_ldrop = symbol(
    "M_ldrop",
    "memory of the dropout masks of one layer on one GPU",
    "byte/layer",
    at_least=0,
    typical="0..1e9",
    says="Those after attention and after the feed-forward network.",
)
M_dense = symbol(
    "M_dense",
    "activation memory of one layer without experts on one GPU",
    "byte/layer",
    at_least=0,
    typical="1e7..50e9",
    says="Everything that it keeps of one micro-batch.",
)
M_moe = symbol(
    "M_moe",
    "activation memory of one layer with experts on one GPU",
    "byte/layer",
    at_least=0,
    typical="1e7..50e9",
    says="Everything that it keeps of one micro-batch.",
)
M_big = symbol(
    "M_big",
    "activation memory of the fullest layer on one GPU",
    "byte",
    typical="1e7..50e9",
    says="What is alive at once where layers are recomputed one after the other.",
)
M_tables = symbol(
    "M_tables",
    "memory of the gathered parameters on one GPU",
    "byte",
    at_least=0,
    typical="0..10e9",
    says="Layers that fully sharded data parallelism holds whole while they compute.",
)
M_loss = symbol(
    "M_loss",
    "memory of logits and loss on one GPU",
    "byte",
    at_least=0,
    typical="1e8..50e9",
    says="While the loss of one micro-batch is computed.",
)
M_work = symbol(
    "M_work",
    "memory of the gradients at work on one GPU",
    "byte",
    at_least=0,
    typical="1e7..50e9",
    says="Gradients of activations while one layer goes back.",
)
M_live = symbol(
    "M_live",
    "memory of temporaries on one GPU",
    "byte",
    at_least=0,
    typical="1e7..50e9",
    says="The loss or the gradients at work, whichever is larger: they are not alive together.",
)
x_work = symbol(
    "x_work",
    "gradients at work over activations of a layer",
    "1",
    at_least=0,
    default="1.5",
    typical="0..3",
    says="Gradients of the tensors that a layer keeps, as far as they are alive together.",
)
M_all = symbol(
    "M_all",
    "memory that tensors take on one GPU",
    "byte",
    typical="1e9..200e9",
    says="What the framework reports as allocated, at its peak.",
)
x_frag = symbol(
    "x_frag",
    "share of the tensors' memory that the allocator adds",
    "1",
    at_least=0,
    default="0.04",
    typical="0..0.15",
    says="Blocks that are kept for later and fit no present need.",
)
M_fix = symbol(
    "M_fix",
    "memory that does not depend on the tensors",
    "byte",
    at_least=0,
    default="2 GB",
    typical="0..12e9",
    says="Context of the driver, libraries, buffers of the collectives.",
)
n_masks = symbol(
    "n_masks",
    "dropout masks of the size of the hidden tensor",
    "1/layer",
    at_least=0,
    default="0 1/layer",
    typical="0..2",
    says="Two in a model that is trained with dropout, one after each block.",
)
