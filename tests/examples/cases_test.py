#!/usr/bin/env python3
"""Builds and runs the programs of docs/cases. The judge must print each line that the page quotes.

    cases_test.py FOLDER BUILD_FOLDER BOXWOOD"""
import pathlib
import re
import subprocess
import sys
import tempfile

CASE = re.compile(r"\n`([\w-]+)\.mcap`\n```\n(.*?)```", re.S)
FEWEST = 6


def run(*command, statuses=(0,)):
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, check=False)
    if done.returncode not in statuses:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def main():
    folder, build, boxwood = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    run("cmake", "-S", folder, "-B", build)
    run("cmake", "--build", build)
    cases = dict(CASE.findall((folder / "README.md").read_text(encoding="utf-8")))
    assert len(cases) >= FEWEST, cases
    with tempfile.TemporaryDirectory() as temporary:
        for program in ("record_fcl_cases", "record_by_hand"):
            if (build / program).exists():
                run(build / program, temporary)
        captures = {path.stem: path for path in pathlib.Path(temporary).glob("*.mcap")}
        assert set(captures) <= set(cases), "a case that the page does not have"
        for name, path in captures.items():
            said = run(boxwood, "judge", path, "--all", statuses=(0, 1)).splitlines()
            for line in cases[name].splitlines():
                assert line in said, (name, line, said)
            assert not any(line.startswith("undecided") for line in said), (name, said)
            is_wrong = any(line.startswith("wrong") for line in said)
            assert is_wrong == any(line.startswith("wrong") for line in cases[name].splitlines()), (name, said)
    missing = sorted(set(cases) - set(captures))
    print(len(captures), "cases are judged as the page says;", f"{len(missing)} are skipped, as FCL is not installed:", *missing)
    # With FCL, at least FEWEST cases must have been judged; without FCL, at least one.
    assert len(captures) >= (FEWEST if (build / "record_fcl_cases").exists() else 1)


if __name__ == "__main__":
    main()
