"""What all errors share: facts by annotation, kept as attributes and in ``args``."""

from __future__ import annotations

import copyreg

from ..frozen import dataclass_transform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar


@dataclass_transform()
class DeriveError(Exception):
    """Root of every error that this package raises on purpose."""

    if TYPE_CHECKING:
        _facts: ClassVar[tuple[str, ...]]
    else:
        _facts = ()

        def __init__(self, *facts, **named):  # noqa: ANN002, ANN003, ANN204  typed by annotation
            given = dict(zip(self._facts, facts, strict=False)) | named
            for name, fact in given.items():
                setattr(self, name, tuple(fact) if isinstance(fact, list) else fact)
            whole = all(hasattr(self, name) for name in self._facts)
            known = given.keys() <= set(self._facts) and len(given) == len(facts) + len(named)
            if not (whole and known):
                raise TypeError(f"{type(self).__name__} takes {', '.join(self._facts)}")
            super().__init__(*(getattr(self, name) for name in self._facts))

    _in_python = False

    def __init_subclass__(cls) -> None:
        cls._facts += tuple(vars(cls).get("__annotations__", ()))
        package = __name__.rpartition(".")[0]
        if cls.__module__.startswith(package):
            # Their permanent address, whatever file of this package holds them.
            cls.__module__ = package

    def __reduce__(self) -> tuple[Any, ...]:
        """As objects are pickled: the facts are set as they are, and not handed over again."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]

    def _option(self, name: str, value: str = "") -> str:
        """An option as whoever asks would write it."""
        if self._in_python:
            return f'{name}="{value}"' if value else name
        return f"--{name.replace('_', '-')} {value}".rstrip()


def for_python(problem: DeriveError) -> DeriveError:
    """An error that names options as Python has them: ``constants="..."``."""
    problem._in_python = True  # noqa: SLF001  a switch of this package's own
    return problem
