"""A document without a notation is read by what it says of its letters itself."""

from __future__ import annotations

from typing import Any

import pytest

from derive.entries.vocabulary_rows import vocabulary_of
from derive.lint import lint, read_document
from derive.lint.numbers.implied import readings
from derive.lint.numbers.recognizing import recognizer_of, sure
from derive.lint.project import Project
from derive.registry import Registry, load


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


COURSE = r"""
# A short course

| Symbol | Meaning | Unit | Part |
|---|---|---|---|
| $p$ | pipeline-parallel degree | – | Part I |
| $m$ | number of micro-batches | – | Part I |
| $r$ | bubble ratio | – | Part I |
| $p$ | probability of a failure | – | Part II |
| $\delta$ | time to write one checkpoint | seconds | Part II |
| $M$ | mean time between failures | seconds | Part II |
| $\tau$ | checkpoint interval | seconds | Part II |

## Part I: Pipelines

The bubble ratio is $r = (p - 1) / m$.

{first}

## Part II: Failures

The best interval is $\tau = \sqrt{2 \delta M}$.

{second}
"""


def course(first: str = "", second: str = "") -> str:
    return COURSE.replace("{first}", first).replace("{second}", second)


def told(registry: Registry, text: str, rule: str = "formulas_agree_with_the_registry") -> Any:
    document = read_document("course.md", text)
    return [one for one in lint(Project([document], registry)) if one.rule == rule]


def test_rows_are_read_by_their_words_and_by_the_formulas_that_agree(registry: Registry) -> None:
    document = read_document("course.md", course())
    found = {
        (one.said.latex, one.said.meaning): one.symbol
        for one in readings(Project([document], registry), document)
    }

    assert "p" == found["p", "pipeline-parallel degree"]
    assert "m" == found["m", "number of micro-batches"]
    assert "r_bubble" == found["r", "bubble ratio"]
    assert "MTBF" == found["M", "mean time between failures"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"Some quote $r = p / m$.", ""),
        (r"Some quote $r = m / (p - 1)$.", ""),
        ("", r"Some quote $\tau = \sqrt{\delta M}$."),
        ("", r"Some quote $\tau = \sqrt{2 \delta / M}$."),
    ],
)
def test_a_formula_one_change_away_is_a_warning(
    registry: Registry, first: str, second: str
) -> None:
    text = course(first, second)
    line = next(n for n, words in enumerate(text.split("\n"), 1) if "Some quote" in words)

    assert [(line, "warning")] == [(one.line, one.severity) for one in told(registry, text)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"Written apart, $r = p / m - 1 / m$.", ""),
        (r"That is $m = (p - 1) / r$ micro-batches.", ""),
        ("", r"Or $\tau^2 = 2 M \delta$."),
        (r"Let $z = p / m$ be the load.", r"Here $p$ is small, and $q = 1 - p$."),
        ("", r"A rough guess is $\tau = \delta + M / 40$."),
    ],
)
def test_what_agrees_or_is_far_away_is_not_told(
    registry: Registry, first: str, second: str
) -> None:
    assert [] == [one for one in told(registry, course(first, second)) if one.severity != "info"]


def test_letters_that_may_mean_several_things_make_nothing_wrong(registry: Registry) -> None:
    text = "| Symbol | Meaning |\n|---|---|\n| $T$ | time |\n| $N$ | number |\n| $C$ | cost |\n\n"

    assert [] == told(registry, text + "$T = C / (2 N)$, $C = 5 N T$, $N = T + C$.")


def test_no_notation_means_none(registry: Registry) -> None:
    document = read_document("course.md", course(r"$r = p / m$."))
    project = Project([document], registry, notations={"course.md": None})

    assert [] == [one for one in lint(project) if one.rule == "formulas_agree_with_the_registry"]


def test_words_of_other_documents_name_our_symbols(registry: Registry) -> None:
    """Each notation's phrases are recognized by what the others taught, mostly and rarely wrong."""
    recognizer = recognizer_of(vocabulary_of(registry))
    right = wrong = total = 0
    for notation in registry.notations.values():
        for rows in notation.rows.values():
            for row in rows:
                if not isinstance(row.means, str) or not row.means or row.kind != "quantity":
                    continue
                guess = sure(recognizer.guesses(row.says, without=notation.id))
                total += 1
                right += guess == row.means
                wrong += bool(guess) and guess != row.means

    assert right > 0.55 * total
    assert wrong < 0.06 * (right + wrong)


RING = (
    r"Let $N$ be the number of GPUs in the group, $n$ the message size in bytes, $\beta$ the link "
    r"bandwidth in bytes per second and $\alpha$ the latency of one message in seconds. A ring "
    r"all-reduce takes $$T_{ar} = LAW.$$"
)
COMPUTE = r"The training compute $C$ of a model with $N$ parameters on $D$ tokens is $C = LAW$."
TRAINING = (
    r"The training time $T$ on $G$ GPUs of peak throughput $F$ at a "
    r"utilization $u$ is $$T = LAW,$$ "
    r"where $C$ denotes the training compute."
)
YOUNG = (
    r"Let $\tau$ be the optimal checkpoint interval, $\delta$ the time to "
    r"write a checkpoint and $M$ "
    r"the mean time between failures. Then $$\tau = LAW.$$"
)
TAKEN = (
    r"Checkpoints take $\delta$ seconds and the mean time between "
    r"failures is $M$. The best interval "
    r"between checkpoints is $$\tau = LAW.$$"
)
ACTIVATIONS = (
    r"The activation memory of the model is $$M_{act} = LAW,$$ where $L$ is the number of layers, "
    r"$h$ the hidden dimension, $s$ the sequence length, $b$ the "
    r"micro-batch size and $a$ the number "
    r"of attention heads."
)
BUBBLE = r"With $p$ pipeline stages and $m$ micro-batches the bubble fraction is $$\beta = LAW.$$"
MFU = (
    r"The model FLOPs utilization $U$ follows from the number of "
    r"parameters $P$, the throughput $R$ "
    r"in tokens per second, the number of GPUs $G$ and the peak "
    r"throughput $F$ of one GPU: $$U = LAW.$$"
)
SENTENCES = [
    (RING, r"2 (N - 1) \alpha + \frac{2 (N - 1)}{N} \frac{n}{\beta}",
     r"2 (N - 1) \alpha + \frac{(N - 1)}{N} \frac{n}{\beta}", "ring_all_reduce_time"),
    (RING, r"2 (N - 1) (\alpha + \frac{n}{N \beta})",
     r"(N - 1) \alpha + \frac{2 (N - 1)}{N} \frac{n}{\beta}", "ring_all_reduce_time"),
    (COMPUTE, "6 N D", "6 N D^2", "training_flops"),
    (COMPUTE, "6 D N", "3 N D", "training_flops"),
    (TRAINING, r"\frac{C}{G F u}", r"\frac{C u}{G F}", "training_time"),
    (YOUNG, r"\sqrt{2 \delta M}", r"\sqrt{\delta M / 2}", "young_interval"),
    (TAKEN, r"\sqrt{2 M \delta}", r"\sqrt{\delta M / 2}", "young_interval"),
    (ACTIVATIONS, r"L s b h \left(34 + 5 \frac{a s}{h}\right)",
     r"L s b h^2 \left(34 + 5 \frac{a s}{h}\right)", "activation_memory"),
    (BUBBLE, r"\frac{p - 1}{m + p - 1}", r"\frac{p - 1}{m + p}", "bubble_fraction"),
    (MFU, r"\frac{6 P R}{G F}", r"\frac{6 P R F}{G}", "weight_utilization"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("text", "right", "wrong", "law"), SENTENCES)
def test_a_law_is_known_by_the_sentence_that_says_its_letters(
    registry: Registry, text: str, right: str, wrong: str, law: str
) -> None:
    assert told(registry, text.replace("LAW", right)) == []
    assert [law] == [one.name for one in told(registry, text.replace("LAW", wrong))]


UNTIED = [
    # Other quantities, letters that no words explain, laws of other fields.
    (
        r"With $p$ pipeline stages and $m$ micro-batches the number of "
        r"messages is $$x = 2 m (p - 1).$$"
    ),
    r"With $p$ pipeline stages and $m$ micro-batches a schedule has $$n = m + p - 1$$ slots.",
    r"The training compute $C$ of a model is $C = 3 F$, where $F$ is the forward compute.",
    r"Let $m$ be the mass and $a$ the acceleration. The force is $$F = m a^2.$$",
    (
        r"For a buffer of $n$ bytes and a link of bandwidth $\beta$ the wait "
        r"is $$w = 3 n / \beta + c.$$"
    ),
    r"Let $L$ be the number of layers and $h$ the hidden size. The score is $$S = L^2 / h.$$",
    r"Let $N$ be the number of samples, $\mu$ the mean. The error is $$e = \mu / \sqrt{N}.$$",
    r"On $G$ GPUs the cost is $$K = 3 G t,$$ where $t$ is the time in hours.",
    r"The loss $\ell$ falls with the number of parameters $N$ as $$\ell = a N^{-b}.$$",
    r"With $d$ tokens and $v$ words the table has $$q = d v$$ cells.",
]


@pytest.mark.parametrize("text", UNTIED)
def test_a_sentence_that_names_no_law_ties_none(registry: Registry, text: str) -> None:
    assert told(registry, text) == []


def test_a_law_whose_letters_words_say_outright_is_provable(registry: Registry) -> None:
    def levels(text: str) -> list[str]:
        return [one.level for one in told(registry, text)]

    wrong = r"L s b h^2 \left(34 + 5 \frac{a s}{h}\right)"
    assert levels(ACTIVATIONS.replace("LAW", wrong)) == ["provable"]
    # The mean time between failures of what?
    assert levels(YOUNG.replace("LAW", r"\sqrt{\delta M / 2}")) == ["likely"]
