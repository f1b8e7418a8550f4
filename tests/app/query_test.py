"""boxwood query: answers compared with a slow oracle, the format of the results, and the effect of the options."""
import itertools
import json
import math
import os
import random
import re
import unittest

import slow_triangles
from cli import CUBE, CUBE_POINTS, CUBE_QUADS, TETRAHEDRON, CliTest, fans, obj_text, without_progress

COUNT = r"(?:0|[1-9]\d*)"
KEYS = {
    "any": ["id", "intersects", "volume_tests", "primitive_tests", "us"],
    "all": ["id", "intersects", "pairs", "volume_tests", "primitive_tests", "us"],
    "distance": ["id", "intersects", "distance", "points", "volume_tests", "primitive_tests", "us"],
}


def bumpy_sheet(n, seed):
    """n x n squares over [-1, 1]^2. Their heights are multiples of 1/8, which float represents exactly."""
    heights = random.Random(seed)
    points = [(2 * i / n - 1, 2 * j / n - 1, heights.randrange(-4, 5) / 8) for i in range(n + 1) for j in range(n + 1)]
    quads = [(i * (n + 1) + j, (i + 1) * (n + 1) + j, (i + 1) * (n + 1) + j + 1, i * (n + 1) + j + 1)
             for i in range(n) for j in range(n)]
    return points, fans(quads)


SHEET = bumpy_sheet(4, 7)


def random_poses(count, seed, spread):
    source = random.Random(seed)

    def transform():
        return {"q": [source.gauss(0, 1) for _ in range(4)], "t": [source.uniform(-spread, spread) for _ in range(3)],
                "s": [source.choice((0.5, 1.0, 1.5, -1.0)) for _ in range(3)]}
    return [(transform(), transform()) for _ in range(count)]


# Poses at which many triangles touch or are coplanar. All numbers are exact, so oracle and library must agree on every
# pair.
LATTICE_POSES = [({}, {"t": [float(c) for c in t]}) for t in itertools.product((-2, 0, 1, 3), (0, 2), (-2, 0, 0.5))]


class QueryTest(CliTest):
    def test_a_visit_stream_has_a_header_and_as_many_visits_as_were_counted(self):
        meshes = [self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", SHEET)]
        poses = self.write_poses([({}, {"t": [0.25, 0.5, 0.0]})])
        out, visits = self.path("out.jsonl"), self.path("q.visits")
        self.assert_done("query", *meshes, "--poses", poses, "--out", out, "--visits", visits, "--volume", "kdop14")
        with open(out, encoding="utf-8") as file:
            answer = json.loads(file.read())
        with open(visits, "rb") as file:
            header, records = json.loads(file.readline()), file.read()
        self.assertEqual((header["format"], header["version"]), ("boxwood visit stream", 3))
        self.assertEqual((header["a"]["name"], header["a"]["triangles"], header["b"]["triangles"]), ("a.obj", 12, 32))
        self.assertEqual(header["hierarchy"]["volume"], "kdop14")
        self.assertEqual(header["counters"]["volume_tests"], answer["volume_tests"])
        kinds = records[12::16]
        self.assertEqual(len(kinds), header["seen"])
        self.assertEqual(kinds.count(0), answer["volume_tests"])
        self.assertEqual(kinds.count(1), answer["primitive_tests"])
        self.assertEqual(sum(1 for kind, verdict in zip(kinds, records[13::16]) if kind == 1 and verdict), len(answer["pairs"]))

    def test_a_mesh_inside_a_solid_intersects_it(self):
        points, triangles = CUBE
        small = ([tuple(0.25 * c for c in point) for point in points], triangles)
        poses = [({}, {}), ({}, {"t": [9.0, 0.0, 0.0]}), ({"s": [-0.1, 0.1, 0.1]}, {})]
        for options, inside in (((), [None, None, None]), (("--solid", "a"), ["b in a", None, None]),
                                (("--solid", "b"), [None, None, "a in b"]),
                                (("--solid", "both"), ["b in a", None, "a in b"])):
            for mode in ("any", "all", "distance"):
                lines = self.query(CUBE, small, poses, "--mode", mode, *options)
                self.assertEqual([line.get("inside") for line in lines], inside)
                self.assertEqual([line["intersects"] for line in lines], [name is not None for name in inside])
                for line in lines:
                    if mode == "all":
                        self.assertEqual(line["pairs"], [])
                    if mode == "distance":
                        self.assertEqual(line["distance"] == 0.0, line["intersects"])

    def test_an_open_mesh_is_refused_as_a_solid(self):
        points, triangles = CUBE
        open_mesh = self.write_mesh("open.obj", (points, triangles[:-1]))
        closed, poses = self.write_mesh("closed.obj", CUBE), self.write_poses([({}, {})])
        for solid, a, b in (("a", open_mesh, closed), ("b", closed, open_mesh), ("both", closed, open_mesh)):
            self.assert_refused("query", a, b, "--poses", poses, "--out", self.path("o"), "--solid", solid,
                                naming=(open_mesh, "--solid", "the mesh is not closed", "of triangle"))
        self.assert_refused("query", closed, closed, "--poses", poses, "--out", self.path("o"), "--solid", "c",
                            naming=("--solid", "a, b or both"))

    def test_visits_of_several_poses_are_refused(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses(random_poses(2, 1, 1.0))
        self.assert_refused("query", mesh, mesh, "--poses", poses, "--out", self.path("o"), "--visits", self.path("v"),
                            naming=("visits of one query", "2 poses"))
        one = self.path("one")
        self.assert_refused("query", mesh, mesh, "--poses", poses, "--out", one, "--visits", one,
                            naming=(one, "overwrite another output"))

    def query(self, a, b, poses, *options):
        """The lines of results for two meshes at poses."""
        out = self.path("out.jsonl")
        self.assert_done("query", self.write_mesh("a.obj", a), self.write_mesh("b.obj", b), "--poses",
                         self.write_poses(poses), "--out", out, *options)
        with open(out, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def check_pairs(self, a, b, poses, *options):
        """Compares the pairs with those of the oracle. Returns the number of poses at which the meshes intersect."""
        lines = self.query(a, b, poses, *options)
        self.assertEqual([line["id"] for line in lines], list(range(len(poses))))
        for line, (pose_a, pose_b) in zip(lines, poses):
            expected = slow_triangles.intersecting_pairs(slow_triangles.world_triangles(a, pose_a),
                                                         slow_triangles.world_triangles(b, pose_b))
            self.assertEqual((line["pairs"], line["intersects"]), (expected, bool(expected)), (pose_a, pose_b))
        return sum(line["intersects"] for line in lines)

    def test_costs_are_in_every_line_and_add_up(self):
        out, poses = self.path("out.jsonl"), self.write_poses(random_poses(8, 5, 1.0))
        a, b = self.write_mesh("a.obj", SHEET), self.write_mesh("b.obj", CUBE)
        for volume, mode in itertools.product(("aabb", "sphere", "kdop24", "obbrss"), KEYS):
            printed = self.assert_done("query", a, b, "--poses", poses, "--out", out, "--volume", volume, "--mode", mode,
                                       "--costs")
            with open(out, encoding="utf-8") as file:
                lines = [json.loads(line) for line in file]
            sums = {"n_v": 0, "n_p": 0, "n_u": 0}
            for line in lines:
                costs = line["costs"]
                self.assertEqual(list(line), KEYS[mode] + ["costs"])
                self.assertEqual(list(costs), ["n_v", "c_v_ns", "n_p", "c_p_ns", "n_u", "c_u_ns", "wall_us", "residual_us"])
                self.assertEqual((costs["n_v"], costs["n_p"]), (line["volume_tests"], line["primitive_tests"]))
                told = sum(costs["n_" + k] * costs["c_" + k + "_ns"] for k in "vpu") / 1000 + costs["residual_us"]
                self.assertAlmostEqual(told, costs["wall_us"], delta=1e-6 * (1 + costs["wall_us"]))
                sums = {name: sums[name] + costs[name] for name in sums}
            for name, k in (("volume tests", "n_v"), ("triangle tests", "n_p"), ("volume updates", "n_u")):
                self.assertRegex(printed, rf"(?m)^{name} +{sums[k]} x +[0-9.]+ ns = +[0-9.]+ us$")
            self.assertRegex(printed, r"(?m)^residual += +-?[0-9.]+ us, -?[0-9.]+ %$")
            self.check_exits(printed)

    def check_exits(self, printed):
        """The counts per first separating axis must sum to the printed percentage of disjoint pairs; those of cross
        axes, to the printed percentage of pairs that only a cross axis separates."""
        shares = re.search(r"overlap tests: (\d+); disjoint: ([0-9.]+) %; separated only by a cross product axis: ([0-9.]+) %", printed)
        axes = re.search(r"first separating axis:(.*)", printed).group(1)
        ends = [(name, int(count)) for name, count in re.findall(r"(\S[^0-9]*?\d?(?:×B\d)?) (\d+)", axes)]
        tests = int(shares.group(1))
        self.assertAlmostEqual(100 * sum(count for _, count in ends) / tests, float(shares.group(2)), delta=0.006)
        crossing = sum(count for name, count in ends if "×" in name)
        self.assertAlmostEqual(100 * crossing / tests, float(shares.group(3)), delta=0.006)

    def test_all_intersecting_pairs_are_found_at_random_poses(self):
        poses = random_poses(30, 1, 1.2)
        hits = self.check_pairs(CUBE, TETRAHEDRON, poses)
        self.assertTrue(5 < hits < 30, hits)
        self.check_pairs(SHEET, CUBE, poses[:12])

    def test_all_intersecting_pairs_are_found_of_touching_and_coplanar_meshes(self):
        hits = self.check_pairs(CUBE, CUBE, LATTICE_POSES)
        self.assertTrue(0 < hits < len(LATTICE_POSES), hits)
        self.check_pairs(CUBE, TETRAHEDRON, LATTICE_POSES)

    def test_every_hierarchy_gives_the_same_pairs(self):
        lists = {name: self.assert_done("list", name).split() for name in ("volumes", "kinds", "builders", "tests", "descents")}
        poses = random_poses(12, 2, 1.0)
        rows = list(itertools.product(lists["kinds"], lists["volumes"], lists["builders"]))
        # Each kind with each volume, and each builder with the first kind and volume. compare_test.py runs `boxwood
        # compare`, which tries all combinations.
        rows = [row for row in rows
                if row[2] == lists["builders"][0] or row[:2] == (lists["kinds"][0], lists["volumes"][0])]
        for i, (kind, volume, builder) in enumerate(rows):
            names = ("--kind", kind, "--volume", volume, "--builder", builder,
                     "--test", lists["tests"][i % len(lists["tests"])],
                     "--descent", lists["descents"][i % len(lists["descents"])], "--leaf-size", 1 + i % 3)
            probe = self.run_boxwood("inspect", self.write_mesh("a.obj", CUBE), *names[:6])
            if probe.returncode == 0:  # some kinds reject some volumes
                with self.subTest(names=names):
                    self.check_pairs(SHEET, TETRAHEDRON, poses[:4], *names)

    def test_every_triangle_test_gives_the_same_pairs(self):
        poses = random_poses(8, 2, 1.0) + LATTICE_POSES[:8]
        for test in self.assert_done("list", "triangle-tests").split():
            with self.subTest(test=test):
                self.check_pairs(CUBE, TETRAHEDRON, poses, "--triangle-test", test)

    def test_mode_any_gives_the_answers_of_mode_all_with_fewer_triangle_tests(self):
        poses = random_poses(40, 3, 1.2) + LATTICE_POSES
        every = self.query(CUBE, TETRAHEDRON, poses, "--mode", "all")
        first = self.query(CUBE, TETRAHEDRON, poses, "--mode", "any")
        self.assertEqual([line["intersects"] for line in first], [line["intersects"] for line in every])
        self.assertLess(sum(line["primitive_tests"] for line in first), sum(line["primitive_tests"] for line in every))

    def test_memory_changes_no_answer_and_saves_tests_along_a_motion(self):
        steps = [math.radians(0.25 * i) for i in range(240)]
        poses = [({}, {"q": [math.cos(t / 2), 0, 0, math.sin(t / 2)], "t": [1.6 + 0.5 * math.cos(3 * t), 0.3, 0.2]})
                 for t in steps]
        sheet = bumpy_sheet(16, 3)
        for mode in ("any", "all"):
            options = ("--mode", mode, "--kind", "bvh8", "--leaf-size", 2)
            without, remembered = self.query(sheet, sheet, poses, *options), self.query(sheet, sheet, poses, *options, "--memory")
            hits = sum(line["intersects"] for line in without)
            self.assertTrue(20 < hits < 220, hits)
            tests = [sum(line["volume_tests"] for line in lines) for lines in (without, remembered)]
            if mode == "any":  # with mode all, a cached proof saves tests only if it covers the motion
                self.assertLess(tests[1], 0.9 * tests[0])
            for line in without + remembered:
                for counted in ("us", "volume_tests", "primitive_tests"):
                    line.pop(counted)
            self.assertEqual(remembered, without)

    def test_the_default_hierarchy_depends_on_the_mode(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses(LATTICE_POSES[:1])
        for options, expected in (((), ("bvh8", "aabb")), (("--mode", "any"), ("bvh8", "aabb")),
                                  (("--mode", "distance"), ("bvh8", "obb")),
                                  (("--mode", "within", "--max-distance", 1), ("bvh8", "obb")),
                                  (("--mode", "distance", "--kind", "box-tree"), ("box-tree", "aabb")),
                                  (("--mode", "distance", "--kind", "bvh2"), ("bvh2", "obb")),
                                  (("--mode", "distance", "--volume", "aabb"), ("bvh8", "aabb")),
                                  (("--volume", "sphere"), ("bvh2", "sphere"))):
            with self.subTest(options=options):
                visits = self.path("query.visits")
                self.assert_done("query", mesh, mesh, "--poses", poses, "--out", self.path("o.jsonl"), "--visits", visits,
                                 *options)
                with open(visits, "rb") as file:
                    hierarchy = json.loads(file.readline())["hierarchy"]
                self.assertEqual((hierarchy["kind"], hierarchy["volume"]), expected)
                self.assertEqual((hierarchy["builder"], hierarchy["leaf_size"]), ("binned-sah", 2))
        self.assert_refused("query", mesh, mesh, "--poses", poses, "--out", self.path("o"), "--volume", "", naming=("--volume",))

    def test_memory_is_refused_with_options_that_exclude_it(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses(LATTICE_POSES[:2])
        wide = ("--kind", "bvh8")
        for options, why in ((("--kind", "bvh2"), "--kind bvh8"), (("--kind", "box-tree"), "--kind bvh8"), (("--kind", "bvh8", "--volume", "obb"), "--volume aabb"),
                             ((*wide, "--descent", "extent"), "--descent"), ((*wide, "--leaf-test", "triangle"), "--leaf-test"),
                             ((*wide, "--threads", 2), "--threads"), ((*wide, "--costs"), "--costs")):
            self.assert_refused("query", mesh, mesh, "--poses", poses, "--out", self.path("o"), "--memory", *options,
                                naming=("--memory", why))

    def test_distances_and_closest_points_are_those_of_the_oracle(self):
        poses = random_poses(30, 4, 3.0)
        lines = self.query(CUBE, TETRAHEDRON, poses, "--mode", "distance")
        self.assertTrue(any(line["intersects"] for line in lines) and any(not line["intersects"] for line in lines))
        for line, (pose_a, pose_b) in zip(lines, poses):
            a = slow_triangles.world_triangles(CUBE, pose_a)
            b = slow_triangles.world_triangles(TETRAHEDRON, pose_b)
            expected = slow_triangles.mesh_distance(a, b)
            self.assertAlmostEqual(line["distance"], expected, delta=1e-9)
            self.assertEqual(line["intersects"], expected == 0.0)
            point_a, point_b = line["points"]
            self.assertAlmostEqual(slow_triangles.distance_to_mesh(point_a, a), 0.0, delta=1e-9)
            self.assertAlmostEqual(slow_triangles.distance_to_mesh(point_b, b), 0.0, delta=1e-9)
            self.assertAlmostEqual(slow_triangles.math.dist(point_a, point_b), expected, delta=1e-9)

    def test_a_distance_tolerance_holds_and_saves_triangle_tests(self):
        plate = [(x, y, 0.0) for x, y, _ in SHEET[0]], SHEET[1]
        poses = [({}, {"t": [0.3, 0.2, 0.5 * i]}) for i in range(1, 5)]
        exact = self.query(plate, plate, poses, "--mode", "distance")
        near = self.query(plate, plate, poses, "--mode", "distance", "--tolerance", "1e-4")
        for one, other in zip(exact, near):
            self.assertLessEqual(one["distance"], other["distance"])
            self.assertLessEqual(other["distance"], one["distance"] * (1 + 1e-4))
            self.assertLess(other["primitive_tests"], one["primitive_tests"])
        mesh, file = self.write_mesh("a.obj", CUBE), self.write_poses(poses)
        for mode, tolerance, why in (("all", "0.1", "contacts are exact"), ("distance", "-1", "-1"),
                                     ("distance", "nan", "nan"), ("within", "0.1", "--mode within, which accepts")):
            self.assert_refused("query", mesh, mesh, "--poses", file, "--out", self.path("o"), "--mode", mode,
                                "--tolerance", tolerance, *(("--max-distance", 1) if mode == "within" else ()),
                                naming=("--tolerance", why))

    def test_max_distance_omits_larger_distances_and_within_answers_yes_or_no(self):
        poses = random_poses(30, 4, 3.0)
        exact = self.query(CUBE, TETRAHEDRON, poses, "--mode", "distance")
        most = sorted(line["distance"] for line in exact)[15] + 1e-9
        for hierarchy in ((), ("--kind", "bvh8", "--volume", "obb"), ("--kind", "bvh8")):
            limited = self.query(CUBE, TETRAHEDRON, poses, "--mode", "distance", "--max-distance", most, *hierarchy)
            within = self.query(CUBE, TETRAHEDRON, poses, "--mode", "within", "--max-distance", most, *hierarchy)
            self.assertEqual([line["distance"] for line in limited],
                             [line["distance"] if line["distance"] <= most else None for line in exact])
            self.assertEqual([line["within"] for line in within], [line["distance"] <= most for line in exact])
            self.assertEqual(sum(line["within"] for line in within), 16)
            for line in within:
                self.assertEqual("points" in line, line["within"])
                if line["within"]:
                    self.assertLessEqual(line["distance"], most)
        mesh, file = self.write_mesh("a.obj", CUBE), self.write_poses(poses)
        for options, why in ((("--mode", "all", "--max-distance", 1), "--mode distance or within"),
                             (("--mode", "within"), "requires --max-distance"), (("--mode", "within", "--max-distance", -1), "'-1' is not a number of at least 0 ("),
                             (("--mode", "within", "--max-distance", "inf"), "requires --max-distance"),
                             (("--mode", "distance", "--max-distance", "far"), "'far' is not"),
                             (("--mode", "distance", "--max-distance", "nan"), "'nan' is not")):
            self.assert_refused("query", mesh, mesh, "--poses", file, "--out", self.path("o"), *options,
                                naming=("--max-distance", why))

    def test_memory_changes_no_distance_and_saves_volume_tests(self):
        steps = [math.radians(2 * i) for i in range(60)]
        poses = [({}, {"q": [math.cos(t / 2), 0, 0, math.sin(t / 2)], "t": [2.6 + 0.5 * math.cos(3 * t), 0.3, 0.2]})
                 for t in steps]
        sheet = bumpy_sheet(16, 3)
        for hierarchy in ((), ("--volume", "rss"), ("--kind", "bvh8", "--volume", "obb"), ("--kind", "box-tree")):
            options = ("--mode", "distance", *hierarchy)
            without, remembered = self.query(sheet, sheet, poses, *options), self.query(sheet, sheet, poses, *options, "--memory")
            self.assertLess(sum(line["volume_tests"] for line in remembered), sum(line["volume_tests"] for line in without))
            for line in without + remembered:
                for counted in ("us", "volume_tests", "primitive_tests"):
                    line.pop(counted)
            self.assertEqual(remembered, without)

    def test_the_number_of_threads_changes_only_times(self):
        many = random_poses(1200, 5, 1.0)  # more poses than a batch
        for poses in (many, many[:1]):  # for a single pose, the query itself is split
            serial = self.query(CUBE, SHEET, poses)
            for threads in ("2", "5"):
                parallel = self.query(CUBE, SHEET, poses, "--threads", threads)
                for line in serial + parallel:
                    line.pop("us", None)
                self.assertEqual(parallel, serial)

    def test_triangles_are_numbered_in_the_order_of_the_file(self):
        """A quad becomes two triangles. A needle pierces only the second triangle of the last quad: the last index."""
        quads = self.write("quads.obj", obj_text(CUBE_POINTS, CUBE_QUADS))
        a, b, c, d = (CUBE_POINTS[i] for i in CUBE_QUADS[-1])
        middle = [sum(p[k] for p in (a, c, d)) / 3 for k in range(3)]
        self.assertEqual(middle[2], 1)
        needle = self.write_mesh("needle.obj", ([(0, 0, -0.5), (0, 0, 0.5), (0.01, 0.01, 0.5)], [(0, 1, 2)]))
        out = self.assert_done("query", quads, needle, "--poses", self.write_poses([({}, {"t": middle})]), "--out", "-")
        self.assertEqual(json.loads(out)["pairs"], [[2 * len(CUBE_QUADS) - 1, 0]])

    # format

    def test_format_of_results(self):
        number = r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?"
        point = rf"\[{number},{number},{number}\]"
        fields = {"id": COUNT, "intersects": "true|false", "pairs": rf"\[(?:\[{COUNT},{COUNT}\](?:,(?=\[))?)*\]",
                  "distance": number, "points": rf"\[{point},{point}\]", "volume_tests": COUNT,
                  "primitive_tests": COUNT, "us": number}
        for mode, keys in KEYS.items():
            out = self.path("out.jsonl")
            self.assert_done("query", self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON), "--poses",
                             self.write_poses(random_poses(8, 6, 1.0)), "--mode", mode, "--out", out)
            line = re.compile("{" + ",".join(f'"{key}":(?:{fields[key]})' for key in keys) + "}")
            with open(out, encoding="utf-8") as file:
                text = file.read()
            self.assertTrue(text.endswith("}\n"))
            for content in text.splitlines():
                self.assertRegex(content.replace(" ", ""), rf"\A{line.pattern}\Z")

    def test_counters_of_distant_and_of_intersecting_meshes(self):
        far = [({}, {"t": [100.0, 0.0, 0.0]})]
        (line,) = self.query(CUBE, TETRAHEDRON, far)
        self.assertEqual((line["intersects"], line["pairs"], line["primitive_tests"]), (False, [], 0))
        self.assertEqual(line["volume_tests"], 1)
        (line,) = self.query(CUBE, TETRAHEDRON, [({}, {"t": [0.5, 0.25, 0.125]})])
        self.assertGreaterEqual(line["primitive_tests"], len(line["pairs"]))

    def test_ids_are_those_of_the_file(self):
        poses = self.write("poses.jsonl", '{"id": 7, "a": {}, "b": {}}\n\n{"id": 3, "a": {}, "b": {"t": [9, 0, 0]}}\n')
        mesh = self.write_mesh("a.obj", CUBE)
        lines = self.assert_done("query", mesh, mesh, "--poses", poses, "--out", "-").splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], [7, 3])

    # output

    def test_output_replaces_an_existing_file_and_leaves_no_temporary_file(self):
        out = self.write("out.jsonl", "old")
        self.query(CUBE, CUBE, LATTICE_POSES[:3])
        with open(out, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.obj", "b.obj", "out.jsonl", "poses.jsonl"])

    def test_an_output_that_is_a_link_replaces_the_content_of_its_target(self):
        target = self.write("target.jsonl", "old")
        os.symlink(target, self.path("out.jsonl"))
        self.query(CUBE, CUBE, LATTICE_POSES[:3])
        self.assertTrue(os.path.islink(self.path("out.jsonl")))
        with open(target, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3)

    def test_output_goes_to_pipes_and_a_failed_write_is_an_error(self):
        mesh = self.write_mesh("a.obj", CUBE)
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.assert_done("query", mesh, mesh, "--poses", self.write_poses(LATTICE_POSES[:1]), "--out", pipe)
        self.assertEqual(json.loads(os.read(reader, 65536))["id"], 0)
        done = self.run_boxwood("query", mesh, mesh, "--poses", self.path("poses.jsonl"), "--out", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Aboxwood: /dev/full: [^\n]+\n\Z")

    def test_a_file_without_poses_gives_no_answers(self):
        mesh = self.write_mesh("a.obj", CUBE)
        done = self.run_boxwood("query", mesh, mesh, "--poses", self.write("poses.jsonl", "\n"), "--out", "-")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertRegex(without_progress(done.stderr), r"\Aboxwood: [^\n]*poses.jsonl: contains no poses, so no query was run\n\Z")


if __name__ == "__main__":
    unittest.main()
