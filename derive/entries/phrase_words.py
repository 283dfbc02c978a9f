"""The words that carry a phrase, one for all that tables use for one thing."""

from __future__ import annotations

import re
from functools import lru_cache

from ..lazy import lazy_re

# Words that a table uses for one thing; the first stands for all.
GROUPS = (
    (
        "worker workers gpu gpus device devices accelerator accelerators rank ranks process "
        "processes processor processors machine machines replica replicas chip chips participant "
        "participants"
    ),
    "node nodes host hosts server servers",
    "size length",
    "width dimension dim",
    "hidden embedding residual d_model",
    "layer layers block blocks depth",
    "bandwidth throughput-of-link",
    "latency delay startup",
    "compute flops flop operations",
    "weights weight parameter parameters param params",
    "sample samples example examples sequence sequences",
    "batch batches",
    "rate speed",
    "microbatch microbatches micro-batch micro-batches",
    "sequence seq context",
    "vocabulary vocab",
    "token tokens",
    "step steps iteration iterations",
    "expert experts",
    "head heads",
    "stage stages",
    "byte bytes",
)
SAME_WORDS = {word: words.split()[0] for words in reversed(GROUPS) for word in words.split()}
_STOP = frozenset(
    "a an the of in for on to by with from at as our its is are be and or that this all given used "
    "denote denotes represents stands means symbol value s each every it we which any one".split()
)
# Words that say how a quantity is taken rather than of what; they part meanings, but weigh little.
_LIGHT = {
    **dict.fromkeys("number numbers count counts total amount".split(), "number"),
    **dict.fromkeys("mean average".split(), "mean"),
    **dict.fromkeys("overall whole entire".split(), "whole"),
    **dict.fromkeys("training run".split(), "training"),
    "per": "per",
}
_ALIKE = {
    **dict.fromkeys("checkpoint checkpoints snapshots checkpointing".split(), ("snapshot",)),
    **dict.fromkeys("interval period spacing".split(), ("time", "between")),
    **dict.fromkeys("duration runtime".split(), ("time",)),
    **dict.fromkeys("maximum max largest highest".split(), ("peak",)),
    **dict.fromkeys("min lowest smallest last".split(), ("minimum",)),
    **dict.fromkeys("final".split(), ("minimum",)),
    **dict.fromkeys("optimal optimum ideal".split(), ("best",)),
    **dict.fromkeys("utilisation".split(), ("utilization",)),
    **dict.fromkeys("expense spending".split(), ("cost",)),
    **dict.fromkeys("fraction".split(), ("share",)),
    **dict.fromkeys("group communicator".split(), ("collective",)),
}
_MEASURED = lazy_re(
    r",?\s*\b(?:measured\s+|counted\s+)?in\s+(?:bytes?|bits?|seconds?|tokens?|[GMKTP]?i?B|FLOPs?|ms|"
    r"sequences?|samples?|hours?|units?|USD|dollars?)(?:\s*(?:/|per)\s*\w+)?\s*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def clause(meaning: str) -> str:
    """The first clause of a meaning, without brackets and formulas."""
    plain = re.sub(r"\$[^$]*\$", " ", meaning)
    plain = re.sub(r"\([^()]*\)", " ", plain)
    head = re.split(r"[;:.]\s|[;:.]$|,\s*(?:so|which|that|where)\b", plain, maxsplit=1)[0]
    return " ".join(re.sub(r"[*_`]", " ", head).split()).strip(" ,;:.")


def singular(word: str) -> str:
    """A word without the s of many."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


@lru_cache(maxsize=16384)
def words_of(phrase: str) -> frozenset[str]:
    """The words that carry a phrase, one for all that tables use for one thing."""
    plain = _MEASURED.sub("", clause(phrase)).casefold()
    plain = re.sub(r"\b(data|tensor|pipeline|expert|context)[ -]parallel(?:ism)?\b", r"\1-parallel",
                   plain)  # fmt: skip
    plain = re.sub(r"\bkey[ -/](?:and )?value\b|\bkv\b", "key-value", plain)
    plain = re.sub(r"\bmicro batch", "micro-batch", plain)
    words = []
    for word in re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", plain):
        if word in _STOP:
            continue
        if word in _LIGHT:
            words.append("#" + _LIGHT[word])
        elif word in _ALIKE:
            words.extend(_ALIKE[word])
        else:
            words.append(SAME_WORDS.get(word, singular(word)))
    return frozenset(words)
