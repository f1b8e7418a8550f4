#!/usr/bin/env python3
"""Compares the states of two builds: same_state.py BOXWOOD OTHER_BOXWOOD

Runs the same scenes with both programs (release, and debug or instrumented) and compares the hash of the last frame.
"""
import subprocess
import sys

SCENES = [
    ("multi-body", "--set", "bodies=200", "--frames", "120"),
    ("multi-body", "--set", "bodies=80", "--set", "meshes=30", "--set", "box=cube", "--frames", "60", "--seed", "7"),
    ("pair", "--frames", "40"),
]


def state_hash(program, scene):
    done = subprocess.run([program, "run", *scene, "--headless"], capture_output=True, text=True, check=True, timeout=280)
    return [line for line in done.stdout.splitlines() if line.startswith("state_hash ")][0]


failures = 0
for scene in SCENES:
    first, again, other = state_hash(sys.argv[1], scene), state_hash(sys.argv[1], scene), state_hash(sys.argv[2], scene)
    same = first == again == other
    failures += not same
    print("ok  " if same else "DIFF", " ".join(scene), first, "" if same else f"again {again}, other build {other}")
sys.exit(1 if failures else 0)
