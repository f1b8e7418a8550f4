#!/usr/bin/env python3
"""Prints the compile times of a build, from ninja's log.

    build_report.py [BUILD_FOLDER]      default: build/release

Prints the seconds of each folder and the 20 slowest files. If a file was compiled several times, the last compilation
counts. Seconds are wall time. They equal processor time only if no more compilers ran in parallel than there are cores.
"""
import collections
import os
import re
import subprocess
import sys

SLOWEST = 20


def read_log(path):
    """Returns the seconds of each output file."""
    seconds = {}
    with open(path, encoding="utf-8") as log:
        if not log.readline().startswith("# ninja log"):
            raise ValueError(f"{path}: is not a log of ninja")
        for line in log:
            begin, end, _, output, *_ = line.rstrip("\n").split("\t")
            seconds[output] = (int(end) - int(begin)) / 1000
    return seconds


def folder_of(output):
    """For example collision/query, for collision/query/CMakeFiles/boxwood_collision_query.dir/sort_pairs.cpp.o."""
    before, _, after = output.partition("CMakeFiles/")
    inside = os.path.dirname(after.partition(".dir/")[2]).replace("Unity", "")
    return os.path.normpath(os.path.join(before, inside))


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build/release"
    try:
        seconds = read_log(os.path.join(build, ".ninja_log"))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    known = {line.partition(":")[0] for line in subprocess.run(["ninja", "-C", build, "-t", "targets", "all"],
                                                               capture_output=True, text=True, check=True).stdout.splitlines()}
    compiled = {output: s for output, s in seconds.items() if re.search(r"\.(o|gch)$", output) and output in known}
    folders = collections.Counter()
    for output, s in compiled.items():
        folders[folder_of(output)] += s
    for folder, s in folders.most_common():
        print(f"{s:8.1f} s  {folder}")
    print(f"{sum(compiled.values()):8.1f} s  total, {len(compiled)} files")
    print(f"\nThe {SLOWEST} slowest:")
    for output, s in sorted(compiled.items(), key=lambda pair: -pair[1])[:SLOWEST]:
        print(f"{s:8.1f} s  {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
