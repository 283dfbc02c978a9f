"""Errata of the distributed training book: numbers that contradict its own chapters."""

from derive.records import Erratum

from ..overlap import overlap_speedup
from ..sources import TRAINING_BOOK
from ..symbols.overlap import f_hid
from ..symbols.time import T_comm, T_comp

errata = [
    Erratum(
        "training-book-overlap-speedup",
        place=TRAINING_BOOK.at("chapter 31, table of speedups, last entry"),
        kind="number",
        says="Where communication takes twice as long as compute, no more than half of it has "
        "compute to hide behind. The best overlap then gives 1.50; 3.00 would be a step of the "
        "compute alone, half as long as the communication in it.",
        corrected=overlap_speedup,
        proof=(TRAINING_BOOK.at("notation appendix, line 21: the longer of the two times"),),
        printed="3.00",
        differs_at={T_comp: "1 s", T_comm: "2 s", f_hid: "0.5"},
    ),
]
