"""The catalogue: figures that can be read, dense peaks, one direction, counts that come out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from campaign import by, each

from derive.answers import Wish, evaluate, solve
from derive.answers.givens import entry_named, named_alike, read_given
from derive.check.worked import outcome
from derive.cli import main
from derive.entries.compiling import knowledge_of
from derive.entries.knowledge import Knowledge
from derive.errors import ContradictoryGivens, UnknownName
from derive.records import SHELVES, Case, Entry, Figure, Symbol
from derive.registry import load
from derive.units import Quantity

REGISTRY = load()
KNOWLEDGE = knowledge_of(REGISTRY)
ENTRIES = list(REGISTRY.catalog.values())
GPUS = [entry for entry in ENTRIES if entry.shelf == "gpu"]
LINKS = [entry for entry in ENTRIES if entry.shelf == "link"]
MODELS = [entry for entry in ENTRIES if entry.shelf == "model"]


def every(entry: Entry) -> Iterator[tuple[str, Symbol, str | Figure]]:
    """All figures of an entry, with the choice they belong to, if any."""
    for letter, figure in entry.figures.items():
        yield "", letter, figure
    for choice, figures in entry.choices.items():
        for letter, figure in figures.items():
            yield choice, letter, figure


def value(figure: str | Figure) -> str:
    return figure.value if isinstance(figure, Figure) else figure


def quantity(knowledge: Knowledge, letter: str, text: str) -> Quantity:
    read = read_given(knowledge, letter, text)
    assert isinstance(read, Quantity)
    return read


def named(entries: list[Entry]) -> Callable[..., Any]:
    return each("entry", by("id", entries))


@named(ENTRIES)
def test_figures_can_be_read_and_lie_in_the_domain_of_their_letter(entry: Entry) -> None:
    for _, letter, figure in every(entry):
        read = quantity(KNOWLEDGE, letter.name, value(figure))

        assert REGISTRY.symbols[letter.name].domain.contains(Fraction(str(read.magnitude)))


@named(ENTRIES)
def test_an_entry_says_what_it_is_and_where_its_figures_come_from(entry: Entry) -> None:
    assert entry.shelf in SHELVES
    assert entry.title
    assert entry.source.place
    assert entry.source.source.id in REGISTRY.sources
    assert list(every(entry)), "an entry without figures fills nothing"


@pytest.mark.parametrize("shelf", SHELVES)
def test_a_name_means_one_entry(shelf: str) -> None:
    shelved = [entry for entry in ENTRIES if entry.shelf == shelf]
    names = Counter(name for entry in shelved for name in (entry.id, *entry.aliases))

    assert [name for name, times in names.items() if times > 1] == []
    assert [name for name in names if name != name.lower() or ":" in name or " " in name] == []


# What the maker prints large needs sparse matrices. Peaks of the first choice, TFLOP/s.
DENSE = {
    "v100": 125,
    "a100-40gb": 312,
    "a100-80gb": 312,
    "h100-sxm": 989.4,
    "h100-pcie": 756,
    "h200": 989.4,
    "b200": 2250,
    "gb200": 2500,
    "b300": 2250,
    "gb300": 2500,
    "h800": 989.4,
    "h100-96gb": 989.4,
    "mi250x": 383,
    "mi300x": 1307.4,
    "tpu-v4": 275,
    "tpu-v5e": 197,
    "tpu-v5p": 459,
    "trainium1": 190,
    "trainium2": 667,
    "rtx-4090": 165.2,
}


@named(GPUS)
def test_the_peak_without_a_choice_is_that_of_dense_matrices_in_16_bits(entry: Entry) -> None:
    first = next(iter(entry.choices))

    peak = quantity(KNOWLEDGE, "F", value(entry.choices[first][REGISTRY.letters["F"]]))

    assert first in {"bf16", "fp16"}
    assert float(peak.magnitude) == pytest.approx(DENSE[entry.id] * 1e12)


@named([entry for entry in GPUS if any("sparse" in name for name in entry.quoted)])
def test_a_sparse_peak_is_named_and_is_no_choice(entry: Entry) -> None:
    for name, text in entry.quoted.items():
        choice = name.removesuffix(", sparse")
        if choice not in entry.choices:
            continue
        peak = quantity(KNOWLEDGE, "F", value(entry.choices[choice][REGISTRY.letters["F"]]))
        sparse = quantity(KNOWLEDGE, "F", text)

        assert float(sparse.magnitude / peak.magnitude) == pytest.approx(2, rel=2e-3)


@named([entry for entry in GPUS if REGISTRY.letters["M_drv"] in entry.figures])
def test_the_driver_reports_no_less_than_the_gb_and_no_more_than_the_gib(entry: Entry) -> None:
    marketed = value(entry.figures[REGISTRY.letters["M_hbm"]])
    reported = value(entry.figures[REGISTRY.letters["M_drv"]])

    found = quantity(KNOWLEDGE, "M_drv", reported).magnitude

    assert quantity(KNOWLEDGE, "M_hbm", marketed).magnitude <= found
    assert found <= quantity(KNOWLEDGE, "M_hbm", marketed.replace("GB", "GiB")).magnitude


@named([entry for entry in LINKS if "both directions together" in entry.quoted])
def test_a_link_fills_in_one_direction_and_names_the_sum_of_both(entry: Entry) -> None:
    one_way = value(entry.choices["one-direction"][REGISTRY.letters["beta"]])
    both = entry.quoted["both directions together"]

    assert 2 * quantity(KNOWLEDGE, "beta", one_way).magnitude == (
        quantity(KNOWLEDGE, "beta", both).magnitude
    )


NAMED_ELSEWHERE = [
    ("gpu", "RTX 4090", "rtx-4090"),
    ("gpu", "rtx4090", "rtx-4090"),
    ("gpu", "NVIDIA GeForce RTX 4090", "rtx-4090"),
    ("gpu", "NVIDIA A100-SXM4-80GB", "a100-80gb"),
    ("model", "Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"),
    ("model", "Llama 3 70B", "llama-3-70b"),
    ("model", "meta-llama/Llama-3.1-8B", "llama-3-8b"),
]


@pytest.mark.parametrize(("shelf", "name", "entry"), NAMED_ELSEWHERE)
def test_an_entry_is_found_as_hubs_and_drivers_write_it(shelf: str, name: str, entry: str) -> None:
    assert entry == entry_named(KNOWLEDGE, shelf, name).id


@pytest.mark.parametrize("shelf", SHELVES)
def test_no_name_without_hyphens_means_two_entries(shelf: str) -> None:
    shelved = [entry for entry in ENTRIES if entry.shelf == shelf]

    for entry in shelved:
        for name in (entry.id, *entry.aliases):
            alike = [o.id for o in shelved if named_alike(name, (o.id, *o.aliases))]

            assert alike == [entry.id], name


def test_a_model_that_nobody_shelved_is_answered_with_the_way_by_its_file() -> None:
    with pytest.raises(UnknownName, match=r"config\.json"):
        entry_named(KNOWLEDGE, "model", "Falcon")


# Which formula counts the parameters of a model, and how far print may be from it.
COUNTED_BY = {
    "llama": "gated_transformer_parameters",
    "palm": "gated_transformer_parameters",
    "mixtral": "moe_transformer_parameters",
    "qwen2.5": "gated_transformer_parameters",
    "qwen3": "moe_transformer_parameters",
    "deepseek": "latent_moe_transformer_parameters",
    "megatron": "gpt_parameters",
    "korthikanti": "gpt_parameters",
    "gpt-3": "plain_transformer_parameters",
    "gpt-neox": "plain_transformer_parameters",
    "bloom": "plain_transformer_parameters",
}
# The law leaves out the biases of Qwen2.5, which its count has.
ROUNDED_IN_PRINT = {
    "llama-3-405b": "0.3 %",
    "palm-540b": "0.002 %",
    **dict.fromkeys((f"qwen2.5-{size}b" for size in ("0.5", "1.5", 3, 7, 14, 32, 72)), "0.006 %"),
}


def formula_of(model: str) -> str:
    return next(formula for start, formula in COUNTED_BY.items() if model.startswith(start))


@named(MODELS)
def test_the_shape_of_a_model_has_the_published_count(entry: Entry) -> None:
    law = REGISTRY.law(formula_of(entry.id))
    letters = {letter.name for letter in law.symbols} - {"Psi"}
    shape = {one: value(text) for one, text in entry.figures.items() if one.name in letters}
    printed = value(entry.figures[REGISTRY.letters["Psi"]])

    found = outcome(
        REGISTRY,
        Case(
            REGISTRY.formula(law.formula_id),
            shape,
            gives=printed,
            source=entry.source,
            within=ROUNDED_IN_PRINT.get(entry.id, ""),
        ),
    )

    assert set(letters) == {one.name for one in shape}
    assert found.agrees, found


@named(MODELS)
def test_the_count_of_a_model_is_also_a_worked_case(entry: Entry) -> None:
    formula = REGISTRY.formula(formula_of(entry.id))
    shape = {one: value(text) for one, text in entry.figures.items()}
    counts = [
        case
        for case in REGISTRY.cases
        if case.formula is formula
        and all(
            Fraction(str(given)) == Fraction(shape[one])
            for one, given in case.givens.items()
            if one in shape
        )
    ]

    assert counts


@named([entry for entry in MODELS if REGISTRY.letters["Psi_act"] in entry.figures])
def test_the_active_parameters_of_a_model_follow_from_its_count(entry: Entry) -> None:
    answer = solve(KNOWLEDGE, "active_parameters", "Psi_act", {}, wish(model=entry.id))

    printed = quantity(KNOWLEDGE, "Psi_act", value(entry.figures[REGISTRY.letters["Psi_act"]]))
    assert float(answer.value.magnitude) == pytest.approx(float(printed.magnitude), rel=0.035)


def wish(**names: str) -> Wish:
    return Wish(catalog=tuple((shelf, name) for shelf, name in names.items()))


def test_a_name_fills_the_givens_and_the_answer_says_where_they_came_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["solve", "memory_ridge", "I_ridge", "--gpu", "h100-sxm", "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert answer["givens"]["F"]["magnitude"] == 989.4e12
    assert answer["givens"]["B_hbm"]["magnitude"] == 3.35e12
    assert answer["origins"] == {"F": "NVIDIA H100 SXM, bf16", "B_hbm": "NVIDIA H100 SXM, bf16"}
    assert answer["value"]["magnitude"] == pytest.approx(989.4e12 / 3.35e12)


def test_a_precision_is_named_behind_a_colon(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "compute_time", "T_comp", "C_op=1e18", "--gpu", "h100-sxm:fp8"])

    assert "F = 1978.9 TFLOP/s   (NVIDIA H100 SXM, fp8)" in capsys.readouterr().out


def test_a_card_a_link_and_a_model_answer_one_question_together() -> None:
    asked = Wish(catalog=(("gpu", "h100"), ("link", "nvlink4"), ("model", "llama-3-70b")))

    answer = solve(KNOWLEDGE, "tp_product_hides_communication", "TP", {}, asked)

    assert answer.origins == {
        "F": "NVIDIA H100 SXM, bf16",
        "beta": "NVLink 4, one H100, one-direction",
        "h": "Llama 3 70B",
    }


def test_what_is_typed_goes_before_what_is_named() -> None:
    answer = solve(
        KNOWLEDGE, "compute_time", "T_comp", {"C_op": 1e18, "F": "1 PFLOP/s"}, wish(gpu="h100-sxm")
    )

    assert answer.value.magnitude == 1000
    assert "F" not in answer.origins


def test_two_links_fill_two_levels_when_each_says_where_it_stands() -> None:
    asked = Wish(catalog=(("link", "nvlink4:in-node"), ("link", "infiniband-ndr:between-nodes")))

    answer = solve(
        KNOWLEDGE,
        "hierarchical_all_reduce_time",
        "T_ar",
        {"n": "10 GB", "G_node": 8, "N_node": 4, "alpha_in": "1 us", "alpha_out": "5 us"},
        asked,
    )

    assert answer.givens["beta_in"].magnitude == 450e9
    assert answer.givens["beta_out"].magnitude == 50e9


@pytest.mark.parametrize(
    ("shelf", "name", "guess"),
    [
        ("gpu", "h100-smx", "h100-sxm"),
        ("link", "nvlnk4", "nvlink4"),
        ("link", "infiniband-nrd", "infiniband-ndr"),
        ("model", "lama-3-70b", "llama-3-70b"),
        ("model", "deepseek-v4", "deepseek-v3"),
    ],
)
def test_a_wrong_name_gets_a_guess(shelf: str, name: str, guess: str) -> None:
    with pytest.raises(UnknownName) as caught:
        solve(KNOWLEDGE, "compute_time", "T_comp", {"C_op": 1e18}, wish(**{shelf: name}))

    assert guess in str(caught.value)


def test_a_precision_that_a_card_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(UnknownName) as caught:
        solve(KNOWLEDGE, "compute_time", "T_comp", {"C_op": 1e18}, wish(gpu="a100:fp8"))

    assert "bf16" in str(caught.value)


@pytest.mark.parametrize(
    ("names", "letter"),
    [
        ((("gpu", "a100"), ("gpu", "h100")), "M_drv"),
        ((("link", "nvlink4"), ("link", "infiniband-ndr")), "beta"),
        ((("model", "llama-2-70b"), ("model", "llama-3-70b")), "V"),
    ],
)
def test_two_names_for_one_letter_are_refused(
    names: tuple[tuple[str, str], ...], letter: str
) -> None:
    with pytest.raises(ContradictoryGivens) as caught:
        solve(KNOWLEDGE, "compute_time", "T_comp", {"C_op": 1e18}, Wish(catalog=names))

    assert letter in str(caught.value)


def test_what_a_server_may_fill_is_a_share_of_what_the_driver_reports() -> None:
    found = evaluate(
        KNOWLEDGE,
        "cache_pool_memory",
        {"f_fill": 0.9, "M_param": "16.06 GB", "M_act": "2 GB", "M_drv": "81559 MiB"},
        Wish(),
    )

    assert float(found.magnitude) == pytest.approx(0.9 * 81559 * 2**20 - 18.06e9)


# What is typed after `derive catalog`, and a line that must be printed.
LISTED = [
    ([], "Accelerators (--gpu)"),
    (
        ["links"],
        "  nvlink4         NVLink 4, one H100                      also nvlink-4, nvlink-h100",
    ),
    (["h100"], "NVIDIA H100 SXM   [--gpu h100-sxm]"),
    (["accelerators", "h100-sxm5"], "  fp8   F  1978.9 TFLOP/s  peak throughput of one GPU"),
    (["gpu", "h100"], "  3958 TFLOP/s  fp8, sparse"),
    (["llama-3-8b"], "  h       4096           hidden size"),
]


@pytest.mark.parametrize(("typed", "line"), LISTED, ids=[" ".join(t) for t, _ in LISTED])
def test_the_catalogue_is_listed(
    capsys: pytest.CaptureFixture[str], typed: list[str], line: str
) -> None:
    status = main(["catalog", *typed])

    assert status == 0
    assert line in capsys.readouterr().out.splitlines()


def test_every_entry_is_listed_and_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    main(["catalog"])
    listed = capsys.readouterr().out

    assert [] == [one for one in REGISTRY.catalog if f"  {one} " not in listed]
    for name, entry in REGISTRY.catalog.items():
        assert main(["catalog", name]) == 0
        assert capsys.readouterr().out.startswith(entry.title)


# What is typed after `derive catalog`, and the message that it must get.
UNLISTED = [
    (["h100-smx"], "there is no entry 'h100-smx' in the catalogue; did you mean h100-sxm"),
    (["modles"], "there is no entry 'modles' in the catalogue; did you mean models?"),
    (["shelf", "h100"], "there is no shelf 'shelf' in the catalogue; did you mean accelerators"),
    (["links", "nvlnk4"], "there is no link 'nvlnk4' in the catalogue; did you mean nvlink4"),
    (["links", "nvlink4", "more"], "unknown word: more"),
]


@pytest.mark.parametrize(("typed", "message"), UNLISTED, ids=[" ".join(t) for t, _ in UNLISTED])
def test_a_wrong_word_gets_a_guess(
    capsys: pytest.CaptureFixture[str], typed: list[str], message: str
) -> None:
    status = main(["catalog", *typed])

    assert status == 2
    assert capsys.readouterr().err.startswith(f"derive: {message}")
