"""The registry: a knowledge package, loaded, looked up and cross-referenced."""

from derive.names import guesses, slug

from .loading import load
from .registry import Registry, Subject, chosen
