"""The mutants of this project fit its code; mutants.py tells killed from survived, in a small project of its own."""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "../../scripts/mutants.py")

CODE = "int least(int a, int b) { return a < b ? a : b; }\nint spare() { return 1; }\n"
TEST = ('extern int least(int, int);\n'
        'int main() { return least(1, 2) == 1 && least(2, 1) == 1 && least(3, 3) == 3 ? 0 : 1; }\n')
CMAKE = ("cmake_minimum_required(VERSION 3.25)\nproject(toy LANGUAGES CXX)\n"
         "add_executable(test_toy tests/toy/toy_test.cpp code.cpp)\n")
MUTANT = {"file": "code.cpp", "old": "a < b", "new": "a > b", "tests": ["test_toy"], "why": "the greatest instead"}
RATES = """# T

| mutants of | killed | survived | not built | not run |
| --- | --- | --- | --- | --- |
| `toy` | 2 | 1 | 1 | 0 |
| `all` | 2 | 1 | 1 | 0 |

Planting happens in a copy
"""


def text_of(mutant):
    return f"{zlib.crc32((mutant['old'] + chr(0) + mutant['new']).encode()):08x}"


def run(*arguments):
    done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class MutantsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def make_project(self, *mutants):
        self.write("code.cpp", CODE)
        self.write("tests/toy/toy_test.cpp", TEST)
        self.write("CMakeLists.txt", CMAKE)
        self.write("tests/mutants/toy.json", json.dumps(mutants))

    def assert_caught(self, expected, **change):
        self.make_project({**MUTANT, **change})
        status, output = run("--root", self.root, "--check")
        self.assertEqual(status, 1, output)
        self.assertIn(expected, output)

    def test_the_mutants_of_this_project_fit(self):
        status, output = run("--check")
        self.assertEqual(status, 0, output)

    def test_what_does_not_fit_is_named(self):
        self.assert_caught("`old` stands 0 times in code.cpp", old="a <= b")
        self.assert_caught("`old` stands 2 times in code.cpp", old="return")
        self.assert_caught("`new` is `old`", new="a < b")
        self.assert_caught("no file gone.cpp", file="gone.cpp")
        self.assert_caught("no test program test_gone", tests=["test_gone:A*"])
        self.assert_caught("names no test", tests=[])
        self.assert_caught("mutant 0: needs exactly", more=1)
        self.make_project(MUTANT, MUTANT)
        self.assertIn("stands here twice", run("--root", self.root, "--check")[1])
        self.write("tests/mutants/toy.json", "[\n{")
        self.assertIn("toy.json:2:", run("--root", self.root, "--check")[1])

    def test_lists_by_room_and_file(self):
        self.make_project(MUTANT)
        expected = "toy: the greatest instead (code.cpp)\n"
        self.assertEqual(run("--root", self.root, "--list", "--only", "to?"), (0, expected))
        self.assertEqual(run("--root", self.root, "--list", "--only", "*.cpp"), (0, expected))
        self.assertEqual(run("--root", self.root, "--list", "--only", "other"), (0, ""))

    @unittest.skipUnless(shutil.which("ninja") and shutil.which("cmake"), "needs cmake and ninja")
    def test_killed_survived_and_not_built(self):
        loop = {**MUTANT, "new": "a > b && a != 3", "why": "equal ones"}
        self.make_project(MUTANT, loop, {**MUTANT, "old": "return 1", "new": "return 2", "why": "spare"},
                          {**MUTANT, "new": "a < c", "why": "no such name"})
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write("docs/testing.md", "# T\n\n| mutants of |\nold\n\nPlanting happens in a copy\n")
        status, output = run("--root", self.root, "--jobs", "1")
        self.assertEqual(status, 0, output)
        self.assertIn("toy: 2 of 3 killed (67 %), 1 not built, 0 not run\n", output)
        self.assertEqual(self.read("docs/testing.md"), RATES)
        with open(os.path.join(self.root, "docs/mutants.csv"), newline="", encoding="utf-8") as file:
            verdicts = {row["why"]: row["verdict"] for row in csv.DictReader(file)}
        self.assertEqual(verdicts, {"the greatest instead": "killed", "equal ones": "killed", "spare": "survived",
                                    "no such name": "not built"})
        self.assertEqual(self.read("code.cpp"), CODE)

    def test_due_is_what_was_not_killed_as_it_stands(self):
        def list_due():
            return [line.split(": ")[1].split(" (")[0] for line in run("--root", self.root, "--list", "--due")[1].splitlines()]

        spare = {**MUTANT, "old": "return 1", "new": "return 2", "why": "spare"}
        self.make_project(MUTANT, spare)
        self.write("docs/mutants.csv", "room,file,why,tests,text,verdict\n"
                   "toy,code.cpp,the greatest instead,test_toy,%s,killed\n"
                   "toy,code.cpp,spare,test_toy,%s,survived\n" % (text_of(MUTANT), text_of(spare)))
        self.assertEqual(list_due(), ["spare"])
        self.make_project({**MUTANT, "new": "b < a"}, spare)
        self.assertEqual(list_due(), ["the greatest instead", "spare"])
        self.make_project({**MUTANT, "tests": ["test_toy:A"]}, {**MUTANT, "why": "new"})
        self.assertEqual(list_due(), ["the greatest instead", "new"])
        self.make_project(MUTANT)
        self.assertEqual(run("--root", self.root, "--due"), (0, "none is due\n"))


if __name__ == "__main__":
    unittest.main()
