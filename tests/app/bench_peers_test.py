"""boxwood bench peers: comparison programs that fail or end early."""
import csv
import os
import subprocess
import unittest

from cli import BOXWOOD, CliTest

NAMES = ("bench_peers_build_hierarchy", "bench_mesh_pairs", "bench_broad_phase_peers", "bench_peers_closest_features")
PROGRAMS = os.path.join(os.path.dirname(os.path.dirname(BOXWOOD)), "bench", "peers")


class BenchPeersTest(CliTest):
    def refused(self, script, naming):
        """Runs a shell script as the only comparison program, expects exit status 2, and returns the text on stderr."""
        os.makedirs(self.path("peers"), exist_ok=True)
        os.chmod(self.write(f"peers/{NAMES[1]}", "#!/bin/sh\n" + script), 0o700)
        done = self.run_boxwood("bench", "peers", "--quick", "--no-png", "--out", "results", "--peers", "peers")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn(f"{NAMES[1]} {naming}", done.stderr)
        return done.stderr

    def test_the_status_or_signal_of_a_failed_program_is_reported(self):
        crash = self.refused("echo left out >&2\nkill -SEGV $$\n", "ended by signal 11 (Segmentation fault)")
        self.assertNotIn("table", crash)
        stop = self.refused("echo first >&2\necho a.obj: no mesh >&2\nexit 2\n", "ended with status 2: a.obj: no mesh")
        self.assertNotIn("table", stop)
        self.refused("exit 1\n", "ended with status 1; its table says which answer differs")

    def test_ode_is_left_out_for_a_mesh_of_one_triangle(self):
        mesh = self.write_mesh("one.obj", ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))
        done = self.run_boxwood("bench", "peers", "--quick", "--no-png", "--no-generated", "--mesh", mesh)
        self.assertEqual(done.returncode, 0, done.stderr)
        path = self.path("bench-results/peers/mesh_pairs.csv")
        if not os.path.exists(path):
            self.skipTest("the programs that compare are not built")
        with open(path, encoding="utf-8", newline="") as file:
            methods = {row["method"] for row in csv.DictReader(file)}
        self.assertNotIn("ode", methods)
        for name in NAMES[:2]:
            with open(os.path.join(PROGRAMS, name), "rb") as file:
                has_ode = b"libode" in file.read()
            if has_ode:
                self.assertIn(f"{name}: ode left out of one: its refit needs a tree", done.stderr)

    def test_answers_agree_for_a_mesh_with_a_triangle_without_area(self):
        """The program fails if Boxwood's answer differs from CGAL's, whose test requires triangles with area."""
        program = os.path.join(PROGRAMS, "bench_mesh_pairs")
        if not os.path.exists(program):
            self.skipTest("the programs that compare are not built")
        mesh = self.write_mesh("flat.obj", ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0)], [(0, 1, 2), (0, 1, 3)]))
        done = subprocess.run([program, "--mesh", mesh, "--alone", "--quick", "--seconds", "0.1"],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        ours = [line for line in done.stdout.splitlines() if line.startswith("boxwood ")]
        self.assertTrue(ours)
        self.assertEqual([line for line in ours if not line.endswith("equal")], [])

    def test_a_peers_folder_without_the_programs_is_refused(self):
        os.makedirs(self.path("empty"))
        for folder in ("empty", "missing", self.write("file", "x")):
            self.assert_refused("bench", "peers", "--out", "results", "--peers", folder, naming=("--peers", folder, *NAMES))
            self.assertFalse(os.path.exists(self.path("results")), "a refused run must not create the output folder")


if __name__ == "__main__":
    unittest.main()
