"""boxwood bench --claims: docs/sources.md has the verdicts that the program computes from bench/results."""
import os
import unittest

from cli import CliTest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
START, END = "<!-- boxwood bench --claims prints what follows -->\n", "<!-- boxwood bench --claims prints what precedes -->\n"
HEAD = "section,key,shape,source,figure,test,estimate,verdict,basis,note\n"


class ClaimsTest(CliTest):
    def write_claims(self, row):
        folder = self.path("results")
        os.makedirs(os.path.join(folder, "boxtree-tumbling"))
        self.write("results/boxtree-tumbling/claims.csv", HEAD + row + "\n")
        return folder

    def claims(self, folder):
        return self.assert_done("bench", "--claims", "--out", folder)

    def test_the_page_is_what_the_program_prints(self):
        with open(os.path.join(ROOT, "docs", "sources.md"), encoding="utf-8") as file:
            page = file.read()
        printed = page[page.index(START) + len(START):page.index(END)]
        self.assertEqual(printed.strip("\n"), self.claims(os.path.join(ROOT, "bench", "results")).strip("\n"))

    def test_the_verdict_follows_from_the_estimate_not_from_the_file(self):
        folder = self.write_claims(',obb-league,s,[S],f,t,"sphere 1.5, rock 1.6 (1.5 to 1.7)",not reproduced,times,')
        [line] = [row for row in self.claims(folder).splitlines() if "league of OBB" in row]
        self.assertIn("**reproduced**", line)
        self.assertIn("rock 1.6 (1.5 to 1.7)", line)
        [line] = [row for row in self.claims(folder).splitlines() if "league of DOP" in row]
        self.assertIn("**not judged**: not measured", line)

    def test_unreadable_estimates_and_folders_are_named(self):
        folder = self.write_claims(",obb-league,s,[S],f,t,sphere much,x,times,")
        self.assert_refused("bench", "--claims", "--out", folder, naming=("boxtree-tumbling/claims.csv", "'much'"))
        self.assert_refused("bench", "--claims", "--out", "nowhere", naming="nowhere")


if __name__ == "__main__":
    unittest.main()
