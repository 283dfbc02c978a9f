"""The registry: a knowledge package, loaded, looked up and cross-referenced."""

from derive.names import guesses as guesses
from derive.names import slug as slug

from .loading import load as load
from .registry import Registry as Registry
from .registry import Subject as Subject
from .registry import chosen as chosen
