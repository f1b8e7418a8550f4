#!/usr/bin/env python3
"""The walkthrough in a real window: look around, walk, close the hand around a cup, scale it and drop it.

walkthrough_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import glob
import os
import subprocess
import unittest

import window_test as base

# Moves the hand to the cup on the table, ready to grasp it. After the script, the input of the user applies.
APPROACH = """boxwood-walk 1
scene table
1 wait
60 go 0 -0.02; face 0 0.8 -0.5
20 turn 23 0 0; face 0 0.8 -0.5
60 reach 0.12 0.85 -0.5
90 reach 0 0.832 -0.5
"""
APPROACH_FRAMES = 231
TABLE_TOP = 0.77  # meters
OUTLINER_ROW = {"hide": (1148, 553), "only": (1192, 553), "focus": (1235, 553)}  # of the first row
OUTLINER_KIND, OUTLINER_SEARCH = {"Loose things": (905, 503)}, (1150, 503)


class WalkthroughWindowTest(base.WindowCase):
    def hold(self, program, key, frames):
        program.xdotool("keydown", key)
        program.settle(frames)
        program.xdotool("keyup", key)
        program.settle()

    def test_it_looks_walks_grabs_scales_and_drops(self):
        script = self.write("approach.walk", APPROACH)
        log, record = (os.path.join(self.folder.name, name) for name in ("walk.log", "walk.mcap"))
        program = self.start("walkthrough", "--script", script, "--log", log, "--record", record)
        base.wait_for(lambda: program.beat()[0] > APPROACH_FRAMES, "the hand at the cup")
        self.hold(program, "e", 60)
        self.hold(program, "Prior", 30)
        self.hold(program, "equal", 12)
        self.hold(program, "v", 2)
        program.settle(90)
        self.hold(program, "s", 20)
        program.click((640, 330))  # captures the mouse
        program.xdotool("mousemove_relative", "90", "0")
        program.settle()
        program.key("Escape")
        report = program.close()
        state = report["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        with open(log) as lines:
            events = lines.read()
        for event in ("hand grasps cup", "held cup leaves table top", "hand releases cup", "cup rests"):
            self.assertIn(event, events)
        self.assertGreater(state["scaled"]["cup"][0], 1.02)
        self.assertIsNone(state["held"])
        self.assertGreater(state["feet"][2], 0.05, "the user must have walked back")
        self.assertNotEqual(state["look"][0], 0.0, "the user must have looked around")
        self.assertFalse(state["has_mouse"])
        replay = subprocess.run([base.BOXWOOD, "replay", record, "--verify"], capture_output=True, text=True)
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn(str(report["frames"]), replay.stdout, "the recording has all frames")

    def test_a_recorded_walk_plays_back_and_settings_are_stored(self):
        config = os.path.join(self.folder.name, "deep", "settings")
        program = self.start("walkthrough", "--set", "scene=table", config=config)
        program.key("p")  # starts a new walk
        self.hold(program, "w", 20)
        self.hold(program, "e", 20)
        program.key("p")  # saves the recording
        program.key("n", "m", "ctrl+l")
        report = program.close()
        self.assertEqual(report["state"]["errors"], 0, report["state"]["last_message"])
        settings = report["state"]["settings"]
        self.assertEqual((settings["tips"], settings["sound"], settings["shadows"]), ("off", "on", "on"))
        walks = glob.glob(os.path.join(self.folder.name, "out", "*.walk"))
        self.assertEqual(len(walks), 1, report["state"]["last_message"])
        with open(walks[0]) as lines:
            text = lines.read()
        self.assertTrue(text.startswith("boxwood-walk 1\nscene table\n"), text[:60])
        self.assertIn("forward=1.000000", text)
        again = self.start("walkthrough", "--script", walks[0], "--set", "sound=off", config=config)
        frames = sum(int(line.split()[0]) for line in text.splitlines() if line[0].isdigit())
        base.wait_for(lambda: again.beat()[0] > frames, "the end of the walk")
        state = again.close()["state"]
        self.assertLess(state["feet"][2], 0.3, "the walk must move the feet")
        self.assertEqual(state["settings"]["tips"], "off", "the value that the previous window stored")
        self.assertEqual(state["settings"]["sound"], "off", "the command line must override the stored value")
        with open(config) as lines:
            self.assertIn("interface.theme light\n", lines.readlines())

    def test_a_click_takes_a_cup_and_a_key_lets_it_go(self):
        script = self.write("look.walk", "boxwood-walk 1\nscene table\n60 face 0 0.81 -0.5\n")
        log = os.path.join(self.folder.name, "walk.log")

        def has_logged(words):
            with open(log) as lines:
                return words in lines.read()

        def take():
            program = self.start("walkthrough", "--script", script, "--log", log)
            base.wait_for(lambda: program.beat()[0] > 120, "a look at the cup")
            program.click((640, 360))
            base.wait_for(lambda: has_logged("hand grasps cup"), "the hand around the cup")
            program.settle(100)
            return program

        state = take().close()["state"]
        self.assertEqual((state["held"], state["taking"]), ("cup", None))
        self.assertGreater(state["grip"][1], TABLE_TOP + 0.2, "the cup must be lifted")
        program = take()
        program.key("u")
        base.wait_for(lambda: has_logged("hand releases cup"), "the cup to be let go")
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertIsNone(state["held"])

    def test_a_restart_needs_a_confirmation_and_a_dropped_walk_is_played(self):
        program = self.start("walkthrough", "--set", "scene=table")
        program.settle(130)
        program.key("p")
        program.key("Escape")  # the walk continues
        program.key("p")
        state = program.close()["state"]
        self.assertTrue(state["asks_before_restart"])
        self.assertFalse(state["recording"])
        program = self.start("walkthrough", "--set", "scene=table")
        program.settle(130)
        program.key("p")
        program.key("Return")
        state = program.close()["state"]
        self.assertFalse(state["asks_before_restart"])
        self.assertTrue(state["recording"])
        script = self.write("walk.walk", "boxwood-walk 1\nscene table\n40 go 0 -0.02\n")
        program = self.start("multi-body", "--paused", "--set", "bodies=5")
        program.drop(script)
        program.settle(60)
        report = program.close()
        self.assertEqual(report["lab"], "walkthrough")
        self.assertEqual(report["state"]["errors"], 0, report["state"]["last_message"])
        self.assertLess(report["state"]["feet"][2], 0.2, "the dropped walk must be played")

    def test_quitting_works_while_the_list_of_keys_is_open(self):
        program = self.start("walkthrough", "--set", "scene=table")
        program.key("F1")
        program.close()  # sends Ctrl+Q

    def test_it_pauses_when_the_hand_grasps_something(self):
        script = self.write("approach.walk", APPROACH + "60 close\n")
        program = self.start("walkthrough", "--script", script, "--set", "pause-grasp=on")
        base.wait_for(lambda: program.beat()[0] > APPROACH_FRAMES, "the hand at the cup")
        program.settle(90)
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertEqual((state["held"], state["playing"]), ("cup", False))
        self.assertRegex(state["last_message"], r"^Paused at frame \d+: the hand holds the cup")

    def test_it_pauses_when_the_hand_touches_something(self):
        script = self.write("approach.walk", APPROACH + "60 close\n")
        program = self.start("walkthrough", "--script", script, "--set", "pause-touch=on")
        base.wait_for(lambda: program.beat()[0] > APPROACH_FRAMES, "the hand at the cup")
        program.settle(90)
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertFalse(state["playing"])
        self.assertRegex(state["last_message"], r"^Paused at frame \d+: the [a-z ]+ touches the [a-z ]+")

    def test_the_outliner_hides_isolates_and_focuses_a_thing(self):
        outliner = ("walkthrough", "--paused", "--set", "scene=table", "--set", "page=outliner")
        program = self.start(*outliner)
        program.key("F11")
        program.click(OUTLINER_KIND["Loose things"])
        before = program.picture()
        program.click(OUTLINER_ROW["only"])
        alone = program.picture()
        self.assertNotEqual(before, alone, "isolating a thing must change the picture")
        program.click(OUTLINER_ROW["focus"])
        state = program.close()["state"]
        self.assertEqual(state["errors"], 0, state["last_message"])
        self.assertGreater(state["hidden_things"], 3)
        self.assertTrue(state["spectator"], "the view must be from outside")
        self.assertIsNotNone(state["selected"])
        program = self.start(*outliner)
        program.key("F11")
        program.click(OUTLINER_KIND["Loose things"])
        program.click(OUTLINER_SEARCH)
        program.xdotool("type", "cup")
        program.settle()
        program.click(OUTLINER_ROW["hide"])
        state = program.close()["state"]
        self.assertEqual((state["outliner_rows"], state["hidden_things"]), (1, 1))


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
