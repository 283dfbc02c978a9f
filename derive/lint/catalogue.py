"""All rules: a rule is registered by standing here, with how sure it is and what that rests on.

A rule that yields findings of several kinds says so finding by finding. Only
what follows from the text, from laws or from the catalogue is provable; what
rests on the wording of a sentence, or on what its author may have meant, is
likely or possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from .checks.accounting import formulas_are_held_against_the_registry
from .checks.across import documents_agree_on_letters
from .checks.chains import numbers_in_a_chain_agree
from .checks.collisions import (
    a_letter_means_one_thing_at_a_time,
    meanings_are_fixed_where_letters_are_used,
    sentences_agree_with_tables,
)
from .checks.conventions import conventions_are_not_mixed
from .checks.damage_rules import (
    announced_formulas_are_there,
    braces_come_in_pairs,
    dollars_come_in_pairs,
    formula_cells_hold_formulas,
    latex_stands_inside_formulas,
    references_lead_somewhere,
    rows_have_all_their_cells,
    sentences_have_no_gaps,
)
from .checks.degrees import formulas_hold_where_nothing_is_split
from .checks.letters import (
    declared_letters_are_used,
    letters_are_declared,
    letters_differ_by_more_than_case,
)
from .checks.published_figures import published_figures_are_told_right
from .checks.reading_rules import (
    divisions_are_unambiguous,
    formulas_are_read,
    recovered_formulas_agree_with_the_registry,
)
from .checks.rows import (
    conventions_of_the_document_hold,
    rows_say_one_thing,
    rows_with_several_letters_fit_all,
)
from .checks.sentence_numbers import numbers_of_a_sentence_agree
from .checks.shares import EVIDENCE as AT_POINTS
from .checks.shares import shares_lie_between_0_and_1
from .checks.sides import sides_of_a_chain_agree
from .checks.signs import ones_have_one_sign, use_is_taken_from_memory
from .checks.solved_formulas import solved_formulas_follow
from .checks.spellings import names_are_spelled_one_way
from .checks.synonyms import one_thing_has_one_letter
from .checks.table_numbers import numbers_of_a_table_agree
from .checks.terms import (
    easily_confused_terms_are_told_apart,
    precisions_agree_in_a_paragraph,
    unit_words_mean_one_thing,
)
from .checks.unit_columns import units_of_tables_fit_formulas
from .checks.unit_kinds import meanings_and_units_agree
from .checks.units_behind_formulas import units_said_behind_formulas_fit
from .checks.units_in_formulas import units_agree_in_formulas
from .checks.worked import worked_numbers_come_out
from .claims.comparing import formulas_agree_with_the_registry
from .numbers.table_units import (
    one_kind_keeps_one_unit,
    rates_per_device_say_so_in_their_unit,
    units_of_tables_exist,
)
from .numbers.unlike_numbers import is_about_algebra, is_foreign
from .project import Project
from .rules import LintRule, Sight
from .texts.documents import Document


def allowances_have_reasons(_: Project, document: Document) -> Iterator[Sight]:
    """Allowances have reasons.

    What: a comment allows a finding and does not say why, or names no rule.

    Why: in a year nobody knows whether it still holds.

    Example: `<!-- derive: allow one_thing_has_one_letter s because both books
    are quoted -->`.
    """
    known = {rule.name for rule in RULES}
    for allowance in document.allowances:
        if allowance.rule not in known:
            yield Sight(
                f"There is no rule {allowance.rule} to allow.", allowance.line, 1, allowance.rule
            )
        elif not allowance.reason:
            yield Sight(
                f"{allowance.rule} is allowed here without a reason, so the finding stays.",
                allowance.line,
                1,
                allowance.rule,
                guess=f"Write: derive: allow {allowance.rule} {allowance.glyph or 'GLYPH'} "
                "because ...",
            )


RULES: tuple[LintRule, ...] = (
    LintRule(
        a_letter_means_one_thing_at_a_time, "error", "provable", "two rows of the document itself"
    ),
    LintRule(announced_formulas_are_there, "error", "likely", "the wording of a line"),
    LintRule(dollars_come_in_pairs, "error", "provable", "the delimiters, counted"),
    LintRule(braces_come_in_pairs, "error", "provable", "the braces, counted"),
    LintRule(references_lead_somewhere, "error", "provable", "the labels of the document"),
    LintRule(latex_stands_inside_formulas, "error", "provable", "the delimiters, counted"),
    LintRule(meanings_are_fixed_where_letters_are_used, "warning", "likely", "headings"),
    LintRule(letters_are_declared, "warning", "possible", "the letters that the document declares"),
    LintRule(sentences_agree_with_tables, "warning", "likely", "the wording of a sentence"),
    LintRule(rows_say_one_thing, "warning", "provable", "the words of the row"),
    LintRule(rows_with_several_letters_fit_all, "warning", "likely", "the words of the row"),
    LintRule(rates_per_device_say_so_in_their_unit, "warning", "likely", "the words of the row"),
    LintRule(meanings_and_units_agree, "warning", "likely", "the words and the unit of the row"),
    LintRule(units_of_tables_exist, "warning", "likely", "the unit column"),
    LintRule(units_of_tables_fit_formulas, "error", "provable", "the document's own units"),
    LintRule(conventions_of_the_document_hold, "warning", "likely", "a promise of the document"),
    LintRule(one_thing_has_one_letter, "warning", "likely", "the words of two rows"),
    LintRule(names_are_spelled_one_way, "warning", "possible", "likeness of names"),
    LintRule(documents_agree_on_letters, "warning", "possible", "rows of two documents"),
    LintRule(easily_confused_terms_are_told_apart, "warning", "possible", "the glossary"),
    LintRule(unit_words_mean_one_thing, "warning", "likely", "the wording of two sentences"),
    LintRule(divisions_are_unambiguous, "warning", "likely", "the printed formula"),
    LintRule(allowances_have_reasons, "warning", "provable", "the comment"),
    LintRule(recovered_formulas_agree_with_the_registry, "warning", "possible", "a repaired text"),
    LintRule(precisions_agree_in_a_paragraph, "warning", "likely", "the wording of a paragraph"),
    LintRule(formula_cells_hold_formulas, "warning", "likely", "the table"),
    LintRule(rows_have_all_their_cells, "warning", "likely", "the cells, counted"),
    LintRule(sentences_have_no_gaps, "warning", "likely", "the wording of a sentence"),
    LintRule(declared_letters_are_used, "info", "provable", "every formula of the project"),
    LintRule(letters_differ_by_more_than_case, "info", "provable", "the letters themselves"),
    LintRule(one_kind_keeps_one_unit, "info", "provable", "the unit column"),
    LintRule(formulas_are_read, "info", "provable", "the formulas, counted"),
    LintRule(formulas_agree_with_the_registry, "error", "provable", "the notation of the document"),
    LintRule(formulas_are_held_against_the_registry, "info", "provable", "the formulas, counted"),
    LintRule(
        numbers_in_a_chain_agree, "error", "provable", "arithmetic", unless=(is_about_algebra,)
    ),
    LintRule(numbers_of_a_sentence_agree, "error", "provable", "arithmetic"),
    LintRule(numbers_of_a_table_agree, "error", "provable", "the other rows of the table"),
    LintRule(
        sides_of_a_chain_agree,
        "error",
        "provable",
        "both sides, at 24 points",
        unless=(is_about_algebra, is_foreign),
    ),
    LintRule(
        solved_formulas_follow,
        "error",
        "provable",
        "the document's own formulas, at 24 points",
        unless=(is_about_algebra, is_foreign),
    ),
    LintRule(
        worked_numbers_come_out,
        "error",
        "provable",
        "arithmetic, from the values given",
        unless=(is_about_algebra, is_foreign),
    ),
    LintRule(
        published_figures_are_told_right, "error", "provable", "the catalogue, with its sources"
    ),
    LintRule(shares_lie_between_0_and_1, "error", "provable", AT_POINTS),
    LintRule(ones_have_one_sign, "error", "provable", "the document's other formulas"),
    LintRule(use_is_taken_from_memory, "error", "provable", "the words and the units of two rows"),
    LintRule(units_said_behind_formulas_fit, "error", "likely", "the words behind the formula"),
    LintRule(units_agree_in_formulas, "error", "provable", "the units that the document declares"),
    LintRule(formulas_hold_where_nothing_is_split, "info", "provable", "the printed formula"),
    LintRule(conventions_are_not_mixed, "warning", "likely", "two totals of one document"),
)
