"""Makes docstrings of the comments of public headers: docstrings.py OUTPUT.cpp HEADER... SOURCE...

The output has the function doc() of bindings/Docs.h. Its keys are those of C++: Soil, Soil::setDamping, NormalInput::overlap. It has those that
stand between quotation marks in the sources of the package.
"""

import re
import sys
from pathlib import Path

EXCEPTIONS = {"std::invalid_argument": "ValueError", "std::logic_error": "RuntimeError", "std::runtime_error": "RuntimeError"}


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m.group(1).lower(), name)


def to_python(comment):
    """Returns the text of a comment of Doxygen, with the names of Python and without code of C++."""
    text = re.sub(r"^[ \t]*", "", comment.strip("* \n"))
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    indent = min(indents, default=0)
    blocks = [[lines[0]]]
    for line in (line[indent:].rstrip() for line in lines[1:]):
        blocks[-1].append(line) if line else blocks.append([])
    kept = []
    for block in filter(None, blocks):
        if all(line.startswith("    ") for line in block) and re.search(r"[;{}]|->|::", " ".join(block)):  # a program in C++
            kept[-1] = re.sub(r":$", ".", kept[-1]) if kept else ""
            continue
        kept.append("\n".join(line.strip() if " @" in f" {' '.join(block)}" else line for line in block))
    text = "\n\n".join(kept)
    for name, other in EXCEPTIONS.items():
        text = text.replace(name, other)
    text = re.sub(r"\s*@param\s+([\w, ]+?)\s\s+|\s*@param\s+(\w+)\s+", lambda m: "\n\n" + snake(m.group(1) or m.group(2)) + ": ", text)
    text = re.sub(r"\s*@returns?\s+", "\n\nReturns ", text)
    text = re.sub(r"\s*@throws\s+(\w+)", r"\n\nRaises \1", text)
    text = re.sub(r"@par\s+(.*)", r"\1\n", text)
    text = re.sub(r"\b[a-z]+(?:[A-Z][a-z0-9]*)+(?=\(\))", lambda m: snake(m.group(0)), text)
    text = text.replace("SimTK::", "").replace("::", ".")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def find_classes(text):
    """Returns the names and extents of classes and structs."""
    found = []
    for match in re.finditer(r"\b(?:class|struct)\s+(?:SIMBODYDEM\w*_API\s+)?(\w+)(?:\s+final)?(?:\s*:[^;{]*)?\s*\{", text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.append((match.start(), end, match.group(1)))
    return found


def name_of(declaration):
    declaration = re.sub(r"^\s*template\s*<[^>]*>", "", declaration)
    match = re.match(r"\s*(?:class|struct|enum class|enum)\s+(?:SIMBODYDEM\w*_API\s+)?(\w+)", declaration)
    if match:
        return match.group(1)
    declaration = re.sub(r"std::function<.*>", "", declaration)
    match = re.search(r"(~?\w+)\s*\(", declaration) or re.search(r"(\w+)\s*(?:\{|=|;|$)", declaration)
    return match.group(1) if match else None


def read(path):
    """Returns the docstrings of a header by key. Of overloads the first one counts."""
    text = path.read_text()
    code = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)
    classes = find_classes(code)

    def key_of(name, position):
        around = [c for c in classes if c[0] < position < c[1]]
        return "::".join([c[2] for c in sorted(around)] + [name])

    docs = {}
    for match in re.finditer(r"/\*\*(?!<)(.*?)\*/", text, flags=re.S):
        declaration = re.match(r"[^;{]*[;{]", code[match.end() :])
        name = name_of(declaration.group(0)) if declaration else None
        names = [name] if name else []
        if match.group(1).lstrip().startswith("Make "):  # of several functions
            names = re.findall(r"^ *static \w+ (\w+)\(\);", code[match.end() :].lstrip("\n").split("\n\n")[0].split("  \n")[0], flags=re.M)
        for name in names:
            docs.setdefault(key_of(name, match.start()), to_python(match.group(1)))
    for match in re.finditer(r"^[^\n/]*///<((?:[^\n]*\n[ \t]*///)*[^\n]*)", text, flags=re.M):
        before = code[: match.start() + match.group(0).index("///<")].rstrip().rstrip(",;")
        statement = re.split(r";|\{\s*\n", before)[-1]
        statement = re.sub(r"\{[^{}]*\}|=[^,;]*|\(.*\)\s*(const)?", "", statement)
        names = re.findall(r"(\w+)\s*(?=[,;]|$)", statement.strip())
        words = " ".join(line.strip().lstrip("/").strip() for line in match.group(1).split("\n"))
        for name in names:
            docs.setdefault(key_of(name, match.start()), to_python(words))
    return docs


def main(output, *files):
    docs, used = {}, set()
    for path in map(Path, files):
        if path.suffix == ".h" and path.parent.name != "bindings":
            docs.update(read(path))
        else:
            used.update(re.findall(r'"(\w+(?:::\w+)*)"', path.read_text()))
    docs = {key: text for key, text in docs.items() if key in used}
    lines = [
        "// Made by docstrings.py.",
        '#include "Docs.h"',
        "#include <stdexcept>",
        "#include <unordered_map>",
        "namespace simbodydem::python {",
        "const char* doc(const std::string& key) {",
        "    static const std::unordered_map<std::string, const char*> docs = {",
        *(f'        {{"{key}", R"doc({text})doc"}},' for key, text in sorted(docs.items())),
        "    };",
        "    const auto found = docs.find(key);",
        '    if (found == docs.end()) throw std::logic_error("no header has a comment of " + key);',
        "    return found->second;",
        "}",
        "} // namespace simbodydem::python",
    ]
    Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
