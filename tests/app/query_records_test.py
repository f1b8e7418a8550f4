"""boxwood query --out FILE.npy: NumPy reads the file, and its answers equal those of the lines of JSON."""
import json
import math
import unittest

import numpy

from cli import CUBE, TETRAHEDRON, CliTest, fans
from query_test import SHEET, random_poses

INSIDE = [None, "a in b", "b in a", "a in b and b in a"]
CODE_WORDS_BY_FIELD = {
    "inside": INSIDE,
    "status": ["none", "impact", "starts in contact", "iteration limit"],
    "location": ["outside", "on surface", "inside"],
    "of": ["polytopes", "regions"],
}


def stands_for_null(value):
    return isinstance(value, float) and not math.isfinite(value)


class QueryRecordsTest(CliTest):
    def setUp(self):
        super().setUp()
        self.meshes = self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON)

    def compare(self, *arguments, count):
        lines = [json.loads(line) for line in
                 self.assert_done(*arguments, "--json", "--no-times").splitlines()]
        self.assert_done(*arguments, "--no-times", "--out", "answers.npy")
        array = numpy.load(self.path("answers.npy"))
        self.assertEqual((len(lines), array.shape), (count, (count,)))
        fields = set(array.dtype.names)
        for line, record in zip(lines, array):
            values = {name: record[name].tolist() for name in fields}
            for name, value in line.items():
                if name == "beyond":
                    self.assertEqual(values["distance"], math.inf)
                    continue
                self.assertIn(name, fields)
                got = values[name]
                if name in CODE_WORDS_BY_FIELD:
                    got = CODE_WORDS_BY_FIELD[name][got]
                if value is None:
                    self.assertTrue(stands_for_null(got), (name, got))
                else:
                    self.assertEqual(got, value, name)
            for name in fields - set(line):
                flat = numpy.ravel(values[name]).tolist()
                if name == "inside" or array.dtype[name].base == bool:
                    self.assertEqual(flat, [0], name)
                else:
                    self.assertTrue(all(x == -1 or stands_for_null(x) for x in flat), (name, flat))
        return lines, array

    def test_records_of_pairs_of_meshes_equal_the_json(self):
        poses = self.write_poses(random_poses(60, 3, 2.5))
        for mode, options in (("any", ()), ("distance", ()), ("distance", ("--max-distance", "0.5")),
                              ("within", ("--max-distance", "0.5")), ("depth", ()), ("distance", ("--solid", "both"))):
            lines, _ = self.compare("query", *self.meshes, "--poses", poses, "--mode", mode, *options, count=60)
            self.assertEqual({line["intersects"] for line in lines}, {False, True})

    def test_records_of_solids_and_of_convex_meshes_equal_the_json(self):
        small = self.write_mesh("small.obj", ([tuple(0.25 * c for c in point) for point in CUBE[0]], CUBE[1]))
        poses = self.write_poses([({}, {}), ({}, {"t": [9.0, 0.0, 0.0]}), ({}, {"t": [0.8, 0.0, 0.0]})])
        lines, array = self.compare("query", self.meshes[0], small, "--poses", poses, "--mode", "any", "--solid", "both", count=3)
        self.assertEqual([line.get("inside") for line in lines], ["b in a", None, None])
        self.assertEqual(array["inside"].tolist(), [2, 0, 0])
        lines, array = self.compare("query", self.meshes[0], small, "--poses", poses, "--mode", "depth", count=3)
        self.assertEqual({line["of"] for line in lines}, {"polytopes"})
        self.assertTrue(array["depth"][0] > 0.9)

    def test_records_of_motions_rays_and_points_equal_the_json(self):
        motions = self.write("motions.jsonl", "".join(json.dumps(
            {"id": 3 * i, "b": {"t": [0.5 * i, 0, 0]}, "b_end": {"t": [x, 0, 0]}}) + "\n"
            for i, x in enumerate((9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0))))
        lines, array = self.compare("query", *self.meshes, "--poses", motions, "--mode", "time", count=11)
        self.assertEqual({line["status"] for line in lines}, {"none", "impact", "starts in contact"})
        self.assertEqual(array["id"].tolist(), [3 * i for i in range(11)])
        rays = self.write("rays.jsonl", "".join(json.dumps({"origin": [x, 0.1, 5], "direction": [0, 0, -1]}) + "\n"
                                                for x in (-3, -0.5, 0.25, 0.5, 3)))
        lines, _ = self.compare("query", self.meshes[0], "--mode", "ray", "--rays", rays, count=5)
        self.assertEqual([line["hit"] for line in lines], [False, True, True, True, False])
        points = self.write("points.jsonl", "".join(json.dumps({"p": [x, 0.1, 0.2], "within": 1.5}) + "\n"
                                                    for x in (-3, -0.5, 0.25, 2, 3)))
        self.compare("query", self.meshes[0], "--mode", "point", "--points", points, count=5)
        self.compare("query", self.meshes[0], "--mode", "point", "--points", points, "--solid", "a", count=5)

    def test_times_are_the_last_field_and_threads_change_no_byte(self):
        poses = self.write_poses(random_poses(2000, 4, 2.0))
        question = ("query", *self.meshes, "--poses", poses, "--mode", "distance")
        self.assert_done(*question, "--out", "timed.npy")
        timed = numpy.load(self.path("timed.npy"))
        self.assertEqual(timed.dtype.names[-1], "us")
        self.assertTrue((timed["us"] > 0).all())
        self.assert_done(*question, "--no-times", "--out", "one.npy")
        self.assert_done(*question, "--no-times", "--threads", "3", "--out", "three.npy")
        with open(self.path("one.npy"), "rb") as one, open(self.path("three.npy"), "rb") as three:
            self.assertEqual(one.read(), three.read())

    def test_modes_with_lists_and_options_of_other_formats_are_refused(self):
        sheet = self.write_mesh("sheet.obj", (SHEET[0], fans(SHEET[1])))
        for mode in ("all", "contacts"):
            self.assert_refused("query", *self.meshes, "--mode", mode, "--out", "x.npy", naming=("x.npy", mode, "lists"))
        self.assert_refused("query", *self.meshes, "--mode", "any", "--json", "--out", "x.npy", naming="--json")
        self.assert_refused("query", *self.meshes, "--mode", "any", "--costs", "--out", "x.npy", naming="--costs")
        self.assert_refused("query", *self.meshes, "--mode", "any", "--shard", "1/2", "--out", "x.npy", naming="--shard")
        self.assert_refused("query", *self.meshes, "--mode", "any", "--resume", "--out", "x.npy", naming="--resume")
        self.assert_done("query", sheet, sheet, "--mode", "any", "--out", "y.npy")


if __name__ == "__main__":
    unittest.main()
