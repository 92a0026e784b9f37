"""A Book in which every word is an attack: made from the fields of the record, so that a new one is covered too."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from qedeck.site.book.record import Book

ATTACK = (
    "<script>alert('pwned')</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) "
    "![y](https://evil.example/z.png) "
    "<https://evil.example/auto> https://evil.example/bare www.evil.example **bold** __bold__ ~~gone~~ ==mark== `code` "
    "{{ config.site_name }} {% raw %} {# note #} {: onclick=evil() } {#evil-id .evil-class} &lt;b&gt; &#60;i&#62; "
    "\"onmouseover=\"evil() 'onfocus='evil() </pre></code></div></details> <!-- --> ]]> | cell | :smile: [^1] [[wiki]] "
    "\n\n# heading\n\n- item\n1. item\n\n    code\n\n!!! note\n??? note\n--8<-- \"file\"\n::: qedeck\n---\nx: y\n---\n"
    "$x$ @import url(https://evil.example/css); ${1} \\<b> \u202eesrever \u200b "
) + "verylongword" * 40


def hostile_book(language: str, name: str = "hostile", attack: str = ATTACK) -> Book:
    """One of everything, all of it hostile; only the name of the game and the language are what they must be."""
    book: Book = _filled(Book, attack, 0)
    values = {one.name: getattr(book, one.name) for one in fields(Book)}
    return Book(**values | {"schema": 1, "name": name, "base": None, "language": language, "players": (2, 3)})


def _filled(kind: Any, attack: str, depth: int) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return attack
    if is_dataclass(kind) and isinstance(kind, type):
        return kind(**{name: _filled(hint, attack, depth + 1) for name, hint in get_type_hints(kind).items()})
    if origin in (Union, UnionType):
        return _filled(next(one for one in inner if one is not NoneType), attack, depth)
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        # A record that holds itself (stages of a course) ends somewhere.
        if depth > 9:
            return ()
        many = inner[:1] if inner[1:] == (...,) else inner
        return tuple(_filled(one, attack, depth + 1) for one in many)
    if origin in (dict, list):
        if origin is list:
            return [_filled(inner[0], attack, depth + 1)]
        return {_filled(inner[0], attack, depth + 1): _filled(inner[1], attack, depth + 1)}
    return {str: attack, int: 2, float: 0.5, bool: True}[kind]
