#!/usr/bin/env python3
"""The multi-body lab in a real window: changing methods during playback, pairs, walks, regions, and removed bodies.

multi_body_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import os
import sys
import unittest

import window_test as base

# Positions in a window of 1280 x 720 pixels.
TAB_WALK, TAB_PAIRS, FIRST_PAIR = (852, 473), (902, 473), (790, 551)
OUTLINER_ROW = {"select": (660, 554), "only": (1146, 554), "focus": (1236, 554)}  # of the first row
OUTLINER_SEARCH = (1020, 505)
BODIES = (160, 92)  # its slider
BROAD_METHOD = (180, 446)  # after the panel is scrolled by one notch
LEFT_PANEL, NARROW_METHOD = (130, 300), (180, 396)  # NARROW_METHOD: after the panel is scrolled by four notches
WALK_STEP_FIRST, WALK_STEP_LAST = (850, 534), (1000, 534)
WALK_ROW = 525, 20  # the center of the first row, and the height of a row
SLIDER_0, SLIDER_0_LOW = (1156, 212), (1040, 212)  # slider of the cabinet's first joint; left of its lower end
NARROW = 740, 720  # pixels; in a window this narrow the details are a tab
NARROW_TIMELINE, NARROW_DETAILS, NARROW_PAIRS, NARROW_FIRST_PAIR = (38, 472), (252, 472), (363, 505), (50, 582)
CABINET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../assets/scenes/cabinet.json")
CROWD = ("--set", "bodies=40", "--set", "density=5")


def view_of(raw):
    return [raw[3 * (y * base.WIDTH + 290):3 * (y * base.WIDTH + 920)] for y in range(100, 410)]


class MultiBodyWindowTest(base.WindowCase):
    def assert_verified(self, state):
        self.assertGreater(state["verified"]["frames"], 0)
        self.assertEqual(state["verified"]["wrong"], 0, state["verified"]["first_wrong"])

    def click_first_pair(self, program):
        program.click(TAB_PAIRS)
        program.click(FIRST_PAIR)

    def test_the_broad_phase_can_be_changed_during_playback(self):
        program = self.start("multi-body", *CROWD)
        program.xdotool("mousemove", *LEFT_PANEL)
        program.xdotool("click", 5)
        program.settle(20)  # the panel slides
        program.click(BROAD_METHOD)
        program.click((BROAD_METHOD[0] - 30, BROAD_METHOD[1] + 57))  # the second entry of the list
        report = program.close()
        self.assertEqual(report["state"]["broad_phase"], "sweep-and-prune")
        self.assert_verified(report["state"])
        self.assertGreater(report["frames"], 3)

    def test_the_narrow_phase_can_be_changed_during_playback(self):
        program = self.start("multi-body", *CROWD)
        program.xdotool("mousemove", *LEFT_PANEL)
        for _ in range(4):
            program.xdotool("click", 5)
        program.settle(20)  # the panel slides
        program.click(NARROW_METHOD)
        program.click((NARROW_METHOD[0] - 30, NARROW_METHOD[1] + 56))
        state = self.state_of(program)
        self.assertNotEqual(state["narrow_phase"], "v-clip")
        self.assert_verified(state)

    def test_a_pair_is_selected_in_the_table_and_its_walk_is_scrubbed(self):
        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.key("w", "Home", "Right", "Right")
        self.assertEqual(self.state_of(program)["walk_step"], 3)

        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.click(TAB_WALK)
        program.click((1100, WALK_ROW[0] + WALK_ROW[1]))
        state = self.state_of(program)
        self.assertEqual(state["page"], "walk")
        self.assertIsNotNone(state["pair"])
        self.assertGreater(state["walk_steps"], 2)
        self.assertEqual(state["walk_step"], 2)

        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.click(TAB_WALK)
        program.drag(WALK_STEP_FIRST, WALK_STEP_LAST)
        state = self.state_of(program)
        self.assertEqual(state["walk_step"], state["walk_steps"])

    def test_a_narrow_window_shows_the_details_in_a_tab(self):
        program = self.start("multi-body", *CROWD, "--paused", size=NARROW)
        for place in (NARROW_DETAILS, NARROW_PAIRS, NARROW_FIRST_PAIR):
            program.click(place)
        state = self.state_of(program)
        self.assertEqual(state["page"], "pairs")
        self.assertIsNotNone(state["pair"])

        program = self.start("multi-body", *CROWD, "--paused", size=NARROW)
        for place in (NARROW_DETAILS, NARROW_TIMELINE, NARROW_PAIRS, NARROW_FIRST_PAIR):
            program.click(place)
        state = self.state_of(program)
        self.assertEqual(state["page"], "intervals", "the details stayed when the timeline was chosen")
        self.assertIsNone(state["pair"])

    def state_of(self, program):
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        return state

    def test_the_camera_frames_a_scene_of_another_size(self):
        small = self.start("multi-body", "--paused", "--set", "bodies=20").close()["state"]
        program = self.start("multi-body", "--paused", "--set", "bodies=20")
        program.drag(BODIES, (BODIES[0] + 60, BODIES[1]))
        large = self.state_of(program)
        self.assertGreater(large["bodies"], 3 * small["bodies"])
        self.assertGreater(large["camera"]["distance"], 1.1 * small["camera"]["distance"])

    def test_the_outliner_finds_isolates_and_focuses(self):
        outliner = ("multi-body", *CROWD, "--paused", "--set", "page=outliner")
        before = self.start(*outliner).close()["state"]
        self.assertEqual((before["outliner_rows"], before["hidden_bodies"]), (40, 0))
        program = self.start(*outliner)
        program.click(OUTLINER_ROW["only"])
        program.click(OUTLINER_ROW["focus"])
        state = self.state_of(program)
        self.assertEqual((state["selected"], state["hidden_bodies"]), (0, 39))
        self.assertLess(state["camera"]["distance"], 0.6 * before["camera"]["distance"])
        program = self.start(*outliner)
        program.click(OUTLINER_SEARCH)
        program.xdotool("type", "b01")
        program.settle()
        program.click(OUTLINER_ROW["select"])
        state = self.state_of(program)
        self.assertEqual((state["outliner_rows"], state["selected"]), (10, 10))

    def test_the_outliner_finds_a_body_that_is_disabled_after_the_search(self):
        program = self.start("multi-body", *CROWD, "--paused", "--set", "page=outliner", "--set", "select=3")
        program.click(OUTLINER_SEARCH)
        program.xdotool("type", "disabled")
        program.settle()
        program.key("Return", "shift+d")  # leaves the field, then disables the selected body
        state = self.state_of(program)
        self.assertEqual((state["outliner_rows"], state["selected"]), (1, 3), state["last_message"])

    def test_cameras_look_along_axes_and_are_saved(self):
        crowd = ("multi-body", *CROWD, "--paused")
        config = os.path.join(self.folder.name, "settings")
        program = self.start(*crowd, config=config)
        program.key("alt+1", "alt+0", "alt+s", "alt+2", "alt+0")
        right = self.state_of(program)["camera"]
        self.assertAlmostEqual(right["yaw"], 1.5708, 3)
        self.assertFalse(right["orthographic"])
        program = self.start(*crowd, config=config)
        program.key("alt+c")  # the camera that the previous window saved
        front = self.state_of(program)["camera"]
        self.assertEqual((front["yaw"], front["pitch"], front["orthographic"]), (0.0, 0.0, True))
        program = self.start(*crowd, config=config)
        program.key("alt+c", "ctrl+p")
        program.xdotool("type", "remove the current saved")
        program.settle()
        program.key("Return")
        program.close()
        with open(config) as lines:
            self.assertNotIn("cameras.", lines.read(), "the removed camera is still stored")

    def test_it_pauses_when_a_contact_begins(self):
        program = self.start("multi-body", *CROWD, "--set", "pause-contact=on")
        program.settle(120)
        state = self.state_of(program)
        self.assertRegex(state["last_message"], "^Paused at frame [0-9]+: b[0-9]+ and b[0-9]+ touch")
        self.assertFalse(state["playing"])

    def test_showing_the_voronoi_region_changes_the_view(self):
        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.key("w")
        without = program.picture()
        program.key("o")
        self.assertFalse(view_of(without) == view_of(program.picture()), "the region is not drawn")
        self.assertTrue(self.state_of(program)["region"])

    def test_a_pair_is_disabled_and_enabled_again(self):
        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.key("d")
        state = self.state_of(program)
        self.assertFalse(state["pair_enabled"])
        self.assertFalse(state["pair_active"])
        self.assert_verified(state)

        program = self.start("multi-body", *CROWD, "--paused")
        self.click_first_pair(program)
        program.key("d", "d")
        state = self.state_of(program)
        self.assertTrue(state["pair_enabled"])
        self.assertTrue(state["pair_active"])

    def test_a_selected_body_is_removed_while_its_walk_is_shown(self):
        program = self.start("multi-body", *CROWD)
        self.click_first_pair(program)
        program.key("w", "o", "c", "Delete")
        self.click_first_pair(program)
        program.key("Delete", "comma", "period", "space")
        state = self.state_of(program)
        self.assertEqual(state["bodies"], 38)
        self.assert_verified(state)

    def test_a_restart_restores_a_removed_body(self):
        program = self.start("multi-body", "--set", "bodies=3", "--set", "density=12", "--set", "select=0", "--set", "with=1")
        program.key("Delete", "alt+Left", "alt+Right", "r")
        self.assertEqual(self.state_of(program)["bodies"], 3)

    def test_a_right_click_offers_to_remove_the_body(self):
        where = self.start("multi-body", *CROWD, "--paused", "--set", "select=7")
        x, y = (int(v) for v in where.close()["state"]["selection_on_window"])
        program = self.start("multi-body", *CROWD, "--paused")
        program.click((x, y))
        self.assertIsNotNone(program.close()["state"]["selected"])
        program = self.start("multi-body", *CROWD, "--paused")
        program.click((x, y), 3)
        program.click((x + 35, y + 202))  # the last entry of the menu
        self.assertEqual(self.state_of(program)["bodies"], 39)

    def test_a_joint_is_dragged_until_parts_touch_and_undone(self):
        program = self.start(CABINET, "--paused", "--set", "select=0")
        self.assertEqual(base.red_pixels(program.picture()), 0)
        program.drag(SLIDER_0, SLIDER_0_LOW)  # moves the drawer into the back of the cabinet
        self.assertGreater(base.red_pixels(program.picture()), 20, "contacts of parts of one body are not drawn")
        program.key("ctrl+z")  # undoes the whole drag
        self.assertEqual(base.red_pixels(program.picture()), 0)
        program.key("ctrl+shift+z")
        state = self.state_of(program)
        self.assertAlmostEqual(state["joints"][0], -0.1)
        self.assertEqual(state["own_contacts"], 1)

        program = self.start(CABINET, "--paused", "--set", "select=0")
        program.drag(SLIDER_0, SLIDER_0_LOW)
        program.key("ctrl+z")
        state = self.state_of(program)
        self.assertAlmostEqual(state["joints"][0], 0.3)  # the value in the scene
        self.assertEqual(state["own_contacts"], 0)

    def test_bodies_are_inserted_and_scattered_during_playback(self):
        program = self.start("multi-body", *CROWD)
        program.key("Insert", "shift+x", "Insert", "shift+x")
        state = self.state_of(program)
        self.assertEqual(state["bodies"], 60)
        self.assert_verified(state)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
