"""What a plan is asked: values, lists of values and bounds, each by the name of a letter."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.errors import MissingLetters, UnknownName, UnreadableRun
from derive.names import guesses
from derive.runs.composition import Composition
from derive.runs.conditions import Condition
from derive.runs.estimate import results
from derive.runs.facts import check_shape
from derive.runs.laws import with_unit
from derive.runs.record import Run, inside, read_letter
from derive.units import Interval
from derive.units.reading import related, split_given, split_relation

SHORT = {"tokens_per_second": "R_tok", "tokens_per_second_per_gpu": "R_gpu", "T": "T_step"}
"""Other names for letters that people bound."""
WORK = ("B", "s")
"""What every plan is told: the work of a step. A batch is no layout to choose from."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a run without a layout, what is fixed, listed and bounded, and the aim."""

    run: Run
    given: Mapping[str, str]
    """What was said, as it was typed."""
    lists: Mapping[str, tuple[float, ...]]
    bounds: tuple[Condition, ...]
    """Letters between two ends in base units, or among some values."""
    choices: Mapping[str, tuple[str, ...]]
    """The alternatives of each choice that are compared."""
    aim: str
    names: Mapping[str, Any] = field(default_factory=dict)
    """Model, accelerator, links, framework and precision, by option."""

    @property
    def aimed_at(self) -> Mapping[str, Any]:
        """The aim as the package says it: its letters, what is best, and the same in words."""
        row: Mapping[str, Any] = self.run.composition.space["aims"][self.aim]
        return row

    @property
    def sign(self) -> int:
        """What turns the letter of the aim into a cost: -1 where most of it is best."""
        return -1 if self.aimed_at["best"] == "most" else 1


def read_question(
    givens: Mapping[str, Any], aim: str, names: Mapping[str, Any], composition: Composition
) -> Question:
    """Sort what is given; raises what cannot be read, with the letter."""
    fixed: dict[str, Any] = {}
    lists: dict[str, tuple[float, ...]] = {}
    bounds: list[Condition] = []
    asked: dict[str, tuple[str, ...]] = {}
    for typed, value in givens.items():
        name, _ = composition.from_laws(typed, "")
        if name in composition.choices:
            words = (composition.from_laws(typed, word)[1] for word in _words(value))
            asked[name] = tuple(composition.alternative(name, word) for word in words)
        elif name == "memory":
            fixed[name] = value
        else:
            _sort_letter(composition, name, value, fixed, lists, bounds)
    for name in sorted({*fixed, *lists} & results(composition)):
        why = f"a plan finds it and does not start from it; bound it with {name} <= ... or >= ..."
        raise UnreadableRun(name, why)
    if aim not in composition.space["aims"]:
        known = list(composition.space["aims"])
        raise UnknownName("aim", aim, guesses(aim, known) or tuple(known))
    if "N_gpu" not in fixed and "N_gpu" not in lists:
        _gpu_counts(composition, aim, fixed, lists, bounds)
    first: dict[str, Any] = {name: words[0] for name, words in asked.items()}
    run = Run(**names, **fixed, **first)
    check_shape(run)
    missing = [name for name in WORK if name not in run.letters and name not in lists]
    if missing:
        raise MissingLetters([(name, composition.laws.meaning(name)) for name in missing])
    choices = {
        name: asked.get(name) or _open(run, name, tuple(alternatives))
        for name, alternatives in composition.space["choices"].items()
    }
    choices |= {name: words for name, words in asked.items() if name not in choices}
    said = {name: _said(value) for name, value in givens.items()}
    return Question(run, said, lists, tuple(bounds), choices, aim, names)


def read_worth(question: Question, text: str) -> tuple[str, float | str]:
    """What may be worth it: a letter of the layout with its value, or a choice with one."""
    composed = question.run.composition
    name, relation, value = split_given(text)
    if name in composed.choices and relation == "=":
        return name, composed.alternative(name, value)
    free = [row["letter"] for row in composed.space["letters"]]
    letter = composed.laws.letter(name)
    if relation != "=" or letter is None or letter.name not in free:
        known = [*free, *composed.choices]
        raise UnknownName("degree or choice of a layout", name, guesses(name, known) or known)
    return letter.name, float(inside(composed, letter.name, value))


def _open(run: Run, choice: str, alternatives: tuple[str, ...]) -> tuple[str, ...]:
    """The alternatives of a choice, unless a file settles it or the framework does otherwise."""
    settled = run.choices[choice]
    from_convention = run.origins[choice].startswith(("default", "convention"))
    return alternatives if from_convention and settled in alternatives else (settled,)


def _gpu_counts(
    composition: Composition,
    aim: str,
    fixed: Mapping[str, Any],
    lists: dict[str, tuple[float, ...]],
    bounds: list[Condition],
) -> None:
    """Whole nodes up to the bound, where the number of GPUs is what is asked or bounded."""
    bound = next((bound for bound in bounds if bound.letter == "N_gpu"), None)
    if bound is None and aim != "N_gpu":
        raise MissingLetters([("N_gpu", composition.laws.meaning("N_gpu"))])
    node = float(fixed.get("G_node", 8))
    counts = tuple(node * count for count in composition.space["nodes"])
    if bound is not None:
        bounds.remove(bound)
        low, high = bound.low or -math.inf, math.inf if bound.high is None else bound.high
        counts = tuple(count for count in counts if low <= count <= high)
        if not counts:
            raise UnreadableRun("N_gpu", f"no number of whole nodes is {bound.says}")
    lists["N_gpu"] = counts


def _sort_letter(
    composition: Composition,
    name: str,
    value: Any,
    fixed: dict[str, Any],
    lists: dict[str, tuple[float, ...]],
    bounds: list[Condition],
) -> None:
    letter = composition.laws.letter(SHORT.get(name, name))
    if letter is None:
        known = [*composition.laws.letters(), *composition.choices]
        raise UnknownName("letter or choice", name, guesses(name, known))
    if isinstance(value, str):
        value = related(*split_relation(value.strip()))
    if isinstance(value, str) and ".." in value:
        value = with_unit(letter, value, interval=True)
    if isinstance(value, Interval):
        low, high = (
            None if end is None else float(read_letter(composition, letter.name, end))
            for end in (value.low, value.high)
        )
        bounds.append(Condition(f"{name} {value}", letter=letter.name, low=low, high=high))
        return
    parts = _words(value)
    values = tuple(float(inside(composition, letter.name, part)) for part in parts)
    if not values:
        raise UnreadableRun(letter.name, "its list holds no value")
    if letter.name in {row["letter"] for row in composition.agreements} - {"N_gpu"}:
        # It follows from the others, and so it is a condition on them.
        bounds.append(Condition(f"{name}{_said(value)}", letter=letter.name, among=values))
    elif len(values) > 1:
        lists[letter.name] = tuple(dict.fromkeys(values))
    else:
        fixed[letter.name] = parts[0]


def _words(value: Any) -> tuple[Any, ...]:
    """``1,2,4`` as its parts; ``32,768`` is one number, as everywhere."""
    if not isinstance(value, str):
        several = isinstance(value, Iterable) and getattr(value, "ndim", 1) > 0
        return tuple(value) if several else (value,)
    parts = [part.strip() for part in value.split(",")]
    thousands = len(parts) > 1 and all(len(p) == 3 and p.isdigit() for p in parts[1:])
    if thousands and parts[0].isdigit() and 1 <= len(parts[0]) <= 3:
        return (value,)
    return tuple(part for part in parts if part)


def _said(value: Any) -> str:
    """A given as it can be typed again, with its sign."""
    if isinstance(value, Interval):
        return f" {value}"
    if isinstance(value, (list, tuple)):
        return "=" + ",".join(str(part) for part in value)
    if isinstance(value, str) and split_relation(value.strip())[0]:
        return f" {value.strip()}"
    return f"={value}"
