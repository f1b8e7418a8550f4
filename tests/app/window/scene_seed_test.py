#!/usr/bin/env python3
"""Scenes in a real window: their seed, and a warning about bodies that may have passed through others.

scene_seed_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import json
import sys
import unittest

import window_test as base

BALLS = {"boxwood": 1, "seed": 7, "room": {"half": [12, 12, 12]},
         "bodies": [{"polytope": {"faces": 20, "radius": 1}, "count": 20, "velocity": [100, 0, 0]}]}


class SceneSeedWindowTest(base.WindowCase):
    def scene(self, **keys):
        return self.write("balls.json", json.dumps({**BALLS, **keys}))

    def test_the_window_reports_the_seed_of_the_scene_also_after_a_restart(self):
        program = self.start(self.scene())
        program.settle(5)
        program.key("r")
        self.assertEqual(program.close()["seed"], 7)

    def test_a_dropped_scene_sets_its_seed(self):
        program = self.start("multi-body", "--seed", "5", "--set", "bodies=20")
        self.assertEqual(program.drop(self.scene(seed=9)), 0)
        program.settle(5)
        report = program.close()
        self.assertEqual((report["seed"], report["state"]["bodies"]), (9, 20))

    def test_a_lab_keeps_the_seed_of_the_command_line_after_a_restart(self):
        program = self.start("multi-body", "--seed", "5", "--set", "bodies=20")
        program.key("r")
        self.assertEqual(program.close()["seed"], 5)

    def test_bodies_that_may_have_passed_through_others_are_counted(self):
        program = self.start(self.scene(), "--set", "speed=1", "--frames", "20")
        program.process.wait(base.PATIENCE)
        with open(program.report) as file:
            report = json.load(file)
        self.assertEqual(report["may_have_passed_through_others"], 20 * report["frames"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
