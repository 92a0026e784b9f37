"""What every part of the tree is: a frozen record with a span. And words with their places."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, field
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from qedeck.spec.source import NOWHERE, Span

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[T]) -> type[T]:
    """A frozen dataclass, made without compiling methods for it.

    The tree has a hundred classes, and a command should start in no time: the methods are shared,
    only the fields differ. `dataclasses.replace` and `fields` work as ever.
    """
    known: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        known.update(getattr(base, "__dataclass_fields__", {}))
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        value = cls.__dict__.get(name, MISSING)
        made: Field[Any] = value if isinstance(value, Field) else field(default=value)
        made.name, made.type = name, kind
        made.kw_only = made.kw_only is True
        made._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
        known[name] = made
        if isinstance(value, Field) and value.default is not MISSING:
            setattr(cls, name, value.default)
    places = tuple(name for name, made in known.items() if not made.kw_only)
    told = tuple(name for name, made in known.items() if made.compare)
    defaults = {name: made.default for name, made in known.items() if made.default is not MISSING}

    def init(self: Any, *args: Any, **named: Any) -> None:
        values = self.__dict__
        if defaults:
            values.update(defaults)
        if len(args) > len(places):
            raise TypeError(f"{cls.__name__} takes {len(places)} parts, not {len(args)}")
        values.update(zip(places, args, strict=False))
        values.update(named)
        if len(values) != len(known):
            raise TypeError(f"{cls.__name__} needs {', '.join(places)}; got {', '.join(values)}")

    def key(self: Any) -> tuple[Any, ...]:
        values = self.__dict__
        return tuple([values[name] for name in told])

    for name, method in (
        ("__init__", init),
        ("_key", key),
        ("__eq__", _same),
        ("__hash__", _hash),
        ("__repr__", _repr),
        ("__setattr__", _frozen),
        ("__delattr__", _frozen),
        ("__match_args__", places),
        ("__dataclass_fields__", known),
    ):
        setattr(cls, name, method)
    return cls


def _same(self: Any, other: object) -> bool:
    return other.__class__ is self.__class__ and self._key() == other._key()  # type: ignore[attr-defined]


def _hash(self: Any) -> int:
    return hash(self._key())


def _repr(self: Any) -> str:
    shown = ", ".join(
        f"{name}={self.__dict__[name]!r}" for name, made in self.__dataclass_fields__.items() if made.repr
    )
    return f"{type(self).__name__}({shown})"


def _frozen(self: Any, name: str, *_: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change {name}")


@node
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@node
class Word(Node):
    """A name as written, with its place."""

    text: str

    def __str__(self) -> str:
        return self.text


Cites: TypeAlias = tuple[Word, ...]
