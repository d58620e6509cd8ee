"""Reading of a specification: a file of JSON in which each fault is an error with its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

DEEPEST = 100


def dump(value: Any) -> str:
    """Returns a value as JSON in one line, as messages show it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def check(ok: bool, name: str, value: float, unit: str, allowed: object) -> None:
    """Raises ValueError with name, value, unit and allowed range unless ok."""
    if not ok:
        raise ValueError(f"{name} = {value:g}{'' if unit in ('', '-') else ' ' + unit}; it must be {allowed}")


def _without_comments(text: str) -> str:
    """Replaces comments by blanks, so that lines and columns stay."""

    def blank(match: re.Match[str]) -> str:
        token = match.group()
        return token if token.startswith('"') else re.sub(r"[^\n]", " ", token)

    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', blank, text, flags=re.DOTALL)


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in re.findall(r'"(?:\\.|[^"\\\n])*"|[][{}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0)
        if depth > DEEPEST:
            raise ValueError(f"the file has lists or objects in {depth} others; it may have {DEEPEST}")


def parse(text: str) -> Spec:
    """Parses an object; comments are allowed. @raises ValueError if the text is not an object, or has a key twice"""
    text = _without_comments(text)
    _check_depth(text)

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        for i, (key, _) in enumerate(items):
            if any(key == other for other, _ in items[:i]):
                raise ValueError(f'"{key}" is there twice')
        return dict(items)

    def number(digits: str) -> float:
        value = float(digits)
        if math.isinf(value):
            raise ValueError(f"the file is not JSON: number overflow parsing {digits}")
        return value

    def constant(word: str) -> NoReturn:
        line = text[: text.index(word)].count("\n") + 1
        raise ValueError(f"the file is not JSON: parse error at line {line}: {word} is not a number of JSON")

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_float=number, parse_constant=constant)
    except json.JSONDecodeError as e:
        raise ValueError(f"the file is not JSON: parse error at line {e.lineno}, column {e.colno}: {e.msg}") from None
    return Spec(value, "")


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Spec:
    """An object of a file that a user has written. A value that is missing, of another kind, out of range or unknown is an error
    with its place. A value that is taken with a default may be missing."""

    def __init__(self, value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{place or 'the file'} must be an object, {{...}}")
        self.value: dict[str, Any] = value
        self.place = place
        self._known: set[str] = set()

    def where(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def _is_given(self, key: str) -> bool:
        self._known.add(key)
        return key in self.value

    def _refuse(self, key: str, kind: str) -> NoReturn:
        raise ValueError(f"{self.where(key)} = {dump(self.value[key])}; it must be {kind}")

    def take(self, key: str) -> Any:
        if not self._is_given(key):
            raise ValueError(f'"{self.where(key)}" is missing')
        return self.value[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self._is_given(key):
            return default
        value = self.take(key)
        if not isinstance(value, str):
            self._refuse(key, "text")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        if default is not None and not self._is_given(key):
            return default
        text, names = self.text(key), list(choices)
        if text not in names:
            raise ValueError(f'{self.where(key)} = "{text}"; choose from {", ".join(names)}')
        return text

    def texts(self, key: str) -> list[str]:
        value = self.take(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self._refuse(key, "a list of texts")
        return value

    def boolean(self, key: str, default: bool | None = None) -> bool:
        if default is not None and not self._is_given(key):
            return default
        value = self.take(key)
        if not isinstance(value, bool):
            self._refuse(key, "true or false")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        if default is not None and not self._is_given(key):
            return default
        value = self.take(key)
        if not is_number(value):
            self._refuse(key, "a number")
        return float(value)

    def numbers(self, key: str) -> list[float]:
        value = self.take(key)
        if not isinstance(value, list):
            self._refuse(key, "a list of numbers")
        for i, one in enumerate(value):
            if not is_number(one):
                raise ValueError(f"{self.where(key)}: entry {i + 1} is {dump(one)}; it must be a number")
        return [float(one) for one in value]

    def whole(self, key: str, smallest: int, largest: int, default: int | None = None) -> int:
        value = self.number(key, default)
        if not (smallest <= value <= largest and value == math.floor(value)):
            self._refuse(key, f"a whole number from {smallest} to {largest}")
        return int(value)

    def list_(self, key: str) -> list[Any]:
        value = self.take(key)
        if not isinstance(value, list) or not value:
            self._refuse(key, "a list of at least one")
        return value

    def object_(self, key: str) -> Spec:
        return Spec(self.take(key), self.where(key))

    def object_if_given(self, key: str) -> Spec:
        return Spec(self.value[key] if self._is_given(key) else {}, self.where(key))

    def check_nothing_left(self) -> None:
        """Raises ValueError for a key that has not been taken."""
        for key in self.value:
            if key not in self._known:
                raise ValueError(f'"{self.where(key)}" is unknown here; choose from {", ".join(sorted(self._known))}')


def read_text(file: str) -> str:
    """Returns the content of a file. @raises ValueError if it cannot be read"""
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read()
    except IsADirectoryError:
        raise ValueError(f"cannot read {file}: it is a folder") from None
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"cannot read {file}") from None


def without_nan(value: Any) -> Any:
    """Returns a value whose numbers that are not finite are None, JSON's null."""
    if isinstance(value, Mapping):
        return {key: without_nan(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
