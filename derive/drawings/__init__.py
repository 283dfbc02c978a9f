"""Drawings of an estimate: pure functions that return SVG."""

from .charts import memory_stack as memory_stack
from .charts import pipeline_timeline as pipeline_timeline
from .charts import roofline as roofline
from .charts import time_parts as time_parts
