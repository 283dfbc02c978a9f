"""All rules: a rule is registered by standing here."""

from __future__ import annotations

from .across import documents_agree_on_letters
from .collisions import (
    a_letter_means_one_thing_at_a_time,
    meanings_are_fixed_where_letters_are_used,
    sentences_agree_with_tables,
)
from .damage_rules import (
    announced_formulas_are_there,
    dollars_come_in_pairs,
    formula_cells_hold_formulas,
    latex_stands_inside_formulas,
    rows_have_all_their_cells,
    sentences_have_no_gaps,
)
from .formulas import FORMULA_RULES
from .letters import (
    declared_letters_are_used,
    letters_are_declared,
    letters_differ_by_more_than_case,
)
from .policies import conventions_of_the_document_hold
from .reading_rules import allowances_have_reasons, divisions_are_unambiguous, formulas_are_read
from .recovering import (
    precisions_agree_in_a_paragraph,
    recovered_formulas_agree_with_the_registry,
)
from .rows import rows_say_one_thing, rows_with_several_letters_fit_all
from .rules import LintRule, rules
from .spellings import names_are_spelled_one_way
from .synonyms import one_thing_has_one_letter
from .table_units import (
    one_kind_keeps_one_unit,
    rates_per_device_say_so_in_their_unit,
    units_of_tables_exist,
)
from .terms import easily_confused_terms_are_told_apart, unit_words_mean_one_thing
from .unit_kinds import meanings_and_units_agree

RULES: tuple[LintRule, ...] = (
    *rules(
        a_letter_means_one_thing_at_a_time,
        announced_formulas_are_there,
        dollars_come_in_pairs,
        latex_stands_inside_formulas,
    ),
    *rules(
        meanings_are_fixed_where_letters_are_used,
        letters_are_declared,
        sentences_agree_with_tables,
        rows_say_one_thing,
        rows_with_several_letters_fit_all,
        rates_per_device_say_so_in_their_unit,
        meanings_and_units_agree,
        units_of_tables_exist,
        conventions_of_the_document_hold,
        one_thing_has_one_letter,
        names_are_spelled_one_way,
        documents_agree_on_letters,
        easily_confused_terms_are_told_apart,
        unit_words_mean_one_thing,
        divisions_are_unambiguous,
        allowances_have_reasons,
        recovered_formulas_agree_with_the_registry,
        precisions_agree_in_a_paragraph,
        formula_cells_hold_formulas,
        rows_have_all_their_cells,
        sentences_have_no_gaps,
        severity="warning",
    ),
    *rules(
        declared_letters_are_used,
        letters_differ_by_more_than_case,
        one_kind_keeps_one_unit,
        formulas_are_read,
        severity="info",
    ),
    *(LintRule(check, severity) for check, severity in FORMULA_RULES),
)
