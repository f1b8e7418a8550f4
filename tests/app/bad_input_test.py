"""Invalid input gives exit status 2 and one line with the problem and its location, and creates no files."""
import json
import os
import pathlib
import struct
import subprocess
import unittest

from cli import BOXWOOD, CUBE, TETRAHEDRON, CliTest

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
PLY = ("ply\nformat {format} 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n"
       "element face {faces}\nproperty list uchar int vertex_indices\nend_header\n")


def binary_ply(points, triangles, vertices=None, faces=None):
    header = PLY.format(format="binary_little_endian", vertices=len(points) if vertices is None else vertices,
                        faces=len(triangles) if faces is None else faces)
    return header.encode() + b"".join(struct.pack("<3f", *p) for p in points) + b"".join(
        struct.pack("<B3i", 3, *t) for t in triangles)


def binary_stl(points, triangles, count=None):
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *(c for i in t for c in points[i]), 0) for t in triangles)
    return b"\0" * 80 + struct.pack("<I", len(triangles) if count is None else count) + body


NAN = float("nan")
BAD_MESHES = {
    # name: (content, text that the message contains)
    "empty.obj": (b"", "empty"),
    "blank.obj": (b"\n\n", ""),
    "points.obj": (TRIANGLE.encode(), ""),
    "lines.obj": ((TRIANGLE + "l 1 2\n").encode(), ""),
    "nan.obj": ((TRIANGLE.replace("v 1 0 0", "v nan 0 0") + "f 1 2 3\n").encode(), ""),
    "infinite.obj": ((TRIANGLE.replace("v 1 0 0", "v 1e999 0 0") + "f 1 2 3\n").encode(), ""),
    "huge.obj": ((TRIANGLE.replace("v 1 0 0", "v 1e30 0 0") + "f 1 2 3\n").encode(), ""),
    "index.obj": ((TRIANGLE + "f 1 2 99\n").encode(), ""),
    "text.obj": (b"this is not a mesh\n", ""),
    "nan.ply": (binary_ply([(0, 0, 0), (NAN, 0, 0), (0, 1, 0)], [(0, 1, 2)]), ""),
    "index.ply": (binary_ply([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 99)]), ""),
    "negative.ply": (binary_ply([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, -1)]), ""),
    "bomb.ply": (binary_ply([(0, 0, 0)], [], vertices=4_000_000_000), ""),
    "bomb.stl": (binary_stl(*TETRAHEDRON, count=80_000_000), ""),
    "nan.stl": (binary_stl([(0, 0, 0), (NAN, 0, 0), (0, 1, 0)], [(0, 1, 2)]), ""),
    "empty.stl": (binary_stl([], []), ""),
    "cut.ply": (binary_ply(*TETRAHEDRON)[:60], ""),
    "cut_body.ply": (binary_ply(*TETRAHEDRON)[:-20], ""),
    "cut.stl": (binary_stl(*TETRAHEDRON)[:-30], ""),
    "index.off": (b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 99\n", ""),
    "cut.off": (b"OFF\n3 1 0\n0 0 0\n1 0", ""),
    "cut.gltf": (b'{"asset": {"version": "2.0"}, "meshes": [', ""),
    "cut.fbx": (b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0" + b"\xff" * 64, ""),
    "zeros.ply": (b"\0" * 4096, ""),
    "binary.obj": (bytes(range(256)) * 16, ""),
}

GOOD_POSE = '{"id": 0, "a": {}, "b": {}}'
BAD_POSES = {
    "not JSON": ("{", "poses.jsonl:2"),
    "an array": ("[]", "poses.jsonl:2"),
    "cut": ('{"id": 1, "a": {"t": [1, 2', "poses.jsonl:2"),
    "two on a line": (GOOD_POSE + " " + GOOD_POSE, "poses.jsonl:2"),
    "id is text": ('{"id": "x", "a": {}, "b": {}}', "id"),
    "an id twice": (GOOD_POSE, "is also the id of line 1"),
    "id is a fraction": ('{"id": 1.5, "a": {}, "b": {}}', "id"),
    "a is a number": ('{"id": 1, "a": 1, "b": {}}', "a"),
    "too few numbers": ('{"id": 1, "a": {"t": [1, 2]}, "b": {}}', "t"),
    "too many numbers": ('{"id": 1, "a": {"q": [0, 0, 0, 1, 0]}, "b": {}}', "q"),
    "text for a number": ('{"id": 1, "a": {"t": [1, 2, "3"]}, "b": {}}', "t"),
    "null": ('{"id": 1, "a": {"t": [1, 2, null]}, "b": {}}', "t"),
    "NaN": ('{"id": 1, "a": {"t": [1, 2, NaN]}, "b": {}}', "poses.jsonl:2"),
    "infinite": ('{"id": 1, "a": {"t": [1, 2, 1e999]}, "b": {}}', "poses.jsonl:2"),
    "far away": ('{"id": 1, "a": {"t": [1, 2, 1e20]}, "b": {}}', "poses.jsonl:2"),
    "zero quaternion": ('{"id": 1, "a": {"q": [0, 0, 0, 0]}, "b": {}}', "zero quaternion"),
    "zero scale": ('{"id": 1, "a": {}, "b": {"s": [1, 0, 1]}}', "scale"),
    "tiny scale": ('{"id": 1, "a": {}, "b": {"s": [1, 1e-300, 1]}}', "scale"),
    "misspelt key": ('{"id": 1, "a": {}, "b": {"scale": [1, 1, 1]}}', "scale"),
    "deep": ('{"id": 1, "a": ' + "[" * 100_000 + "]" * 100_000 + ', "b": {}}', "poses.jsonl:2"),
}


class BadInputTest(CliTest):
    def setUp(self):
        super().setUp()
        self.cube = self.write_mesh("cube.obj", CUBE)
        self.poses = self.write("poses.jsonl", GOOD_POSE + "\n")
        self.out = self.path("out.jsonl")

    def refuse_query(self, *options, a=None, b=None, poses=None, out=None, naming=()):
        before = sorted(os.listdir(self.folder))
        message = self.assert_refused("query", a or self.cube, b or self.cube, "--poses", poses or self.poses, "--out",
                                      out or self.out, *options, naming=naming)
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        return message

    def test_invalid_meshes_are_refused(self):
        for name, (content, naming) in BAD_MESHES.items():
            with self.subTest(mesh=name):
                path = self.write(name, content)
                self.assert_refused("inspect", path, naming=(name, naming))
                self.refuse_query(b=path, naming=(name, naming))

    def test_missing_files_are_refused(self):
        for path in (self.path("gone.obj"), self.path("no/such/folder.obj"), self.path("cube.obj/x.obj"), "\n.obj"):
            with self.subTest(path=path):
                self.assert_refused("inspect", path, naming=os.path.basename(path).strip())
                self.refuse_query(a=path)
                self.refuse_query(poses=path)

    def test_a_folder_instead_of_a_file_is_refused(self):
        os.mkdir(self.path("folder.obj"))
        self.assert_refused("inspect", self.path("folder.obj"), naming=("folder.obj", "director"))
        self.refuse_query(a=self.path("folder.obj"), naming="folder.obj")
        self.refuse_query(poses=self.folder)
        self.refuse_query(out=self.folder, naming=self.folder)

    def test_a_device_instead_of_a_file_is_refused(self):
        for path in ("/dev/zero", "/dev/null"):
            self.assert_refused("inspect", path)
            self.refuse_query(poses=path, naming=(path, "device"))

    def test_an_empty_name_of_an_input_is_refused(self):
        self.assert_refused("inspect", "")
        self.refuse_query(poses="\0"[:0] or " ")

    def test_an_unreadable_file_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("root reads everything")
        os.chmod(self.cube, 0)
        self.assert_refused("inspect", self.cube, naming="ermission")

    def test_invalid_poses_are_refused_with_their_line(self):
        for name, (line, naming) in BAD_POSES.items():
            with self.subTest(poses=name):
                path = self.write("poses.jsonl", GOOD_POSE + "\n" + line + "\n")
                self.refuse_query(poses=path, naming=("poses.jsonl:2", naming))
        self.refuse_query(poses=self.write("binary.jsonl", bytes(range(256))), naming="binary.jsonl:1")

    def test_unknown_names_are_refused(self):
        for option in ("--volume", "--kind", "--builder"):
            self.assert_refused("inspect", self.cube, option, "nonsense", naming=(option[2:], "'nonsense'"))
            self.refuse_query(option, "nonsense", naming=(option[2:], "'nonsense'"))
        self.refuse_query("--volume", "nonsense", naming="aabb")
        self.refuse_query("--builder", "Midpoint", naming="midpoint")
        self.refuse_query("--test", "nonsense", naming=("'nonsense'", "sat", "sat-lite"))
        self.refuse_query("--descent", "nonsense", naming=("'nonsense'", "volume", "extent", "alternating"))
        self.refuse_query("--mode", "nonsense", naming=("'nonsense'", "any", "all", "distance"))
        self.refuse_query("--mode", "", naming="any")
        self.assert_refused("run", "nonsense", "--headless", "--frames", "1", naming="nonsense")

    def test_invalid_numbers_are_refused(self):
        for threads in ("0", "-1", "1000000", "99999999999999999999", "two", "1.5", "", "nan"):
            with self.subTest(threads=threads):
                self.refuse_query("--threads", threads, naming="--threads")
        for frames in ("-1", "99999999999999999999", "1e3", "many", "", "100000000", "0x2", "0X2", "+0x2", "+-2", "2.0", " 2"):
            with self.subTest(frames=frames):
                self.assert_refused("run", "multi-body", "--headless", "--frames", frames,
                                    naming=("--frames", f"'{frames}' is not a whole number from 0 to 10000000"))
        self.assert_refused("run", "multi-body", "--headless", "--frames", 1, "--threads", "0x2", naming=("--threads", "'0x2'"))
        self.assert_refused("run", "multi-body", "--headless", "--frames", 1, "--set", "bodies=0x10",
                            naming=("bodies", "'0x10' is not a whole number from 1 to"))
        for size in ("0x0", "1x1", "100000x100000", "4294968896x1000",
                     "640", "640x", "x480", "640x480x3", "-640x480", "axb"):
            with self.subTest(size=size):
                self.assert_refused("run", "multi-body", "--headless", "--frames", "1", "--size", size, naming="--size")
        for seed in ("-1", "x", "1.5", "99999999999999999999"):
            with self.subTest(seed=seed):
                self.assert_refused("run", "multi-body", "--headless", "--frames", "1", "--seed", seed, naming="--seed")
                self.assert_refused("bench", "solid-exits", "--quick", "--out", self.path("bench"), "--seed", seed,
                                    naming="--seed")

    def test_invalid_settings_are_refused_with_the_reason(self):
        few = ("multi-body", "--set", "bodies=5")
        for settings, naming in [
                ((*few, "select=99999"), ("select", "99999 does not exist", "bodies go from 0 to 4")),
                ((*few, "select=5"), ("select", "0 to 4")),
                ((*few, "select=3", "with=5"), ("with", "0 to 4")),
                ((*few, "select=3", "with=3"), ("with", "a pair needs two bodies")),
                ((*few, "with=3"), ("with", "select=BODY")),
                ((*few, "pick-face=1"), ("pick-face", "select=BODY")),
                ((*few, "select=3", "pick-vertex=20"), ("pick-vertex", "vertices go from 0 to 19")),
                ((*few, "pick-edge=54", "select=3"), ("pick-edge", "edges go from 0 to 53")),
                ((*few, "select=3", "pick-face=99999"), ("pick-face", "faces go from 0 to 35")),
                ((*few, "meshes=100", "select=0", "pick-face=0"), ("pick-face", "body 0 is a mesh")),
                ((*few, "select=0", "position=3"), ("joint", "no joints of body 0")),
                (("articulated", "joint=0", "position=3"), ("joint", "select=BODY")),
                (("articulated", "select=0", "joint=99", "position=3"), ("joint", "joints of body 0 go from 0")),
                (("articulated", "select=0", "joint=0"), ("joint", "position=NUMBER")),
                (("articulated", "select=0", "joint=0", "position=9999"), ("position", "'9999' is not a number from")),
                (("pair", "select-a=4294967290"), ("select-a", "nodes of A go from 0 to")),
                (("pair", "triangle-b=99999999"), ("triangle-b", "triangles of B go from 0 to")),
                (("pair", "hide-b=99999999"), ("hide-b", "nodes of B")),
                (("pair", "fault-a=99999999"), ("No fault can be injected", "of A: nodes go from 0 to")),
                (("pair", "tolerance=10"), ("tolerance", "distance=on")),
                (("pair", "distance=on", "tolerance=101"), ("tolerance", "'101' is not a number from")),
                (("deformation", "threshold-3=5"), ("threshold-3", "2 copies", "policy-3=NAME")),
                (("deformation", "volume-4=sphere"), ("volume-4", "copies=4"))]:
            with self.subTest(settings=settings):
                options = [piece for setting in settings[1:] if setting != "--set" for piece in ("--set", setting)]
                self.assert_refused("run", settings[0], "--headless", "--frames", 1, *options, naming=naming)

    def test_options_with_an_empty_name_are_refused(self):
        # An empty argument, as a shell passes for an unset variable in quotes, is not the same as a missing option.
        given = {"--poses": self.poses, "--out": self.out, "--visits": self.path("visits")}
        for option in given:
            names = [word for pair in (given | {option: ""}).items() for word in pair]
            self.assert_refused("query", self.cube, self.cube, *names, naming=(option, "no name given"))
        for verb, option in (("compare", "--poses"), ("compare", "--out"), ("prepare", "--out"), ("bench", "--out"),
                             ("bench", "--mesh"), ("bench", "--peers")):
            self.assert_refused(verb, *[self.cube] * (verb == "prepare"), *[self.cube, self.cube] * (verb == "compare"),
                                option, "", naming=(option, "no name given"))
        for option in ("--screenshot", "--report", "--script", "--log"):
            self.assert_refused("run", "walkthrough", "--headless", "--frames", "1", option, "",
                                naming=(option, "no name given"))
        self.assert_refused("run", "", "--headless", "--frames", "1", naming=("target", "no name given"))

    def test_messages_about_long_names_and_line_breaks_are_one_short_line(self):
        for name in ("x" * 5000, "two\nlines"):
            for arguments in (("run", name, "--headless"), ("run", "pair", "--headless", "--set", name),
                              ("run", "pair", "--headless", "--set", name + "=1"),
                              ("run", "pair", "--headless", "--set", "volume=" + name),
                              ("run", "pair", "--headless", "--set", "visit=" + name),
                              ("run", "pair", "--headless", "--compare-with", name),
                              ("run", "pair", "--headless", "--compare-with", "///" + name), ("keys", name),
                              ("bench", "peers", "--peers", name)):
                with self.subTest(arguments=arguments[:5]):
                    self.assert_refused(*arguments)

    def test_unknown_options_and_missing_arguments_are_refused(self):
        self.assert_refused("--nonsense", naming="--nonsense")
        self.assert_refused("inspect", self.cube, "--nonsense", naming="--nonsense")
        self.assert_refused("list", "volumes", "--nonsense", naming="--nonsense")
        self.assert_refused("run", "multi-body", "--headless", "--nonsense", naming="--nonsense")
        self.refuse_query("--nonsense", naming="--nonsense")
        self.refuse_query("--volume", naming="--volume")
        self.refuse_query("extra.obj", naming="extra.obj")
        self.assert_refused("query", naming="A")
        self.assert_refused("query", self.cube, naming="B")
        self.assert_refused("inspect", naming="MESH")
        self.assert_refused("run", "--headless", naming="target")

    def test_an_invalid_output_is_refused_before_the_meshes_are_read(self):
        missing = self.path("no/such/folder/out.jsonl")
        # Neither mesh exists. If the program read a file before it checked the options, the message would name it.
        for out in (missing, self.folder, os.path.join(self.cube, "out.jsonl"), "/proc/out.jsonl"):
            with self.subTest(out=out):
                self.refuse_query(a="gone.obj", b="gone.obj", out=out, naming=os.path.basename(out))
        self.refuse_query("--visits", missing, a="gone.obj", b="gone.obj", naming=os.path.basename(missing))
        for option in ("--screenshot", "--report"):
            self.assert_refused("run", "multi-body", "--headless", "--frames", "1", option, missing, naming=missing)

    def test_an_existing_output_stays_if_an_input_is_refused(self):
        self.write("out.jsonl", "old\n")
        self.refuse_query(b="gone.obj", naming="gone.obj")
        with open(self.out, encoding="utf-8") as file:
            self.assertEqual(file.read(), "old\n")

    def test_an_output_that_is_also_an_input_is_refused_and_not_changed(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses([({}, {})])
        scene = self.write("s.json", '{"boxwood": 1, "bodies": [{"generate": {"kind": "box"}}]}')
        library = self.write("l.poly", "")
        self.assert_done("prepare", mesh, "--out", library)
        walk = self.write("w.walk", "boxwood-walk 1\n2 wait\n")
        link, hard, part = self.path("link"), self.path("hard"), self.path("o.part")
        os.symlink(poses, link)
        os.link(mesh, hard)
        os.link(poses, part)
        files = [pathlib.Path(name) for name in (mesh, poses, scene, library, walk)]
        query = ("query", mesh, mesh, "--poses", poses)
        for arguments, named in ((query + ("--out", poses), poses), (query + ("--out", link), link),
                                 (query + ("--out", os.path.join(self.folder, ".", "poses.jsonl")), "poses.jsonl"),
                                 (query + ("--out", hard), hard), (query + ("--out", self.path("o")), "o"),
                                 (query + ("--out", self.path("x"), "--visits", mesh), mesh),
                                 (("compare", mesh, mesh, "--out", mesh), mesh),
                                 (("compare", mesh, mesh, "--poses", poses, "--out", poses), poses),
                                 (("prepare", library, "--out", library), library),
                                 (("run", scene, "--headless", "--frames", 1, "--report", scene), scene),
                                 (("run", "pair", mesh, "--headless", "--frames", 1, "--report", mesh), mesh),
                                 (("run", "walkthrough", "--script", walk, "--log", walk, "--headless"), walk)):
            with self.subTest(arguments=arguments):
                if named == "o":
                    arguments = ("query", mesh, mesh, "--poses", part, "--out", self.path("o"))
                kept = {path.name: path.read_bytes() for path in files}
                self.assert_refused(*arguments, naming=(named, "choose another output"))
                self.assertEqual({path.name: path.read_bytes() for path in files}, kept)
        self.assert_done(*query, "--out", "-")

    def test_two_outputs_that_are_the_same_file_are_refused(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses([({}, {})])
        old = self.write("old.mcap", "old\n")
        os.symlink(old, self.path("link.mcap"))
        query, run = ("query", mesh, mesh, "--poses", poses), ("run", "multi-body", "--headless", "--frames", 1)
        before = sorted(os.listdir(self.folder))
        for arguments, named in ((query + ("--out", "o.jsonl", "--visits", "./o.jsonl"), "./o.jsonl"),
                                 (query + ("--out", self.path("o"), "--visits", "o"), "o"),
                                 (query + ("--out", "o", "--visits", "o.part"), "o.part"),
                                 (query + ("--out", "-", "--visits", "-"), "-"),
                                 (run + ("--report", "./o.mcap", "--record", "o.mcap"), "o.mcap"),
                                 (run + ("--report", "./o.png", "--screenshot", "o.png"), "o.png"),
                                 (run + ("--report", "link.mcap", "--record", "old.mcap"), "old.mcap"),
                                 (("prepare", mesh, "--decompose", "--out", "o.poly", "--scene", "./o.poly"), "o.poly"),
                                 (("judge", "--inject", "cycle", "--json", "--out", "o", "--save", "./o"), "o")):
            with self.subTest(arguments=arguments):
                self.assert_refused(*arguments, naming=(named, "would overwrite another output"))
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assert_done(*query, "--out", "/dev/null", "--visits", "/dev/null")

    def test_a_file_that_a_setting_opens_is_not_overwritten(self):
        mesh, poses = self.write_mesh("a.obj", CUBE), self.write_poses([({}, {})])
        self.assert_done("judge", mesh, mesh, "--poses", poses, "--kind", "bvh2", "--volume", "aabb", "--save", "case.mcap")
        self.write("rooms.json", '{"lab": "walkthrough"}')
        for arguments, file in ((("capture", "--set", "capture=case.mcap", "--record", "./case.mcap"), "case.mcap"),
                                (("walkthrough", "--set", "scene=rooms.json", "--report", "rooms.json"), "rooms.json")):
            with self.subTest(arguments=arguments):
                with open(self.path(file), "rb") as before:
                    content = before.read()
                self.assert_refused("run", *arguments, "--headless", "--frames", 1, naming=(file, "is also an input"))
                with open(self.path(file), "rb") as after:
                    self.assertEqual(after.read(), content)

    def test_the_frame_log_of_a_long_report_overwrites_no_file(self):
        self.write("r.json.frames", "mine")
        before = os.listdir(self.folder)
        self.assert_done("run", "multi-body", "--headless", "--frames", 5000, "--set", "bodies=1", "--report", "r.json")
        with open(self.path("r.json.frames"), encoding="utf-8") as mine:
            self.assertEqual(mine.read(), "mine")
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(before + ["r.json"]))

    def test_a_failed_write_to_standard_output_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        mesh = self.write_mesh("a.obj", CUBE)
        for arguments in (("inspect", mesh, "--json"), ("list", "volumes"), ("list", "benches"), ("settings",),
                          ("manual",), ("prepare", mesh), ("judge", "--inject", "cycle"), ("--help",), ("--version",),
                          ("compare", mesh, mesh, "--kind", "bvh2", "--volume", "aabb", "--repeats", "1")):
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([BOXWOOD, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                      timeout=120, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, r"\Aboxwood: standard output: cannot be written[^\n]*\n\Z")

    def test_text_for_closed_standard_streams_does_not_go_into_the_output(self):
        # The printed text is larger than the buffer of stdout, so a part of it is written while the output file is
        # open.
        self.write_mesh("a.obj", CUBE)
        self.assert_done("prepare", "a.obj", "--out", "one.poly")
        with open(self.path("one.poly"), encoding="utf-8") as file:
            model = file.read().split("\n", 1)[1]
        self.write("many.poly", "".join(model.replace("a.obj", f"m{i}") for i in range(100)))
        self.assert_done("prepare", "many.poly", "--out", "good.poly")
        with open(self.path("good.poly"), "rb") as file:
            good = file.read()
        for closed in (">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed=closed):
                done = subprocess.run(["sh", "-c", f'"$0" prepare many.poly --out some.poly {closed}', BOXWOOD],
                                      cwd=self.folder, capture_output=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 2 if ">&-" in closed.split() else 0, done.stderr)
                with open(self.path("some.poly"), "rb") as file:
                    self.assertEqual(file.read(), good)

    def test_whole_numbers_with_leading_zeros_are_decimal(self):
        run = ("run", "multi-body", "--headless", "--set", "bodies=3", "--report", "-")
        for seed, frames in (("010", "002"), ("0", "00"), ("08", "1")):
            report = json.loads(self.assert_done(*run, "--seed", seed, "--frames", frames))
            self.assertEqual((report["seed"], report["frames"]), (int(seed), int(frames)))

    def test_nan_is_refused(self):
        self.assert_refused("prepare", self.cube, "--decompose", "--concavity", "nan", naming=("--concavity", "nan"))

    def test_a_walk_file_without_its_first_line_is_refused(self):
        for text, message in (("", "w.walk: is empty; a walk begins with the line 'boxwood-walk 1'"),
                              ("\n", "w.walk: line 1: a walk begins with the line 'boxwood-walk 1'")):
            self.assert_refused("run", "walkthrough", "--headless", "--script", self.write("w.walk", text), naming=message)

    def test_a_seed_of_64_bits_is_accepted_and_larger_or_negative_ones_are_refused(self):
        largest = 2 ** 64 - 1
        scene = self.write("s.json", '{"boxwood": 1, "seed": %d, "bodies": [{"generate": {"kind": "box"}}]}' % largest)
        run = ("run", scene, "--headless", "--frames", 1, "--seed")
        self.assert_done(*run, largest)
        self.assert_refused(*run, largest - 1, naming=("has its own seed", str(largest)))
        self.assert_refused(*run, largest + 1, naming="--seed")
        self.assert_refused(*run, -1, naming="--seed")

    def test_a_scene_in_which_nearly_all_bodies_overlap_is_refused_with_the_counts(self):
        scene = self.write("s.json", '{"boxwood": 1, "bodies": [{"polytope": {"faces": 4}, "count": 8000}],'
                                     ' "room": {"half": [1, 1, 1]}}')
        self.assert_refused("run", scene, "--headless", "--frames", 1,
                            naming=("s.json: /bodies: more than 10000000 of the 31996000 pairs of 8000 bodies have "
                                    "overlapping boxes",
                                    "a larger room"))

    def test_help_and_version(self):
        self.assertIn("query", self.assert_done("--help"))
        for verb in ("run", "query", "inspect", "list"):
            self.assertIn(verb, self.assert_done(verb, "--help"))
        self.assertRegex(self.assert_done("--version"), r"\Aboxwood \d+\.\d+\.\d+\n\Z")


if __name__ == "__main__":
    unittest.main()
