"""Shares between 0 and 1, and the larger or smaller of several by the words beside them."""

from __future__ import annotations

import pytest

from derive.lint import Project, lint, read_document
from derive.registry import Registry, load

ROWS = r"""
| symbol | meaning | unit |
|---|---|---|
| $\pi$ | probability of at least one failure in a span | ratio |
| $\lambda$ | failure rate of the job | 1/seconds |
| $y$ | length of a span | seconds |
| $E$ | parameters of the tables | parameters |
| $B$ | parameters of the blocks | parameters |
| $N$ | parameters of the model | parameters |
| $\epsilon$ | share of the tables in the model | ratio |
| $\tau$ | time of an exchange | seconds |
| $u$ | time inside a node | seconds |
| $v$ | time between nodes | seconds |
| $w$ | bandwidth of a read | bytes/second |
| $a$ | bandwidth of the disks | bytes/second |
| $b$ | bandwidth of the network | bytes/second |
| $q$ | micro-batches of a step | count |
| $r$ | micro-batches that a stage holds | count |
| $p$ | stages | stages |

"""
TOLD = {
    "a sign in an exponent": r"$$ \pi = 1 - e^{\lambda y} $$",
    "more than all": r"$$ N = E + B $$" "\n\nThen\n\n" r"$$ \epsilon = \frac{N}{E} $$",
    "the slowest of two": "The slowest of the two links decides:\n\n" r"$$ \tau = \min(u, v) $$",
    "the narrower side": "We read at what the narrower side lets through:\n\n"
    r"$$ w = \max(a, b) $$",
    "times that overlap": "The two kinds of links overlap:\n\n" r"$$ \tau = \min(u, v) + y $$",
    "what shows of a time": r"What shows of it is $\min(0, u - v)$ in all.",
    "a share that is one at least": r"$$ \epsilon = \max\left(1, \frac{E}{B}\right) $$",
    "what both give, beside their numbers": r"$$ \tau = \min(u, v) $$"
    "\n\nWith $u = 3.19$ s and $v = 1.54$ s it is $\\tau = 3.19$ s.",
    "what must wait for the last one": "A copy must not begin before the last one is written, so "
    "the interval is\n\n"
    r"$$ \tau = \min(u, v) $$",
    "a speed that can be attained": "The speed that a kernel can attain is\n\n"
    r"$$ w = \max(a, b) $$",
    "what must both suffice": "Both disks must then both suffice, and what is left is\n\n"
    r"$$ w = \max(a, b) $$",
    "what cannot be more": "No stage can hold more, and it cannot read more than its share:\n\n"
    r"$$ w = \max(a, b) $$",
    "who keeps up, and who does not": "If the link keeps up, only the last is seen; if not, all "
    "of them queue:\n\n"
    r"$$ \tau = \min(u, v + y) $$",
    "the better of two times": r"It takes the better of the two, $\tau = \max(u, v)$.",
    "the larger of two, never both": "There must be time for the larger of the two, never for both:"
    "\n\n"
    r"$$ \tau = \min(u, v) $$",
    "what one stage holds of all": r"$$ r = \max(q, p - 1) $$",
    "more than all or less than none": r"$$ \epsilon = \frac{E}{E - B} $$",
    "the first of two numbers": r"$$ \tau = \min(u, v) $$"
    "\n\n"
    "In our case the two are 22.8 s and 18 s, and the first one counts.",
}
FINE = {
    "a decay": r"$$ \pi = 1 - e^{-\lambda y} $$",
    "a part of all": r"$$ N = E + B $$" "\n\nThen\n\n" r"$$ \epsilon = \frac{E}{N} $$",
    "any quotient": r"$$ \epsilon = \frac{N}{E} $$",
    "the slowest of two": "The slowest of the two links decides:\n\n" r"$$ \tau = \max(u, v) $$",
    "the narrower side": "We read at what the narrower side lets through:\n\n"
    r"$$ w = \min(a, b) $$",
    "times that overlap": "The two kinds of links overlap:\n\n" r"$$ \tau = \max(u, v) + y $$",
    "what shows of a time": r"What shows of it is $\max(0, u - v)$ in all.",
    "what an overlap saves": "As they overlap it saves\n\n" r"$$ \tau = \min(u, v) $$",
    "what does not overlap": "They never overlap, and so\n\n" r"$$ \tau = \min(u, v) $$",
    "times after each other but for the overlap": "Links overlap:\n\n"
    r"$$ \tau = u + v - \min(u, v) $$",
    "what must wait for the last one": "A copy must not begin before the last one is written, so "
    "the interval is\n\n"
    r"$$ \tau = \max(u, v) $$",
    "a speed that can be attained": "The speed that a kernel can attain is\n\n"
    r"$$ w = \min(a, b) $$",
    "what must both suffice": "Both disks must then both suffice, and what is left is\n\n"
    r"$$ w = \min(a, b) $$",
    "what cannot be more": "No stage can hold more, and it cannot read more than its share:\n\n"
    r"$$ w = \min(a, b) $$",
    "who keeps up, and who does not": "If the link keeps up, only the last is seen; if not, all "
    "of them queue:\n\n"
    r"$$ \tau = \max(u, v + y) $$",
    "the better of two times": r"It takes the better of the two, $\tau = \min(u, v)$.",
    "the larger of two, never both": "There must be time for the larger of the two, never for both:"
    "\n\n"
    r"$$ \tau = \max(u, v) $$",
    "what one stage holds of all": r"$$ r = \min(q, p - 1) $$",
    "a share that is one at most": r"$$ \epsilon = \min\left(1, \frac{E}{B}\right) $$",
    "the second of two numbers": r"$$ \tau = \min(u, v) $$"
    "\n\n"
    "In our case the two are 22.8 s and 18 s, and the second one counts.",
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


def errors(registry: Registry, text: str) -> list[str]:
    """The messages of the errors in a document."""
    document = read_document("chapter.md", ROWS + text)
    project = Project([document], registry, notations={"chapter.md": None})
    return [found.message for found in lint(project) if found.severity == "error"]


@pytest.mark.parametrize("text", TOLD.values(), ids=TOLD)
def test_what_no_share_can_be_and_the_wrong_one_of_two_are_told(registry: Registry, text: str):
    assert len(errors(registry, text)) == 1


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_what_a_share_can_be_and_the_right_one_of_two_are_not(registry: Registry, text: str):
    assert errors(registry, text) == []
