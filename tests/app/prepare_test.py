"""boxwood prepare: finds the defects of a model, repairs it, and writes a library that reads back without defects."""
import json
import unittest

from cli import CUBE, TETRAHEDRON, CliTest

OPEN = "polytope open\n" + "".join(f"- {x} {y} {z}\n" for x, y, z in TETRAHEDRON[0]) + "*\n- 0 2 1\n- 0 1 3\n*\n"


class PrepareTest(CliTest):
    def prepare(self, path, *options):
        return json.loads(self.assert_done("prepare", path, "--json", *options))

    def test_mesh_becomes_a_library(self):
        library = self.path("cube.poly")
        report = self.prepare(self.write_mesh("cube.obj", CUBE), "--out", library)
        self.assertTrue(report["usable"])
        cube = report["models"][0]["polytopes"][0]
        self.assertEqual((cube["vertices"], cube["edges"], cube["faces"]), (8, 12, 6))
        self.assertAlmostEqual(cube["volume"], 8.0)
        again = self.prepare(library)["models"][0]
        self.assertTrue(again["clean"])
        self.assertEqual(again["polytopes"][0]["faces"], 6)
        inspected = json.loads(self.assert_done("inspect", library, "--json"))
        self.assertEqual(inspected["mesh"]["triangles"], 12)

    def test_defects_are_named(self):
        points, triangles = TETRAHEDRON
        turned = (points, [triangles[0][::-1]] + triangles[1:])
        model = self.prepare(self.write_mesh("turned.obj", turned))["models"][0]
        finding = model["polytopes"][0]["findings"][0]
        self.assertEqual((finding["defect"], finding["repaired"], finding["count"]), ("mixed orientation", True, 1))

    def test_findings_have_the_indices_and_lines_of_the_obj_file(self):
        corners = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
        text = ("# a cube with its first face twice, a doubled and an unused vertex\n" + corners +
                "v 1 1 1\nv 0.5 0.5 0.5\n" +
                "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 9 \\\n 6\nf 3 4 8 7\nf 4 1 5 8\nf 1 4 3 2\n")
        report = self.prepare(self.write("cube.obj", text))
        findings = {finding["defect"]: finding for finding in report["models"][0]["findings"]}
        self.assertEqual(set(findings), {"duplicate vertices", "duplicate faces", "unused vertices"})
        self.assertIn("vertex 9 ", findings["duplicate vertices"]["text"])
        self.assertIn("vertex 10 ", findings["unused vertices"]["text"])
        self.assertIn("face 7 (line 19) has the same vertices as face 1 (line 12)", findings["duplicate faces"]["text"])
        self.assertEqual(report["models"][0]["polytopes"][0]["faces"], 6)

    def test_a_flipped_face_next_to_a_missing_face_is_found(self):
        corners = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
        text = corners + "f 4 3 2 1\nf 5 6 7 8\nf 5 6 2 1\nf 2 3 7 6\nf 3 4 8 7\n"
        report = self.prepare(self.write("open.obj", text))
        part = report["models"][0]["polytopes"][0]
        self.assertEqual([(f["defect"], f["repaired"], f["count"]) for f in part["findings"]],
                         [("open edges", True, 4), ("mixed orientation", True, 1)])
        self.assertIn("face 3 (line 11) is clockwise", part["findings"][1]["text"])
        self.assertEqual(part["faces"], 6)

    def test_refusals_write_nothing(self):
        path = self.write("open.poly", OPEN.encode())
        out = self.path("never.poly")
        run = self.run_boxwood("prepare", path, "--out", out)
        self.assertEqual(run.returncode, 1)
        self.assertIn("open edges", run.stdout)
        self.assertIn("nothing was written", run.stderr)
        with self.assertRaises(FileNotFoundError):
            open(out, encoding="utf-8")
        self.assertEqual(self.prepare(path, "--hull", "--out", out)["models"][0]["polytopes"][0]["faces"], 4)

    def test_a_nonconvex_mesh_is_decomposed_into_convex_parts(self):
        outline = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 3), (0, 3))
        points = [(x, y, z) for z in (0, 1) for x, y in outline]
        faces = [(5, 4, 3, 2, 1, 0), (6, 7, 8, 9, 10, 11)] + [(k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6) for k in range(6)]
        path = self.write_mesh("an L.obj", (points, faces))
        refused = self.run_boxwood("prepare", path)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("--decompose", refused.stderr)
        library, scene = self.path("l.poly"), self.path("l.json")
        model = self.prepare(path, "--decompose", "--out", library, "--scene", scene)["models"][0]
        fit = model["decomposition"]
        self.assertTrue(fit["met"])
        self.assertEqual((fit["parts"], len(model["polytopes"])), (2, 2))
        self.assertAlmostEqual(sum(part["volume"] for part in model["polytopes"]), 4.0, places=5)
        self.assertLess(fit["hausdorff_error"], 0.001 * fit["diagonal"])
        self.assertTrue(all(again["clean"] for again in self.prepare(library)["models"]))
        self.assert_done("run", scene, "--headless", "--frames", "2")
        out, unwritten = self.path("one.poly"), self.path("one.json")
        unmet = self.run_boxwood("prepare", path, "--decompose", "--max-parts", "1", "--out", out, "--scene", unwritten)
        self.assertEqual(unmet.returncode, 1)
        self.assertRegex(unmet.stderr, r"with 1 part, the error is 0\.1[789]\d* of the diagonal; the limit is 0\.01;.*; nothing was written")
        for file in (out, unwritten):
            with self.assertRaises(FileNotFoundError):
                open(file, encoding="utf-8")
        self.assert_refused("prepare", path, "--decompose", "--scene", scene, naming="--scene needs")
        self.assert_refused("prepare", path, "--decompose", "--hull")
        self.assert_refused("prepare", path, "--decompose", "--concavity", "0")

    def test_a_surface_with_one_side_is_not_decomposed(self):
        points = [(0, 0, 0), (3, 0, 1), (0, 3, 2), (3, 3, 0), (1, 2, 3), (2, 1, 4)]
        projective_plane = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5), (0, 5, 1),
                            (1, 2, 4), (2, 3, 5), (3, 4, 1), (4, 5, 2), (5, 1, 3)]
        path = self.write_mesh("one side.obj", (points, projective_plane))
        run = self.run_boxwood("prepare", path, "--decompose")
        self.assertEqual(run.returncode, 1)
        self.assertIn("refused", run.stdout)
        self.assertNotIn("convex parts", run.stdout)

    def test_one_bad_model_does_not_prevent_writing_the_others(self):
        flat = "polytope flat\na 0 0 0\nb 1 0 0\nc 0 1 0\nd 1 1 0\n*\n- a b c\n- b d c\n*\n"
        good = OPEN.replace("*\n- 0 2 1\n- 0 1 3\n*", "*\n- 0 2 1\n- 0 1 3\n- 0 3 2\n- 1 2 3\n*")
        library = self.write("three.poly", good.replace("open", "first") + flat + good.replace("open", "last"))
        for options in ((), ("--hull",)):
            with self.subTest(options=options):
                out = self.path("good.poly")
                run = self.run_boxwood("prepare", library, "--out", out, *options)
                self.assertEqual(run.returncode, 1)
                self.assertRegex(run.stderr, r"\Aboxwood: [^\n]*flat: [^\n]+; the others were written\n\Z")
                self.assertIn("refused", run.stdout)
                models = self.prepare(out)["models"]
                self.assertEqual([model["name"] for model in models], ["first", "last"])
                self.assertTrue(all(model["clean"] for model in models))
        run = self.run_boxwood("prepare", self.write("flat.poly", flat), "--hull", "--out", self.path("never.poly"))
        self.assertEqual(run.returncode, 1)
        self.assertIn("nothing was written", run.stderr)


if __name__ == "__main__":
    unittest.main()
