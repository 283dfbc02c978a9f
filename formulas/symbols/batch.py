"""Letters of the batch: how many sequences and tokens one step sees."""

from derive.records import symbol

B = symbol(
    "B",
    "global batch size",
    "sequence",
    integer=True,
    typical="32..16384",
    aliases=("gbs", "global_batch"),
    says="Sequences that one optimizer step sees, over all replicas.",
)
n_acc = symbol(
    "n_acc",
    "gradient accumulation steps",
    "1",
    integer=True,
    typical="1..512",
    aliases=("grad_acc", "grad_accum", "gradient_accumulation_steps"),
    says="Micro-batches whose gradients one replica adds up before the optimizer steps.",
)
