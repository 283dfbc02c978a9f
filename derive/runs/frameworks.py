"""What frameworks are told of a run: Megatron-LM, DeepSpeed and torchtitan.

Each is read as a table of keys, one by one: types are checked, the unused are named.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from derive.errors import Contradiction, UnreadableRun

from .facts import Facts


class Table:
    """Keys and values of a file; remembers which key gave which letter or choice."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name, self.data = name, data
        self.letters: dict[str, float] = {}
        self.choices: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.seen: set[str] = set()
        self.precision = ""

    def get(self, *keys: str) -> Any:
        """The value of the first key that is there and not null."""
        value = None
        for key in keys:
            self.seen.add(key)
            if value is None:
                value = self.data.get(key)
        return value

    def number(self, *keys: str) -> float | None:
        """A number, or nothing; text and truth values are refused."""
        value = self.get(*keys)
        key = next((key for key in keys if self.data.get(key) is not None), keys[0])
        if value is None:
            return None
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not math.isfinite(value)
        ):
            raise UnreadableRun(f"{self.name}: {key}", f"{value!r} where a number belongs")
        return float(value)

    def count(self, letter: str, *keys: str) -> None:
        """A letter that counts something: at least 1, and whole."""
        value = self.number(*keys)
        if value is None:
            return
        key = next(key for key in keys if self.data.get(key) is not None)
        if value < 1 or value != int(value):
            raise UnreadableRun(f"{self.name}: {key}", f"{value:g} where a count belongs")
        self.put(letter, value, key)

    def put(self, letter: str, value: float, key: str) -> None:
        """A letter that a key gives."""
        self.letters[letter] = value
        self.places[letter] = f"{self.name}: {key}"

    def settle(self, choice: str, alternative: str, key: str) -> None:
        """A choice that a key settles."""
        self.choices[choice] = alternative
        self.places[choice] = f"{self.name}: {key}"

    def ignore(self, *keys: str) -> None:
        """Keys that say nothing about memory or time."""
        self.seen.update(keys)

    def facts(self, framework: str = "") -> Facts:
        """What was read; every key that nothing asked for is named."""
        unused = tuple(
            f"{self.name}: {key}"
            for key, value in self.data.items()
            if key not in self.seen and value is not None
        )
        return Facts(
            self.name, self.letters, self.choices, self.places, unused, framework, self.precision
        )


# --- Megatron-LM --------------------------------------------------------------------


MEGATRON_COUNTS = {
    "L": "num-layers",
    "h": "hidden-size",
    "a": "num-attention-heads",
    "d_ffn": "ffn-hidden-size",
    "d_head": "kv-channels",
    "s": "seq-length",
    "b": "micro-batch-size",
    "B": "global-batch-size",
    "TP": "tensor-model-parallel-size",
    "p": "pipeline-model-parallel-size",
    "CP": "context-parallel-size",
    "EP": "expert-model-parallel-size",
    "ETP": "expert-tensor-parallel-size",
    "E": "num-experts",
    "k": "moe-router-topk",
    "d_exp": "moe-ffn-hidden-size",
    "V": "padded-vocab-size",
    "r_q": "q-lora-rank",
    "r_kv": "kv-lora-rank",
    "d_nope": "qk-head-dim",
    "d_rope": "qk-pos-emb-head-dim",
    "d_v": "v-head-dim",
    "N_gpu": "world-size",
}
MEGATRON_SILENT = frozenset(
    "lr min-lr train-iters train-samples lr-decay-style lr-warmup-iters weight-decay clip-grad "
    "adam-beta1 adam-beta2 init-method-std data-path split save load save-interval eval-interval "
    "eval-iters log-interval tokenizer-type tokenizer-model vocab-file merge-file "
    "position-embedding-type normalization rotary-base disable-bias-linear use-mcore-models "
    "max-position-embeddings transformer-impl use-flash-attn attention-dropout hidden-dropout "
    "distributed-backend num-workers seed attention-softmax-in-fp32 no-position-embedding "
    "moe-token-dispatcher-type moe-router-load-balancing-type moe-aux-loss-coeff moe-grouped-gemm "
    "make-vocab-size-divisible-by nnodes nproc_per_node node_rank master_addr master_port".split()
)


def read_megatron(name: str, text: str) -> Facts:
    """Shape, layout, batch, sharding and recomputation."""
    table = Table(name, dict(_options(name, text)))
    for letter, option in MEGATRON_COUNTS.items():
        table.count(letter, option)
    table.ignore(*MEGATRON_SILENT)
    _megatron_shape(table)
    _megatron_layout(table)
    _megatron_precision(table)
    if not table.letters:
        raise UnreadableRun(name, "no argument of Megatron-LM in it")
    return table.facts("megatron-core")


def _options(name: str, text: str) -> Iterator[tuple[str, object]]:
    try:
        words = shlex.split(text.replace("\\\n", " "), comments=True)
    except ValueError as wrong:
        raise UnreadableRun(name, str(wrong)) from None
    for place, word in enumerate(words):
        if not word.startswith("--"):
            continue
        option, sign, value = word[2:].partition("=")
        after = words[place + 1] if place + 1 < len(words) else "--"
        if not sign and not after.startswith("--"):
            value, sign = after, "="
        yield option, _argument(value) if sign else True


def _argument(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _megatron_shape(table: Table) -> None:
    letters = table.letters
    gated = bool(table.get("swiglu"))
    if gated or "L" in letters:
        table.settle("network", "gated" if gated else "plain", "swiglu")
    if "h" in letters and "d_ffn" not in letters:
        table.put("d_ffn", 4 * letters["h"], "four times the hidden size")
    if "a" in letters and "h" in letters and "d_head" not in letters:
        table.put("d_head", letters["h"] // letters["a"], "hidden-size over num-attention-heads")
    groups = table.number("num-query-groups")
    if "a" in letters:
        grouped = bool(table.get("group-query-attention")) and groups
        table.put("g", groups if grouped and groups else letters["a"], "num-query-groups")
        untied = bool(table.get("untie-embeddings-and-output-weights"))
        table.put("n_emb", 2.0 if untied else 1.0, "untie-embeddings-and-output-weights")
        latent = bool(table.get("multi-latent-attention"))
        table.settle("attention", "latent" if latent else "grouped", "multi-latent-attention")
    if "E" in letters:
        table.settle("layers", "experts", "num-experts")
        letters.setdefault("k", 2.0)
        letters.setdefault("d_exp", letters.get("d_ffn", 0.0))
        shared = table.number("moe-shared-expert-intermediate-size") or 0.0
        table.put("E_sh", shared / letters["d_exp"], "moe-shared-expert-intermediate-size")
        table.get("moe-layer-freq")
        letters.setdefault("L_moe", letters.get("L", 0.0))


FP8_FORMATS = ("e4m3", "hybrid")


def _megatron_precision(table: Table) -> None:
    """The format of the large products: FP8 products stand beside ``--bf16``."""
    named = [name for name in ("bf16", "fp16") if table.get(name)]
    if len(named) > 1:
        first, other = (f"{table.name}: --{name}" for name in named)
        raise Contradiction("two precisions are named", first, other)
    table.precision = named[0] if named else ""
    fp8 = table.get("fp8-format")
    if fp8 is not None and fp8 not in FP8_FORMATS:
        known = " or ".join(FP8_FORMATS)
        raise UnreadableRun(f"{table.name}: fp8-format", f"{fp8!r} is not known; {known} is")
    if fp8 is not None or table.get("fp8-hybrid") or table.get("fp8-e4m3"):
        table.precision = "fp8"


def _megatron_layout(table: Table) -> None:
    if table.get("sequence-parallel"):
        table.settle("sequence", "shared", "sequence-parallel")
    elif "TP" in table.letters:
        table.settle("sequence", "whole", "no sequence-parallel")
    sharded = bool(table.get("use-distributed-optimizer"))
    table.settle("sharding", "zero1" if sharded else "none", "use-distributed-optimizer")
    overlap = bool(table.get("overlap-grad-reduce"))
    table.settle("overlap", "on" if overlap else "off", "overlap-grad-reduce")
    table.get("overlap-param-gather")
    granularity = table.get("recompute-granularity")
    if granularity is not None or table.get("recompute-activations"):
        kind = str(granularity or "selective")
        if kind not in ("full", "selective"):
            raise UnreadableRun(f"{table.name}: recompute-granularity", f"{kind!r} is not known")
        table.settle("recompute", kind, "recompute-granularity")
    table.ignore("recompute-method", "recompute-num-layers")
    per = table.number("num-layers-per-virtual-pipeline-stage")
    if per:
        chunks = table.letters.get("L", 0.0) / table.letters.get("p", 1.0) / per
        table.put("v", chunks, "num-layers-per-virtual-pipeline-stage")
        if chunks > 1:
            table.settle("schedule", "interleaved", "num-layers-per-virtual-pipeline-stage")


# --- DeepSpeed ----------------------------------------------------------------------


MARKS = (
    "zero_optimization",
    "train_batch_size",
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
)
DEEPSPEED_SILENT = (
    *("steps_per_print", "wall_clock_breakdown", "gradient_clipping", "prescale_gradients"),
    *("optimizer", "scheduler", "zero_allow_untested_optimizer", "communication_data_type"),
    *("tensorboard", "csv_monitor", "wandb", "flops_profiler", "dump_state"),
)
STAGES = {0: "none", 1: "zero1", 2: "zero2", 3: "zero3"}


def is_deepspeed(data: Mapping[str, Any]) -> bool:
    """Whether a table looks like one of DeepSpeed."""
    return any(mark in data for mark in MARKS)


def read_deepspeed(name: str, data: Mapping[str, Any]) -> Facts:
    """Batch, sharding and recomputation."""
    table = Table(name, {key: value for key, value in data.items() if value != "auto"})
    table.ignore(*DEEPSPEED_SILENT)
    table.count("B", "train_batch_size")
    table.count("b", "train_micro_batch_size_per_gpu")
    table.count("m", "gradient_accumulation_steps")
    table.count("n_acc", "gradient_accumulation_steps")
    zero = table.get("zero_optimization")
    if isinstance(zero, dict):
        stage = zero.get("stage", 0)
        if stage not in STAGES or isinstance(stage, bool):
            raise UnreadableRun(f"{name}: zero_optimization.stage", f"{stage!r} is not 0 to 3")
        table.settle("sharding", STAGES[stage], "zero_optimization.stage")
        for key in ("offload_optimizer", "offload_param"):
            where = zero.get(key)
            if isinstance(where, dict) and where.get("device", "none") != "none":
                raise UnreadableRun(f"{name}: zero_optimization.{key}", "no law covers offloading")
    both = [
        key
        for key in ("bf16", "fp16")
        if isinstance(part := table.get(key), dict) and part.get("enabled") is True
    ]
    if len(both) > 1:
        raise Contradiction(
            "two precisions are enabled", f"{name}: bf16.enabled", f"{name}: fp16.enabled"
        )
    table.precision = both[0] if both else ""
    if not both and ("bf16" in data or "fp16" in data):
        table.put("b_param", 4.0, "neither bf16 nor fp16 is enabled")
    if table.get("activation_checkpointing"):
        table.settle("recompute", "full", "activation_checkpointing")
    return table.facts("megatron-deepspeed")


# --- torchtitan ---------------------------------------------------------------------


SECTIONS = ("training", "parallelism", "activation_checkpoint")
TORCHTITAN_SILENT = (
    "job",
    "profiling",
    "metrics",
    "model",
    "optimizer",
    "lr_scheduler",
    "checkpoint",
)
SCHEDULES = {
    "1f1b": "1f1b",
    "gpipe": "gpipe",
    "interleaved1f1b": "interleaved",
    "interleavedzerobubble": "zb-h1",
    "zbvzerobubble": "zb-v",
}
PRECISIONS = ("bfloat16", "float16")
RECOMPUTE = {"none": "none", "full": "full", "selective": "operators"}


def read_torchtitan(name: str, data: Mapping[str, Any]) -> Facts:
    """Batch, layout, recomputation and schedule."""
    flat = {
        f"{section}.{key}": value
        for section, keys in data.items()
        if isinstance(keys, dict) and section not in TORCHTITAN_SILENT
        for key, value in keys.items()
    }
    if not any(section in data for section in SECTIONS):
        raise UnreadableRun(name, f"none of the sections {', '.join(SECTIONS)}")
    table = Table(name, {key: value for key, value in flat.items() if value != -1})
    # In units of the data-parallel rank; -1 stands for all that is left.
    table.seen.update(key for key, value in flat.items() if value == -1)
    table.count("b", "training.local_batch_size", "training.batch_size")
    table.count("B", "training.global_batch_size")
    table.count("s", "training.seq_len")
    _torchtitan_layout(table)
    _torchtitan_batch(table)
    mode = table.get("activation_checkpoint.mode")
    if mode is not None:
        if mode not in RECOMPUTE:
            raise UnreadableRun(f"{name}: activation_checkpoint.mode", f"{mode!r} is not known")
        table.settle("recompute", RECOMPUTE[mode], "activation_checkpoint.mode")
    _torchtitan_precision(table, data.get("model"))
    table.ignore("activation_checkpoint.selective_ac_option", "training.steps", "training.dataset")
    table.ignore("training.max_norm", "training.compile", "training.warmup_steps")
    return table.facts("torchtitan")


def _torchtitan_batch(table: Table) -> None:
    """Without a global batch there is no accumulation; a pipeline cuts the local batch up."""
    local = table.letters.get("b")
    if local is None:
        return
    pieces = 1.0
    if table.letters.get("p", 1.0) > 1:
        key = "parallelism.pipeline_parallel_microbatch_size"
        size = table.number(key) or 1.0
        table.put("b", size, key)
        pieces = local / size
    if "B" not in table.letters:
        table.put("n_acc", pieces, "training.local_batch_size")


def _torchtitan_precision(table: Table, model: object) -> None:
    """The format of the large products: a converter for FP8 beside a half precision."""
    word = table.get("training.mixed_precision_param")
    if word is not None and word not in PRECISIONS:
        raise UnreadableRun(
            f"{table.name}: training.mixed_precision_param",
            f"{word!r} is not known; {' or '.join(PRECISIONS)} is",
        )
    table.precision = str(word or "")
    converters = model.get("converters") if isinstance(model, dict) else None
    if isinstance(converters, list) and "float8" in converters:
        table.precision = "fp8"


def _torchtitan_layout(table: Table) -> None:
    section = "parallelism" if "parallelism" in str(list(table.data)) else "training"
    table.count("TP", f"{section}.tensor_parallel_degree")
    table.count("p", f"{section}.pipeline_parallel_degree")
    table.count("CP", f"{section}.context_parallel_degree")
    table.count("EP", f"{section}.expert_parallel_degree")
    shard = table.number(f"{section}.data_parallel_shard_degree")
    copies = table.number(f"{section}.data_parallel_replicate_degree") or 1.0
    if shard is not None:
        key = f"{section}.data_parallel_shard_degree"
        table.put("N_dp", shard * copies, key)
        if shard == 1:
            table.settle("sharding", "none", key)
        elif copies > 1:
            table.settle("sharding", "hybrid", key)
            table.put("n_shard", shard, key)
    schedule = table.get(f"{section}.pipeline_parallel_schedule")
    if schedule is not None:
        word = str(schedule).lower()
        if word not in SCHEDULES:
            raise UnreadableRun(f"{table.name}: pipeline_parallel_schedule", f"{schedule!r}")
        table.settle("schedule", SCHEDULES[word], f"{section}.pipeline_parallel_schedule")
