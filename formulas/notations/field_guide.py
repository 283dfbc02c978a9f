"""Training at Scale: the letters of a field guide, section by section."""

from derive.records import Notation, Row, Scope

from ..sources import FIELD_GUIDE
from ..symbols.memory import M_act, M_grad, M_opt, M_param
from ..symbols.network import beta
from ..symbols.power_laws import A_C, C_ref, alpha_C

SECTIONS = (
    "1.1 1.2 1.3 1.5 2.1 2.2 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.3 6.5 "
    "7.1 7.2 8.2 8.3 8.4 9.3 9.4"
).split()

field_guide = Notation(
    "training-at-scale",
    source=FIELD_GUIDE,
    titles=("Training at Scale",),
    says="No table of letters; each section uses its own. `beta` is a time per byte there.",
    scopes=(Scope("guide"), *(Scope(name, name, within="guide") for name in SECTIONS)),
    rows={
        "guide": (),
        "1.1": (
            Row(r"L(\theta)", "loss", "summed loss of the tokens", "nats"),
            Row(r"\theta", says="parameters, as a vector", kind="array"),
            Row("t_i", says="token at a position", kind="label"),
        ),
        "1.2": (
            Row(r"T_{\mathrm{compute}}", "T_comp", "time spent computing", "seconds"),
            Row(r"T_{\mathrm{comm}}", "T_comm", "time spent communicating", "seconds"),
            Row(r"T_{\mathrm{input}}", "T_input", "time spent reading data", "seconds"),
        ),
        "1.3": (
            Row("M", "M_gpu", "all memory of one GPU", "bytes"),
            Row(r"M_{\mathrm{params}}", "M_param", "bytes of the parameters", "bytes"),
            Row(r"M_{\mathrm{grads}}", "M_grad", "bytes of the gradients", "bytes"),
            Row(r"M_{\mathrm{opt}}", "M_opt", "bytes of the optimizer state", "bytes"),
            Row(r"M_{\mathrm{act}}", "M_act", "bytes of the activations", "bytes"),
        ),
        "1.5": (
            Row(r"\Delta L", says="change of the loss from step to step", unit="nats",
                wanted="loss_change"),
        ),
        "2.1": (
            Row("g_t", says="gradient at a step", kind="array"),
            Row("B", "B", "examples of one step", "count"),
            Row(r"\ell_i", "loss_example", "loss of one example", "nats"),
        ),
        "2.2": (
            Row("m_t", says="running mean of the gradient", kind="array"),
            Row("v_t", says="running mean of its square", kind="array"),
            Row(r"\beta_1", "beta_1", "decay of the first moment", "1"),
            Row(r"\beta_2", "beta_2", "decay of the second moment", "1"),
        ),
        "2.4": (
            Row(r"\eta", "eta", "learning rate", "1"),
            Row(r"\epsilon", "eps_adam", "small number against division by zero", "1"),
            Row(r"\lambda", "weight_decay", "weight decay", "1"),
        ),
        "2.5": (Row("c", "clip_norm", "largest norm of the gradient", "norm"),),
        "3.1": (
            Row(r"B_{\mathrm{eff}}", "B", "samples of one optimizer step", "samples"),
            Row(r"B_{\mathrm{device}}", "b", "samples of one micro-batch", "samples"),
            Row(r"G_{\mathrm{accum}}", "n_acc", "micro-batches added up", "count"),
            Row(r"N_{\mathrm{dp}}", "N_dp", "ranks of data parallelism", "ranks"),
        ),
        "3.2": (
            Row("K", "n_acc", "micro-batches added up", "count"),
            Row("k", says="index of a micro-batch", kind="index"),
        ),
        "3.3": (
            Row(r"T_{\mathrm{warmup}}", "n_warmup", "steps of warm-up", "steps"),
            Row("t", "t_now", "number of the step", "steps"),
            Row(r"\eta_t", "eta", "learning rate at a step", "1"),
            Row(r"\eta_{\max}", "eta_max", "largest learning rate", "1"),
        ),
        "3.4": (
            Row(r"\eta_t", "eta", "learning rate at a step", "1"),
            Row(r"\eta_{\max}", "eta_max", "largest learning rate", "1"),
            Row(r"\eta_{\min}", "eta_min", "last learning rate", "1"),
            Row("s", "progress", "progress of the schedule", "1"),
        ),
        "4.1": (
            Row("P", "Psi", "parameters of the model", "count"),
            Row(r"M_{\mathrm{Adam}}", "M_state", "bytes that training with Adam keeps", "bytes"),
        ),
        "4.2": (
            Row(r"M_{\mathrm{act}}", "M_act", "bytes of the activations", "bytes"),
            Row("B", "b", "sequences of one micro-batch", "sequences"),
            Row("T", "s", "tokens of one sequence", "tokens"),
            Row("L", "L", "layers of the model", "count"),
            Row("d", "h", "width of the hidden states", "dimension"),
        ),
        "4.4": (
            Row("N", "N_dp", "ranks that share the state", "ranks"),
            Row(r"M_{\mathrm{per\ rank}}", "M_gpu", "bytes that one rank holds", "bytes"),
            Row("M", M_param + M_grad + M_opt + M_act, "all memory of one GPU", "bytes",
                note="the sum of section 1.3, activations included"),
        ),
        "5.1": (Row("r", says="index of a rank", kind="index"),),
        "5.2": (
            Row("X", says="input of a layer", kind="array"),
            Row("Y", says="output of a layer", kind="array"),
            Row("W_1", says="first part of a weight matrix", kind="array"),
            Row("W_2", says="second part of a weight matrix", kind="array"),
        ),
        "5.3": (
            Row("P", "p", "stages of the pipeline", "count"),
            Row("M", "m", "micro-batches of a step", "count"),
            Row(r"\mathrm{bubble}", "f_bubble", "idle share of the time", "1"),
        ),
        "5.4": (Row("T", "s", "tokens of one sequence", "tokens"),),
        "5.5": (
            Row(r"N_{\mathrm{total}}", "N_gpu", "GPUs of the run", "ranks"),
            Row(r"N_{\mathrm{dp}}", "N_dp", "ranks of data parallelism", "ranks"),
            Row(r"N_{\mathrm{tp}}", "TP", "ranks of tensor parallelism", "ranks"),
            Row(r"N_{\mathrm{pp}}", "p", "ranks of pipeline parallelism", "ranks"),
            Row(r"N_{\mathrm{sp}}", "CP", "ranks that cut the sequence", "ranks"),
        ),
        "6.1": (
            Row("T", "T_ar", "time of an all-reduce", "seconds"),
            Row(r"\alpha", "alpha", "latency of a message", "seconds"),
            Row(r"\beta", 1 / beta, "time that one byte takes", "seconds/byte"),
            Row("S", "n", "bytes of a message", "bytes"),
            Row("N", "N", "ranks of the collective", "ranks"),
        ),
        "6.3": (
            Row(r"T_{\mathrm{step}}", "T_step", "time of one step", "seconds"),
            Row(r"T_{\mathrm{compute}}", "T_comp", "time spent computing", "seconds"),
            Row(r"T_{\mathrm{comm}}", "T_comm", "time spent communicating", "seconds"),
        ),
        "6.5": (
            Row("T_r", "T_rank", "step time of one rank", "seconds"),
            Row(r"T_{\mathrm{step}}", "T_step", "time of one step", "seconds"),
        ),
        "7.1": (
            Row("C", "C", "compute of the whole training", "FLOPs"),
            Row("N", "Psi", "parameters of the model", "count"),
            Row("D", "D", "tokens of the training set", "tokens"),
        ),
        "7.2": (
            Row("L(C)", "loss", "loss at a compute budget", "nats"),
            Row("C", "C", "compute of the whole training", "FLOPs"),
            Row(r"L_\infty", "loss_floor", "loss that no scale removes", "nats"),
            Row("a", A_C * C_ref**alpha_C, "coefficient of the compute term"),
            Row(r"\alpha", "alpha_C", "exponent of compute", "1"),
        ),
        "8.2": (Row("s", "loss_scale", "factor on the loss", "1"),),
        "8.3": (
            Row("Q", says="queries", kind="array"),
            Row("K", says="keys", kind="array"),
            Row("d", "d_head", "width of one head", "dimension"),
        ),
        "8.4": (Row("k", "n_window", "steps of the window", "steps"),),
        "9.3": (
            Row(r"p_{\mathrm{train}}", says="distribution in training", kind="array"),
            Row(r"p_{\mathrm{deploy}}", says="distribution in use", kind="array"),
        ),
        "9.4": (
            Row("K", "t_snapshot", "time between checkpoints"),
            Row(r"T_{\mathrm{ckpt}}", "T_ckpt", "time to write a checkpoint", "seconds"),
        ),
    },
)  # fmt: skip
