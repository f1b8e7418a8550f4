"""boxwood run --headless: reports, pictures, and that the same seed gives the same bits."""
import json
import struct
import unittest
import zlib

from cli import CUBE, TETRAHEDRON, CliTest

PHASES = ("update", "broad", "narrow", "respond", "step")


def read_png(path):
    """(width, height, bytes of the still filtered rows) of an 8-bit RGB or RGBA picture; checks its sums."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    position, pixels, header = 8, b"", None
    while position < len(data):
        (length,), kind = struct.unpack(">I", data[position:position + 4]), data[position + 4:position + 8]
        body = data[position + 8:position + 8 + length]
        assert struct.unpack(">I", data[position + 8 + length:position + 12 + length])[0] == zlib.crc32(kind + body)
        header = struct.unpack(">IIBB", body[:10]) if kind == b"IHDR" else header
        pixels += body if kind == b"IDAT" else b""
        position += 12 + length
    width, height, depth, colour = header
    assert (depth, colour) in ((8, 2), (8, 6))
    return width, height, zlib.decompress(pixels)


class RunTest(CliTest):
    def run_headless(self, *arguments, frames=5):
        """The report of a run."""
        report = self.path("report.json")
        self.assert_done("run", *arguments, "--headless", "--frames", frames, "--report", report)
        with open(report, encoding="utf-8") as file:
            return json.load(file)

    def check_report(self, report, frames):
        self.assertEqual(report["frames"], frames)
        self.assertRegex(report["state_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertIsInstance(report["seed"], int)
        self.assertLessEqual(set(PHASES), set(report["phases_ms"]))
        for name, summary in [*report["phases_ms"].items(), *report["counters_per_frame"].items()]:
            with self.subTest(entry=name):
                self.assertTrue(0 <= summary["min"] <= summary["median"] <= summary["p95"] <= summary["max"])
        self.assertGreater(report["phases_ms"]["step"]["max"], 0)
        self.assertRegex(report["build"]["version"], r"\A\d+\.\d+\.\d+\Z")
        self.assertTrue(report["build"]["compiler"] and report["machine"]["processor"])

    def test_every_lab_and_workload(self):
        names = self.assert_done("list", "labs").split() + self.assert_done("list", "workloads").split()
        for name in dict.fromkeys(names):
            with self.subTest(name=name):
                self.check_report(self.run_headless(name), 5)

    def test_same_seed_same_bits(self):
        first = self.run_headless("multi-body", "--seed", 7, frames=60)
        again = self.run_headless("multi-body", "--seed", 7, frames=60)
        other = self.run_headless("multi-body", "--seed", 8, frames=60)
        later = self.run_headless("multi-body", "--seed", 7, frames=61)
        self.assertEqual(first["state_hash"], again["state_hash"])
        self.assertEqual(first["counters_per_frame"], again["counters_per_frame"])
        self.assertEqual((first["seed"], other["seed"]), (7, 8))
        self.assertEqual(len({first["state_hash"], other["state_hash"], later["state_hash"]}), 3)

    def test_meshes_of_mine(self):
        report = self.run_headless("pair", self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON))
        self.check_report(report, 5)

    def test_picture(self):
        self.assert_done("run", "multi-body", "--headless", "--frames", 3, "--size", "640x480", "--screenshot",
                         self.path("one.png"))
        width, height, rows = read_png(self.path("one.png"))
        self.assertEqual((width, height), (640, 480))
        self.assertGreater(len(set(rows)), 64, "the picture is all but empty")

    def test_graphs_are_measured_and_drawn(self):
        pictures = []
        for view in ("times", "causes", "claims"):
            path = self.path(view + ".png")
            self.assert_done("run", "multi-body", "--headless", "--frames", 1, "--size", "1280x720", "--set",
                             "page=graphs", "--set", "graph=5", "--set", f"graph-view={view}", "--set", "sweep=quick", "--screenshot", path)
            pictures.append(read_png(path)[2])
        self.assertEqual(len(set(pictures)), 3)
        self.assert_refused("run", "multi-body", "--headless", "--set", "graph=7", naming=("graph", "1 to 6"))


if __name__ == "__main__":
    unittest.main()
