"""Drawings of an estimate, and the report that shows them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from derive.cli import main
from derive.drawings import memory_stack, passes, pipeline_timeline, roofline, time_parts
from derive.drawings.charts import timeline
from derive.runs import Run

RUN = {"model": "llama-3-405b", "gpu": "h100-sxm", "N_gpu": 512, "TP": 8, "p": 16, "s": 8192}
INTERLEAVED = {"v": 8, "CP": 2, "schedule": "interleaved", "stages": "with-tables"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [{"B": 512}, {"B": 512, **INTERLEAVED}, {"B": 64, "schedule": "gpipe"}],
    ids=["1f1b", "interleaved", "gpipe"],
)
def test_the_simulated_pipeline_takes_the_time_that_the_laws_give(more: dict[str, Any]) -> None:
    estimate = Run(**RUN, **more).estimate()
    found = timeline(estimate, most=10**6)
    assert found is not None
    assert found.micro == estimate["m"]

    assert estimate["T_busy"] + estimate["T_idle"] == pytest.approx(found.end, rel=0.01)


def test_no_gpu_does_two_passes_at_once_and_every_pass_is_done() -> None:
    for schedule, v in (("1f1b", 1), ("gpipe", 1), ("interleaved", 3)):
        forward, backward = [1.0, 1.2, 1.1, 0.9], [2.0, 2.2, 2.1, 1.8]
        slots = passes.timeline(schedule, 8, v, forward, backward, 0.05)
        for stage in range(4):
            row = [slot for slot in slots if slot.stage == stage]
            assert 2 * 8 * v == len({slot.done for slot in row})
            assert all(first.end <= second.start for first, second in itertools.pairwise(row))


def test_a_pipeline_of_two_equal_stages_is_what_it_is_by_hand() -> None:
    # Two micro-batches, forward 1, backward 2: the last stage works 6, and waits 1 and 2.
    slots = passes.timeline("1f1b", 2, 1, [1.0, 1.0], [2.0, 2.0])

    assert 9.0 == max(slot.end for slot in slots)


@pytest.mark.parametrize("draw", [memory_stack, pipeline_timeline, roofline, time_parts])
@pytest.mark.parametrize("model", ["llama-3-405b", "deepseek-v3"])
def test_a_drawing_is_sound_svg_within_its_frame(draw: Any, model: str) -> None:
    estimate = Run(**{**RUN, "model": model, "B": 512}).estimate()
    root = ET.fromstring(draw(estimate))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, w, h = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))

        assert -0.1 <= x <= x + w <= width + 0.1
        assert -0.1 <= y <= y + h <= height + 0.1


@pytest.mark.parametrize("model", ["llama-3-405b", "deepseek-v3"])
def test_labels_of_the_time_by_part_stay_in_the_frame_and_shares_add_up(model: str) -> None:
    root = ET.fromstring(time_parts(Run(**{**RUN, "model": model, "B": 512}).estimate()))
    words = list(root.iter("{http://www.w3.org/2000/svg}text"))
    labels = [one for one in words if one.attrib.get("text-anchor") == "end"]
    shares = re.findall(r"\(([\d.]+)%\)", " ".join(one.text or "" for one in words))

    # A letter of this font is less than six units wide at this size.
    assert all(float(one.attrib["x"]) >= 5.8 * len(one.text or "") for one in labels)
    assert 100 == pytest.approx(sum(map(float, shares)), abs=0.3)


def test_what_is_not_drawn_is_empty() -> None:
    assert "" == pipeline_timeline(Run(**{**RUN, "p": 1, "B": 512}).estimate())
    assert "" == pipeline_timeline(Run(**RUN, B=512, schedule="zb-v").estimate())


# --- the report -----------------------------------------------------------------------------

COMMAND = "plan --model llama-3-8b --gpu h100-sxm N_gpu=16 B=32 s=8192 D=1e12 price_gpu=2".split()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "out"
    assert 0 == main([*COMMAND, "--report", str(folder)])
    return folder


def test_the_page_of_a_report_stands_alone(report: Path) -> None:
    page = (report / "index.html").read_text(encoding="utf-8")

    assert [] == re.findall(r"(?:src|href|url)\s*[=(]", page)
    assert 3 <= page.count("<svg")


def test_a_report_says_the_best_layout_and_the_command_that_makes_it_again(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main([*COMMAND, "--json"])
    best = json.loads(capsys.readouterr().out)["best"][0]
    text = (report / "report.md").read_text(encoding="utf-8")

    assert best["command"] in text
    assert "derive plan --model llama-3-8b --gpu h100-sxm N_gpu=16" in text
    drawn = re.findall(r"!\[[^]]*\]\((\w+\.svg)\)", text)
    assert drawn
    assert all((report / name).is_file() for name in drawn)


def test_a_report_says_what_the_letters_of_its_tables_mean(report: Path) -> None:
    page = (report / "index.html").read_text(encoding="utf-8")
    notes = re.findall(r'<p class="note">(.*?)</p>', page)

    assert "TP: tensor-parallel degree; " in notes[0]
    assert "T_busy: time in which the slowest stage works" in notes[1]
    assert "; s: " not in notes[0], "42 s is no sequence length"


def test_names_stand_left_in_a_table_and_amounts_right(report: Path) -> None:
    page = (report / "index.html").read_text(encoding="utf-8")
    left = {name for kind, name in re.findall(r"<th( class=\"n\")?>([^<]*)</th>", page) if not kind}

    assert {"schedule", "recompute", "sharding"} & left
    assert not {"M_gpu", "T_step", "tokens/s/GPU", "TP"} & left


def test_a_report_on_cost_says_it_first(tmp_path: Path) -> None:
    assert 0 == main([*COMMAND, "--for", "cost", "--report", str(tmp_path / "out")])
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")

    assert re.search(r"Its cost is [\d,]+ USD\.", text.splitlines()[2])


def test_a_report_has_nowhere_to_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert 2 == main([*COMMAND, "--report", str(tmp_path / "file")])
    assert "cannot be written" in capsys.readouterr().err
