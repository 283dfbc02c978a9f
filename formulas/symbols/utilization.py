"""Letters of utilization: how fast a run computes, compared with what the GPUs could."""

from derive.records import symbol

F_hw = symbol(
    "F_hw",
    "executed throughput of one GPU",
    "FLOP/second",
    typical="50e12..1e15",
    says="All executed FLOPs, recomputed ones included, per second and GPU.",
)
F_agg = symbol(
    "F_agg",
    "aggregate throughput of all GPUs",
    "FLOP/second",
    typical="1e15..1e20",
    says="The throughput of one GPU, times their number.",
)
R_tok = symbol(
    "R_tok",
    "token throughput of the run",
    "token/second",
    typical="1e4..1e8",
    aliases=("tokens_per_second", "v_tok", "tps"),
    says="Training tokens per second, over all GPUs.",
)
R_gpu = symbol(
    "R_gpu",
    "token throughput of one GPU",
    "token/second",
    typical="100..1e5",
    aliases=("tokens_per_second_per_gpu", "tps_per_gpu"),
    says="Training tokens per second, divided by the number of GPUs.",
)
T_gpu = symbol(
    "T_gpu",
    "GPU time of the run",
    "GPU hour",
    typical="300..3e8",
    says="Time of the run times the number of GPUs; what is paid for.",
)
T_pre = symbol(
    "T_pre",
    "GPU time of pre-training",
    "GPU hour",
    says="The run over the bulk of the data.",
)
T_ctx = symbol(
    "T_ctx",
    "GPU time of context extension",
    "GPU hour",
    at_least=0,
    says="Training on longer sequences after pre-training.",
)
T_post = symbol(
    "T_post",
    "GPU time of post-training",
    "GPU hour",
    at_least=0,
    says="Fine-tuning and reinforcement learning.",
)
T_prefill = symbol(
    "T_prefill",
    "time of reading a prompt",
    "second",
    typical="1e-3..100",
    says="From the prompt to the first token that is generated.",
    aliases=("TTFT",),
)
T_old = symbol(
    "T_old",
    "time of a step before a change",
    "second",
    typical="0.1..60",
    says="The same work on the same GPUs.",
)
MFU_old = symbol(
    "MFU_old",
    "model FLOPs utilization before a change",
    "1",
    above=0,
    at_most=1,
    typical="0.2..0.6",
    says="Utilization with which another one is compared.",
)
x_gain = symbol(
    "x_gain",
    "gain in throughput",
    "1",
    signed=True,
    typical="-0.5..2",
    says="Share by which the throughput rises; negative if it falls.",
)
n_unit = symbol(
    "n_unit",
    "number of matrix units",
    "1",
    integer=True,
    typical="1..1024",
    says="Units of the chip that multiply matrices, such as streaming multiprocessors.",
)
f_clk = symbol(
    "f_clk",
    "clock frequency",
    "cycle/second",
    typical="0.5e9..3e9",
    says="The boost clock that the maker's peak refers to.",
)
c_clk = symbol(
    "c_clk",
    "FLOPs per matrix unit and cycle",
    "FLOP/cycle",
    typical="64..65536",
    says="Dense FLOPs in one precision; a multiply-add counts as two.",
)
