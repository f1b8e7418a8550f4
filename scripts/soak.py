#!/usr/bin/env python3
"""Runs each lab for a long time, while bodies, meshes, kinds and settings change, and checks that memory does not grow.

    soak.py PROGRAM [--seconds S] [--lab NAME]... [--seed N]

PROGRAM is the built `soak` (tests/app/soak). Each lab runs S seconds of processor time: by default 4, with
BOXWOOD_LONG_TESTS 600. The run has two parts. The first part runs one scene frame by frame. The second part repeats a
cycle of changes that ends in the same scene; memory is sampled there.

The first third of the samples of each part is not judged, because caches and arrays still grow to their final size. The
allocated bytes and the resident set must not grow by more than 1 percent from the middle third to the last third. The
smallest samples of both thirds are compared: some cycles end with more spare capacity than others, but a leak is in all
of them. A part with too few samples is not judged. A lab also fails if it crashes or its oracle finds an error. Exit
status 0, or 1 with a line for each failure.
"""
import argparse
import os
import subprocess
import sys

LABS = "multi-body", "pair", "deformation", "walkthrough"
GROWTH = 0.01  # allowed growth, relative to the middle third
FEWEST = {"heap": 12, "resident": 30}  # samples needed to judge growth; the resident set changes in large steps


def parse(text):
    """Returns the samples (frames, heap, resident) of each phase, the number of judged frames, and the oracle's errors."""
    samples, judged, wrong = {}, 0, []
    for line in text.splitlines():
        phase, rest = line.split(" ", 1)
        if phase == "wrong":
            wrong.append(rest)
            continue
        frames, heap, resident, in_all, _ = map(int, rest.split())
        samples.setdefault(phase, []).append((frames, heap, resident))
        judged = max(judged, in_all)
    return samples, judged, wrong


def growth(values):
    """Returns the growth from the middle third to the last third, as a fraction."""
    third = len(values) // 3
    middle, last = min(values[third:2 * third]), min(values[-third:])
    return last / middle - 1


def soak(program, lab, seconds, seed):
    """Runs one lab and returns its failures."""
    run = subprocess.run([program, lab, str(seconds), str(seed)], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return [f"{lab}: ended with {run.returncode}: {run.stderr.strip()[-400:]}"]
    samples, judged, wrong = parse(run.stdout)
    complaints = [f"{lab}: the oracle: {what}" for what in wrong[:1]]
    for phase, rows in samples.items():
        words = [f"{lab:12} {phase:7} {rows[-1][0]:8} frames {len(rows):5} samples"]
        for name, column in ("heap", 1), ("resident", 2):
            values = [row[column] for row in rows]
            if len(values) < FEWEST[name]:
                words.append(f"{name} {values[-1] / 1e6:.2f} MB")
                continue
            grown = growth(values)
            words.append(f"{name} {values[-1] / 1e6:.2f} MB {100 * grown:+.2f} %")
            if grown > GROWTH:
                complaints.append(f"{lab}: {phase}: {name} grew by {100 * grown:.2f} %, to {values[-1]} bytes")
        print(", ".join(words), f"{judged} frames judged", flush=True)
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    is_long = bool(os.environ.get("BOXWOOD_LONG_TESTS"))
    parser.add_argument("--seconds", type=float, default=600 if is_long else 4)
    parser.add_argument("--lab", action="append", choices=LABS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    complaints = []
    for lab in options.lab or LABS:
        complaints += soak(options.program, lab, options.seconds, options.seed)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
