"""All rules: a rule is registered by standing here."""

from __future__ import annotations

from typing import get_args

from .citing import cited_places_are_unique, formulas_are_reachable, sources_are_declared_once
from .comparing import approximations_approximate, variants_differ, variants_give_one_quantity
from .conditions import (
    choices_name_their_own_alternatives,
    conditions_say_something,
    entries_settle_declared_alternatives,
    laws_hold_for_declared_alternatives,
    laws_keep_inherited_alternatives,
    laws_of_one_letter_are_told_apart,
)
from .derivations import derivations_arrive, derivations_inherit_their_conditions, laws_are_acyclic
from .errata import errata_are_proved
from .laws import (
    laws_can_be_built,
    no_bare_arithmetic_in_laws,
    no_floats_in_laws,
    typed_equals_canonical,
)
from .letters import (
    addresses_do_not_collide,
    declared_constants_are_used,
    declared_letters_are_used,
    every_letter_is_declared,
    latex_of_letters_is_readable,
    no_letter_has_two_meanings,
)
from .links import (
    areas_hold_every_subject,
    former_names_are_free,
    givens_occur_in_the_law,
    links_of_terms_exist,
    no_formula_name_is_another_formulas,
    no_word_has_two_terms,
    replaced_letters_occur,
)
from .notations import notation_rows_exist, reused_letters_are_told
from .prose import (
    every_formula_has_a_source_with_a_place,
    every_formula_has_a_title,
    names_in_prose_exist,
    sources_are_cited,
)
from .ranges import defaults_agree_with_laws, laws_stay_in_the_domain
from .records import Kind
from .rules import Rule, rules
from .units import (
    both_sides_share_a_unit,
    counts_agree_in_kind,
    exponents_and_logs_are_pure,
    rounding_is_of_counts,
    terms_of_a_sum_share_a_unit,
    units_can_be_told,
)
from .values import (
    constant_sets_are_complete_for_a_formula,
    defaults_and_typical_values_are_readable,
    entries_have_a_name_of_their_own,
    figures_are_readable,
    figures_have_a_source_with_a_place,
    units_of_letters_exist,
    values_of_constant_sets_are_readable,
)
from .worked import cases_come_out

PROSE_KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != "registry")

RULES: tuple[Rule, ...] = (
    *rules(
        "formula",
        laws_can_be_built,
        every_letter_is_declared,
        both_sides_share_a_unit,
        terms_of_a_sum_share_a_unit,
        exponents_and_logs_are_pure,
        typed_equals_canonical,
        conditions_say_something,
        no_floats_in_laws,
        no_bare_arithmetic_in_laws,
        every_formula_has_a_title,
        every_formula_has_a_source_with_a_place,
        laws_are_acyclic,
        approximations_approximate,
        former_names_are_free,
        no_formula_name_is_another_formulas,
        cited_places_are_unique,
        formulas_are_reachable,
    ),
    *rules(
        "formula",
        counts_agree_in_kind,
        units_can_be_told,
        laws_stay_in_the_domain,
        defaults_agree_with_laws,
        severity="warning",
    ),
    *rules("formula", rounding_is_of_counts, severity="info"),
    *rules("formula", laws_hold_for_declared_alternatives),
    *rules("formula", laws_keep_inherited_alternatives, severity="warning"),
    *rules("choice", choices_name_their_own_alternatives),
    *rules("symbol", laws_of_one_letter_are_told_apart, severity="info"),
    *rules(
        "symbol",
        units_of_letters_exist,
        no_letter_has_two_meanings,
        defaults_and_typical_values_are_readable,
        latex_of_letters_is_readable,
    ),
    *rules("symbol", declared_letters_are_used, severity="warning"),
    *rules("constant", units_of_letters_exist),
    *rules("constant", declared_constants_are_used, severity="warning"),
    *rules(
        "constant set",
        values_of_constant_sets_are_readable,
        constant_sets_are_complete_for_a_formula,
    ),
    *rules("source", sources_are_cited, severity="warning"),
    *rules("source", sources_are_declared_once),
    *rules("variants", variants_differ, variants_give_one_quantity),
    *rules(
        "derivation",
        derivations_arrive,
        replaced_letters_occur,
        no_floats_in_laws,
        no_bare_arithmetic_in_laws,
    ),
    *rules("derivation", derivations_inherit_their_conditions, severity="warning"),
    *rules("case", cases_come_out, replaced_letters_occur),
    *rules("case", givens_occur_in_the_law, severity="warning"),
    *rules("term", links_of_terms_exist, no_word_has_two_terms),
    *rules("notation", notation_rows_exist),
    *rules("notation", reused_letters_are_told, severity="info"),
    *rules("erratum", errata_are_proved),
    *rules(
        "entry",
        figures_are_readable,
        figures_have_a_source_with_a_place,
        entries_have_a_name_of_their_own,
        entries_settle_declared_alternatives,
    ),
    *rules("registry", addresses_do_not_collide, areas_hold_every_subject),
    *(rule for kind in PROSE_KINDS for rule in rules(kind, names_in_prose_exist)),
)
