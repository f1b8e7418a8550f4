#!/usr/bin/env python3
"""Visits of the pair lab in a real window: scrubbing by key and mouse, jumps, picking triangles, changing hierarchies.

visits_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import glob
import os
import unittest

import window_test as base

# Positions in a window of 1280 x 720 pixels.
TIMELINE_LEFT, TIMELINE_RIGHT, TIMELINE_Y = 470, 960, 550
TREE_A, TREE_B = (700, 597), (700, 651)  # the rows of the roots
VIEW_CENTER = (600, 260)
ON_A, ON_B = (520, 300), (744, 250)
QUALITY_TAB, QUALITY_ROW, QUALITY_LINK_B = (928, 473), (1100, 579), (665, 621)
PLANT_A_FAULT = (1122, 139)
LEFT_PANEL, RANGE_LOW, SLICE_AT = (130, 300), (12, 250), (181, 416)  # the last two: in the panel scrolled to its end
MENU_ISOLATE = (766, 631)  # a menu that would extend below the window is moved up
NODES_HEADING, MENU_SAVE = (1160, 558), (30, 41)
OUTLINER_KINDS, OUTLINER_SEARCH = {"meshes": (597, 504), "hierarchies": (697, 504)}, (860, 504)
OUTLINER_COLUMN, OUTLINER_ROW_A, OUTLINER_ROW_B = {"select": 660, "hide": 1158, "only": 1199, "focus": 1245}, 554, 574
PAIR = ("pair", *base.BINARY, "--paused", "--visit", "1")


class VisitsWindowTest(base.WindowCase):
    def state_after(self, *keys):
        program = self.start(*PAIR)
        program.key(*keys)
        return program.close()["state"]

    def test_keys_step_page_and_jump(self):
        state = self.state_after("Right", "Right", "Right", "Left")
        self.assertEqual(state["visit"], 3)
        visits = state["visits"]
        self.assertEqual(self.state_after("End")["visit"], visits)
        self.assertEqual(self.state_after("End", "Home", "Right")["visit"], 2)
        self.assertEqual(self.state_after("Next")["visit"], 1 + visits // 50)
        contact = self.state_after("k")
        self.assertEqual((contact["visit_kind"], contact["visit_verdict"]), (1, 1))
        self.assertIn("cross along a segment", contact["why"])
        rejected = self.state_after("m")
        self.assertEqual((rejected["visit_kind"], rejected["visit_verdict"]), (0, 0))
        self.assertIn("separates the volumes by", rejected["why"])
        leaves = self.state_after("j", "Up")
        self.assertEqual((leaves["visit_kind"], leaves["visit_verdict"]), (0, 1))

    def test_the_mouse_scrubs_the_traversal_timeline(self):
        program = self.start(*PAIR)
        program.drag((TIMELINE_LEFT + 30, TIMELINE_Y), (TIMELINE_RIGHT - 230, TIMELINE_Y))
        state = program.close()["state"]
        self.assertGreater(state["visit"], 0.2 * state["visits"])
        self.assertLess(state["visit"], state["visits"])
        self.assertEqual(state["visit_volume_tests"] + state["visit_triangle_tests"], state["visit"])

    def test_a_small_volume_is_magnified_until_it_is_focused(self):
        program = self.start(*PAIR[:-1], "400")
        far = program.close()["state"]
        self.assertGreater(far["magnified"], 2.0)
        program = self.start(*PAIR[:-1], "400")
        program.key("f")
        near = program.close()["state"]
        self.assertIsNone(near["magnified"], "a focused volume fills the view and needs no magnifier")
        self.assertLess(near["camera"]["distance"], 0.3 * far["camera"]["distance"])
        program = self.start(*PAIR[:-1], "400")
        program.key("shift+f", "Home")  # to the roots
        roots = program.close()["state"]
        self.assertGreater(roots["camera"]["distance"], 3.0 * near["camera"]["distance"], "the camera must follow")

    def test_the_visits_play_and_stop(self):
        program = self.start(*PAIR)
        program.key("p")
        program.settle(40)
        program.key("p")
        visit = program.close()["state"]["visit"]
        self.assertGreater(visit, 3)

    def test_a_click_on_a_triangle_goes_to_a_visit_and_escape_closes_the_visits(self):
        program = self.start(*PAIR)
        program.click(VIEW_CENTER)
        before = program.picture()
        program.key("Escape")
        after = program.picture()
        self.assertNotEqual(base.part_of(before), base.part_of(after))
        self.assertFalse(program.close()["state"]["visit_open"])
        picked = self.start(*PAIR)
        picked.click(VIEW_CENTER)
        self.assertGreater(picked.close()["state"]["visit"], 1)

    def test_a_click_on_a_tree_goes_to_a_visit_and_shift_clicks_pick_nodes(self):
        program = self.start(*PAIR)
        program.click(TREE_B)
        for tree in (TREE_A, TREE_B):
            program.shift_click(tree)
        state = program.close()["state"]
        self.assertGreater(state["visit"], 1)
        self.assertLessEqual(state["visit_b"], 2)  # the row of the root is narrow
        self.assertTrue(state["visit_picked"])
        self.assertRegex(state["why"], "(No axis|Axis [0-9]+) of 15 .*separates the volumes")

    def test_links_on_the_quality_page_select_their_nodes(self):
        program = self.start(*PAIR)
        program.click(QUALITY_TAB)
        program.click(QUALITY_LINK_B)
        program.key("i")
        state = program.close()["state"]
        self.assertGreater(state["picked_b"], 0)
        self.assertIsNone(state["picked_a"])
        self.assertLess(state["triangles_shown_b"], state["triangles_b"])
        program = self.start(*PAIR, "--set", "page=quality", "--set", "select-b=3")
        program.click(QUALITY_ROW)
        state = program.close()["state"]
        self.assertGreater(state["picked_a"], 0)
        self.assertIsNone(state["picked_b"])

    def test_a_subtree_is_isolated_and_all_is_shown_again(self):
        selected = (*PAIR, "--set", "select-a=9")
        program = self.start(*selected)
        program.key("i", "c")
        state = program.close()["state"]
        self.assertEqual((state["picked_a"], state["slice"]), (9, 1))
        self.assertLess(state["triangles_shown_a"], 0.1 * state["triangles_a"])
        self.assertEqual(state["triangles_shown_b"], state["triangles_b"])
        program = self.start(*selected)
        program.key("i", "shift+i", "shift+a")
        state = program.close()["state"]
        self.assertEqual(state["triangles_shown_a"], state["triangles_a"])

    def test_menus_save_a_table_and_isolate_a_node(self):
        program = self.start(*PAIR, "--set", "page=quality")
        program.click(NODES_HEADING, 3)
        program.click([a + b for a, b in zip(NODES_HEADING, MENU_SAVE)])
        saved = os.path.join(program.folder, "out", "boxwood-nodes-*.csv")
        base.wait_for(lambda: glob.glob(saved), "the saved table")
        with open(glob.glob(saved)[0]) as file:
            lines = file.read().splitlines()
        state = program.close()["state"]
        self.assertEqual(lines[0], "node,depth,tri,overlap %")  # only the columns that fit are shown
        self.assertEqual(len(lines), 2 * state["triangles_a"])  # all 2 n - 1 nodes, and the headings
        self.assertTrue(all(len(line.split(",")) == 4 for line in lines))
        self.assertIn("Saved out/boxwood-nodes-", state["last_message"])
        program = self.start(*PAIR)
        below_root = TREE_B[0], TREE_B[1] + 6
        program.click(below_root, 3)
        program.click(MENU_ISOLATE)
        state = program.close()["state"]
        self.assertLess(state["triangles_shown_b"], state["triangles_b"])
        self.assertEqual(state["triangles_shown_a"], state["triangles_a"])

    def test_the_range_of_costs_and_the_slice_can_be_dragged(self):
        program = self.start(*PAIR, "--set", "slice=x", "--set", "cost=volume-tests")
        program.xdotool("mousemove", *LEFT_PANEL)
        program.xdotool("click", "--repeat", 60, "--delay", 5, 5)
        program.settle(20)  # the panel slides
        program.drag(RANGE_LOW, (RANGE_LOW[0] + 100, RANGE_LOW[1]))
        program.drag(SLICE_AT, (SLICE_AT[0] - 30, SLICE_AT[1]))
        state = program.close()["state"]
        self.assertGreater(state["cost_range"][0], 0.2)
        self.assertEqual(state["cost_range"][1], 1.0)
        self.assertLess(state["slice_at"], 45.0)

    def test_a_comparison_reports_that_the_meshes_have_moved_since(self):
        program = self.start("pair", "--set", "compare=kinds")
        program.settle(20)
        rows = program.close()["state"]["comparison"]
        self.assertLessEqual(rows["frame"], 1)
        self.assertEqual(rows["since"], "meshes moved since then")

    def test_two_triangles_are_picked_in_the_view(self):
        program = self.start(*PAIR)
        for at in (ON_A, ON_B):
            program.shift_click(at)
        state = program.close()["state"]
        self.assertTrue(state["triangles_picked"])
        self.assertRegex(state["why"], "lies on one side of the plane|they pass by|share points|cross along")

    def test_an_injected_fault_is_traced_to_its_node_and_can_be_undone(self):
        planted = (*PAIR, "--set", "select-b=3")
        program = self.start(*planted)
        program.click(PLANT_A_FAULT)
        state = program.close()["state"]
        self.assertEqual((state["faults"], state["oracle"]), (1, False))
        self.assertIn("node 3 of B, which does not contain its triangle", state["verdict"])
        program = self.start(*planted)
        program.click(PLANT_A_FAULT)
        program.key("ctrl+z")
        state = program.close()["state"]
        self.assertEqual((state["faults"], state["oracle"]), (0, True))

    def test_a_key_starts_a_brute_force_check_that_confirms_the_contacts(self):
        program = self.start(*PAIR)
        program.key("o")
        self.assertTrue(program.close()["state"]["oracle"])

    def test_choosing_a_volume_rebuilds_the_hierarchies(self):
        program = self.start("pair", "--paused", "--visit", "1")
        program.key("v")  # closes the visits
        program.click((180, 232))  # opens the list of volumes
        program.click((150, 232 + 57))  # the second entry of the list
        state = program.close()["state"]
        self.assertEqual((state["hierarchy"], state["building"]), ("bvh2 sphere binned-sah 2", False))


class OutlinerWindowTest(base.WindowCase):
    OUTLINER = ("pair", "--paused", "--set", "page=outliner")

    def state_after_clicks(self, *clicks, options=()):
        program = self.start(*self.OUTLINER, *options)
        for at in clicks:
            program.click(at)
        return program.close()["state"]

    def test_the_outliner_hides_isolates_and_focuses_bodies(self):
        before = self.state_after_clicks()
        self.assertEqual((before["outliner_rows"], before["hidden_surfaces"], before["hidden_hierarchies"]), (2, 0, 0))
        hide_a = (OUTLINER_COLUMN["hide"], OUTLINER_ROW_A)
        hidden = self.state_after_clicks(hide_a)
        self.assertEqual((hidden["hidden_surfaces"], hidden["hidden_hierarchies"]), (1, 1))
        self.assertEqual(self.state_after_clicks(hide_a, hide_a)["hidden_surfaces"], 0)
        alone = self.state_after_clicks((OUTLINER_COLUMN["only"], OUTLINER_ROW_A))
        self.assertEqual((alone["hidden_surfaces"], alone["hidden_hierarchies"]), (1, 1))
        focused = self.state_after_clicks((OUTLINER_COLUMN["focus"], OUTLINER_ROW_A))
        self.assertEqual(focused["selected"], "A")
        self.assertLess(focused["camera"]["distance"], before["camera"]["distance"])

    def test_the_outliner_lists_the_hierarchies_of_every_view_and_isolates_one(self):
        both = ("--set", "compare-with=obb", "--set", "page=outliner")
        listed = self.state_after_clicks(OUTLINER_KINDS["hierarchies"], options=both)
        self.assertEqual((listed["outliner_rows"], listed["show_hierarchy"]), (4, False))
        alone = self.state_after_clicks(OUTLINER_KINDS["hierarchies"], (OUTLINER_COLUMN["only"], OUTLINER_ROW_B), options=both)
        self.assertEqual((alone["hidden_surfaces"], alone["hidden_hierarchies"]), (2, 3))
        self.assertTrue(alone["show_hierarchy"])

    def test_the_search_finds_meshes_by_name(self):
        program = self.start(*self.OUTLINER)
        program.click(OUTLINER_KINDS["meshes"])
        program.click(OUTLINER_SEARCH)
        program.xdotool("type", "roc")
        program.settle()
        program.click((OUTLINER_COLUMN["select"], OUTLINER_ROW_A))
        state = program.close()["state"]
        self.assertEqual((state["outliner_rows"], state["selected"]), (1, "A"))


class PagesWindowTest(base.WindowCase):
    def test_the_contacts_page_can_switch_contact_points_on(self):
        program = self.start("pair", "--paused", "--set", "page=contacts", "--set", "visit=5")
        program.click((640, 504))  # Show them
        state = program.close()["state"]
        self.assertEqual((state["settings"]["contact-points"], state["visit_open"]), ("on", False))
        self.assertGreater(state["contact_points"], 0)

    def test_the_pose_that_the_tumbling_page_sets_can_be_undone(self):
        position = self.start("pair", "--paused").close()["state"]["position_b"]
        def open_page():
            program = self.start("pair", "--paused")
            program.click((1094, 472))
            return program
        self.assertNotEqual(open_page().close()["state"]["position_b"], position)
        program = open_page()
        program.key("ctrl+z")
        self.assertEqual(program.close()["state"]["position_b"], position)


class PauseWindowTest(base.WindowCase):
    TUMBLING = ("pair", "--set", "page=tumbling", "--set", "distance-at=80", "--set", "spin=3", "--set", "speed=1")

    def test_it_pauses_when_the_query_takes_long(self):
        program = self.start("pair", "--set", "pause-ms=0.001")
        program.settle(10)
        state = program.close()["state"]
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], "^Paused at frame 1: the query took .* ms")

    def test_it_pauses_when_a_contact_ends_and_when_one_begins(self):
        program = self.start(*self.TUMBLING, "--set", "pause-separation=on", "--set", "pause-contact=on")
        program.settle(40)
        state = program.close()["state"]
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], "^Paused at frame [0-9]+: A and B separate")
        self.assertEqual(state["colliding_pairs"], 0)
        program = self.start(*self.TUMBLING, "--set", "pause-contact=on")
        program.settle(60)
        state = program.close()["state"]
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], "^Paused at frame [0-9]+: A and B touch")
        self.assertGreater(state["colliding_pairs"], 0)

    def test_it_pauses_when_a_verdict_is_wrong(self):
        program = self.start("pair", *base.BINARY, "--set", "oracle=on", "--set", "pause-wrong=on", "--set", "fault-a=1")
        program.settle(20)
        state = program.close()["state"]
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], "^Paused at frame [0-9]+: the oracle disagrees: ")


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
