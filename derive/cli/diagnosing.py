"""``derive diagnose``: what a measured run says, and what could explain the gap."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ..diagnosis import Diagnosis, Fit, fit
from ..diagnosis.diagnosis import diagnose_run
from ..diagnosis.measurements import (
    BUSBW,
    Log,
    attained,
    bandwidth_among,
    measured_and_given,
    read_log,
)
from ..diagnosis.wording import seen
from ..errors import UnreadableCommand, UnreadableRun
from ..runs import Run
from ..runs.composition import composition
from . import ANSWERED
from .estimating import given_letters, run_names
from .outputs import plain, put, room_for
from .terminal import print_answer

MARK = ("measured:", "measured")
"""A word that may stand before what was measured; it changes nothing."""


def diagnosed(options: argparse.Namespace) -> int:
    """Diagnose one run, or fit attained shares on several."""
    options.givens = [word for word in options.givens if word not in MARK]
    options.givens += options.measured
    givens = given_letters(options)
    log = read_log(Path(options.log)) if options.log else None
    names = run_names(options)
    result: Diagnosis | Fit
    typed = bandwidth_among(composition(options.package), givens)
    if typed is not None:
        log = Log(BUSBW, (), typed)
    if log is not None and log.bandwidth is not None:
        return _links(options, log, Run(**names, **givens))
    # One run has a diagnosis; several share attained shares, which a fit finds.
    if log is not None and len(log.rows) > 1:
        result = fit(_runs(options, log, names, givens))
    else:
        row = log.rows[0] if log is not None and log.rows else {}
        result = diagnose_run(names, {**_text(row), **givens})
    if log is not None and not options.json:
        print(f"{plain(options.log)}: {log.kind}" + "".join(f"; {note}" for note in log.notes))
    if options.fitted:
        _write(options, result)
    print_answer(result, as_json=options.json)
    return ANSWERED


def _text(row: Any) -> dict[str, Any]:
    return {name: value.strip() if isinstance(value, str) else value for name, value in row.items()}


def _runs(
    options: argparse.Namespace, log: Log, names: dict[str, Any], givens: dict[str, Any]
) -> list[tuple[Run, dict[str, float]]]:
    """The runs of a log with times that were measured; memory says nothing of shares."""
    runs = []
    composed = composition(options.package)
    for number, row in enumerate(log.rows, 1):
        own = _text(row)
        named: dict[str, Any] = dict(names)
        named |= {key: own.pop(key) for key in ("model", "gpu", "link") if key in own}
        measured, given = measured_and_given(composed, {**own, **givens})
        times = {name: value for name, value in measured.items() if not name.startswith("M_")}
        if not times:
            raise UnreadableRun(f"{options.log}, row {number}", "no measured time or throughput")
        runs.append((Run(**named, **given), times))
    return runs


def _write(options: argparse.Namespace, result: Diagnosis | Fit) -> None:
    """The fitted shares as a file that ``--attained`` reads; one run is fitted, too."""
    if isinstance(result, Diagnosis):
        times = {g.letter: g.measured for g in result.gaps if not g.letter.startswith("M_")}
        if not times:
            raise UnreadableCommand("a fit needs a measured time or throughput")
        result = fit([(result.run, times)])
    file = room_for(options.fitted)
    text = json.dumps(result.to_dict(), indent=2) + "\n"
    put(file, text.encode(), options.fitted)


def _links(options: argparse.Namespace, log: Log, run: Run) -> int:
    """A benchmark of the network measures a share of the links itself."""
    assert log.bandwidth is not None
    if "beta_in" not in run.letters:
        raise UnreadableCommand("the links are those of an accelerator: name it with --gpu")
    ranks = log.ranks or run.letters.get("N_gpu", 0)
    name, share, whole = attained(log.bandwidth, ranks, run.letters)
    before = run.letters[name]
    data = {name: {"value": share, "error": 0.0, "before": before}}
    written = {"schema": 1, "fitted_on": log.kind, "residual_before": None, "residual": None}
    text = json.dumps({**written, "letters": data}, indent=2) + "\n"
    if options.fitted:
        put(room_for(options.fitted), text.encode(), options.fitted)
    if options.json:
        print(text, end="")
        return ANSWERED
    if options.log:
        print("; ".join([f"{plain(options.log)}: {log.kind}", *log.notes]))
    print(
        f"  {name:6} {share:.3f} of {whole / 1e9:.4g} GB/s attained, "
        f"{before:.3f} assumed ({run.origins[name]})"
    )
    print("\n".join(seen(run, name, share)))
    return ANSWERED
