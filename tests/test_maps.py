"""Maps: each formula right of those it follows from, none over another."""

from __future__ import annotations

from graphlib import CycleError
from itertools import pairwise

import pytest
from fixture_book import small_book
from hypothesis import given
from hypothesis import strategies as st

from derive.site.indexes import APART, LETTERS, WIDEST, WIDTH, direct, layered, maps_of


def chain_book(uses):
    """A small book in which formulas use others as told."""
    book = small_book()
    for name, formula in book["formulas"].items():
        formula["uses"] = [
            {"kind": "formula", "id": one, "title": "", "address": ""} for one in uses.get(name, [])
        ]
    return book


@pytest.mark.parametrize(
    ("uses", "drawn"),
    [
        ({}, set()),
        ({"zero3_memory": ["bubble_fraction"]}, {"memory"}),
        ({"zero3_memory": ["ring_all_reduce_time"]}, {"memory"}),
        ({"zero3_memory": ["bubble_fraction"], "bubble_fraction": ["zero3_memory"]}, set()),
    ],
    ids=["nothing follows", "inside", "from another subject", "a circle is the checker's to tell"],
)
def test_a_subject_has_a_map_where_something_follows(uses, drawn):
    assert drawn == set(maps_of(chain_book(uses)))


def test_a_formula_stands_right_of_what_it_follows_from():
    made = maps_of(chain_book({"zero3_memory": ["ring_all_reduce_time", "bubble_fraction"]}))
    boxes = {box.id: box for box in made["memory"].boxes}

    assert boxes["zero3_memory"].x > boxes["bubble_fraction"].x + WIDTH
    assert (True, False) == (boxes["bubble_fraction"].inside, boxes["ring_all_reduce_time"].inside)
    assert 2 == len(made["memory"].paths)


def test_boxes_of_a_column_do_not_touch():
    made = maps_of(chain_book({"zero3_memory": ["ring_all_reduce_time", "bubble_fraction"]}))
    first, second = sorted(
        (box for box in made["memory"].boxes if box.x < WIDTH), key=lambda box: box.y
    )

    assert second.y == first.y + first.height + APART


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40))
def test_every_edge_leads_to_a_later_column_and_nothing_is_lost(pairs):
    edges = [(f"n{a}", f"n{b}") for a, b in sorted(pairs) if a < b]
    columns = layered(edges)
    at = {name: number for number, column in enumerate(columns) for name in column}

    assert {name for edge in edges for name in edge} == set(at)
    assert all(at[start] < at[end] for start, end in edges)
    assert columns == layered(edges)


def test_a_way_that_others_say_already_is_not_drawn():
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("a", "d")]

    assert [("a", "b"), ("b", "c"), ("c", "d")] == direct(edges)


def reached(edges, name):
    """All that can be reached from a box."""
    found = {end for start, end in edges if start == name}
    return found.union(*(reached(edges, one) for one in found))


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20))
def test_what_follows_from_what_is_the_same_by_direct_ways(pairs):
    edges = [(f"n{a}", f"n{b}") for a, b in sorted(pairs) if a < b]
    names = {name for edge in edges for name in edge}

    assert {name: reached(edges, name) for name in names} == {
        name: reached(direct(edges), name) for name in names
    }


def test_a_map_that_no_page_holds_is_left_out():
    book = chain_book({})
    names = [f"law_{number}" for number in range(6)]
    law = book["formulas"]["zero3_memory"]
    book["formulas"] |= {name: {**law, "id": name, "uses": []} for name in names}
    book["formulas"] |= {
        after: {**law, "id": after, "uses": [{"kind": "formula", "id": name}]}
        for name, after in pairwise(names)
    }
    book["subjects"][0]["formulas"] = [{"formula": {"id": name}} for name in names]

    assert book["subjects"][0]["id"] not in maps_of(book)
    book["subjects"][0]["formulas"] = [{"formula": {"id": name}} for name in names[1:4]]
    made = maps_of(book)[book["subjects"][0]["id"]]
    assert made.width <= WIDEST
    assert all(len(line) <= LETTERS for box in made.boxes for line in box.lines)


def test_a_circle_has_no_columns():
    with pytest.raises(CycleError):
        layered([("a", "b"), ("b", "a")])
