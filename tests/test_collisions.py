"""Letters that collide between documents, and things with several letters, come out by computation.

The tables hold what a reader found by hand in the five documents and the papers they build on.
"""

from __future__ import annotations

import pytest
from colliding import Collision, Synonyms, collisions, look, synonyms

from derive.records import Notation, Reuse, Row, Scope, Source
from derive.registry import load

NOTATIONS = tuple(load().notations.values())

# A letter, how alike its uses are, and things that it stands for somewhere.
COLLIDING = (
    ("A", "glyph", "a A_N"),
    ("B", "glyph", "B B_D b"),
    ("C", "glyph", "C F"),
    ("C", "base", "C c_f"),
    ("D", "glyph", "D h"),
    ("E", "glyph", "E efficiency loss_floor"),
    ("G", "base", "G_node n_acc"),
    ("H", "glyph", "h n_local d_head"),
    ("K", "glyph", "N_dp n_acc t_snapshot keys"),
    ("L", "glyph", "L loss"),
    ("L", "base", "L loss loss_floor"),
    ("M", "glyph", "M_gpu m"),
    ("M", "base", "M_param M_act m"),
    ("N", "glyph", "N_node n_example s N_dp N Psi"),
    ("P", "glyph", "N_gpu Psi p"),
    ("S", "glyph", "s speedup n"),
    ("T", "glyph", "T_step n_steps s T_ar"),
    ("T", "base", "T_comp n_warmup s"),
    ("a", "glyph", "a"),
    ("alpha", "glyph", "alpha alpha_N alpha_C"),
    ("b", "glyph", "b b_gpu"),
    ("beta", "glyph", "beta beta_D 1/beta"),
    ("beta", "base", "beta beta_1 beta_2"),
    ("d", "glyph", "d_feature h d_head"),
    ("d", "base", "d_ffn h d_head"),
    ("delta", "case", "delta_privacy loss_change"),
    ("epsilon", "glyph", "eps_privacy eps_adam"),
    ("f", "base", "f_expert n_faulty"),
    ("g", "glyph", "g"),
    ("h", "case", "h n_local d_head"),
    ("k", "glyph", "k_ckpt k b_opt n_window"),
    ("m", "glyph", "m n"),
    ("m", "base", "m n"),
    ("n", "glyph", "n N_gpu"),
    ("n", "base", "n Psi a"),
    ("p", "glyph", "p N"),
    ("p", "base", "p p_expert N"),
    ("r", "glyph", "r_compress"),
    ("r", "case", "r_compress r_bubble price_gpu"),
    ("s", "glyph", "s n_levels progress loss_scale"),
    ("t", "base", "t_f t_b t_ideal t_bubble t_now"),
    ("v", "base", "v V"),
    ("w", "case", "w_att"),
)
LETTERS = (
    "P N beta alpha T B b k K L H m M p S s d A E v g G C D f t r w n h a epsilon delta".split()
)

# Documents that use a letter for several things themselves, without a word about it.
UNDISCLOSED = {
    "minimal-formalism": "A B H N T b k r",
    "training-at-scale": "B K M N P T d k s",
    "distributed-appendix": "K P T p",
}

# A thing, and letters that some document gives it.
SYNONYMS = {
    "Psi": r"\Psi P N n_{params}",
    "B": r"B gbs B_{\mathrm{eff}}",
    "b": r"b mbs bs B_{\mathrm{device}} \text{micro\_batch\_size}",
    "n_acc": r"grad_{acc} G_{\mathrm{accum}} K",
    "N_dp": r"DP K N_d N N_{\mathrm{dp}}",
    "TP": r"TP N_{\mathrm{tp}} t",
    "p": r"p PP P N_{\mathrm{pp}}",
    "CP": r"CP N_{\mathrm{sp}}",
    "N_gpu": r"P K N_{\mathrm{total}}",
    "N_node": "N p",
    "m": "m M",
    "s": r"S seq s \text{seqlen} N T",
    "h": "H h d_{model} d",
    "L": "L n_{layers}",
    "a": "A n_{heads}",
    "g": r"g n_{kv\_heads}",
    "d_head": "d_{head} d",
    "V": r"V \text{vocab\_size}",
    "n": "n m S",
    "loss": r"L(w) L(\theta) L(C)",
    "loss_example": r"\ell \ell_i",
    "eta": r"\eta \eta_t",
    "T_step": r"T T_{\mathrm{step}}",
}


def found(letter: str, same: str) -> Collision:
    return next(one for one in collisions(NOTATIONS, same) if one.letter == letter)  # type: ignore[arg-type]


@pytest.mark.parametrize(("letter", "same", "things"), COLLIDING)
def test_a_letter_with_several_meanings_is_found(letter, same, things):
    collision = found(letter, same)

    assert len(collision.things) > 1
    assert set(things.split()) <= set(collision.things)


def test_every_letter_that_a_reader_found_is_in_the_table():
    assert len(LETTERS) == 33
    assert {letter for letter, _, _ in COLLIDING} == set(LETTERS)


def test_what_is_alike_as_a_whole_is_alike_by_its_base():
    by_base = {one.letter for one in collisions(NOTATIONS, "base")}
    whole = {look(one.letter, "base") for one in collisions(NOTATIONS)}

    assert whole <= by_base


@pytest.mark.parametrize(("document", "letters"), UNDISCLOSED.items())
def test_a_document_that_uses_a_letter_twice_is_named(document, letters):
    alone = [one for one in collisions(NOTATIONS) if document in one.inside]
    silent = {one.letter for one in alone if document not in one.disclosed}

    assert set(letters.split()) <= silent


def test_what_a_document_says_about_its_letters_is_known():
    for letter in ("alpha", "beta"):
        assert "minimal-formalism" in found(letter, "glyph").disclosed


@pytest.mark.parametrize(("thing", "glyphs"), SYNONYMS.items())
def test_a_thing_with_several_letters_is_found(thing, glyphs):
    several = next(one for one in synonyms(NOTATIONS) if one.thing == thing)

    assert {look(glyph) for glyph in glyphs.split()} <= {look(glyph) for glyph in several.glyphs}


# --- on a small document ---------------------------------------------------------


def document(name: str, *rows: Row, reuses: tuple[Reuse, ...] = ()) -> Notation:
    return Notation(
        name,
        Source(name, name),
        titles=(name,),
        scopes=(Scope("all"),),
        rows={"all": rows},
        reuses=reuses,
    )


def test_two_documents_that_agree_do_not_collide():
    one, other = document("one", Row("n", "n")), document("other", Row("n", "n"))

    assert collisions((one, other)) == ()
    assert synonyms((one, other)) == ()


def test_a_letter_in_two_spellings_is_one_letter():
    one = document("one", Row(r"M_{\text{act}}", "M_act"), Row(r"\varepsilon", "x"))
    other = document("other", Row("M_{act}", "M_act"), Row(r"\epsilon", "y"))

    (collision,) = collisions((one, other))

    assert collision.letter == "epsilon"
    assert synonyms((one, other)) == ()


def test_other_meanings_that_a_row_allows_collide_inside():
    (collision,) = collisions([document("one", Row("T", "T_step", others=("T_train",)))])

    assert collision == Collision("T", collision.meanings, inside=("one",))
    assert collision.things == ("T_step", "T_train")


def test_wanted_letters_and_words_are_meanings_too():
    one = document("one", Row("K", wanted="t_snapshot"), Row("Q", says="queries", kind="array"))
    other = document("other", Row("K", says="keys", kind="array"))

    assert [one.things for one in collisions((one, other))] == [("t_snapshot", "keys")]


def test_synonyms_keep_the_print_of_each_document():
    found = synonyms([document("one", Row("N", "Psi")), document("other", Row(r"\Psi", "Psi"))])

    assert found == (Synonyms("Psi", found[0].meanings),)
    assert found[0].glyphs == ("N", r"\Psi")
