#!/usr/bin/env python3
"""The walkthrough without a window: the tour's golden log (T1.17), the same bits twice, what is wrong with a walk."""
import json
import os
import unittest

import cli

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TOUR = os.path.join(ROOT, "assets", "walks", "tour.walk")
GOLDEN = os.path.join(ROOT, "tests", "cases", "walks", "tour.log")


class WalkthroughTest(cli.CliTest):
    def walk(self, *arguments):
        """The printed state, the log and the report of a walk."""
        log, report = self.path("walk.log"), self.path("walk.json")
        printed = self.assert_done("run", "walkthrough", "--headless", "--log", log, "--report", report, *arguments)
        with open(log) as lines, open(report) as text:
            return printed, lines.read(), json.load(text)

    def test_T1_17_the_tour_leaves_its_golden_log(self):
        printed, log, report = self.walk("--script", TOUR)
        with open(GOLDEN) as golden:
            self.assertEqual(log, golden.read(), "docs/walkthrough.md says how to make it anew")
        self.assertEqual(report["frames"], 3600)
        self.assertGreaterEqual(report["state"]["hand_parts"], 16)
        self.assertGreaterEqual(report["state"]["convex_pieces"], 300)
        self.assertGreater(report["state"]["meshes"], 0)
        self.assertIn("guest glass", report["state"]["scaled"])
        again, same_log, _ = self.walk("--script", TOUR)
        self.assertEqual((again, same_log), (printed, log))

    def test_a_picture_of_a_chosen_frame_changes_nothing(self):
        script = self.write("a.walk", "boxwood-walk 1\nscene table\n10 go 0 0\n20 reach 0.1 1 -0.4; close\n")
        blind, _, _ = self.walk("--script", script, "--frames", 24)
        picture = self.path("frame.png")
        seen, _, _ = self.walk("--script", script, "--frames", 24, "--screenshot", picture, "--size", "480x320")
        self.assertEqual(seen, blind)
        self.assertGreater(os.path.getsize(picture), 1000)

    def test_what_is_wrong_is_told_with_file_and_line(self):
        script = self.write("bad.walk", "boxwood-walk 1\n10 wait\n10 jump\n")
        done = self.run_boxwood("run", "walkthrough", "--headless", "--script", script)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^boxwood: .*bad\.walk: line 3: unknown verb \"jump\"; known are wait, go")
        for arguments, words in ((("--script", self.path("none.walk")), "none.walk"),
                                 (("--set", "scene=none.json"), "none.json"),
                                 (("--log", self.path("no/such/folder/a.log")), "a.log")):
            done = self.run_boxwood("run", "walkthrough", "--headless", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
