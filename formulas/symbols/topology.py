"""Letters of topologies: ports and hosts of switched networks, sides of tori."""

from derive.records import symbol

n_port = symbol(
    "n_port",
    "ports of one switch",
    "port",
    integer=True,
    typical="16..128",
    says="All switches are taken to be alike.",
)
n_host = symbol(
    "n_host",
    "hosts of a network",
    "1",
    typical="64..500000",
    says="Endpoints with full bandwidth between any two halves; a host may be one network adapter.",
)
n_box = symbol(
    "n_box",
    "switches of a fat tree",
    "switch",
    typical="20..20000",
    says="On all tiers.",
)
n_dim = symbol(
    "n_dim",
    "dimensions of a torus",
    "1",
    integer=True,
    typical="1..3",
    says="Each chip has two neighbours in each dimension.",
)
n_side = symbol(
    "n_side",
    "chips along one side of a torus",
    "1",
    integer=True,
    typical="4..32",
    says="All sides are taken to be equally long.",
)
n_cut = symbol(
    "n_cut",
    "links that cross the middle of a torus",
    "link",
    integer=True,
    typical="2..2048",
    says="The fewest that separate two equal halves.",
)
n_hop = symbol(
    "n_hop",
    "hops between the farthest chips of a torus",
    "hop",
    integer=True,
    at_least=0,
    typical="2..48",
    says="The diameter of the network.",
)
n_link = symbol(
    "n_link",
    "links of one GPU",
    "link",
    integer=True,
    typical="1..18",
    says="Links into the network inside the node.",
)
beta_link = symbol(
    "beta_link",
    "bandwidth of one link",
    "byte/(link second)",
    typical="25e9..100e9",
    says="In one direction or in both: makers quote either.",
)
beta_gpu = symbol(
    "beta_gpu",
    "bandwidth of all links of one GPU",
    "byte/second",
    typical="100e9..1800e9",
    says="In as many directions as the bandwidth of one link counts.",
)
x_over_sub = symbol(
    "x_over_sub",
    "oversubscription ratio",
    "1",
    at_least=1,
    typical="1..8",
    says="Bandwidth of a switch towards hosts, over its bandwidth towards the core; 1 without.",
)
n_down = symbol(
    "n_down",
    "ports of a leaf switch towards hosts",
    "port",
    integer=True,
    typical="8..64",
    says="The other ports go up.",
)
n_up = symbol(
    "n_up",
    "ports of a leaf switch towards the core",
    "port",
    integer=True,
    typical="4..64",
    says="As many as go down in a network with full bandwidth.",
)
beta_bis = symbol(
    "beta_bis",
    "bisection bandwidth",
    "byte/second",
    typical="1e11..1e16",
    says="What one half of the hosts can send to the other at once, in one direction.",
)
beta_host = symbol(
    "beta_host",
    "bandwidth of one host to the network",
    "byte/second",
    typical="1e10..4e11",
    says="In one direction.",
)
a_df = symbol(
    "a_df",
    "routers per group of a dragonfly",
    "1",
    integer=True,
    typical="4..64",
    says="All routers of a group are joined to each other.",
)
p_df = symbol(
    "p_df",
    "hosts per router of a dragonfly",
    "1",
    integer=True,
    typical="2..32",
    says="Endpoints below one router.",
)
h_df = symbol(
    "h_df",
    "global links per router of a dragonfly",
    "1",
    integer=True,
    typical="2..32",
    says="Links to other groups; each pair of groups has one in the largest network.",
)
n_group = symbol(
    "n_group",
    "groups of a dragonfly",
    "1",
    integer=True,
    typical="4..1024",
    says="Each joined to every other one.",
)
