"""Errata of the distributed training book: numbers that contradict its own chapters."""

from derive.records import Erratum

from ..communication.overlap import overlap_speedup
from ..optimization.federated import mean_staleness
from ..scaling.allocation import compute_optimal_ratio
from ..scaling.scaling import ROUNDED_FIT_AT_GOPHER
from ..sources import CHINCHILLA, TRAINING_BOOK
from ..symbols.federated import n_worker
from ..symbols.overlap import f_hid
from ..symbols.time import T_comm, T_comp

errata = [
    Erratum(
        "training-book-overlap-speedup",
        place=TRAINING_BOOK.at(
            "chapter 31, table of speedups, last entry, commit 9ab45ad", opened=True
        ),
        kind="number",
        says="Where communication takes twice as long as compute, no more than half of it has "
        "compute to hide behind. The best overlap then gives 1.50; 3.00 would be a step of the "
        "compute alone, half as long as the communication in it. Commit 3c3e127 prints 1.50.",
        corrected=overlap_speedup,
        proof=(TRAINING_BOOK.at("notation appendix, line 21: the longer of the two times"),),
        printed="3.00",
        differs_at={T_comp: "1 s", T_comm: "2 s", f_hid: "0.5"},
    ),
    Erratum(
        "training-book-staleness",
        place=TRAINING_BOOK.at("chapter 29, exercise 1", opened=True),
        kind="number",
        says="Of 16 workers of equal speed, each of the other 15 makes one update between two "
        "updates of one worker: the solution's worst case is every case. An earlier commit of the "
        "chapter has it so; the half in the solution would need workers that pull again before "
        "they push.",
        corrected=mean_staleness,
        proof=(
            TRAINING_BOOK.at("chapter 29, staleness and convergence, commit f209753", opened=True),
        ),
        printed="7.5",
        differs_at={n_worker: 16},
    ),
    Erratum(
        "training-book-optimal-ratio",
        place=TRAINING_BOOK.at("chapter 8, the 20:1 ratio, equation of the ratio", opened=True),
        kind="number",
        says="At the optimum the two power-law terms balance, each times its exponent; the ratio "
        "of coefficients times exponents is not the ratio of tokens to parameters. With the same "
        "constants the optimum has 92.6 tokens per parameter at the compute of Gopher, not 0.83.",
        corrected=compute_optimal_ratio,
        proof=(CHINCHILLA.at("equation 4, from which it follows"),),
        printed="0.83 token/param",
        differs_at=ROUNDED_FIT_AT_GOPHER,
    ),
]
