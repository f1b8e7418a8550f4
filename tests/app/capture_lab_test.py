"""The capture lab without a display: it reports the findings of `boxwood judge` for every injected fault, and handles
truncated and invalid files."""
import json
import os
import unittest

from cli import CUBE, TETRAHEDRON, CliTest


class CaptureLabTest(CliTest):
    def judge(self, *arguments):
        done = self.run_boxwood("judge", *arguments, "--json", "--all")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def state_of(self, *arguments, status=1):
        done = self.run_boxwood("run", "capture", *arguments, "--headless", "--report", "-")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)["state"]

    def test_the_lab_reports_the_findings_of_judge_for_each_injected_fault(self):
        for fault in self.assert_done("list", "faults").split():
            rows = self.judge("--inject", fault, "--save", "fault.mcap")
            wrong = [row for row in rows if row["verdict"] == "wrong"]
            for state in (self.state_of("fault.mcap"), self.state_of("--set", f"fault={fault}")):
                self.assertEqual(state["findings"], rows, fault)
                self.assertEqual(state["why"], wrong[0], fault)
                self.assertEqual(state["wrong"], len(wrong), fault)
                self.assertEqual(state["verified"]["wrong"], len(wrong), fault)
                self.assertTrue(state["whole"])
                if wrong[0]["node"] is not None:
                    self.assertEqual(state["picked"], [0, wrong[0]["node"]], fault)
                    self.assertGreater(state["stressed_nodes"], 0, fault)
            if fault in ("box-shrunk", "leaf-ulp", "refit-skipped", "side-bit", "plane-inward"):
                said = float(wrong[0]["text"].rsplit(" by ", 1)[1].split(";")[0].split()[0])
                self.assertAlmostEqual(state["sticks_out"] / said, 1, delta=1e-3)
                self.assertEqual(state["stressed_triangles"], 1)
            if wrong[0]["stage"] == "overlap-test":
                self.assertEqual(f"visit {state['visit']} reports", wrong[0]["text"][wrong[0]["text"].index("visit "):][:len(f"visit {state['visit']} reports")])
                self.assertEqual((state["stressed_nodes"], state["stressed_triangles"]), (2, 2))

    def test_a_fault_is_injected_into_a_given_capture(self):
        self.write_mesh("a.obj", CUBE)
        self.write_mesh("b.obj", TETRAHEDRON)
        poses = self.write_poses([({}, {"t": [0.3, 0.2, 0.1]})])
        self.assert_done("judge", "a.obj", "b.obj", "--poses", poses, "--kind", "bvh2", "--volume", "aabb", "--save", "sound.mcap")
        state = self.state_of("sound.mcap", status=0)
        self.assertEqual((state["wrong"], state["why"]["verdict"]), (0, "right"))
        rows = self.judge("sound.mcap", "--inject", "box-shrunk@0")
        state = self.state_of("sound.mcap", "--set", "fault=box-shrunk", "--set", "fault-node=0")
        self.assertEqual((state["findings"], state["fault"]), (rows, "box-shrunk@0"))
        self.assert_refused("run", "capture", "sound.mcap", "--headless", "--set", "fault=side-bit", naming="side-bit")

    def test_every_kind_of_volume_is_shown_and_compared(self):
        self.write_mesh("a.obj", CUBE)
        self.write_mesh("b.obj", TETRAHEDRON)
        poses = self.write_poses([({}, {"t": [0.3, 0.2, 0.1]})])
        for kind, volume in (("bvh2", "aabb"), ("bvh2", "obb"), ("bvh2", "kdop18"), ("bvh2", "rss"), ("bvh2", "capsule"),
                             ("bvh2", "sphere"), ("bvh2", "obbrss"), ("bvh8", "aabb"), ("box-tree", "aabb")):
            self.assert_done("judge", "a.obj", "b.obj", "--poses", poses, "--kind", kind, "--volume", volume, "--save", "v.mcap")
            state = self.state_of("v.mcap", "--set", "hierarchy=on", "--set", "finding=3", "--set", "page=quality", status=0)
            self.assertEqual(state["wrong"], 0, volume)
            self.assertIn("volume tests", state["compared"], volume)
            self.assertGreater(state["visits"], 0, volume)

    def test_a_truncated_capture_is_shown_and_invalid_files_are_refused(self):
        self.judge("--inject", "box-shrunk", "--save", "whole.mcap")
        with open(self.path("whole.mcap"), "rb") as file:
            whole = file.read()
        self.write("cut.mcap", whole[:-200])
        state = self.state_of("cut.mcap")
        self.assertFalse(state["whole"])
        self.assertTrue(state["problems"])
        self.assertEqual(state["wrong"], 1)
        self.write("text.mcap", "this is no capture\n" * 20)
        self.assert_refused("run", "capture", "text.mcap", "--headless", naming="text.mcap")
        self.assert_refused("run", "capture", "none.mcap", "--headless", naming="none.mcap")
        self.assert_refused("run", "capture", "whole.mcap", "--headless", "--set", "finding=99", naming=("99", "1 to 5"))
        self.assert_refused("run", "pair", "whole.mcap", "--headless", naming=("whole.mcap", "capture"))

    def test_run_opens_a_capture_in_its_lab_and_replays_a_recording(self):
        self.judge("--inject", "cycle", "--save", "cycle.mcap")
        done = self.run_boxwood("run", "cycle.mcap", "--headless", "--report", "-")
        self.assertEqual((done.returncode, json.loads(done.stdout)["lab"]), (1, "capture"))
        self.assert_done("run", "multi-body", "--headless", "--frames", 3, "--set", "bodies=5", "--record", "run.mcap")
        self.assertIn("frames 3", self.assert_done("run", "run.mcap", "--headless"))

    def test_a_picture_is_drawn(self):
        done = self.run_boxwood("run", "capture", "--headless", "--set", "fault=box-shrunk", "--screenshot", "a.png", "--size", "800x600")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertGreater(os.path.getsize(self.path("a.png")), 20000)


if __name__ == "__main__":
    unittest.main()
