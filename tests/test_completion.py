"""What the Tab key offers: commands, options, and the names of the book."""

from __future__ import annotations

import argparse
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from extras import extra

from derive.cli.parser import NAMES, build, with_names

CHECKOUT = Path(__file__).resolve().parent.parent


def offered(command: str, argument: str, prefix: str, **typed: object) -> list[str]:
    """What is offered for an argument of a command, after what was typed before it."""
    (commands,) = (
        action.choices
        for action in with_names(build())._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    (action,) = (one for one in commands[command]._actions if one.dest == argument)
    return action.completer(prefix, argparse.Namespace(**typed))


@pytest.mark.parametrize(
    ("command", "argument", "prefix", "typed", "expected"),
    [
        ("solve", "formula", "bubble_f", {}, ["bubble_fraction"]),
        ("compare", "second", "bubble_r", {}, ["bubble_ratio"]),
        ("solve", "target", "", {"formula": "bubble_fraction"}, ["f_bubble", "p", "m"]),
        ("solve", "target", "x", {"formula": "bubble_fraction"}, []),
        (
            *("solve", "givens", ""),
            {"formula": "bubble_fraction", "target": "m", "givens": ["p=8"]},
            ["f_bubble="],
        ),
        ("find", "target", "T_trai", {}, ["T_train"]),
        ("solve", "gpu", "v100", {}, ["v100"]),
        ("estimate", "model", "llama-3-70", {}, ["llama-3-70b"]),
    ],
)
def test_names_of_the_book_are_offered_where_they_belong(
    command, argument, prefix, typed, expected
):
    assert expected == offered(command, argument, prefix, **typed)


def test_every_argument_with_names_belongs_to_some_command():
    (commands,) = (
        action.choices
        for action in build()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    taken = {action.dest for command in commands.values() for action in command._actions}

    assert set() == set(NAMES) - taken


@pytest.mark.extras
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("derive expl", "explain "),
        ("derive solve --power", "--power-of "),
        ("derive solve bubble_fraction m f_", "f_bubble="),
    ],
)
def test_a_shell_gets_its_completions(line, expected, tmp_path):
    extra("argcomplete")
    answer = tmp_path / "answer"
    settings = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
        "PYTHONPATH": str(CHECKOUT),
    }
    program = "import sys; sys.argv[0] = 'derive'; from derive.cli import main; sys.exit(main())"
    subprocess.run([sys.executable, "-c", program], env={**os.environ, **settings}, check=False)

    assert expected == answer.read_text(encoding="utf-8")


# --- in the shells themselves, by the lines of the reference ----------------------

PROGRAMS = {
    "derive": "derive.cli",
    "register-python-argcomplete": "argcomplete.scripts.register_python_argcomplete",
}
STARTED = {
    "bash": ["--rcfile", ".bashrc", "-i"],
    "zsh": ["-i"],
    "fish": ["-i"],
}
READY = "what the shell reads first has been read"


def documented(shell: str) -> tuple[str, str]:
    """The file and the line that the reference names for a shell."""
    reference = (CHECKOUT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {shell} \| `~/(.*?)` \| `(.*)` \|$", reference, re.MULTILINE)
    assert row is not None
    return row[1], row[2]


class Terminal:
    """A shell at a terminal: what was typed, and what it shows."""

    def __init__(self, shell: str, home: Path) -> None:
        self.shown = ""
        self.child, self.screen = pty.fork()
        if self.child == 0:  # pragma: no cover  it becomes the shell
            os.chdir(home)
            os.execvp(shell, [shell, *STARTED[shell]])

    def type(self, keys: str, until: str) -> bool:
        """Type, and wait until something is shown; False where it never is."""
        os.write(self.screen, keys.encode())
        before = len(self.shown)
        end = time.monotonic() + 30
        while until not in self.shown[before:] and time.monotonic() < end:
            if select.select([self.screen], [], [], 0.1)[0]:
                self.shown += os.read(self.screen, 65536).decode(errors="replace")
        return until in self.shown[before:]

    def close(self) -> None:
        os.close(self.screen)
        os.waitpid(self.child, 0)


@pytest.mark.extras
@pytest.mark.slow
@pytest.mark.parametrize("shell", STARTED)
def test_the_line_that_the_reference_has_for_a_shell_completes_in_it(shell, tmp_path, monkeypatch):
    extra("argcomplete")
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in PROGRAMS.items():
        program = programs / name
        program.write_text(
            f"#!{sys.executable}\nimport sys\nfrom {module} import main\nsys.exit(main())\n"
        )
        program.chmod(0o755)
    file, line = documented(shell)
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(f"{line}\necho {READY}\n")
    for name, value in {
        "HOME": str(tmp_path),
        "ZDOTDIR": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / ".config"),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(CHECKOUT), *filter(None, sys.path)]),
        "TERM": "dumb",
    }.items():
        monkeypatch.setenv(name, value)

    terminal = Terminal(shell, tmp_path)
    try:
        assert terminal.type("", READY), terminal.shown
        assert terminal.type("derive solve bubble_fraction m f_b\t", "ubble="), terminal.shown
    finally:
        terminal.close()
