"""boxwood run with scenes: seeds, fixed bodies, rotations, and counts of bodies that may have passed through others."""
import json
import os
import unittest

from cli import CliTest

ASSETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../assets/scenes")
BALL = {"polytope": {"faces": 20, "radius": 1}}


class SceneRunsTest(CliTest):
    def scene(self, **keys):
        return self.write("scene.json", json.dumps({"boxwood": 1, **keys}))

    def run_headless(self, *arguments, frames=5):
        report = self.path("report.json")
        printed = self.assert_done("run", *arguments, "--headless", "--frames", frames, "--report", report)
        with open(report, encoding="utf-8") as file:
            return json.load(file), printed

    def test_the_seed_of_a_scene_is_the_one_in_its_file(self):
        bodies = [{**BALL, "count": 5, "velocity": [0.1, 0, 0]}]
        hashes = set()
        for seed in (7, 8, 2**53 + 1):
            scene = self.scene(seed=seed, room={"half": [9, 9, 9]}, bodies=bodies)
            report, _ = self.run_headless(scene)
            self.assertEqual(report["seed"], seed)
            hashes.add(report["state_hash"])
        self.assertEqual(len(hashes), 3)
        self.assertEqual(self.run_headless(self.scene(bodies=[BALL]))[0]["seed"], 1)  # the default of the format
        self.assertEqual(self.run_headless(os.path.join(ASSETS, "kitchen.json"), frames=1)[0]["seed"], 17)
        self.assertEqual(self.run_headless("walkthrough", frames=1)[0]["seed"], 17)

    def test_a_seed_that_a_scene_would_not_use_is_refused(self):
        scene = self.scene(seed=7, name="Balls", bodies=[BALL])
        self.assert_refused("run", scene, "--headless", "--seed", 3, naming=("--seed 3", "'Balls'", "its own seed, 7", "file"))
        self.assert_refused("run", "walkthrough", "--headless", "--seed", 3, naming=("--seed 3", "17"))
        self.assertEqual(self.run_headless(scene, "--seed", 7)[0]["seed"], 7)

    def test_the_seed_of_a_workload_is_the_one_given(self):
        usual, given = self.run_headless("mixed-200")[0], self.run_headless("mixed-200", "--seed", 3)[0]
        self.assertEqual((usual["seed"], given["seed"]), (1995, 3))
        self.assertNotEqual(usual["state_hash"], given["state_hash"])

    def test_fixed_bodies_do_not_move(self):
        crowd = [{**BALL, "fixed": True, "pose": {"t": [3 * x, 0, 0], "q": [0, 1e-200, 0, 1e-200]}} for x in range(4)]
        hashes = {self.run_headless(self.scene(bodies=crowd), frames=frames)[0]["state_hash"] for frames in (1, 2, 50)}
        self.assertEqual(len(hashes), 1)
        # A ball bounces between two fixed bodies. It must keep its speed, and they must not get a velocity.
        wall = {**BALL, "fixed": True}
        scene = self.scene(bodies=[{**wall, "pose": {"t": [5, 0, 0]}}, {**wall, "pose": {"t": [-5, 0, 0]}},
                                   {**BALL, "velocity": [0.25, 0, 0]}])
        state = self.run_headless(scene, "--set", "speed=1", frames=400)[0]["state"]
        self.assertEqual(state["sum_of_squared_speeds"], 0.0625)
        self.assertEqual([abs(v) for v in state["sum_of_velocities"]], [0.25, 0, 0])

    def test_bodies_that_may_have_passed_through_others_are_counted(self):
        room = {"half": [12, 12, 12]}
        fast = self.scene(room=room, bodies=[{**BALL, "count": 20, "velocity": [100, 0, 0]}])
        report, printed = self.run_headless(fast, "--set", "speed=1", frames=50)
        self.assertEqual(report["may_have_passed_through_others"], 1000)
        self.assertEqual(report["counters_per_frame"]["may_have_passed_through_others"]["min"], 20)
        self.assertEqual(report["counters_per_frame"]["may_have_passed_through_others"]["last"], 20)
        self.assertIn("may_have_passed_through_others 1000\n", printed)
        slow = self.scene(room=room, bodies=[{**BALL, "count": 20, "velocity": [0.5, 0, 0]}])
        report, printed = self.run_headless(slow, "--set", "speed=1", frames=50)
        self.assertEqual(report["may_have_passed_through_others"], 0)
        self.assertNotIn("passed", printed)

    def test_quaternions_of_any_length_except_0_are_accepted(self):
        for q in ([0, 1e200, 0, 1], [1e-170, 0, 0, 1e-170], [1e308, 1e308, 1e308, 1e308]):
            define = {"ball": {**BALL, "pose": {"q": q}}}
            scene = self.scene(define=define, bodies=[{"place": "ball", "pose": {"q": q}}, {**BALL, "pose": {"q": q}}])
            self.assertEqual(self.run_headless(scene)[0]["frames"], 5)
        zero = self.scene(bodies=[{**BALL, "pose": {"q": [0, 0, 0, 0]}}])
        self.assert_refused("run", zero, "--headless", naming=("/bodies/0/pose", "the zero quaternion"))


if __name__ == "__main__":
    unittest.main()
