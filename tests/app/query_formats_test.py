"""boxwood query: output as text and CSV; poses as matrices, arrays and from a pipe; and interruptions."""
import csv
import io
import json
import os
import signal
import struct
import subprocess
import time
import unittest

from cli import BOXWOOD, CUBE, TETRAHEDRON, CliTest, without_progress
from query_test import bumpy_sheet, random_poses

IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def moved(x, y=0.0, z=0.0):
    return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]


def npy_bytes(rows, per_row=2):
    """The bytes that numpy.save() writes for rows of matrices."""
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d, 4, 4), }" % (len(rows), per_row)
    header = header.ljust(117) + "\n"
    numbers = [c for row in rows for matrix in row for line in matrix for c in line]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(numbers)}d", *numbers)


def without_times(text):
    return [{k: v for k, v in json.loads(line).items() if k != "us"} for line in text.splitlines()]


class QueryFormatsTest(CliTest):
    def setUp(self):
        super().setUp()
        self.meshes = self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON)

    def test_without_poses_the_answer_is_for_the_positions_in_the_files(self):
        text = self.assert_done("query", *self.meshes)
        self.assertRegex(text, r"\AA  \S*a.obj, 12 triangles\nB  \S*b.obj, 4 triangles\n"
                               r"both at the positions in their files")
        answer = json.loads(self.assert_done("query", *self.meshes, "--json"))
        self.assertRegex(text, r"(?m)^intersects +yes$")
        self.assertRegex(text, r"(?m)^pairs +%d: %d:%d " % (len(answer["pairs"]), *answer["pairs"][0]))
        self.assertRegex(text, r"(?m)^time +[0-9.]+ us$")
        self.assertNotIn("id ", text)
        poses = self.write("poses.jsonl", "{}\n")
        out = self.assert_done("query", *self.meshes, "--poses", poses, "--out", "-")
        self.assertEqual(without_times(out), without_times(json.dumps(answer)))
        for mode, label in (("any", "intersects"), ("distance", "distance"), ("contacts", "regions"), ("depth", "depth")):
            self.assertRegex(self.assert_done("query", *self.meshes, "--mode", mode), rf"(?m)^{label} +")

    def test_text_of_many_poses_has_their_ids(self):
        poses = self.write("poses.jsonl", '{"id": 70}\n{"id": 71, "b": {"t": [9, 0, 0]}}\n')
        text = self.assert_done("query", *self.meshes, "--poses", poses)
        self.assertRegex(text, r"(?s)\nid +70\nintersects +yes\n.*\nid +71\nintersects +no\n")

    def test_csv_has_a_row_per_answer_with_the_values_of_json(self):
        poses = self.write_poses(random_poses(12, 3, 1.6))
        rays = self.write("r.jsonl", '{"origin": [0, 0, 3], "direction": [0, 0, -1]}\n{"origin": [5, 5, 5], "direction": [0, 0, 1]}\n')
        points = self.write("p.jsonl", '{"p": [3, 0, 0]}\n{"p": [3, 0, 0], "within": 1}\n')
        motions = self.write("m.jsonl", '{"b": {"t": [5, 0, 0]}, "b_end": {}}\n{"b": {"t": [5, 0, 0]}}\n')
        for mode, arguments in (("any", (*self.meshes, "--poses", poses)), ("all", (*self.meshes, "--poses", poses)),
                                ("distance", (*self.meshes, "--poses", poses, "--max-distance", 0.4)),
                                ("within", (*self.meshes, "--poses", poses, "--max-distance", 0.4)),
                                ("depth", (*self.meshes, "--poses", poses)), ("time", (*self.meshes, "--poses", motions)),
                                ("ray", (self.meshes[0], "--rays", rays)), ("point", (self.meshes[0], "--points", points))):
            with self.subTest(mode=mode):
                query = ("query", *arguments, "--mode", mode)
                rows = list(csv.DictReader(io.StringIO(self.assert_done(*query, "--csv"))))
                answers = [json.loads(line) for line in self.assert_done(*query, "--json").splitlines()]
                self.assertEqual(len(rows), len(answers))
                for row, answer in zip(rows, answers):
                    self.assertNotIn(None, row)  # no row is longer than the heading
                    for key, value in answer.items():
                        if key == "us":
                            self.assertGreaterEqual(float(row[key]), 0)
                        elif key == "pairs":
                            self.assertEqual(row[key], " ".join(f"{i}:{k}" for i, k in value))
                        elif key == "points":
                            self.assertEqual([float(row[side + "_" + c]) for side in "ab" for c in "xyz"], sum(value, []))
                        elif key in ("normal", "point", "triangles"):
                            names = {"normal": ("normal_x", "normal_y", "normal_z"), "point": "xyz",
                                     "triangles": ("triangle_a", "triangle_b")}[key]
                            self.assertEqual([float(row[name]) for name in names], value)
                        else:
                            self.assertEqual(row[key], "" if value is None else value if isinstance(value, str) else json.dumps(value))

    def test_csv_of_contacts_has_a_row_per_point(self):
        poses = self.write_poses(random_poses(12, 3, 1.6))
        query = ("query", *self.meshes, "--poses", poses, "--mode", "contacts")
        rows = list(csv.DictReader(io.StringIO(self.assert_done(*query, "--csv"))))
        expected = []
        for answer in map(json.loads, self.assert_done(*query, "--json").splitlines()):
            if not answer["regions"]:
                expected.append((answer["id"], "false", None, None, None))
            for number, region in enumerate(answer["regions"]):
                expected += [(answer["id"], "true", number, region["depth"], point["point"]) for point in region["points"]]
        self.assertTrue(any(e[2] is None for e in expected) and len(expected) > 12)

        def number(text):
            return None if text == "" else float(text)
        self.assertEqual([(int(row["id"]), row["intersects"], number(row["region"]), number(row["depth"]),
                           None if row["x"] == "" else [float(row[c]) for c in "xyz"]) for row in rows], expected)

    def test_poses_as_matrices_arrays_and_from_a_pipe_give_the_same_answers(self):
        rows = [(IDENTITY, moved(0.25 * i, 0.5)) for i in range(12)]
        plain = "".join(json.dumps({"b": {"t": [0.25 * i, 0.5, 0]}}) + "\n" for i in range(12))
        matrices = "".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in rows)
        array = self.write("poses.npy", npy_bytes(rows))
        query = ("query", *self.meshes, "--json", "--mode", "distance", "--poses")
        expected = without_times(self.assert_done(*query, self.write("plain.jsonl", plain)))
        self.assertEqual(len(expected), 12)
        self.assertEqual(without_times(self.assert_done(*query, self.write("matrices.jsonl", matrices))), expected)
        self.assertEqual(without_times(self.assert_done(*query, array)), expected)
        self.assertEqual(without_times(self.assert_done(*query, "-", stdin=plain)), expected)
        done = subprocess.run([BOXWOOD, *query, "-"], input=npy_bytes(rows), capture_output=True, check=True)
        self.assertEqual(without_times(done.stdout.decode()), expected)
        motions = self.write("motions.npy", npy_bytes([(IDENTITY, moved(5), IDENTITY, moved(0))], 4))
        (answer,) = map(json.loads, self.assert_done("query", *self.meshes, "--mode", "time", "--json", "--poses", motions).splitlines())
        self.assertAlmostEqual(answer["time"], 4 / 5, delta=1e-4)

    def test_an_array_with_an_invalid_pose_is_refused_with_its_row(self):
        nan = [[float("nan"), 0, 0, 0]] + IDENTITY[1:]
        singular = [[1, 2, 3, 0], [2, 4, 6, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        for rows, per_row, naming in (([(IDENTITY, IDENTITY), (IDENTITY, nan)], 2, ("row 1 (from 0): b", "not finite")),
                                      ([(IDENTITY, IDENTITY)] * 3 + [(singular, IDENTITY)], 2, ("row 3 (from 0): a", "singular")),
                                      ([(IDENTITY,)] * 2, 1, ("shape (2, 1, 4, 4)", "(N, 2, 4, 4)"))):
            path = self.write("poses.npy", npy_bytes(rows, per_row))
            self.assert_refused("query", *self.meshes, "--poses", path, naming=("poses.npy", *naming))
        self.assert_refused("query", *self.meshes, "--poses", self.write("p.jsonl", json.dumps({"a": singular})),
                            naming=("p.jsonl:1: /a", "singular"))
        one = self.write("one.npy", npy_bytes([(IDENTITY, IDENTITY)]))
        self.assert_refused("query", *self.meshes, "--poses", one, "--visits", self.path("v"), naming=("q, t and s", "matrix"))
        self.assert_refused("query", *self.meshes, "--json", "--csv", naming="--csv")

    def test_no_distance_is_reported_beyond_max_distance(self):
        poses = self.write("p.jsonl", '{"b": {"t": [2, 0, 0]}}\n{"b": {"t": [9, 0, 0]}}\n')
        near, far = map(json.loads, self.assert_done("query", *self.meshes, "--poses", poses, "--mode", "distance",
                                                     "--max-distance", 2, "--json").splitlines())
        self.assertEqual((near["distance"], near.get("beyond")), (1, None))
        self.assertEqual((far["distance"], far["beyond"], far.get("points")), (None, True, None))

    # interruptions

    def interrupt(self, *arguments):
        """Sends SIGINT as soon as the temporary file contains answers. Returns the text on stderr."""
        part = self.path("out.jsonl.part")
        with subprocess.Popen([BOXWOOD, *map(str, arguments)], stderr=subprocess.PIPE, text=True, cwd=self.folder) as run:
            while run.poll() is None and not (os.path.exists(part) and os.path.getsize(part) > 0):
                time.sleep(0.002)
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, errors)
        return without_progress(errors)

    def test_ctrl_c_keeps_complete_answers_and_resume_computes_the_rest(self):
        sheet = self.write_mesh("sheet.obj", bumpy_sheet(20, 3))
        poses = self.write("poses.npy", npy_bytes([(IDENTITY, moved(0.001 * i, 0.3, 0.1)) for i in range(1500)]))
        query = ("query", sheet, sheet, "--poses", poses, "--out", "out.jsonl", "--triangle-test", "devillers",
                 "--kind", "bvh2")
        message = self.interrupt(*query)
        self.assertRegex(message, r"\Aboxwood: interrupted after \d+ of 1500 queries; out.jsonl.part has their answers; "
                                  r"the same command with --resume continues\n\Z")
        self.assertFalse(os.path.exists(self.path("out.jsonl")))
        with open(self.path("out.jsonl.part"), encoding="utf-8") as file:
            kept = file.read()
        self.assertEqual(len(without_times(kept)), int(message.split()[3]))
        other = self.run_boxwood("query", sheet, sheet, "--poses", self.write("o.npy", npy_bytes([(IDENTITY, moved(7))] * 1500)),
                                 "--out", "out.jsonl", "--resume")
        self.assertEqual(other.returncode, 2)
        self.assertIn("does not answer its query", other.stderr)
        with open(self.path("out.jsonl.part"), "a", encoding="utf-8") as file:
            file.write('{"id":')  # an incomplete line, as a killed program leaves it
        self.assert_done(*query, "--resume")
        self.assertFalse(os.path.exists(self.path("out.jsonl.part")))
        with open(self.path("out.jsonl"), encoding="utf-8") as file:
            resumed = file.read()
        self.assertTrue(resumed.startswith(kept))
        self.assertEqual([answer["id"] for answer in without_times(resumed)], list(range(1500)))
        self.assert_done(*query, "--resume")  # without a temporary file, it answers all poses
        with open(self.path("out.jsonl"), encoding="utf-8") as file:
            self.assertEqual(without_times(file.read()), without_times(resumed))

    def test_resume_is_refused_with_options_that_exclude_it(self):
        query = ("query", *self.meshes, "--resume")
        for options, naming in (((), "needs --out FILE"), (("--out", "o", "--csv"), "requires lines of JSON"),
                                (("--out", "o", "--costs"), "cannot be combined with --memory, --costs")):
            self.assert_refused(*query, *options, naming=("--resume", naming))

    # the command line

    def test_a_misspelt_command_suggests_the_right_one(self):
        for word, command in (("qurey", "query"), ("quary", "query"), ("inspekt", "inspect"), ("rn", "run"), ("comparee", "compare")):
            self.assert_refused(word, *self.meshes, naming=(f"'{word}' is neither a command nor a file", f"'boxwood {command}'"))
        self.assert_refused("teapots", naming=("neither a command nor a file", "query"))

    def test_a_report_on_standard_output_is_json_only(self):
        out = self.assert_done("run", "multi-body", "--headless", "--frames", 2, "--set", "bodies=5", "--report", "-")
        self.assertEqual(json.loads(out)["frames"], 2)

    def test_ctrl_c_ends_a_headless_run_with_a_report_of_its_frames(self):
        report = self.path("r.json")
        with subprocess.Popen([BOXWOOD, "run", "multi-body", "--headless", "--frames", "1000000", "--report", report],
                              stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, cwd=self.folder) as run:
            while "progress: frame" not in run.stderr.readline():
                pass
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertRegex(without_progress(errors), r"\Aboxwood: interrupted after \d+ of 1000000 frames; the report covers these frames")
        with open(report, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["frames"], int(errors.split(" after ")[1].split()[0]))


if __name__ == "__main__":
    unittest.main()
