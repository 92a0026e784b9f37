"""What leads back to itself: the strongly connected components of a graph of names, in one walk (Tarjan)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def components(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Names that lead to each other stand together; each group after all groups that it leads to."""
    walk = _Walk(graph)
    for name in graph:
        walk.begin(name)
    return walk.found


def circles(graph: Mapping[str, Collection[str]]) -> dict[str, frozenset[str]]:
    """For each name that leads back to itself, all that it meets on the way."""
    groups = (frozenset(group) for group in components(graph))
    return {name: group for group in groups for name in group if len(group) > 1 or name in graph[name]}


class _Walk:
    """Without recursion: a chain of thousands of names must not overflow our stack."""

    def __init__(self, graph: Mapping[str, Collection[str]]) -> None:
        self.graph = graph
        self.found: list[list[str]] = []
        self.number: dict[str, int] = {}
        self.lowest: dict[str, int] = {}
        self.open: list[str] = []
        self.is_open: set[str] = set()
        self.path: list[tuple[str, Iterator[str]]] = []

    def begin(self, name: str) -> None:
        if name not in self.number:
            self._enter(name)
            while self.path:
                self._step()

    def _enter(self, name: str) -> None:
        self.number[name] = self.lowest[name] = len(self.number)
        self.open.append(name)
        self.is_open.add(name)
        self.path.append((name, iter(self.graph[name])))

    def _step(self) -> None:
        name, rest = self.path[-1]
        for other in rest:
            if other not in self.graph:
                continue
            if other not in self.number:
                self._enter(other)
                return
            if other in self.is_open:
                self.lowest[name] = min(self.lowest[name], self.number[other])
        self.path.pop()
        if self.path:
            above = self.path[-1][0]
            self.lowest[above] = min(self.lowest[above], self.lowest[name])
        if self.lowest[name] == self.number[name]:
            group: list[str] = []
            while not group or group[-1] != name:
                group.append(self.open.pop())
            self.is_open.difference_update(group)
            self.found.append(group)
