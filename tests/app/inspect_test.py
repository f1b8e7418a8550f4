"""boxwood inspect: its JSON and its text for meshes that are small enough to count by hand."""
import json
import unittest

from cli import CUBE, TETRAHEDRON, CliTest


class InspectTest(CliTest):
    def inspect(self, mesh, *options):
        return json.loads(self.assert_done("inspect", self.write_mesh("mesh.obj", mesh), "--json", *options))

    def test_closed_mesh(self):
        report = self.inspect(CUBE)
        mesh = report["mesh"]
        self.assertEqual({k: mesh[k] for k in ("vertices", "triangles", "degenerate_triangles", "border_edges",
                                               "non_manifold_edges", "components", "is_closed", "is_oriented")},
                         {"vertices": 8, "triangles": 12, "degenerate_triangles": 0, "border_edges": 0,
                          "non_manifold_edges": 0, "components": 1, "is_closed": True, "is_oriented": True})
        self.assertEqual((mesh["lower"], mesh["upper"]), ([-1, -1, -1], [1, 1, 1]))

    def test_open_mesh(self):
        points, triangles = TETRAHEDRON
        mesh = self.inspect((points, triangles[:3] + [(0, 0, 1)]))["mesh"]
        self.assertEqual((mesh["triangles"], mesh["degenerate_triangles"], mesh["border_edges"], mesh["is_closed"]),
                         (4, 1, 3, False))

    def test_hierarchy(self):
        for mesh in (CUBE, TETRAHEDRON):
            tree = self.inspect(mesh)["hierarchy"]
            triangles = len(mesh[1])
            self.assertTrue(tree["is_valid"])
            self.assertIsNone(tree["defect"])
            self.assertEqual(tree["primitives"], triangles)
            self.assertEqual(tree["nodes"], 2 * tree["leaves"] - 1)
            self.assertLessEqual(tree["leaves"], triangles)
            self.assertGreaterEqual(2 ** tree["max_depth"], tree["leaves"])
            self.assertLess(tree["max_depth"], triangles)
            self.assertGreater(tree["bytes"], 0)
            self.assertGreater(tree["build_us"], 0)

    def test_histograms_add_up(self):
        """For every kind of hierarchy. inspect first splits all nodes of a lazy hierarchy."""
        for kind in self.assert_done("list", "kinds").split():
            for size in (1, 3):
                with self.subTest(kind=kind, size=size):
                    tree = self.inspect(CUBE, "--kind", kind, "--leaf-size", size)["hierarchy"]
                    self.assertEqual(sum(tree["leaves_at_depth"]), tree["leaves"])
                    self.assertEqual(len(tree["leaves_at_depth"]), tree["max_depth"] + 1)
                    self.assertEqual(sum(k * n for k, n in enumerate(tree["leaves_of_size"])), 12)
                    self.assertEqual(len(tree["overlap_at_depth"]), tree["max_depth"])
                    self.assertTrue(all(0 <= overlap <= 1 for overlap in tree["overlap_at_depth"]))
                    self.assertGreater(tree["surface_area_cost"], 1)
                    self.assertGreater(tree["volume_sum"], 1)
                    mean = sum(d * n for d, n in enumerate(tree["leaves_at_depth"])) / tree["leaves"]
                    variance = sum((d - mean) ** 2 * n for d, n in enumerate(tree["leaves_at_depth"])) / tree["leaves"]
                    self.assertAlmostEqual(tree["mean_leaf_depth"], mean)
                    self.assertAlmostEqual(tree["leaf_depth_variance"], variance)

    def test_names_are_reported(self):
        tree = self.inspect(CUBE, "--volume", "aabb", "--kind", "bvh2", "--builder", "midpoint")["hierarchy"]
        self.assertEqual((tree["volume"], tree["kind"], tree["builder"]), ("aabb", "bvh2", "midpoint"))

    def test_leaf_size(self):
        for size in (1, 3, 16):
            tree = self.inspect(CUBE, "--leaf-size", size)["hierarchy"]
            self.assertEqual(tree["leaf_size"], size)
            self.assertLessEqual(len(tree["leaves_of_size"]), size + 1)
            self.assertEqual(sum(k * leaves for k, leaves in enumerate(tree["leaves_of_size"])), 12)
        self.assertEqual(tree["leaves"], 1)
        mesh = self.write_mesh("mesh.obj", CUBE)
        for size in ("0", "17", "-1", "many"):
            self.assert_refused("inspect", mesh, "--leaf-size", size, naming="--leaf-size")

    def test_the_text_has_the_values_of_the_json(self):
        text = self.assert_done("inspect", self.write_mesh("mesh.obj", CUBE))
        self.assertRegex(text, r"(?m)^ *triangles +12$")
        self.assertRegex(text, r"(?m)^ *border edges +0$")
        self.assertRegex(text, r"(?m)^ *memory +\d+ bytes, +[\d.]+ bytes per triangle$")
        self.assertRegex(text, r"(?m)^ *build time +[\d.]+ us, +[\d.]+ ns per triangle$")
        self.assertRegex(text, r"(?m)^ *valid +yes$")
        for words in ("surface area cost", "volume sum", "sibling overlap", "variance"):
            self.assertIn(words, text)
        levels = [line.split() for line in text.split("depth       leaves  sibling overlap\n")[1].splitlines()]
        tree = self.inspect(CUBE)["hierarchy"]
        self.assertEqual([int(line[1]) for line in levels], tree["leaves_at_depth"])
        self.assertEqual([line[2] for line in levels[:-1]], [f"{overlap:.3f}" for overlap in tree["overlap_at_depth"]])
        self.assertTrue(all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines()))


if __name__ == "__main__":
    unittest.main()
