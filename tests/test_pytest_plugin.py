"""The checker as someone else's tests: readable names, failures without tracebacks, xdist."""

import shutil
from pathlib import Path

import pytest

import derive.pytest_plugin  # noqa: F401  loaded before pytester, which forgets later imports

pytest_plugins = ["pytester"]

WRONG = Path(__file__).parent / "wrong"


@pytest.fixture
def place(pytester):
    """A folder of someone else's, with a way to put a package in it."""

    def put(name: str) -> Path:
        return Path(shutil.copytree(WRONG / name, pytester.path / name))

    pytester.put = put
    return pytester


def test_three_lines_in_a_test_file_run_every_rule(place):
    place.put("nothing_wrong")
    place.makepyfile(
        test_of_somebody="""
        from derive.pytest_plugin import knowledge

        test_knowledge = knowledge("nothing_wrong")
        """
    )

    result = place.runpytest("-v")

    assert result.ret == 0
    result.stdout.fnmatch_lines(["*test_knowledge?both_sides_share_a_unit? PASSED*"])


def test_a_failure_is_all_findings_of_a_rule_and_no_traceback(place):
    place.put("sides_disagree")
    place.makepyfile(
        test_of_somebody="""
        from derive.pytest_plugin import knowledge

        test_knowledge = knowledge("sides_disagree")
        """
    )

    result = place.runpytest()

    result.assert_outcomes(failed=1, passed=result.parseoutcomes()["passed"])
    result.stdout.fnmatch_lines(
        ["*The two sides are measured in different units.", "*Divide by B?"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*derive/check*")


def test_a_package_that_does_not_load_is_one_failure(place):
    place.put("missing_import")
    place.makepyfile(
        test_of_somebody="""
        from derive.pytest_plugin import knowledge

        test_knowledge = knowledge("missing_import")
        """
    )

    result = place.runpytest()

    result.assert_outcomes(failed=1, skipped=result.parseoutcomes()["skipped"])
    result.stdout.fnmatch_lines(["*Pssi is imported from letters, which does not declare it."])


AS_PLUGIN = """
    [pytest]
    addopts = -p derive.pytest_plugin
    derive_packages = {name}
"""


def test_as_a_plugin_every_record_is_a_test(place):
    place.put("nothing_wrong")
    place.makeini(AS_PLUGIN.format(name="nothing_wrong"))

    result = place.runpytest("-v")

    assert result.ret == 0
    result.stdout.fnmatch_lines(["nothing_wrong/__init__.py::message_time PASSED*"])


def test_one_record_can_be_asked_for_by_its_name(place):
    place.put("sides_disagree")
    place.makeini(AS_PLUGIN.format(name="sides_disagree"))

    result = place.runpytest("sides_disagree/__init__.py::hop_time")

    assert result.ret == 0
    assert not {"failed", "errors"} & set(result.parseoutcomes())


def test_a_warning_passes_and_is_listed_at_the_end(place):
    place.put("tokens_against_sequences")
    place.makeini(AS_PLUGIN.format(name="tokens_against_sequences"))

    result = place.runpytest()

    assert result.ret == 0
    result.stdout.fnmatch_lines(["*= knowledge =*", "*warning: What is compared*"])


@pytest.mark.slow
def test_two_processes_give_the_same_verdict(place):
    for name in ("nothing_wrong", "sides_disagree"):
        place.put(name)
    place.makeini(AS_PLUGIN.format(name="nothing_wrong sides_disagree"))

    alone = place.runpytest()
    shared = place.runpytest_subprocess("-n", "2", "-p", "xdist")

    assert 1 == alone.ret == shared.ret
    one, two = alone.parseoutcomes(), shared.parseoutcomes()
    assert (one["passed"], one["failed"]) == (two["passed"], two["failed"])
    shared.stdout.fnmatch_lines(["FAILED sides_disagree/*"])
    shared.stdout.no_fnmatch_line("FAILED nothing_wrong/*")
