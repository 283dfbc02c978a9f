"""The Megatron-LM papers: the letters of pipelines, interleaving and recomputation."""

from derive.records import Notation, Row, Scope

from ..sources import KORTHIKANTI, MEGATRON_2021

megatron_2021 = Notation(
    "megatron-2021",
    source=MEGATRON_2021,
    titles=(
        "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
        "Efficient Large-Scale Language Model Training on GPU Clusters",
    ),
    says="One letter per degree of parallelism; n counts all GPUs, B sequences of one step.",
    scopes=(
        Scope("paper"),
        Scope("appendix", "Appendix: Floating-Point Operations", within="paper"),
    ),
    rows={
        "paper": (
            Row("p", "p", "pipeline-parallel size", "count"),
            Row("t", "TP", "tensor-parallel size", "count"),
            Row("d", "N_dp", "data-parallel size", "count"),
            Row("n", "N_gpu", "GPUs of the run", "count"),
            Row("B", "B", "sequences of one step", "sequences"),
            Row("b", "b", "sequences of one micro-batch", "sequences"),
            Row("m", "m", "micro-batches of one pipeline and step", "count"),
            Row("v", "v", "model chunks on one device", "count"),
            Row("t_f", "t_f", "forward time of one micro-batch", "time"),
            Row("t_b", "t_b", "backward time of one micro-batch", "time"),
            Row("t_{id}", "t_ideal", "time of a step that never waits", "time"),
            Row("t_{pb}", "t_bubble", "time spent in the bubble", "time"),
            Row("l", "L", "transformer layers", "count"),
            Row("h", "h", "hidden size", "dimension"),
            Row("a", "a", "attention heads", "count"),
            Row("s", "s", "sequence length", "tokens"),
            Row("V", "V", "vocabulary size", "count"),
            Row("P", "Psi", "parameters of the model", "count"),
            Row("T", "D", "tokens to train on", "tokens"),
            Row(
                "X",
                "F_hw",
                "achieved throughput of one GPU, recomputed operations included",
                "FLOP/s",
            ),
        ),
        "appendix": (Row("F", "C", "operations of one step", "FLOP"),),
    },
)

korthikanti_2022 = Notation(
    "korthikanti-2022",
    source=KORTHIKANTI,
    titles=("Reducing Activation Recomputation in Large Transformer Models",),
    says="Table 1 of the paper; v is the vocabulary there, not a number of chunks.",
    scopes=(Scope("paper"),),
    rows={
        "paper": (
            Row("a", "a", "attention heads", "count"),
            Row("b", "b", "micro-batch size", "sequences"),
            Row("h", "h", "hidden dimension size", "dimension"),
            Row("L", "L", "transformer layers", "count"),
            Row("p", "p", "pipeline-parallel size", "count"),
            Row("s", "s", "sequence length", "tokens"),
            Row("t", "TP", "tensor-parallel size", "count"),
            Row("v", "V", "vocabulary size", "count"),
            Row("m", "v", "interleaving stages", "count"),
            Row("B", "B", "sequences of one step", "sequences"),
        ),
    },
)
