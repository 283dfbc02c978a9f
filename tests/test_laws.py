"""A law has two views: what its author typed, and what SymPy makes of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Max, Min, Ne, Rational, Sum

from derive.errors import BrokenLaw
from derive.laws import ORDERED, law_of, letters, numbers, read_laws, rebuilt, says_something
from derive.records import Source, constant, divides, formula, symbol
from derive.registry import load
from derive.registry.registry import MANY
from derive.written import as_typed, text

PLACE = Source("book", "A book").at("page 1")
HERE = str(Path(__file__))

T = symbol("T", "time", "second")
N = symbol("N", "ranks", "1", integer=True)
M = symbol("M", "more ranks", "1", integer=True)
alpha = symbol("alpha", "latency", "second")
beta = symbol("beta", "bandwidth", "byte/second")
n = symbol("n", "message", "byte")
k = symbol("k", "an index", "1", integer=True)
two = constant("two", 2, "byte/param", "two bytes")
third = constant("third", "8/3", "1", "eight thirds")


@formula(source=PLACE, holds_when=lambda: [N >= 1, divides(N, M)])
def ring():
    """Ring time."""
    return Eq(T, two * (N - 1) * (alpha + n / (N * beta)))


@formula(source=PLACE)
def slower():
    """The slower of two."""
    return Eq(T, Max(n / beta, alpha))


@formula(source=PLACE)
def harmonic():
    """A sum."""
    return Eq(T, Sum(alpha / k, (k, 1, N)) + n / beta)


def test_the_typed_view_keeps_the_author_s_line():
    assert "T = 2 (N - 1)(alpha + n / (N beta))" == text(as_typed(law_of(ring).typed))


def test_the_other_view_is_what_sympy_makes_of_it():
    law = law_of(ring)

    assert ring() == law.relation
    assert law.relation != law.typed


def test_letters_come_in_reading_order_and_constants_apart():
    law = law_of(ring)

    assert (T, N, alpha, n, beta) == law.symbols
    assert (two,) == law.constants


def test_the_index_of_a_sum_is_no_letter_of_the_law():
    assert (T, alpha, N, n, beta) == law_of(harmonic).symbols


def test_conditions_are_not_decided_on_the_way():
    assert ("N ≥ 1", "N divides M") == tuple(text(as_typed(one)) for one in law_of(ring).conditions)


def test_the_arguments_of_a_maximum_keep_their_order():
    typed = law_of(slower).typed

    assert "T = max(n / beta, alpha)" == text(as_typed(typed))
    assert slower() == rebuilt(typed)


@pytest.mark.parametrize("law", [ring, slower, harmonic], ids=lambda law: law.id)
def test_the_typed_view_built_again_is_the_other_view(law):
    read = law_of(law)

    assert read.relation == rebuilt(read.typed)


def test_building_again_works_with_rewriting_off_as_well():
    with sympy.evaluate(x=False):
        assert Integer(2) == rebuilt(Integer(1) + Integer(1))


@pytest.mark.parametrize("sign", [Eq, Le, Ge, Lt, Gt])
def test_five_relations_can_be_laws(sign):
    @formula(source=PLACE)
    def law():
        return sign(T, alpha)

    assert sign(T, alpha) == law_of(law).relation


def test_reading_many_laws_gives_each_by_id():
    laws = read_laws([ring, slower, harmonic])

    assert ["ring", "slower", "harmonic"] == list(laws)
    assert law_of(slower) == laws["slower"]


def test_reading_laws_switches_the_mode_once(monkeypatch):
    cleared = []
    real = sympy.core.parameters.clear_cache
    monkeypatch.setattr(
        sympy.core.parameters, "clear_cache", lambda: (cleared.append(1), real())[1]
    )

    read_laws([ring, slower, harmonic] * 10)

    assert 2 == len(cleared)  # off, and on again


def test_who_asks_for_many_laws_one_by_one_has_all_of_them_read_together():
    registry = replace(load())  # a copy that has read nothing yet
    *many, last = sorted(registry.formulas)[: MANY + 2]
    laws = {name: registry.law(name) for name in many}

    assert registry.has_read(last)
    assert {name: load().laws[name] for name in many} == laws


def test_rewriting_is_on_again_after_a_law_that_raises():
    @formula(source=PLACE)
    def law():
        return Eq(T, alpha + "beta")

    with pytest.raises(BrokenLaw):
        law_of(law)

    assert alpha + alpha == 2 * alpha


# --- constants --------------------------------------------------------------


def test_numbers_are_exact():
    assert Rational(8, 3) * alpha == numbers(third * alpha)
    assert Eq(T, 2 * alpha + n) == numbers(Eq(T, two * alpha + n))


def test_numbers_may_come_from_a_registry():
    assert 7 * alpha == numbers(two * alpha, {"two": Fraction(7)})


def test_letters_are_free_and_each_once():
    assert (beta, n) == letters(beta ** (n**beta))


# --- uses -------------------------------------------------------------------


def test_a_use_puts_letters_in_everywhere():
    used = law_of(ring.with_(N=M, n=two * n))

    assert "T = 2 (M - 1)(alpha + 2 n / (M beta))" == text(as_typed(used.typed))
    assert ring().xreplace({N: M, n: two * n}) == used.relation
    assert "M divides M" == text(as_typed(used.conditions[1]))


def test_a_use_keeps_the_order_of_a_maximum():
    used = law_of(slower.with_(alpha=beta))

    assert "T = max(n / beta, beta)" == text(as_typed(used.typed))


def test_letters_may_change_places():
    used = law_of(slower.with_(alpha=beta, beta=alpha))

    assert "T = max(n / alpha, beta)" == text(as_typed(used.typed))


def test_a_use_keeps_a_sum_as_it_was_typed():
    used = law_of(harmonic.with_(alpha=beta))

    assert "T = sum[k = 1..N](beta / k) + n / beta" == text(as_typed(used.typed))


def test_a_use_names_the_letters_that_there_are():
    use = slower.with_(gamma=beta)

    with pytest.raises(BrokenLaw) as problem:
        law_of(use)

    assert (
        f"{HERE}:{use.declared.line}  slower\n"
        "  slower has no gamma; its letters are T, n, beta and alpha.\n"
        "\n"
        "      use = slower.with_(gamma=beta)"
    ) == str(problem.value)


# --- laws that are none -----------------------------------------------------


@formula(source=PLACE)
def always():
    return Ge(N, 1)


@formula(source=PLACE)
def never():
    return Eq(
        alpha,
        -1,
    )


@formula(source=PLACE)
def differs():
    return Ne(T, alpha)


@formula(source=PLACE)
def expression():
    return T + alpha


@formula(source=PLACE)
def number():
    return 1


@formula(source=PLACE)
def nothing():
    Eq(T, alpha)


@formula(source=PLACE)
def raising():
    wrong = alpha / 0 + [1]
    return Eq(T, wrong)


@formula(source=PLACE)
def chained():
    return alpha < T < beta


@formula(
    source=PLACE,
    holds_when=lambda: N >= 1,
)
def one_condition():
    return Eq(T, alpha)


@formula(source=PLACE, holds_when=lambda: [N - 1])
def no_condition():
    return Eq(T, alpha)


BROKEN = [
    (always, "it is always true", "return Ge(N, 1)"),
    (never, "it is never true", "return Eq( alpha, -1, )"),
    (differs, "says only that two things differ", "return Ne(T, alpha)"),
    (expression, "gives an expression, not a relation", "return T + alpha"),
    (number, "gives a int, not a relation", "return 1"),
    (nothing, "gives nothing (is a return missing?)", "@formula(source=PLACE)"),
    (raising, "cannot be run: unsupported operand", "wrong = alpha / 0 + [1]"),
    (chained, "cannot be run: cannot determine truth", "return alpha < T < beta"),
    (one_condition, "holds_when gives a GreaterThan, not a list", "holds_when=lambda: N >= 1,"),
    (
        no_condition,
        "holds_when lists an expression where",
        "@formula(source=PLACE, holds_when=lambda: [N - 1])",
    ),
]


@pytest.mark.parametrize(("law", "why", "line"), BROKEN, ids=lambda x: getattr(x, "id", ""))
def test_a_law_that_is_none_is_told_with_its_line(law, why, line):
    with pytest.raises(BrokenLaw) as problem:
        law_of(law)

    assert why in problem.value.why
    assert line == problem.value.line
    assert law.id == problem.value.formula
    file, number = problem.value.place.rsplit(":", 1)
    shown = Path(file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
    assert shown.strip().startswith(line[:10])


def test_the_message_is_whole():
    with pytest.raises(BrokenLaw) as problem:
        law_of(always)

    line = always.declared.line + 2
    assert (
        f"{HERE}:{line}  always\n"
        "  The law says nothing: whatever its symbols are, it is always true.\n"
        "\n"
        "      return Ge(N, 1)"
    ) == str(problem.value)


def test_problems_can_be_collected_instead():
    problems: list[BrokenLaw] = []

    laws = read_laws([ring, expression, slower], problems)

    assert ["ring", "slower"] == list(laws)
    assert ["expression"] == [problem.formula for problem in problems]


def test_a_condition_that_python_decided_is_kept_for_the_checker():
    @formula(source=PLACE, holds_when=lambda: [True, Min(1, 2) > 3])
    def law():
        return Eq(T, alpha)

    assert sympy.true == law_of(law).conditions[0]


def test_a_text_in_a_law_is_refused_and_not_run():
    with sympy.evaluate(x=False), pytest.raises(TypeError):
        ORDERED[Max](alpha, "beta")


@pytest.mark.slow
def test_each_law_says_something_and_stays_as_it_was_read() -> None:
    registry = load()

    for stated in registry.formulas.values():
        law = registry.laws[stated.id]
        says_something(stated, law)

        assert stated() == law.relation


def test_only_who_asks_is_told_that_a_law_says_nothing() -> None:
    @formula(source=PLACE)
    def empty():
        """Nothing."""
        return Eq(N, N)

    read = read_laws([empty])["empty"]

    assert read.relation.rhs == N
    with pytest.raises(BrokenLaw, match="always"):
        says_something(empty, read)
    with pytest.raises(BrokenLaw, match="always"):
        law_of(empty)


def test_a_law_asked_for_alone_is_refused_where_it_says_nothing(bread: Path) -> None:
    with (bread / "baking.py").open("a", encoding="utf-8") as module:
        module.write(
            "\n\n@formula(source=BOOK.at('page 4'))\n"
            "def nothing():\n"
            '    """Nothing."""\n'
            "    return Eq(t_all, n * t + t_all - n * t)\n"
        )
    registry = load(bread)

    with pytest.raises(BrokenLaw, match="always true"):
        registry.law("nothing")


def test_a_premise_is_the_law_as_it_was_read_and_is_not_run_again() -> None:
    registry = load()
    use = next(iter(registry.uses.values()))
    law = registry.formulas["ring_all_reduce_time"]

    assert registry.relation_of(law) is registry.law(law.id).relation
    assert registry.relation_of(use) == use()
    assert registry.law_of(use) is registry.law_of(use)
