"""Search as people type: names, slips, questions and laws lead to the page that was wanted."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from campaign import some
from searching import FIRST, Query, answers, name_of, queries

from derive.cli import main
from derive.entries.opening import open_knowledge
from derive.search import Index, Record, tables
from derive.search.words import distance, words

ALL = list(queries())
HELD_OUT = [query for query in ALL if query.held_out]
TUNED = [query for query in ALL if not query.held_out]
"""Those that must find their page."""
ODD = ("(((", "\\", "'", "=" * 900, "🙂 ring", "a\x00b", "6" * 300, "-1", "ʼn²", "how  many ?")
LEAST_HELD_OUT = 0.9


@pytest.fixture(scope="module")
def index() -> Index:
    return open_knowledge().search


@cache
def ranked(words: str) -> list[tuple[int, int]]:
    """What the search of the formulary answers; computed once for all that is asked of it."""
    return open_knowledge().search.ranked(words)


def found(query: Query) -> list[Record]:
    """The first records that a query finds."""
    records = open_knowledge().search.records
    return [records[number] for _, number in ranked(query.words)[:FIRST]]


RANKED = """
const read = require("fs").readFileSync;
require("vm").runInThisContext(read("templates/assets/ranking.js", "utf8"));
const [rows, queries, tables] = JSON.parse(read(0, "utf8"));
const names = "kind id title more names words law prior formulas".split(" ");
const empty = { law: "", prior: 0, formulas: [] };
const named = (row) => Object.fromEntries(row.map((one, i) => [names[i], one]));
const records = rows.map((row) => ({ ...empty, ...named(row) }));
const index = new deriveRanking.Index(records, tables);
console.log(JSON.stringify(queries.map((query) => index.ranked(query))));
"""


@pytest.mark.slow
def test_the_browser_ranks_as_the_terminal_does(checkout: Path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on the path; tests/test_browser.py asks Chromium")
    asked = [query.words for query in some([*TUNED, *HELD_OUT], 150)]
    asked += [*ODD, "Rabenseifner's", "KV-Caches", "θ_x + 1"]
    rows = open_knowledge().row("search")

    done = subprocess.run(
        [node, "-e", RANKED],
        input=json.dumps([rows, asked, tables()]),
        capture_output=True,
        text=True,
        check=True,
        cwd=checkout,
    )

    told = dict(zip(asked, json.loads(done.stdout), strict=True))
    assert [] == [one for one in asked if told[one] != [list(pair) for pair in ranked(one)]]


def test_there_are_enough_queries_to_judge_a_search():
    assert len(ALL) >= 150
    assert 60 <= sum(query.held_out for query in ALL) <= len(ALL) / 2


@pytest.mark.slow
def test_every_query_of_the_list_finds_its_page_among_the_first_three():
    missed = {
        query.words: [name_of(one.kind, one.id) for one in found(query)]
        for query in TUNED
        if not answers(query, found(query))
    }

    assert {} == missed


@pytest.mark.slow
def test_queries_that_nobody_tuned_for_find_theirs_nearly_as_often():
    answered = sum(answers(query, found(query)) for query in HELD_OUT)

    assert answered >= LEAST_HELD_OUT * len(HELD_OUT), f"{answered} of {len(HELD_OUT)}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ring all-reduce", "Ring AllReduces"),
        ("kv cache", "KV-caches"),
        ("little's law", "littles law"),
        ("Ψ", "psi"),
        ("ZeRO-3", "zero3"),
    ],
)
def test_hyphens_plurals_case_and_letters_make_no_difference(index: Index, one: str, other: str):
    first, second = index.search(one, FIRST), index.search(other, FIRST)

    assert {record.id for record in first} & {record.id for record in second}


def test_words_are_compared_by_their_stems():
    assert ["micro", "batch"] == words("Micro-Batches")
    assert ["zero", "3"] == words("ZeRO3")
    assert ["loss", "axis", "bias"] == words("loss axis bias")


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [("reduse", "reduce", 1), ("paralel", "parallel", 1), ("ab", "ba", 1), ("ring", "tree", 3)],
)
def test_slips_are_counted_as_damerau_counts_them(first: str, second: str, apart: int):
    assert apart == distance(first, second, 2)


@pytest.mark.parametrize(
    ("typed", "law"),
    [
        ("6 N D", "training_flops"),
        ("6ND", "training_flops"),
        ("C=6*N*D", "training_flops"),
        ("6 D N", "training_flops"),
        ("(p-1)/m", "bubble_ratio"),
        ("1/(1-f+f/N)", "amdahl_speedup"),
        (r"\frac", ""),
        ("cat + dog", ""),
    ],
)
def test_a_law_is_found_by_typing_it_and_nothing_else_is(index: Index, typed: str, law: str):
    found = index.search(typed, 1)

    assert law == (found[0].id if found and found[0].law and index._laws(typed) else "")


def test_formulas_come_before_the_words_that_they_are_called_by(index: Index):
    assert ["formula", "term"] == [one.kind for one in index.search("mfu", 2)]


def test_words_of_a_program_are_parted_at_their_humps_unless_they_are_names(index: Index):
    assert "tree_broadcast_time" in [one.id for one in index.search("ncclBroadcast", FIRST)]
    assert "ring_all_reduce_time" == index.search("ncclAllReduce", 1)[0].id


def test_what_nobody_knows_finds_nothing(index: Index):
    assert [] == index.search("qqqq zzzz")
    assert [] == index.search("marzipan kiwi")
    assert [] == index.search("")


def test_any_text_is_a_query(index: Index):
    for text in ODD:
        index.search(text)


def test_the_terminal_draws_the_law(capsys: pytest.CaptureFixture[str]):
    assert 0 == main(["search", "ring", "allreduce"])

    first, second, *_ = capsys.readouterr().out.splitlines()
    assert "formula   Ring all-reduce time   [ring_all_reduce_time]" == first
    assert "T_ar = 2 (N - 1)(alpha + n / (N beta))" == second.strip()


def test_a_question_leads_to_the_command_that_answers_it(capsys: pytest.CaptureFixture[str]):
    main(["search", "how many gpus for 70B"])

    out = capsys.readouterr().out
    assert out.startswith("question  How many GPUs hold the model state of Llama 3 70B")
    assert "derive solve zero3_memory N_dp" in out.splitlines()[1]


def test_nothing_found_is_said_and_told_by_the_status(capsys: pytest.CaptureFixture[str]):
    assert 1 == main(["search", "qqqq"])
    assert capsys.readouterr().out.startswith("Nothing has this name")


def test_records_are_printed_as_data(capsys: pytest.CaptureFixture[str]):
    main(["search", "zero", "3", "--kind", "formula", "--most", "1", "--json"])

    (record,) = json.loads(capsys.readouterr().out)["records"]
    assert ("formula", "zero3_memory") == (record["kind"], record["id"])
    assert "FULL_SHARD" in record["names"]


def test_symbols_are_listed_by_word_and_by_formula(capsys: pytest.CaptureFixture[str]):
    main(["symbols", "data-parallel", "degree"])
    first = capsys.readouterr().out.splitlines()[0].split()
    main(["symbols", "--of", "zero3_memory", "--json"])
    letters = {one["id"] for one in json.loads(capsys.readouterr().out)["symbols"]}

    assert "N_dp" == first[0]
    assert {"M_state", "b_param", "b_grad", "b_opt", "Psi", "N_dp"} == letters
