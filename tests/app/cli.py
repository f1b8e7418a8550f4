"""Shared by the command-line tests: runs the built program, and writes small meshes and poses."""
import json
import os
import re
import subprocess
import tempfile
import unittest

BOXWOOD = os.environ["BOXWOOD"]  # the built program; CTest sets it

CUBE_POINTS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
CUBE_QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
TETRAHEDRON = ([(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


def fans(faces):
    """Divides polygons into triangle fans, in the order in which the readers of mesh files do."""
    return [(f[0], f[i], f[i + 1]) for f in faces for i in range(1, len(f) - 1)]


CUBE = (CUBE_POINTS, fans(CUBE_QUADS))


def obj_text(points, faces):
    lines = [f"v {' '.join(repr(float(c)) for c in p)}" for p in points]
    return "\n".join(lines + ["f " + " ".join(str(i + 1) for i in f) for f in faces]) + "\n"


def without_progress(text):
    """Removes progress lines from the text on stderr. A command prints them if it takes longer than a second."""
    return re.sub(r"(?m)^boxwood: progress: .*\n", "", text)


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        """Writes a file in the test's folder and returns its path."""
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def write_mesh(self, name, mesh):
        return self.write(name, obj_text(*mesh))

    def write_poses(self, poses, name="poses.jsonl"):
        """Writes one line per pair (a, b) of poses, which are dictionaries with the optional keys q, t and s."""
        lines = [json.dumps({"id": i, "a": a, "b": b}) for i, (a, b) in enumerate(poses)]
        return self.write(name, "\n".join(lines) + "\n")

    def run_boxwood(self, *arguments, timeout=120, stdin=None):
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return subprocess.run([BOXWOOD, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder,
                              timeout=timeout, env=environment, input=stdin, check=False)

    def assert_done(self, *arguments, **options):
        """Runs the program, expects success and no text on stderr, and returns its output."""
        done = self.run_boxwood(*arguments, **options)
        self.assertEqual((done.returncode, without_progress(done.stderr)), (0, ""), f"{arguments}\n{done.stdout}")
        return done.stdout

    def assert_refused(self, *arguments, naming=()):
        """Runs the program, expects exit status 2, no text on stdout, and one line on stderr that contains `naming`."""
        done = self.run_boxwood(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), f"{arguments}: {done.stderr}")
        message = without_progress(done.stderr)
        self.assertRegex(message, r"\Aboxwood: [^\n]+\n\Z")
        self.assertLess(len(message), 800)
        for piece in (naming,) if isinstance(naming, str) else naming:
            self.assertIn(piece, message)
        return message
