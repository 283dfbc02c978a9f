"""The registry: a knowledge package, loaded, looked up and cross-referenced."""

from derive.names import ascii_name, guesses, slug

from .loading import load
from .registry import Area, Registry, Subject, chosen
from .shelves import place
