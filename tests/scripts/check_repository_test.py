"""check_repository.py finds what must not be committed, in a small repository that this test makes."""
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "../../scripts/check_repository.py")
WORK = "/" + "work"  # in two parts, because the script also checks this file


class CheckRepositoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def check(self, files):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        for path, data in files.items():
            full = os.path.join(self.root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(data if isinstance(data, bytes) else data.encode())
        subprocess.run(["git", "-C", self.root, "add", "-A", "-f"], check=True)
        done = subprocess.run([sys.executable, SCRIPT, self.root], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_caught(self, expected, files):
        status, output = self.check(files)
        self.assertEqual(status, 1, output)
        self.assertIn(expected, output)

    def test_clean_repository_passes(self):
        status, output = self.check({
            "a.cmake": '#include "engine/workloads/a.hpp"\n${root}/work/x\n/usr/share/fonts ./root/ a/root/\n',
            "docs/pictures/a.png": b"\0" * 200_000, "tests/small.stl": b"\0" * 1000})
        self.assertEqual((status, output), (0, "3 tracked files are clean\n"))

    def test_machine_paths(self):
        for text in (f"cd {WORK}/main", f'x = "{WORK}"', "see /" + "home/ann/a.obj", "(/" + "root/a)", f"={WORK}\n"):
            self.assert_caught("a.txt:2: a path of one machine", {"a.txt": "\n" + text})

    def test_big_files(self):
        self.assert_caught("a.bin:1: a binary of 70000 bytes", {"a.bin": b"\0" * 70_000})
        self.assert_caught("b.obj:1: a file of", {"b.obj": "v 0 0 0\n" * 150_000})

    def test_merge_markers(self):
        self.assert_caught("a.txt:1: a merge marker", {"a.txt": "<" * 7 + " HEAD\n"})

    def test_file_names(self):
        self.assert_caught("a file name with characters other than", {"a b.txt": ""})

    def test_no_checkout(self):
        done = subprocess.run([sys.executable, SCRIPT, self.root], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 77)


if __name__ == "__main__":
    unittest.main()
