#!/usr/bin/env python3
"""Holds every header of our code to compiling alone, with the flags of its module, and to being included once.

    check_headers.py BUILD_FOLDER [--root ROOT] [--jobs N] [--only WING...]

A header that a source of BUILD_FOLDER/compile_commands.json includes before anything else compiles alone if the build
does; the rest, and every header of the library, is compiled here, with the precompiled headers of its target except in the
library. Their flags are those of a source in their own folder; where there is none, the include paths of all sources
together. Headers whose files did not change since they last compiled are skipped (stamps in BUILD_FOLDER/headers). Exit status 1 if a header does not compile or lacks "#pragma once".
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys

WINGS = ("app", "engine", "collision", "tests", "bench")
PRECOMPILED = "cmake_pch"  # in the name of a precompiled header
WITH_VALUE = ("-I", "-isystem", "-D", "-iquote", "-idirafter", "-include")


def flags_of(command, path):
    """The compiler and the flags that decide whether a header compiles, from the compile command of `path`. Headers of the
    library have no precompiled headers before them; those of the program do, as in the build."""
    is_alone = path.startswith("collision")
    words = [w for w in shlex.split(command) if os.path.basename(w) != "ccache"]
    flags, i = [words[0]], 1
    while i < len(words):
        if words[i] == "-include" and PRECOMPILED in words[i + 1] and is_alone:
            i += 1
        elif words[i] in WITH_VALUE:
            flags.append(words[i] + words[i + 1] if len(words[i]) == 2 else words[i] + "\0" + words[i + 1])
            i += 1
        elif re.match(r"-(I|D|U|std=|W|f|m|isystem)" if is_alone else r"-(I|D|U|std=|W|f|m|isystem|O|g)", words[i]):
            flags.append(words[i])
        i += 1
    return flags


def first_line(path):
    """The first line that is neither blank nor a // comment."""
    with open(path, encoding="utf-8") as file:
        return next((line.strip() for line in file if line.strip() and not line.startswith("//")), "")


def parts_of(source, root):
    """The files of the project that a source compiles together (CMake's unity builds)."""
    if os.sep + "Unity" + os.sep not in source or not os.path.isfile(source):
        return
    with open(source, encoding="utf-8") as file:
        for part in re.findall(r'^#include "([^"]+\.cpp)"', file.read(), re.M):
            yield os.path.relpath(part, root)


def read_commands(build, root):
    """({folder: flags}, flags for folders without a source, headers that a source includes before anything else)."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    by_folder, leading = {}, set()

    def note_leading(path):
        include = re.fullmatch(r'#include "([^"]+)"', first_line(os.path.join(root, path)))
        if include:
            leading.add(include[1])

    for entry in entries:
        source = os.path.join(entry["directory"], entry["file"])
        parts = list(parts_of(source, root))
        if parts and not parts[0].startswith("collision"):
            note_leading(parts[0])
        for path in parts:
            by_folder.setdefault(os.path.dirname(path), flags_of(entry["command"], path))
        path = os.path.relpath(source, root)
        if path.endswith(".cpp") and path.split(os.sep)[0] in WINGS and os.path.isfile(os.path.join(root, path)):
            by_folder.setdefault(os.path.dirname(path), flags_of(entry["command"], path))
            if PRECOMPILED in entry["command"] and path.startswith("collision"):
                continue  # whoever installs the library has no precompiled headers
            note_leading(path)
    if not by_folder:
        raise ValueError(f"{build}/compile_commands.json names no source of this project; configure first")
    union = list(dict.fromkeys(flag for flags in by_folder.values() for flag in flags
                               if PRECOMPILED not in flag and not re.match("-[Og]", flag)))
    return by_folder, union, leading


def headers_of(root, wings):
    for wing in wings:
        for folder, subfolders, names in os.walk(os.path.join(root, wing)):
            subfolders.sort()
            for name in sorted(names):
                if name.endswith(".hpp"):
                    yield os.path.relpath(os.path.join(folder, name), root)


def is_fresh(stamp, root):
    """True if the header and all it includes are older than its last successful compilation."""
    try:
        with open(stamp, encoding="utf-8") as file:
            files = shlex.split(file.read().replace("\\\n", " ").split(":", 1)[1])
        made = os.stat(stamp).st_mtime_ns
        return all(os.stat(os.path.join(root, f)).st_mtime_ns < made for f in files if f != "-")
    except (OSError, IndexError):
        return False


def compile_alone(header, flags, root, stamps):
    """Empty, or the compiler's words."""
    command = [word for flag in flags for word in flag.split("\0")]
    key = hashlib.sha256("\0".join(command).encode()).hexdigest()[:12]
    stamp = os.path.join(stamps, key, header + ".d")
    if is_fresh(stamp, root):
        return ""
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    done = subprocess.run(command + ["-x", "c++", "-fsyntax-only", "-MMD", "-MT", "x", "-MF", stamp + ".new", "-"],
                          input=f'#include "{header}"\n', capture_output=True, text=True, cwd=root, check=False)
    if done.returncode != 0:
        return done.stderr or "for no reason given"
    os.replace(stamp + ".new", stamp)
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="+", default=WINGS, metavar="WING")
    options = parser.parse_args()
    root, build = os.path.realpath(options.root), os.path.realpath(options.build)
    try:
        by_folder, union, leading = read_commands(build, root)
    except (OSError, ValueError) as error:
        print(error)
        return 1
    headers = list(headers_of(root, options.only))
    failed = [(header, 'its first line is not "#pragma once"') for header in headers
              if first_line(os.path.join(root, header)) != "#pragma once"]
    alone = [header for header in headers if header not in leading]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = pool.map(lambda h: compile_alone(h, by_folder.get(os.path.dirname(h), union), root,
                                                   os.path.join(build, "headers")), alone)
        failed += [(header, "does not compile alone\n" + words) for header, words in zip(alone, answers) if words]
    for header, words in failed:
        print(f"{header}:1: {words}")
    print(f"{len(failed)} of {len(headers)} headers fail" if failed
          else f"{len(headers)} headers compile alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
