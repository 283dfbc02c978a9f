"""Values whose attributes are set once.

What ``dataclasses`` would give in one line. It is written out because importing
``dataclasses`` takes longer than starting Python does, and every question in a
terminal needs a quantity.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self
    from typing import dataclass_transform as dataclass_transform  # noqa: PLC0414  for `errors`
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN201  the type checker reads the other
        """Leave a class as it is: what the type checker knows of it costs a question time."""
        return lambda made: made


class Frozen:
    """Equality, hash, text and pickling by the attributes that ``_fields`` names.

    ``__init__`` hands its values to ``_set`` in that order; positional
    arguments of ``__init__`` follow the same order, so that a value can be
    made again from its attributes.
    """

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _compared: tuple[str, ...] = ()
    """Those of the fields by which values are equal; all of them where this is empty."""
    _key_of: Callable[[Any], Any] = staticmethod(lambda _: ())
    """What a value is compared by, made once for a class: dictionaries ask for it all the time."""

    def __init_subclass__(cls) -> None:
        if names := cls._compared or cls._fields:
            cls._key_of = attrgetter(*names)

    def _set(self, *values: Any) -> None:
        for name, value in zip(self._fields, values, strict=True):
            object.__setattr__(self, name, value)

    def replaced(self, **changes: Any) -> Self:
        """The same with other values for some of its attributes."""
        unknown = changes.keys() - set(self._fields)
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {min(unknown)}")
        return type(self)(*(changes.get(name, getattr(self, name)) for name in self._fields))

    __replace__ = replaced

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._key_of(self) == self._key_of(other))

    def __hash__(self) -> int:
        return hash(self._key_of(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")


class Fresh:
    """A default that is made anew for every record."""

    __slots__ = ("factory",)

    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory


def fresh(*, factory: Callable[[], Any]) -> Any:
    """Declare a default that is made anew for every record: ``fresh(factory=list)``."""
    return Fresh(factory)


@dataclass_transform(frozen_default=True, field_specifiers=(fresh,))
class RecordType(type):
    """Makes attributes of a class's annotations, as ``dataclass`` does, without compiling code."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], space: dict[str, Any], *,
        eq: bool = True, slots: bool = True,
    ) -> RecordType:  # fmt: skip
        """Fields, defaults and slots from the annotations; options as those of dataclasses."""
        own = tuple(space.get("__annotations__", {}))
        inherited = tuple(field for base in bases for field in getattr(base, "_fields", ()))
        defaults: dict[str, Any] = {}
        for base in bases:
            defaults |= getattr(base, "_defaults", {})
        defaults |= {field: space.pop(field) for field in own if field in space}
        if slots:
            space.setdefault("__slots__", own)
        if not eq:
            space |= {"__eq__": object.__eq__, "__hash__": object.__hash__}
        space["_fields"] = space["__match_args__"] = (*inherited, *own)
        space["_defaults"] = defaults
        return super().__new__(cls, name, bases, space)


class Record(Frozen, metaclass=RecordType):
    """Attributes by annotation, set once: a frozen dataclass with slots that costs no start-up.

    Compiling the methods of a dataclass takes half a millisecond each; the
    hundred records on the way of a question would take three times as long as
    starting Python.
    """

    if TYPE_CHECKING:
        # Without ClassVar a type checker takes it for the first value of every record.
        _defaults: ClassVar[dict[str, Any]]
    else:

        def __init__(self, *values, **named):  # noqa: ANN002, ANN003, ANN204  typed by annotation
            fields = self._fields
            put = object.__setattr__
            for name, value in zip(fields, values, strict=False):
                put(self, name, value)
            if len(values) == len(fields) and not named:
                return
            if len(values) > len(fields):
                raise TypeError(f"{type(self).__name__} takes {len(fields)} values")
            for name in fields[len(values) :]:
                if name in named:
                    put(self, name, named.pop(name))
                elif name in self._defaults:
                    default = self._defaults[name]
                    put(self, name, default.factory() if type(default) is Fresh else default)
                else:
                    raise TypeError(f"{type(self).__name__} needs {name}")
            if named:
                raise TypeError(f"{type(self).__name__} has no {', '.join(named)}")


@dataclass_transform(frozen_default=False, field_specifiers=(fresh,))
class MutableType(RecordType):
    """The same for records whose attributes may change."""


class Mutable(Record, metaclass=MutableType):
    """A record whose attributes may change: what a search keeps while it goes on."""

    __setattr__ = object.__setattr__  # type: ignore[assignment]  # its parameters have other names
    __delattr__ = object.__delattr__
    __hash__ = object.__hash__


def text_of(value: Any) -> str:
    """The ``repr`` of records and tuples; in hexadecimals where numbers are very long."""
    try:
        return repr(value)
    except ValueError:
        # Python writes no integer of more than 4,300 decimals.
        if isinstance(value, Record):
            return text_of(tuple(getattr(value, name) for name in value._fields))
        if isinstance(value, tuple):
            return f"({','.join(map(text_of, value))})"
        return f"{value.numerator:x}/{value.denominator:x}"
