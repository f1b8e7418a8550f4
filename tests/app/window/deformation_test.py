#!/usr/bin/env python3
"""The deformation lab in a real window: playback, copies and policies by mouse, keys, and a replay.

deformation_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import unittest

import window_test as base

# Positions in a window of 1280 x 720 pixels.
SECOND_POLICY, LEFT_PANEL = (181, 404), (130, 300)
ADD_A_COPY = (60, 418)  # after the panel is scrolled by one notch, if the second policy has no threshold
START_OF_PLOT = (400, 620)
OUTLINER_ROW = {"hide": (1154, 554), "only": (1199, 554), "focus": (1244, 554)}  # of the first row
OUTLINER_KIND, OUTLINER_SEARCH = {"Meshes": (470, 503)}, (717, 503)
LAB = ("deformation", "--set", "mesh=craft", "--set", "motion=twist")


class DeformationWindowTest(base.WindowCase):
    def test_it_plays_and_a_replay_covers_every_policy(self):
        program = self.start(*LAB)
        program.settle(20)
        program.key("space", "h", "bracketright", "bracketright", "l", "p")
        report = program.close()
        state = report["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertGreater(report["frames"], 3)
        self.assertTrue(state["agree"])
        self.assertRegex(state["sentence"], r"(is|are) the cheapest over \d+ frames|No clear difference (in|over) \d+ frames|the same work so far, over \d+ frames")
        self.assertEqual((state["boxes"], state["depth"], state["heat"]), (1, 8, False))
        self.assertEqual(state["replayed"], 9)
        self.assertEqual(len(state["views_on_window"]), 2)

    def test_a_replay_requested_at_the_start_runs_after_a_complete_period(self):
        program = self.start(*LAB, "--set", "replay=on", "--set", "period=10", "--set", "speed=1")
        base.wait_for(lambda: program.beat()[0] > 20, "a period")
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertEqual(state["replayed"], 9)

        program = self.start(*LAB, "--set", "replay=on", "--set", "period=10000")
        program.settle(20)
        self.assertEqual(program.close()["state"]["replayed"], 0, "the period is not complete")

    def test_keys_and_a_click_in_the_plot_go_back_to_recorded_frames(self):
        program = self.start(*LAB, "--paused")
        program.key(*["period"] * 12)
        program.key("comma", "comma")
        program.click(START_OF_PLOT)
        program.key("period")
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertEqual(state["recorded"], 13)
        self.assertTrue(0 < state["shown_frame"] < 10, state["shown_frame"])
        self.assertTrue(state["agree"])

    def test_the_mouse_changes_a_policy_and_adds_a_copy(self):
        program = self.start(*LAB, "--paused")
        program.click(SECOND_POLICY)
        program.click((SECOND_POLICY[0] - 30, SECOND_POLICY[1] + 57))  # the second entry of the list
        program.move(LEFT_PANEL)
        program.xdotool("click", 5)
        program.settle(20)  # the panel slides
        program.click(ADD_A_COPY)
        program.key("period", "period", "period")
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertEqual([policy["name"] for policy in state["policies"]], ["never", "always", "always"])
        self.assertEqual([policy["rebuilds"] for policy in state["policies"]], [0, 3, 3])
        self.assertEqual(len({policy["contacts"] for policy in state["policies"]}), 1)
        self.assertEqual(len(state["views_on_window"]), 3)

    def test_it_pauses_when_a_copy_is_rebuilt(self):
        program = self.start(*LAB, "--set", "policy-2=every", "--set", "threshold-2=5", "--set", "speed=1",
                             "--set", "pause-rebuild=on")
        base.wait_for(lambda: program.beat()[0] > 5, "a rebuild")
        program.settle(20)
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], r"^Paused at frame 5: copy 2 every 5 frames was rebuilt")

    def test_it_pauses_when_a_frame_takes_too_long(self):
        program = self.start(*LAB, "--set", "pause-phase=query", "--set", "pause-ms=0.001")
        program.settle(20)
        state = program.close()["state"]
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], r"^Paused at frame \d+: the query of copy 1 never took ")

    def test_the_outliner_hides_isolates_finds_and_focuses(self):
        outliner = (*LAB, "--paused", "--set", "page=outliner")
        before = self.start(*outliner).close()["state"]
        self.assertEqual((before["outliner_rows"], before["hidden_copies"]), (2, 0))
        program = self.start(*outliner)
        program.click(OUTLINER_ROW["only"])
        state = program.close()["state"]
        self.assertEqual((state["hidden_copies"], len(state["views_on_window"])), (1, 1))
        program = self.start(*outliner)
        program.click(OUTLINER_KIND["Meshes"])
        program.click(OUTLINER_SEARCH)
        program.xdotool("type", "ring")
        program.settle()
        program.click(OUTLINER_ROW["hide"])
        program.click(OUTLINER_ROW["focus"])
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertEqual((state["outliner_rows"], state["hidden_meshes"], state["hidden_copies"]), (1, 1, 0))
        self.assertNotEqual(state["camera"]["distance"], before["camera"]["distance"])


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
