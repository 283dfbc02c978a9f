"""What a community expects of a repository: there, in the form that its readers demand."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parent.parent
FORMS = sorted((CHECKOUT / ".github/ISSUE_TEMPLATE").glob("*-*.yml"))
WORKFLOWS = sorted((CHECKOUT / ".github/workflows").glob("*.yml"))
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(file: Path) -> dict:
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def test_the_citation_has_what_its_format_demands_and_the_version_of_the_project():
    said = read(CHECKOUT / "CITATION.cff")

    assert {"cff-version", "message", "title", "authors"} <= set(said)
    assert (PROJECT["version"], PROJECT["license"]) == (said["version"], said["license"])
    assert all("name" in one for one in said["authors"])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_asks_questions_that_its_reader_can_show(form):
    said = read(form)
    fields = [one for one in said["body"] if one["type"] != "markdown"]

    assert {"name", "description", "body"} <= set(said)
    assert {one["type"] for one in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert len({one["id"] for one in fields}) == len(fields)
    assert all(one["attributes"]["label"] for one in fields)


def test_a_wrong_formula_needs_its_source():
    said = read(CHECKOUT / ".github/ISSUE_TEMPLATE/wrong-formula.yml")
    needed = {one["id"] for one in said["body"] if one.get("validations", {}).get("required")}

    assert {"formula", "difference", "source"} == needed


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.stem)
def test_a_workflow_runs_within_a_time_and_may_only_what_it_says(workflow):
    said = read(workflow)
    started = said["on"] if isinstance(said["on"], dict) else {said["on"]: ""}

    assert "read" == said["permissions"]["contents"]
    assert all(one.get("steps") and "runs-on" in one for one in said["jobs"].values())
    assert workflow.stem == "tests" or ["workflow_dispatch"] == list(started)


def test_the_wheel_that_is_released_is_the_one_that_the_check_installs():
    """With the book inside: both compile it before they build."""
    compiled = "derive compile -o derive/_bundled/book.sqlite"
    for file in (CHECKOUT / ".github/workflows/release.yml", CHECKOUT / ".ci/run"):
        text = file.read_text(encoding="utf-8")

        assert 0 < text.find(compiled) < text.find("hatchling build"), file


def test_what_the_workflows_run_is_here():
    text = "".join(one.read_text(encoding="utf-8") for one in WORKFLOWS)

    assert ".ci/run" in text
    assert (CHECKOUT / ".ci/run").is_file()
    assert "requirements.txt" in text
    assert (CHECKOUT / "requirements.txt").is_file()


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md"])
def test_the_usual_pages_are_there(name):
    assert (CHECKOUT / name).read_text(encoding="utf-8").startswith("# ")


def test_python_versions_that_are_promised_are_tested():
    promised = {
        one.rpartition(" ")[2]
        for one in PROJECT["classifiers"]
        if one.startswith("Programming Language :: Python :: 3.")
    }
    matrix = read(CHECKOUT / ".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]

    assert promised == set(matrix["python"])
