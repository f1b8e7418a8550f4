"""boxwood compare: every hierarchy gives the same answers, and the table says what each costs."""
import csv
import json
import unittest

from cli import CUBE, TETRAHEDRON, CliTest


class CompareTest(CliTest):
    def compare(self, *options):
        out = self.path("rows.csv")
        a, b = self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON)
        printed = self.assert_done("compare", a, b, "--out", out, "--repeats", "1", *options)
        with open(out, newline="", encoding="utf-8") as file:
            return printed, list(csv.DictReader(file))

    def names(self, what):
        return self.assert_done("list", what).split()

    def test_every_combination_has_a_row_and_the_same_answer(self):
        for mode in ("any", "all", "distance"):
            printed, rows = self.compare("--mode", mode)
            self.assertEqual({row["volume"] for row in rows}, set(self.names("volumes")))
            self.assertEqual({row["kind"] for row in rows}, set(self.names("kinds")))
            self.assertEqual({row["builder"] for row in rows}, set(self.names("builders")))
            self.assertEqual({row["same_answer"] for row in rows}, {"yes"})
            self.assertEqual(len({row["hits"] for row in rows}), 1)
            self.assertEqual(printed.count("same\n"), len(rows))

    def test_counts_are_those_of_query(self):
        poses = self.write_poses([({}, {"t": [0.1 * i, 0.2, 0.3]}) for i in range(12)])
        _, rows = self.compare("--poses", poses, "--volume", "aabb", "--builder", "median", "--kind", "bvh")
        self.assertEqual(len(rows), 1)
        out = self.path("answers.jsonl")
        self.assert_done("query", self.path("a.obj"), self.path("b.obj"), "--poses", poses, "--out", out,
                         "--builder", "median", "--volume", "aabb", "--kind", "bvh")
        with open(out, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual(int(rows[0]["volume_tests"]), sum(line["volume_tests"] for line in lines))
        self.assertEqual(int(rows[0]["triangle_tests"]), sum(line["primitive_tests"] for line in lines))
        self.assertEqual(int(rows[0]["hits"]), sum(line["intersects"] for line in lines))
        self.assertGreater(int(rows[0]["pairs"]), 0)
        self.assertEqual(int(rows[0]["volume_updates"]), 0)
        self.assertGreater(float(rows[0]["volume_test_ns"]), 0)
        self.assertGreater(float(rows[0]["triangle_test_ns"]), 0)
        for share in ("disjoint", "only_cross"):
            self.assertTrue(0 <= float(rows[0][share]) <= 1, rows[0])
        self.assertLess(float(rows[0]["only_cross"]), float(rows[0]["disjoint"]))

    def test_bad_names_and_files_are_refused(self):
        a = self.write_mesh("a.obj", CUBE)
        self.assert_refused("compare", a, a, "--volume", "banana", naming=("volume", "'banana'", "aabb"))
        self.assert_refused("compare", a, a, "--builder", "aabb", naming=("builder", "'aabb'"))
        self.assert_refused("compare", a, a, "--mode", "some", naming=("mode", "'some'"))
        self.assert_refused("compare", a, self.path("none.obj"), naming="none.obj")
        self.assert_refused("compare", a, a, "--poses", self.path("none.jsonl"), naming="none.jsonl")


if __name__ == "__main__":
    unittest.main()
