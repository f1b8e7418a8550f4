"""boxwood attach: producers that finish, die, send more than the memory budget, connect to a busy viewer or use another
format version; and viewers that stop reading."""
import fcntl
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time
import unittest

from cli import BOXWOOD, CliTest

PRODUCER = os.environ.get("STREAM_PRODUCER")
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}


def text(value):
    return struct.pack("<I", len(value)) + value


def record(opcode, content):
    return struct.pack("<BQ", opcode, len(content)) + content


def start_of_stream(version, library=b"engine 7"):
    pair = text(b"version") + text(version)
    return (b"\x89MCAP0\r\n" + record(1, text(b"boxwood") + text(library)) +
            record(12, text(b"boxwood") + struct.pack("<I", len(pair)) + pair))


def records_of(stream):
    """The (opcode, content) of each complete record after the eight magic bytes."""
    at, found = 8, []
    while at + 9 <= len(stream):
        opcode, length = struct.unpack_from("<BQ", stream, at)
        if at + 9 + length > len(stream):
            break
        found.append((opcode, stream[at + 9:at + 9 + length]))
        at += 9 + length
    return found


@unittest.skipUnless(PRODUCER, "CTest sets STREAM_PRODUCER, a program that CMake builds")
class AttachTest(CliTest):
    def attach(self, *arguments, stdout=subprocess.PIPE):
        """Starts a viewer. Returns its process and the port on which it listens."""
        viewer = subprocess.Popen([BOXWOOD, "attach", "--port", "0", *arguments], cwd=self.folder, text=True,
                                  stdout=stdout, stderr=subprocess.PIPE, env=ENVIRONMENT)
        self.addCleanup(viewer.stderr.close)
        if viewer.stdout:
            self.addCleanup(viewer.stdout.close)
        self.addCleanup(lambda: viewer.poll() is None and viewer.kill())
        first = viewer.stderr.readline()
        port = re.fullmatch(r"boxwood: listening on 127\.0\.0\.1:(\d+)\n", first)
        self.assertTrue(port, first)
        return viewer, int(port[1])

    def end_of(self, viewer, status=0):
        viewer.wait(timeout=60)
        output, errors = viewer.stdout.read(), viewer.stderr.read()
        self.assertEqual(viewer.returncode, status, output + errors)
        return output, errors

    def produce(self, port, mode, frames=10, status=0):
        done = subprocess.run([PRODUCER, str(port), mode, str(frames)], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return {name: float(value) for name, value in re.findall(r"(\w+)=(\S+)", done.stdout)}

    def test_a_complete_stream_is_saved_as_a_capture_and_judged(self):
        viewer, port = self.attach("--out", "live.mcap", "--judge", "--json")
        said = self.produce(port, "paced", 6)
        output, errors = self.end_of(viewer)
        self.assertEqual((said["error"], said["poses"], said["visits"]), (0, 0, 0))
        self.assertIn("connected: stream_producer 1", errors)
        self.assertIn("the producer finished", errors)
        rows = [json.loads(line) for line in output.splitlines()]
        self.assertEqual([row["verdict"] for row in rows], 12 * ["right"], rows)  # six frames, six queries
        again = self.run_boxwood("judge", "live.mcap", "--json")
        self.assertEqual((again.returncode, again.stdout), (0, output), again.stderr)
        self.assertEqual(again.stderr, "")  # no warning, because the file ends with a summary
        self.assertIn("1 mesh, 0 hierarchies, 1000 bodies", self.assert_done("inspect", "live.mcap"))

    def test_complete_records_are_kept_if_a_producer_dies_within_a_record(self):
        viewer, port = self.attach("--out", "dead.mcap", "--judge")
        self.produce(port, "dies", 3, status=-signal.SIGABRT)
        output, errors = self.end_of(viewer)
        self.assertIn("ended in the middle of a record, after 12 of its bytes", errors)
        self.assertIn("3 queries: 6 right", output)
        self.assertIn("3 queries: 6 right", self.run_boxwood("judge", "dead.mcap").stdout)

    def test_a_second_producer_is_refused_and_the_first_stays_connected(self):
        viewer, port = self.attach("--out", "two.mcap")
        with socket.create_connection(("127.0.0.1", port)) as first:
            first.sendall(start_of_stream(b"1", b"first 1"))
            self.assertIn("connected: first 1", viewer.stderr.readline())
            said = self.produce(port, "waits")
            self.assertEqual(said["error"], said["busy"])
            self.assertIn("refused another producer: only one can be connected at a time", viewer.stderr.readline())
            first.sendall(record(15, bytes(4)))
        self.assertIn("0 messages of first 1; the producer finished", self.end_of(viewer)[1])

    def test_another_format_version_is_refused_on_both_sides(self):
        earlier = self.write("new.mcap", b"an earlier capture")
        viewer, port = self.attach("--out", "new.mcap")
        with socket.create_connection(("127.0.0.1", port)) as newer:
            newer.sendall(start_of_stream(b"2"))
            newer.settimeout(10)
            self.assertEqual(newer.recv(1), b"v")
        errors = self.end_of(viewer, 2)[1]
        self.assertIn("engine 7 sends messages of version 2; this program reads version 1", errors)
        with open(earlier, "rb") as file:
            self.assertEqual(file.read(), b"an earlier capture")

        # The producer's side: boxwood_capture.h returns an error if the viewer replies that it reads another version.
        with socket.create_server(("127.0.0.1", 0)) as other:
            producer = subprocess.Popen([PRODUCER, str(other.getsockname()[1]), "waits"], stdout=subprocess.PIPE, text=True)
            connection = other.accept()[0]
            connection.sendall(b"v")
            said = dict(re.findall(r"(\w+)=(\S+)", producer.communicate(timeout=20)[0]))
            connection.close()
        self.assertEqual(said["error"], said["version"])

    def test_a_stream_with_nothing_to_judge_is_an_error(self):
        viewer, port = self.attach("--judge")
        with socket.create_connection(("127.0.0.1", port)) as producer:
            producer.sendall(start_of_stream(b"1") + record(15, bytes(4)))
        self.assertIn("nothing to judge: no hierarchy", self.end_of(viewer, 2)[1])

    def test_malformed_streams_are_refused(self):
        for sent, words in ((b"GET / HTTP/1.1\r\n\r\n", "eight magic bytes of MCAP"),
                            (b"\x89MCAP0\r\n" + record(1, text(b"ros2") + text(b"x")), 'profile is "ros2"'),
                            (start_of_stream(b"1") + struct.pack("<BQ", 5, 1 << 62), "more than the budget"),
                            (start_of_stream(b"1") + record(5, b"short"), "a message is too short")):
            viewer, port = self.attach()
            with socket.create_connection(("127.0.0.1", port)) as other:
                other.sendall(sent)
                other.settimeout(10)
                self.assertEqual(other.recv(1), b"m")
                self.assertIn(words, self.end_of(viewer, 2)[1])
        viewer, port = self.attach()
        socket.create_connection(("127.0.0.1", port)).close()
        self.assertIn("before it sent anything", self.end_of(viewer, 2)[1])

    def test_messages_beyond_the_memory_budget_are_dropped_and_the_rest_is_judged(self):
        viewer, port = self.attach("--out", "flood.mcap", "--judge", "--memory", "2")
        said = self.produce(port, "flood", 300)
        output, errors = self.end_of(viewer)
        self.assertEqual(said["error"], 0)
        self.assertIn("discarded to stay within the memory budget", errors)
        # The 300 frames are 40 MB. Verdicts about the frames within the budget are right or undecided, but never wrong.
        self.assertRegex(output, r" 0 wrong\n")
        frames = int(re.search(r"(\d+) frames of a broad phase", output)[1])
        self.assertTrue(0 < frames < 25, output)
        inspected = self.run_boxwood("inspect", "flood.mcap")
        self.assertEqual(inspected.returncode, 0, inspected.stderr)
        if said["poses"]:
            self.assertRegex(inspected.stderr, f"{int(said['poses'])} messages? of /pose")

    def test_a_stopped_viewer_delays_no_frame_and_costs_more_visits_than_poses(self):
        viewer, port = self.attach("--out", "slow.mcap", "--judge")
        viewer.send_signal(signal.SIGSTOP)
        # While the viewer is stopped, the producer fills its buffer without waiting; only bwc_close() waits. Then the
        # viewer reads the complete buffer.
        producer = subprocess.Popen([PRODUCER, str(port), "patient", "200"], stdout=subprocess.PIPE, text=True)
        time.sleep(0.3)
        viewer.send_signal(signal.SIGCONT)
        said = {n: float(v) for n, v in re.findall(r"(\w+)=(\S+)", producer.communicate(timeout=30)[0])}
        output, errors = self.end_of(viewer)
        self.assertEqual(said["error"], 0)
        self.assertLess(said["longest_ms"], 5000)  # no frame waited until the limit of 10 s
        self.assertGreaterEqual(said["visits"], said["poses"])
        self.assertGreater(said["visits"], 0)
        self.assertRegex(output, r" 0 wrong\n")
        self.assertIn("the producer dropped messages", errors)
        self.assertRegex(errors, f"{int(said['visits'])} messages? of /visit")

    def test_a_producer_gives_up_on_a_viewer_that_never_reads(self):
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            start = time.monotonic()
            said = self.produce(deaf.getsockname()[1], "flood", 400, status=1)
            self.assertGreater(said["error"], 0)
            self.assertLess(said["longest_ms"], 1000)  # the longest time of one frame: no frame waited for the viewer
            self.assertLess(time.monotonic() - start, 20)
            # The bytes in the socket buffers are the start of a valid stream: a header, a version and messages.
            connection = deaf.accept()[0]
            connection.settimeout(10)
            stream = b""
            while part := connection.recv(1 << 20):
                stream += part
            connection.close()
        opcodes = [opcode for opcode, _ in records_of(stream)]
        self.assertEqual(opcodes[:2], [1, 12])
        self.assertGreater(opcodes.count(5), 1000)

    def test_a_producer_without_a_viewer_gets_an_error(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.assertGreater(self.produce(port, "flood", status=1)["error"], 0)

    def test_a_used_port_a_missing_producer_and_a_missing_folder_are_errors(self):
        viewer, port = self.attach("--out", "x.mcap")
        self.assert_refused("attach", "--port", port, naming=f"port {port} of 127.0.0.1")
        viewer.send_signal(signal.SIGINT)
        self.assertIn("no producer connected", self.end_of(viewer, 2)[1])
        self.assert_refused("attach", "--out", "nowhere/x.mcap", naming="nowhere")

    def test_an_earlier_capture_stays_if_no_producer_connects(self):
        self.write("kept.mcap", "kept\n")
        viewer, _ = self.attach("--out", "kept.mcap")
        viewer.send_signal(signal.SIGINT)
        self.end_of(viewer, 2)
        with open(self.path("kept.mcap"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "kept\n")

    def test_ctrl_c_ends_the_judging(self):
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)  # no process reads the pipe, so writing the verdicts blocks
        viewer, port = self.attach("--judge", "--json", stdout=writing)
        os.close(writing)
        self.produce(port, "patient", 200)
        self.assertTrue(any("the producer finished" in line for line in viewer.stderr))
        viewer.send_signal(signal.SIGINT)
        self.assertEqual(viewer.wait(timeout=60), -signal.SIGINT)

    def test_options_without_effect_and_wrong_extensions_are_refused(self):
        self.assert_refused("attach", "--json", naming="--judge")
        self.assert_refused("attach", "--all", naming="--judge")
        self.assert_refused("attach", "--out", "x.npy", naming=".mcap")


if __name__ == "__main__":
    unittest.main()
