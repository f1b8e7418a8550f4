#!/usr/bin/env python3
"""Builds the adapters with the installed libraries, runs each with several seeds, and judges the recorded captures.

    adapters_test.py SOURCE_FOLDER BUILD_FOLDER BOXWOOD

Exit status 77: skipped, none of the libraries is installed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
SEEDS = 1000 if "BOXWOOD_LONG_TESTS" in os.environ else 3
# Program, arguments after the output file, hierarchies, queries. All answers are right up to the library's rounding.
RUNS = [("record_fcl", [volume], 2, 12) for volume in ("aabb", "obb", "rss", "obbrss", "kios", "kdop16", "kdop18", "kdop24")]
RUNS += [("record_bullet", [], 1, 12), ("record_embree", ["low"], 1, 0), ("record_embree", ["medium"], 1, 0), ("record_cgal", [], 1, 36)]


def run(*command, statuses=(0,)):
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, check=False)
    if done.returncode not in statuses:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def main():
    source, build, boxwood = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    run("cmake", "-S", source, "-B", build)
    run("cmake", "--build", build)
    count, missing = 0, set()
    with tempfile.TemporaryDirectory() as temporary:
        capture = pathlib.Path(temporary) / "adapter.mcap"
        for program, arguments, hierarchies, queries_asked in RUNS:
            if not (build / program).exists():
                missing.add(program)
                continue
            for seed in range(SEEDS):
                run(build / program, capture, *arguments, seed)
                verdicts = [json.loads(line) for line in run(boxwood, "judge", capture, "--json", statuses=(0, 1)).splitlines()]
                queries = [v for v in verdicts if v["query"] is not None]
                assert len(queries) == queries_asked, (program, arguments, seed, len(queries))
                wrong = [v for v in verdicts if v["verdict"] in ("wrong", "undecided")]
                assert not wrong, (program, arguments, seed, wrong[:3])
                assert len({v["hierarchy"] for v in verdicts if v["query"] is None}) == hierarchies, (program, arguments, seed)
                count += 1
    for program in sorted({row[0] for row in RUNS} - missing):
        done = subprocess.run([build / program, "/nowhere/a.mcap"], text=True, capture_output=True, check=False)
        assert done.returncode == 2 and done.stderr == "/nowhere/a.mcap: No such file or directory\n", (program, done.stderr)
    if count == 0:
        print("skipped: none of the libraries is installed")
        sys.exit(SKIPPED)
    print(count, "captures are right;", f"{len(missing)} adapters are skipped, as their libraries are not installed:", *sorted(missing))


if __name__ == "__main__":
    main()
