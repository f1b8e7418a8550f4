#!/usr/bin/env python3
"""Checks the files tracked by git: no machine paths, no build products.

    check_repository.py [ROOT]

Prints a line FILE:LINE: MESSAGE for each of these problems:
  - a path that exists on only one machine (home folders, work folders)
  - a binary file over 64 KiB, or any file over 1 MiB, except the pictures of the guide
  - a merge marker, or a file name that some file systems reject
Exit status 1 if there is a problem, 77 if ROOT is not a git checkout.
"""
import os
import re
import subprocess
import sys

PICTURES = "docs/pictures/"
MAX_BINARY = 64 * 1024
MAX_FILE = 1024 * 1024
# Does not match after a letter, digit, dot, brace or similar: "engine/work.hpp" and "${root}/work/" are not machine
# paths.
MACHINE_PATH = re.compile(rb"(?<![\w.}\])*/-])/(?:work|root|mnt|home/\w+|Users/\w+)(?:/|(?=[\s\"'`);:,]|$))", re.M)
MERGE_MARKER = re.compile(rb"^(?:<{7} |>{7} |={7}$)", re.M)


def tracked_files(root):
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z"], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]


def line_of(data, position):
    return data.count(b"\n", 0, position) + 1


def problems_of(path, data):
    if not re.fullmatch(r"[\w.+/-]+", path, re.A):
        yield f"{path!r}:1: a file name with characters other than letters, digits and . _ + -"
    if path.startswith(PICTURES):
        return
    is_binary = b"\0" in data
    if len(data) > (MAX_BINARY if is_binary else MAX_FILE):
        yield f"{path}:1: {'a binary' if is_binary else 'a file'} of {len(data)} bytes; generate it when needed instead"
    if not is_binary:
        for match in MACHINE_PATH.finditer(data):
            yield f"{path}:{line_of(data, match.start())}: a path of one machine: {match[0].decode()}"
        for match in MERGE_MARKER.finditer(data):
            yield f"{path}:{line_of(data, match.start())}: a merge marker"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    paths = tracked_files(root)
    if paths is None:
        print("not a git checkout; nothing to check")
        return 77
    problems = []
    for path in paths:
        full = os.path.join(root, path)
        if os.path.isfile(full):  # false if the file is deleted but the deletion is not committed
            with open(full, "rb") as file:
                problems += problems_of(path, file.read())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problem(s)" if problems else f"{len(paths)} tracked files are clean")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
