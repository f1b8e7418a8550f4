#!/usr/bin/env python3
"""Checks that every header compiles alone, with the flags of its module, and begins with "#pragma once".

    check_headers.py BUILD_FOLDER [--root ROOT] [--jobs N] [--only FOLDER...] [--sample N]

A FOLDER is a top folder, for example collision.

Installed headers are listed in BUILD_FOLDER/public_headers.txt; without that file, all headers of the library count as
installed. Each of them is compiled here without precompiled headers, as in a user's program. Other headers use the
precompiled headers of their target, as in the build.

Most headers need no separate compilation. If a file compiles, a header in it also compiles alone, provided that the header
itself includes every file of the project that the compiler has read before it. (Exception: names in templates, which the
compiler looks up at the end of the file.) A source of the build therefore proves this at least for the first header
that it includes, if both are in the same top folder. The headers that no source proves are compiled here in chains, in
which each header includes all headers before it.

A header is compiled with the flags of a source in its folder; if there is none, with the include paths of all sources.
Headers are skipped if they and their includes have not changed since the last successful check (stamps in
BUILD_FOLDER/headers). With --sample N, every installed header is checked, and about every Nth chain of the others. A hash of
the texts that the compiler reads selects them, so an edit of a header or of what it includes draws again.
BOXWOOD_LONG_TESTS=1 in the environment checks all. Exit status 1 if a header does not compile or lacks "#pragma once".
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

TOP_FOLDERS = ("app", "engine", "collision", "tests", "bench")
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


class Includes:
    """The #include lines of the project's files."""

    def __init__(self, root, headers):
        self.root, self.headers = root, headers
        self.direct, self.all = {}, {}

    def of(self, path):
        """The headers of the project that a file includes, in order."""
        if path not in self.direct:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                found = re.findall(r'^[ \t]*#[ \t]*include "([^"]+)"', file.read(), re.M)
            self.direct[path] = [header for header in found if header in self.headers]
        return self.direct[path]

    def closure(self, path):
        """The file and all headers that it includes, directly or not."""
        if path not in self.all:
            found, left = {path}, [path]
            while left:
                new = [header for header in self.of(left.pop()) if header not in found]
                found.update(new)
                left += new
            self.all[path] = found
        return self.all[path]

    def proven_by(self, headers):
        """Yields the headers that compile alone if a file compiles that includes these headers."""
        read, entered = set(), set()

        def enter(header):
            if header in entered:
                return
            entered.add(header)
            if read <= self.closure(header):
                yield header
            if not self.begins_with_includes(header):
                read.add(header)
            for inner in self.of(header):
                yield from enter(inner)
            read.add(header)

        for header in headers:
            yield from enter(header)

    def begins_with_includes(self, path):
        """Whether all #include lines of project headers come before all other code of a file."""
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            lines = [line.strip() for line in file]
        first = [line for line in lines if line and not line.startswith("//")]
        while first and re.match(r"#\s*(include|pragma once)", first[0]):
            first.pop(0)
        return not any(re.match(r'#\s*include\s*"', line) for line in first)


def parts_of(source, root):
    """Yields the files of the project that a source of a CMake unity build includes."""
    if os.sep + "Unity" + os.sep not in source or not os.path.isfile(source):
        return
    with open(source, encoding="utf-8") as file:
        for part in re.findall(r'^#include "([^"]+\.cpp)"', file.read(), re.M):
            yield os.path.relpath(part, root)


def read_commands(build, root):
    """Returns {folder: compile command} and [(source, whether it uses precompiled headers)]."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    by_folder, leading = {}, []
    for entry in entries:
        source = os.path.join(entry["directory"], entry["file"])
        parts = list(parts_of(source, root)) or [os.path.relpath(source, root)]
        parts = [path for path in parts if path.endswith(".cpp") and path.split(os.sep)[0] in TOP_FOLDERS
                 and os.path.isfile(os.path.join(root, path))]
        for path in parts:
            by_folder.setdefault(os.path.dirname(path), entry["command"])
        if parts:
            leading.append((parts[0], PRECOMPILED in entry["command"]))
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


def is_drawn(chain, sample, includes):
    """True for about one of `sample` chains, chosen by the texts of the last header and of all that it includes."""
    texts = hashlib.sha256()
    for path in sorted(includes.closure(chain[-1])):
        with open(os.path.join(includes.root, path), "rb") as file:
            texts.update(path.encode() + b"\0" + file.read())
    return int(texts.hexdigest(), 16) % sample == 0


def plan(flags, installed, leading, includes):
    """Returns the chains of headers to compile, each in the order of its #include lines.

    flags: {header: the flags with which it is compiled}.
    """
    proven = set()
    for source, is_precompiled in leading:
        for header in includes.proven_by(includes.of(source)):
            if top_folder(header) == top_folder(source) and not (header in installed and is_precompiled):
                proven.add(header)
    chains = []
    largest_first = sorted(flags, key=lambda header: (-len(includes.closure(header)), header))
    for i, last in enumerate(largest_first):
        if last in proven:
            continue
        chain = [last]
        for header in largest_first[i + 1:]:
            if header not in proven and flags[header] == flags[last] and \
                    includes.closure(header) <= includes.closure(chain[-1]) and \
                    chain[-1] not in includes.closure(header):
                chain.append(header)
        chain.reverse()
        chains.append(chain)
        proven.update(header for header in includes.proven_by(chain) if flags.get(header) == flags[last])
    return chains


def headers_of(root, top_folders):
    for top in top_folders:
        for folder, subfolders, names in os.walk(os.path.join(root, top)):
            subfolders.sort()
            for name in sorted(names):
                if name.endswith(".hpp"):
                    yield os.path.relpath(os.path.join(folder, name), root)


def is_fresh(stamp, root):
    """True if all files that the chain includes are older than its last successful compilation."""
    try:
        with open(stamp, encoding="utf-8") as file:
            files = shlex.split(file.read().replace("\\\n", " ").split(":", 1)[1])
        made = os.stat(stamp).st_mtime_ns
        return all(os.stat(os.path.join(root, f)).st_mtime_ns < made for f in files if f != "-")
    except (OSError, IndexError):
        return False


def compile_together(chain, flags, root, stamps):
    """Compiles a file that includes these headers. Returns the compiler's message, or an empty string if it compiles."""
    command = [word for flag in flags for word in flag.split("\0")]
    key = hashlib.sha256("\0".join(command + chain).encode()).hexdigest()[:12]
    stamp = os.path.join(stamps, key, chain[-1] + ".d")
    if is_fresh(stamp, root):
        return ""
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    done = subprocess.run(command + ["-x", "c++", "-fsyntax-only", "-MMD", "-MT", "x", "-MF", stamp + ".new", "-"],
                          input="".join(f'#include "{header}"\n' for header in chain),
                          capture_output=True, text=True, cwd=root, check=False)
    if done.returncode != 0:
        return done.stderr or "the compiler printed no message"
    os.replace(stamp + ".new", stamp)
    return ""


def find_failures(chain, flags, root, stamps):
    """Returns [(header, message)] for the headers of a chain that do not compile alone."""
    message = compile_together(chain, flags, root, stamps)
    if not message:
        return []
    alone = [(header, compile_together([header], flags, root, stamps)) for header in chain] if len(chain) > 1 else []
    return [(header, words) for header, words in alone if words] or [(chain[-1], message)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="+", default=TOP_FOLDERS, metavar="FOLDER")
    parser.add_argument("--sample", type=int, default=1, metavar="N")
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
    flags = {}
    for header in headers:
        command = by_folder.get(os.path.dirname(header))
        flags[header] = flags_of(command, header in installed) if command else union

    includes = Includes(root, set(headers_of(root, TOP_FOLDERS)))
    chains = plan(flags, installed, leading, includes)
    planned = len(chains)
    if os.environ.get("BOXWOOD_LONG_TESTS") == "1":
        options.sample = 1
    chains = [chain for chain in chains if installed.intersection(chain) or is_drawn(chain, options.sample, includes)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda chain: find_failures(chain, flags[chain[0]], root,
                                                          os.path.join(build, "headers")), chains):
            failed += [(header, "does not compile alone\n" + words) for header, words in found]
    for header, words in failed:
        print(f"{header}:1: {words}")
    if failed:
        print(f"{len(failed)} of {len(headers)} headers fail")
    elif len(chains) < planned:
        print(f"no header fails in {len(chains)} of {planned} compilations that check {len(headers)} headers")
    else:
        print(f"{len(headers)} headers compile alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
