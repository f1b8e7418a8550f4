"""The pages quote the numbers of bench/results, and scripts/quoted_numbers.py finds and corrects numbers that differ."""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*arguments):
    script = ROOT / "scripts" / "quoted_numbers.py"
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)


class QuotedNumbersTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copy(ROOT / "README.md", self.folder)
        (self.folder / "docs").mkdir()
        for page in (ROOT / "docs").glob("*.md"):
            shutil.copy(page, self.folder / "docs")
        shutil.copytree(ROOT / "bench" / "results", self.folder / "bench" / "results")
        self.readme = self.folder / "README.md"

    def replace(self, file, old, new):
        text = file.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1)
        file.write_text(text.replace(old, new), encoding="utf-8")

    def test_the_pages_quote_the_results(self):
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 differ", done.stdout)

    def test_numbers_that_differ_are_found_and_corrected(self):
        before = self.readme.read_text(encoding="utf-8")
        self.replace(self.readme, "| 77.5 ns | 1958 ns (FCL) |", "| 7.75 ns | 19,580 ns (Bullet) |")
        done = run(str(self.folder))
        self.assertEqual(done.returncode, 1)
        self.assertIn("quotes 7.75, 19,580, Bullet; the results have 77.5, 1958, FCL", done.stdout)
        self.assertEqual(run("--write", str(self.folder)).returncode, 0)
        self.assertEqual(self.readme.read_text(encoding="utf-8"), before)
        self.assertEqual(run(str(self.folder)).returncode, 0)

    def test_new_results_change_the_pages(self):
        self.replace(self.folder / "bench/results/scaling-bodies/exponents.csv", "collision detection,1.097", "collision detection,1.2049")
        self.assertEqual(run(str(self.folder)).returncode, 1)
        self.assertEqual(run("--write", str(self.folder)).returncode, 0)
        self.assertIn("sweep and prune alone | 1.20; 1.27 |", (self.folder / "docs/benchmarks.md").read_text(encoding="utf-8"))

    def test_the_texts_of_claims_can_change(self):
        for claims in (self.folder / "bench/results").glob("solid-*/claims.csv"):
            with claims.open(newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            with claims.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, rows[0].keys())
                writer.writeheader()
                writer.writerows({**row, "shape": "another text"} for row in rows)
        done = run(str(self.folder))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_row_or_a_sentence_that_is_missing_is_an_error(self):
        self.replace(self.folder / "bench/results/peers/closest-best.csv", "\n100 faces,", "\n101 faces,")
        done = run(str(self.folder))
        self.assertEqual(done.returncode, 2)
        self.assertIn("peers/closest-best.csv: no row has {'row': '100 faces'}", done.stderr)
        self.replace(self.folder / "bench/results/peers/closest-best.csv", "\n101 faces,", "\n100 faces,")
        self.replace(self.readme, "closest features of two polytopes", "closest features of polytopes")
        done = run(str(self.folder))
        self.assertEqual(done.returncode, 2)
        self.assertIn("README.md: '| closest features of two polytopes of 100 faces", done.stderr)


if __name__ == "__main__":
    unittest.main()
