#!/usr/bin/env python3
"""The program in a real window on a virtual display, with real keys, a real mouse and a real drop of a file.

window_test.py BOXWOOD DROP_FILE [TEST]     needs Xvfb, xdotool and ImageMagick
"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

BOXWOOD, DROP_FILE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
# Settings of the pair lab for hierarchies with two children per node. The tests depend on their node numbers.
BINARY = ("--set", "kind=bvh2", "--set", "builder=midpoint", "--set", "leaf-size=1")
WIDTH, HEIGHT = 1280, 720
FRAMES_TO_SETTLE = 3  # one may have begun before the event, one handles the event, one shows the result
PATIENCE = 60.0  # seconds; enough for a slow machine, but a program that hangs must fail the test

CUBE = """v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n"""


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {PATIENCE:.0f} s for {what}")


class Display:
    """An Xvfb server on a free display number. Key repeat is off, so that keys do not repeat on a slow machine."""

    def __init__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset", "-r"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = ":" + numbers.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class Program:
    def __init__(self, display, folder, *arguments, size=(WIDTH, HEIGHT), command="run", config=""):
        self.folder = folder
        self.report, self.pulse = os.path.join(folder, "report.json"), os.path.join(folder, "pulse")
        # An empty `config`: the program starts with the default settings.
        self.environment = dict(os.environ, DISPLAY=display.name, SDL_VIDEODRIVER="x11", BOXWOOD_CONFIG=config)
        if os.path.exists(self.pulse):
            os.remove(self.pulse)  # written by the previous program
        self.process = subprocess.Popen(
            [BOXWOOD, command, *arguments, "--size", f"{size[0]}x{size[1]}", "--report", self.report, "--heartbeat-file", self.pulse],
            cwd=folder, env=self.environment, stderr=subprocess.PIPE, text=True)
        self.window = wait_for(self.find_window, "the window").split()[0]
        self.settle()

    def beat(self):
        """The number of frames that the window has completed, and whether background work was running."""
        try:
            with open(self.pulse) as file:
                frame, busy = file.readline().split()
            return int(frame), busy == "1"
        except (FileNotFoundError, ValueError):  # no frame is drawn yet, or the file is being written
            return 0, True

    def settle(self, frames=FRAMES_TO_SETTLE):
        """Waits until the program has handled the input and drawn the result."""
        calm_since = None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, "the program ended: " + self.process.stderr.read()
            frame, busy = self.beat()
            if busy:
                calm_since = None
            elif calm_since is None:
                calm_since = frame
            elif frame >= calm_since + frames:
                return
            time.sleep(0.01)
        raise AssertionError(f"waited {PATIENCE:.0f} s for the program to settle")

    def find_window(self):
        assert self.process.poll() is None, "the program ended: " + self.process.stderr.read()
        found = subprocess.run(["xdotool", "search", "--name", "^Boxwood"], env=self.environment, capture_output=True, text=True)
        return found.stdout.strip()

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True)

    def key(self, *names):
        for name in names:
            self.xdotool("key", name)
            self.settle()

    def move(self, at, *then):
        """Moves the mouse to a position in the window, which may be smaller than the display. `then`: further commands
        of xdotool."""
        self.xdotool("mousemove", "--window", self.window, *at, *then)

    def click(self, at, button=1):
        self.move(at)
        self.settle()
        self.xdotool("click", button)
        self.settle()

    def shift_click(self, at):
        self.move(at, "keydown", "shift")
        self.settle()
        self.xdotool("click", 1)
        self.settle()
        self.xdotool("keyup", "shift")
        self.settle()

    def drag(self, start, end):
        self.move(start)
        self.settle()
        self.xdotool("mousedown", 1)
        self.settle()
        for step in range(1, 6):
            at = [a + (b - a) * step // 5 for a, b in zip(start, end)]
            self.move(at)
            self.settle(1)
        self.settle()
        self.xdotool("mouseup", 1)
        self.settle()

    def drop(self, path):
        status = subprocess.run([DROP_FILE, self.window, path, "640", "300"], env=self.environment).returncode
        self.settle()
        return status

    def picture(self):
        """The picture of the window that F12 saves, as bytes: r, g, b for each pixel, row by row."""
        before = set(glob.glob(os.path.join(self.folder, "out", "*.png")))
        self.key("F12")
        def new_picture():
            return set(glob.glob(os.path.join(self.folder, "out", "*.png"))) - before
        path = wait_for(new_picture, "the picture").pop()
        raw = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout
        assert len(raw) == 3 * WIDTH * HEIGHT
        return raw

    def close(self):
        """Quits the program with Ctrl+Q, expects exit status 0, and returns the report."""
        self.settle()
        self.xdotool("key", "ctrl+q")
        self.process.wait(PATIENCE)
        assert self.process.returncode == 0, self.process.stderr.read()
        with open(self.report) as file:
            return json.load(file)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()


def part_of(raw):
    """The pixels of a part of the viewport that no message covers."""
    return [raw[3 * (y * WIDTH + 300):3 * (y * WIDTH + 560)] for y in range(120, 320)]


def red_pixels(raw):
    """Counts pixels in the red of colliding triangles (#FF4D4D) or a shade of it, among every second pixel in x and
    y of the viewport."""
    count = 0
    for y in range(100, 410, 2):
        for x in range(290, 920, 2):
            r, g, b = raw[3 * (y * WIDTH + x):3 * (y * WIDTH + x) + 3]
            count += r > 150 and g < 0.45 * r and b < 0.45 * r
    return count


class WindowCase(unittest.TestCase):
    """Tests that share a display. At its end, each test kills the programs that it has started."""

    @classmethod
    def setUpClass(cls):
        cls.display = Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.programs = []

    def tearDown(self):
        for program in self.programs:
            program.kill()
        self.folder.cleanup()

    def start(self, *arguments, **options):
        program = Program(self.display, self.folder.name, *arguments, **options)
        self.programs.append(program)
        return program

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as file:
            file.write(text)
        return path


class WindowTest(WindowCase):
    def test_keys_play_pause_step_and_switch_layers(self):
        program = self.start("multi-body", "--set", "bodies=60")
        program.settle(10)  # the lab plays
        program.key("space", "b", "l")
        first = program.picture()
        second = program.picture()
        self.assertTrue(part_of(first) == part_of(second), "the view of a paused lab must not change")
        self.assertGreater(len(set(first[i:i + 3] for i in range(0, len(first), 3 * 97))), 50, "the picture is blank")
        program.key("period", "period", "comma")
        report = program.close()
        state = report["state"]
        self.assertFalse(state["playing"])
        self.assertEqual(state["boxes"], "all")
        self.assertFalse(state["lines"])
        self.assertEqual(state["bodies"], 60)
        self.assertGreater(report["frames"], 1)

    def test_an_idle_window_redraws_only_when_needed(self):
        program = self.start("pair", "--set", "visit=100", "--paused")
        program.settle(80)
        program.key("v")
        state = program.close()["state"]
        looks, _ = program.beat()
        self.assertGreater(looks - state["frames_drawn"], 10, "unchanged frames were drawn again")
        self.assertFalse(state["visit_open"], "the key was ignored")

    def test_steps_are_counted_and_restart_brings_back_the_first_frame(self):
        program = self.start("multi-body", "--set", "bodies=40", "--paused")
        program.key(*["period"] * 5)
        program.key("comma")
        self.assertEqual(program.close()["frames"], 4)
        again = self.start("multi-body", "--set", "bodies=40", "--paused")
        again.key(*["period"] * 3)
        again.key("r")
        self.assertEqual(again.close()["frames"], 0)

    def test_mouse_drag_turns_the_camera_and_wheel_zooms(self):
        program = self.start("multi-body", "--set", "bodies=40", "--paused")
        program.drag((600, 300), (760, 340))
        program.xdotool("mousemove", 600, 300, "click", 4, "click", 4)
        turned = program.close()["state"]["camera"]
        still = self.start("multi-body", "--set", "bodies=40", "--paused")
        usual = still.close()["state"]["camera"]
        self.assertGreater(abs(turned["yaw"] - usual["yaw"]), 0.1)
        self.assertGreater(abs(turned["pitch"] - usual["pitch"]), 0.02)
        self.assertLess(turned["distance"], usual["distance"])

    def test_a_dropped_mesh_replaces_mesh_b(self):
        cube = self.write("cube.obj", CUBE)
        program = self.start("pair", "--paused")
        self.assertEqual(program.drop(cube), 0)
        state = program.close()["state"]
        self.assertEqual(state["triangles_b"], 12)
        self.assertEqual(state["errors"], 0)

    def test_a_bad_file_gives_a_message_and_playback_continues(self):
        bad = self.write("bad.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n")
        program = self.start("pair", "--set", "spin=2")  # a setting starts playback instead of the paused example
        self.assertEqual(program.drop(bad), 0)
        program.settle(10)
        report = program.close()
        self.assertEqual(report["state"]["errors"], 1)
        self.assertIn("bad.obj", report["state"]["last_message"])
        self.assertGreater(report["state"]["triangles_b"], 12)
        self.assertGreater(report["frames"], 2)

    def test_triangles_are_red_only_if_the_meshes_intersect(self):
        paths = [self.write("a.obj", CUBE), self.write("b.obj", CUBE)]
        program = self.start("pair", *paths, "--paused")
        self.assertGreater(red_pixels(program.picture()), 200, "intersecting cubes show too little red")
        program.xdotool("key", "--repeat", 140, "Right")
        self.assertEqual(red_pixels(program.picture()), 0, "disjoint cubes show red")
        self.assertEqual(program.close()["state"]["colliding_pairs"], 0)

    def test_the_distance_of_disjoint_meshes_is_reported(self):
        paths = [self.write("a.obj", CUBE), self.write("b.obj", CUBE)]
        together = self.start("pair", *paths, "--set", "distance=on", "--paused").close()["state"]
        self.assertIsNone(together["distance"], "intersecting meshes must have no distance")
        program = self.start("pair", *paths, "--set", "distance=on", "--paused")
        program.xdotool("key", "--repeat", 140, "Right")
        state = program.close()["state"]
        gaps = [max(0.0, abs(a - b) - 2.0) for a, b in zip(state["position_a"], state["position_b"])]
        self.assertGreater(max(gaps), 0.5)
        self.assertAlmostEqual(state["distance"], sum(gap * gap for gap in gaps) ** 0.5, 4)

    def test_the_gizmo_moves_the_selected_mesh(self):
        paths = [self.write("a.obj", CUBE), self.write("b.obj", CUBE)]
        before = self.start("pair", *paths, "--paused")
        start = before.close()["state"]
        x, y = start["selection_on_window"]
        program = self.start("pair", *paths, "--paused")
        program.drag((int(x), int(y)), (int(x) + 90, int(y) - 30))
        state = program.close()["state"]
        moved = sum((p - q) ** 2 for p, q in zip(state["position_b"], start["position_b"])) ** 0.5
        self.assertGreater(moved, 0.1)
        self.assertEqual(state["position_a"], start["position_a"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
