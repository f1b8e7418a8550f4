"""boxwood compare: all hierarchies give the same answers, and the table has the cost of each."""
import csv
import json
import unittest

from cli import CUBE, TETRAHEDRON, CliTest, fans


class CompareTest(CliTest):
    def compare(self, *options):
        out = self.path("rows.csv")
        a, b = self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON)
        printed = self.assert_done("compare", a, b, "--out", out, "--repeats", "1", *options)
        with open(out, newline="", encoding="utf-8") as file:
            return printed, list(csv.DictReader(file))

    def names(self, what):
        return self.assert_done("list", what).split()

    def test_all_volumes_kinds_and_builders_give_the_same_answer(self):
        for mode in ("any", "all", "distance"):
            printed, rows = self.compare("--mode", mode)
            self.assertEqual({row["volume"] for row in rows}, set(self.names("volumes")))
            self.assertEqual({row["kind"] for row in rows}, set(self.names("kinds")))
            self.assertEqual({row["builder"] for row in rows}, set(self.names("builders")))
            self.assertEqual({row["same_answer"] for row in rows}, {"yes"})
            self.assertEqual(len({row["hits"] for row in rows}), 1)
            self.assertEqual(printed.count("same\n"), len(rows))

    def test_counts_equal_those_of_query(self):
        poses = self.write_poses([({}, {"t": [0.1 * i, 0.2, 0.3]}) for i in range(12)])
        _, rows = self.compare("--poses", poses, "--volume", "aabb", "--builder", "object-median", "--kind", "bvh2")
        self.assertEqual(len(rows), 1)
        out = self.path("answers.jsonl")
        self.assert_done("query", self.path("a.obj"), self.path("b.obj"), "--poses", poses, "--out", out,
                         "--builder", "object-median", "--volume", "aabb", "--kind", "bvh2")
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

    def test_a_distance_tolerance_holds_in_every_row_and_saves_triangle_tests(self):
        points = [(0.125 * i, 0.125 * k, 0.0) for i in range(9) for k in range(9)]
        quads = [(9 * i + k, 9 * i + k + 9, 9 * i + k + 10, 9 * i + k + 1) for i in range(8) for k in range(8)]
        plate = self.write_mesh("plate.obj", (points, fans(quads)))
        poses = self.write_poses([({}, {"t": [0.3, 0.2, 0.5 * i]}) for i in range(1, 4)])
        tests = []
        for tolerance in ("0", "1e-4"):
            out = self.path("rows.csv")
            printed = self.assert_done("compare", plate, plate, "--poses", poses, "--out", out, "--repeats", "1",
                                       "--mode", "distance", "--kind", "bvh2", "--builder", "object-median", "--tolerance",
                                       tolerance)
            with open(out, newline="", encoding="utf-8") as file:
                rows = {row["volume"]: row for row in csv.DictReader(file)}
            self.assertEqual({row["same_answer"] for row in rows.values()}, {"yes"})
            self.assertEqual("smallest distance" in printed, tolerance != "0")
            tests.append({volume: int(row["triangle_tests"]) for volume, row in rows.items()})
        for volume in ("aabb", "obb", "rss"):  # the distance bounds of these volumes are tight for flat objects
            self.assertLess(tests[1][volume], tests[0][volume], volume)

    def test_bad_names_and_files_are_refused(self):
        a = self.write_mesh("a.obj", CUBE)
        for mode, tolerance, why in (("all", "0.1", "contacts are exact"), ("distance", "-1", "-1"),
                                     ("distance", "nan", "nan")):
            self.assert_refused("compare", a, a, "--mode", mode, "--tolerance", tolerance, naming=("--tolerance", why))
        self.assert_refused("compare", a, a, "--volume", "banana", naming=("volume", "'banana'", "aabb"))
        self.assert_refused("compare", a, a, "--builder", "aabb", naming=("builder", "'aabb'"))
        self.assert_refused("compare", a, a, "--mode", "some", naming=("mode", "'some'"))
        self.assert_refused("compare", a, self.path("none.obj"), naming="none.obj")
        self.assert_refused("compare", a, a, "--poses", self.path("none.jsonl"), naming="none.jsonl")
        self.assert_refused("compare", a, a, "--poses", self.write("empty.jsonl", ""), naming=("empty.jsonl", "no poses"))


if __name__ == "__main__":
    unittest.main()
