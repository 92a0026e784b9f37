"""A Book as plain data for JSON, and back. Goes by the fields of the record, so there is nothing to keep in step."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from qedeck.site.book.record import SCHEMA, Book


class NoBook(ValueError):
    """This data is no Book of this edition; says where."""


def to_data(record: Any) -> Any:
    """Dataclasses become objects, tuples lists, keys words."""
    if is_dataclass(record):
        return {field.name: to_data(getattr(record, field.name)) for field in fields(record)}
    if isinstance(record, tuple | list):
        return [to_data(one) for one in record]
    if isinstance(record, dict):
        return {str(key): to_data(value) for key, value in record.items()}
    return record


def book_from(data: Any) -> Book:
    """The Book that was written so; NoBook if it is none, or of another edition."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        found = data.get("schema") if isinstance(data, dict) else None
        raise NoBook(f"this is no Book of edition {SCHEMA} (it says: {found})")
    book: Book = _read(data, Book, "book")
    return book


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(data: Any, kind: Any, where: str) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(data, dict):
            raise NoBook(f"{where} is not an object")
        hints = _hints(kind)
        missing = set(hints) - set(data)
        if missing:
            raise NoBook(f"{where} has no {', '.join(sorted(missing))}")
        return kind(**{name: _read(data[name], hint, f"{where}.{name}") for name, hint in hints.items()})
    if origin in (Union, UnionType):
        if data is None and NoneType in inner:
            return None
        return _read(data, next(one for one in inner if one is not NoneType), where)
    if origin is Literal:
        if data not in inner:
            raise NoBook(f"{where} is {data}, not one of {', '.join(map(str, inner))}")
        return data
    if origin is tuple:
        return _tuple(data, inner, where)
    if origin is list and isinstance(data, list):
        return [_read(one, inner[0], f"{where}[{place}]") for place, one in enumerate(data)]
    if origin is dict and isinstance(data, dict):
        return {_key(key, inner[0], where): _read(value, inner[1], f"{where}.{key}") for key, value in data.items()}
    if kind is float and type(data) in (int, float):
        return float(data)
    if isinstance(kind, type) and type(data) is kind:
        return data
    raise NoBook(f"{where} is of the wrong kind")


def _tuple(data: Any, inner: tuple[Any, ...], where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise NoBook(f"{where} is not a list")
    kinds = [inner[0]] * len(data) if len(inner) == 2 and inner[1] is Ellipsis else list(inner)
    if len(kinds) != len(data):
        raise NoBook(f"{where} has {len(data)} parts, not {len(kinds)}")
    pairs = zip(data, kinds, strict=True)
    return tuple(_read(one, kind, f"{where}[{place}]") for place, (one, kind) in enumerate(pairs))


def _key(key: str, kind: Any, where: str) -> Any:
    if kind is int and not key.lstrip("-").isdigit():
        raise NoBook(f"{where} has a key {key} that is no number")
    return int(key) if kind is int else key
