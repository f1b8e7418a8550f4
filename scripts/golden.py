#!/usr/bin/env python3
"""Compares the program's answers with the golden record, to check that refactoring does not change a single bit.

    golden.py compare PROGRAM [--sample N] [--only PATTERN]... [--jobs N]   compares all rows, or about every Nth
    golden.py record PROGRAM --reason TEXT --only PATTERN... [--jobs N]     records rows again after an intended change
    golden.py times PROGRAM [--only PATTERN]... [--rounds N] [--against COMMIT] [--slower PERCENT]
    golden.py list [--only PATTERN]...

tests/golden/rows.py defines the rows, each with a command line. tests/golden/record.csv contains a hash of each row's
answer: state hashes, counters, pairs of triangles, distances, streams of visits and quality of hierarchies, but no times.
PATTERN matches the keys of rows, with * and ? as in file names. tests/golden/aliases.json maps old names in the record to
current names, for command lines and output.
`record` runs each row twice and rejects a row if the two answers differ.
`times` builds the recorded commit (or COMMIT) in build/golden, runs the two programs alternately, and compares processor
times. It prints the median of the ratios and its 90 percent confidence interval. Times are never stored.
Exit status 0; 1 if a row differs, is missing, or has its whole interval above 1 + PERCENT / 100; 2 for invalid usage.
"""
import argparse
import concurrent.futures
import csv
import fnmatch
import hashlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "golden")
RECORD = os.path.join(FOLDER, "record.csv")
ALIASES = os.path.join(FOLDER, "aliases.json")
HASH_DIGITS = 12
NOT_COMPARED = {"us", "build_us", "bytes"}  # times and memory sizes
FACTS = ("colliding_pairs", "distance", "query_volume_tests", "self_contacts", "policies", "touches", "feet", "grip")
PATIENCE = 300  # seconds

sys.path.insert(0, FOLDER)
import rows as golden_rows  # noqa: E402  (needs the path set above)


class Names:
    """Converts between the names in the record and current names."""

    def __init__(self, aliases):
        self.today = aliases
        self.recorded = {new: old for old, new in aliases.items()}
        if len(self.recorded) != len(aliases):
            raise ValueError("aliases.json: two old names have the same current name")

    def word_today(self, word):
        """Converts a word of a command line. It is one name, or a name and a value."""
        if word in self.today:
            return self.today[word]
        name, equals, value = word.partition("=")
        return self.today.get(name, name) + equals + self.today.get(value, value)

    def value_recorded(self, value):
        """Converts part of an output to the names in the record, and removes values that are not compared."""
        if isinstance(value, dict):
            named = {self.recorded.get(key, key): self.value_recorded(part) for key, part in value.items()}
            return {key: part for key, part in named.items() if key not in NOT_COMPARED}
        if isinstance(value, list):
            return [self.value_recorded(part) for part in value]
        return self.recorded.get(value, value) if isinstance(value, str) else value


def answers_of(text, names):
    return [names.value_recorded(json.loads(line)) for line in text.splitlines()]


def visits_of(path, names):
    with open(path, "rb") as file:
        header = names.value_recorded(json.loads(file.readline()))
        stream = file.read()
    return [header["counters"], header["seen"], header["kept"], header["a"]["nodes"], header["b"]["nodes"],
            hashlib.sha256(stream).hexdigest()]


def report_of(path, names):
    with open(path, encoding="utf-8") as file:
        report = names.value_recorded(json.load(file))
    facts = {name: value for name, value in report["state"].items() if name in FACTS}
    return [report["frames"], report["state_hash"], report["counters_per_frame"], facts]


class Runner:
    """Runs rows with one program, in a folder with the files that the command lines refer to."""

    def __init__(self, program, folder, names):
        self.program = os.path.abspath(program)
        self.folder = folder
        self.names = names
        self.files = {name: os.path.join(folder, name) for name in golden_rows.files()}
        for name, content in golden_rows.files().items():
            with open(self.files[name], "w", encoding="utf-8") as file:
                file.write(content)
        self.files["tour.walk"] = os.path.join(ROOT, "assets", "walks", "tour.walk")

    def run(self, row):
        """Returns the finished process and the path of its output file."""
        out = os.path.join(self.folder, hashlib.sha256(row.key.encode()).hexdigest()[:16])
        files = {**self.files, "out": out, "scratch": out + ".scratch"}
        words = []
        for word in row.command:
            word = self.names.word_today(word)
            for name, path in files.items():
                word = word.replace(f"{{{name}}}", path)
            words.append(word)
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=PATIENCE, check=False,
                              cwd=self.folder, env=environment)
        if done.returncode != 0:
            raise RuntimeError(f"{row.key}: exit status {done.returncode}: {done.stderr.strip()}\n"
                               f"  {self.program} {' '.join(words)}")
        return done, out

    def answer(self, row):
        """Runs the row and returns its answer, from which the hash is computed."""
        done, out = self.run(row)
        try:
            if row.output == "answers":
                return answers_of(done.stdout, self.names)
            if row.output == "quality":
                return self.names.value_recorded(json.loads(done.stdout))
            return visits_of(out, self.names) if row.output == "visits" else report_of(out, self.names)
        finally:
            for path in (out, out + ".scratch"):
                if os.path.exists(path):
                    os.remove(path)

    def hash(self, row):
        text = json.dumps(self.answer(row), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def read_record():
    """Returns {key: (hash, reason)} and the commit of the record."""
    if not os.path.exists(RECORD):
        return {}, ""
    with open(RECORD, encoding="utf-8", newline="") as file:
        commit = file.readline().removeprefix("# commit ").strip()
        return {row["row"]: (row["hash"], row["reason"]) for row in csv.DictReader(file)}, commit


def write_record(record, commit):
    with open(RECORD, "w", encoding="utf-8", newline="") as file:
        file.write(f"# commit {commit}\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("row", "hash", "reason"))
        table.writerows((key, *record[key]) for key in sorted(record))


def chosen(rows, patterns, sample=1):
    rows = [row for row in rows if not patterns or any(fnmatch.fnmatchcase(row.key, p) for p in patterns)]
    return [row for row in rows if zlib.crc32(row.key.encode()) % sample == 0]


def in_parallel(jobs, rows, work):
    """Yields (row, result or exception) in the order in which the rows finish."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        pending = {pool.submit(work, row): row for row in rows}
        for done in concurrent.futures.as_completed(pending):
            try:
                yield pending[done], done.result()
            except (RuntimeError, OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
                yield pending[done], error


def compare(options, runner, rows):
    record, commit = read_record()
    failures = []
    for row, result in in_parallel(options.jobs, rows, runner.hash):
        if isinstance(result, Exception):
            failures.append(str(result))
        elif row.key not in record:
            failures.append(f"{row.key}: is not in the record")
        elif result != record[row.key][0]:
            failures.append(f"{row.key}: {result}, recorded {record[row.key][0]}\n  {' '.join(row.command)}")
    if not options.only and options.sample == 1:
        failures += [f"{key}: is recorded, but rows.py has no such row" for key in set(record) - {row.key for row in rows}]
    print("\n".join(sorted(failures)), end="\n" if failures else "")
    print(f"{len(rows)} rows compared with commit {commit[:12]}, {len(failures)} differ")
    return 1 if failures or not rows else 0


def record_again(options, runner, rows):
    record, commit = read_record()
    commit = commit or subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True,
                                      check=True).stdout.strip()
    failures = changed = 0

    def twice(row):
        first, second = runner.hash(row), runner.hash(row)
        if first != second:
            raise RuntimeError(f"{row.key}: two runs differ")
        return first

    for row, result in in_parallel(options.jobs, rows, twice):
        if isinstance(result, Exception):
            failures += 1
            print(result)
        elif record.get(row.key, ("",))[0] != result:
            changed += 1
            record[row.key] = (result, options.reason)
    known = {row.key for row in golden_rows.rows()}
    write_record({key: value for key, value in record.items() if key in known}, commit)
    print(f"{len(rows)} rows run twice, {changed} recorded, {failures} failed")
    return 1 if failures else 0


def build_recorded(commit):
    """Builds the program of a commit in a worktree and returns its path."""
    tree = os.path.join(ROOT, "build", "golden", commit[:12])
    if not os.path.exists(tree):
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(["git", "worktree", "add", "--detach", tree, commit], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--preset", "release", "-DBOXWOOD_BUILD_TESTS=OFF", "-DBOXWOOD_BUILD_BENCH=OFF"], cwd=tree,
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "build/release", "--target", "boxwood"], cwd=tree, check=True,
                   stdout=subprocess.DEVNULL)
    return os.path.join(tree, "build", "release", "app", "boxwood")


def processor_seconds(runner, row):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    runner.run(row)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interval(ratios):
    """Returns the median and its confidence interval of at least 90 percent (order statistics, for 5 or more values)."""
    ratios = sorted(ratios)
    n, tail, rank = len(ratios), 0.0, 0
    chance = 0.5**n
    while tail + chance <= 0.05 and rank < n // 2:
        tail += chance
        rank += 1
        chance *= (n - rank + 1) / rank
    rank = max(rank, 1)
    return statistics.median(ratios), ratios[rank - 1], ratios[-rank]


def times(options, runner, rows):
    commit = options.against or read_record()[1]
    with tempfile.TemporaryDirectory() as folder:
        other = Runner(build_recorded(commit), folder, Names({}))
        ratios = {row.key: [] for row in rows}
        seconds = {}
        for turn in range(options.rounds):
            for row in rows:
                order = (runner, other) if turn % 2 == 0 else (other, runner)
                taken = {id(one): processor_seconds(one, row) for one in order}
                ratios[row.key].append(taken[id(runner)] / taken[id(other)])
                seconds[row.key] = min(seconds.get(row.key, 1e9), taken[id(other)])
    slower = 0
    print(f"processor time relative to {commit[:12]}, median [90 % interval], {options.rounds} rounds")
    for key, values in ratios.items():
        median, low, high = interval(values)
        is_slower = low > 1 + options.slower / 100
        slower += is_slower
        print(f"{key:44} {median:.3f} [{low:.3f}, {high:.3f}] of {seconds[key]:.2f} s{' slower' if is_slower else ''}")
    return 1 if slower else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("compare", "record", "times", "list"))
    parser.add_argument("program", nargs="?")
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--sample", type=int, default=1, metavar="N")
    parser.add_argument("--reason", default="")
    parser.add_argument("--rounds", type=int, default=10, metavar="N")
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--slower", type=float, default=3.0, metavar="PERCENT")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    made = golden_rows.timed_rows() if options.command == "times" else golden_rows.rows()
    rows = chosen(made, options.only, max(options.sample, 1))
    if options.command == "list":
        print("\n".join(row.key for row in rows))
        return 0
    if not options.program or not os.path.exists(options.program):
        parser.error(f"{options.command} needs the built program")
    if options.command == "record" and os.path.exists(RECORD) and not (options.reason and options.only):
        parser.error("record needs --only, for the rows that change, and --reason, for why the change is intended")
    if not rows:
        parser.error("no row matches")
    with open(ALIASES, encoding="utf-8") as file:
        names = Names(json.load(file))
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options.program, folder, names)
        return {"compare": compare, "record": record_again, "times": times}[options.command](options, runner, rows)


if __name__ == "__main__":
    sys.exit(main())
