#!/usr/bin/env python3
"""Search, undo and stored settings in a real window: undo, the palette, help, lists by keyboard, the file dialog, and
the settings that the next window reads.

find_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import glob
import os
import unittest

import window_test as base

CROWD = ("multi-body", "--paused", "--set", "bodies=40", "--set", "density=5")
# Positions in a window of 1280 x 720 pixels.
BODIES, BUILDER, LAB_PICKER = (180, 92), (180, 260), (120, 22)
IN_THE_VIEW = (600, 250)
FILTER, CSV = (840, 504), (956, 504)  # above the table of pairs


class FindWindowTest(base.WindowCase):
    def state_of(self, program):
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        return state

    def type_text(self, program, text):
        program.xdotool("type", text)
        program.settle()

    def type_number(self, program, at, text):
        program.move(at, "keydown", "ctrl", "click", 1, "keyup", "ctrl")
        program.settle()
        self.type_text(program, text)
        program.key("Return")

    # --- undo ---

    def test_a_typed_number_of_bodies_is_undone_and_redone(self):
        program = self.start(*CROWD)
        self.type_number(program, BODIES, "25")
        program.key("ctrl+z")
        state = self.state_of(program)
        self.assertEqual((state["bodies"], state["settings"]["bodies"]), (40, 40))
        self.assertEqual(state["last_message"], "Undone: Bodies, back to 40.")
        for redo in ("ctrl+y", "ctrl+shift+z"):
            program = self.start(*CROWD)
            self.type_number(program, BODIES, "25")
            program.key("ctrl+z", redo)
            state = self.state_of(program)
            self.assertEqual((state["bodies"], state["last_message"]), (25, "Redone: Bodies, again 25."))

    def test_a_drag_during_playback_is_one_undo_step(self):
        program = self.start(*CROWD[:1], *CROWD[2:])
        program.drag(BODIES, (230, 92))
        program.settle(10)
        program.key("ctrl+z")
        program.settle(10)
        program.key("ctrl+z")
        state = self.state_of(program)
        self.assertEqual(state["bodies"], 40)
        self.assertEqual(state["last_message"], "Nothing to undo.")

    def test_changes_by_keys_are_undone_one_by_one(self):
        usual = self.start("pair", "--paused").close()["state"]
        program = self.start("pair", "--paused")
        program.key("h", "Right", "Right", "c")
        moved = ("ctrl+z",)
        program.key(*moved)
        program.key("ctrl+z", "ctrl+z")
        state = self.state_of(program)
        self.assertEqual(state["position_b"], usual["position_b"])
        self.assertEqual((state["slice"], state["show_hierarchy"]), (0, True))
        self.assertIn("pose of torus knot", state["last_message"])
        program = self.start("pair", "--paused")
        program.key("h", "Right", "ctrl+z", "ctrl+z", "ctrl+z")
        state = self.state_of(program)
        self.assertFalse(state["show_hierarchy"])

    def test_a_dropped_mesh_can_be_undone_and_redone(self):
        cube = self.write("cube.obj", base.CUBE)
        usual = self.start("pair", "--paused").close()["state"]
        program = self.start("pair", "--paused")
        program.drop(cube)
        program.key("Right", "ctrl+z", "ctrl+z")
        state = self.state_of(program)
        self.assertEqual(state["triangles_b"], usual["triangles_b"])
        self.assertEqual(state["position_b"], usual["position_b"])
        program = self.start("pair", "--paused")
        program.drop(cube)
        program.key("ctrl+z", "ctrl+y")
        self.assertEqual(self.state_of(program)["triangles_b"], 12)

    # --- the palette and help ---

    def test_the_palette_finds_a_setting_and_sets_a_typed_number(self):
        program = self.start(*CROWD)
        program.key("ctrl+p")
        self.type_text(program, "bodies")
        program.key("Return")
        self.type_text(program, "17")
        program.key("Return")
        state = self.state_of(program)
        self.assertEqual(state["bodies"], 17)
        program = self.start(*CROWD)
        program.key("ctrl+p")
        self.type_text(program, "bodies")
        program.key("Return")
        self.type_text(program, "none")
        program.key("Return")
        state = program.close()["state"]
        self.assertEqual(state["bodies"], 40)
        self.assertIn("setting bodies: 'none' is not a whole number", state["last_message"])

    def test_the_palette_chooses_methods_pages_and_actions(self):
        program = self.start(*CROWD)
        for typed in ("brute force", "page bodies", "names of bod"):
            program.key("ctrl+p")
            self.type_text(program, typed)
            program.key("Return")
        state = self.state_of(program)
        self.assertEqual((state["broad_phase"], state["page"]), ("brute-force", "bodies"))
        self.assertEqual(state["settings"]["names"], "on")
        program = self.start("pair", "--paused")
        program.key("ctrl+p")
        self.type_text(program, "volume obb")
        program.key("Return")
        self.assertIn(" obb ", self.state_of(program)["hierarchy"])

    def test_the_palette_opens_a_sample_and_escape_closes_only_the_palette(self):
        program = self.start(*CROWD, "--set", "select=3")
        program.key("ctrl+p", "Escape")
        self.assertEqual(self.state_of(program)["selected"], 3, "Escape also cleared the selection")
        program = self.start("pair", "--paused")
        program.key("ctrl+p")
        self.type_text(program, "sample mesh box")
        program.key("Return")
        self.assertEqual(self.state_of(program)["triangles_b"], 12)

    def test_text_typed_into_the_help_does_not_reach_the_lab(self):
        program = self.start(*CROWD)
        before = program.picture()
        program.key("F1")
        self.type_text(program, "density")
        self.assertNotEqual(program.picture(), before)
        program.key("Escape")
        self.assertEqual(self.state_of(program)["bodies"], 40)

    # --- lists and dialogs ---

    def test_arrows_and_enter_choose_in_an_open_list(self):
        program = self.start("pair", "--paused")
        before = program.close()["state"]
        program = self.start("pair", "--paused")
        program.click(BUILDER)
        program.key("Down", "Return")
        state = self.state_of(program)
        self.assertNotEqual(state["hierarchy"], before["hierarchy"])
        self.assertEqual(state["position_b"], before["position_b"], "the arrow key also moved the mesh")

    def test_a_click_after_escape_has_closed_a_list_is_not_lost(self):
        program = self.start(*CROWD, "--set", "select=7")
        program.click(LAB_PICKER)
        program.key("Escape")
        program.click(IN_THE_VIEW)
        self.assertNotEqual(self.state_of(program)["selected"], 7)

    def test_the_file_dialog_accepts_a_typed_path(self):
        os.mkdir(os.path.join(self.folder.name, "some where"))
        cube = self.write("some where/cube.obj", base.CUBE)
        program = self.start("pair", "--paused")
        program.key("ctrl+o")
        self.type_text(program, cube)
        program.key("Return")
        self.assertEqual(self.state_of(program)["triangles_b"], 12)

    def test_a_table_is_filtered_and_saved_by_its_button(self):
        program = self.start(*CROWD, "--set", "page=pairs")
        program.key("period", "period")
        program.click(FILTER)
        self.type_text(program, "b0 edge")
        program.click(CSV)
        program.click((CSV[0] + 30, CSV[1] + 44))  # the second entry of the menu
        files = base.wait_for(lambda: glob.glob(os.path.join(self.folder.name, "out", "*pairs*.csv")), "the file")
        with open(files[0]) as lines:
            heading, *rows = lines.read().splitlines()
        self.assertEqual(heading, "pair,state,feature A,feature B,steps,distance,oracle")
        self.assertGreater(len(rows), 2)
        self.assertTrue(all("edge" in row for row in rows), rows)
        program.key("Escape", "Escape")
        state = self.state_of(program)
        self.assertIsNone(state["selected"])

    def test_undo_reverts_scatter_insertion_and_removal(self):
        program = self.start(*CROWD, "--set", "select=7")
        program.key("Delete")
        program.key("Insert", "shift+x", "ctrl+z", "ctrl+z")
        program.key("ctrl+z")
        state = self.state_of(program)
        self.assertEqual(state["bodies"], 40)
        self.assertIn("removal of b007", state["last_message"])

    # --- stored settings ---

    def test_settings_layout_camera_lab_and_recent_files_are_stored(self):
        config = os.path.join(self.folder.name, "settings")
        cube = self.write("cube.obj", base.CUBE)
        program = self.start("pair", "--paused", config=config)
        program.drop(cube)
        program.key("Tab", "h", "2")
        program.drag((600, 300), (760, 340))
        left = program.close()["state"]
        with open(config) as lines:
            text = lines.read()
        for line in ("interface.lab pair", "pair.hierarchy on", "layout.pair.left-folded on", "recent.1 " + cube):
            self.assertIn(line + "\n", text)
        again = self.state_of(self.start("pair", "--paused", config=config))
        self.assertTrue(again["show_hierarchy"])
        for name, value in left["camera"].items():
            self.assertAlmostEqual(again["camera"][name], value, 3)
        other = self.state_of(self.start("pair", "--paused", "--set", "hierarchy=off", config=config))
        self.assertFalse(other["show_hierarchy"], "the stored setting overrode --set")
        fresh = self.state_of(self.start("pair", "--paused"))
        self.assertFalse(fresh["show_hierarchy"], "hierarchy boxes are on without stored settings")

    def test_a_settings_file_can_have_spaces_and_comments(self):
        config = self.write("settings", "# mine\n\n  pair.hierarchy   on   # boxes\n\tinterface.lab pair \n")
        self.assertTrue(self.state_of(self.start("pair", "--paused", config=config))["show_hierarchy"])
        with open(config) as lines:
            text = lines.read()
        for line in ("interface.lab pair", "pair.hierarchy on"):
            self.assertIn(line + "\n", text)

    def test_a_file_that_failed_to_open_is_no_recent_file(self):
        config = os.path.join(self.folder.name, "settings")
        cube = self.write("cube.obj", base.CUBE)
        broken, scene = self.write("broken.obj", "f 1 2 3\n"), self.write("broken.json", "{")
        program = self.start("pair", "--paused", config=config)
        for path in (cube, broken, scene):
            program.drop(path)
        self.assertEqual(program.close()["state"]["errors"], 2)
        with open(config) as lines:
            text = lines.read()
        self.assertIn("recent.1 " + cube + "\n", text)
        self.assertNotIn("broken", text)

    def test_a_damaged_settings_file_is_reported_once_and_replaced(self):
        config = self.write("settings", "pair.hierarchy on\n\x01\x02 garbage\n")
        state = self.start("pair", "--paused", config=config).close()["state"]
        self.assertIn("settings:2: expected NAME VALUE", state["last_message"])
        self.assertIn("its copy is " + config + ".damaged", state["last_message"])
        with open(config + ".damaged") as lines:
            self.assertEqual(lines.read(), "pair.hierarchy on\n\x01\x02 garbage\n")
        self.assertEqual(state["errors"], 1)
        self.assertFalse(state["show_hierarchy"])
        self.assertEqual(self.state_of(self.start("pair", "--paused", config=config))["errors"], 0)
        with open(config, "w") as lines:
            lines.write("pair.hierarchy perhaps\npair.no-such 1\ncamera.pair a b\n")
        state = self.start("pair", "--paused", config=config).close()["state"]
        self.assertIn("pair.hierarchy", state["last_message"])
        self.assertNotIn("no-such", state["last_message"])


if __name__ == "__main__":
    unittest.main(argv=base.sys.argv[:1] + base.sys.argv[3:], verbosity=2)
