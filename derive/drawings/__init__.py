"""Drawings of an estimate: pure functions that return SVG."""

from .charts import memory_stack, roofline, time_parts
from .schedule import pipeline_timeline

__all__ = ["memory_stack", "pipeline_timeline", "roofline", "time_parts"]
