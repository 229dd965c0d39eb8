"""The JSON Schema of setup files accepts and refuses what the program does.

Every valid setup file of the project is accepted. Then each is damaged at every place in turn: an unknown key, a value of another type, another
word, a key left out. Whatever the schema refuses, the program must refuse too. Whatever the program refuses because of keys,
types or words that no game decides, the schema must refuse too.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import jsonschema

program = sys.argv[1]
root = pathlib.Path(__file__).resolve().parents[3]
schema = json.loads((root / "crates/dealwright/setups/setup.schema.json").read_text())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)

# Tables whose keys are names that the file chooses, or that the game decides.
FREE = {("parameters",), ("kit",)}
FREE_NAMES = {"counts_as", "when"}
# Words that the kit, the sizes or the game decide.
DECIDED_ELSEWHERE = {"game", "rules", "what", "into", "to", "suits", "ranks", "decks", "colours", "each", "dice", "pawns", "of", "shape", "shuffle", "piles"}
# Words of the schema that only boards with stacks know; the games here have none.
ONLY_WITH_STACKS = {"rounds"}


def sources():
    """Every setup file, and those in the documents."""
    patterns = ["crates/dealwright/setups/*/*.toml", "crates/dealwright/tests/setups/*.toml", "examples/setups/*.toml"]
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            yield str(path.relative_to(root)), path.read_text()
    for path in sorted((root / "docs").glob("*.md")):
        for name, text in re.findall(r"^```toml (\S+)\n(.*?)^```", path.read_text(), re.S | re.M):
            yield f"{path.name}, {name}", text


def toml(value):
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def written(file):
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in file.items())


def places(value, path=()):
    """Every place of a file."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        # One name in a list of many stands for all of them.
        if isinstance(item, str) and isinstance(value, list) and 0 < key < len(value) - 1:
            continue
        yield from places(item, path + (key,))


def changed(file, path, change):
    """A copy with one place changed; `change` gets what holds the place and its key."""
    file = copy.deepcopy(file)
    holder = file
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return file


def is_free(path):
    return path in FREE or (path and path[-1] in FREE_NAMES and path[0] == "kit")


def damaged(file):
    """Broken copies: what was done, where, and the copy."""
    for path, value in places(file):
        if isinstance(value, dict) and not is_free(path):
            unknown = copy.deepcopy(file)
            holder = unknown
            for key in path:
                holder = holder[key]
            holder["zzz"] = 1
            yield "key", path + ("zzz",), unknown
        if not path:
            continue
        for other in ["zzz", 7, True, [[1.5]], {"zzz": {"zzz": 1}}, -1]:
            if type(other) is not type(value) or other in ("zzz", -1):
                kind = "word" if other == "zzz" and isinstance(value, str) else "value"
                yield kind, path, changed(file, path, lambda holder, key, other=other: holder.__setitem__(key, other))
        if isinstance(path[-1], str):
            yield "left out", path, changed(file, path, lambda holder, key: holder.pop(key))


def answers(files):
    """What the program says of each file: nothing, or its error."""
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{folder}/{number}.toml" for number in range(len(files))]
        for name, file in zip(names, files):
            pathlib.Path(name).write_text(written(file))
        found = []
        for start in range(0, len(names), 500):
            answer = subprocess.run([program, "check", "--json", *names[start : start + 500]], capture_output=True, text=True)
            lines = [json.loads(line) for line in answer.stdout.splitlines()]
            found += [line.get("error") for line in lines]
        assert len(found) == len(names), (len(found), len(names), answer.stderr[:500])
        return found


def enums(error):
    """The lists of words that a refusal names, with those of its alternatives."""
    if error.validator in ("enum", "const"):
        words = error.validator_value
        yield error.absolute_path, set(words if isinstance(words, list) else [words])
    for inner in error.context or ():
        yield from enums(inner)


def is_about_form(error):
    """Whether the program refuses keys or types, whatever the game."""
    return re.search(r"expected (a text in quotes|a whole number|a list in|a table in|true or false)|(?<!the size )'\w+' is missing here|second verb", error)


valid = {name: tomllib.loads(text) for name, text in sources()}
# The guide shows files with errors on purpose.
good = {name: file for (name, file), error in zip(valid.items(), answers(list(valid.values()))) if not error}
for name, file in good.items():
    errors = [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(file)]
    assert not errors, f"{name}: the schema refuses what the program accepts: {errors}"
refused_on_purpose = sorted(set(valid) - set(good))
assert all(name.endswith(".md") or ".md," in name for name in refused_on_purpose), refused_on_purpose

wrong, tried, seen_words, known_words = [], 0, set(), set()
cases = [(name, *case) for name, file in good.items() for case in damaged(file)]
for (name, kind, path, file), error in zip(cases, answers([case[3] for case in cases])):
    tried += 1
    refusals = list(validator.iter_errors(file))
    # Of variants for other sizes the reader looks only at lists.
    variant = file["kit"][path[1]][path[2]] if path[0] == "kit" and len(path) > 2 and isinstance(path[2], int) else None
    is_unread = variant is not None and not (isinstance(variant, dict) and "list" in variant)
    if refusals and not error and is_unread:
        continue
    if refusals and not error:
        wrong.append(f"{name}: {path} ({kind}): the schema refuses it, the program does not: {refusals[0].message}")
        continue
    if not error:
        continue
    accepted = not refusals
    # A word where a number is wanted may be the name of a size, if the game has one; what a way to build takes, the game says.
    holder = file
    for key in path[:-1]:
        holder = holder[key]
    is_decided_elsewhere = "build" in path or path[-1] in DECIDED_ELSEWHERE and isinstance(holder.get(path[-1]) if isinstance(holder, dict) else None, str)
    if accepted and (kind == "key" or is_about_form(error) and not is_decided_elsewhere):
        wrong.append(f"{name}: {path} ({kind}): the schema accepts it; {error}")
    listed = re.search(r"'zzz' is not known here, expected (.*?)(; did you mean.*)?$", error) if kind == "word" else None
    if listed and path[-1] not in DECIDED_ELSEWHERE and not {"what", "rules", "build"} & set(path):
        words = set(re.findall(r"'([^']*)'", listed[1]))
        if "roll" in path:
            words -= {"slots"}  # the reader refuses these a moment later
        seen_words |= words
        known = set().union(*(found for refusal in refusals for at, found in enums(refusal) if list(at) == list(path)), set())
        known_words |= known
        if accepted or not words <= known:
            wrong.append(f"{name}: {path}: the program knows {sorted(words)}, the schema {sorted(known)}")
extra = known_words - seen_words - ONLY_WITH_STACKS
if extra:
    wrong.append(f"the schema knows words that the program does not: {sorted(extra)}")
assert not wrong, "\n".join(dict.fromkeys(wrong))
print(f"setup.schema.json: {len(good)} files accepted, {tried} damaged ones judged as the program judges them")
