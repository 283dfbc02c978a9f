"""Drawings of an estimate: pure functions that return SVG."""

from .charts import memory_stack, pipeline_timeline, roofline, time_parts
