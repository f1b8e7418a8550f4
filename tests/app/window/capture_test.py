#!/usr/bin/env python3
"""The capture lab in a real window: opens captures by drop or by name, steps through wrong findings, injects faults.

capture_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import os
import signal
import subprocess
import unittest

import window_test as base


class CaptureWindowTest(base.WindowCase):
    def capture_with(self, fault):
        path = os.path.join(self.folder.name, fault + ".mcap")
        subprocess.run([base.BOXWOOD, "judge", "--inject", fault, "--save", path], capture_output=True)
        return path

    def test_findings_are_reached_by_key_by_the_palette_and_by_the_timeline(self):
        path = self.capture_with("cross-axis-sign")
        program = self.start(path)
        first = program.picture()
        program.key("n")
        self.assertNotEqual(base.part_of(first), base.part_of(program.picture()))
        report = program.close()
        state = report["state"]
        self.assertEqual((report["lab"], state["capture"], state["errors"]), ("capture", "cross-axis-sign.mcap", 0))
        self.assertEqual((state["wrong"], state["shown"], state["frame_range"], state["playing"]), (2, 5, [1, 5], False))
        self.assertEqual(state["why"]["stage"], "overlap-test")
        strip = state["strip_on_window"][0]
        program = self.start(path)
        program.key("n", "shift+n", "ctrl+p")
        program.xdotool("type", "Next wrong")
        program.settle()
        program.key("Return")
        state = program.close()["state"]
        self.assertEqual(state["shown"], 5, state["last_message"])
        program = self.start(path)
        program.click((strip[0] + 2, (strip[1] + strip[3]) // 2))
        state = program.close()["state"]
        self.assertEqual((state["shown"], state["why"]["verdict"]), (1, "right"))

    def replays_of(self, recording):
        """The process ids of programs that replay a file."""
        found = []
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if words[1:3] == [b"replay", recording.encode()]:
                found.append(int(entry))
        return found

    def test_a_dropped_capture_opens_the_lab_and_a_dropped_recording_another_window(self):
        path = self.capture_with("box-shrunk")
        program = self.start("pair", "--paused")
        self.assertEqual(program.drop(path), 0)
        report = program.close()
        self.assertEqual((report["lab"], report["state"]["capture"]), ("capture", "box-shrunk.mcap"))
        self.assertEqual((report["state"]["wrong"], report["state"]["shown"], report["state"]["picked"]), (1, 1, [0, 581]))
        recording = os.path.join(self.folder.name, "run.mcap")
        subprocess.run([base.BOXWOOD, "run", "multi-body", "--set", "bodies=5", "--headless", "--frames", "3", "--record", recording],
                       check=True, capture_output=True)
        program = self.start("pair", "--paused")
        program.drop(recording)
        base.wait_for(lambda: self.replays_of(recording), "the replay")
        (replay,) = self.replays_of(recording)
        os.kill(replay, signal.SIGTERM)  # ended here, so that the keys go to the first window
        base.wait_for(lambda: not self.replays_of(recording), "the end of the replay")
        program.xdotool("windowfocus", "--sync", program.window)  # there is no window manager that restores the focus
        report = program.close()
        self.assertEqual(report["lab"], "pair")
        self.assertIn("boxwood replay", report["state"]["last_message"])
        broken = self.write("broken.mcap", "no capture")
        program = self.start(path)
        program.drop(broken)
        state = program.close()["state"]
        self.assertEqual((state["errors"], state["capture"], state["wrong"]), (1, "box-shrunk.mcap", 1))
        self.assertIn("broken.mcap", state["last_message"])

    def test_only_captures_that_were_opened_become_recent_files(self):
        config = os.path.join(self.folder.name, "settings")
        opened, broken = self.capture_with("box-shrunk"), self.write("broken.mcap", "no capture")
        program = self.start("pair", "--paused", config=config)
        program.drop(opened)
        program.drop(broken)
        program.close()
        with open(config) as lines:
            recent = [line for line in lines if line.startswith("recent.")]
        self.assertEqual([line.split()[1] for line in recent], [opened], recent)

    def test_the_palette_injects_and_removes_a_fault(self):
        program = self.start("capture")
        program.key("ctrl+p")
        program.xdotool("type", "Kind: cycle")
        program.settle()
        program.key("Return")
        program.key("v")
        state = program.close()["state"]
        self.assertEqual((state["fault"], state["settings"]["page"]), ("cycle", "trees"), state["last_message"])
        self.assertEqual(state["why"]["stage"], "traversal")
        program = self.start("capture", "--set", "fault=cycle")
        program.key("ctrl+p")
        program.xdotool("type", "Remove the injected fault")
        program.settle()
        program.key("Return")
        state = program.close()["state"]
        self.assertEqual((state["fault"], state["wrong"]), ("", 0), state["last_message"])


if __name__ == "__main__":
    import sys
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
