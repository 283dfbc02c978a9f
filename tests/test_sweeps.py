"""Many values at once: sweeps to files, labelled arrays, shapes that do not fit."""

from __future__ import annotations

import csv
import json
import threading
import tracemalloc
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from extras import extra

import derive
from derive.answers import evaluate, solve, sweep
from derive.cli import main
from derive.cli.tables import Head, destination
from derive.entries.knowledge import Knowledge
from derive.entries.opening import open_knowledge
from derive.errors import (
    MissingGivens,
    NotAnswerable,
    OutsideDomain,
    ShapesDiffer,
    TooMuchWork,
    UnknownName,
)

RING = {"alpha": "5 us", "beta": "50 GB/s"}
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
TYPED = ["sweep", "ring_all_reduce_time", "N=2:64:log", "n=1 MB:1 GB:4", "alpha=5 us"]


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The formulary."""
    return open_knowledge()


def test_a_sweep_gives_what_single_questions_give(knowledge: Knowledge) -> None:
    found = sweep(knowledge, "ring_all_reduce_time", {**RING, "N": "2:64:log", "n": "1 MB:1 GB:4"})

    table = found.arrays()
    assert found.columns == (("N", "rank"), ("n", "byte"), ("T_ar", "second"))
    assert (found.rows, len(table["T_ar"])) == (24, 24)
    for row in (0, 7, 23):
        givens = {**RING, "N": int(table["N"][row]), "n": table["n"][row]}
        single = evaluate(knowledge, "ring_all_reduce_time", givens)
        assert table["T_ar"][row] == pytest.approx(float(single.base), rel=1e-14)


def test_chunks_of_any_size_hold_the_same_rows(knowledge: Knowledge) -> None:
    found = sweep(knowledge, "ring_all_reduce_time", {**RING, "N": "2:50", "n": "1 MB:1 GB:7"})

    small = np.concatenate([chunk[-1] for chunk in found.chunks(5)])
    assert np.array_equal(small, found.arrays()["T_ar"])


def test_another_letter_is_swept_by_its_closed_form(knowledge: Knowledge) -> None:
    found = sweep(knowledge, "zero3_memory", {"M_state": "10 GB:80 GB:8", "Psi": 70e9}, "N_dp")

    answer = solve(knowledge, "zero3_memory", "N_dp", {"M_state": "80 GB", "Psi": 70e9})
    assert answer.value is not None
    assert found.arrays()["N_dp"][-1] == pytest.approx(float(answer.value.magnitude))


def test_an_inequality_is_swept_for_whether_it_holds(knowledge: Knowledge) -> None:
    givens = {"TP": "2:20", "h": 32768, "F": "4 PFLOP/s", "beta": "1.8 TB/s"}

    table = sweep(knowledge, "tp_product_hides_communication", givens).arrays()

    assert table["TP"][table["holds"] == 1].max() == 15


def test_what_has_no_single_closed_form_is_not_swept(knowledge: Knowledge) -> None:
    givens = {"A_N": 406.4, "B_D": 410.7, "beta_D": 0.28, "C": "1e20:1e24:3", "Psi_opt": 1e10}

    with pytest.raises(NotAnswerable, match="closed form for alpha_N"):
        sweep(knowledge, "compute_optimal_parameters", givens, "alpha_N")


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("1,2,8", [1, 2, 8]),
        ("8, 4", [8, 4]),
        ([1, 3], [1, 3]),
        ("2,000:4,000:3", [2000, 3000, 4000]),
    ],
)
def test_a_list_is_swept_in_its_own_order(knowledge: Knowledge, typed, values) -> None:
    found = sweep(knowledge, "ring_all_reduce_time", {**RING, "N": typed, "n": "1 GB"})

    assert values == [row["N"] for row in found]


def test_a_unit_at_the_end_of_a_list_counts_for_all(knowledge: Knowledge) -> None:
    found = sweep(knowledge, "zero3_memory", {"M_state": "10, 20,40 GB", "Psi": 70e9}, "N_dp")

    assert [10e9, 20e9, 40e9] == [row["M_state"] for row in found]
    assert 3 == len(found)


def test_a_number_with_grouped_digits_is_no_list(knowledge: Knowledge) -> None:
    found = sweep(knowledge, "ring_all_reduce_time", {**RING, "N": "2,3", "n": "1,024 byte"})

    assert 2 == found.rows


@pytest.mark.extras
def test_a_sweep_is_a_stream_of_arrow_data(knowledge: Knowledge) -> None:
    arrow = extra("pyarrow")
    found = sweep(knowledge, "ring_all_reduce_time", {**RING, "N": "2,4", "n": "1 GB"})

    table = arrow.table(found)

    assert ["N", "T_ar"] == table.column_names
    assert b"second" == table.schema.field("T_ar").metadata[b"units"]


def test_several_laws_share_their_grids(knowledge: Knowledge) -> None:
    laws = ["zero3_memory", "ring_all_reduce_time", "tree_all_reduce_time"]
    givens = {**RING, "N": "2,4,8", "n": "1 MB:1 GB:5", "N_dp": [8, 64], "Psi": "70e9"}

    table = sweep(knowledge, laws, givens)

    names = ["N", "n", "N_dp", "M_state", "ring_all_reduce_time", "tree_all_reduce_time"]
    assert names == [name for name, _ in table.columns]
    assert 3 * 5 * 2 == table.rows
    for law, name in zip(laws, names[3:], strict=True):
        own = {key: value for key, value in givens.items() if key in knowledge.law(law).letters}
        rows = [tuple(row.values()) for row in sweep(knowledge, law, own)]
        alone = {row[:-1]: row[-1] for row in rows}
        swept = [key for key in names[:3] if key in own]

        assert [alone[tuple(row[key] for key in swept)] for row in table] == [
            row[name] for row in table
        ]


def test_a_letter_of_none_of_the_laws_is_refused(knowledge: Knowledge) -> None:
    with pytest.raises(UnknownName):
        sweep(knowledge, ["zero3_memory", "ring_all_reduce_time"], {"N": "2,4", "TPP": 8})


def test_a_law_without_a_grid_of_its_own_is_refused(knowledge: Knowledge) -> None:
    with pytest.raises(MissingGivens, match="zero3_memory"):
        sweep(knowledge, ["ring_all_reduce_time", "zero3_memory"], {**RING, "N": "2,4", "n": 1e9})


def test_a_sweep_of_too_many_rows_is_refused(knowledge: Knowledge) -> None:
    givens = {"N": "2:20000", "n": "1:100000:20000", "alpha": "5 us", "beta": "50 GB/s"}

    with pytest.raises(TooMuchWork):
        sweep(knowledge, "ring_all_reduce_time", givens)


def test_a_grid_outside_the_domain_is_refused(knowledge: Knowledge) -> None:
    with pytest.raises(OutsideDomain):
        sweep(knowledge, "ring_all_reduce_time", {**RING, "N": "0:4", "n": "1 GB"})


def test_the_terminal_writes_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "times.csv"

    status = main([*TYPED, "beta=50 GB/s", "--in", "ms", "-o", str(path)])

    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert status == 0
    assert rows[0] == ["N [rank]", "n [byte]", "T_ar [ms]"]
    assert len(rows) == 25
    assert "24 rows" in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["times.csv"]


def test_the_terminal_writes_json(tmp_path: Path) -> None:
    path = tmp_path / "times.json"

    assert main([*TYPED, "beta=50 GB/s", "-o", str(path)]) == 0

    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["columns"][-1] == {"name": "T_ar", "unit": "second"}
    assert len(data["rows"]) == 24
    assert data["fixed"]["beta"] == {"magnitude": 50000000000, "unit": "byte/second"}


@pytest.mark.parametrize(
    ("output", "words"),
    [("times.ods", ".csv, .json, .parquet or .xlsx"), ("times.txt", "is no table")],
)
def test_a_file_of_another_kind_is_refused(
    capsys: pytest.CaptureFixture[str], output: str, words: str
) -> None:
    assert main([*TYPED, "beta=50 GB/s", "-o", output]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.extras
def test_parquet_keeps_units_or_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "times.parquet"
    try:
        from pyarrow import parquet
    except ImportError:
        assert main([*TYPED, "beta=50 GB/s", "-o", str(path)]) == 2
        assert "pip install pyarrow" in capsys.readouterr().err
        return

    assert main([*TYPED, "beta=50 GB/s", "-o", str(path)]) == 0

    table = parquet.read_table(path)
    assert table.num_rows == 24
    assert table.schema.field("T_ar").metadata == {b"units": b"second"}


@pytest.mark.extras
def test_excel_has_the_same_rows_or_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "times.xlsx"
    try:
        extra("xlsxwriter")
    except pytest.skip.Exception:
        assert main([*TYPED, "beta=50 GB/s", "-o", str(path)]) == 2
        assert "pip install XlsxWriter" in capsys.readouterr().err
        return

    assert main([*TYPED, "beta=50 GB/s", "-o", str(path)]) == 0
    assert main([*TYPED, "beta=50 GB/s", "-o", str(tmp_path / "times.csv")]) == 0

    with zipfile.ZipFile(path) as book:
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))
    cells = [["".join(cell.itertext()) for cell in row] for row in sheet.iter(f"{SHEET}row")]
    with (tmp_path / "times.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert cells[0] == head
    assert [[float(one) for one in row] for row in cells[1:]] == [
        pytest.approx([float(one) for one in row], rel=1e-15) for row in rows
    ]


@pytest.mark.extras
def test_more_rows_than_a_sheet_has_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    extra("xlsxwriter")
    monkeypatch.setattr("derive.cli.tables.EXCEL_ROWS", 24)

    assert main([*TYPED, "beta=50 GB/s", "-o", str(tmp_path / "times.xlsx")]) == 2
    assert "a sheet of Excel has 24 rows" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.extras
def test_a_folder_that_holds_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extra("pyarrow")
    (tmp_path / "mine.txt").touch()

    assert main([*TYPED, "beta=50 GB/s", "-o", f"{tmp_path}/"]) == 2
    assert "it holds other files" in capsys.readouterr().err
    assert ["mine.txt"] == [file.name for file in tmp_path.iterdir()]


@pytest.mark.extras
def test_a_name_without_an_end_is_a_folder_of_parquet_files(tmp_path: Path) -> None:
    extra("pyarrow")
    from pyarrow import parquet

    assert main([*TYPED, "beta=50 GB/s", "-o", str(tmp_path / "times")]) == 0
    assert main([*TYPED, "beta=50 GB/s", "-o", str(tmp_path / "times.parquet")]) == 0

    assert ["times", "times.parquet"] == sorted(file.name for file in tmp_path.iterdir())
    table = parquet.read_table(tmp_path / "times")
    assert table.equals(parquet.read_table(tmp_path / "times.parquet"))
    assert ["N", "n", "T_ar"] == table.column_names


def test_parts_that_a_killed_run_left_are_discarded_with_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = tmp_path / ".times.part"
    left.mkdir()
    (left / "part-00007.parquet").write_text("of another question", encoding="utf-8")

    with destination(str(tmp_path / "times"), Head([])):
        assert not list(left.iterdir())

    assert "parts that a killed run left (1) are discarded" in capsys.readouterr().err
    assert ["times"] == [file.name for file in tmp_path.iterdir()]


def test_a_sweep_given_up_while_a_worker_still_writes_leaves_no_part_behind(
    tmp_path: Path,
) -> None:
    begun = threading.Event()

    def write_parts(folder: Path) -> None:
        for number in range(1_000_000):
            try:
                (folder / f"part-{number:07}.parquet").touch()
            except FileNotFoundError:
                return
            begun.set()

    worker = threading.Thread(target=write_parts, args=(tmp_path / ".times.part",))

    def give_up() -> None:
        with destination(str(tmp_path / "times"), Head([])):
            worker.start()
            assert begun.wait(60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    worker.join()

    assert [] == list(tmp_path.iterdir())


def test_an_interrupted_sweep_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from derive.cli import tables

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "_plain", interrupted)

    status = main([*TYPED, "beta=50 GB/s", "-o", str(tmp_path / "times.csv")])

    assert status == 130
    assert "interrupted; nothing was written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_arrays_that_do_not_fit_are_named_with_their_shapes(knowledge: Knowledge) -> None:
    givens = {"N": np.arange(2, 5), "n": np.ones(4) * 1e9, **RING}

    with pytest.raises(ShapesDiffer) as caught:
        evaluate(knowledge, "ring_all_reduce_time", givens)

    assert str(caught.value) == (
        "N has shape (3,) and n has shape (4,): these do not broadcast; "
        "sizes must agree or be 1, counted from the last axis"
    )


@pytest.mark.extras
def test_labelled_arrays_keep_their_dimensions_and_get_a_unit() -> None:
    xarray = extra("xarray")
    sizes = xarray.DataArray([1.0, 2.0], dims="size", attrs={"units": "GB"})
    ranks = xarray.DataArray([2, 8, 64], dims="ranks", coords={"ranks": [2, 8, 64]})

    found = derive.load()["ring_all_reduce_time"].evaluate(n=sizes, N=ranks, unit="ms", **RING)

    assert found.dims == ("size", "ranks")
    assert found.attrs["units"] == "ms"
    assert found.sel(ranks=8).values.tolist() == pytest.approx([35.07, 70.07])


@pytest.mark.extras
def test_labelled_arrays_that_disagree_are_named() -> None:
    xarray = extra("xarray")
    sizes = xarray.DataArray([1e9, 2e9], dims="i", coords={"i": [0, 1]})
    ranks = xarray.DataArray([2, 8, 64], dims="i", coords={"i": [0, 1, 2]})

    with pytest.raises(ShapesDiffer):
        derive.load()["ring_all_reduce_time"].evaluate(n=sizes, N=ranks, **RING)


def test_arrays_need_little_besides_the_result(knowledge: Knowledge) -> None:
    sizes = np.linspace(1e6, 1e9, 2_000_000)
    givens = {**RING, "N": np.full(sizes.shape, 64.0), "n": sizes}
    evaluate(knowledge, "ring_all_reduce_time", givens)

    tracemalloc.start()
    found = evaluate(knowledge, "ring_all_reduce_time", givens)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 1.3 * found.magnitude.nbytes


def test_arrays_give_any_letter_that_has_one_closed_form(knowledge: Knowledge) -> None:
    givens = {**RING, "N": np.array([2, 8]), "T_ar": np.array([0.1, 0.2])}

    found = evaluate(knowledge, "ring_all_reduce_time", givens, target="n")

    single = solve(knowledge, "ring_all_reduce_time", "n", {**RING, "N": 8, "T_ar": 0.2}).value
    assert single is not None
    assert found.unit.name == "byte"
    assert found.magnitude[1] == pytest.approx(float(single.base), rel=1e-14)


def test_arrays_for_a_letter_without_one_closed_form_are_refused(knowledge: Knowledge) -> None:
    givens = {**RING, "n": np.array([1e9, 2e9]), "T_ar": 1}

    with pytest.raises(NotAnswerable) as caught:
        evaluate(knowledge, "tree_all_reduce_time", givens, target="N")

    assert str(caught.value) == (
        "tree_all_reduce_time cannot answer that: it has no single closed form for N; "
        "solve it value by value"
    )
