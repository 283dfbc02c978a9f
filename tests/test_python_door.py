"""Python's door: as capable as the terminal, documented by examples that are run."""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import derive
from derive import python
from derive.errors import ConstantSetNeeded, OutsideDomain, TooMuchWork, UnknownName

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "reference" / "python.md"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "generated" not in page.parts]
BLOCK = re.compile(r"^```py(?:thon|con)\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
AUTHORS = [
    *("derive.formulary", "pytest_plugin.knowledge", "pytest_plugin.manuscripts"),
    *("records.symbol", "records.constant", "records.formula", "records.derives"),
    *("records.Source", "records.Case", "records.Choice", "records.Term", "records.Variants"),
]
"""What those who write knowledge import."""


NO_NAMES = {"derive.js", "derive.NAME"}
"""A file of the site, and what stands for any name."""


def exists(name: str) -> bool:
    """Whether a dotted name leads to a module or to something in one."""
    module, _, last = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ImportError:
        return bool(module) and exists(module) and hasattr(importlib.import_module(module), last)
    return True


@pytest.fixture(scope="module")
def book() -> derive.Book:
    return derive.load()


def public(thing: type) -> list[str]:
    return [name for name in vars(thing) if not name.startswith("_")]


@pytest.mark.parametrize("name", ["Book", "FormulaView", "load", "plan"])
def test_the_examples_of_the_door_come_out(book: derive.Book, name: str) -> None:
    thing = getattr(python, name, None) or getattr(derive, name)
    finder = doctest.DocTestFinder(recurse=True)
    runner = doctest.DocTestRunner(verbose=False)
    for example in finder.find(thing, name, globs={"derive": derive, "book": book}):
        runner.run(example)

    assert 0 == runner.failures


@pytest.mark.parametrize("name", derive.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    thing = getattr(derive, name)
    members = [getattr(thing, one) for one in public(thing)] if inspect.isclass(thing) else []
    functions = [one for one in members if inspect.isfunction(one) or isinstance(one, property)]

    assert name == "__version__" or inspect.getdoc(thing)
    assert [] == [one for one in functions if not inspect.getdoc(one)]


@pytest.mark.parametrize("name", ["Book", "FormulaView", "load"])
def test_every_parameter_and_result_of_the_door_is_typed(name: str) -> None:
    thing = getattr(python, name)
    functions = (
        [thing]
        if inspect.isfunction(thing)
        else [getattr(thing, one) for one in public(thing) if inspect.isfunction(vars(thing)[one])]
    )
    untyped = [
        f"{function.__qualname__}({parameter.name})"
        for function in functions
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name != "self" and parameter.annotation is parameter.empty
    ]

    assert [] == untyped
    assert all(inspect.signature(one).return_annotation for one in functions)


def test_every_public_name_stands_on_the_page_of_python() -> None:
    headings = set(re.findall(r"^### ([\w.]+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))

    assert set() == set(derive.__all__) - headings - {"__version__"}
    assert set() == set(AUTHORS) - headings


def test_what_the_book_gives_stands_on_the_page_of_python() -> None:
    headings = re.findall(r"^### ([\w.]+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    described = {one.rpartition(".")[2] for one in headings}
    methods = [
        getattr(kind, name)
        for kind in (derive.Book, derive.FormulaView)
        for name in public(kind)
        if inspect.isfunction(vars(kind)[name])
    ]
    given = {
        word
        for method in methods
        for word in re.findall(r"[A-Z]\w+", str(inspect.signature(method).return_annotation))
    }

    assert set() == given - described - {"Any"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_of_the_package_that_the_documentation_uses_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    code = "\n".join("".join(some) for some in BLOCK.findall(text))
    named = {one.rstrip(".") for one in re.findall(r"(?<![\w./-])derive(?:\.\w+)+", code)}

    assert set() == {one for one in named - NO_NAMES if not exists(one)}


def test_all_public_names_are_sorted_and_reached() -> None:
    assert sorted(derive.__all__) == derive.__all__
    assert set(derive.__all__) <= set(dir(derive))


def test_a_formula_and_a_book_fit_on_a_line(book: derive.Book) -> None:
    assert all(len(repr(book[name])) < 200 for name in list(book)[:40])
    assert f"<book of {len(book)} formulas>" == repr(book)


def test_givens_are_keywords_or_a_mapping(book: derive.Book) -> None:
    by_name = book.find("T_comp", {"C_op": 1e18}, F="1 PFLOP/s")
    by_keyword = book.find("T_comp", C_op=1e18, F="1 PFLOP/s")

    assert by_name.to_dict() == by_keyword.to_dict()


def test_errors_name_keywords_and_not_options_of_the_terminal(book: derive.Book) -> None:
    with pytest.raises(ConstantSetNeeded, match=r'constants="besiroglu-2024"'):
        book["scaling_law_loss"].solve("D", loss=2.1, Psi=8e9)
    with pytest.raises(OutsideDomain, match=r"^divides = 0 is not allowed"):
        book["zero3_memory"].solve("N_dp", M_state="80 GB", Psi=70e9, divides=0)


def test_the_catalogue_lists_a_shelf(book: derive.Book) -> None:
    assert {"link"} == {entry.shelf for entry in book.catalog("link")}
    with pytest.raises(UnknownName):
        book.catalog("cpu")


def test_letters_are_found_by_word_within_a_formula(book: derive.Book) -> None:
    assert ["N_dp"] == [one.id for one in book.symbols("degree", of="zero3_memory")]


class Column:
    """A column of somebody's data frame: all that is known of it is NumPy's protocol."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def __array__(self, dtype: object = None, copy: object = None) -> object:
        import numpy as np

        return np.array(self.values)


def test_columns_of_a_data_frame_are_arrays(book: derive.Book) -> None:
    frame = {"p": Column(2, 4), "m": Column(32, 32)}
    bubbles = book["bubble_fraction"].evaluate(**frame)
    swept = book["bubble_fraction"].sweep(p=8, m=Column(8, 56))

    assert [1 / 33, 3 / 35] == bubbles.magnitude.tolist()
    assert [8.0, 56.0] == [row["m"] for row in swept]


def test_a_data_frame_of_pandas_goes_in_and_out(book: derive.Book) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is nobody's dependency here")
    frame = pandas.DataFrame({"p": [2, 4], "m": [32, 32]})
    swept = book["bubble_fraction"].sweep(p=8, m=[8, 56])

    assert [1 / 33, 3 / 35] == book["bubble_fraction"].evaluate(**frame).magnitude.tolist()
    assert ["m", "f_bubble"] == list(pandas.DataFrame(swept).columns)


def test_a_plan_is_that_of_the_module_and_shows_itself_on_a_line(book: derive.Book) -> None:
    asked = {"model": "llama-3-8b", "gpu": "h100-sxm", "N_gpu": 16, "B": 32, "s": 8192}
    plan = book.plan(top=2, **asked)

    assert derive.plan(top=2, **asked).to_dict() == plan.to_dict()
    assert 120 > len(repr(plan))
    assert 160 > len(repr(plan.estimate))
    assert 1 + len(plan.best) == plan._repr_html_().count("<tr>")
    assert "<svg" in plan._repr_html_()


def test_a_plan_without_room_for_an_answer_is_refused_by_keyword(book: derive.Book) -> None:
    with pytest.raises(OutsideDomain, match=r"^top = 0 is not allowed"):
        book.plan(model="llama-3-8b", gpu="h100-sxm", N_gpu=16, B=32, s=8192, top=0)
    with pytest.raises(TooMuchWork, match="more than 1,000 layouts"):
        book.plan(model="llama-3-8b", gpu="h100-sxm", N_gpu=16, B=32, s=8192, limit=1000)


def test_answers_and_quantities_are_pickled(book: derive.Book) -> None:
    answer = book["bubble_fraction"].solve("m", f_bubble=0.05, p=8)

    assert answer.value == pickle.loads(pickle.dumps(answer)).value
    assert hash(answer.value) == hash(pickle.loads(pickle.dumps(answer.value)))


# --- at the prompt of a notebook ----------------------------------------------------


def test_a_name_that_is_not_in_the_book_is_looked_up_as_in_any_mapping(book: derive.Book) -> None:
    assert "zero3_memory" in book
    assert "zero4_memory" not in book
    assert 3 not in book
    assert book.get("zero4_memory") is None
    assert "zero3_memory" == book.get("zero3_memory").id
    assert "zero3_memory" in book._ipython_key_completions_()


def test_formulas_and_books_are_equal_hashed_copied_and_pickled(book: derive.Book) -> None:
    formula = book["zero3_memory"]

    for thing in (formula, book):
        same = [copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))]

        assert [thing] * 3 == same
        assert {thing} == set(same)
    assert formula == book["zero3_memory"] != book["zero2_memory"]
    assert derive.load() == book


def test_what_comes_back_fits_on_a_line_at_the_prompt(book: derive.Book) -> None:
    law = book["bubble_fraction"]
    shown = [
        law.solve("m", f_bubble=0.05, p=8),
        law.sweep(p=8, m=[8, 16]),
        law.solutions("m"),
        book.find("T_comp", C_op=1e18, gpu="h100-sxm"),
        book.compare("bubble_ratio", "bubble_fraction"),
        book.search("zero 3")[0],
    ]

    assert [] == [repr(one) for one in shown if len(repr(one)) > 160 or "\n" in repr(one)]


def test_a_formula_lists_its_letters(book: derive.Book) -> None:
    assert ["r_bubble", "p", "m"] == [one.id for one in book["bubble_ratio"].symbols]


def test_figures_by_name_serve_every_way_of_asking(book: derive.Book) -> None:
    memory = book["zero3_memory"]

    # 70.55e9 param x 16 byte/param / 14
    assert "80.63 GB" == str(memory.evaluate(N_dp=14, model="llama-3-70b"))
    assert 3 == memory.sweep(N_dp=[8, 16, 32], model="llama-3-70b").rows
    with pytest.raises(derive.DeriveError, match="no model '70'"):
        memory.solve("N_dp", M_state="80 GB", model=70)


def test_ranges_are_lists(book: derive.Book) -> None:
    law = book["bubble_ratio"]

    assert [0.25, 0.5] == law.evaluate(p=range(2, 4), m=4).magnitude.tolist()
    assert 3 == law.sweep(p=8, m=range(8, 11)).rows


def test_quantities_of_an_array_are_taken_one_by_one(book: derive.Book) -> None:
    sizes = book["zero3_memory"].evaluate(Psi=1e9, N_dp=[8, 16])

    assert ["2 GB", "1 GB"] == [str(one) for one in sizes]
    assert "2 GB" == str(sizes[0])
    assert ["1 GB"] == [str(one) for one in sizes[1:]]
    assert book.quantity("3 GB") == sum(sizes) == book.quantity("1 GB") + max(sizes)
    assert sizes[1] == pickle.loads(pickle.dumps(sizes[1]))


def test_an_array_of_quantities_is_a_column_where_no_unit_is_left(book: derive.Book) -> None:
    shares = book["bubble_ratio"].evaluate(p=[2, 3], m=4)
    sizes = book["zero3_memory"].evaluate(Psi=1e9, N_dp=[8, 16])

    assert [0.25, 0.5] == np.asarray(shares).tolist()
    with pytest.raises(derive.DeriveError, match=r"name the unit: .to\('byte'\).magnitude"):
        np.asarray(sizes)
    with pytest.raises(TypeError, match="2 GB is one quantity and has no items"):
        list(sizes[0])


def test_quantities_are_points_of_a_sweep_and_figures_of_a_plan(book: derive.Book) -> None:
    sizes = book["zero3_memory"].evaluate(Psi=1e9, N_dp=[8, 16])
    swept = book["zero3_memory"].sweep("N_dp", M_state=sizes, Psi=1e9)

    assert [8, 16] == [row["N_dp"] for row in swept]
    run = {"model": "llama-3-8b", "gpu": "h100-sxm", "N_gpu": 8, "B": 8}
    length = book.quantity("8 kB") / book.quantity("1 byte")
    most = derive.at_most(book.quantity("60 GB"))

    assert (
        book.plan(**run, s=8000, M_gpu=most).fitting
        == book.plan(**run, s=length, M_gpu="<= 60 GB").fitting
    )
    kept = book.estimate(**run, s=8000, sharding="zero3", M_fix=book.quantity("2 GB"))
    assert kept.values["M_fix"] == 2e9
    with pytest.raises(derive.DeriveError, match="which does not convert to byte"):
        book.estimate(**run, s=8000, sharding="zero3", M_fix=book.quantity("2 s"))
    with pytest.raises(derive.DeriveError, match="an interval, where a run has one value"):
        book.estimate(**run, s=8000, sharding="zero3", M_fix=most)


def test_a_data_frame_takes_an_answer_as_a_column(book: derive.Book) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is nobody's dependency here")
    frame = pandas.DataFrame({"p": [2, 3], "m": [4, 4]})
    frame["r"] = book["bubble_ratio"].evaluate(**frame)

    assert [0.25, 0.5] == frame["r"].tolist()


def test_a_quantity_is_asked_of_a_book() -> None:
    with pytest.raises(TypeError, match=r'ask a book for it: book.quantity\("80 GB"\)'):
        derive.Quantity(80, "GB")  # type: ignore[arg-type]  # as somebody types it first
