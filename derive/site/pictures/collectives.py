"""Collectives step by step: the ring, the tree, and the network below them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .drawing import WIDTH, Picture

MOST_RANKS = 8
DOES = {"reduce-scatter": "adds what comes", "all-gather": "keeps what comes"}
COLOURS = ("h1", "h4", "h3", "h5", "h6", "h2", "h1-light", "h4-light")


def _ranks(values: Mapping[str, float]) -> int:
    return int(max(2, min(values.get("N", 4), MOST_RANKS)))


def ring(values: Mapping[str, float], kind: str) -> Picture:
    """Which chunk each rank sends on, step by step; ``kind`` is what the ring does."""
    ranks = _ranks(values)
    halves = {"all-reduce": ("reduce-scatter", "all-gather")}.get(kind, (kind,))
    steps = len(halves) * (ranks - 1)
    title = f"Ring {kind}, {ranks} ranks: {steps} steps, each sends 1/{ranks} of the message"
    says = (
        f"A table with a row for each of {ranks} ranks and a column for each of {steps} steps. In "
        "every step each rank sends one chunk to the next rank of the ring, the last to the first, "
        "and receives another, which a reduce-scatter adds to its own and an all-gather keeps; "
        f"after {ranks - 1} steps each chunk has passed every rank once."
    )
    row, left = 24.0, 62.0
    picture = Picture(title, says, 46 + row * ranks + 26)
    gap = 14.0 * (len(halves) - 1)
    # Two steps of two ranks still have room for what stands above them.
    wide = min(max(46.0, 128 / (ranks - 1)), (WIDTH - left - gap) / steps)
    for rank in range(ranks):
        picture.text((left - 24, 56 + row * rank), f"GPU {rank}", anchor="end")
    picture.line([(left - 13, 46), (left - 13, 34 + row * ranks)], arrow=True)
    for half, name in enumerate(halves):
        start = left + half * ((ranks - 1) * wide + gap)
        middle = start + (ranks - 1) * wide / 2
        picture.text((middle, 13), name, anchor="middle", strong=True, colour="ink")
        if name in DOES:
            picture.text((middle, 29), f"each {DOES[name]}", anchor="middle", size=11)
        for step in range(ranks - 1):
            for rank in range(ranks):
                chunk = (rank - step + half) % ranks
                x, y = start + step * wide, 40 + row * rank
                picture.rect((x, y), (wide - 2, row - 3), COLOURS[chunk])
                picture.text(
                    (x + wide / 2 - 1, y + 15), "ABCDEFGH"[chunk], anchor="middle", colour="on"
                )
    picture.text(
        (0, picture.height - 8),
        "one column is one step: each GPU sends this chunk to the next one",
    )
    return picture


def tree(values: Mapping[str, float], kind: str) -> Picture:
    """The rounds of a binomial tree, from one rank to all of them."""
    ranks = _ranks(values)
    rounds = math.ceil(math.log2(ranks))
    title = f"Tree {kind}, {ranks} ranks: {rounds} rounds, each sends the whole message"
    says = (
        f"{rounds} rounds from left to right. In each round every rank that has the message sends "
        f"it to one that has not, so that twice as many have it: {ranks} ranks, {rounds} rounds."
    )
    row, left = 26.0, 62.0
    picture = Picture(title, says, 34 + row * ranks)
    wide = (WIDTH - left - 24) / rounds
    for rank in range(ranks):
        picture.text((left - 14, 38 + row * rank), f"GPU {rank}", anchor="end")
    for step in range(rounds + 1):
        has = min(2**step, ranks)
        x = left + 6 + step * wide
        for rank in range(ranks):
            picture.circle((x, 34 + row * rank), 7, "h1" if rank < has else "line")
        if step < rounds:
            picture.text((x + wide / 2, 14), f"round {step + 1}", anchor="middle")
            for rank in range(has):
                picture.line([(x + 8, 34 + row * rank), (x + wide - 8, 34 + row * rank)], "line")
                if rank + has < ranks:
                    end = (x + wide - 9, 34 + row * (rank + has) - 3)
                    picture.line([(x + 8, 36 + row * rank), end], "h4", arrow=True)
    return picture


def hierarchy(values: Mapping[str, float], _kind: str) -> Picture:
    """GPUs in nodes, a fast network inside them and a slower one between them."""
    inner = int(max(2, min(values.get("inner", 8), 8)))
    fast, slow = values.get("fast", 450e9), values.get("slow", 50e9)
    nodes = 3
    title = f"Two levels: {_speed(fast)} inside a node, {_speed(slow)} between nodes"
    says = (
        f"{nodes} nodes of {inner} GPUs. Inside a node every GPU reaches every other at "
        f"{_speed(fast)}; between nodes all share a network of {_speed(slow)} per GPU, "
        f"{fast / slow:.3g} times slower."
    )
    picture = Picture(title, says, 212)
    wide = (WIDTH - 20 * (nodes - 1)) / nodes
    for node in range(nodes):
        x = node * (wide + 20)
        picture.frame((x + 1, 92), (wide - 2, 92), round_=6)
        picture.rect((x + 14, 106), (wide - 28, 7), "h1")
        half = math.ceil(inner / 2)
        cell = (wide - 28) / half
        for gpu in range(inner):
            gx, gy = x + 14 + gpu % half * cell, 122 + gpu // half * 28
            picture.line([(gx + cell / 2 - 1, gy), (gx + cell / 2 - 1, 113)], "h1", wide=0.8)
        for gpu in range(inner):
            gx, gy = x + 14 + gpu % half * cell, 122 + gpu // half * 28
            picture.rect((gx + 1, gy), (cell - 4, 20), "h2")
        picture.line([(x + wide / 2, 92), (x + wide / 2, 57)], "h4", wide=2)
    picture.rect((wide / 2 - 20, 46), (WIDTH - wide + 40, 11), "h4")
    picture.text(
        (WIDTH / 2, 36),
        f"between nodes, for each GPU: {_speed(slow)}",
        anchor="middle",
        colour="ink",
    )
    within = f"inside a node, from GPU to GPU: {_speed(fast)}"
    picture.text((WIDTH / 2, 204), within, anchor="middle", colour="ink")
    return picture


def _speed(value: float) -> str:
    return f"{value / 1e9:.3g} GB/s" if value < 1e12 else f"{value / 1e12:.3g} TB/s"


def experts(values: Mapping[str, float], _kind: str) -> Picture:
    """Tokens that a router sends to a few of many experts, on other GPUs and back."""
    ranks = 4
    taken = int(max(1, min(values.get("k", 2), 3)))
    total = int(max(ranks, min(values.get("E", 8), 8)))
    total -= total % ranks
    title = (
        f"Expert dispatch: each token goes to {taken} of {values.get('E', 8):g} experts, and back"
    )
    says = (
        f"{ranks} GPUs on the left hold tokens, the same GPUs on the right hold {total // ranks} "
        f"experts each. A router sends each token to {taken} experts, mostly on other GPUs: an "
        "all-to-all. The results come back by a second one."
    )
    picture = Picture(title, says, 216)
    each = total // ranks
    for rank in range(ranks):
        y = 26 + rank * 47
        picture.text((0, y + 17), f"GPU {rank}")
        picture.frame((48, y - 4), (66, 34))
        picture.frame((WIDTH - 132, y - 4), (130, 34))
        for token in range(2):
            picture.circle((68 + token * 26, y + 13), 8, COLOURS[rank])
        for expert in range(each):
            size = (122 - 4 * each) / each
            x = WIDTH - 126 + expert * (size + 4)
            picture.rect((x, y), (size, 26), "wash")
            picture.text(
                (x + size / 2, y + 17), str(rank * each + expert + 1), anchor="middle", size=11
            )
        for token in range(2):
            for choice in range(taken):
                target = (rank * 3 + token * 2 + choice * 2 + 1) % ranks
                end = (WIDTH - 135, 26 + target * 47 + 6 + 5 * rank)
                picture.line([(116, y + 10 + 6 * token), end], COLOURS[rank], arrow=True, wide=1.2)
    picture.text((81, 14), "tokens", anchor="middle", strong=True, colour="ink")
    picture.text((220, 14), "all-to-all", anchor="middle", strong=True, colour="ink")
    picture.text((WIDTH - 67, 14), "experts", anchor="middle", strong=True, colour="ink")
    return picture
