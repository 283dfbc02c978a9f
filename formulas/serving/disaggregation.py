"""Disaggregation: prefill and decode servers, rollout and training GPUs."""

from sympy import Eq, Max

from derive.records import Case, Variants, derives, formula

from ..sources import AREAL, HF_BLOG, SCALING_BOOK, VERL
from ..symbols.parallelism import N_gpu
from ..symbols.rollouts import (
    N_learn,
    N_roll,
    R_learn,
    R_roll,
    T_iter,
    T_learn,
    T_roll,
    n_batch_tok,
)
from ..symbols.serving import R_dec, T_dec, n_dec, n_out, x_pd
from ..symbols.utilization import T_prefill
from .decoding import decoding_throughput

ASYNC = AREAL.at("section 3, asynchronous system", opened=True)
ROLLOUTS = HF_BLOG.at("async-rl-training-landscape.md, section 1.3", opened=True)


@formula(
    source=SCALING_BOOK.at("applied-inference.md, prefill and generate servers", opened=True),
    holds_when=lambda: [n_out > 1],
    leaves_out="transfer of the KV cache, requests of unequal length, waiting",
    also_called=("prefill-decode disaggregation", "P:D ratio", "PD ratio", "xPyD"),
)
def prefill_decode_ratio():
    """Prefill servers per decode server (disaggregated serving).

    Both kinds are busy if prompts are read as fast as answers are finished. Prefill
    yields the first token, so a decode server finishes its batch one step earlier than
    an answer has tokens; guides that take a step for each token count one too many.
    """
    return Eq(x_pd, T_prefill * n_dec / ((n_out - 1) * T_dec))


@formula(
    source=ROLLOUTS,
    status="definition",
    leaves_out="answers of unequal length: the longest ends when all others have",
    also_called=("generation time", "rollout generation time", "RL generation time"),
)
def rollout_time():
    """RL rollout (generation) time of a batch.

    Tokens of the batch over what all generating GPUs produce per second.
    """
    return Eq(T_roll, n_batch_tok / (N_roll * R_roll))


@formula(
    source=ASYNC,
    leaves_out="transfer of weights, answers of unequal length, staleness, prompts and answers "
    "that only one side counts",
    also_called=("rollout training balance", "RL GPU split", "generation training ratio"),
)
def rollout_gpus():
    """RL GPU split: GPUs for rollouts, so that neither side waits.

    Every token that is generated is trained on once. The slower a GPU generates
    compared with how it trains, the more of them generate.
    """
    return Eq(N_roll, N_gpu * R_learn / (R_roll + R_learn))


@formula(
    source=VERL.at("docs/advance/one_step_off.md, dynamic resource tuning", opened=True),
    leaves_out="transfer of weights, answers of unequal length, staleness",
    also_called=(
        "rollout share of GPUs",
        "rollout to training GPU ratio",
        "RL resource allocation",
    ),
)
def rollout_gpus_from_times():
    """RL: GPUs that generate rollouts, from the two times of a synchronous run.

    Where all GPUs first generate for `T_roll` and then train for `T_learn`, each side
    gets GPUs in proportion to its time; both then take equally long.
    """
    return Eq(N_roll, N_gpu * T_roll / (T_roll + T_learn))


@formula(
    source=ASYNC,
    leaves_out="transfer of weights, answers of unequal length",
    also_called=("asynchronous RL step time", "off-policy RL iteration time"),
)
def asynchronous_iteration_time():
    """RL iteration time, asynchronous: the longer of rollout and training.

    Some GPUs generate the next batch while others train on the last one.
    """
    return Eq(T_iter, Max(n_batch_tok / (N_roll * R_roll), n_batch_tok / (N_learn * R_learn)))


@formula(
    source=ASYNC,
    leaves_out="switching between the two, answers of unequal length",
    also_called=(
        "synchronous RL step time",
        "GRPO step time",
        "PPO step time",
        "colocated RL iteration time",
    ),
)
def synchronous_iteration_time():
    """RL iteration time, synchronous: rollout, then training, on all GPUs.

    At constant throughput per GPU it equals the asynchronous time at the best
    split; what asynchrony saves is the waiting for the longest answer.
    """
    return Eq(T_iter, n_batch_tok / (N_gpu * R_roll) + n_batch_tok / (N_gpu * R_learn))


@derives(prefill_decode_ratio)
def as_fast_in_as_out(page):
    """Let as many requests come in as go out."""
    page.start(
        Eq(x_pd / T_prefill, R_dec / (n_out - 1)),
        "prompts read, and answers finished, per second",
    )
    page.put(decoding_throughput, "one token for each sequence in each step")
    page.solve_for(x_pd, "servers that read, for one that writes")


@derives(rollout_gpus)
def both_take_equally_long(page):
    """Let both sides take equally long."""
    page.start(
        Eq(n_batch_tok / (N_roll * R_roll), n_batch_tok / (N_learn * R_learn)),
        "generating a batch takes as long as training on it",
    )
    page.put(Eq(N_learn, N_gpu - N_roll), "all other GPUs train")
    page.solve_for(N_roll, "the GPUs that generate")


@derives(rollout_gpus_from_times)
def throughput_from_times(page):
    """Read both throughputs off the synchronous run."""
    page.start(rollout_gpus, "neither side waits")
    page.put(Eq(R_roll, n_batch_tok / (N_gpu * T_roll)), "all GPUs generate the batch first")
    page.put(Eq(R_learn, n_batch_tok / (N_gpu * T_learn)), "then all of them train on it")


@derives(asynchronous_iteration_time)
def longer_of_two(page):
    """Take the longer."""
    page.start(Eq(T_iter, Max(T_roll, T_learn)), "the two run at the same time")
    page.put(rollout_time, "tokens over throughput")
    page.put(Eq(T_learn, n_batch_tok / (N_learn * R_learn)), "tokens over throughput")


@derives(synchronous_iteration_time)
def one_after_the_other(page):
    """Add the two."""
    page.start(Eq(T_iter, T_roll + T_learn), "one after the other, on all GPUs")
    page.put(rollout_time.with_(N_roll=N_gpu), "tokens over throughput")
    page.put(Eq(T_learn, n_batch_tok / (N_gpu * R_learn)), "tokens over throughput")


iterations = Variants(
    "rl-iteration-times",
    "RL iteration time, by whether rollout and training overlap",
    {
        asynchronous_iteration_time: "asynchronous, on separate GPUs",
        synchronous_iteration_time: "synchronous, on all GPUs in turn",
    },
)

# verl, Qwen2.5-Math-7B on H20: seconds of generation, of log-probabilities and of the update on
# all GPUs in turn, and how many GPUs generate in the asynchronous run.
COLOCATED = ((32, "357.41", "107.71", "269.80", 16), (128, "177.85", "53.92", "113.81", 64))

published = [
    *(
        Case(
            rollout_gpus_from_times,
            {
                N_gpu: gpus,
                T_roll: f"{generation} s",
                T_learn: f"{float(log_probability) + float(update):.2f} s",
            },
            gives=str(split),
            within="3 %",
            source=VERL.at("docs/advance/fully_async.md, 7B model, colocate sync", opened=True),
            note="the asynchronous run beside it has this split, chosen by hand; of 64 GPUs it has "
            "32, where the times give 27",
        )
        for gpus, generation, log_probability, update, split in COLOCATED
    ),
    *(
        Case(
            rollout_time,
            {n_batch_tok: tokens, N_roll: gpus, R_roll: rate},
            gives=printed,
            within=within,
            source=ROLLOUTS,
            note="512 rollouts on H100; tokens and throughput as the table rounds them",
        )
        for tokens, gpus, rate, printed, within in (
            ("1e6", 1, "6000 token/s", "3 min", ""),
            ("4e6", 1, "6000 token/s", "11 min", ""),
            ("16e6", 1, "6000 token/s", "45 min", "2 %"),
            ("1e6", 1, "1200 token/s", "14 min", ""),
            ("4e6", 1, "1200 token/s", "56 min", ""),
            ("16e6", 1, "1200 token/s", "3.7 hour", ""),
            ("16e6", 8, "1200 token/s", "28 min", ""),
        )
    ),
    Case(
        prefill_decode_ratio,
        {T_prefill: "0.91 second", n_dec: 32, n_out: 512, T_dec: "0.019 second"},
        gives="3",
        source=SCALING_BOOK.at("applied-inference.md, prefill and generate servers", opened=True),
    ),
]
