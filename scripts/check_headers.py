#!/usr/bin/env python3
"""Checks that every header compiles alone, with the flags of its module, and begins with "#pragma once".

    check_headers.py BUILD_FOLDER [--root ROOT] [--jobs N] [--only WING...]

Installed headers are listed in BUILD_FOLDER/public_headers.txt; without that file, all headers of the library count as
installed. Each of them is compiled here without precompiled headers, as in a user's program. Other headers use the
precompiled headers of their target, as in the build.

Most of the other headers need no compilation of their own: if a file compiles, then the header that it includes first
also compiles alone, and so does the header that this one includes first. (The exception are names in templates, which
the compiler looks up at the end of the file.) Of such a chain, only the first header is compiled here. Even that is
skipped if the build compiles a source of the same top folder that begins with the chain.

A header is compiled with the flags of a source in its folder; if there is none, with the include paths of all sources.
Headers are skipped if they and their includes have not changed since the last successful check (stamps in
BUILD_FOLDER/headers). Exit status 1 if a header does not compile or lacks "#pragma once".
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
PRECOMPILED = "cmake_pch"  # part of the name of a precompiled header
WITH_VALUE = ("-I", "-isystem", "-D", "-iquote", "-idirafter", "-include")


def flags_of(command, is_installed):
    """Extracts the compiler and the flags that affect whether a header compiles from a compile command."""
    words = [w for w in shlex.split(command) if os.path.basename(w) != "ccache"]
    kept = r"-(I|D|U|std=|W|f|m|isystem)" if is_installed else r"-(I|D|U|std=|W|f|m|isystem|O|g)"
    flags, i = [words[0]], 1
    while i < len(words):
        if words[i] == "-include" and PRECOMPILED in words[i + 1] and is_installed:
            i += 1
        elif words[i] in WITH_VALUE:
            flags.append(words[i] + words[i + 1] if len(words[i]) == 2 else words[i] + "\0" + words[i + 1])
            i += 1
        elif re.match(kept, words[i]):
            flags.append(words[i])
        i += 1
    return flags


def first_line(path):
    """The first line that is neither blank nor a // comment."""
    with open(path, encoding="utf-8") as file:
        return next((line.strip() for line in file if line.strip() and not line.startswith("//")), "")


def first_include(path):
    """The header of the project that a file includes first, or None."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line and not line.startswith("//") and line != "#pragma once":
                include = re.fullmatch(r'#include "([^"]+)".*', line)
                return include[1] if include else None
    return None


def parts_of(source, root):
    """Yields the files of the project that a source of a CMake unity build includes."""
    if os.sep + "Unity" + os.sep not in source or not os.path.isfile(source):
        return
    with open(source, encoding="utf-8") as file:
        for part in re.findall(r'^#include "([^"]+\.cpp)"', file.read(), re.M):
            yield os.path.relpath(part, root)


def read_commands(build, root):
    """Returns {folder: compile command} and [(source, its first header, whether it uses precompiled headers)]."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    by_folder, leading = {}, []
    for entry in entries:
        source = os.path.join(entry["directory"], entry["file"])
        parts = list(parts_of(source, root)) or [os.path.relpath(source, root)]
        parts = [path for path in parts if path.endswith(".cpp") and path.split(os.sep)[0] in WINGS
                 and os.path.isfile(os.path.join(root, path))]
        for path in parts:
            by_folder.setdefault(os.path.dirname(path), entry["command"])
        if parts:
            leading.append((parts[0], first_include(os.path.join(root, parts[0])), PRECOMPILED in entry["command"]))
    if not by_folder:
        raise ValueError(f"{build}/compile_commands.json names no source of this project; configure first")
    return by_folder, leading


def read_installed(build, headers):
    path = os.path.join(build, "public_headers.txt")
    if not os.path.exists(path):
        return {header for header in headers if header.startswith("collision")}
    with open(path, encoding="utf-8") as file:
        return set(file.read().split()) & set(headers)


def top_folder(path):
    return path.split(os.sep)[0]


def plan(headers, installed, leading, root):
    """Returns the headers to compile: those that no source or header with the same flags includes first."""
    begins_with = {header: first_include(os.path.join(root, header)) for header in headers}
    others = set(headers) - installed
    proven = {first for _, first, is_precompiled in leading if first in installed and not is_precompiled}

    def prove(header, folder):
        while header in others and header not in proven and top_folder(header) == folder:
            proven.add(header)
            header = begins_with[header]

    for source, first, _ in leading:
        prove(first, top_folder(source))
    planned = []
    inner = {begins_with[header] for header in others}
    for header in sorted(headers, key=lambda header: header in inner): # first headers of chains come first
        if header not in proven:
            planned.append(header)
            if header in others:
                prove(header, top_folder(header))
    return planned


def headers_of(root, wings):
    for wing in wings:
        for folder, subfolders, names in os.walk(os.path.join(root, wing)):
            subfolders.sort()
            for name in sorted(names):
                if name.endswith(".hpp"):
                    yield os.path.relpath(os.path.join(folder, name), root)


def is_fresh(stamp, root):
    """True if the header and all files that it includes are older than its last successful compilation."""
    try:
        with open(stamp, encoding="utf-8") as file:
            files = shlex.split(file.read().replace("\\\n", " ").split(":", 1)[1])
        made = os.stat(stamp).st_mtime_ns
        return all(os.stat(os.path.join(root, f)).st_mtime_ns < made for f in files if f != "-")
    except (OSError, IndexError):
        return False


def compile_alone(header, flags, root, stamps):
    """Compiles a header. Returns the compiler's message, or an empty string if it compiles."""
    command = [word for flag in flags for word in flag.split("\0")]
    key = hashlib.sha256("\0".join(command).encode()).hexdigest()[:12]
    stamp = os.path.join(stamps, key, header + ".d")
    if is_fresh(stamp, root):
        return ""
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    done = subprocess.run(command + ["-x", "c++", "-fsyntax-only", "-MMD", "-MT", "x", "-MF", stamp + ".new", "-"],
                          input=f'#include "{header}"\n', capture_output=True, text=True, cwd=root, check=False)
    if done.returncode != 0:
        return done.stderr or "the compiler printed no message"
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
        by_folder, leading = read_commands(build, root)
    except (OSError, ValueError) as error:
        print(error)
        return 1
    headers = list(headers_of(root, options.only))
    failed = [(header, 'its first line is not "#pragma once"') for header in headers
              if first_line(os.path.join(root, header)) != "#pragma once"]
    installed = read_installed(build, headers)
    union = list(dict.fromkeys(flag for command in by_folder.values() for flag in flags_of(command, True)))

    def compile_planned(header):
        command = by_folder.get(os.path.dirname(header))
        flags = flags_of(command, header in installed) if command else union
        return compile_alone(header, flags, root, os.path.join(build, "headers"))

    planned = plan(headers, installed, leading, root)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failed += [(header, "does not compile alone\n" + words)
                   for header, words in zip(planned, pool.map(compile_planned, planned)) if words]
    for header, words in failed:
        print(f"{header}:1: {words}")
    print(f"{len(failed)} of {len(headers)} headers fail" if failed
          else f"{len(headers)} headers compile alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
