"""boxwood query --mode contacts, depth, time, ray and point: answers compared with brute force, and invalid input."""
import itertools
import json
import math
import random
import unittest

import slow_triangles
from cli import CUBE, TETRAHEDRON, CliTest
from query_test import SHEET, random_poses
from slow_triangles import cross, dot, sub


def scaled(v, s):
    return tuple(s * c for c in v)


def unit(v):
    return scaled(v, 1 / math.sqrt(dot(v, v)))


def rigid_poses(count, seed, spread):
    return [({k: p[k] for k in "qt"}, {k: q[k] for k in "qt"}) for p, q in random_poses(count, seed, spread)]


def corners(triangles):
    return [point for triangle in triangles for point in triangle]


def polytope_depth(a, b):
    """(depth, direction) of two convex meshes, by SAT over all face normals and cross products of edges. If the depth
    is negative, the direction separates the meshes."""
    def normals(triangles):
        return [cross(sub(q, p), sub(r, p)) for p, q, r in triangles]

    def edges(triangles):
        return [sub(q, p) for t in triangles for p, q in itertools.combinations(t, 2)]
    axes = normals(a) + normals(b) + [cross(u, v) for u in edges(a) for v in edges(b)]
    axes = [unit(axis) for axis in axes if dot(axis, axis) > 1e-12]
    return min((max(dot(n, p) for p in corners(a)) - min(dot(n, p) for p in corners(b)), n)
               for axis in axes for n in (axis, scaled(axis, -1)))


class QueryModesTest(CliTest):
    def query(self, mode, a, b, poses, *options):
        """The answers for two meshes at poses, or for a mesh and rays or points, as dictionaries."""
        meshes = [self.write_mesh("a.obj", a)] + ([self.write_mesh("b.obj", b)] if b else [])
        given = {"ray": "--rays", "point": "--points"}.get(mode, "--poses")
        lines = "".join(json.dumps(line) + "\n" for line in poses)
        out = self.assert_done("query", *meshes, "--mode", mode, given, self.write("given.jsonl", lines), "--json", *options)
        return [json.loads(line) for line in out.splitlines()]

    def test_contact_regions_have_all_pairs_and_their_depth_along_the_normal(self):
        seen = 0
        for a, b, count in ((CUBE, TETRAHEDRON, 12), (SHEET, CUBE, 3)):
            poses = random_poses(count, 3, 1.2)
            answers = self.query("contacts", a, b, [{"a": p, "b": q} for p, q in poses])
            for answer, (pose_a, pose_b) in zip(answers, poses):
                world_a, world_b = slow_triangles.world_triangles(a, pose_a), slow_triangles.world_triangles(b, pose_b)
                pairs = sorted(pair for region in answer["regions"] for pair in region["pairs"])
                self.assertEqual(pairs, slow_triangles.intersecting_pairs(world_a, world_b))
                self.assertEqual(answer["intersects"], bool(pairs))
                for region in answer["regions"]:
                    n = region["normal"]
                    depth = (max(dot(n, p) for i, _ in region["pairs"] for p in world_a[i]) -
                             min(dot(n, p) for _, k in region["pairs"] for p in world_b[k]))
                    self.assertAlmostEqual(region["depth"], depth, delta=1e-9)
                    self.assertAlmostEqual(dot(n, n), 1.0, delta=1e-12)
                    self.assertTrue(1 <= len(region["points"]) <= 4)
                    for point in region["points"]:
                        i, k = point["triangles"]
                        self.assertIn([i, k], region["pairs"])
                        for triangle in (world_a[i], world_b[k]):
                            self.assertLess(slow_triangles.distance_to_mesh(point["point"], [triangle]), 1e-9)
                    seen += 1
        self.assertGreater(seen, 6)

    def test_depth_of_convex_meshes_is_the_smallest_overlap_on_any_axis(self):
        poses = rigid_poses(25, 5, 1.3)
        deep = 0
        for answer, (pose_a, pose_b) in zip(self.query("depth", CUBE, TETRAHEDRON, [{"a": p, "b": q} for p, q in poses]), poses):
            expected, _ = polytope_depth(slow_triangles.world_triangles(CUBE, pose_a),
                                         slow_triangles.world_triangles(TETRAHEDRON, pose_b))
            self.assertEqual((answer["of"], answer["intersects"]), ("polytopes", expected > 0))
            if expected < 0:
                self.assertIsNone(answer["depth"])
                self.assertNotIn("normal", answer)
                continue
            deep += 1
            self.assertAlmostEqual(answer["depth"], expected, delta=1e-9)
            point_a, point_b = answer["points"]
            for k in range(3):
                self.assertAlmostEqual(point_a[k] - point_b[k], answer["depth"] * answer["normal"][k], delta=1e-9)
        self.assertTrue(5 < deep < 25, deep)
        inside = self.query("depth", CUBE, TETRAHEDRON, [{"b": {"t": [-0.2, -0.2, -0.3]}}])  # a vertex deep in the cube
        self.assertTrue(inside[0]["intersects"])

    def test_depth_of_nonconvex_or_scaled_meshes_is_that_of_the_deepest_region(self):
        poses = [{"a": p, "b": q} for p, q in random_poses(8, 3, 1.2)]
        contacts = self.query("contacts", SHEET, CUBE, poses)
        for depth, answer in zip(self.query("depth", SHEET, CUBE, poses), contacts):
            regions = answer["regions"]
            self.assertEqual((depth["of"], depth["intersects"]), ("regions", bool(regions)))
            self.assertEqual(depth["depth"], max((region["depth"] for region in regions), default=None))
        scaled_pose = [{"a": {"s": [2, 1, 1]}, "b": {"t": [1.5, 0.2, 0.1]}}]
        self.assertEqual(self.query("depth", CUBE, CUBE, scaled_pose)[0]["of"], "regions")

    def test_the_distance_is_positive_before_the_time_of_impact_and_small_at_it(self):
        source, motions = random.Random(11), []
        for _ in range(5):
            start = scaled(unit([source.gauss(0, 1) for _ in range(3)]), 6.0)
            end = [source.uniform(-1.5, 1.5) - c * 0.4 for c in start]
            turn = [source.gauss(0, 1) for _ in range(4)]
            motions.append({"a": {"q": turn}, "b": {"t": start}, "b_end": {"t": end}})
        impacts = 0
        for answer, motion in zip(self.query("time", CUBE, TETRAHEDRON, motions), motions):
            a = slow_triangles.world_triangles(CUBE, motion["a"])

            def distance(t):
                at = [p + t * (q - p) for p, q in zip(motion["b"]["t"], motion["b_end"]["t"])]
                return slow_triangles.mesh_distance(a, slow_triangles.world_triangles(TETRAHEDRON, {"t": at}))
            until = answer.get("time", 1.0)
            for step in range(6):
                self.assertGreater(distance(until * step / 6), 0.0)
            if answer["status"] == "impact":
                impacts += 1
                self.assertTrue(0.0 < distance(until) <= answer["tolerance"] * (1 + 1e-9))
                self.assertAlmostEqual(answer["distance"], distance(until), delta=1e-9)
                self.assertAlmostEqual(math.dist(*answer["points"]), answer["distance"], delta=1e-9)
            else:
                self.assertEqual(answer["status"], "none")
                self.assertNotIn("time", answer)
        self.assertGreater(impacts, 2)

    def test_time_of_fast_initially_touching_resting_and_rotating_bodies(self):
        motions = [{"b": {"t": [1000, 0.1, 0.2]}, "b_end": {"t": [-1000, 0.1, 0.2]}},  # steps could pass through
                   {"b": {"t": [1, 0, 0]}, "b_end": {"t": [9, 0, 0]}}, {"b": {"t": [9, 0, 0]}},
                   {"a": [[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
                    "a_end": [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}]
        bullet, start, rest, turning = self.query("time", CUBE, CUBE, motions)
        self.assertEqual(bullet["status"], "impact")
        self.assertAlmostEqual(bullet["time"], 998 / 2000, delta=1e-6)
        self.assertEqual((start["status"], start["time"]), ("starts in contact", 0.0))
        self.assertEqual(rest["status"], "none")
        self.assertEqual(turning["status"], "impact")
        small = (tuple(scaled(p, 0.25) for p in CUBE[0]), CUBE[1])
        inside = [{"b_end": {"t": [0.1, 0, 0]}}]
        self.assertEqual(self.query("time", CUBE, small, inside)[0]["status"], "none")
        self.assertEqual(self.query("time", CUBE, small, inside, "--solid", "a")[0]["status"], "starts in contact")

    def test_a_motion_that_changes_the_scale_is_refused(self):
        mesh = self.write_mesh("a.obj", CUBE)
        poses = self.write("p.jsonl", '{}\n{"id": 7, "b_end": {"s": [2, 2, 2]}}\n')
        self.assert_refused("query", mesh, mesh, "--mode", "time", "--poses", poses, naming=("p.jsonl: id 7: b to b_end",))
        self.assert_refused("query", mesh, mesh, "--mode", "time", naming=("--mode time requires --poses FILE",))

    def test_rays_hit_the_first_triangle(self):
        source = random.Random(3)
        rays = []
        for _ in range(200):
            origin, target = ([source.uniform(-2, 2) for _ in range(3)] for _ in range(2))
            rays.append({"origin": origin, "direction": [0.5 * t - o for t, o in zip(target, origin)]})
        for ray in rays[::3]:
            ray["max_t"] = source.uniform(0.1, 1.5)
        triangles = slow_triangles.world_triangles(SHEET, {})
        hits = 0
        for answer, ray in zip(self.query("ray", SHEET, None, rays), rays):
            best = None
            for index, (a, b, c) in enumerate(triangles):
                normal = cross(sub(b, a), sub(c, a))
                slope = dot(normal, ray["direction"])
                t = dot(normal, sub(a, ray["origin"])) / slope
                point = [o + t * d for o, d in zip(ray["origin"], ray["direction"])]
                inside = all(dot(cross(sub(v, u), sub(point, u)), normal) >= 0 for u, v in ((a, b), (b, c), (c, a)))
                if inside and 0 <= t <= ray.get("max_t", math.inf) and (best is None or t < best[0]):
                    best = (t, index, point, slope < 0)
            self.assertEqual(answer["hit"], best is not None)
            if best is None:
                self.assertNotIn("t", answer)
                continue
            hits += 1
            self.assertAlmostEqual(answer["t"], best[0], delta=1e-9)
            self.assertEqual((answer["triangle"], answer["front"]), (best[1], best[3]))
            self.assertLess(math.dist(answer["point"], best[2]), 1e-9)
        self.assertTrue(20 < hits < 180, hits)

    def test_points_get_their_closest_triangle_and_location(self):
        source = random.Random(4)
        points = [{"p": [source.uniform(-2, 2) for _ in range(3)]} for _ in range(100)]
        for point in points[::2]:
            point["within"] = 0.5
        triangles = slow_triangles.world_triangles(CUBE, {})
        for answer, point in zip(self.query("point", CUBE, None, points, "--solid", "a"), points):
            expected = slow_triangles.distance_to_mesh(point["p"], triangles)
            self.assertEqual(answer["found"], expected <= point.get("within", math.inf))
            self.assertEqual(answer["location"], "inside" if max(map(abs, point["p"])) < 1 else "outside")
            if answer["found"]:
                self.assertAlmostEqual(answer["distance"], expected, delta=1e-9)
                self.assertAlmostEqual(math.dist(answer["point"], point["p"]), expected, delta=1e-9)
                self.assertLess(slow_triangles.distance_to_mesh(answer["point"], [triangles[answer["triangle"]]]), 1e-9)
        (surface,) = self.query("point", CUBE, None, [{"p": [1, 0.5, 0.25]}], "--solid", "a")
        self.assertEqual((surface["location"], surface["distance"]), ("on surface", 0))

    def test_an_invalid_ray_or_point_is_refused_with_its_line(self):
        mesh = self.write_mesh("a.obj", CUBE)
        good = '{"origin": [0, 0, 0], "direction": [1, 0, 0]}\n'
        for line, why in (('{"origin": [0, 0, 0]}', '"direction" is missing'), ('{"origin": [0, 0, NaN], "direction": [1, 0, 0]}', ""),
                          ('{"origin": [0, 0, 0], "direction": [0, 0, 0]}', "/direction: is 0")):
            self.assert_refused("query", mesh, "--mode", "ray", "--rays", self.write("r.jsonl", good + line),
                                naming=("r.jsonl:2", why))
        self.assert_refused("query", mesh, "--mode", "point", "--points", self.write("p.jsonl", '{"within": 1}'),
                            naming=("p.jsonl:1", '"p" is missing'))

    def test_options_that_a_mode_does_not_have_are_refused(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses([({}, {})])
        rays = self.write("r.jsonl", '{"origin": [0, 0, 0], "direction": [1, 0, 0]}\n')
        ray = (mesh, "--mode", "ray", "--rays", rays)
        for arguments, naming in ((ray[:3], "--mode ray needs --rays"), ((mesh, *ray), "uses only one mesh"),
                                  ((*ray, "--poses", poses), "--poses: not with --mode ray"), ((*ray, "--solid", "b"), "--solid"),
                                  ((mesh, mesh, "--rays", rays), "--rays: only with --mode ray"), ((mesh,), "B is required"),
                                  ((mesh, "--mode", "point"), "--mode point needs --points"),
                                  ((mesh, mesh, "--mode", "depth", "--costs"), "--costs: not with --mode depth"),
                                  ((mesh, mesh, "--mode", "contacts", "--memory"), "--memory: not with"),
                                  ((mesh, mesh, "--mode", "contacts", "--visits", "v"), "--visits: not with"),
                                  ((mesh, mesh, "--mode", "depth", "--max-distance", 1), "--max-distance: not with"),
                                  ((mesh, mesh, "--mode", "nearest"), "'nearest'")):
            self.assert_refused("query", *arguments, naming=naming)

    def test_the_number_of_threads_changes_only_times(self):
        poses = [{"a": p, "b": q} for p, q in random_poses(60, 5, 1.0)]
        for mode in ("contacts", "depth"):
            answers = [self.query(mode, SHEET, CUBE, poses, "--threads", threads) for threads in (1, 3)]
            for answer in itertools.chain(*answers):
                answer.pop("us")
            self.assertEqual(*answers)


if __name__ == "__main__":
    unittest.main()
