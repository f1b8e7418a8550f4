"""boxwood run --headless: reports, pictures, and the same bits for the same seed."""
import json
import os
import struct
import unittest
import zlib

from cli import CUBE, TETRAHEDRON, CliTest, without_progress

# Settings of the pair lab for hierarchies with two children per node. The tests depend on their node numbers.
BINARY = ("--set", "kind=bvh2", "--set", "builder=midpoint", "--set", "leaf-size=1")
PHASES = ("deform", "refit", "update", "broad", "narrow", "highlight", "respond", "step")


def read_png(path):
    """(width, height, filtered rows) of an 8-bit RGB or RGBA PNG. Checks the checksums of its chunks."""
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
        """Returns the report of a run."""
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

    def test_every_lab_and_workload_gives_a_valid_report(self):
        names = self.assert_done("list", "labs").split() + self.assert_done("list", "workloads").split()
        for name in dict.fromkeys(names):
            with self.subTest(name=name):
                self.check_report(self.run_headless(name), 5)

    def test_triangles_of_polytopes_in_contact_are_found_only_on_demand(self):
        crowd = ("multi-body", "--set", "bodies=60", "--set", "density=30")
        unseen = self.run_headless(*crowd)
        asked = self.run_headless(*crowd, "--set", "triangles=on")
        drawn = self.run_headless(*crowd, "--screenshot", self.path("crowd.png"), "--size", "400x400")
        self.assertGreater(unseen["counters_per_frame"]["contacts"]["max"], 0)
        self.assertEqual(unseen["counters_per_frame"]["triangle_contacts"]["max"], 0)
        self.assertGreater(asked["counters_per_frame"]["triangle_contacts"]["max"], 0)
        self.assertEqual(asked["counters_per_frame"], drawn["counters_per_frame"])
        self.assertLess(unseen["phases_ms"]["highlight"]["median"], asked["phases_ms"]["highlight"]["median"])
        self.assertEqual(unseen["state_hash"], asked["state_hash"])
        self.assertEqual(unseen["state_hash"], drawn["state_hash"])

    def test_copies_of_a_deformation_can_have_different_kinds(self):
        small = ("deformation", "--set", "mesh=craft", "--set", "oracle=all")
        for kinds in (("kind=bvh8", "leaf-size=2"), ("kind-1=bvh8", "kind-2=box-tree"), ("kind=bvh2-lazy", "policy-2=always")):
            with self.subTest(kinds=kinds):
                state = self.state_of(*small, *(word for kind in kinds for word in ("--set", kind)), frames=6)
                self.assertTrue(state["agree"])
                self.assertEqual(state["verified"]["wrong"], 0)
                self.assertEqual(len({one["contacts"] for one in state["policies"]}), 1)
        replayed = self.state_of("deformation", "--set", "mesh=craft", "--set", "kind=bvh8", "--set", "replay=on", frames=8)
        self.assertEqual(replayed["replayed"], 6)  # the three policies that need linked nodes are left out
        for settings, why in ((("kind-2=bvh8", "policy-2=partial"), "supports bvh2 with one triangle per leaf"),
                              (("kind=bvh2-lazy",), "policy area supports every kind of hierarchy except bvh2-lazy"),
                              (("kind=bvh8", "volume=sphere"), "does not take volume 'sphere'")):
            self.assert_refused("run", "deformation", "--headless", "--frames", 1,
                                *(word for setting in settings for word in ("--set", setting)), naming=(why,))

    def test_bodies_that_reach_the_position_limit_stop_and_are_counted(self):
        far = self.write("far.obj", "v 1e12 0 0\nv 1e12 1e11 0\nv 1e12 0 1e11\nf 1 2 3\n")
        bodies = {"flies": {"generate": {"kind": "box"}, "pose": {"t": [1e15, 0, 0]}, "velocity": [1e6, 0, 0]},
                  "spins": {"mesh": far, "pose": {"s": [1e4, 1e4, 1e4]}, "spin": [0, 5, 0]},
                  "is huge": {"mesh": far, "pose": {"s": [1e9, 1e9, 1e9]}, "spin": [0, 5, 0]}}
        for name, body in bodies.items():
            for lab in ("multi-body", "walkthrough"):
                with self.subTest(body=name, lab=lab):
                    scene = self.write("s.json", json.dumps({"boxwood": 1, "lab": lab, "bodies": [body]}))
                    report = self.run_headless(scene, frames=90)
                    self.assertEqual(report["stopped_at_the_limit"], int(lab == "multi-body"))
        printed = self.assert_done("run", scene, "--headless", "--frames", 90)
        self.assertNotIn("stopped_at_the_limit", printed)
        self.assertIn("stopped_at_the_limit 1\n", self.assert_done(
            "run", self.write("s.json", json.dumps({"boxwood": 1, "bodies": [body]})), "--headless", "--frames", 90))

    def test_a_mesh_too_far_away_for_the_pair_lab_is_refused_by_name(self):
        tiny = self.write("tiny.obj", "v 1e12 0 0\nv 1e12 1e-3 0\nv 1e12 0 1e-3\nf 1 2 3\n")
        huge = self.write("huge.obj", "v -1e12 0 0\nv 1e12 0 0\nv 0 1e12 0\nf 1 2 3\n")
        done = self.run_boxwood("run", "pair", huge, tiny, "--headless", "--frames", 2)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("boxwood: tiny.obj cannot be placed at huge.obj: body 1: translation t is beyond 1e15\n", done.stderr)

    def test_a_numbered_series_of_meshes_is_a_motion(self):
        points, faces = CUBE
        for number in range(3):
            moved = [(x + number, y, z) for x, y, z in points]
            first = self.write_mesh(f"walk_{2 - number:02}.obj", (moved, faces))
        state = self.run_headless("deformation", first, frames=4)["state"]
        self.assertEqual((state["motion"], state["period"], state["recorded"]), ("frames", 3, 5))
        self.assertTrue(state["agree"])
        self.write_mesh("walk_01.obj", (points + [(9, 9, 9)], faces))  # no triangle uses the last vertex
        self.assert_refused("run", "deformation", first, "--headless", "--frames", 1,
                            naming="walk_01.obj: 9 vertices instead of 8 as in walk_00.obj")
        self.write_mesh("walk_01.obj", TETRAHEDRON)
        self.assert_refused("run", "deformation", first, "--headless", "--frames", 1,
                            naming="walk_01.obj: 4 triangles instead of 12 as in walk_00.obj")

    def test_the_same_seed_gives_the_same_bits(self):
        first = self.run_headless("multi-body", "--seed", 7, frames=60)
        again = self.run_headless("multi-body", "--seed", 7, frames=60)
        other = self.run_headless("multi-body", "--seed", 8, frames=60)
        later = self.run_headless("multi-body", "--seed", 7, frames=61)
        self.assertEqual(first["state_hash"], again["state_hash"])
        self.assertEqual(first["counters_per_frame"], again["counters_per_frame"])
        self.assertEqual((first["seed"], other["seed"]), (7, 8))
        self.assertEqual(len({first["state_hash"], other["state_hash"], later["state_hash"]}), 3)

    def test_the_pair_lab_runs_with_given_meshes(self):
        report = self.run_headless("pair", self.write_mesh("a.obj", CUBE), self.write_mesh("b.obj", TETRAHEDRON))
        self.check_report(report, 5)

    def test_a_compared_hierarchy_has_the_counts_of_a_run_with_it_alone(self):
        beside = self.run_headless("pair", "--visit", 1, "--compare-with", "obb/object-median", "--compare-with", "aabb//box-tree/2/sat-lite",
                                   "--set", "cost=triangle-tests", frames=1)["state"]["compared"]
        alone = [{}, {"volume": "obb", "builder": "object-median"},
                 {"volume": "aabb", "kind": "box-tree", "leaf-size": 2, "test": "sat-lite"}]
        self.assertEqual(len(beside), len(alone))
        self.assertEqual(len({row["visits"] for row in beside}), len(alone))
        for row, settings in zip(beside, alone):
            options = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
            counters = self.run_headless("pair", *options, frames=1)["counters_per_frame"]
            with self.subTest(hierarchy=row["hierarchy"]):
                self.assertTrue(row["ready"])
                self.assertEqual(row["volume_tests"], counters["volume_tests"]["last"])
                self.assertEqual(row["triangle_tests"], counters["triangle_tests"]["last"])
                self.assertEqual(row["visits"], row["volume_tests"] + row["triangle_tests"])
        for bad, naming in (("wheel", ("wheel", "obb")), ("obb/object-median/bvh2/99", ("99", "whole number")),
                            ("obb/object-median/bvh2/1/sat/1", ("VOLUME/BUILDER",)), ("obb////slow", ("slow", "sat-lite"))):
            self.assert_refused("run", "pair", "--headless", "--compare-with", bad, naming=naming)
        self.assert_refused("run", "pair", "--headless", "--compare-with", "obb//box-tree", naming=("box-tree", "obb"))
        four = [word for _ in range(4) for word in ("--compare-with", "obb")]
        self.assert_refused("run", "pair", "--headless", *four, naming=("room for 3",))

    def test_rows_of_a_comparison_are_of_the_last_frame(self):
        run = self.run_headless("pair", "--set", "compare=kinds", "--set", "spin=20", frames=3)
        rows = run["state"]["comparison"]
        self.assertEqual((rows["frame"], rows["since"]), (3, ""))
        self.assertGreater(rows["rows"], 1)
        self.assertEqual(rows["volume_tests"], run["counters_per_frame"]["volume_tests"]["last"])

    def test_a_screenshot_has_the_requested_size(self):
        self.assert_done("run", "multi-body", "--headless", "--frames", 3, "--size", "640x480", "--screenshot",
                         self.path("one.png"))
        width, height, rows = read_png(self.path("one.png"))
        self.assertEqual((width, height), (640, 480))
        self.assertGreater(len(set(rows)), 64, "the picture is nearly uniform")

    def test_graphs_are_measured_and_drawn(self):
        pictures = []
        for view in ("times", "causes", "claims"):
            path = self.path(view + ".png")
            self.assert_done("run", "multi-body", "--headless", "--frames", 1, "--size", "1280x720", "--set",
                             "page=graphs", "--set", "graph=5", "--set", f"graph-view={view}", "--set", "sweep=quick", "--screenshot", path)
            pictures.append(read_png(path)[2])
        self.assertEqual(len(set(pictures)), 3)
        self.assert_refused("run", "multi-body", "--headless", "--set", "graph=7", naming=("graph", "1 to 6"))

    def state_of(self, *arguments, frames):
        return self.run_headless(*arguments, frames=frames)["state"]

    def test_tumbling_counts_the_tests_of_each_kind_at_each_turn(self):
        options = ("--set", "page=tumbling", "--set", "spin=9", "--set", "test=sat-lite")
        state = self.state_of("pair", *options, frames=8)["tumbling"]
        kinds = {kind["name"]: kind for kind in state["kinds"]}
        self.assertEqual(set(kinds), {"BoxTree", "shrunk BoxTree", "AABB", "OBB", "24-DOP"})
        self.assertEqual(state["turn"], 72)
        for kind in kinds.values():
            self.assertGreaterEqual(kind["poses"], 8, kind)
            self.assertGreater(kind["tests"], kind["poses"], kind)
        self.assertGreater(kinds["BoxTree"]["tests"], kinds["shrunk BoxTree"]["tests"])
        self.assertEqual(self.state_of("pair", *options, frames=8)["tumbling"], state)
        far = self.state_of("pair", *options, "--set", "distance-at=120", frames=8)["tumbling"]
        for kind in far["kinds"]:
            self.assertLess(kind["tests"], kinds[kind["name"]]["tests"])

    def test_the_oracle_checks_every_pair_including_meshes_and_parts(self):
        mixed = ("multi-body", "--set", "bodies=60", "--set", "density=12", "--set", "meshes=40")
        for arguments in (mixed, ("mixed-200",), ("articulated",)):
            with self.subTest(arguments=arguments):
                verified = self.state_of(*arguments, frames=8)["verified"]
                self.assertEqual((verified["frames"], verified["unchecked_pairs"], verified["wrong"]), (8, 0, 0))
                self.assertGreater(verified["pairs"], 8)

    def test_verified_counts_the_checks_of_the_oracle_and_is_null_if_it_is_off(self):
        crowd = ("multi-body", "--set", "bodies=60", "--set", "density=12", "--set", "meshes=40")
        shapes = self.state_of(*crowd, "--set", "oracle=all", frames=9)["verified"]
        self.assertEqual((shapes["frames"], shapes["wrong"], shapes["first_wrong"]), (9, 0, None))
        self.assertGreater(shapes["hierarchies"], 0)
        one = self.state_of(*crowd, "--set", "oracle=all", frames=1)["verified"]
        self.assertLess(one["pairs"], shapes["pairs"])
        self.assertIsNone(self.state_of(*crowd, "--set", "oracle=off", frames=9)["verified"])
        deforming = ("deformation", "--set", "oracle=all", "--set", "mesh=craft")
        by_brute_force = self.state_of(*deforming, frames=4)["verified"]
        self.assertEqual((by_brute_force["frames"], by_brute_force["hierarchies"], by_brute_force["wrong"]), (4, 8, 0))
        self.assertEqual(self.state_of("deformation", frames=4)["verified"]["hierarchies"], 0)
        self.assertIsNone(self.state_of("deformation", "--set", "oracle=off", frames=4)["verified"])
        pair = self.state_of("pair", "--set", "oracle=all", "--compare-with", "obb", frames=4)["verified"]
        self.assertEqual((pair["frames"], pair["pairs"], pair["hierarchies"], pair["wrong"]), (4, 4, 16, 0))
        self.assertIsNone(self.state_of("pair", frames=4)["verified"])
        self.assertIsNone(self.state_of("walkthrough", frames=4)["verified"])

    def run_wrong(self, *arguments, frames):
        """Runs a lab, expects that its oracle finds wrong results, and returns the report and the text on stderr."""
        report = self.path("wrong.json")
        done = self.run_boxwood("run", *arguments, "--headless", "--frames", frames, "--report", report)
        self.assertEqual(done.returncode, 1, f"{arguments}: {done.stdout}{done.stderr}")
        self.assertRegex(without_progress(done.stderr), r"\Aboxwood: the oracle found \d+ wrong results[^\n]+\n\Z")
        with open(report, encoding="utf-8") as file:
            return json.load(file), done.stderr

    def test_missing_contacts_end_with_status_1_and_a_message(self):
        report, message = self.run_wrong("pair", *BINARY, "--set", "fault-a=3", "--set", "oracle=all", frames=3)
        self.assertGreater(report["state"]["verified"]["wrong"], 3)
        self.assertEqual(report["state"]["verified"]["frames"], 3)
        self.assertIn("missing", message)
        self.assertIn(report["state"]["verified"]["first_wrong"], message)
        picture = self.path("wrong.png")
        done = self.run_boxwood("run", "pair", *BINARY, "--set", "fault-a=3", "--headless", "--frames", 2, "--size", "640x480",
                                "--screenshot", picture)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(read_png(picture)[:2], (640, 480))

    def test_the_oracle_finds_a_halved_box_even_if_no_contact_is_missing(self):
        unnoticed = 0
        kinds = (("bvh2", "aabb"), ("bvh2", "obb"), ("bvh8", "aabb"), ("box-tree", "aabb"), ("bvh2-lazy", "rss"))
        nodes = (10, 137, 1001, 5002, 20000)
        for i, (kind, volume) in enumerate(kinds):
            hierarchy = (*BINARY, "--set", f"kind={kind}", "--set", f"volume={volume}")
            # Brute force is slow, so without BOXWOOD_LONG_TESTS only two nodes of each kind are checked.
            for node in nodes if "BOXWOOD_LONG_TESTS" in os.environ else (nodes[i], nodes[(i + 2) % 5]):
                with self.subTest(kind=kind, volume=volume, node=node):
                    report, message = self.run_wrong("pair", *hierarchy, "--set", f"fault-a={node}", frames=1)
                    self.assertIn("the hierarchy of A is wrong: ", message)
                    if kind != "bvh8":
                        self.assertIn(f"node {node}: does not contain a vertex", message)
                    unnoticed += "missing" not in message
        self.assertGreater(unnoticed, 2, "brute force alone would find nearly all of these faults")

    def test_the_replayed_feature_walk_has_as_many_steps_as_that_of_the_frame(self):
        crowd = ("multi-body", "--set", "bodies=60", "--set", "density=12", "--set", "walk-start=cached", "--set", "spin=30")
        replayed, longest = 0, 0
        for body in range(12):
            state = self.state_of(*crowd, "--set", f"select={body}", frames=6)
            if not state["pair_active"]:
                continue
            replayed += 1
            longest = max(longest, state["walk_steps"])
            self.assertEqual(state["walk_steps"], state["pair_iterations"], body)
        self.assertGreater(replayed, 4)
        self.assertGreater(longest, 1)

    def test_a_joint_can_be_set_and_pairs_of_parts_have_a_feature_walk(self):
        still = self.state_of("articulated", "--set", "select=0", "--set", "speed=0.01", frames=3)["joints"]
        turned = self.state_of("articulated", "--set", "select=0", "--set", "speed=0.01", "--set", "joint=1", "--set",
                               "position=20", frames=3)["joints"]
        self.assertGreater(abs(still[1] - 20), 1)
        self.assertLess(abs(turned[1] - 20), 1)
        self.assertEqual(still[0], turned[0])
        walks = [self.state_of("articulated", "--set", f"select={body}", frames=3) for body in range(6)]
        self.assertTrue(any(state["pair_active"] and state["walk_steps"] > 0 for state in walks))


if __name__ == "__main__":
    unittest.main()
