"""The house: imports point downward, texts are never run, nothing foreign is tracked."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
DERIVE = CHECKOUT / "derive"

# From the ground up. A part may import those below its own floor; parts on one
# floor do not know each other. `names` and `errors` are the ground that all stand on.
FLOORS = (
    ("frozen", "lazy", "names"),
    ("errors",),
    ("findings", "locate", "units", "workers"),
    ("cluster",),
    ("records", "search"),
    ("laws", "dimensions", "written", "notation", "programs"),
    ("registry", "solve"),
    ("algebra",),
    ("entries", "formulary"),
    ("answers",),
    ("check", "lint"),
    ("book",),
    ("runs",),
    ("drawings",),
    ("plans", "diagnosis"),
    ("site",),
    ("cli", "python", "mkdocs_plugin", "markdown_extension", "pytest_plugin"),
    ("__init__", "__main__"),
)
FLOOR_OF = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}

# The floors of the checker, which is a house of its own.
CHECKER = DERIVE / "lint"
CHECKER_FLOORS = (
    ("texts", "result_cache"),
    ("words",),
    ("laws",),
    ("project",),
    ("rules",),
    ("numbers",),
    ("claims",),
    ("checks",),
    ("catalogue", "notation_files", "baseline"),
    ("running",),
    ("sarif",),
    ("__init__",),
)
CHECKER_FLOOR_OF = {part: floor for floor, parts in enumerate(CHECKER_FLOORS) for part in parts}

# Each of these runs a text that it is handed.
RUN_TEXT = frozenset("sympify _sympify parse_expr lambdify eval exec compile __import__".split())

# The wall between what is written and what is asked: a question runs on compiled entries,
# and no module on its way knows SymPy. Only the door in `opening` leads to what compiles.
AT_QUESTION_TIME = (
    *(
        "errors",
        "frozen.py",
        "lazy.py",
        "names.py",
        "locate.py",
        "__init__.py",
        "python.py",
    ),
    *(
        "search",
        "units",
        "records/notes.py",
        "programs",
        "solve",
        "entries",
    ),
    *("answers", "cli/__init__.py", "cli/parser.py", "cli/asking.py", "cli/looking.py"),
    *("cli/shelves.py", "cli/tables.py"),
)
AT_AUTHOR_TIME = frozenset(
    [
        "programs/translate.py",
        *(
            f"entries/{name}.py"
            for name in "alternatives compiling lists points premises "
            "showing vocabulary_rows workings".split()
        ),
    ]
)
AUTHOR_ROOMS = frozenset("algebra laws dimensions registry check lint book site notation".split())
THE_DOOR = ("entries/opening.py", frozenset({"derive.registry", "derive.entries.compiling"}))
HEAVY = frozenset({"sympy", "mpmath", "pint"})
FOR_PINT = frozenset({"units/interchange.py"})

MOST_LINES = 400


def modules() -> list[Path]:
    """Every Python file of the engine."""
    return sorted(DERIVE.rglob("*.py"))


def part_of(file: Path) -> str:
    """The neighbour that a file of the engine belongs to."""
    return file.relative_to(DERIVE).parts[0].removesuffix(".py")


@cache
def tree_of(file: Path) -> ast.Module:
    """The parsed file; parsed once."""
    return ast.parse(file.read_text(encoding="utf-8"), filename=str(file))


@cache
def imports(file: Path) -> list[tuple[int, str]]:
    """Line and absolute dotted name of every import, also those inside functions."""
    return list(read_imports(file))


def read_imports(file: Path) -> Iterator[tuple[int, str]]:
    package = ["derive", *file.relative_to(DERIVE).parts[:-1]]
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def parts_imported(file: Path) -> Iterator[tuple[int, str]]:
    """Line and part of every import from the engine itself."""
    for line, name in imports(file):
        top, *rest = name.split(".")
        if top == "derive":
            inside = rest[0] if rest else "__init__"
            yield line, inside if inside in FLOOR_OF else "__init__"


def wrong_steps(file: Path) -> Iterator[str]:
    """Imports that go up, or sideways to a neighbour."""
    here = part_of(file)
    for line, there in parts_imported(file):
        if there != here and FLOOR_OF.get(there, 0) >= FLOOR_OF.get(here, 0):
            yield f"{file.relative_to(CHECKOUT)}:{line}: {here} imports {there}"


def wrong_steps_of_the_checker(file: Path) -> Iterator[str]:
    """Imports inside the checker that go up, or sideways to a neighbour."""
    here = file.relative_to(CHECKER).parts[0].removesuffix(".py")
    for line, name in imports(file):
        if not name.startswith("derive.lint."):
            continue
        there = name.split(".")[2]
        there = there if there in CHECKER_FLOOR_OF else "__init__"
        if there != here and CHECKER_FLOOR_OF[there] >= CHECKER_FLOOR_OF[here]:
            yield f"{file.relative_to(CHECKOUT)}:{line}: {here} imports {there}"


def question_modules() -> list[Path]:
    """The files on the way of a question."""
    listed = [DERIVE / name for name in AT_QUESTION_TIME]
    files = [file for one in listed for file in (one.rglob("*.py") if one.is_dir() else [one])]
    return sorted(f for f in files if f.relative_to(DERIVE).as_posix() not in AT_AUTHOR_TIME)


def behind_type_checking(file: Path) -> set[int]:
    """The lines that only a type checker reads."""
    return {
        inner.lineno
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }


def steps_over_the_wall(file: Path) -> Iterator[str]:
    """Imports of what only whoever writes knowledge needs."""
    place = file.relative_to(DERIVE).as_posix()
    door, allowed = THE_DOOR
    unread = behind_type_checking(file)
    for line, name in imports(file):
        if line in unread:
            continue
        top, *rest = name.split(".")
        module = name.rpartition(".")[0]
        heavy = top in HEAVY and not (top == "pint" and place in FOR_PINT)
        authors = top == "derive" and (
            (rest and rest[0] in AUTHOR_ROOMS)
            or any(
                f"derive.{one[:-3].replace('/', '.')}" in {name, module} for one in AT_AUTHOR_TIME
            )
        )
        if heavy or (authors and not (place == door and module in allowed)):
            yield f"{file.relative_to(CHECKOUT)}:{line}: {name}"


def called_name(node: ast.expr) -> str:
    """The last word of what is called: `sympify` in `sympy.sympify(...)`."""
    return getattr(node, "attr", getattr(node, "id", ""))


def texts_run(tree: ast.AST) -> Iterator[int]:
    """Lines that name a function which runs the text it is handed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            name = called_name(node)
            # `re.compile` makes a pattern; only the bare builtin makes code.
            harmless = name == "compile" and isinstance(node, ast.Attribute)
            named = name in RUN_TEXT and not harmless
        elif isinstance(node, ast.ImportFrom):
            named = any(alias.name in RUN_TEXT for alias in node.names)
        else:
            named = isinstance(node, ast.Call) and called_name(node.func) == "S"
        if named:
            yield getattr(node, "lineno", 0)


@cache
def tracked() -> tuple[str, ...]:
    """Every file under version control."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=CHECKOUT, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return tuple(name for name in listed.stdout.split("\0") if (CHECKOUT / name).is_file())


def tracked_lines() -> Iterator[tuple[str, int, str]]:
    """File, number and text of every tracked line."""
    for name in tracked():
        content = (CHECKOUT / name).read_bytes()
        if b"\0" not in content:
            for number, line in enumerate(content.decode("utf-8").splitlines(), 1):
                yield name, number, line


def test_every_part_of_the_engine_has_a_floor():
    homeless = {part_of(file) for file in modules()} - set(FLOOR_OF)

    assert set() == homeless


def test_imports_point_downward_and_neighbours_do_not_know_each_other():
    wrong = [step for file in modules() for step in wrong_steps(file)]

    assert [] == wrong, "\n".join(wrong)


def test_the_checker_is_a_house_of_floors_as_well():
    wrong = [
        step for file in sorted(CHECKER.rglob("*.py")) for step in wrong_steps_of_the_checker(file)
    ]

    assert [] == wrong, "\n".join(wrong)


def test_no_module_on_the_way_of_a_question_knows_sympy_mpmath_or_what_compiles():
    wrong = [step for file in question_modules() for step in steps_over_the_wall(file)]

    assert [] == wrong, "\n".join(wrong)


def test_what_is_named_beside_the_wall_exists():
    named = [*AT_QUESTION_TIME, *AT_AUTHOR_TIME, *FOR_PINT, THE_DOOR[0]]

    assert [] == [name for name in named if not (DERIVE / name).exists()]


def test_the_engine_knows_no_formula():
    knowing = [
        f"{file.relative_to(CHECKOUT)}:{line}"
        for file in modules()
        for line, name in imports(file)
        if name.split(".")[0] == "formulas"
    ]

    assert [] == knowing, "\n".join(knowing)


def test_no_text_is_ever_run():
    running = [
        f"{file.relative_to(CHECKOUT)}:{line}"
        for file in modules()
        for line in texts_run(tree_of(file))
    ]

    assert [] == running, "\n".join(running)


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("sympy.sympify(text)", True),
        ("from sympy import lambdify", True),
        ("eval(text)", True),
        ("compile(tree, name, 'exec')", True),
        ("S(text)", True),
        ("sympy.S(text)", True),
        ("re.compile(pattern)", False),
        ("x = sympy.S.One", False),
        ("value.evaluate()", False),
    ],
)
def test_the_rule_against_running_text_sees(line, runs):
    assert runs == any(texts_run(ast.parse(line)))


def test_an_engine_file_holds_one_idea():
    long = [
        f"{file.relative_to(CHECKOUT)}: {count} lines"
        for file in modules()
        if (count := len(file.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]

    assert [] == long, "\n".join(long)


def test_nobodys_own_folders_are_named():
    folders = "home|root|work|tmp|Users|opt|mnt"
    absolute = re.compile(rf"(?<![\w.:/<{{$}}*)\]])/(?:{folders})/|\b[A-Z]:\\\\?Users")
    named = [f"{name}:{number}" for name, number, line in tracked_lines() if absolute.search(line)]

    assert [] == named, "\n".join(named)


def test_no_package_registry_is_named():
    # Spelled in pieces, or this file would be the first finding.
    hosts = [
        ".".join(host) for host in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))
    ]
    named = [
        f"{name}:{number}"
        for name, number, line in tracked_lines()
        if any(host in line for host in hosts)
    ]

    assert [] == named, "\n".join(named)


def test_generated_pages_stay_out_of_version_control():
    folders = ("site/", "docs/generated/")
    # An empty folder must be there: MkDocs looks for it before any plugin runs.
    generated = set(filter(lambda name: name.startswith(folders), tracked())) - {
        "docs/generated/.gitkeep"
    }

    assert set() == generated
