#!/usr/bin/env python3
"""Lists, menus, dialogs and panels in a real window, counters of a frame, and keys that explain why they do nothing.

interface_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import os
import unittest
import unittest.mock

import window_test as base

# Positions in a window of 1280 x 720 pixels.
LAB_PICKER, BUILDER, BODIES = (120, 22), (180, 260), (180, 92)
IN_THE_VIEW, LEFT_PANEL = (600, 250), (130, 300)
PLANT_A_FAULT = (1122, 139)
START_SCREEN_DEFORMATION = (407, 266)
CROWD = ("multi-body", "--paused", "--set", "bodies=40", "--set", "density=5", "--set", "broad-phase=sweep-and-prune")
VISIT = ("pair", "--paused", "--visit", "9")


def left_panel_of(raw):
    return [raw[3 * (y * base.WIDTH + 4):3 * (y * base.WIDTH + 262)] for y in range(50, 450)]


class InterfaceWindowTest(base.WindowCase):
    def test_escape_closes_only_an_open_list_and_a_second_escape_the_visit(self):
        program = self.start(*VISIT)
        program.click(BUILDER)
        program.key("Escape")
        self.assertTrue(program.close()["state"]["visit_open"], "Escape also closed the visit behind the list")
        program = self.start(*VISIT)
        program.click(BUILDER)
        program.key("Escape", "Escape")
        self.assertFalse(program.close()["state"]["visit_open"], "the second Escape did not close the visit")

    def test_a_click_that_closes_a_list_selects_nothing_behind_it(self):
        program = self.start(*CROWD, "--set", "select=7")
        program.click(LAB_PICKER)
        program.click(IN_THE_VIEW)
        self.assertEqual(program.close()["state"]["selected"], 7)
        program = self.start(*CROWD, "--set", "select=7")
        program.click(IN_THE_VIEW)
        self.assertNotEqual(program.close()["state"]["selected"], 7, "without a list, the click must select a body")

    def test_a_key_has_no_effect_behind_an_open_menu(self):
        where = self.start(*CROWD, "--set", "select=7").close()["state"]["selection_on_window"]
        program = self.start(*CROWD, "--set", "select=7")
        program.click([int(v) for v in where], 3)
        program.key("Delete")
        self.assertEqual(program.close()["state"]["bodies"], 40)

    def test_entering_a_folder_clears_the_typed_text_of_the_file_dialog(self):
        os.mkdir(os.path.join(self.folder.name, "shapes"))
        self.write("shapes/cube.obj", base.CUBE)
        program = self.start("pair", "--paused")
        program.key("ctrl+o")
        program.xdotool("type", "shap")
        program.key("Return", "Return")
        self.assertEqual(program.close()["state"]["triangles_b"], 12)

    def test_counters_are_those_of_the_frame_on_screen(self):
        numbers = ("frame_counters", "swaps", "shown_swaps")
        def state_after(*keys, click=False):
            program = self.start(*CROWD)
            program.key(*keys)
            if click:
                program.click(IN_THE_VIEW)
            report = program.close()
            return report["frames"], report["state"]
        _, fourth = state_after(*["period"] * 4)
        self.assertGreater(sum(fourth["swaps"]), 0)
        self.assertEqual(fourth["swaps"], fourth["shown_swaps"])
        _, clicked = state_after(*["period"] * 4, click=True)
        self.assertIsNotNone(clicked["selected"])
        frame, back = state_after(*["period"] * 6, "comma", "comma", click=True)
        self.assertEqual((frame, back["timeline_frame"]), (4, 4))
        for name in numbers:
            self.assertEqual(clicked[name], fourth[name], name)
            self.assertEqual(back[name], fourth[name], name)

    def test_each_lab_has_a_separate_scroll_position_and_message(self):
        usual = self.start(*CROWD)
        usual.key("2")
        expected = left_panel_of(usual.picture())
        usual.close()  # otherwise, the mouse could act on this window
        program = self.start(*CROWD)
        self.assertEqual(program.drop(self.write("bad.obj", "v 0 0 0\nf 1 2 3\n")), 0)
        program.move(LEFT_PANEL)
        for _ in range(8):
            program.xdotool("click", 5)
        program.settle(20)  # the panel slides
        program.key("2")
        self.assertTrue(left_panel_of(program.picture()) == expected, "the panel is scrolled as in the other lab")
        program.key("1", "2")
        state = program.close()["state"]
        self.assertEqual(state["errors"], 1)
        self.assertNotIn("bad.obj", state["last_message"])

    def test_the_slider_shows_the_number_of_bodies_of_a_workload(self):
        state = self.start("polytopes-2000", "--paused").close()["state"]
        self.assertEqual((state["bodies"], state["bodies_on_slider"]), (2000, 2000))

    def test_the_window_draws_while_many_bodies_are_built(self):
        program = self.start(*CROWD)
        program.move(BODIES, "keydown", "ctrl", "click", 1, "keyup", "ctrl")
        program.settle()
        program.xdotool("type", "12000")
        program.xdotool("key", "Return")
        base.wait_for(lambda: program.beat()[1], "the build")
        before, _ = program.beat()
        base.wait_for(lambda: not program.beat()[1], "the end of the build")
        looks, _ = program.beat()
        report = program.close()
        self.assertEqual((report["state"]["bodies"], report["state"]["building"]), (12000, False))
        self.assertEqual(report["frames"], 0)
        self.assertGreater(looks - before, 3, "no frames were drawn during the build")

    def test_a_small_window_folds_a_panel_and_buttons_fold_and_open_panels(self):
        size, parameters, inspector = (1024, 640), (562, 22), (618, 22)
        def view_after(*clicks):
            program = self.start(*CROWD, size=size)
            for place in clicks:
                program.click(place)
            return program.close()["state"]["viewport_on_window"][0]
        left, top, right, bottom = view_after()
        self.assertGreaterEqual(2 * (right - left) * (bottom - top), size[0] * size[1])
        self.assertEqual(right, size[0], "the inspector must be folded")
        self.assertLess(view_after(inspector)[2], size[0], "the button must open the inspector")
        self.assertEqual(view_after(parameters)[0], 0, "the button must fold an open panel")

    def test_the_interface_follows_the_density_of_the_display(self):
        with unittest.mock.patch.dict(os.environ, GDK_SCALE="2"):  # a virtual display reports no scale
            program = self.start(*CROWD, config=os.path.join(self.folder.name, "settings"))
        self.assertEqual(program.close()["state"]["interface_scale"], 2.0)
        with open(os.path.join(self.folder.name, "settings")) as file:
            self.assertNotIn("interface.scale", file.read(), "another display may have another density")

    def test_the_pair_lab_opens_with_an_example(self):
        state = self.start(*CROWD)
        state.key("2")
        state = state.close()["state"]
        self.assertTrue(state["visit_open"] and state["show_hierarchy"] and state["oracle"])
        self.assertFalse(state["playing"])

    def test_the_start_screen_opens_a_lab(self):
        program = self.start(*CROWD)
        program.key("ctrl+p")
        program.xdotool("type", "sample")
        program.settle(20)  # the text field takes one character per frame
        program.key("Return")
        program.click(START_SCREEN_DEFORMATION)
        self.assertEqual(program.close()["lab"], "deformation")

    def test_a_digit_chooses_a_lab_of_the_start_screen(self):
        program = self.start(*CROWD)
        program.key("ctrl+p")
        program.xdotool("type", "sample")
        program.settle(20)
        program.key("Return", "3", "F12")
        self.assertEqual(program.close()["lab"], "deformation")

    def test_another_lab_can_be_chosen_by_mouse_without_panels(self):
        program = self.start("walkthrough", "--paused")
        program.click((1100, 72))
        program.click((1100, 104))
        self.assertIn("bodies", program.close()["state"], "the first lab of the list is the multi-body lab")

    def test_keys_without_effect_explain_why(self):
        for arguments, key, word in ((("pair", "--paused"), "k", "visit"),
                                     (("walkthrough", "--paused"), "comma", "earlier"),
                                     (CROWD, "Delete", "selected")):
            with self.subTest(key=key):
                program = self.start(*arguments)
                program.key(key)
                state = program.close()["state"]
                self.assertIn(word, state["last_message"])
                self.assertEqual(state["errors"], 0)

    def test_the_explanation_says_that_pruning_by_an_injected_fault_is_wrong(self):
        program = self.start("pair", *base.BINARY, "--paused", "--visit", "1", "--set", "select-b=3")
        program.click(PLANT_A_FAULT)
        state = program.close()["state"]
        self.assertFalse(state["oracle"])
        self.assertIn("The volume of B's node 3 does not contain its triangles", state["why"])
        self.assertIn("This pruning is therefore wrong", state["why"])


if __name__ == "__main__":
    unittest.main(argv=base.sys.argv[:1] + base.sys.argv[3:], verbosity=2)
