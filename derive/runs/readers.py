"""Readers of the files that describe runs, a model's ``config.json`` of Hugging Face among them.

All are data, of which nothing is executed. Key names are those of the configuration classes of
Transformers; families that name a thing differently are told apart by their keys, not by their
names.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from derive.errors import UnknownName, UnreadableRun
from derive.names import guesses

from .facts import ASSUMED, Facts
from .frameworks import Table, is_deepspeed, read_deepspeed, read_megatron, read_torchtitan

MOST_BYTES = 4 * 1024 * 1024

PLAIN = frozenset(
    "gpt2 gpt_neox bloom opt gptj falcon mpt gpt_bigcode starcoder2 phi nemotron".split()
)
"""Families whose feed-forward network has two matrices."""

GATED = frozenset(
    "llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe gemma gemma2 gemma3 gemma3_text "
    "deepseek_v2 deepseek_v3 gpt_oss phi3 olmo olmo2 cohere cohere2".split()
)
GATES = frozenset({"silu", "swiglu", "swish"})
"""Activations that only gated networks have: by them an unknown family is read, too."""
TIED = frozenset("gpt2 bloom gemma gemma2 gemma3 gemma3_text mpt opt falcon gpt_bigcode".split())
"""Families that have one table where the file is silent."""
SOFTMAX = frozenset({"full_attention", "sliding_attention", "chunked_attention"})

# What the configuration class of a family has where a file is silent: Gemma's files often are.
GEMMA = {"head_dim": 256, "vocab_size": 256_000}
GEMMA_3 = {
    "head_dim": 256,
    "vocab_size": 262_208,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
}
SILENT_MEANS = {"gemma": GEMMA, "gemma2": GEMMA, "gemma3": GEMMA_3, "gemma3_text": GEMMA_3}

VECTORS = {
    "gpt2": {"n_vec": 13.0, "n_fin": 2.0, "n_pos": 1.0},
    "opt": {"n_vec": 13.0, "n_fin": 2.0, "n_pos": 1.0},
    "gpt_neox": {"n_vec": 13.0, "n_fin": 2.0, "n_pos": 0.0},
}
"""Biases, norms and learned positions of families that have all of them, in hidden vectors."""

NESTED = ("text_config", "llm_config", "language_config")
"""Where a model that also sees or hears keeps its language model."""
STATEFUL = ("mamba", "ssm", "attn_layer_period", "linear_", "rwkv", "state_size", "lru_width")
"""How keys begin of layers that keep a state in place of attention scores."""

DTYPES = ("bfloat16", "float16", "float32", "float64", "float8_e4m3fn", "float8_e5m2", "auto")
"""Formats of stored weights, by the names that PyTorch has for them."""

SILENT = frozenset(
    "architectures model_type transformers_version use_cache bos_token_id "
    "eos_token_id pad_token_id initializer_range auto_map name rms_norm_eps layer_norm_eps "
    "layer_norm_epsilon rope_theta rope_scaling hidden_act activation_function "
    "hidden_activation pretraining_tp mlp_bias attention_bias attention_dropout "
    "max_window_layers router_aux_loss_coef output_router_logits norm_topk_prob scoring_func "
    "topk_method aux_loss_alpha n_group topk_group routed_scaling_factor seq_aux rotary_pct "
    "rope_local_base_freq rotary_emb_base use_parallel_residual classifier_dropout "
    "hidden_dropout attn_pdrop embd_pdrop resid_pdrop summary_type summary_use_proj "
    "task_specific_params summary_activation summary_first_dropout summary_proj_to_labels "
    "vocab_size_padded ep_size quantization_config initializer_factor swiglu_limit "
    "use_sliding_window query_pre_attn_scalar attn_logit_softcapping final_logit_softcapping "
    "router_jitter_noise experts_per_token initial_context_length bos_token eos_token".split()
)


def read_model(name: str, data: Mapping[str, Any]) -> Facts:
    """The shape of a model; raises ``UnreadableRun`` where a key is missing or odd."""
    inner = (data.get(key) for key in NESTED)
    config = next(
        (section for section in inner if isinstance(section, dict) and "hidden_size" in section),
        data,
    )
    table = Table(name, {**SILENT_MEANS.get(str(config.get("model_type")), {}), **config})
    table.ignore(*SILENT)
    _stateless(table)
    _shape(table)
    _attention(table)
    _network(table)
    _experts(table)
    _stored(table)
    _positions(table)
    return table.facts()


def _stateless(table: Table) -> None:
    """Refuse layers that no law here covers, rather than count them as attention."""
    keys = [key for key in table.data if key.startswith(STATEFUL) and table.data[key] is not None]
    if keys:
        raise UnreadableRun(f"{table.name}: {keys[0]}", "no law here covers layers with a state")


def _stored(table: Table) -> None:
    """The format of the stored weights says nothing of a run, but a slip in it is told."""
    word = table.get("dtype", "torch_dtype")
    if word is None or word in DTYPES:
        return
    near = guesses(str(word), DTYPES) or DTYPES
    raise UnknownName("dtype", str(word), near, table.name)


def _shape(table: Table) -> None:
    table.count("L", "num_hidden_layers", "n_layer", "n_layers", "num_layers")
    table.count("h", "hidden_size", "n_embd", "d_model")
    table.count("a", "num_attention_heads", "n_head", "n_heads")
    table.count("V", "vocab_size")
    shape = {"L": "layers", "h": "hidden size", "a": "heads", "V": "vocabulary"}
    for letter, what in shape.items():
        if letter not in table.letters:
            raise UnreadableRun(table.name, f"no key for the {what}")
    kind = str(table.data.get("model_type", ""))
    tied = table.get("tie_word_embeddings")
    # What a file leaves out is as the configuration class of its family has it.
    silent = kind in TIED
    table.put("n_emb", 1.0 if (silent if tied is None else tied) else 2.0, "tie_word_embeddings")


def _positions(table: Table) -> None:
    """Biases, norms and positions; a table of positions says which length is usual."""
    kind = str(table.data.get("model_type", ""))
    longest = table.number("n_positions", "max_position_embeddings", "n_ctx", "seq_length")
    for letter, count in VECTORS.get(kind, {}).items():
        table.put(letter, count, "model_type")
    if kind in VECTORS and longest:
        table.letters["s"] = longest
        table.places["s"] = f"{ASSUMED}, the positions that {table.name} has"


def _attention(table: Table) -> None:
    h, a = table.letters["h"], table.letters["a"]
    kinds = table.get("layer_types")
    other = sorted(set(map(str, kinds)) - SOFTMAX) if isinstance(kinds, list) else []
    if other:
        raise UnreadableRun(f"{table.name}: layer_types", f"no law here covers {', '.join(other)}")
    table.count("g", "num_key_value_heads", "num_kv_heads")
    if table.get("multi_query") is True and "g" not in table.letters:
        table.put("g", 1.0, "multi_query")
    table.count("d_head", "head_dim")
    if "g" not in table.letters:
        table.put("g", a, "num_attention_heads")
    if table.get("kv_lora_rank") is None:
        table.settle("attention", "grouped", "num_attention_heads")
        if "d_head" not in table.letters:
            if h % a:
                why = f"{h:g} cannot be cut into {a:g} heads, and no key gives the size of one"
                raise UnreadableRun(f"{table.name}: hidden_size", why)
            table.put("d_head", h // a, "hidden_size over num_attention_heads")
        table.ignore("q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")
        return
    table.settle("attention", "latent", "kv_lora_rank")
    table.count("r_kv", "kv_lora_rank")
    if table.get("q_lora_rank") is None:
        why = "no law here covers latent attention whose queries are not compressed"
        raise UnreadableRun(f"{table.name}: q_lora_rank", why)
    table.count("r_q", "q_lora_rank")
    table.count("d_nope", "qk_nope_head_dim")
    table.count("d_rope", "qk_rope_head_dim")
    table.count("d_v", "v_head_dim")
    missing = {"d_nope", "d_rope", "d_v"} - table.letters.keys()
    if missing:
        raise UnreadableRun(table.name, f"latent attention without {', '.join(sorted(missing))}")
    table.put("d_head", table.letters["d_nope"], "qk_nope_head_dim")


def _network(table: Table) -> None:
    kind, act = str(table.data.get("model_type", "")), table.get("hidden_act")
    is_gated = kind in GATED or (kind not in PLAIN and (not kind or act in GATES))
    if not is_gated and kind not in PLAIN:
        near = guesses(kind, PLAIN | GATED)
        raise UnknownName("family of models (model_type)", kind, near, table.name)
    table.settle("network", "gated" if is_gated else "plain", "model_type")
    table.count("d_ffn", "intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim")
    if "d_ffn" not in table.letters:
        table.put("d_ffn", 4 * table.letters["h"], "four times the hidden size")


def _experts(table: Table) -> None:
    table.count("E", "num_local_experts", "num_experts", "n_routed_experts")
    if "E" not in table.letters or table.letters["E"] == 1:
        table.letters.pop("E", None)
        table.settle("layers", "dense", "no experts")
        return
    table.settle("layers", "experts", "num_experts")
    table.count("k", "num_experts_per_tok", "experts_per_token")
    if "k" not in table.letters:
        raise UnreadableRun(table.name, "experts, and no key for how many a token chooses")
    width = table.number("moe_intermediate_size") or table.letters["d_ffn"]
    table.put("d_exp", width, "moe_intermediate_size")
    together = table.number("shared_expert_intermediate_size")
    shared = table.number("n_shared_experts") or (together or 0.0) / width
    table.put("E_sh", shared, "n_shared_experts")
    layers = table.letters["L"]
    first = table.number("first_k_dense_replace") or 0.0
    spacing = table.number("decoder_sparse_step", "moe_layer_freq") or 1.0
    only = table.get("mlp_only_layers") or []
    dense = len(only) if isinstance(only, list) else 0
    table.put("L_moe", (layers - first) // spacing - dense, "layers with experts")


def read_file(file: Path) -> Facts:
    """What a file says of a run; its content tells which of the known kinds it is."""
    if file.is_dir():  # a checkpoint
        file /= "config.json"
    try:
        if file.stat().st_size > MOST_BYTES:
            raise UnreadableRun(str(file), f"larger than {MOST_BYTES:,} bytes")
        text = file.read_text(encoding="utf-8")
    except OSError as wrong:
        raise UnreadableRun(str(file), (wrong.strerror or "unreadable").lower()) from None
    except UnicodeDecodeError:
        raise UnreadableRun(str(file), "it is no text in UTF-8") from None
    try:
        if file.suffix == ".toml":
            return read_torchtitan(file.name, tomllib.loads(text))
        if file.suffix == ".json":
            return _json(file.name, json.loads(text))
    except (ValueError, RecursionError) as wrong:
        kind = file.suffix[1:].upper()
        raise UnreadableRun(str(file), f"it is no {kind}: {wrong}") from None
    return read_megatron(file.name, text)


def _json(name: str, data: object) -> Facts:
    if not isinstance(data, dict):
        raise UnreadableRun(name, "not a table of keys and values")
    if "model_type" in data or "architectures" in data:
        return read_model(name, data)
    if is_deepspeed(data):
        return read_deepspeed(name, data)
    raise UnreadableRun(name, "neither a model's config.json nor a configuration of DeepSpeed")
