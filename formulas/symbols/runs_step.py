"""Letters of a whole run: the parts of a step beside its layers."""

from derive.records import symbol

t_hop = symbol(
    "t_hop",
    "time of the messages between two stages",
    "second",
    at_least=0,
    typical="0..0.1",
    says="Activations of one micro-batch, and the gradients that come back.",
)
t_stage = symbol(
    "t_stage",
    "time of one micro-batch on one stage",
    "second",
    typical="1e-3..10",
    says="Forward and back, with messages.",
)
t_slow = symbol(
    "t_slow",
    "time of one micro-batch on the slowest stage",
    "second",
    typical="1e-3..10",
    says="It sets the pace of the pipeline.",
)
t_way = symbol(
    "t_way",
    "time of one micro-batch through all stages",
    "second",
    typical="1e-3..100",
    says="Forward and back, on the whole model, with all messages.",
)
T_busy = symbol(
    "T_busy",
    "time in which the slowest stage works",
    "second",
    typical="0.01..1000",
    says="All micro-batches of a step, one after the other.",
)
T_idle = symbol(
    "T_idle",
    "time in which the slowest stage waits",
    "second",
    at_least=0,
    typical="0..100",
    says="While the pipeline fills and drains.",
)
Q_grad = symbol(
    "Q_grad",
    "bytes that data parallelism sends in one exchange",
    "byte",
    at_least=0,
    typical="1e6..100e9",
    says="One rank, once per step, or once per micro-batch where parameters are sharded, too.",
)
T_grad = symbol(
    "T_grad",
    "time of one data-parallel exchange",
    "second",
    at_least=0,
    typical="0..100",
    says="If nothing hid it; once per step, or per micro-batch where parameters are sharded.",
)
T_xgrad = symbol(
    "T_xgrad",
    "time of the data-parallel exchange that is seen",
    "second",
    at_least=0,
    typical="0..100",
    says="What the passes back do not hide.",
)
T_upd = symbol(
    "T_upd",
    "time of the optimizer",
    "second",
    typical="1e-4..1",
    says="Its share of the parameters, read and written in memory.",
)
T_stall = symbol(
    "T_stall",
    "time of waiting for the slowest host",
    "second",
    at_least=0,
    typical="0..1000",
    says="Over all micro-batches of a step.",
)
d_att = symbol(
    "d_att",
    "mean width of a head in the two products of attention",
    "1",
    typical="64..256",
    says="The size of a head, except where keys and values differ.",
)
M_frag = symbol(
    "M_frag",
    "memory that the allocator holds beside the tensors",
    "byte",
    at_least=0,
    typical="0..10e9",
    says="Blocks that are kept for later and fit no present need.",
)
W_dense = symbol(
    "W_dense",
    "widths that all products of a layer read and write",
    "1/layer",
    typical="1e3..1e6",
    says="Attention and network together, per token.",
)
n_apart = symbol(
    "n_apart",
    "rank distance between neighbouring stages",
    "GPU",
    typical="1..1024",
    says="GPUs that hold the same stage.",
)
b_swap = symbol(
    "b_swap",
    "bytes that data parallelism exchanges per parameter",
    "byte/param",
    typical="4..8",
    says="Each byte once on its way out and once on its way back: 8 for gradients in single "
    "precision, 6 where parameters in half precision come back instead.",
)
