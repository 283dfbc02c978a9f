"""Letters of the roofline: FLOPs per byte, and the rate they allow."""

from derive.records import constant, symbol

C_op = symbol(
    "C_op",
    "FLOPs of one GPU in one piece of work",
    "FLOP",
    typical="1e6..1e18",
    says="A kernel, a layer or a step; the bytes are counted over the same piece.",
)
Q_mem = symbol(
    "Q_mem",
    "bytes moved to and from memory",
    "byte",
    typical="1e3..1e15",
    says="Traffic between the GPU's own memory and its cores during the piece of work.",
)
Q_net = symbol(
    "Q_net",
    "bytes sent over the network",
    "byte",
    at_least=0,
    typical="1e3..1e15",
    says="What one GPU sends to others during the piece of work.",
)
Q_io = symbol(
    "Q_io",
    "bytes read from storage",
    "byte",
    at_least=0,
    typical="1e3..1e15",
    says="Training data read for the piece of work, repeated reads included.",
)
I_mem = symbol(
    "I_mem",
    "FLOPs per byte of memory traffic",
    "FLOP/byte",
    typical="0.1..10000",
    says="A property of the work and how it is blocked, not of the hardware.",
)
I_net = symbol(
    "I_net",
    "FLOPs per byte of network traffic",
    "FLOP/byte",
    typical="1..1e6",
    says="A property of the work and how it is split over GPUs.",
)
I_io = symbol(
    "I_io",
    "FLOPs per byte read from storage",
    "FLOP/byte",
    typical="1e6..1e13",
    says="Large for text, whose tokens are few bytes and cost much compute.",
)
I_ridge = symbol(
    "I_ridge",
    "ridge point of the memory roofline",
    "FLOP/byte",
    typical="50..1000",
    says="The intensity at which compute and memory traffic take equally long.",
)
I_ridge_net = symbol(
    "I_ridge_net",
    "ridge point of the network roofline",
    "FLOP/byte",
    typical="500..100000",
    says="The intensity at which compute and communication take equally long.",
)
F_att = symbol(
    "F_att",
    "attainable throughput of one GPU",
    "FLOP/second",
    typical="1e12..5e15",
    says="The rate that remains when the slowest of compute, memory and network decides.",
)
T_mem = symbol(
    "T_mem",
    "memory time",
    "second",
    says="Time in which bytes move between the GPU's memory and its cores.",
)
b_tok = symbol(
    "b_tok",
    "bytes per stored token",
    "byte/token",
    typical="2..8",
    says="Size of one token as it lies in storage: 2 bytes if the vocabulary fits 16 bits.",
)
rho_read = symbol(
    "rho_read",
    "read amplification",
    "1",
    at_least=1,
    typical="1..4",
    says="Bytes read from storage for each byte that is used.",
)
n_row = symbol(
    "n_row",
    "rows of a matrix product",
    "token",
    integer=True,
    typical="1..1048576",
    says="Tokens that meet the weight matrix in one product.",
)
n_few = symbol(
    "n_few",
    "tokens of a small batch",
    "token",
    typical="1..256",
    says="Far fewer than the weight matrix has rows or columns.",
)
n_ridge = symbol(
    "n_ridge",
    "tokens at the ridge point",
    "token",
    typical="50..1000",
    says="With fewer tokens at once, reading the weights takes longer than computing with them.",
)
t_row = symbol(
    "t_row",
    "rows of one tile",
    "1",
    integer=True,
    typical="16..256",
    says="Rows of the result that one block of the product works on at a time.",
)
t_col = symbol(
    "t_col",
    "columns of one tile",
    "1",
    integer=True,
    typical="16..256",
    says="Columns of the result that one block of the product works on at a time.",
)
s_q = symbol(
    "s_q",
    "number of query positions",
    "token",
    integer=True,
    typical="1..131072",
    says="1 while a model generates token by token, the whole sequence in training.",
)
s_kv = symbol(
    "s_kv",
    "number of key and value positions",
    "token",
    integer=True,
    typical="256..1048576",
    says="Positions that are attended to; those in the cache while a model generates.",
)
Q_attn = symbol(
    "Q_attn",
    "HBM traffic of the attention of one layer",
    "byte",
    typical="1e6..1e12",
    says="Forward, for one sequence.",
)
Q_step = symbol(
    "Q_step",
    "HBM traffic of the attention of one layer in a training step",
    "byte",
    typical="1e8..1e13",
    says="Forward and backward, for all sequences of a micro-batch.",
)
t_q = symbol(
    "t_q",
    "query rows of one tile",
    "token",
    integer=True,
    typical="16..256",
    says="Queries that a thread block keeps on chip.",
)
score_passes = constant(
    "score_passes",
    4,
    "1/token",
    "times that unfused attention moves each score",
    says="Scores written and read, probabilities written and read.",
)
training_score_passes = constant(
    "training_score_passes",
    17,
    "1/token",
    "times that unfused attention moves each score in both passes",
    says="Forward 8: scores written; mask, softmax and dropout read and write them; the output "
    "reads them. Backward 9: probabilities read; their gradient written, read and written by "
    "dropout, read with the probabilities and written by softmax, read twice.",
)
dropout_mask_passes = constant(
    "dropout_mask_passes",
    2,
    "1/token",
    "times that unfused attention moves each entry of its dropout mask",
    says="Written forward, read backward.",
)
training_tensor_passes = constant(
    "training_tensor_passes",
    12,
    "1",
    "times that unfused attention moves a tensor of its inputs' shape in both passes",
    says="Forward 4: queries, keys, values, output. Backward 8: two for each of four products.",
)
mask_byte = constant(
    "mask_byte",
    1,
    "byte",
    "bytes of one entry of a dropout mask",
    says="A boolean takes a whole byte.",
)
