"""Topology: how many hosts switches can join, and how far apart chips of a torus are."""

from sympy import Eq, floor

from derive.records import Case, derives, divides, formula

from ..sources import DRAGONFLY, FAT_TREE, INTERCONNECTION, MLSYSIM, NVIDIA_SPECS, SCALING_BOOK_GPUS
from ..symbols.topology import (
    a_df,
    beta_bis,
    beta_gpu,
    beta_host,
    beta_link,
    h_df,
    n_box,
    n_cut,
    n_dim,
    n_down,
    n_group,
    n_hop,
    n_host,
    n_link,
    n_port,
    n_side,
    n_up,
    p_df,
    x_over_sub,
)


# allow counts_agree_in_kind: ports of three tiers multiply to hosts
@formula(
    source=(FAT_TREE.at("section on the fat-tree topology"), MLSYSIM.at("fat tree", opened=True)),
    holds_when=lambda: [divides(2, n_port)],
    leaves_out="oversubscription, ports that are kept free",
    also_called=("k-ary fat tree", "three-tier Clos"),
)
def fat_tree_hosts():
    """Three-tier fat tree: number of hosts.

    As many pods as a switch has ports, each with a quarter of their square.
    """
    return Eq(n_host, n_port**3 / 4)


# allow counts_agree_in_kind: ports of two tiers multiply to hosts
@formula(
    source=INTERCONNECTION.at("chapter on Clos networks, folded"),
    holds_when=lambda: [divides(2, n_port)],
    leaves_out="oversubscription, ports that are kept free",
    also_called=("two-tier Clos", "two-tier fat tree"),
)
def two_tier_hosts():
    """Leaf-spine network: number of hosts.

    Half of the ports of each leaf go down to hosts, half go up, one to each
    spine; a spine reaches as many leaves as it has ports.
    """
    return Eq(n_host, n_port**2 / 2)


# allow counts_agree_in_kind: ports of two tiers multiply to switches
@formula(
    source=FAT_TREE.at("section on the fat-tree topology"),
    holds_when=lambda: [divides(2, n_port)],
    leaves_out="oversubscription",
    also_called=(
        "Clos network switches",
        "number of switches",
    ),
)
def fat_tree_switches():
    """Three-tier fat tree: number of switches.

    A pod has as many switches as a switch has ports; the core has a quarter of
    their square.
    """
    return Eq(n_box, n_port**2 + n_port**2 / 4)


@formula(
    source=(INTERCONNECTION.at("chapter on torus networks"), MLSYSIM.at("torus", opened=True)),
    holds_when=lambda: [divides(2, n_side), n_side >= 4],
    leaves_out="sides of unequal length",
    also_called=("bisection width of a torus",),
)
def torus_bisection():
    """Torus bisection: links across the middle.

    A cut through a ring meets it twice; there is one ring for each chip of the
    plane.
    """
    return Eq(n_cut, 2 * n_side ** (n_dim - 1))


@formula(
    source=(INTERCONNECTION.at("chapter on torus networks"), MLSYSIM.at("torus", opened=True)),
    leaves_out="sides of unequal length",
    also_called=("network diameter",),
)
def torus_diameter():
    """Torus diameter in hops.

    Half way round in every dimension.
    """
    return Eq(n_hop, n_dim * floor(n_side / 2))


@formula(
    source=(
        NVIDIA_SPECS.at(
            "NVLink, table of generations, as quoted in Juejin 7232679817128132665", opened=True
        ),
        SCALING_BOOK_GPUS.at("at the node level", opened=True),
    ),
    status="definition",
    also_called=("aggregate link bandwidth",),
)
def gpu_link_bandwidth():
    """NVLink bandwidth of one GPU.

    Makers quote both directions together. A collective is as fast as one
    direction: half of that.
    """
    return Eq(beta_gpu, n_link * beta_link)


@formula(
    source=(FAT_TREE.at("section on oversubscription"), INTERCONNECTION.at("folded Clos")),
    status="definition",
    holds_when=lambda: [n_down >= n_up],
    also_called=("oversubscription factor", "contention ratio", "blocking factor"),
)
def oversubscription():
    """Oversubscription ratio of a leaf switch.

    Ports towards hosts over ports towards the core, all of one speed. 1 means
    full bandwidth; at 4, hosts that all send through the core keep a quarter of
    their own.
    """
    return Eq(x_over_sub, n_down / n_up)


@formula(
    source=(FAT_TREE.at("section on oversubscription"), INTERCONNECTION.at("folded Clos")),
    leaves_out="routing that uses some paths more than others",
    also_called=("fat-tree bisection", "Clos bisection bandwidth"),
)
def fat_tree_bisection():
    """Fat-tree bisection bandwidth with oversubscription.

    Half of the hosts send to the other half at the same time. Without
    oversubscription all of them reach their full bandwidth.
    """
    return Eq(beta_bis, n_host * beta_host / (2 * x_over_sub))


@formula(
    source=DRAGONFLY.at("section 3.1, topology description", opened=True),
    leaves_out="several links between two groups",
    also_called=("dragonfly size", "maximum dragonfly hosts"),
)
def dragonfly_hosts():
    """Dragonfly: number of hosts of the largest network.

    Every group has one link to each other group, so that there is one group more
    than a group has global links.
    """
    return Eq(n_host, a_df * p_df * (a_df * h_df + 1))


@formula(
    source=DRAGONFLY.at("section 3.1, topology description", opened=True),
    status="definition",
    also_called=("dragonfly radix",),
)
def dragonfly_radix():
    """Dragonfly: ports of one router.

    Hosts below it, the other routers of its group, and its global links. Balanced
    where `a_df` is twice `p_df` and twice `h_df`.
    """
    return Eq(n_port, p_df + (a_df - 1) + h_df)


@derives(fat_tree_hosts)
def pods_of_edge_switches(page):
    """Count the hosts of the pods."""
    page.start(
        Eq(n_host, n_port * (n_port / 2) * (n_port / 2)),
        "pods, edge switches of a pod, and ports of each that go down",
    )


@derives(dragonfly_hosts)
def groups_and_their_hosts(page):
    """Count the groups."""
    page.start(Eq(n_host, n_group * a_df * p_df), "groups, routers of each, hosts of each")
    page.put(Eq(n_group, a_df * h_df + 1), "one global link to each other group")


@derives(two_tier_hosts)
def leaves_and_their_ports(page):
    """Count the hosts of the leaves."""
    page.start(Eq(n_host, n_port * (n_port / 2)), "leaves, and ports of each that go down")


@derives(fat_tree_switches)
def pods_and_core(page):
    """Count the switches of pods and core."""
    page.start(
        Eq(n_box, n_port * n_port + (n_port / 2) * (n_port / 2)),
        "two halves in each pod, and one core switch for each pair of uplinks",
    )


worked = [
    *(
        Case(
            law,
            {n_port: 48},
            gives=printed,
            source=place,
        )
        for law, printed, place in (
            (fat_tree_hosts, "27648", FAT_TREE.at("abstract", opened=True)),
            (fat_tree_switches, "2880", FAT_TREE.at("section 2.2, 48-port switches")),
        )
    ),
    Case(
        fat_tree_bisection,
        {n_host: 8, beta_host: "900 GB/s", x_over_sub: 1},
        gives="3.6 TB/s",
        source=SCALING_BOOK_GPUS.at("quiz 2, question 2", opened=True),
        note="the NVLink network of eight H100, both directions",
    ),
    Case(
        dragonfly_hosts,
        {a_df: 32, p_df: 16, h_df: 16},
        gives="256e3",
        within="3 %",
        source=DRAGONFLY.at("section 3.1, routers of radix 64"),
        note="262,656; printed as 256K, which is 262,144",
    ),
    *(
        Case(
            gpu_link_bandwidth,
            {n_link: links, beta_link: f"{each} GB/(link second)"},
            gives=printed,
            source=place,
            note=note,
        )
        for links, each, printed, place, note in (
            (
                12,
                50,
                "600 GB/s",
                NVIDIA_SPECS.at(
                    "NVLink, table of generations, as quoted in Juejin 7232679817128132665",
                    opened=True,
                ),
                "both directions",
            ),
            (12, 25, "300 GB/s", SCALING_BOOK_GPUS.at("NVLink 3", opened=True), "one direction"),
            (18, 25, "450 GB/s", SCALING_BOOK_GPUS.at("NVLink 4", opened=True), "one direction"),
            (18, 50, "900 GB/s", SCALING_BOOK_GPUS.at("NVLink 5", opened=True), "one direction"),
        )
    ),
]
