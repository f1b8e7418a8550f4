#!/usr/bin/env python3
"""The walkthrough without a window: the golden log of the tour, determinism, pictures, and errors in scripts."""
import json
import os
import subprocess
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

    def test_the_tour_gives_its_golden_log(self):
        printed, log, report = self.walk("--script", TOUR)
        with open(GOLDEN) as golden:
            self.assertEqual(log, golden.read(), "docs/walkthrough.md says how to renew the golden log")
        self.assertEqual(report["frames"], 3600)
        self.assertGreaterEqual(report["state"]["hand_parts"], 16)
        self.assertGreaterEqual(report["state"]["convex_pieces"], 300)
        self.assertGreater(report["state"]["meshes"], 0)
        self.assertIn("guest glass", report["state"]["scaled"])
        again, same_log, _ = self.walk("--script", TOUR)
        self.assertEqual((again, same_log), (printed, log))

    def test_the_oracle_runs_only_on_demand_and_finds_no_errors_in_the_tour(self):
        plain, log, report = self.walk("--script", TOUR, "--frames", 600)
        self.assertIsNone(report["state"]["verified"])
        judged, same_log, report = self.walk("--script", TOUR, "--frames", 600, "--set", "oracle=all")
        self.assertEqual((judged, same_log), (plain, log))
        self.assertEqual((report["state"]["verified"]["frames"], report["state"]["verified"]["wrong"]), (600, 0))
        self.assertGreater(report["state"]["verified"]["pairs"], 1000)
        self.assert_refused("run", "walkthrough", "--headless", "--set", "oracle=pair", naming=("oracle", "off", "all"))

    def test_a_screenshot_does_not_change_the_walk(self):
        script = self.write("a.walk", "boxwood-walk 1\nscene table\n10 go 0 0\n20 reach 0.1 1 -0.4; close\n")
        blind, _, _ = self.walk("--script", script, "--frames", 24)
        picture = self.path("frame.png")
        seen, _, _ = self.walk("--script", script, "--frames", 24, "--screenshot", picture, "--size", "480x320")
        self.assertEqual(seen, blind)
        self.assertGreater(os.path.getsize(picture), 1000)

    def red_share(self, script, frames):
        """The fraction of red pixels (the color of contacts) in the picture of a frame, and the state of the lab."""
        picture = self.path("red.png")
        _, _, report = self.walk("--script", script, "--frames", frames, "--screenshot", picture, "--size", "480x320")
        raw = subprocess.run(["convert", picture, "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout
        pixels = [raw[i:i + 3] for i in range(0, len(raw), 3)]
        return sum(r > 110 and g < 0.5 * r and b < 0.5 * r for r, g, b in pixels) / len(pixels), report["state"]

    def test_a_contact_is_red_from_the_frame_of_the_touch(self):
        script = self.write("down.walk", "boxwood-walk 1\nscene table\n60 go 0 -0.02; face 0 0.8 -0.5\n"
                            "60 reach 0.25 0.9 -0.5\n90 reach 0.25 0.6 -0.5\n60 reach 0.25 1.0 -0.5\n")
        _, log, _ = self.walk("--script", script)
        touch = next(int(line.split()[0]) for line in log.splitlines() if line.endswith("touches table top"))
        before, state = self.red_share(script, touch)
        self.assertLess(before, 0.001, "before the touch, only the number in the readout may be red")
        self.assertEqual(state["touched"], [])
        now, state = self.red_share(script, touch + 1)
        self.assertEqual(state["touched"], ["table top"])
        self.assertGreater(now, before + 0.0001, "the contact must be red in the frame of the touch")
        self.assertLess(now, 0.03, "only a small part of the table may be red")

    def test_relative_scenes_belong_to_the_current_folder_or_to_that_of_the_script(self):
        room = """{"boxwood": 1, "name": "%s", "view": {"eye": [0, 1.62, 1], "target": [0, 1.62, 0]}, "bodies": [
            {"solid": {"kind": "box", "x": 4, "y": 0.1, "z": 4}, "pose": {"t": [0, -0.1, 0]}, "fixed": true}]}"""
        os.mkdir(self.path("walks"))
        self.write("room.json", room % "room of the user")
        self.write("walks/room.json", room % "room of the script")
        self.write("walks/plain.walk", "boxwood-walk 1\n2 wait\n")
        self.write("walks/named.walk", "boxwood-walk 1\nscene room.json\n2 wait\n")
        for script, scene in (("plain", "room of the user"), ("named", "room of the script")):
            _, _, report = self.walk("--set", "scene=room.json", "--script", os.path.join("walks", script + ".walk"))
            self.assertEqual(report["scene"], scene)

    def test_errors_are_reported_with_their_file_and_line(self):
        script = self.write("bad.walk", "boxwood-walk 1\n10 wait\n10 jump\n")
        done = self.run_boxwood("run", "walkthrough", "--headless", "--script", script)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^boxwood: .*bad\.walk: line 3: unknown verb \"jump\"; the verbs are wait, go")
        for arguments, words in ((("--script", self.path("none.walk")), "none.walk"),
                                 (("--set", "scene=none.json"), "none.json"),
                                 (("--log", self.path("no/such/folder/a.log")), "a.log")):
            done = self.run_boxwood("run", "walkthrough", "--headless", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
