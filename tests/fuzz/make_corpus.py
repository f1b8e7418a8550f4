#!/usr/bin/env python3
"""Writes the seeds of tests/fuzz/corpus that this script defines. Other files of the corpus stay unchanged; seeds that
fuzzing adds are named by hashes."""
import json
import pathlib
import random
import struct
import zlib

CORPUS = pathlib.Path(__file__).parent / "corpus"
CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]


def write(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


def lines(rows):
    return "".join(" ".join(str(x) for x in row) + "\n" for row in rows)


def make_obj():
    plain = lines([("v", *p) for p in CORNERS]) + lines([("f", *(i + 1 for i in f)) for f in FACES])
    write("obj", "tetrahedron.obj", "# a comment\no one\ng all\n" + plain)
    write("obj", "all.obj", lines([("v", *p, 1.0) for p in CORNERS]) + "vt 0 0\nvn 0 0 1\r\nusemtl m\ns off\n"
          "f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4 -3 -2\nf 1//1 2//1 \\\n 3//1\np 1 2\nl 1 2 3\n")


def make_ply():
    header = ("ply\nformat {} 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty double y\n"
              "property float z\nproperty uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n")
    write("ply", "ascii.ply", header.format("ascii") + lines([(*p, 7) for p in CORNERS]) + lines([(3, *f) for f in FACES]))
    for name, order in (("binary_little_endian", "<"), ("binary_big_endian", ">")):
        body = b"".join(struct.pack(order + "fdfB", *p, 7) for p in CORNERS)
        body += b"".join(struct.pack(order + "Biii", 3, *f) for f in FACES)
        write("ply", name + ".ply", header.format(name).encode() + body)


def make_stl():
    text = "solid one\n"
    binary = b"made by hand".ljust(80) + struct.pack("<I", len(FACES))
    for face in FACES:
        text += "facet normal 0 0 1\n outer loop\n"
        text += "".join("  vertex {} {} {}\n".format(*CORNERS[i]) for i in face) + " endloop\nendfacet\n"
        binary += struct.pack("<12fH", 0, 0, 1, *(x for i in face for x in CORNERS[i]), 0)
    write("stl", "ascii.stl", text + "endsolid one\n")
    write("stl", "binary.stl", binary)


def make_off():
    write("off", "tetrahedron.off", "OFF\n# a comment\n4 4 6\n" + lines(CORNERS) + lines([(3, *f) for f in FACES]))
    write("off", "coff.off", "COFF\n4 1 0\n" + lines([(*p, 255, 0, 0, 255) for p in CORNERS]) + "4 0 1 2 3 255 0 0\n")


def make_poly():
    block = lines([(f"v{i}", i & 1, i >> 1 & 1, i >> 2) for i in range(8)])
    faces = ["0 2 3 1", "4 5 7 6", "0 1 5 4", "2 6 7 3", "0 4 6 2", "1 3 7 5"]
    named = "".join(f"f{k} " + " ".join("v" + i for i in f.split()) + "\n" for k, f in enumerate(faces))
    write("poly", "block.poly", f"polytope block\n{block}*\n{named}*\n")
    write("poly", "two.poly", "# two\npolytope a\n" + lines([("-", *p) for p in CORNERS]) + "*\n" +
          lines([("-", *f) for f in FACES]) + "*\npolytope b\n" + lines([(i, *p) for i, p in enumerate(CORNERS)]) + "*\n" +
          lines([(f"f{i}", *f) for i, f in enumerate(FACES)]) + "*\n")
    write("poly", "two_parts.poly", "polytope p\n" + lines([(f"a{i}", *p) for i, p in enumerate(CORNERS)]) +
          lines([(f"b{i}", x + 5, y, z) for i, (x, y, z) in enumerate(CORNERS)]) + "*\n" +
          "".join(f"{s}{k} " + " ".join(f"{s}{i}" for i in f) + "\n" for s in "ab" for k, f in enumerate(FACES)) + "*\n")
    write("poly", "inside_out.poly", f"polytope block\n{block}*\n" +
          "".join(f"f{k} " + " ".join("v" + i for i in reversed(f.split())) + "\n" for k, f in enumerate(faces)) + "*\n")


def make_mesh_stream():
    positions = b"".join(struct.pack("<3f", *p) for p in CORNERS)
    triangles = b"".join(struct.pack("<3I", *f) for f in FACES)
    counts = struct.pack("<3Q", len(CORNERS), len(FACES), 6)
    write("mesh_stream", "tetrahedron", bytes([5, 1]) + counts + positions + triangles)
    write("mesh_stream", "index_out_of_range", bytes([64, 1]) + counts + positions + triangles[:-4] + struct.pack("<I", 4))
    header = struct.pack("<5Q", 0x32304853454D5842, len(CORNERS), len(FACES), 6, 0)
    write("mesh_stream", "wrong_checksum", bytes([7, 0]) + header + positions + triangles)
    write("mesh_stream", "huge_counts", bytes([7, 0]) + struct.pack("<5Q", 0x32304853454D5842, 2**62, 2**62, 6, 0) + positions)


def make_poses():
    rows = [{"id": 0, "a": {}, "b": {"t": [1, 0, 0]}},
            {"id": 7, "a": {"q": [0, 0, 1, 1], "t": [0.5, 1e-3, -2], "s": [2, 0.5, -1]}, "b": {"q": [1, 0, 1, 0]}, "note": "x"},
            {"id": -3, "a": {"q": [1e-170, 0, 0, 1e-170]}, "b": {"s": [1e-9, 1e9, 1], "t": [1e15, -1e15, 0]}}]
    write("poses", "three.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    write("poses", "same_id.jsonl", 2 * (json.dumps(rows[0]) + "\n"))
    write("poses", "long_quaternion.jsonl", json.dumps({"id": 1, "a": {"q": [0, 1e200, 0, 1]}, "b": {"q": [1e155, 0, 0, 1]}}))


def make_visits():
    mesh = {"name": "one", "triangles": 4, "nodes": 7, "pose": {"q": [0, 0, 0, 1], "t": [0, 0, 0], "s": [1, 1, 1]}}
    counters = {"volume_tests": 2, "leaf_tests": 0, "primitive_tests": 1, "volume_updates": 0, "exact_tests": 0,
                "relations": 1, "max_depth": 1, "exits_by_axis": [0] * 31 + [2]}
    head = {"format": "boxwood visit stream", "version": 3, "a": mesh, "b": mesh,
            "hierarchy": {"kind": "bvh2", "volume": "aabb", "builder": "midpoint", "leaf_size": 1},
            "query": {"mode": "all", "test": "sat", "descent": "volume", "leaf_test": "volume",
                      "triangle_test": "devillers", "tolerance": 0}, "counters": counters, "seen": 3, "kept": 3}

    def visit(a, b, depth, kind, verdict, axis):
        return struct.pack("<3IBBbB", a, b, depth, kind, verdict, axis, 0)

    visits = visit(0, 0, 0, 0, 1, -1) + visit(1, 0, 1, 0, 1, -1) + visit(0, 2, 1, 1, 1, 0)
    write("visits", "three", json.dumps(head, separators=(",", ":")).encode() + b"\n" + visits)
    write("visits", "cut", json.dumps({**head, "seen": 100, "kept": 1}, separators=(",", ":")).encode() + b"\n" + visits[:16])


def make_scenes():
    def scene(file, bodies, **more):
        write("scene", file + ".json", json.dumps({"boxwood": 1, "bodies": bodies, **more}))

    scene("recipes", [{"generate": {"kind": "torus", "n_major": 6, "n_minor": 4}, "velocity": [0.1, 0, 0]},
                      {"generate": {"kind": "rock", "frequency": 1}, "count": 3, "spin": [0, 5, 0], "box": "cube"},
                      {"polytope": {"faces": 12, "radius": 0.5}, "pose": {"t": [1, 0, 0], "q": [1, 0, 1, 0]}}],
          seed=7, room={"half": [6, 5, 6]})
    scene("parts", [{"parts": [{"name": "base", "solid": {"kind": "box"}},
                               {"name": "arm", "polytope": {"faces": 8}, "parent": "base",
                                "joint": {"axis": [0, 0, 1], "lower": -30, "upper": 60, "rate": 1}},
                               {"name": "drawer", "generate": {"kind": "box"}, "parent": "base", "hull": "whole-range",
                                "joint": {"kind": "prismatic", "axis": [1, 0, 0], "period": 20}}],
                     "apart": [["base", "arm"]], "fixed": True}])
    scene("look", [{"solid": {"kind": "box"}, "material": "wood", "mass": 2, "name": "table"}, {"place": "chair", "pose": {"t": [1, 0, 0], "turn": 30},
                    "repeat": {"count": 2, "step": [1, 0, 0]}, "vary": {"t": [0.1, 0, 0], "turn": 5}}],
          materials={"wood": {"color": "#A07040", "roughness": 0.5}}, light={"towards_sun": [0, 1, 0], "sun_strength": 2}, define={"chair": [{"solid": {"kind": "box"}}]},
          view={"eye": [0, 1, 3], "target": [0, 0, 0]}, name="look", lab="walkthrough")
    scene("far", [{"polytope": {"faces": 4}, "pose": {"t": [1e15, 0, 0]}}, {"generate": {"kind": "box"}, "pose": {"s": [1e9, 1e-9, 1]}},
                  {"polytope": {}, "pose": {"q": [0, 1e200, 0, 1]}, "velocity": [1e6, 0, 0]}], room={"half": [1e9, 1, 1]})
    far_mesh = {"kind": "extrusion", "outline": [[1e6, 0], [1e6, 1e5], [9e5, 0]]}
    scene("leaves_the_positions", [{"generate": {"kind": "box"}, "pose": {"t": [1e15, 0, 0]}, "velocity": [1e6, 0, 0]},
                                   {"solid": {"kind": "box"}, "pose": {"t": [0, -999999998000000, 0]}, "velocity": [0, -3e5, 0], "spin": [0, 5, 0]}])
    scene("spins_far_from_its_origin", [{"generate": far_mesh, "pose": {"s": [1e9, 1e9, 1e9]}, "spin": [0, 20, 0]},
                                        {"generate": far_mesh, "pose": {"s": [1e9, 1e9, 1]}, "spin": [0, 0, 90], "velocity": [1e6, 0, 0]},
                                        {"generate": {"kind": "extrusion", "outline": [[-1e6, -1e6], [1e6, -1e6], [0, 1e6]]},
                                         "pose": {"s": [1e9, 1e9, 1e9]}, "spin": [0, 3600, 0]}])
    scene("files", [{"mesh": "no_such.obj"}, {"library": {"file": "no_such.poly", "name": "x"}}])


def make_settings():
    write("settings", "kept", "# What Boxwood's window keeps\ninterface.theme dark\ninterface.scale 1.25\n"
          "walkthrough.mouse-speed 1.5 # fast\nmulti-body.bodies 500\n")
    write("settings", "given", "bodies=500\nbodies=1e5\nbodies=0\ndensity 0.5\ndensity=nan\nbox=cube\nbox=round\nmotion=x\nmotion=\n"
          "bodies=1e-999\nbodies=99999999999999999999999\ndensity=-0\nno-such=1\n")


def make_walks():
    write("walk", "acts.walk", "boxwood-walk 1\nscene kitchen # the usual one\nstart 0 0 2 180 -10\n90 wait\n130 go -0.045 0.93; face 0 0.8 0.3\n"
          "60 turn 23 0 0\n60 reach 0.13 0.87 0.40\n60 close\n2 drop\n60 open thumb index\n30 scale 1.5 1 2\n10 crouch\n")
    write("walk", "inputs.walk", "boxwood-walk 1\nstart 1 0 2\n5 input right=0.5 forward=-1 turn=0.01\n1 input\n"
          "7 input crouch drop pitch=0.1 thumb=1 grow-x=0.25\n")
    write("walk", "many.walk", "boxwood-walk 1\n" + 200 * "1 wait\n")


def make_mcap():
    def text(content):
        return struct.pack("<I", len(content)) + content.encode()

    def record(opcode, content):
        return struct.pack("<BQ", opcode, len(content)) + content

    magic = b"\x89MCAP0\r\n"
    header = record(1, text("boxwood") + text("by hand"))
    schema = record(3, struct.pack("<H", 1) + text("numbers") + text("boxwood") + text("value u64"))
    channel = record(4, struct.pack("<HH", 0, 1) + text("/a") + text("boxwood") + struct.pack("<I", 0))
    messages = b"".join(record(5, struct.pack("<HIQQ", 0, i, i, i) + bytes(i)) for i in range(5))
    records = schema + channel + messages
    chunk = record(6, struct.pack("<QQQI", 0, 4, len(records), zlib.crc32(records)) + text("") +
                   struct.pack("<Q", len(records)) + records)
    attachment = struct.pack("<QQ", 1, 1) + text("note") + text("text/plain") + struct.pack("<Q", 5) + b"hello"
    attachment = record(9, attachment + struct.pack("<I", zlib.crc32(attachment)))
    end = record(15, bytes(4))
    write("mcap", "flat.mcap", magic + header + records + attachment + end + record(2, bytes(20)) + magic)
    write("mcap", "chunk.mcap", magic + header + chunk + attachment + end + record(2, bytes(20)) + magic)
    write("mcap", "cut.mcap", magic + header + chunk[:-9])
    data = magic + header + chunk + end
    summary = schema + channel + record(11, struct.pack("<QHIIIIQQI", 5, 1, 1, 0, 0, 1, 0, 4, 0))
    footer = struct.pack("<BQQQ", 2, 20, len(data), 0)
    write("mcap", "summary.mcap", data + summary + footer + struct.pack("<I", zlib.crc32(summary + footer)) + magic)


def make_captures():
    def text(content):
        return struct.pack("<I", len(content)) + content.encode()

    def record(opcode, content):
        return struct.pack("<BQ", opcode, len(content)) + content

    def padded(content):
        return content + bytes(-len(content) % 8)

    def number(value):
        return struct.pack("<Q", value)

    def words(content):
        return number(len(content)) + padded(content.encode())

    def u32(*values):
        return number(len(values)) + padded(struct.pack(f"<{len(values)}I", *values))

    def reals(*values):
        return number(len(values)) + number(8) + struct.pack(f"<{len(values)}d", *values)

    def nested(*records):
        return number(len(records)) + b"".join(number(len(r)) + r for r in records)

    nan = float("nan")
    mesh = (number(1) + number(0) + words("m") + reals(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1) + u32(0, 1, 2, 0, 1, 3) + u32() + u32() + number(0))
    bounds = words("aabb") + number(0) + reals(*(3 * (0, 0, 0, 1, 1, 1))) + reals() + u32() + reals() + reals() + words("") + reals()
    tree = (number(2) + number(0) + number(1) + number(0) + words("t") + words("hand") + words("triangle") + number(64) + number(0) +
            words("m") + u32(0) + u32(0, 1, 2) + u32(0, 0, 0) + u32(2, 0, 0) + u32(0, 0, 1) + u32(0, 1, 1) + u32(1, 2) + u32() +
            u32(0, 1) + u32() + nested(bounds) + reals() + number(0) + reals() + u32())
    side = number(0) + number(1) + number(0) + number(2) + number(0) + number(1) + reals(1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1, 0)
    query = (number(3) + number(0) + words("pair") + words("all") + nested(side, side) + reals() + number(64) + struct.pack("<d", nan) +
             number(2**64 - 1) + struct.pack("<3d", nan, 0, 0) + reals() + reals() + struct.pack("<d", nan) + number(1) + u32(0, 1) + u32(0, 1) +
             number(0) + struct.pack("<3d", nan, nan, nan) + reals() + reals() + reals() + words("") + words(""))
    def other_query(number_of, kind, mode, sides, origin=(), direction=(), verdict=1, pairs=(), distance=nan, depth=nan, time=nan, normal=()):
        return (number(number_of) + number(0) + words(kind) + words(mode) + nested(*sides) + reals() + number(64) +
                struct.pack("<d", nan) + number(2**64 - 1) + struct.pack("<3d", nan, 0, 0) + reals(*origin) + reals(*direction) +
                struct.pack("<d", nan) + number(verdict) + u32(*pairs) + u32(*pairs) + number(0) +
                struct.pack("<3d", distance, depth, time) + reals() + reals() + reals(*normal) + words("") + words(""))

    others = (other_query(4, "ray", "distance", [side], (0.3, 0.2, -2), (0, 0, 1), distance=2, pairs=(0,)),
              other_query(5, "ray", "all", [side], (0.3, 0.2, -2), (0, 0, 1), verdict=0),
              other_query(6, "point", "distance", [side], (2, 0, 0), distance=0.75),
              other_query(7, "point", "any", [side], (0.3, 0.1, 0.1)),
              other_query(8, "cast", "time", [side, side], direction=(1, 0.5, 0), time=0.5),
              other_query(9, "pair", "depth", [side, side], depth=0.25, normal=(1, 0, 0)))
    topics = ("/mesh", "/hierarchy", "/query")
    channels = b"".join(record(4, struct.pack("<HH", i, 0) + text(topic) + text("boxwood") + struct.pack("<I", 0)) for i, topic in enumerate(topics))
    messages = b"".join(record(5, struct.pack("<HIQQ", i, 0, 0, 0) + data) for i, data in enumerate((mesh, tree, query)))
    magic = b"\x89MCAP0\r\n"
    write("capture", "flat.mcap", magic + record(1, text("boxwood") + text("by hand")) + channels + messages + record(15, bytes(4)) +
          record(2, bytes(20)) + magic)
    messages_of_others = b"".join(record(5, struct.pack("<HIQQ", i, 0, 0, 0) + data)
                                  for i, data in [(0, mesh), (1, tree)] + [(2, other) for other in others])
    write("capture", "kinds.mcap", magic + record(1, text("boxwood") + text("by hand")) + channels + messages_of_others +
          record(15, bytes(4)) + record(2, bytes(20)) + magic)
    write("bvh_json", "tree.bvh.json", '{"mesh": {"id": 1, "positions": {"single": [0, 0, 0, 1, 0, 0, 0, 1, 0]}, "triangles": [[0, 1, 2]]},'
          ' "hierarchy": [{"mesh": 1, "roots": [0], "bounds": [{"type": "aabb", "values": [0, null, 1e300]}]}],'
          ' "visit": [{"query": 3, "visits": [[1, 2, 3, 0, 1], [1, 2, 3, 0, 1, -1]]}], "query": [{"sides": [{"mesh": 1}]}]}\n')
    version = text("version") + text("1")
    start = magic + record(1, text("boxwood") + text("by hand")) + record(12, text("boxwood") + struct.pack("<I", len(version)) + version)
    write("capture_stream", "parts.mcap", b"\x40" + start + channels + messages + record(15, bytes(4)))
    write("capture_stream", "cut.mcap", b"\xff" + start + channels + messages[:-30])


def make_choices():
    for target in ("library", "world"):
        source = random.Random(target)
        for i in range(12):
            write(target, f"random_{i}", bytes(source.randrange(256) for _ in range(100 + 100 * i)))


for make in (make_obj, make_ply, make_stl, make_off, make_poly, make_mesh_stream, make_poses, make_visits, make_scenes,
             make_settings, make_walks, make_mcap, make_captures, make_choices):
    make()
