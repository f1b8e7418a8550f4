#!/usr/bin/env python3
"""Hierarchies side by side in a real window: added by key, scrubbed in the table, turned and picked in any view.

side_by_side_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import unittest

import window_test as base

# Positions in a window of 1280 x 720 pixels with two views.
FIRST_TIMELINE_Y, TIMELINE_LEFT, TIMELINE_RIGHT = 551, 646, 790
SECOND_VIEW = (740, 250)
PAIR = ("pair", "--paused", "--visit", "1")


class SideBySideWindowTest(base.WindowCase):
    def expect_same_share(self, state):
        own, other = state["compared"][:2]
        self.assertTrue(own["ready"] and other["ready"])
        share = (own["visit"] - 1) / (own["visits"] - 1)
        self.assertAlmostEqual(other["visit"] - 1, share * (other["visits"] - 1), delta=1.0)
        return share

    def test_scrubbing_and_turning_apply_to_both_views(self):
        program = self.start(*PAIR)
        program.key("n")
        program.drag((TIMELINE_LEFT, FIRST_TIMELINE_Y), (TIMELINE_LEFT + 100, FIRST_TIMELINE_Y))
        program.drag(SECOND_VIEW, (SECOND_VIEW[0] + 60, SECOND_VIEW[1]))
        state = program.close()["state"]
        self.assertEqual([row["hierarchy"] for row in state["compared"]], ["bvh8 aabb binned-sah 2", "bvh8 obb binned-sah 2"])
        self.assertEqual(len(state["views_on_window"]), 2)
        left, _, right, _ = state["views_on_window"][1]
        self.assertTrue(left < SECOND_VIEW[0] < right)
        self.assertGreater(self.expect_same_share(state), 0.3)
        self.assertGreater(state["compared"][1]["visit"], 1)
        self.assertLess(state["compared"][1]["visits"], state["compared"][0]["visits"])
        self.assertAlmostEqual(state["camera"]["yaw"], 0.6 - 60 * 0.006, delta=0.05)

    def test_a_right_click_in_the_view_offers_to_compare(self):
        program = self.start("pair", "--paused")
        program.click((600, 250), 3)
        program.click((640, 438))  # Add a comparison view
        self.assertEqual(len(program.close()["state"]["compared"]), 2)

    def test_a_click_in_the_second_view_moves_both_and_a_view_can_be_removed(self):
        program = self.start(*PAIR, "--compare-with", "obb")
        program.click(SECOND_VIEW)
        program.key("u")
        state = program.close()["state"]
        self.assertGreater(self.expect_same_share(state), 0.0)
        gone = self.start(*PAIR, "--compare-with", "obb")
        gone.key("shift+n")
        state = gone.close()["state"]
        self.assertEqual(state["compared"], [])
        self.assertNotIn("views_on_window", state)

    def test_panels_and_keys_follow_the_view_that_was_clicked(self):
        program = self.start(*PAIR, "--compare-with", "obb")
        program.click(SECOND_VIEW)
        program.key("Home", "Right", "Right", "Right")
        state = program.close()["state"]
        own, other = state["compared"]
        self.assertEqual(state["followed"], 2)
        self.assertEqual(other["visit"], 4)
        self.assertEqual((state["visit"], state["visits"]), (other["visit"], other["visits"]))
        self.expect_same_share(state)


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
