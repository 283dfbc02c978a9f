"""Letters of a whole run: what is exchanged between GPUs, and over which links."""

from derive.records import symbol

x_seen = symbol(
    "x_seen",
    "share of an overlapped exchange that stays exposed",
    "1",
    ratio=True,
    default="0.5",
    typical="0..1",
    says="First and last bucket, and compute that slows down beside an exchange.",
)
n_abwd = symbol(
    "n_abwd",
    "products of the attention core backward for each one forward",
    "1",
    default="2.5",
    typical="2..2.5",
    says="5/2 in a fused kernel, five instead of two, since the scores are computed again; 2 where "
    "they are kept.",
)
n_xbwd = symbol(
    "n_xbwd",
    "tensor-parallel exchanges of a layer that the backward pass does not hide",
    "1/layer",
    at_least=0,
    default="4 1/layer",
    typical="0..4",
    says="All four, if nothing is hidden behind the gradients of weights.",
)
x_fa2 = symbol(
    "x_fa2",
    "speed of FlashAttention-2 relative to an attention kernel for the generation",
    "1",
    ratio=True,
    default="1",
    typical="0.5..1",
    says="1 on the A100, for which it was written; less on the H100.",
)
x_send = symbol(
    "x_send",
    "share of the multiprocessors that an exchange takes from the products beside it",
    "1",
    ratio=True,
    default="0.15",
    typical="0..0.3",
    says="20 of 132 in DeepSeek-V3, which sends and receives on multiprocessors of its own.",
)
x_wait = symbol(
    "x_wait",
    "share of the host's work that the GPU waits for although it is busy long enough",
    "1",
    ratio=True,
    default="0",
    typical="0..1",
    says="0 where the host launches kernels ahead of the GPU; 1 where it waits for each of them.",
)
b_send = symbol(
    "b_send",
    "bytes per element of a token on its way to an expert and back",
    "byte",
    default="2 byte",
    typical="1..2",
    says="On average over both ways: 1.5 where tokens go out in FP8 and come back in BF16.",
)
n_xnode = symbol(
    "n_xnode",
    "nodes over which one set of experts is dealt out",
    "1",
    latex=r"n_{\mathrm{xnode}}",
    typical="1..32",
    says="1 where the group stays inside a node.",
)
T_up = symbol(
    "T_up",
    "time to compute queries, keys and values of a layer again from the latent vectors",
    "second/layer",
    latex=r"T_{\mathrm{up}}",
    at_least=0,
    typical="0..5e-3",
    says="In latent attention, forward; nothing in other attention.",
)
b_red = symbol(
    "b_red",
    "bytes per gradient in data-parallel communication",
    "byte/param",
    default="4 byte/param",
    typical="2..4",
    says="4 where gradients are added up over replicas in single precision, 2 in half.",
)
t_own = symbol(
    "t_own",
    "time of the message in which one owner sends its parameters",
    "second/GPU",
    at_least=0,
    default="0 second/GPU",
    typical="0..5e-3",
    says="None where all owners gather at once; some frameworks let one after the other broadcast.",
)
n_grp = symbol(
    "n_grp",
    "ranks of a group that communicates",
    "GPU",
    integer=True,
    typical="1..4096",
    says="Of tensor, context, data or expert parallelism, or two neighbouring stages.",
)
n_dist = symbol(
    "n_dist",
    "rank distance between neighbours in a group",
    "1",
    typical="1..1024",
    says="Counted in GPUs; 1 where the group lies side by side.",
)
beta_grp = symbol(
    "beta_grp",
    "attainable bandwidth of one rank in a group",
    "byte/second",
    typical="1e9..900e9",
    says="One direction; that of the slowest hop of a ring through the group.",
)
beta_cp = symbol(
    "beta_cp",
    "attainable bandwidth of one rank under context parallelism",
    "byte/second",
    typical="1e9..900e9",
    says="One direction.",
)
beta_dp = symbol(
    "beta_dp",
    "attainable bandwidth of one rank under data parallelism",
    "byte/second",
    typical="1e9..900e9",
    says="One direction.",
)
beta_pp = symbol(
    "beta_pp",
    "attainable bandwidth between two stages",
    "byte/second",
    typical="1e9..900e9",
    says="One direction.",
)
