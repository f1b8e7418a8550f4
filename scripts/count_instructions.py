#!/usr/bin/env python3
"""Counts instructions, loads, stores, branches and mispredictions per volume test of two BoxTrees.

Runs the program in valgrind's cachegrind, with one pass and with two passes. The difference is one pass without the
startup. Times are in bench/results/boxtree-hoisting/walks.csv.

    scripts/count_instructions.py build/release/bench/bench_box_tree_steps > bench/results/boxtree-flops/instructions.csv
"""
import re
import shutil
import subprocess
import sys
import tempfile

TESTS = ("aabb-of-obb", "sat-lite", "sat")
HOWS = ("in-turn", "both-again", "both")
EVENTS = {"Ir": "instructions", "Dr": "loads", "Dw": "stores", "Bc": "branches", "Bcm": "mispredictions"}


def count(program, test, how, passes):
    """Returns the totals of cachegrind's events and the number of volume tests in one pass."""
    with tempfile.NamedTemporaryFile() as file:
        run = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--branch-sim=yes",
                              f"--cachegrind-out-file={file.name}", program, test, how, str(passes)],
                             check=True, capture_output=True, text=True)
        text = open(file.name, encoding="utf-8").read()
    names = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    totals = [int(total) for total in re.search(r"^summary: (.*)$", text, re.M).group(1).split()]
    return dict(zip(names, totals)), int(run.stdout.split()[0])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if shutil.which("valgrind") is None:
        sys.exit("count_instructions.py: valgrind is not installed")
    print("test,descent,volume_tests," + ",".join(EVENTS.values()))
    for test in TESTS:
        for how in HOWS:
            once, tests = count(sys.argv[1], test, how, 1)
            twice, _ = count(sys.argv[1], test, how, 2)
            per_test = [(twice[event] - once[event]) / tests for event in EVENTS]
            print(f"{test},{how},{tests}," + ",".join(f"{value:.2f}" for value in per_test), flush=True)


if __name__ == "__main__":
    main()
