"""The file of a study: one row for each sample. Whatever ends a run, only the end of the file can have a part of a row."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Mapping
from typing import NoReturn

from .. import _core
from .._files import replace_file
from ._design import StudySpec, Value, to_text
from ._sample import Outcome

Rows = dict[int, str]  # by index; each has the end of its line


def _hash(text: str) -> int:
    """Computes FNV-1a of 64 bits, for readers only. Files are compared by the whole specification."""
    h = 14695981039346656037
    for c in text.encode():
        h = (h ^ c) * 1099511628211 % 2**64
    return h


def _one_line(text: str) -> str:
    return re.sub(r"[\x00-\x1f]", " ", text)


def _quote(text: str) -> str:
    """Quotes a cell. A cell is one line, and its commas do not separate cells."""
    text = _one_line(text)
    return '"' + text.replace('"', '""') + '"' if "," in text or '"' in text else text


def _with_unit(name: str, unit: str) -> str:
    return _quote(f"{name} [{unit}]" if unit else name)


def write_header(spec: StudySpec, samples: int) -> str:
    """Returns the lines above the rows: the specification, the versions that made the file, and the columns with their units."""
    from .. import __version__

    first = f"# study of {spec.what}, {spec.design}, {samples} samples" + (f", seed {spec.seed}" if spec.is_random else "")
    columns = [_with_unit(p.name, p.unit) for p in spec.parameters] + [_with_unit(c.label, c.unit) for c in spec.results]
    columns = ["index", *columns, *(["processor_time [s]"] if spec.has_processor_time else []), "error"]
    versions = f"# SimbodyDEM {__version__}, {_core.lab_versions()}"
    return "\n".join([_one_line(first), versions, f"# spec {_hash(spec.text):016x}: {spec.text}", ",".join(columns)]) + "\n"


def write_row(spec: StudySpec, index: int, values: list[Value], outcome: Outcome) -> str:
    """Returns a row with the end of its line."""
    results = outcome.results or ("",) * len(spec.results)
    times = [f"{outcome.seconds:.6g}"] if spec.has_processor_time else []
    return ",".join([str(index), *(_quote(to_text(v)) for v in values), *results, *times, _quote(outcome.error)]) + "\n"


def split_row(row: str) -> list[str]:
    """Returns the cells of a row, without the quotes that texts may have."""
    cells, is_quoted, i = [""], False, 0
    row = row.removesuffix("\n")
    while i < len(row):
        if row[i] == '"' and is_quoted and row[i + 1 : i + 2] == '"':
            cells[-1] += '"'
            i += 1  # the first of two
        elif row[i] == '"':
            is_quoted = not is_quoted
        elif row[i] == "," and not is_quoted:
            cells.append("")
        else:
            cells[-1] += row[i]
        i += 1
    return cells


def has_error(row: str) -> bool:
    return not row.endswith(",\n")


def _refuse_header(file: str, text: str, header: str) -> NoReturn:
    """Raises ValueError with the first line that differs."""
    for got, wanted in zip(text.split("\n"), header.split("\n")):
        if got != wanted:
            raise ValueError(
                f'{file} belongs to another study or version: it has "{_one_line(got[:200])}", not "{wanted[:200]}". Use another --out, or remove the file'
            )
    raise ValueError(f"{file} belongs to another study or version")


def parse_rows(file: str, text: str, header: str, samples: int) -> Rows:
    """Returns the rows of a file with this header. Text after the last end of a line is left out.

    @raises ValueError if the file belongs to another study, is damaged, or has two different rows of a sample"""
    rows: Rows = {}
    if header.startswith(text):
        return rows  # ended while its header was written, or before
    if not text.startswith(header):
        _refuse_header(file, text, header)
    columns = len(split_row(header.rstrip("\n").split("\n")[-1]))
    for line in text[len(header) :].split("\n")[:-1]:
        cells = split_row(line)
        is_index = re.fullmatch(r"0|[1-9][0-9]{0,17}", cells[0]) is not None
        if len(cells) != columns or not is_index or int(cells[0]) >= samples:
            printable = re.sub(r"[\x00-\x1f]", "?", line)  # a zero byte would end a message
            raise ValueError(f'{file} is damaged: "{printable}" is not a row of this study')
        index = int(cells[0])
        if rows.setdefault(index, line + "\n") != line + "\n":
            raise ValueError(f"{file} has two different rows of sample {index}")
    return rows


def write_sorted(file: str, header: str, rows: Mapping[int, str]) -> None:
    """Writes header and rows in their order, or nothing. The old file stays until all is written."""
    replace_file(file, header + "".join(rows[index] for index in sorted(rows)))


class ResultFile:
    """The file to which a run adds rows, each as a whole.

    @raises ValueError as parse_rows(), and if another process is writing this file"""

    def __init__(self, file: str, header: str, samples: int) -> None:
        self._file = file
        try:
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as e:
            raise ValueError(f"cannot write {file}: {e.strerror}") from None
        try:
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # of this process alone; processes that it starts do not have it
            except OSError:
                raise ValueError(f"another study is writing {file}; wait until it ends") from None
            size = os.lseek(self._descriptor, 0, os.SEEK_END)
            data = os.pread(self._descriptor, size, 0)
            text = data.decode("utf-8", "surrogateescape")
            self.rows = parse_rows(file, text, header, samples)
            has_header = text.startswith(header)
            os.ftruncate(self._descriptor, data.rfind(b"\n") + 1 if has_header else 0)
            if not has_header:
                self._write(header)
        except BaseException:
            os.close(self._descriptor)
            raise

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(self, *unused: object) -> None:
        os.close(self._descriptor)

    def append(self, index: int, row: str) -> None:
        """Adds a row. @raises OSError if it cannot be written; the file is then as before"""
        self._write(row)
        self.rows[index] = row

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "surrogateescape")
        before = os.lseek(self._descriptor, 0, os.SEEK_END)
        try:
            if os.write(self._descriptor, data) != len(data):
                raise OSError("no space is left")
        except OSError as e:
            os.ftruncate(self._descriptor, before)
            raise OSError(f"cannot write {self._file}: {e.strerror or e}") from None
