#!/usr/bin/env python3
"""Runs the commands of docs/find-the-bug.md in a folder like a checkout, and compares the output with the page.

    find_the_bug_test.py ROOT BOXWOOD"""
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.S)


def main():
    root, boxwood = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    blocks = BLOCK.findall((root / "docs" / "find-the-bug.md").read_text(encoding="utf-8"))
    commands = compared = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in ("engine", "examples"):
            (folder / name).symlink_to(root / name)
        (folder / "run.sh").write_text(f'#!/bin/sh\nexec "{boxwood}" "$@"\n', encoding="utf-8")  # does not build
        (folder / "run.sh").chmod(0o755)
        printed = None
        for language, text in blocks:
            if language == "cpp":
                (folder / "my_bvh.cpp").write_text(text, encoding="utf-8")
            elif language == "sh":
                done = subprocess.run(["bash", "-c", text], cwd=folder, text=True, capture_output=True, check=False)
                assert done.returncode in (0, 1) and done.stderr == "", (text, done.returncode, done.stderr)
                printed = done.stdout
                commands += 1
            else:
                assert printed == text, f"printed:\n{printed}\nthe page says:\n{text}"
                compared += 1
        assert (folder / "small" / "test.cpp").exists()
    assert commands == 5 and compared == 4, (commands, compared)
    print("the page is true")


if __name__ == "__main__":
    main()
