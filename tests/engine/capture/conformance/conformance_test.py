#!/usr/bin/env python3
"""Exchanges MCAP files between mcap_tool and @mcap/core: each one reads what the other wrote. Exit status 77: skipped;
stdout states the reason.

    conformance_test.py MCAP_TOOL FOLDER

Needs Node 18 and the npm packages @mcap/core and @mcap/support. Installs them into FOLDER if npm can reach a registry."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PACKAGES = ["@mcap/core@2", "@mcap/support@1"]
SCRIPT = pathlib.Path(__file__).with_name("conformance.mjs")


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def output_of(*command, **options):
    done = subprocess.run(command, text=True, capture_output=True, timeout=120, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


def find_modules(folder):
    node = shutil.which("node")
    version = re.match(r"v(\d+)", subprocess.run([node, "--version"], text=True, capture_output=True, check=False).stdout) if node else None
    if version is None or int(version[1]) < 18:
        skip("needs Node 18 or later")
    modules = folder / "node_modules"
    if not (modules / "@mcap" / "support").is_dir():
        npm = shutil.which("npm")
        if npm is None:
            skip("needs npm for @mcap/core")
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", *PACKAGES]
        try:
            status = subprocess.run(command, capture_output=True, timeout=100, check=False).returncode
        except subprocess.TimeoutExpired:
            status = 1
        if status != 0:
            skip("npm could not install @mcap/core")
    return modules


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    environment = dict(os.environ, MCAP_MODULES=str(find_modules(folder)))
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "sample.mcap"
        for chunk, level in (("4096", "3"), ("4096", "0"), ("10000000", "3"), ("1", "3")):
            output_of(tool, "write", path, chunk, level)
            ours = output_of(tool, "print", path)
            assert len(ours) == 1000, len(ours)
            streamed = output_of("node", SCRIPT, "stream", path, env=environment)
            assert streamed == ours, f"the streaming reader found {len(streamed)} messages"
            indexed = output_of("node", SCRIPT, "indexed", path, env=environment)
            assert indexed[-1] == "attachments 5 chunks true messages 1000", indexed[-1]
            assert indexed[:-1] == ours, f"the indexed reader found {len(indexed) - 1} messages"
        for layout in ("chunked", "unchunked"):
            theirs = output_of("node", SCRIPT, "write", path, layout, env=environment)
            assert len(theirs) == 300
            assert output_of(tool, "print", path) == theirs, layout
    print("each side reads what the other wrote")


if __name__ == "__main__":
    main()
