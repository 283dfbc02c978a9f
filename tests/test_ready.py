"""Answers from kept data: the same words as the full engine, and nothing large imported."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from questions import Asked, Asker

import derive
from derive import answers
from derive.answers.data import answer_data
from derive.answers.ready.answering import ask
from derive.answers.ready.numbers import NotReady
from derive.answers.ready.question import typed
from derive.answers.rendering import answer_text
from derive.book import glance
from derive.book.ask import ask_data
from derive.cli import main, soon
from derive.cli.remembering import Memory
from derive.errors import DeriveError
from derive.registry import Registry, load

HEAVY = ("sympy", "mpmath", "numpy", "pint", "networkx", "rich", "click", "dataclasses", "typing")

RIGHT = [
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "--at-most", "M_state=80 GB", "Psi=70B", "--json"],
    ["solve", "zero3_memory", "Psi", "M_state=80 GB", "N_dp=64"],
    ["evaluate", "ring_all_reduce_time", "N=8", "n=1 GiB", "alpha=5 us", "beta=400 Gbit/s"],
    ["evaluate", "ring_all_reduce_time", "--json", "N=8", "n=1 GB", "alpha=5 us", "beta=50 GB/s"],
    ["solve", "ring_all_reduce_time", "N", "T_ar=50 ms", "n=1 GB", "alpha=5 us", "beta=50 GB/s"],
    ["list"],
    ["list", "memory", "--json"],
    ["show", "zero3_memory"],
    ["show", "zero3_memory", "--as", "latex"],
    ["show", "zero3_memory", "--as=json"],
]
WRONG = [
    ["solve", "zero3_memory", "N_q", "M_state <= 80 GB", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 s", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB"],
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=0"],
    ["solve", "zero3_memory", "N_dp", "M_state=80 GB", "M_state=90 GB", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9", "--nonsense"],
    ["solve", "zero3_memoryx", "N_dp", "M_state <= 80 GB"],
    ["list", "cooking"],
    ["show", "zero3_memory", "--as", "poem"],
    ["show"],
    [],
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache that holds what the questions here need."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("doors")
        patch.setenv("DERIVE_CACHE", str(folder))
        Memory("list", "formulas").keep()
        for command, name, *more in (words for words in RIGHT if words[0] != "list"):
            Memory(command, name, more[0] if command == "solve" else None).keep()
        yield folder


def both(registry: Registry, asked: Asked, entry: dict[str, Any]) -> tuple[Any, Any]:
    """What the full engine says, and what the kept data says; None where it says nothing."""
    target = asked.target or None
    full = ready = None
    try:
        whole = answers.solve(registry, asked.formula, target, answers.gather(asked.givens))
        full = (str(whole), json.dumps(whole.to_dict(), ensure_ascii=False), whole.found)
    except DeriveError:
        pass
    try:
        quick: Any = ask(entry, target, typed(asked.givens))
        ready = (answer_text(quick), json.dumps(answer_data(quick), ensure_ascii=False), True)
    except NotReady:
        pass
    return full, ready


@pytest.mark.parametrize("words", RIGHT, ids=" ".join)
def test_both_doors_print_the_same(
    words: list[str], kept: Path, capsys: pytest.CaptureFixture[str]
):
    status = main(words)
    expected = capsys.readouterr().out

    assert (expected, 0) == (f"{soon.answered(words)}\n", status)


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_wrong_question_is_left_to_the_door_that_explains(words: list[str], kept: Path):
    assert None is soon.answered(words)


@pytest.mark.parametrize("words", [*RIGHT[:4], *RIGHT[6:9]], ids=" ".join)
def test_a_warm_question_imports_nothing_large(words: list[str], kept: Path):
    program = (
        "import sys; from derive.cli import main; sys.argv[1:] = "
        f"{words!r}; main(); print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )

    assert "[]" == done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.write_bytes(file.read_bytes()[:-9]),
        lambda file: file.write_bytes(file.read_bytes().replace(b"Psi", b"Phi")),
        lambda file: file.write_bytes(b""),
        lambda file: (file.unlink(), file.symlink_to(file.parent / "index.json")),
        lambda file: file.unlink(),
    ],
    ids=["cut", "edited", "emptied", "a link", "gone"],
)
def test_a_damaged_entry_is_not_believed_and_made_anew(harm: Any, kept: Path):
    words = RIGHT[0]
    (file,) = kept.glob("doors/*/ask-zero3_memory.json")
    expected = soon.answered(words)
    harm(file)

    assert None is soon.answered(words)

    Memory("solve", "zero3_memory", "N_dp").keep()

    assert expected == soon.answered(words)


def test_data_of_another_shape_is_left_alone(kept: Path):
    """Even where its digest is right, as an older version might have written it."""
    (file,) = kept.glob("doors/*/ask-zero3_memory.json")
    sound = file.read_bytes()
    entry = json.loads(sound.partition(b"\n")[2])
    for key in entry["data"]:
        for wrong in (None, [], {}, "x", 3):
            data = {**entry["data"], key: wrong}
            rest = json.dumps({**entry, "data": data}).encode()
            head = f"{glance.HEAD}{glance.sha256(rest).hexdigest()}\n".encode()
            file.write_bytes(head + rest)
            soon.answered(RIGHT[0])
    file.write_bytes(sound)


def test_a_changed_file_makes_all_of_it_stale(tmp_path: Path):
    law = tmp_path / "laws" / "law.py"
    law.parent.mkdir()
    law.write_text("one = 1\n")
    roots = [str(tmp_path / "laws")]
    files = glance.listing(roots)

    assert glance._fresh(files, roots, 1 << 62)
    law.write_text("one = 2\n")

    assert not glance._fresh(files, roots, 1)
    law.write_text("one = 1\n")

    assert glance._fresh(files, roots, 1)
    law.with_name("more.py").write_text("")

    assert not glance._fresh(files, roots, 1)


def test_a_cache_that_nobody_may_write_changes_no_answer(
    kept: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on a full disk: what cannot be kept is not kept, and nothing is said or left."""

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    (file,) = kept.glob("doors/*/ask-zero3_memory.json")
    expected = soon.answered(RIGHT[0])
    file.unlink()
    before = sorted(kept.rglob("*"))
    with monkeypatch.context() as patch:
        patch.setattr("derive.book.cache.os.open", full)
        Memory("solve", "zero3_memory", "N_dp").keep()

    assert before == sorted(kept.rglob("*"))
    Memory("solve", "zero3_memory", "N_dp").keep()

    assert expected == soon.answered(RIGHT[0])


def test_a_file_that_goes_away_meanwhile_is_no_trouble(kept: Path, monkeypatch: pytest.MonkeyPatch):
    def gone(*_: Any) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(glance, "listing", gone)

    Memory("solve", "zero3_memory", "N_dp").keep()


def test_names_that_a_disk_may_confuse_have_entries_of_their_own():
    names = ["Loss", "loss", "l=oss", "../loss", "löss", "l" * 40]

    assert len(names) == len({glance.entry_name("ask", name) for name in names})
    assert not any(set("/\\:. ") & set(glance.entry_name("ask", n)[:-5]) for n in names)


def same(registry: Registry, formula: str, count: int, seed: int) -> tuple[int, int]:
    """How many random questions were answered, and how many of them from kept data."""
    asker = Asker(registry, seed)
    entry = json.loads(json.dumps(ask_data(registry, formula)))
    answered = quick = 0
    for number in range(count):
        asked = asker.wrong(formula) if number % 3 == 2 else asker.plain(formula)
        if asked.formula != formula:
            continue
        full, ready = both(registry, asked, entry)

        assert ready in (None, full), asked.command
        answered += full is not None and full[2]
        quick += ready is not None
    return answered, quick


def test_a_few_random_questions_get_the_same_answer():
    registry = load()

    assert all(
        same(registry, formula, 6, 1)[1] for formula in ("zero3_memory", "ring_all_reduce_time")
    )


SHARES = 8


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_many_random_questions_get_the_same_answer_and_most_of_them_at_once(share):
    registry = load()
    drawn = list(enumerate(list(registry.formulas)[::4]))[share::SHARES]
    counts = [same(registry, formula, 6, seed) for seed, formula in drawn]
    answered, quick = (sum(column) for column in zip(*counts, strict=True))

    assert quick > 0.6 * answered


def test_the_data_of_an_entry_is_plain_json():
    entry = ask_data(load(), "zero3_memory")

    assert entry == json.loads(json.dumps(entry))
    assert derive.__version__
