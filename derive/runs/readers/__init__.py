"""Readers of the files that describe runs: data, of which nothing is executed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from derive.errors import UnreadableRun

from ..facts import Facts
from . import huggingface
from .frameworks import is_deepspeed, read_deepspeed, read_megatron, read_torchtitan

MOST_BYTES = 4 * 1024 * 1024


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
        return huggingface.read(name, data)
    if is_deepspeed(data):
        return read_deepspeed(name, data)
    raise UnreadableRun(name, "neither a model's config.json nor a configuration of DeepSpeed")
