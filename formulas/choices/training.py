"""How a model is spread over GPUs, and what they keep and compute again."""

from derive.records import Alone, Choice

from ..symbols.activations import i_stage, n_fly
from ..symbols.failures import MTBF_gpu, MTBF_node, MTBF_one
from ..symbols.parallelism import CP, EP, TP, N_dp, p, v
from ..symbols.pipeline import t_in, t_pair, t_w
from ..symbols.snapshots import t_snapshot
from ..symbols.state import ETP, Psi_big

sharding = Choice(
    "sharding",
    asks="What do data-parallel ranks share of the model state?",
    alternatives={
        "none": "nothing",
        "zero1": "optimizer state",
        "zero2": "optimizer state and gradients",
        "zero3": "optimizer state, gradients and parameters",
        "hybrid": "all three, inside a group of given size",
    },
    assumed="none",
    unless=(N_dp,),
    called={
        "ddp": "none",
        "distributed optimizer": "zero1",
        "SHARD_GRAD_OP": "zero2",
        "fsdp": "zero3",
        "fsdp2": "zero3",
        "FULL_SHARD": "zero3",
        "hsdp": "hybrid",
        "HYBRID_SHARD": "hybrid",
        **{f"stage {stage}": f"zero{stage}" for stage in "123"},
        **{stage: f"zero{stage}" for stage in "123"},
    },
)

model_split = Choice(
    "model_split",
    asks="Do several GPUs hold one copy of the model?",
    alternatives={
        "whole": "no: tensor- and pipeline-parallel degrees are 1",
        "split": "yes: tensor or pipeline parallelism",
    },
    means={"whole": {TP: 1, p: 1}},
    assumed="whole",
)

context_split = Choice(
    "context_split",
    asks="Do several GPUs share a sequence?",
    alternatives={"whole": "no", "split": "yes: context parallelism"},
    means={"whole": {CP: 1}},
    assumed="whole",
)

offload = Choice(
    "offload",
    asks="What waits in the memory of the host?",
    alternatives={
        "none": "nothing",
        "optimizer": "the optimizer state",
        "all": "optimizer state and parameters",
    },
    assumed="none",
)

gathered_layer = Choice(
    "gathered_layer",
    asks="Is the layer counted that is gathered while it computes?",
    alternatives={"left-out": "no", "counted": "yes"},
    shown_by={"counted": (Psi_big,)},
    assumed="left-out",
)

sequence = Choice(
    "sequence",
    asks="Are norms and residual sums shared by the tensor-parallel ranks?",
    alternatives={
        "shared": "yes: sequence parallelism",
        "whole": "no: each rank has them whole",
    },
    called={"on": "shared", "yes": "shared", "off": "whole", "no": "whole"},
    assumed="whole",
    unless=(TP,),
)

recompute = Choice(
    "recompute",
    asks="What does the backward pass compute again?",
    alternatives={
        "none": "nothing",
        "selective": "attention cores",
        "cheap": "norms, activation functions and the up-projections of latent attention",
        "operators": "every second matrix product, and what is cheap",
        "full": "every layer",
    },
    called={"off": "none", "no": "none", "checkpoint every layer": "full"},
)

selective_count = Choice(
    "selective_count",
    asks="How often are the scores counted that selective recomputation computes again?",
    alternatives={
        "published": "twice in full: the paper and its tables",
        "executed": "forward once more: what is executed",
    },
)

kernel = Choice(
    "kernel",
    asks="What computes attention?",
    alternatives={
        "fused": "one kernel that keeps no scores",
        "scores": "separate kernels that write all scores to memory",
    },
    called={"flash": "fused", "flash attention": "fused", "sdpa": "fused", "eager": "scores"},
)

attention_kernel = Choice(
    "attention_kernel",
    asks="For which generation is the fused attention kernel written?",
    alternatives={
        "native": "for that of the accelerator: cuDNN, FlashAttention-3 on an H100",
        "flash-2": "for the A100: FlashAttention-2",
    },
    assumed="native",
)

gate_kernel = Choice(
    "gate_kernel",
    asks="Is a gate multiplied in the kernel of its activation function?",
    alternatives={"fused": "yes", "apart": "no: two operations, each of which keeps its input"},
)

activation_count = Choice(
    "activation_count",
    asks="Which activations are counted?",
    alternatives={
        "layers": "those of the layers",
        "report": "as in the memory report of Megatron-LM: embedding and output layer, too",
        "run": "those of a stage, layer by layer, with what kernels keep",
    },
    assumed="layers",
)

pipelined = Choice(
    "pipelined",
    asks="Are layers dealt out to pipeline stages?",
    alternatives={"no": "no: a GPU has all layers", "yes": "yes"},
    means={"no": {p: 1, n_fly: 1}},
    assumed="no",
)

schedule = Choice(
    "schedule",
    asks="In which order do micro-batches go through the pipeline?",
    alternatives={
        "gpipe": "all forward, then all back",
        "1f1b": "one forward, one back",
        "interleaved": "one forward, one back, with several chunks per GPU",
        "zb-h1": "weight gradients fill part of the bubble",
        "zb1p": "weight gradients fill part of the bubble, as DeepSeek-V3 counts it",
        "zb-2p": "weight gradients fill the bubble, with twice the memory",
        "zb-v": "weight gradients fill the bubble, with two chunks in a V",
        "v-half": "the V with half the memory",
        "v-min": "the V with the least memory",
        "dualpipe": "from both ends at once",
    },
    called={
        "all forward all backward": "gpipe",
        "afab": "gpipe",
        "pipedream flush": "1f1b",
        "interleaved 1f1b": "interleaved",
        "1f1b interleaved": "interleaved",
        "vpp": "interleaved",
    },
    means={name: {v: 1} for name in ("gpipe", "1f1b", "zb-h1", "zb1p", "zb-2p")},
    assumed="1f1b",
    unless=(t_w, t_in, t_pair, v),
)

stages = Choice(
    "stages",
    asks="How are layers dealt out to stages?",
    alternatives={
        "even": "as many to each",
        "with-tables": "as many to each, where a vocabulary table counts as a layer",
        "by-cost": "by their parameters, the output layer included",
    },
    assumed="even",
)

stage = Choice(
    "stage",
    asks="Of which stage is the count?",
    alternatives={
        "first": "the first, which holds most micro-batches",
        "each": "the one with the number `i_stage`",
    },
    means={"first": {i_stage: 0}},
    assumed="first",
)

stage_count = Choice(
    "stage_count",
    asks="Which parameters does a GPU hold?",
    alternatives={
        "even": "an equal share of all",
        "first": "those of the first of several stages",
        "middle": "those of a stage in the middle",
        "only": "those of the only stage",
        "each": "those of its stage, layer by layer",
    },
    assumed="even",
)

gathering = Choice(
    "gathering",
    asks="How often in a step are shared parameters gathered?",
    alternatives={"once": "for one micro-batch", "each": "for every accumulated micro-batch"},
    assumed="once",
)

overlap = Choice(
    "overlap",
    asks="Does the exchange of gradients overlap with compute?",
    alternatives={"on": "yes", "off": "no"},
)

degrees = Alone((CP, ETP, v, EP, p, TP, N_dp))

gpus_for = Choice(
    "gpus_for",
    asks="What are the GPUs counted for?",
    alternatives={
        "layout": "the layout of a run",
        "memory": "the fewest whose memory together is enough",
    },
    assumed="layout",
)

step_time = Choice(
    "step_time",
    asks="How is the time of a step put together?",
    alternatives={
        "in-turn": "compute, then communication",
        "at-once": "compute and communication at once",
        "at-once-with-input": "compute, communication and input at once",
        "partly-hidden": "a part of the communication hides behind compute",
        "phases": "phase by phase",
        "ranks": "by the slowest rank",
        "pipeline": "a pipeline of equal stages",
        "uneven-pipeline": "a pipeline whose stages differ by a layer",
        "local": "replicas that exchange only every so many steps",
        "run": "stage by stage, as an estimate does",
    },
)

snapshot_interval = Choice(
    "snapshot_interval",
    asks="How often is the state saved?",
    alternatives={"best": "at the best interval", "given": "at an interval of its own"},
    shown_by={"given": (t_snapshot,)},
    assumed="best",
)

rate_phase = Choice(
    "rate_phase",
    asks="What sets the learning rate?",
    alternatives={
        "warmup": "the warmup",
        "decay": "the decay after it",
        "peak-linear": "the batch, in proportion",
        "peak-root": "the batch, by its square root",
    },
)

failing_parts = Choice(
    "failing_parts",
    asks="Which parts fail?",
    alternatives={
        "all": "GPUs, nodes and switches",
        "equal": "parts of one kind",
        "nodes": "nodes as a whole",
        "gpus": "GPUs alone",
    },
    shown_by={"equal": (MTBF_one,), "nodes": (MTBF_node,), "gpus": (MTBF_gpu,)},
)

buffers = Choice(
    "buffers",
    asks="What do communication buffers hold?",
    alternatives={
        "buckets": "buckets of gradients and the parameters that are live, as DeepSpeed has them",
        "forward-prefetch": "the next block, gathered ahead in the forward pass",
        "backward-prefetch": "two blocks, gathered ahead in the backward pass",
    },
    assumed="buckets",
)
