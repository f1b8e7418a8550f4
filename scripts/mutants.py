#!/usr/bin/env python3
"""Plants small mistakes in the code and looks whether its tests notice.

    mutants.py [--only PATTERN]... [--due] [--seconds S] [--jobs N]   plant, build, test; writes docs/mutants.csv
    mutants.py --list [--only PATTERN]... [--due]             names them
    mutants.py --check                                        verifies that every mutant still fits the code

tests/mutants/ROOM.json is a list of mutants:
    {"file": "collision/x/y.cpp", "old": "a < b", "new": "b < a", "why": "unique in its room", "tests": ["test_x:Filter*"]}
`old` stands exactly once in `file`; `tests` are test programs, each with a gtest filter if it has one.
PATTERN is a room or a file, with * and ? as in file names; --due leaves out what was killed as it stands: a mutant with
another file, text or tests than in the table has no verdict. A run also renews the rates in docs/testing.md. The work
happens in a copy of the tree (build/mutants), so the checkout is never touched. A mutant is killed if a test fails,
crashes or runs out of time; it survived if all pass; one that the compiler refuses proves nothing about the tests and is
counted apart.
Exit status 0; 1 if --check finds a mutant that does not fit, or the tests fail without any; 2 for bad usage.
"""
import argparse
import csv
import fnmatch
import glob
import json
import os
import resource
import subprocess
import sys
import time
import zlib

LISTS = "tests/mutants"
TABLE = "docs/mutants.csv"
COLUMNS = ("room", "file", "why", "tests", "text", "verdict")
PAGE = "docs/testing.md"  # holds the rates between two lines that begin so:
RATES = "| mutants of |", "Planting happens"
KILLED, SURVIVED, NOT_BUILT, NOT_RUN = "killed", "survived", "not built", "not run"
KEYS = {"file", "old", "new", "tests", "why"}
MEMORY = 8 << 30  # bytes that a mutant may take before it counts as killed
LEAST_TIMEOUT = 30.0  # seconds


def read_lists(root):
    """All mutants, each with its "room"; raises ValueError on a list that is none."""
    mutants = []
    for path in sorted(glob.glob(os.path.join(root, LISTS, "*.json"))):
        name = os.path.relpath(path, root)
        try:
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
        except json.JSONDecodeError as error:
            raise ValueError(f"{name}:{error.lineno}: {error.msg}") from None
        if not isinstance(found, list):
            raise ValueError(f"{name}:1: not a list")
        for index, mutant in enumerate(found):
            if not isinstance(mutant, dict) or set(mutant) != KEYS:
                raise ValueError(f"{name}: mutant {index}: needs exactly {', '.join(sorted(KEYS))}")
            if isinstance(mutant["tests"], str):
                mutant["tests"] = [mutant["tests"]]
            mutant["room"] = os.path.splitext(os.path.basename(path))[0]
            mutants.append(mutant)
    return mutants


def test_programs(root):
    """The names of the test programs: one per folder of tests/ with C++ files (tests/CMakeLists.txt)."""
    folders = {os.path.dirname(os.path.relpath(path, os.path.join(root, "tests")))
               for path in glob.glob(os.path.join(root, "tests", "**", "*.cpp"), recursive=True)}
    return {"test_" + folder.replace(os.sep, "_") for folder in folders}


def problems_of(root, mutants):
    programs, names = test_programs(root), set()
    for mutant in mutants:
        where = f"{LISTS}/{mutant['room']}.json: {mutant['why']}"
        if (mutant["room"], mutant["why"]) in names:
            yield f"{where}: stands here twice"
        names.add((mutant["room"], mutant["why"]))
        try:
            with open(os.path.join(root, mutant["file"]), encoding="utf-8") as file:
                count = file.read().count(mutant["old"])
        except OSError:
            yield f"{where}: no file {mutant['file']}"
            continue
        if count != 1:
            yield f"{where}: `old` stands {count} times in {mutant['file']}, not once"
        if mutant["old"] == mutant["new"]:
            yield f"{where}: `new` is `old`"
        if not mutant["tests"]:
            yield f"{where}: names no test"
        for test in mutant["tests"]:
            if test.split(":")[0] not in programs:
                yield f"{where}: no test program {test.split(':')[0]}"


class Tree:
    """A copy of the tracked and new files of the checkout, with its own build folder."""

    def __init__(self, root, jobs):
        self.jobs = jobs
        self.path = os.path.join(root, "build", "mutants", "tree")
        self.build_path = os.path.join(root, "build", "mutants", "build")
        listed = subprocess.run(["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"],
                                capture_output=True, check=True).stdout
        names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
        kept = {name for name in names if os.path.isfile(os.path.join(root, name))}
        for folder, _, files in os.walk(self.path):
            for name in files:
                full = os.path.join(folder, name)
                if os.path.relpath(full, self.path) not in kept:
                    os.remove(full)
        for name in kept:
            with open(os.path.join(root, name), "rb") as file:
                self._write(name, file.read())

    def _write(self, name, data):
        full = os.path.join(self.path, name)
        if os.path.isfile(full):
            with open(full, "rb") as file:
                if file.read() == data:  # what did not change is not built again
                    return
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(data)

    def configure(self):
        environment = dict(os.environ, CCACHE_BASEDIR=self.path, CCACHE_NOHASHDIR="1")
        done = subprocess.run(["cmake", "-S", self.path, "-B", self.build_path, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                               "-DBOXWOOD_BUILD_TESTS=ON", "-DBOXWOOD_BUILD_BENCH=OFF"],
                              capture_output=True, text=True, check=False, env=environment)
        if done.returncode != 0:
            sys.exit(f"configuring failed:\n{done.stdout}{done.stderr}")

    def build(self, programs):
        """None, or what the build printed when it failed."""
        environment = dict(os.environ, CCACHE_BASEDIR=self.path, CCACHE_NOHASHDIR="1")
        done = subprocess.run(["ninja", "-C", self.build_path, f"-j{self.jobs}", *sorted(programs)],
                              capture_output=True, text=True, check=False, env=environment)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def program(self, name):
        found = [path for path in glob.glob(os.path.join(self.build_path, "**", name), recursive=True)
                 if os.path.isfile(path) and os.access(path, os.X_OK)]
        if not found:
            sys.exit(f"{name} was built, but is not below {self.build_path}")
        return found[0]

    def passes(self, test, timeout):
        name, _, pattern = test.partition(":")
        command = [self.program(name), "--gtest_brief=1", "--gtest_fail_fast"] + ([f"--gtest_filter={pattern}"] if pattern else [])
        try:
            return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=timeout,
                                  cwd=self.build_path, preexec_fn=limit_memory).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def plant(self, mutant):
        """Gives the text that stood there."""
        full = os.path.join(self.path, mutant["file"])
        with open(full, encoding="utf-8") as file:
            text = file.read()
        self._write(mutant["file"], text.replace(mutant["old"], mutant["new"], 1).encode())
        return text

    def restore(self, mutant, text):
        self._write(mutant["file"], text.encode())


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def programs_of(mutant):
    return {test.split(":")[0] for test in mutant["tests"]}


def verdict_on(tree, mutant, timeouts):
    text = tree.plant(mutant)
    try:
        if tree.build(programs_of(mutant)) is not None:
            return NOT_BUILT
        return SURVIVED if all(tree.passes(test, timeouts[test]) for test in mutant["tests"]) else KILLED
    finally:
        tree.restore(mutant, text)


def row_of(mutant, verdict):
    text = zlib.crc32(f"{mutant['old']}\0{mutant['new']}".encode())
    return dict(zip(COLUMNS, (mutant["room"], mutant["file"], mutant["why"], " ".join(mutant["tests"]), f"{text:08x}", verdict)))


def read_table(root, mutants):
    """The verdict on each mutant as it stands now: a row about another text, file or test is none."""
    try:
        with open(os.path.join(root, TABLE), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError:
        rows = []
    verdicts = {(row["room"], row["why"]): row["verdict"] for row in rows}
    found = {(m["room"], m["why"]): row_of(m, verdicts.get((m["room"], m["why"]))) for m in mutants}
    return {key: verdicts[key] if found[key] in rows else NOT_RUN for key in found}


def write_table(root, mutants, verdicts):
    os.makedirs(os.path.join(root, os.path.dirname(TABLE)), exist_ok=True)
    with open(os.path.join(root, TABLE), "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(row_of(mutant, verdicts[mutant["room"], mutant["why"]]) for mutant in mutants)


def rates(mutants, verdicts):
    """Per room and for all: name, killed, survived, not built, not run."""
    for name, matches in [(room, {room}) for room in sorted({m["room"] for m in mutants})] + [("all", None)]:
        found = [verdicts[m["room"], m["why"]] for m in mutants if not matches or m["room"] in matches]
        yield (name, *(found.count(verdict) for verdict in (KILLED, SURVIVED, NOT_BUILT, NOT_RUN)))


def print_rates(mutants, verdicts):
    for name, killed, survived, not_built, not_run in rates(mutants, verdicts):
        rate = f"{100 * killed / (killed + survived):.0f} %" if killed + survived else "-"
        print(f"{name}: {killed} of {killed + survived} killed ({rate}), {not_built} not built, {not_run} not run")


def write_rates(root, mutants, verdicts):
    path = os.path.join(root, PAGE)
    if not os.path.isfile(path):
        return
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(RATES[0], 1)
    lines = [f"{RATES[0]} {KILLED} | {SURVIVED} | {NOT_BUILT} | {NOT_RUN} |", "| --- " * 5 + "|"]
    lines += ["| " + " | ".join(f"`{cell}`" if at == 0 else str(cell) for at, cell in enumerate(row)) + " |"
              for row in rates(mutants, verdicts)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + "\n".join(lines) + "\n\n" + RATES[1] + rest.split(RATES[1], 1)[1])


def run(root, mutants, chosen, jobs, seconds):
    deadline = time.monotonic() + seconds
    tree = Tree(root, jobs)
    tree.configure()
    chosen = sorted(chosen, key=lambda mutant: (mutant["room"], mutant["file"]))
    if (log := tree.build({name for mutant in chosen for name in programs_of(mutant)})) is not None:
        print(f"the tests do not build without any mutant:\n{log[-4000:]}")
        return 1
    timeouts = {}
    for test in sorted({test for mutant in chosen for test in mutant["tests"]}):
        start = time.monotonic()
        if not tree.passes(test, 600.0):
            print(f"{test} fails without any mutant")
            return 1
        timeouts[test] = max(LEAST_TIMEOUT, 5.0 * (time.monotonic() - start))
    verdicts = read_table(root, mutants)
    for mutant in chosen:
        if time.monotonic() > deadline:
            print("out of time; the rest keeps its old verdict")
            break
        verdict = verdict_on(tree, mutant, timeouts)
        verdicts[mutant["room"], mutant["why"]] = verdict
        print(f"{verdict:9}  {mutant['room']}: {mutant['why']}", flush=True)
        write_table(root, mutants, verdicts)
    write_rates(root, mutants, verdicts)
    print_rates(mutants, verdicts)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    parser.add_argument("--only", metavar="PATTERN", action="append", help="a room or a file; may be given again")
    parser.add_argument("--due", action="store_true", help="only those that were not killed as they stand")
    parser.add_argument("--list", action="store_true", help="names the mutants")
    parser.add_argument("--check", action="store_true", help="verifies that every mutant fits the code")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="starts no mutant after this time")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at once")
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    try:
        mutants = read_lists(root)
    except ValueError as error:
        print(error)
        return 1
    chosen = [m for m in mutants if not options.only or any(
        fnmatch.fnmatch(m["room"], pattern) or fnmatch.fnmatch(m["file"], pattern) for pattern in options.only)]
    if options.due:
        verdicts = read_table(root, mutants)
        chosen = [m for m in chosen if verdicts[m["room"], m["why"]] != KILLED]
    if options.list:
        for mutant in chosen:
            print(f"{mutant['room']}: {mutant['why']} ({mutant['file']})")
        return 0
    problems = list(problems_of(root, mutants))
    if problems or options.check:
        print("\n".join(problems) if problems else f"{len(mutants)} mutants fit")
        return 1 if problems else 0
    if not chosen:
        print("none is due" if options.due else "no mutant of that name")
        return 0 if options.due else 2
    return run(root, mutants, chosen, options.jobs, options.seconds)


if __name__ == "__main__":
    sys.exit(main())
