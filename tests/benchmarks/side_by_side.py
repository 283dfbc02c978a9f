"""Other estimators on the same published rows: ``python tests/benchmarks/side_by_side.py FILE``.

Runs whichever of llm-analysis, mlsysim, Calculon and SimuMax can be imported, on the rows
whose layout they can express, and prints for each the rows, the median error of the step
time and its bias, with ours on the same rows beside it. Says which are absent.

They are taken as they come: llm-analysis with half of the peak and mlsysim with its
default of half of the peak, since neither measures a share; Calculon and SimuMax with the
system files of their repositories (``--calculon-systems``, ``--simumax-systems``), which
their packages do not contain. Nothing is fitted to the rows for any of them here; our own
shares were, so their errors without the rows' own group are printed, too.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import logging
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measured_rows import Unreadable, run_of
from measured_runs import SENSIBLE, Row, read

from derive.errors import DeriveError
from derive.runs import Run
from derive.runs.facts import kind_of

HALF = 0.5
HALF_PRECISIONS = ("bf16", "fp16")
CALCULON_FILES = {"a100": "a100_80g.json", "h100": "h100_80g_nvl8.json"}
CALCULON_RECOMPUTE = {"none": "none", "selective": "attn_only", "full": "full"}
MLSYSIM_NODES = {
    "a100": ("A100", 600, 200),
    "h100": ("H100", 900, 400),
    "b200": ("B200", 1800, 400),
}
LLM_ANALYSIS_GPUS = {"a100": "a100-sxm-80gb", "h100": "h100-sxm-80gb"}
RAISED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What the tools raise at a run they do not take; none documents it."""
SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
SIMUMAX_FILES = {"b200": "b200_bf16_ceperm.json"}


class Inexpressible(Exception):
    """A run that a tool has no words for."""


@dataclass(frozen=True)
class Asked:
    """One run in plain letters: what every tool is asked."""

    run: Run
    letters: Mapping[str, float]
    gpu: str

    def __getitem__(self, letter: str) -> int:
        return round(self.letters[letter])

    def choice(self, name: str) -> str:
        """What the run chose."""
        return str(self.run.choices[name])


def require(holds: object, says: str) -> None:
    """Refuse a run that a tool cannot express."""
    if not holds:
        raise Inexpressible(says)


def plain(asked: Asked) -> None:
    """What none of the three general tools has: experts, split contexts, fewer than 16 bits."""
    require(asked.choice("layers") == "dense", "experts")
    require(asked["CP"] == 1, "context parallelism")
    require(kind_of(asked.run.precision) in HALF_PRECISIONS, "8-bit products")


def calculon(systems: Path) -> Callable[[Asked], float]:
    """Calculon, https://github.com/calculon-ai/calculon."""
    from calculon.llm import Llm
    from calculon.system import System

    quiet = logging.getLogger("side by side")
    quiet.setLevel(logging.CRITICAL)

    def step(asked: Asked) -> float:
        plain(asked)
        require(asked.gpu in CALCULON_FILES, "accelerator")
        require(asked.choice("network") == "plain", "gated network")
        require(asked["g"] == asked["a"], "grouped heads")
        require(asked.choice("sharding") in ("none", "zero1"), "sharded parameters")
        require(asked.choice("schedule") in ("1f1b", "interleaved"), "schedule")
        require(asked.choice("recompute") in CALCULON_RECOMPUTE, "recomputation")
        file = systems / CALCULON_FILES[asked.gpu]
        system = json.loads(file.read_text(encoding="utf-8"))
        model = {
            "hidden": asked["h"],
            "feedforward": asked["d_ffn"],
            "seq_size": asked["s"],
            "attn_heads": asked["a"],
            "attn_size": asked["d_head"],
            "num_blocks": asked["L"],
        }
        shared = asked.choice("sequence") == "shared" and asked["TP"] > 1
        execution = {
            "num_procs": asked["N_gpu"],
            "tensor_par": asked["TP"],
            "pipeline_par": asked["p"],
            "data_par": asked["N_dp"],
            "tensor_par_net": 0 if asked["TP"] <= 8 else 1,
            "pipeline_par_net": 0 if asked["N_gpu"] <= 8 else 1,
            "data_par_net": 0 if asked["N_gpu"] <= 8 else 1,
            "batch_size": asked["B"],
            "microbatch_size": asked["b"],
            "datatype": "float16",
            "fused_activation": True,
            "attention_type": "multihead",
            "activation_recompute": CALCULON_RECOMPUTE[asked.choice("recompute")],
            "pipeline_interleaving": asked["v"],
            "optimizer_sharding": asked.choice("sharding") == "zero1",
            "tensor_par_comm_type": "rs_ag" if shared else "ar",
            "tensor_par_overlap": "none",
            "seq_par_ag_redo": shared,
            "data_par_overlap": asked.choice("overlap") == "on",
            "weight_offload": False,
            "activations_offload": False,
            "optimizer_offload": False,
            "training": True,
        }
        found = Llm(Llm.Application(model), quiet)
        try:
            found.compile(System(system), Llm.Execution.from_json(execution))
            found.run(System(system))
        except Llm.Error as wrong:
            raise Inexpressible(f"Calculon: {str(wrong)[:60]}") from wrong
        return float(found.get_total_time())

    return step


def llm_analysis() -> Callable[[Asked], float]:
    """llm-analysis, https://github.com/cli99/llm-analysis."""
    from llm_analysis.analysis import ActivationRecomputation, DSZeRO, LLMAnalysis
    from llm_analysis.config import (
        ModelConfig,
        ParallelismConfig,
        get_dtype_config_by_name,
        get_gpu_config_by_name,
    )

    logging.disable(logging.CRITICAL)
    kept = {
        "none": ActivationRecomputation.NONE,
        "selective": ActivationRecomputation.SELECTIVE,
        "full": ActivationRecomputation.FULL,
    }
    stages = {
        "none": DSZeRO.NONE,
        "zero1": DSZeRO.STAGE_1,
        "zero2": DSZeRO.STAGE_2,
        "zero3": DSZeRO.STAGE_3,
    }

    def step(asked: Asked) -> float:
        plain(asked)
        require(asked.gpu in LLM_ANALYSIS_GPUS, "accelerator")
        require(asked.choice("recompute") in kept, "recomputation")
        require(asked["d_ffn"] % asked["h"] == 0, "a network that is no multiple of the width")
        model = ModelConfig(
            name="asked",
            num_layers=asked["L"],
            n_head=asked["a"],
            hidden_dim=asked["h"],
            vocab_size=asked["V"],
            max_seq_len=asked["s"],
            num_key_value_heads=asked["g"],
            ffn_embed_dim=asked["d_ffn"],
        )
        shared = asked.choice("sequence") == "shared"
        analysis = LLMAnalysis(
            model,
            get_gpu_config_by_name(LLM_ANALYSIS_GPUS[asked.gpu]),
            get_dtype_config_by_name("w16a16e16"),
            ParallelismConfig(
                tp_size=asked["TP"],
                pp_size=asked["p"],
                dp_size=asked["N_dp"],
                sp_size=asked["TP"] if shared else 1,
            ),
            flops_efficiency=HALF,
        )
        found = analysis.training(
            batch_size_per_gpu=asked["b"],
            global_batch_size=asked["B"],
            seq_len=asked["s"],
            total_num_tokens=10**12,
            activation_recomputation=kept[asked.choice("recompute")],
            ds_zero=stages[asked.choice("sharding")],
            mlp_gated_linear_units=asked.choice("network") == "gated",
        )
        return float(found["latency_per_iter"])

    return step


def mlsysim() -> Callable[[Asked], float]:
    """mlsysim, of the book Machine Learning Systems."""
    from mlsysim import Hardware, ureg
    from mlsysim.models.types import TransformerWorkload
    from mlsysim.solvers import DistributedModel
    from mlsysim.systems.types import Fleet, NetworkFabric, Node

    gigabyte, gigabit = ureg("1 GB/s"), ureg("1 gigabit/s")
    chips = {
        name: next(h for h in Hardware.list() if h.name == f"NVIDIA {chip}")
        for name, (chip, _, _) in MLSYSIM_NODES.items()
    }

    def step(asked: Asked) -> float:
        plain(asked)
        require(asked.gpu in MLSYSIM_NODES, "accelerator")
        _, inside, outside = MLSYSIM_NODES[asked.gpu]
        size = min(8, asked["N_gpu"])
        model = TransformerWorkload(
            name="asked",
            architecture="Transformer",
            parameters=asked.letters["Psi"] * ureg.count,
            layers=asked["L"],
            hidden_dim=asked["h"],
            heads=asked["a"],
            kv_heads=asked["g"],
            vocab_size=asked["V"],
        )
        node = Node(
            name="asked",
            accelerator=chips[asked.gpu],
            accelerators_per_node=size,
            intra_node_bw=inside * gigabyte,
            nics_per_node=size,
        )
        fabric = NetworkFabric(name="asked", bandwidth=outside * gigabit)
        stage = asked.choice("sharding")
        found = DistributedModel().solve(
            model,
            Fleet(name="asked", node=node, count=asked["N_gpu"] // size, fabric=fabric),
            batch_size=asked["B"],
            tp_size=asked["TP"],
            pp_size=asked["p"],
            v_stages=asked["v"],
            microbatch_count=asked["m"],
            zero_stage=int(stage[-1]) if stage.startswith("zero") else 0,
            activation_recomputation=asked.choice("recompute") == "full",
            overlap_comm=asked.choice("overlap") == "on",
            seq_len=asked["s"],
        )
        return float(found.step_latency_total.m_as("second"))

    return step


def simumax(systems: Path) -> Callable[[Asked], float]:
    """SimuMax, https://github.com/MooreThreads/SimuMax."""
    from simumax.core.config import ModelConfig, StrategyConfig, SystemConfig
    from simumax.core.perf_llm import PerfLLM

    def step(asked: Asked) -> float:
        require(asked.gpu in SIMUMAX_FILES, "accelerator")
        require(asked.choice("layers") == "dense", "experts")
        require(kind_of(asked.run.precision) == "bf16", "precision")
        require(asked.choice("sharding") in ("none", "zero1"), "sharding")
        require(asked.choice("recompute") == "none", "recomputation")
        model = ModelConfig.init_from_dict(
            {
                "model_type": "dense",
                "model_name": "asked",
                "hidden_size": asked["h"],
                "head_num": asked["a"],
                "kv_head_num": asked["g"],
                "head_size": asked["d_head"],
                "intermediate_size": asked["d_ffn"],
                "layer_num": asked["L"],
                "vocab_size": asked["V"],
                "use_swiglu": asked.choice("network") == "gated",
            }
        )
        strategy = StrategyConfig.init_from_dict(
            {
                "seq_len": asked["s"],
                "micro_batch_size": asked["b"],
                "micro_batch_num": asked["m"],
                "world_size": asked["N_gpu"],
                "tp_size": asked["TP"],
                "cp_size": asked["CP"],
                "pp_size": asked["p"],
                "interleaving_size": asked["v"],
                "pp_comm_async": asked["v"] == 1,  # its time of interleaved stages knows no other
                "enable_sequence_parallel": asked.choice("sequence") == "shared",
                "zero_state": 1 if asked.choice("sharding") == "zero1" else 0,
                "enable_recompute": False,
            }
        )
        found = PerfLLM()
        found.configure(
            strategy_config=strategy,
            model_config=model,
            system_config=SystemConfig.init_from_config_file(
                str(systems / SIMUMAX_FILES[asked.gpu])
            ),
        )
        found.run_estimate()
        printed = str(found.analysis_cost().data["duration_time_per_iter"])
        amount, _, unit = printed.partition(" ")
        return float(amount) * SECONDS[unit]

    return step


def tools(options: argparse.Namespace) -> Iterator[tuple[str, Callable[[Asked], float] | str]]:
    """The tools that can run, and why the others cannot."""
    known: tuple[tuple[str, Callable[..., Callable[[Asked], float]], tuple[Path | None, ...]], ...]
    known = (
        ("llm_analysis", llm_analysis, ()),
        ("mlsysim", mlsysim, ()),
        ("calculon", calculon, (options.calculon_systems,)),
        ("simumax", simumax, (options.simumax_systems,)),
    )
    for name, opened, files in known:
        if options.tool and name not in options.tool:
            continue
        if importlib.util.find_spec(name) is None:
            yield name, "cannot be imported"
        elif None in files:
            yield name, f"needs --{name}-systems"
        else:
            try:
                yield name, opened(*files)
            except ImportError as wrong:
                yield name, str(wrong)


def asked_of(row: Mapping[str, Any]) -> Asked:
    """A row as a question."""
    run = run_of(row)
    estimate = run.estimate()
    names = "L h a g d_head d_ffn V s B b m N_gpu TP p v CP N_dp Psi".split()
    letters = {name: float(estimate[name]) for name in names}
    gpu = (row["hardware"].get("gpu") or "").lower().partition("-")[0]
    return Asked(run, letters, gpu)


def main() -> None:
    """Ask every tool about every row, and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tool", action="append", help="ask this one alone")
    parser.add_argument("--calculon-systems", type=Path)
    parser.add_argument("--simumax-systems", type=Path)
    options = parser.parse_args()
    rows: list[tuple[Row, Asked]] = []
    for row in json.loads(options.file.read_text(encoding="utf-8")):
        if row.get("outcome", "ok") == "ok":
            with contextlib.suppress(
                Unreadable, DeriveError, KeyError, TypeError, ZeroDivisionError
            ):
                known = read(row)
                if known.time and known.utilization >= SENSIBLE:
                    rows.append((known, asked_of(row)))
    for name, step in tools(options):
        print(f"\n{name}" if callable(step) else f"\n{name}: absent, {step}")
        if callable(step):
            compare(rows, step)


def compare(rows: list[tuple[Row, Asked]], step: Callable[[Asked], float]) -> None:
    """One line for each group, and one for all rows that the tool can express."""
    found: dict[str, list[tuple[float, Row]]] = defaultdict(list)
    refused: Counter[str] = Counter()
    for row, asked in rows:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                time = step(asked)
        except Inexpressible as why:
            refused[str(why)] += 1
        except RAISED as wrong:
            refused[f"{type(wrong).__name__}: {str(wrong)[:50]}"] += 1
        else:
            found[row.group].append((time, row))
    print(f"  {'group':18} rows  median error, bias    ours  without the group")
    every = [pair for pairs in found.values() for pair in pairs]
    for group, pairs in [*sorted(found.items()), *([("all", every)] if every else [])]:
        measured = [(time, row, row.time) for time, row in pairs if row.time]
        theirs = [time / said[0] - 1 for time, _, said in measured]
        ours = [said[1] / said[0] - 1 for *_, said in measured]
        without = [row.left_out / said[0] - 1 for _, row, said in measured if row.left_out]
        print(
            f"  {group:18} {len(pairs):4}  {_size(theirs)} {statistics.median(theirs):+10.1%}"
            f"  {_size(ours)}  {_size(without)}"
        )
    for why, count in refused.most_common():
        print(f"  {count:4} not asked: {why}")


def _size(errors: list[float]) -> str:
    return f"{statistics.median(map(abs, errors)):10.1%}" if errors else f"{'-':>10}"


if __name__ == "__main__":
    main()
