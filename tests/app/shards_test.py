"""boxwood query and judge with --shard, boxwood merge, and boxwood-mpi: the output equals that of a single run, byte
for byte."""
import glob
import os
import shutil
import signal
import subprocess
import time
import unittest

from cli import BOXWOOD, CUBE, TETRAHEDRON, CliTest, without_progress
from query_test import bumpy_sheet, random_poses

MPI = os.path.join(os.path.dirname(BOXWOOD), "boxwood-mpi")


class ShardsTest(CliTest):
    def setUp(self):
        super().setUp()
        self.meshes = self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON)
        self.poses = self.write_poses(random_poses(23, 1, 2.0))
        self.question = ["query", *self.meshes, "--poses", self.poses, "--mode", "distance"]
        self.assert_done(*self.question, "--no-times", "--out", "whole.jsonl")

    def shard(self, number, count, *options, out=None):
        out = out or self.path(f"part-{number}.jsonl")
        self.assert_done(*self.question, "--no-times", "--shard", f"{number}/{count}", "--out", out, *options)
        return out

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_any_number_of_parts_gives_the_answers_of_one_run(self):
        self.assertNotIn(b'"us"', self.read("whole.jsonl"))
        for count in (1, 2, 7, 23, 40):
            parts = [self.shard(number, count, "--threads", "2") for number in range(1, count + 1)]
            self.assert_done("merge", *reversed(parts), "--out", "merged.jsonl")
            self.assertEqual(self.read("merged.jsonl"), self.read("whole.jsonl"), count)

    def test_a_wrong_set_of_parts_is_refused(self):
        first, second, third = (self.shard(number, 3) for number in (1, 2, 3))
        self.assert_refused("merge", first, third, "--out", "m.jsonl", naming=("1 of 3", "missing: 2"))
        shutil.copy(second, self.path("copy.jsonl"))
        self.assert_refused("merge", first, second, third, "copy.jsonl", "--out", "m.jsonl", naming="is the same part as")
        other = self.shard(3, 3, "--tolerance", "0.01", out=self.path("other.jsonl"))
        self.assert_refused("merge", first, second, other, "--out", "m.jsonl", naming=("other.jsonl", "another run"))
        four = self.shard(4, 4, out=self.path("four.jsonl"))
        self.assert_refused("merge", first, second, four, "--out", "m.jsonl", naming="another run")
        whole = self.read("part-2.jsonl")
        for cut in (whole[:-1], whole[:whole.rstrip().rfind(b"\n") + 1], whole + b"{}\n"):
            self.write("part-2.jsonl", cut)
            self.assert_refused("merge", first, second, third, "--out", "m.jsonl", naming=("part-2.jsonl", "complete answers instead of"))
        self.assert_refused("merge", first, second, "whole.jsonl", "--out", "m.jsonl", naming="not the heading")
        self.assert_refused("merge", first, second, "missing.jsonl", "--out", "m.jsonl", naming="missing.jsonl")
        self.assert_refused("merge", first, "/dev/zero", "--out", "m.jsonl", naming=("/dev/zero", "device"))
        self.assert_refused("merge", first, self.folder, "--out", "m.jsonl", naming="directory")
        self.assert_refused("merge", first, second, third, "--out", first, naming="part-1.jsonl")
        self.assert_refused("merge", first, second, third, "--out", "m.npy", naming="lines of JSON")
        self.assertFalse(os.path.exists(self.path("m.jsonl")))

    def test_invalid_shards_are_refused(self):
        for text in ("0/3", "4/3", "1/0", "1", "a/b", "1/3/5", "-1/3", "1/9999999999", "1/99999999999999999999"):
            self.assert_refused(*self.question, "--out", "x.jsonl", f"--shard={text}", naming="I/N")
        self.assert_refused(*self.question, "--shard", "1/2", naming="lines of JSON")
        self.assert_refused(*self.question, "--shard", "1/2", "--json", "--memory", naming="--memory")
        self.assert_refused("query", *self.meshes, "--poses", "-", "--shard", "1/2", "--json", naming="standard input")
        self.assert_refused(*self.question, "--no-times", "--costs", "--json", naming="--no-times")

    def test_resume_completes_a_part(self):
        whole = self.read(os.path.basename(self.shard(2, 3)))
        lines = whole.splitlines(keepends=True)
        for kept in (b"", lines[0][:9], lines[0], b"".join(lines[:3]), b"".join(lines[:3]) + lines[3][:10]):
            self.write("part.jsonl.part", kept)
            self.shard(2, 3, "--resume", out=self.path("part.jsonl"))
            self.assertEqual(self.read("part.jsonl"), whole)
        self.write("part.jsonl.part", b"".join(lines[:3]))
        done = self.run_boxwood(*self.question, "--no-times", "--shard", "1/3", "--out", "part.jsonl", "--resume")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another part", done.stderr)


class JudgeShardsTest(CliTest):
    def judge(self, *arguments):
        done = self.run_boxwood("judge", *arguments)
        self.assertEqual(done.returncode, 1 if b'"verdict":"wrong"' in self.read(arguments[-1]) else 0, done.stderr)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_any_number_of_parts_gives_the_verdicts_of_one_run(self):
        for fault in ("box-shrunk", "sweep-flag", "cycle"):
            question = ("--inject", fault, "--json")
            self.judge(*question, "--out", "whole.jsonl")
            whole = self.read("whole.jsonl")
            self.assertIn(b'"verdict":"wrong"', whole)
            for count in (1, 3, 11):
                parts = []
                for number in range(1, count + 1):
                    parts.append(f"{fault}-{number}.jsonl")
                    self.judge(*question, "--shard", f"{number}/{count}", "--out", parts[-1])
                merged = self.run_boxwood("merge", *reversed(parts), "--out", "merged.jsonl")
                self.assertEqual(merged.returncode, 1, merged.stderr)
                self.assertEqual(self.read("merged.jsonl"), whole)
                wrong = whole.count(b'"verdict":"wrong"')
                self.assertIn(f", {wrong} wrong", merged.stderr)

    def test_parts_of_other_captures_are_refused(self):
        self.judge("--inject", "box-shrunk", "--json", "--shard", "1/2", "--out", "one.jsonl")
        self.judge("--inject", "sweep-flag", "--json", "--shard", "2/2", "--out", "two.jsonl")
        self.assert_refused("merge", "one.jsonl", "two.jsonl", "--out", "m.jsonl", naming="another run")
        self.assert_refused("judge", "--inject", "cycle", "--shard", "1/2", naming=("--shard", "--json"))
        self.assert_refused("judge", "--inject", "cycle", "--out", "x", naming="--out")


@unittest.skipUnless(os.path.exists(MPI) and shutil.which("mpirun"), "Open MPI is not installed")
class RanksTest(CliTest):
    def ask(self, poses):
        """Writes the meshes, the poses and the answers of a single run. boxwood-mpi makes parts of 512 poses."""
        sheet = bumpy_sheet(40, 3)
        self.meshes = self.write_mesh("a.obj", sheet), self.write_mesh("b.obj", sheet)
        self.poses = self.write_poses(random_poses(poses, 1, 1.0))
        self.question = ["query", *self.meshes, "--poses", self.poses]
        self.assert_done(*self.question, "--no-times", "--out", "whole.jsonl")

    def start(self, ranks, *arguments):
        environment = dict(os.environ, OMPI_MCA_btl_base_warn_component_unused="0", OMPI_MCA_rmaps_base_oversubscribe="1")
        command = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else []), "-n", str(ranks), MPI]
        return subprocess.Popen([*command, *map(str, arguments)], cwd=self.folder, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_ranks(self, ranks, *arguments):
        run = self.start(ranks, *arguments)
        output, errors = run.communicate(timeout=120)
        # hwloc, a library of Open MPI, prints a message if /sys is missing, for example in a chroot.
        told = [line for line in errors.splitlines(keepends=True) if not line.startswith("[hwloc/")]
        return run.returncode, output, without_progress("".join(told))

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_ranks_give_the_answers_of_one_run(self):
        self.ask(1100)
        for ranks in (1, 4):
            status, _, errors = self.run_ranks(ranks, *self.question, "--out", "ranks.jsonl")
            self.assertEqual((status, errors), (0, ""))
            self.assertEqual(self.read("ranks.jsonl"), self.read("whole.jsonl"))
            self.assertFalse(os.path.exists(self.path("ranks.jsonl.parts")))
            os.remove(self.path("ranks.jsonl"))

    def ranks_of(self, run):
        """The process ids by rank, from the environments of the child processes of mpirun."""
        found = {}
        for path in glob.glob("/proc/[0-9]*/environ"):
            try:
                with open(path, "rb") as file:
                    words = dict(word.split(b"=", 1) for word in file.read().split(b"\0") if b"=" in word)
                with open(os.path.dirname(path) + "/stat", encoding="ascii", errors="replace") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == run.pid and b"OMPI_COMM_WORLD_RANK" in words:
                found[int(words[b"OMPI_COMM_WORLD_RANK"])] = int(path.split("/")[2])
        return found

    def test_after_a_killed_rank_only_missing_parts_are_computed(self):
        self.ask(6000)
        for killed in (2, 0):
            with self.subTest(killed=killed):
                run = self.start(4, *self.question, "--out", "ranks.jsonl")
                deadline = time.monotonic() + 60
                while len(glob.glob(self.path("ranks.jsonl.parts/*.jsonl"))) < 2:
                    self.assertLess(time.monotonic(), deadline)
                    self.assertIsNone(run.poll(), "the run ended before a rank could be killed")
                    time.sleep(0.005)
                os.kill(self.ranks_of(run)[killed], signal.SIGKILL)
                run.communicate(timeout=60)
                self.assertNotEqual(run.returncode, 0)
                self.assertFalse(os.path.exists(self.path("ranks.jsonl")))
                kept = {path: os.stat(path).st_mtime_ns for path in glob.glob(self.path("ranks.jsonl.parts/*.jsonl"))}
                self.assertGreaterEqual(len(kept), 2)

                status, _, errors = self.run_ranks(4, *self.question, "--out", "ranks.jsonl")
                self.assertEqual(status, 0, errors)
                self.assertIn(f"{12 - len(kept)} of 12 parts are left to do", errors)
                self.assertEqual(self.read("ranks.jsonl"), self.read("whole.jsonl"))
                os.remove(self.path("ranks.jsonl"))

    def test_invalid_input_ends_all_ranks_with_a_reason(self):
        self.ask(3)
        status, _, errors = self.run_ranks(2, *self.question)
        self.assertEqual(status, 2)
        self.assertEqual(errors.count("--out FILE.jsonl is required"), 1)
        status, _, errors = self.run_ranks(2, "query", "missing.obj", self.meshes[1], "--poses", self.poses, "--out", "x.jsonl")
        self.assertNotEqual(status, 0)
        self.assertIn("missing.obj", errors)
        other = self.start(2, *self.question, "--out", "ranks.jsonl", "--mode", "any")
        other.communicate(timeout=120)
        os.makedirs(self.path("ranks.jsonl.parts"), exist_ok=True)
        self.write("ranks.jsonl.parts/1.jsonl", self.read("whole.jsonl"))
        status, _, errors = self.run_ranks(2, *self.question, "--out", "ranks.jsonl")
        self.assertNotEqual(status, 0)
        self.assertIn("not the heading", errors)


if __name__ == "__main__":
    unittest.main()
