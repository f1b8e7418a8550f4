#!/usr/bin/env python3
"""Judges each capture of examples/captures, and compares the verdicts with the table in the README of the folder.

    captures_test.py FOLDER BOXWOOD"""
import json
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"\| `([\w-]+\.mcap)` \| `?([\w-]+)`? \| (\d*) ?\| (\d*) ?\|")
MAX_FILE, MAX_FOLDER = 100_000, 500_000


def main():
    folder, boxwood = pathlib.Path(sys.argv[1]), sys.argv[2]
    rows = ROW.findall((folder / "README.md").read_text(encoding="utf-8"))
    files = sorted(folder.glob("*.mcap"))
    assert sorted(row[0] for row in rows) == [file.name for file in files], rows
    sizes = [file.stat().st_size for file in files]
    assert max(sizes) < MAX_FILE and sum(sizes) < MAX_FOLDER, sizes
    for name, stage, hierarchy, node in rows:
        done = subprocess.run([boxwood, "judge", folder / name, "--json"], text=True, capture_output=True, check=False)
        assert done.stderr == "", done.stderr
        verdicts = [json.loads(line) for line in done.stdout.splitlines()]
        wrong = [v for v in verdicts if v["verdict"] == "wrong"]
        assert done.returncode == (0 if stage == "sound" else 1), (name, done.returncode)
        assert not [v for v in verdicts if v["verdict"] == "undecided"], name
        if stage == "sound":
            assert not wrong and len(verdicts) > 10, (name, wrong)
            continue
        expected = (stage, int(hierarchy) if hierarchy else None, int(node) if node else None)
        assert expected in [(v["stage"], v["hierarchy"], v["node"]) for v in wrong], (name, expected, wrong)
        assert {v["stage"] for v in wrong} == {stage}, (name, wrong)
    print(len(rows), "captures are judged as their table says")


if __name__ == "__main__":
    main()
