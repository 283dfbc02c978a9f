"""The registry: a knowledge package, loaded, looked up and cross-referenced."""

from .loading import load
from .names import ascii_name, chosen, guesses, slug
from .registry import Registry, Subject
from .shelves import place

__all__ = ["Registry", "Subject", "ascii_name", "chosen", "guesses", "load", "place", "slug"]
