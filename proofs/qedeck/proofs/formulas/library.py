"""The C library of Z3, called without the wrapping of its binding.

The binding asks for the sorts of all arguments and for an error at each call, and makes objects of pointers on the way:
that is most of the time in which a step of a game becomes a formula. Whoever calls this vouches for the sorts.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Final

import z3

_PLACE, _POINTER = ctypes.c_uint, ctypes.c_void_p
_TERMS: Final = ctypes.POINTER(ctypes.c_void_p)
_TWO: Final = ctypes.c_void_p * 2

_CONTEXT: Final = z3.main_ctx()
"""There is one in a process; everything is made in it."""
_REF: Final = _CONTEXT.ref()


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the library that the binding has loaded; it takes the context first, and plain pointers."""
    theirs = getattr(z3, name).__defaults__[0].f
    address: Any = ctypes.cast(theirs, ctypes.c_void_p).value
    return ctypes.PYFUNCTYPE(result, ctypes.c_void_p, *arguments)(address)


_error: Final = _function("Z3_get_error_code", _PLACE)
_key: Final = _function("Z3_get_ast_id", _PLACE, _POINTER)
_count: Final = _function("Z3_get_app_num_args", _PLACE, _POINTER)
_part: Final = _function("Z3_get_app_arg", z3.Ast, _POINTER, _PLACE)
_declared: Final = _function("Z3_get_app_decl", _POINTER, _POINTER)
_kind: Final = _function("Z3_get_decl_kind", _PLACE, _POINTER)
_not: Final = _function("Z3_mk_not", z3.Ast, _POINTER)
_same: Final = _function("Z3_mk_eq", z3.Ast, _POINTER, _POINTER)
_less: Final = _function("Z3_mk_lt", z3.Ast, _POINTER, _POINTER)
_if: Final = _function("Z3_mk_ite", z3.Ast, _POINTER, _POINTER, _POINTER)
_and: Final = _function("Z3_mk_and", z3.Ast, _PLACE, _TERMS)
_or: Final = _function("Z3_mk_or", z3.Ast, _PLACE, _TERMS)
_sum: Final = _function("Z3_mk_add", z3.Ast, _PLACE, _TERMS)
_less_by: Final = _function("Z3_mk_sub", z3.Ast, _PLACE, _TERMS)


# ---- reading a term -------------------------------------------------------------------------


def key_of(ast: Any) -> int:
    """Its number: equal terms are one term, as long as somebody keeps it."""
    return _key(_REF, ast)  # type: ignore[no-any-return]


def kind_of(ast: Any) -> int:
    return _kind(_REF, _declared(_REF, ast))  # type: ignore[no-any-return]


def parts_of(ast: Any) -> tuple[Any, ...]:
    """They live as long as the term does."""
    return tuple([_part(_REF, ast, place) for place in range(_count(_REF, ast))])


def truth(ast: Any) -> Any:
    """A truth of the binding, which keeps the term."""
    if not ast:
        raise z3.Z3Exception(f"the library refused a term: error {_error(_REF)}")
    return z3.BoolRef(ast, _CONTEXT)


def amount(ast: Any) -> Any:
    """A number of the binding, which keeps the term."""
    if not ast:
        raise z3.Z3Exception(f"the library refused a term: error {_error(_REF)}")
    return z3.ArithRef(ast, _CONTEXT)


# ---- making one -----------------------------------------------------------------------------


def same_term(left: Any, right: Any) -> bool:
    return left.ast.value == right.ast.value  # type: ignore[no-any-return]


def negated(one: Any) -> Any:
    return truth(_not(_REF, one.ast))


def both(left: Any, right: Any) -> Any:
    return truth(_and(_REF, 2, _TWO(left.ast.value, right.ast.value)))


def either(left: Any, right: Any) -> Any:
    return truth(_or(_REF, 2, _TWO(left.ast.value, right.ast.value)))


def equal(left: Any, right: Any) -> Any:
    return truth(_same(_REF, left.ast, right.ast))


def less(left: Any, right: Any) -> Any:
    return truth(_less(_REF, left.ast, right.ast))


def plus(left: Any, right: Any) -> Any:
    return amount(_sum(_REF, 2, _TWO(left.ast.value, right.ast.value)))


def minus(left: Any, right: Any) -> Any:
    return amount(_less_by(_REF, 2, _TWO(left.ast.value, right.ast.value)))


def truth_if(condition: Any, then: Any, otherwise: Any) -> Any:
    return truth(_if(_REF, condition.ast, then.ast, otherwise.ast))


def amount_if(condition: Any, then: Any, otherwise: Any) -> Any:
    return amount(_if(_REF, condition.ast, then.ast, otherwise.ast))
