"""Writing of files that are whole at any time."""

import os
from pathlib import Path


def replace_file(file: str | Path, text: str) -> None:
    """Writes a file all at once or not at all, whatever interrupts it, and makes its folder."""
    file = Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(file.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, file)
