"""Packages of one's own: begun by a command, and built on another package."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import derive
from derive.check import check_package
from derive.cli import main
from derive.errors import DeclaredTwice, UnfitBase, UnreadableRun
from derive.registry import load
from derive.units import UnitTable

HEAD = "from sympy import Eq\nfrom derive.records import Source, formula, symbol\n"
BASE = 'BUILDS_ON = {"training-formulary": "0.1"}\n'
LAW = '''
NOTES = Source("notes", "Notes of our team", kind="document")
M_res = symbol("M_res", "memory that we reserve", "byte")
M_job = symbol("M_job", "memory that a job needs", "byte")


@formula(source=NOTES.at("page 1"), holds_for={})
def job_memory():
    """Memory of a job, with what we reserve."""
    return Eq(M_job, M_state + M_res)
'''
IMPORTED = "from derive.formulary import M_state, zero3_memory\n"

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a package whose laws stand in a module of their own."""

    def write(laws: str, start: str = "") -> Path:
        folder = tmp_path / "jobs"
        folder.mkdir()
        (folder / "__init__.py").write_text(f'"""Our jobs."""\n{start}')
        (folder / "memory.py").write_text(f'"""Memory: of a job."""\n{HEAD}{laws}')
        return folder

    return write


# --- begun by a command ---------------------------------------------------------


def test_a_new_package_has_no_findings_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert 0 == main(["new", "package", "orchards"])
    assert [] == check_package("orchards/orchards")
    law = derive.load("orchards/orchards")["littles_law"]
    assert "5 s" == str(law.solve("W", L=20, rate="4 1/second").value)


@pytest.mark.parametrize("name", ["Queueing", "class", "derive", "../up", "9lives", "a" * 41])
def test_a_name_that_python_cannot_import_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert 2 == main(["new", "package", name])
    assert "cannot be the name of a package" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


def test_what_is_there_already_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "orchards").mkdir()

    assert 2 == main(["new", "package", "orchards"])
    assert [] == list((tmp_path / "orchards").iterdir())


@pytest.mark.parametrize("what", ["formula", "symbol", "term"])
def test_a_skeleton_imports_what_it_uses(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", what, "thing"])
    tree = ast.parse(capsys.readouterr().out)
    imported = {a.name for x in ast.walk(tree) if isinstance(x, ast.ImportFrom) for a in x.names}
    made = {x.name for x in tree.body if isinstance(x, ast.FunctionDef)}
    named = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name) and type(x.ctx) is ast.Load}

    assert imported == named - made


@pytest.mark.parametrize("unit", ["", "1", "one", "dimensionless", "number"])
def test_a_pure_number_has_any_of_these_units(unit: str) -> None:
    assert "1" == UnitTable(()).unit(unit).name


# --- built on another -----------------------------------------------------------


def test_a_borrowed_law_brings_its_letters_and_choices_and_keeps_its_status(
    written: Written,
) -> None:
    ours = load(written(IMPORTED + LAW, BASE))

    assert {"M_state", "Psi", "N_dp", "b_opt", "M_job"} <= set(ours.symbols)
    assert {"job_memory", "zero3_memory"} == set(ours.formulas)
    assert "sharding" in ours.choices
    assert "derived" == ours.status(ours.formulas["zero3_memory"])
    assert "ZeRO" == ours.subjects[ours.subject(ours.formulas["zero3_memory"])].title


def test_two_conventions_stay_apart_where_both_are_borrowed(written: Written) -> None:
    both = "from derive.formulary import bubble_fraction, bubble_ratio  # noqa: F401\n"
    ours = load(written(IMPORTED + both + LAW, BASE))

    (group,) = ours.variants.values()
    assert {"bubble_fraction", "bubble_ratio"} == {law.id for law in group.members}


def test_laws_of_two_packages_meet_in_one_chain(written: Written) -> None:
    book = derive.load(written(IMPORTED + LAW, BASE))

    found = book.find("M_job", M_res="3 GB", Psi=70e9, N_dp=16)

    assert "73 GB" == str(found.answer.value)
    assert ["zero3_memory", "job_memory"] == [link.law for link in found.chain]


def test_only_what_a_package_declares_itself_is_checked(written: Written) -> None:
    assert [] == check_package(written(IMPORTED + LAW, BASE))


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ("", "it imports M_state from .*; import what is its own with a leading dot"),
        ('BUILDS_ON = {"training-formulary": "0.2"}', "needs training-formulary 0.2; 0.1.0 is"),
        ('BUILDS_ON = {"training-formulary": "1"}', "needs training-formulary 1; 0.1.0 is"),
        ('BUILDS_ON = {"no-such-formulary": "0.1"}', "no-such-formulary 0.1 is not installed"),
        ('BUILDS_ON = ["training-formulary"]', "BUILDS_ON is written as"),
    ],
)
def test_what_a_package_is_built_on_is_named_and_there_and_not_too_old(
    written: Written, start: str, says: str
) -> None:
    with pytest.raises(UnfitBase, match=says):
        load(written(IMPORTED + LAW, start))


def test_a_name_that_the_other_package_uses_is_refused_with_both_places(written: Written) -> None:
    own = '\nN_dp = symbol("N_dp", "nights that a job runs", "1")\n'

    with pytest.raises(DeclaredTwice, match="letter N_dp is declared twice") as refused:
        load(written(IMPORTED + LAW + own, BASE))

    assert "memory.py" in refused.value.first + refused.value.second
    assert "parallelism.py" in refused.value.first + refused.value.second


def test_a_slip_in_a_borrowed_name_gets_a_guess() -> None:
    with pytest.raises(derive.DeriveError, match="zero3_memory"):
        from derive.formulary import zero3_memroy  # noqa: F401


def test_any_package_is_built_on_by_pythons_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "meadows")
    main(["new", "package", "meadows"])
    bees = tmp_path / "bees"
    bees.mkdir()
    imported = "from meadows.laws import littles_law\nfrom meadows.symbols import L\n"
    law = LAW.replace("M_state", "L").replace('"byte"', '""')
    (bees / "__init__.py").write_text(f'"""Bees."""\n{BASE}')
    (bees / "hives.py").write_text(f'"""Hives: of bees."""\n{HEAD}{imported}{law}')

    found = derive.load(bees).find("M_job", M_res=1, W="5 s", rate="4 1/second")

    assert "21" == str(found.answer.value)


@pytest.mark.slow
def test_an_answer_follows_the_files_of_what_was_borrowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["new", "package", "meadows"])
    bees = tmp_path / "bees"
    bees.mkdir()
    (bees / "__init__.py").write_text(f'"""Bees."""\n{BASE}')
    (bees / "hives.py").write_text(
        '"""Hives: of bees."""\nfrom meadows.laws import littles_law  # noqa: F401\n'
    )
    command = [sys.executable, "-m", "derive", "evaluate", "littles_law"]
    command += ["W=5 s", "rate=4 1/second", "--package", str(bees)]
    paths = [str(tmp_path / "meadows"), str(Path(__file__).parent.parent)]
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "DERIVE_CACHE": str(tmp_path)}

    def told() -> str:
        run = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        return run.stdout.partition("\n")[0] or run.stderr

    assert "L = 20" == told()
    assert "L = 20" == told()
    laws = tmp_path / "meadows" / "meadows" / "laws.py"
    laws.write_text(laws.read_text().replace("rate * W", "2 * rate * W"))
    assert "L = 40" == told()


def test_values_of_one_package_are_given_to_another(written: Written) -> None:
    book = derive.load(written(IMPORTED + LAW, BASE))
    state = derive.load()["zero3_memory"].solve("M_state", Psi=70e9, N_dp=16).value

    assert "73 GB" == str(book["job_memory"].evaluate(M_state=state, M_res="3 GB"))


def test_whole_runs_of_a_package_without_any_are_refused_in_words(written: Written) -> None:
    with pytest.raises(UnreadableRun, match=r"there is no runs/estimate\.toml"):
        derive.load(written(IMPORTED + LAW, BASE)).estimate(N_gpu=8)
