#!/usr/bin/env python3
"""The timeline in a real window: dragging to earlier frames, replaced frames, marks, the rate, opening a recording.

timeline_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import os
import subprocess
import unittest

import window_test as base

CROWD = ("multi-body", "--set", "bodies=80", "--paused")


class ImpatientProgram(base.Program):
    """Does not wait after an input, so that inputs arrive while a recording is replayed."""
    def settle(self, frames=0):
        pass


class TimelineWindowTest(base.WindowCase):
    def strip(self):
        """The rectangle of the timeline: left, top, right, bottom. It is the same in all tests of this class."""
        if not hasattr(TimelineWindowTest, "known_strip"):
            program = self.start(*CROWD)
            program.key("period")
            TimelineWindowTest.known_strip = program.close()["state"]["strip_on_window"][0]
        return TimelineWindowTest.known_strip

    def at(self, share):
        left, top, right, bottom = self.strip()
        return (round(left + share * (right - left)), (top + bottom) // 2)

    def run_to(self, frames, *arguments):
        program = self.start(*CROWD, *arguments)
        program.key(*["period"] * frames)
        return program

    def test_a_drag_goes_to_an_earlier_frame_and_restores_its_state(self):
        start, end = self.at(0.9), self.at(0.5)
        program = self.run_to(20)
        program.drag(start, end)
        report = program.close()
        state = report["state"]
        self.assertIn(report["frames"], (9, 10, 11))
        self.assertEqual(state["timeline_frame"], report["frames"], "the timeline must have the same frame")
        self.assertEqual(state["frame_range"], [0, 20], "the later frames must be kept")
        self.assertEqual(state["former_future"], None)
        again = self.run_to(report["frames"]).close()
        for key in ("state_hash",):
            self.assertEqual(report[key], again[key])
        self.assertEqual(state["frame_counters"], again["state"]["frame_counters"])

    def test_an_edit_of_an_earlier_frame_leaves_a_former_future(self):
        program = self.run_to(12)
        program.key(*["comma"] * 6)
        program.key("shift+x")  # moves a tenth of the bodies to random places
        program.key("period", "period")
        report = program.close()
        self.assertEqual(report["frames"], 8)
        self.assertEqual(report["state"]["frame_range"], [0, 8])
        self.assertEqual(report["state"]["former_future"], [6, 12])

    def test_display_changes_in_an_earlier_frame_keep_the_later_frames(self):
        program = self.run_to(8)
        program.key("comma", "comma", "t", "b", "t", "period", "period")
        report = program.close()
        self.assertEqual(report["state"]["frame_range"], [0, 8])
        self.assertEqual(report["state"]["former_future"], None)
        self.assertEqual(report["state_hash"], self.run_to(8).close()["state_hash"])

    def test_keys_go_to_the_ends_and_to_marks(self):
        program = self.run_to(10)
        program.key("ctrl+m", "comma", "comma", "comma", "ctrl+m", "ctrl+Home")
        program.key("ctrl+Right")
        self.assertEqual(program.close()["frames"], 7)
        program = self.run_to(5)
        program.key("ctrl+Home")
        self.assertEqual(program.close()["frames"], 0)
        program = self.run_to(5)
        program.key("comma", "comma", "ctrl+End")
        self.assertEqual(program.close()["frames"], 5)

    def test_reverse_playback_ends_at_the_start(self):
        program = self.run_to(10)
        program.key(*["shift+comma"] * 4)  # 1/2, 1/4, 1/8, then backwards
        program.key("space")
        program.settle(40)
        report = program.close()
        self.assertEqual(report["frames"], 0)
        self.assertFalse(report["state"]["playing"])
        self.assertEqual(report["state"]["frame_range"], [0, 10])

    def test_the_walkthrough_and_the_pair_lab_step_back(self):
        for lab in (("walkthrough", "--set", "scene=table"), ("pair",)):
            program = self.start(*lab, "--paused")
            program.key(*["period"] * 6)
            program.key("comma", "comma")
            report = program.close()
            self.assertEqual((report["frames"], report["state"]["frame_range"]), (4, [0, 6]), lab)

    def test_a_recording_opens_in_the_window(self):
        path = os.path.join(self.folder.name, "run.mcap")
        subprocess.run([base.BOXWOOD, "run", "multi-body", "--set", "bodies=50", "--headless", "--frames", "40",
                        "--record", path], check=True, capture_output=True)
        program = self.start_replay(path, "--frame", "25")
        report = program.close()
        self.assertEqual((report["frames"], report["state"]["frame_range"]), (25, [0, 40]))
        self.assertIn("Equal to the recording", report["state"]["last_message"])

    def test_opening_another_lab_during_a_replay_causes_no_errors(self):
        path = os.path.join(self.folder.name, "run.mcap")
        subprocess.run([base.BOXWOOD, "run", "multi-body", "--set", "bodies=500", "--headless", "--frames", "900",
                        "--record", path], check=True, capture_output=True)
        program = ImpatientProgram(self.display, self.folder.name, path, command="replay")
        self.programs.append(program)
        for frames in (2, 60):  # the first key is lost if the recording is still being opened
            base.wait_for(lambda: program.beat()[0] > frames, "the first frames")
            program.xdotool("key", "2")  # opens the pair lab
        base.Program.settle(program)
        report = program.close()
        self.assertEqual(report["lab"], "pair")
        self.assertEqual(report["state"]["errors"], 0, report["state"]["last_message"])

    def start_replay(self, *arguments):
        program = base.Program(self.display, self.folder.name, *arguments, command="replay")
        self.programs.append(program)
        return program


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
