"""What is handed out: pins, the two commands, the wheel beside a stranger."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import sysconfig
import textwrap
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from campaign import EACH
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
CI = CHECKOUT / ".ci" / "run"

HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def readme_command(which: str) -> str:
    """The lines of the shell block that follows the marker, as a reader would copy them."""
    block = re.search(rf"<!-- the {which} command -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None, f"README has no {which} command"
    return block[1].strip()


def pins(file: str = "requirements.txt") -> dict[str, list[tuple[Requirement, list[str]]]]:
    """Every pin of a file with its hashes, by canonical name."""
    text = (CHECKOUT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, list[tuple[Requirement, list[str]]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            requirement = Requirement(HASH.sub("", line).strip())
            found.setdefault(canonicalize_name(requirement.name), []).append(
                (requirement, HASH.findall(line))
            )
    return found


def wanted() -> list[Requirement]:
    """All that pyproject.toml asks for: to run, to build the site, to develop, to build."""
    project = PROJECT["project"]
    texts = [
        *project["dependencies"],
        *project["optional-dependencies"]["dev"],
        *project["optional-dependencies"]["site"],
        *PROJECT["build-system"]["requires"],
    ]
    return [Requirement(text) for text in texts]


# --- pins -------------------------------------------------------------------


PINS = ["requirements.txt", ".ci/extras.txt", ".ci/beside.txt"]


@pytest.mark.parametrize("file", PINS)
def test_every_pin_is_a_name_a_version_and_hashes(file):
    loose = [
        str(requirement)
        for versions in pins(file).values()
        for requirement, hashes in versions
        if not hashes
        or requirement.url
        or [clause.operator for clause in requirement.specifier] != ["=="]
    ]

    assert [] == loose


@pytest.mark.parametrize("file", PINS)
def test_the_pins_name_no_address(file):
    text = (CHECKOUT / file).read_text(encoding="utf-8")
    options = [line for line in text.splitlines() if line.startswith("-")]

    assert [] == options
    assert "://" not in text


def unpinned(asked: list[Requirement], pinned: dict[str, Any]) -> list[str]:
    """What is asked for and has no pin that will do."""
    return [
        str(requirement)
        for requirement in asked
        if not any(
            requirement.specifier.contains(str(clause.version))
            for pin, _ in pinned.get(canonicalize_name(requirement.name), [])
            for clause in pin.specifier
        )
    ]


def test_the_pins_are_what_the_project_asks_for():
    assert [] == unpinned(wanted(), pins())


def test_the_pins_of_the_extras_are_all_of_them_and_none_that_is_pinned_already():
    extras = PROJECT["project"]["optional-dependencies"].values()
    asked = [Requirement(text) for extra in extras for text in extra]

    assert [] == unpinned(asked, {**pins(), **pins(".ci/extras.txt")})
    assert set() == pins().keys() & pins(".ci/extras.txt").keys()


@pytest.mark.slow
def test_every_package_imported_is_asked_for():
    asked = {canonicalize_name(requirement.name) for requirement in wanted()}
    extras = PROJECT["project"]["optional-dependencies"].values()
    # An extra may be absent here; it is imported under the name it is installed by.
    optional = {canonicalize_name(Requirement(text).name) for extra in extras for text in extra}
    homes = importlib.metadata.packages_distributions()
    own = {"derive", "formulas", "tests", *sys.stdlib_module_names}
    own |= {file.stem for file in (CHECKOUT / "tests").rglob("*")}
    # By hand, in environments of their own: tests/lint/fuzz.py, tests/benchmarks/side_by_side.py.
    own |= {"atheris", "calculon", "llm_analysis", "mlsysim", "simumax"}
    foreign = {
        (name, file.relative_to(CHECKOUT).as_posix())
        for folder in ("derive", "formulas", "tests")
        for file in (CHECKOUT / folder).rglob("*.py")
        for name in top_names_imported(file)
        if name not in own
    }
    unasked = [
        (name, file)
        for name, file in sorted(foreign)
        if not asked & {canonicalize_name(home) for home in homes.get(name, ())}
        and canonicalize_name(name) not in optional
    ]

    assert [] == unasked


def top_names_imported(file: Path) -> set[str]:
    """First words of all absolute imports of a file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


# --- the two commands ---------------------------------------------------------


@pytest.mark.parametrize("which", ["first", "second"])
def test_each_command_is_one_line(which):
    assert 1 == len(readme_command(which).splitlines())


def test_both_commands_set_up_in_the_same_way():
    first, second = (readme_command(which).split(" && ") for which in ("first", "second"))

    assert first[:3] == second[:3]
    assert ["venv", "--require-hashes", "--no-deps"] == [
        next(word for word in ("venv", "--require-hashes", "--no-deps") if f" {word} " in step)
        for step in (first[0], first[1].replace(".venv", ""), first[2].replace(".venv", ""))
    ]


def test_the_first_command_asks_a_question_and_builds_the_site():
    _, _, _, question, site = readme_command("first").split(" && ")

    assert question.startswith(".venv/bin/derive solve")
    assert site.startswith(".venv/bin/derive site")


def test_the_second_command_runs_the_tests():
    *_, tests = readme_command("second").split(" && ")

    assert tests.startswith(".venv/bin/pytest")


def test_the_automatic_check_runs_the_second_command_as_printed():
    shown = subprocess.run(
        ["bash", str(CI), "--show"], check=True, capture_output=True, text=True
    ).stdout

    assert readme_command("second") == shown.strip()


# --- the wheel ----------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel; the build backend is installed, so nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of another environment: our wheel, our dependencies, and a
    stranger who owns the top-level names `formulas` and `templates`."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    quietly = ["--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", *quietly, str(wheel)],
        check=True,
        capture_output=True,
    )
    (packages,) = home.glob("lib/python*/site-packages")
    for name in ("formulas", "templates"):
        (packages / name).mkdir()
        (packages / name / "__init__.py").write_text("raise ImportError('a stranger')\n")
    # A .pth inside a folder named by a .pth is not read, so the dependencies
    # come along and this checkout does not.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "bin"


def run(program: Path, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """One call from a folder that is not the checkout; a failure shows what was said."""
    done = subprocess.run(
        [str(program), *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def with_a_terminal_door() -> bool:
    """Whether there is a command to call yet."""
    return (CHECKOUT / "derive" / "cli").is_dir()


@pytest.mark.slow
def test_the_wheel_writes_into_no_folder_but_its_own(wheel):
    names = zipfile.ZipFile(wheel).namelist()

    assert {"derive"} == {name.split("/")[0] for name in names if ".dist-info/" not in name}


@pytest.mark.slow
def test_the_wheel_holds_the_engine_what_it_brings_along_and_nothing_else(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    left_out = ("derive/_bundled", "docs/decisions", "docs/generated")
    ours = {
        file.relative_to(CHECKOUT).as_posix()
        for folder in ("derive", "formulas", "templates", "docs")
        for file in (CHECKOUT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    expected = {
        name if name.startswith("derive/") else f"derive/_bundled/{name}"
        for name in ours
        if not name.startswith(left_out)
    }

    assert expected == names - {"derive/_bundled/book.sqlite"}


def test_every_extra_is_measured_where_the_documentation_speaks_of_installing():
    page = (CHECKOUT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    row = r"^\| `?(\w+)`? \| .* \| \d+ MB \| \d+ \| \d+ s \| [\d.]+ s \|$"
    rows = re.findall(row, page, re.MULTILINE)

    assert ["none", *PROJECT["project"]["optional-dependencies"]] == [rows[0], "dev", *rows[1:]]


@pytest.mark.slow
def test_the_wheel_carries_the_knowledge_the_templates_and_the_licence(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    beside = [
        file.relative_to(CHECKOUT).as_posix()
        for folder in ("formulas", "templates")
        for file in (CHECKOUT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    ]

    assert set() == {f"derive/_bundled/{name}" for name in beside} - names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert [] == [name for name in names if "__pycache__" in name]


@pytest.mark.slow
def test_the_installed_wheel_finds_its_own_knowledge_beside_a_stranger(elsewhere, tmp_path):
    said = run(
        elsewhere / "python",
        "-c",
        "from derive import locate; print(locate.knowledge()); print(locate.templates())",
        folder=tmp_path,
    ).stdout.splitlines()

    assert ["_bundled/formulas", "_bundled/templates"] == [
        "/".join(Path(s).parts[-2:]) for s in said
    ]
    assert all(Path(s).is_relative_to(elsewhere.parent) for s in said)


@pytest.mark.slow
@pytest.mark.skipif(not with_a_terminal_door(), reason="there is no terminal door yet")
def test_the_installed_wheel_answers_a_question(elsewhere, tmp_path):
    question = ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9", "--json"]
    answer = json.loads(run(elsewhere / "derive", *question, folder=tmp_path).stdout)

    assert 14 == answer["integer"]["smallest"]


@pytest.mark.slow
@pytest.mark.skipif(not with_a_terminal_door(), reason="there is no terminal door yet")
def test_the_installed_wheel_checks_a_package(elsewhere, bread, tmp_path):
    """Somebody's small one; its own, which takes half a minute, in a campaign."""
    run(elsewhere / "derive", "check", *([] if EACH else [str(bread)]), folder=tmp_path)


@pytest.mark.slow
def test_the_installed_wheel_builds_the_site_of_anyones_package(elsewhere, bread, tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    # A MkDocs project of somebody else is neither read nor written.
    (here / "mkdocs.yml").write_text("site_name: Mine\n")
    (here / "docs").mkdir()
    run(elsewhere / "derive", "site", "--package", str(bread), "-o", "built", folder=here)

    assert {"built", "docs", "mkdocs.yml"} == {one.name for one in here.iterdir()}
    assert [] == list((here / "docs").iterdir())
    assert "site_name: Mine\n" == (here / "mkdocs.yml").read_text()
    page = here / "built" / "formulas" / "baking" / "batch_time" / "index.html"
    assert "Time of a batch" in page.read_text(encoding="utf-8")
    assert {"bread", "cache", "here"} == {one.name for one in tmp_path.iterdir()}
    assert [] == list((tmp_path / "cache").glob("site-*"))


COMMANDS = [
    ["list"],
    ["show", "batch_time"],
    ["explain", "batch_time"],
    ["compare", "oven_time", "batch_time"],
    ["solve", "oven_time", "w", "t=3 s", "r=2 B/s"],
    ["evaluate", "oven_time", "w=6 B", "r=2 B/s"],
    ["find", "t", "w=6 B", "r=2 B/s"],
    ["sweep", "oven_time", "w=1:3", "r=2 B/s"],
    ["book"],
]
EACH_COMMAND = """\
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from derive.cli import main
told = []
for words in json.load(sys.stdin):
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        status = main([*words, "--package", sys.argv[1]])
    said, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    told.append([words[0], status, bool(said), complained])
print(json.dumps(told))
"""


@pytest.mark.slow
def test_every_command_takes_anyones_package(bread, tmp_path):
    """In a process that has loaded nothing else, from a folder that is no checkout."""
    done = subprocess.run(
        [sys.executable, "-c", EACH_COMMAND, str(bread)], input=json.dumps(COMMANDS),
        cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )  # fmt: skip

    assert [[words[0], 0, True, ""] for words in COMMANDS] == json.loads(done.stdout)


# --- where things are ---------------------------------------------------------


def test_a_neighbour_of_an_installed_package_is_a_stranger(tmp_path):
    from derive.errors import NoSuchPackage
    from derive.locate import bring_along

    (tmp_path / "derive").mkdir()
    (tmp_path / "formulas").mkdir()

    with pytest.raises(NoSuchPackage):
        bring_along("formulas", tmp_path / "derive")


def test_what_lies_inside_the_package_comes_first(tmp_path):
    from derive.locate import bring_along

    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "formulas").mkdir()
    inside = tmp_path / "derive" / "_bundled" / "formulas"
    inside.mkdir(parents=True)

    assert inside == bring_along("formulas", tmp_path / "derive")


def test_the_entry_that_contributors_are_shown_is_a_real_one():
    guide = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = re.search(r" {3}```python\n(.*?) {3}```", guide, re.DOTALL)
    assert block is not None
    entry = textwrap.dedent(block[1])

    assert entry in (CHECKOUT / "formulas" / "memory" / "zero.py").read_text(encoding="utf-8")
