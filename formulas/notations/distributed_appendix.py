"""Appendix C: the letters of a book on distributed systems."""

from derive.records import Notation, Row, Scope

from ..sources import DISTRIBUTED_APPENDIX
from ..symbols.network import beta

distributed_appendix = Notation(
    "distributed-appendix",
    source=DISTRIBUTED_APPENDIX,
    titles=("C.1 Notation", "Appendix C"),
    says="Letters of a whole book. `beta` is a time per byte there, one over our bandwidth.",
    scopes=(Scope("book", "C.1 Notation"),),
    rows={
        "book": (
            Row("N", "n_example", "examples of the data set", line=9),
            Row("d", says="entries of one feature vector", line=10, wanted="d_feature"),
            Row("K", "N_dp", "workers of one job", line=11, others=("N_gpu",)),
            Row("p", "N", "processes that work at the same time", line=12,
                others=("N_node", "N_gpu")),
            Row("P", "Psi", "parameters of the model", line=13, others=("n",)),
            Row("w", says="parameters, as a vector", line=14, kind="array"),
            Row(r"\theta", says="parameters, as a vector", line=14, kind="array"),
            Row("g", says="gradient of the loss", line=15, kind="array"),
            Row(r"\nabla L(w)", says="gradient of the loss", line=15, kind="array"),
            Row("L(w)", "loss", "mean loss over the data", line=16),
            Row(r"\ell", "loss_example", "loss of one example", line=16),
            Row(r"\ell(w; x_i, y_i)", "loss_example", "loss of one example", line=16),
            Row(r"\eta", "eta", "learning rate", line=17),
            Row("B", "B", "examples of one optimizer step", line=18),
            Row("b", "b", "examples of one worker in a step", line=19),
            Row("T", "n_steps", "steps of training, or of time", line=20,
                others=("T_train",)),
            Row("S", "speedup", "time on one machine over time on many", line=21),
            Row("S_p", "speedup", "time on one machine over time on many", line=21),
            Row("E", "efficiency", "share of the ideal speedup", line=22),
            Row("E_p", "efficiency", "share of the ideal speedup", line=22),
            Row(r"\alpha", "alpha", "latency of a message", "seconds", 23),
            Row(r"\beta", 1 / beta, "time that one byte takes", "seconds/byte", 23),
            Row("m", "n", "bytes of a message", "bytes", 23,
                note="used in the row of the two others, declared nowhere"),
            Row(r"\varepsilon", "eps_privacy", "privacy that is given up", line=24),
            Row(r"\delta", "delta_privacy", "chance that privacy fails", line=24),
            Row("f", "n_faulty", "faulty participants", line=25),
            Row("x_i", says="input of one example", line=26, kind="array"),
            Row("y_i", says="label of one example", line=26, kind="array"),
            Row("i", says="index of an example", line=26, kind="index"),
        ),
    },
)  # fmt: skip
