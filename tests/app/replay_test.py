"""boxwood run --record and boxwood replay: bit-identical replays; truncated and invalid files; a full disk."""
import json
import os
import resource
import signal
import shutil
import struct
import subprocess
import unittest
import zlib

from cli import BOXWOOD, CUBE, CliTest, without_progress


class ReplayTest(CliTest):
    def record(self, *arguments, name="run.mcap"):
        printed = self.assert_done("run", *arguments, "--headless", "--record", name)
        self.printed = printed.splitlines()[:2]
        return self.path(name)

    def replay(self, *arguments, status=0):
        done = self.run_boxwood("replay", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_each_lab_replays_bit_for_bit(self):
        for lab, settings in (("multi-body", ("bodies=40", "meshes=30")), ("multi-body", ("broad-phase=sweep-and-prune",)),
                              ("pair", ("spin=7",)), ("deformation", ()), ("walkthrough", ("scene=table",))):
            with self.subTest(lab=lab, settings=settings):
                chosen = [word for setting in settings for word in ("--set", setting)]
                self.record(lab, *chosen, "--frames", 70)
                done = self.replay("run.mcap", "--verify")
                self.assertEqual(done.stdout.splitlines()[:2], self.printed)
                self.assertEqual(without_progress(done.stderr), "")

    def test_a_recording_needs_no_other_file(self):
        self.write_mesh("a cube.obj", CUBE)
        os.mkdir(self.path("scenes"))
        self.write("scenes/two.json", json.dumps({"boxwood": 1,
            "bodies": [{"mesh": "../a cube.obj"}, {"mesh": "../a cube.obj", "pose": {"t": [1.5, 0, 0]}}]}))
        self.record("scenes/two.json", "--frames", 5)
        shutil.rmtree(self.path("scenes"))
        os.remove(self.path("a cube.obj"))
        self.assertEqual(self.replay("run.mcap", "--verify").stdout.splitlines()[:2], self.printed)

    def test_a_recording_contains_files_whose_names_are_escaped_or_unquoted(self):
        positions = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        os.mkdir(self.path("parts"))
        self.write("parts/my buffer.bin", positions)
        self.write("tri.GLTF", json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "buffers": [{"uri": "parts/my buffer.bin", "byteLength": len(positions)}],
            "bufferViews": [{"buffer": 0, "byteLength": len(positions)}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 1, 0]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]}).replace("/", "\\/"))
        self.write("my room.json", json.dumps({"boxwood": 1, "bodies": [{"generate": {"kind": "box"}, "fixed": True}]}))
        self.write("short.walk", "boxwood-walk 1\nscene my room.json\n5 wait\n")
        for files, run in ((("parts/my buffer.bin", "tri.GLTF"), ("multi-body", "tri.GLTF", "--frames", 5)),
                           (("my room.json", "short.walk"), ("walkthrough", "--set", "script=short.walk"))):
            self.record(*run)
            for name in files:
                os.remove(self.path(name))
            self.assertEqual(self.replay("run.mcap", "--verify").stdout.splitlines()[:2], self.printed)

    def test_a_frame_beyond_the_end_is_reported(self):
        self.record("multi-body", "--set", "bodies=3", "--frames", 3)
        done = self.replay("run.mcap", "--headless", "--frame", 9)
        self.assertIn("run.mcap: has no frame 9; its last frame 3 is shown", done.stderr)
        self.assertNotIn("has no frame", self.replay("run.mcap", "--headless", "--frame", 3).stderr)

    def test_a_replayed_frame_has_the_state_of_the_run(self):
        self.record("multi-body", "--set", "bodies=30", "--frames", 50)
        self.assert_done("run", "multi-body", "--set", "bodies=30", "--headless", "--frames", 20, "--report", "run.json")
        self.replay("run.mcap", "--headless", "--frame", 20, "--report", "replay.json")
        reports = []
        for name in ("run.json", "replay.json"):
            with open(self.path(name)) as file:
                reports.append(json.load(file))
        self.assertEqual(reports[0]["frames"], 20)
        for key in ("frames", "state_hash"):
            self.assertEqual(reports[0][key], reports[1][key])

    def test_a_truncated_recording_is_verified_up_to_the_cut(self):
        path = self.record("multi-body", "--set", "bodies=200", "--frames", 900)
        with open(path, "rb") as file:
            whole = file.read()
        seen = set()
        for share in (0.999, 0.9, 0.6, 0.3):
            self.write("cut.mcap", whole[:int(share * len(whole))])
            done = self.replay("cut.mcap", "--verify")
            self.assertIn("is truncated; it is complete up to frame", done.stderr)
            seen.add(done.stdout.splitlines()[0])
        self.assertGreater(len(seen), 2, "a later cut must keep more frames")

    def test_no_truncation_crashes_the_program(self):
        path = self.record("multi-body", "--set", "bodies=3", "--frames", 3)
        with open(path, "rb") as file:
            whole = file.read()
        for size in range(0, len(whole), max(1, len(whole) // 40)):
            self.write("cut.mcap", whole[:size])
            done = self.run_boxwood("replay", "cut.mcap", "--verify")
            self.assertIn(done.returncode, (0, 2), f"{size} bytes: {done.stderr}")
            self.assertNotEqual(without_progress(done.stderr), "", size)

    def test_a_difference_from_the_recording_is_reported_with_frame_and_body(self):
        self.write_mesh("cube.obj", CUBE)
        self.write("three.json", json.dumps({"boxwood": 1, "bodies": [
            {"mesh": "cube.obj", "pose": {"t": [x, 0, 0]}, "velocity": [0.125, 0, 0]} for x in (-8, 0, 8)]}))
        path = self.record("three.json", "--frames", 30)
        with open(path, "rb") as file:
            whole = bytearray(file.read())
        # Changes a velocity in the attached scene and updates the checksum. An attachment record consists of opcode 9,
        # the length of the content (8 bytes) and the content, which ends with the checksum.
        at = whole.rindex(b"[0.125, 0, 0]")
        whole[at:at + 13] = b"[0.250, 0, 0]"
        start = whole.rindex(b"three.json", 0, at) - 4 - 16
        size = struct.unpack("<Q", whole[start - 8:start])[0]
        self.assertEqual(whole[start - 9], 9)
        end = start + size - 4
        whole[end:end + 4] = struct.pack("<I", zlib.crc32(whole[start:end]))
        self.write("forged.mcap", bytes(whole))
        done = self.replay("forged.mcap", "--verify", status=1)
        self.assertIn("frame 1 differs from the recording, first in body 2", done.stderr)
        self.replay("forged.mcap", "--headless", "--frame", 0, status=0)

    def test_files_that_are_no_recording_are_refused(self):
        self.write("text.mcap", "no recording")
        self.assert_refused("replay", "text.mcap", "--verify", naming="text.mcap")
        self.assert_refused("replay", "missing.mcap", "--verify", naming="missing.mcap: no such file")
        self.assert_refused("replay", self.folder, "--verify", naming="is not a regular file")
        self.assert_refused("run", "multi-body", "--headless", "--record", "run.dat", naming=".mcap")

    def test_files_named_like_a_lab_or_a_value_do_not_affect_a_recording(self):
        for name in ("multi-body", "10", "on"):
            self.write(name, "a file")
        self.record("multi-body", "--set", "bodies=10", "--set", "boxes=all", "--frames", 5)
        self.assertEqual(self.replay("run.mcap", "--verify").stdout.splitlines()[:2], self.printed)

    def test_an_output_does_not_replace_the_recording(self):
        path = self.record("multi-body", "--set", "bodies=3", "--frames", 3)
        with open(path, "rb") as file:
            whole = file.read()
        self.assert_refused("replay", "run.mcap", "--headless", "--report", "run.mcap", naming="run.mcap")
        self.assert_refused("run", "run.mcap", "--headless", "--report", "run.mcap", naming="run.mcap")
        with open(path, "rb") as file:
            self.assertEqual(file.read(), whole)

    def test_options_without_effect_are_refused(self):
        self.record("multi-body", "--set", "bodies=3", "--frames", 3)
        for words in (("--frames", 2), ("--seed", 3), ("--set", "bodies=4"), ("--record", "other.mcap")):
            self.assert_refused("run", "run.mcap", "--headless", *words, naming="recorded run")
        self.assert_refused("replay", "run.mcap", "--verify", "--report", "r.json", naming="--report")
        self.assert_refused("replay", "run.mcap", "--screenshot", "a.png", naming="--screenshot")

    def test_a_full_disk_ends_the_recording_and_not_the_run(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        done = subprocess.run([BOXWOOD, "run", "multi-body", "--headless", "--set", "bodies=300", "--frames", "500",
                               "--record", "full.mcap"], cwd=self.folder, capture_output=True, text=True,
                              preexec_fn=limit, timeout=120, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("frames 500", done.stdout)
        self.assertIn("the run continues without recording", done.stderr)
        self.assertLessEqual(os.path.getsize(self.path("full.mcap")), 200_000)
        self.assertIn("is truncated", self.replay("full.mcap", "--verify").stderr)


if __name__ == "__main__":
    unittest.main()
