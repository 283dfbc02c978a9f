"""Memory as bars: what ZeRO keeps on a GPU, what a layer keeps for its backward pass."""

from __future__ import annotations

from collections.abc import Mapping

from derive.site.figures import amount

from .drawing import WIDTH, Picture, key

PARTS = (
    ("parameters", "b_param", "h1"),
    ("gradients", "b_grad", "h2"),
    ("optimizer", "b_opt", "h3"),
)
STAGES = (("no sharding", 0), ("ZeRO-1", 1), ("ZeRO-2", 2), ("ZeRO-3", 3))


def zero(values: Mapping[str, float], kind: str) -> Picture:
    """The model state of one GPU, unsharded and under each stage; ``kind`` is marked."""
    psi, ranks = values.get("Psi", 7.5e9), values.get("N_dp", 64)
    each = [
        (name, values.get(letter, float(default)) * psi, colour)
        for (name, letter, colour), default in zip(PARTS, (2, 2, 12), strict=True)
    ]
    whole = sum(size for _, size, _ in each)
    title = f"What one of {ranks:g} GPUs keeps of {amount(psi, 'count')} parameters"
    rows = [
        (
            name,
            [
                size / ranks if 3 - place <= stage else size
                for place, (_, size, _) in enumerate(each)
            ],
        )
        for name, stage in STAGES
    ]
    said = "; ".join(f"{name} {amount(sum(sizes), 'bytes')}" for name, sizes in rows)
    says = f"Four bars, one for each stage of ZeRO: {said}. Each stage shares one part more."
    picture = Picture(title, says, 34 * len(rows) + 34)
    left = 88.0
    for place, (name, sizes) in enumerate(rows):
        y, x = 6 + 34.0 * place, left
        here = name.lower() == kind.lower()
        picture.text(
            (left - 8, y + 17), name, anchor="end", strong=here, colour="ink" if here else "soft"
        )
        picture.rect((left, y), (WIDTH - left - 2, 24), "wash")
        for size, (_, _, colour) in zip(sizes, each, strict=True):
            wide = size / whole * (WIDTH - left - 2)
            picture.rect((x, y), (max(wide - 0.8, 0.8), 24), colour)
            x += wide
        total = amount(sum(sizes), "bytes")
        inside = x > WIDTH - 80
        picture.text(
            (x - 8 if inside else x + 7, y + 17),
            total,
            anchor="end" if inside else "start",
            colour="on" if inside else "ink",
            strong=here,
        )
    key(picture, [(colour, name) for name, _, colour in each], (left, picture.height - 8))
    return picture


LAYER = (
    ("M_lin", "norms, product inputs"),
    ("M_lqkv", "queries, keys, values"),
    ("M_lcore", "attention core"),
    ("M_ldrop", "dropout masks"),
    ("M_lffn", "feed-forward"),
    ("M_lexp", "experts"),
)


def layer(values: Mapping[str, float], _kind: str) -> Picture:
    """What one layer keeps of one micro-batch for its backward pass, tensor by tensor."""
    rows = [(name, values[letter]) for letter, name in LAYER if values.get(letter)]
    total, most = sum(size for _, size in rows), max((size for _, size in rows), default=1.0)
    title = f"What one layer keeps of one micro-batch: {amount(total, 'bytes')}"
    said = "; ".join(f"{name} {amount(size, 'bytes')}" for name, size in rows)
    says = f"Bars, one for each group of tensors of one layer and one micro-batch: {said}."
    picture = Picture(title, says, 34 * len(rows) + 8)
    left, room = 176.0, WIDTH - 176.0 - 72
    for place, (name, size) in enumerate(rows):
        y = 4 + 34.0 * place
        picture.text((left - 8, y + 17), name, anchor="end")
        wide = max(size / most * room, 1)
        picture.rect((left, y), (wide, 24), f"h{place + 1}")
        picture.text((left + wide + 6, y + 17), amount(size, "bytes"), colour="ink")
    return picture


def tensor_parallel(values: Mapping[str, float], _kind: str) -> Picture:
    """Two matrices in a row, the first cut by columns and the second by rows."""
    ranks = int(max(2, min(values.get("TP", 4), 8)))
    title = f"Tensor parallelism over {ranks} GPUs: cut by columns, then by rows"
    says = (
        f"The input goes whole to each of {ranks} GPUs. The first matrix is cut into {ranks} "
        "groups of columns, the second into as many groups of rows, so that nothing is exchanged "
        "between the two; the outputs are partial sums, and one all-reduce (or a reduce-scatter "
        "and an all-gather) adds them."
    )
    picture = Picture(title, says, 192)
    colours = ("h1", "h4", "h3", "h5", "h6", "h2", "h1-light", "h4-light")
    picture.text((28, 16), "input", anchor="middle", strong=True, colour="ink")
    picture.rect((2, 60), (52, 60), "line")
    picture.text((28, 94), "X", anchor="middle", colour="ink", size=14)
    picture.text((66, 95), "×", anchor="middle", size=16)
    picture.text((140, 16), "by columns", anchor="middle", strong=True, colour="ink")
    picture.text((228, 95), "×", anchor="middle", size=16)
    picture.text((266, 16), "by rows", anchor="middle", strong=True, colour="ink")
    for rank in range(ranks):
        wide = 136 / ranks
        picture.rect((76 + rank * wide, 60), (wide - 1.5, 60), colours[rank])
        picture.text(
            (76 + (rank + 0.5) * wide - 1, 94), str(rank), anchor="middle", colour="on", size=11
        )
        high = 136 / ranks
        y = 24 + rank * high
        picture.rect((240, y), (52, high - 1.5), colours[rank])
        picture.text((266, y + high / 2 + 3.5), str(rank), anchor="middle", colour="on", size=11)
        picture.rect((318, y + high / 2 - 7), (34, 13), colours[rank])
        picture.line([(354, y + high / 2), (386, 92)], colours[rank], wide=1.2)
    picture.text((304, 95), "=", anchor="middle", size=16)
    picture.text((336, 16), "partial sums", anchor="middle", strong=True, colour="ink")
    picture.circle((394, 92), 9, "ink")
    picture.text((394, 96.5), "+", anchor="middle", colour="ground", size=13)
    picture.line([(404, 92), (416, 92)], "ink", arrow=True)
    picture.rect((418, 62), (40, 60), "line")
    picture.text((438, 96), "Y", anchor="middle", colour="ink", size=14)
    picture.text((420, 146), "all-reduce", anchor="middle", colour="ink")
    picture.text((2, 184), "the number is the GPU that holds the slice")
    return picture
