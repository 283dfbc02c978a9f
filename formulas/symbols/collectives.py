"""Letters of collectives: their times, the bytes they move and the bandwidth they reach."""

from derive.records import symbol

T_bc = symbol(
    "T_bc",
    "time of a broadcast",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="Until every rank holds what one rank held.",
)
T_red = symbol(
    "T_red",
    "time of a reduce",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="Until one rank holds the sum of what all held.",
)
T_sc = symbol(
    "T_sc",
    "time of a scatter",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="Until each rank holds its share of what one rank held.",
)
T_a2a = symbol(
    "T_a2a",
    "time of an all-to-all",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="Until every rank has sent a different share of its vector to every other rank.",
)
T_coll = symbol(
    "T_coll",
    "time of a collective",
    "second",
    typical="10e-6..1",
    says="Any collective, as it is measured.",
)
T_lat = symbol(
    "T_lat",
    "latency of a collective",
    "second",
    at_least=0,
    typical="1e-6..0.01",
    says="What remains of its time when the vector is very short.",
)
T_mid = symbol(
    "T_mid",
    "time of the exchange between nodes",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="The middle part of a collective that first gathers inside each node.",
)
T_intra = symbol(
    "T_intra",
    "time of the exchange inside a node",
    "second",
    at_least=0,
    typical="10e-6..1",
    says="The first step of an all-to-all in two levels.",
)
n_round = symbol(
    "n_round",
    "rounds of a tree",
    "1",
    integer=True,
    at_least=0,
    typical="1..14",
    says="In each round twice as many ranks take part as in the round before.",
)
V_rs = symbol(
    "V_rs",
    "bytes that one rank sends in a reduce-scatter",
    "byte",
    at_least=0,
    typical="1e3..1e11",
    says="The whole vector but its own share, under a ring.",
)
V_ag = symbol(
    "V_ag",
    "bytes that one rank sends in an all-gather",
    "byte",
    at_least=0,
    typical="1e3..1e11",
    says="It receives as many.",
)
V_ar = symbol(
    "V_ar",
    "bytes that one rank sends in an all-reduce",
    "byte",
    at_least=0,
    typical="1e3..1e11",
    says="Below twice the vector, however many ranks take part.",
)
V_a2a = symbol(
    "V_a2a",
    "bytes that one rank sends in an all-to-all",
    "byte",
    at_least=0,
    typical="1e3..1e11",
    says="Its vector, except the share that it keeps.",
)
n_cross = symbol(
    "n_cross",
    "message size at which ring and tree take equally long",
    "byte",
    at_least=0,
    typical="1e3..1e9",
    says="Shorter vectors are summed faster by a tree, longer ones by a ring.",
)
n_half = symbol(
    "n_half",
    "vector size at which a ring reaches half its bandwidth",
    "byte",
    latex=r"n_{1/2}",
    at_least=0,
    typical="1e4..1e9",
    says="Latency and transfer then take equally long.",
)
beta_alg = symbol(
    "beta_alg",
    "algorithm bandwidth",
    "byte/second",
    typical="1e9..1e12",
    says="Size of the vector over the time of the collective.",
)
beta_bus = symbol(
    "beta_bus",
    "bus bandwidth",
    "byte/second",
    at_least=0,
    typical="1e9..1e12",
    aliases=("busbw", "bus_bw"),
    says="Bytes that really passed a link, per second: comparable with the link's own bandwidth.",
)
f_bus = symbol(
    "f_bus",
    "bus bandwidth over algorithm bandwidth",
    "1",
    at_least=0,
    typical="0.5..2",
    says="Depends on the collective and on the number of ranks, not on the algorithm.",
)
f_bw = symbol(
    "f_bw",
    "share of the bandwidth that a message reaches",
    "1",
    above=0,
    below=1,
    typical="0.05..0.99",
    says="One half at the size at which latency equals transfer time.",
)
alpha_in = symbol(
    "alpha_in",
    "latency per message inside a node",
    "second",
    at_least=0,
    typical="0.5e-6..5e-6",
    says="Between GPUs of one machine.",
)
beta_in = symbol(
    "beta_in",
    "bandwidth of one GPU inside its node",
    "byte/second",
    typical="100e9..900e9",
    says="In one direction, to the other GPUs of the machine together.",
)
alpha_out = symbol(
    "alpha_out",
    "latency per message between nodes",
    "second",
    at_least=0,
    typical="2e-6..20e-6",
    says="Between GPUs of different machines.",
)
beta_out = symbol(
    "beta_out",
    "bandwidth of one GPU to other nodes",
    "byte/second",
    typical="3e9..100e9",
    says="In one direction, for a GPU with a network adapter of its own.",
)
beta_node = symbol(
    "beta_node",
    "bandwidth of one node to the network",
    "byte/second",
    typical="10e9..3600e9",
    says="In one direction, all network adapters of the machine together.",
)
beta_bi = symbol(
    "beta_bi",
    "bandwidth along one axis, both directions",
    "byte/second",
    latex=r"\beta_{\mathrm{both}}",
    typical="50e9..400e9",
    says="What one chip sends to both of its neighbours on a ring, together.",
)
n_axes = symbol(
    "n_axes",
    "number of mesh axes",
    "1",
    integer=True,
    default="1",
    typical="1..3",
    says="Axes of a torus over which one collective runs at the same time.",
)
