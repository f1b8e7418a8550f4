"""boxwood judge: captures, pairs of meshes and injected faults, with verdicts as text and as JSON."""
import json
import os
import pathlib
import subprocess
import unittest

from cli import CUBE, TETRAHEDRON, CliTest

POSES = ('{"id": 7, "a": {}, "b": {"t": [0.3, 0.2, 0.1]}}\n'
         '{"id": 8, "a": {}, "b": {"t": [9, 0, 0]}}\n')


class JudgeTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write_mesh("cube.obj", CUBE)
        self.write_mesh("tetrahedron.obj", TETRAHEDRON)
        self.write("poses.jsonl", POSES)

    def judge(self, *arguments, status=0):
        done = self.run_boxwood("judge", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def verdicts(self, *arguments, status=0):
        return [json.loads(line) for line in self.judge(*arguments, "--json", status=status).stdout.splitlines()]

    def test_queries_of_boxwood_are_judged_right(self):
        for mode in ("all", "any", "distance"):
            rows = self.verdicts("cube.obj", "tetrahedron.obj", "--poses", "poses.jsonl", "--mode", mode)
            self.assertEqual([row["verdict"] for row in rows], 4 * ["right"], rows)
            self.assertEqual([row["query"] for row in rows], [None, None, 7, 8])
            self.assertEqual([row["hierarchy"] for row in rows], [0, 1, None, None])

    def test_each_injected_fault_is_found_with_exit_status_1(self):
        for fault in self.assert_done("list", "faults").split():
            rows = self.verdicts("--inject", fault, status=1)
            wrong = [row for row in rows if row["verdict"] == "wrong"]
            self.assertTrue(wrong, fault)
            for row in wrong:
                self.assertEqual(list(row), ["query", "verdict", "stage", "hierarchy", "node", "text"])
                self.assertIn(row["stage"], ("input", "broad-phase", "volume", "overlap-test", "traversal", "primitive-test",
                                             "cache", "report"))
                self.assertTrue(row["text"])

    def test_a_fault_in_a_given_node_of_given_meshes_is_found(self):
        rows = self.verdicts("cube.obj", "tetrahedron.obj", "--poses", "poses.jsonl", "--inject", "box-shrunk@0", status=1)
        self.assertIn((0, 0, "volume"), [(row["hierarchy"], row["node"], row["stage"]) for row in rows])

    def test_a_saved_capture_gets_the_same_verdicts(self):
        first = self.judge("--inject", "cycle", "--save", "cycle.mcap", status=1).stdout
        self.assertEqual(self.judge("cycle.mcap", status=1).stdout, first)
        self.assertIn("a cycle", first)
        inspected = self.assert_done("inspect", "cycle.mcap")
        for words in ("2 meshes", "2 hierarchies", "3 queries", "bvh2, aabb"):
            self.assertIn(words, inspected)

    def test_a_wrong_finding_shrinks_to_a_small_case(self):
        for fault in ("box-shrunk", "cross-axis-sign", "sweep-flag"):
            said = self.judge("--inject", fault, "--shrink", "1", "--out", fault, status=1).stdout
            self.assertIn("a program that fails", said)
            files = sorted(os.listdir(self.path(fault)))
            self.assertEqual(files[-1], "test.cpp")
            self.assertIn("case.mcap", files)
            again = self.judge(os.path.join(fault, "case.mcap"), status=1).stdout
            self.assertIn(said.splitlines()[0], again)
            triangles = sum(line.startswith("f ") for name in files if name.endswith(".obj")
                            for line in open(self.path(os.path.join(fault, name)), encoding="ascii"))
            self.assertLessEqual(triangles, 20)
        self.assert_refused("judge", "--inject", "box-shrunk", "--shrink", "999", "--out", "x", naming="wrong finding 999")
        self.assert_refused("judge", "--inject", "box-shrunk", "--shrink", "1", naming="--out")

    def test_a_truncated_capture_is_judged_up_to_the_cut(self):
        self.judge("--inject", "box-shrunk", "--save", "whole.mcap", status=1)
        with open(self.path("whole.mcap"), "rb") as file:
            content = file.read()
        with open(self.path("cut.mcap"), "wb") as file:
            file.write(content[:-40])
        done = self.judge("cut.mcap", status=1)
        self.assertIn("not finished", done.stderr)
        with open(self.path("text.mcap"), "wb") as file:
            file.write(b"solid a")
        self.assertIn("no MCAP file", self.judge("text.mcap", status=2).stderr)

    @unittest.skipUnless("C99_PRODUCER" in os.environ, "CTest sets C99_PRODUCER, a program that CMake builds")
    def test_a_capture_written_by_a_c_program_is_judged_right(self):
        subprocess.run([os.environ["C99_PRODUCER"], self.path("c.mcap")], check=True)
        row, = self.verdicts("c.mcap")
        self.assertEqual((row["query"], row["verdict"]), (0, "right"), row)
        self.assertIn("c99 1", self.assert_done("inspect", "c.mcap"))

    def test_wrong_arguments_are_refused_with_the_reason(self):
        for arguments, words in ((("--inject", "wheel"), "known faults are box-shrunk"),
                                 (("--inject", "cycle@x"), "must be a node number"),
                                 (("cube.obj", "cube.obj"), "needs --poses"),
                                 (("cube.obj", "cube.obj", "cube.obj", "--poses", "poses.jsonl"), "one capture or two meshes"),
                                 (("missing.mcap",), "missing.mcap"),
                                 (("cube.obj", "cube.obj", "--poses", "poses.jsonl", "--inject", "scale-order"), "changes no answer"),
                                 (("cube.obj", "cube.obj", "--poses", "poses.jsonl", "--inject", "side-bit", "--kind", "bvh2"), "box-tree"),
                                 (("cube.obj", "cube.obj", "--poses", "poses.jsonl", "--mode", "within"), "within"),
                                 (("--inject", "box-shrunk", "--json", "--out", "x.npy"), "lines of JSON"),
                                 ((), "give a capture")):
            done = self.judge(*arguments, status=2)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_an_output_that_is_also_an_input_is_refused(self):
        self.run_boxwood("judge", "--inject", "box-shrunk", "--save", "k.mcap")
        with open(self.path("k.mcap"), "rb") as file:
            before = file.read()
        for options in (("--json", "--out", "k.mcap"), ("--save", "k.mcap")):
            self.assert_refused("judge", "k.mcap", *options, naming=("k.mcap", "overwritten"))
        os.makedirs(self.path("case"))
        os.rename(self.path("k.mcap"), self.path("case/case.mcap"))
        self.assert_refused("judge", "case/case.mcap", "--shrink", "1", "--out", "case", naming="overwritten")
        with open(self.path("case/case.mcap"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assert_refused("judge", "case/case.mcap", "--json", "--out", "o", "--save", "o", naming="overwrite another output")

    def test_save_with_shrink_writes_the_complete_capture(self):
        self.judge("--inject", "cycle", "--save", "whole.mcap", status=1)
        self.judge("--inject", "cycle", "--shrink", "1", "--out", "case", "--save", "saved.mcap", status=1)
        self.assertEqual(pathlib.Path(self.path("saved.mcap")).read_bytes(),
                         pathlib.Path(self.path("whole.mcap")).read_bytes())

    def test_poses_without_meshes_are_refused(self):
        self.judge("--inject", "cycle", "--save", "k.mcap", status=1)
        for arguments in (("k.mcap", "--poses", "poses.jsonl"), ("--inject", "cycle", "--poses", "poses.jsonl")):
            self.assert_refused("judge", *arguments, naming="--poses requires two meshes")

    def test_an_id_that_a_capture_cannot_store_is_refused(self):
        poses = self.write("negative.jsonl", '{"id": -1, "a": {}, "b": {}}\n')
        self.assert_refused("judge", "cube.obj", "cube.obj", "--poses", poses, naming=("negative.jsonl", "id -1"))

    def test_a_capture_with_nothing_to_judge_is_an_error(self):
        self.run_boxwood("judge", "--inject", "box-shrunk", "--save", "k.mcap")
        with open(self.path("k.mcap"), "rb") as file:
            cut = file.read()[:9000]
        with open(self.path("cut.mcap"), "wb") as file:
            file.write(cut)
        done = self.run_boxwood("judge", "cut.mcap")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("nothing to judge", done.stderr)
        self.assertIn("is cut", done.stderr)


if __name__ == "__main__":
    unittest.main()
