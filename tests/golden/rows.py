"""The rows of the golden record: the commands to run, with every setting written out.

A row names each setting that its answer depends on, because defaults may change. Names are those of the record;
aliases.json has the program's present names. Meshes are made with additions, multiplications, divisions and square
roots only, which IEEE 754 rounds in the same way on every machine.
"""
import json
import math
from dataclasses import dataclass

KINDS = ("bvh", "lazy-bvh", "box-tree", "box-tree-shrunk", "wide")
BOX_VOLUMES = {"box-tree": ("aabb",), "box-tree-shrunk": ("aabb",), "wide": ("aabb", "obb")}  # others take all
VOLUMES = ("aabb", "sphere", "obb", "obb-hull", "kdop14", "kdop18", "kdop24", "kdop26", "lss", "rss", "obbrss")
BUILDERS = ("midpoint", "median", "mean", "least-overlap", "principal-axis", "binned-area", "binned-volume", "morton",
            "bottom-up", "insertion", "insertion-shuffled", "restricted")
MODES = ("all", "any", "distance")
BROAD_PHASES = ("sweep-and-prune", "sweep-and-prune-direct", "interval-tree", "interval-planes", "grid", "octree",
                "column-sweep", "brute-force")
NARROW_PHASES = ("v-clip", "lin-canny", "gjk", "exhaustive")


@dataclass(frozen=True)
class Row:
    """`key` is the name of the row. In `command`, {name} is the file of that name and {out} is an output file."""
    key: str
    command: tuple
    output: str  # the part of the output that counts: answers, visits, quality, report or file


# Meshes and poses

def hash_of(*numbers):
    """A pseudorandom integer of 64 bits, from integers."""
    value = 0x9E3779B97F4A7C15
    for number in numbers:
        value = (value ^ (number & 0xFFFFFFFF)) * 0xBF58476D1CE4E5B9 % 2**64
        value ^= value >> 29
    return value


def noise(*numbers):
    """A number in [-1, 1)."""
    return (hash_of(*numbers) >> 11) / 2**52 - 1


def rock(n, bumps):
    """A subdivided octahedron on a bumpy sphere. Each edge of the octahedron is divided into n parts."""
    points, index, triangles = [], {}, []

    def vertex(*grid):
        if grid not in index:
            index[grid] = len(points)
            length = math.sqrt(sum(c * c for c in grid))
            radius = 1 + bumps * noise(*grid)
            points.append(tuple(c / length * radius for c in grid))
        return index[grid]

    for sign in range(8):
        sx, sy, sz = (1 if sign & bit == 0 else -1 for bit in (1, 2, 4))

        def at(i, j, s=(sx, sy, sz)):
            return vertex(s[0] * i, s[1] * j, s[2] * (n - i - j))

        flip = sx * sy * sz < 0
        for i in range(n):
            for j in range(n - i):
                faces = [(at(i, j), at(i + 1, j), at(i, j + 1))]
                if i + j < n - 1:
                    faces.append((at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)))
                triangles += [(a, c, b) if flip else (a, b, c) for a, b, c in faces]
    return points, triangles


def circle(count):
    """Points of the unit circle at about equal distances, by the rational parametrization."""
    quarter = [((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for t in (k / (count // 4) for k in range(count // 4))]
    points = []
    for _ in range(4):
        points += quarter
        quarter = [(-y, x) for x, y in quarter]
    return points


def torus(around, across, thickness):
    points = [((1 + thickness * u) * x, (1 + thickness * u) * y, thickness * v)
              for x, y in circle(around) for u, v in circle(across)]
    triangles = []
    for i in range(around):
        for j in range(across):
            a, b = i * across + j, i * across + (j + 1) % across
            c, d = (i + 1) % around * across + j, (i + 1) % around * across + (j + 1) % across
            triangles += [(a, c, b), (b, c, d)]
    return points, triangles


def sheet(n):
    points = [(2 * i / n - 1, 0.2 * noise(i, j), 2 * j / n - 1) for i in range(n + 1) for j in range(n + 1)]
    triangles = []
    for i in range(n):
        for j in range(n):
            a = i * (n + 1) + j
            triangles += [(a, a + 1, a + n + 1), (a + 1, a + n + 2, a + n + 1)]
    return points, triangles


def soup(count):
    """Triangles of many sizes. Every tenth has two equal corners, and every twentieth occurs twice."""
    points, triangles = [], []
    for k in range(count):
        middle = [noise(k, c) for c in range(3)]
        size = 0.25 / (1 + hash_of(k) % 7)
        corners = [tuple(m + size * noise(k, corner, c) for c, m in enumerate(middle)) for corner in range(3)]
        if k % 10 == 0:
            corners[2] = corners[1] if k % 20 == 0 else corners[0]
        triangles.append(tuple(range(len(points), len(points) + 3)))
        points += corners
        if k % 20 == 5:
            triangles.append(triangles[-1])
    return points, triangles


def mesh_text(mesh):
    points, triangles = mesh
    return "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def pose_lines(count, reach, scales=True):
    """Lines with `count` poses of B, each shifted from A by up to `reach` per axis. Quaternions have any length."""
    lines = []
    for k in range(count):
        turn = [1 + noise(k, 1, c) for c in range(4)]
        scale = [2.0 ** (hash_of(k, 3, c) % 3 - 1) for c in range(3)] if scales and k % 3 == 2 else [1, 1, 1]
        shift = [reach * k / max(count - 1, 1) * noise(k, 2, c) for c in range(3)]
        lines.append(json.dumps({"id": k, "a": {"q": [0, 0, 0, 1], "t": [0, 0, 0], "s": [1, 1, 1]},
                                 "b": {"q": turn, "t": shift, "s": scale}}))
    return "\n".join(lines) + "\n"


def scene(bodies):
    return json.dumps({"boxwood": 1, "name": "golden", "lab": "multi-body", "seed": 11, "room": {"half": [6, 6, 6]},
                       "bodies": bodies})


def files():
    """Returns the content of each file that rows name."""
    moving = {"velocity": [0.06, 0, 0], "spin": [0, 5, 0], "mass": 1, "box": "dynamic"}
    return {
        "rock.obj": mesh_text(rock(8, 0.1)),
        "torus.obj": mesh_text(torus(24, 12, 0.35)),
        "sheet.obj": mesh_text(sheet(16)),
        "soup.obj": mesh_text(soup(400)),
        "large-rock.obj": mesh_text(rock(64, 0.02)),
        "large-torus.obj": mesh_text(torus(160, 80, 0.35)),
        "poses.jsonl": pose_lines(6, 2.5),
        "pose.jsonl": pose_lines(1, 0),
        "far-pose.jsonl": pose_lines(2, 6).splitlines()[1] + "\n",
        "many-poses.jsonl": pose_lines(100, 2.0),
        "bodies.json": scene([
            {"mesh": "torus.obj", "count": 6, **moving},
            {"mesh": "soup.obj", "count": 3, **moving},
            {"polytope": {"faces": 36, "radius": 0.5, "oblongness": 1, "seed": 3}, "count": 30, **moving},
            {"polytope": {"faces": 12, "radius": 0.6, "oblongness": 4, "seed": 4}, "count": 10, **moving, "box": "cube"},
            {"mesh": "sheet.obj", "fixed": True, "pose": {"t": [0, -3, 0], "q": [0, 0, 0, 1], "s": [4, 1, 4]}}]),
    }


# Rows

def query(key, a, b, poses, output="answers", **settings):
    whole = {"kind": "bvh", "volume": "aabb", "builder": "midpoint", "leaf-size": 1, "mode": "all", "test": "sat",
             "descent": "volume", "leaf-test": "volume", "triangle-test": "devillers", "tolerance": 0, "threads": 1}
    whole.update({name.replace("_", "-"): value for name, value in settings.items()})
    command = ["query", f"{{{a}}}", f"{{{b}}}", f"--poses={{{poses}}}"]
    command += [f"--{name}" if value is True else f"--{name}={value}" for name, value in whole.items()]
    command += ["--out=-"] if output == "answers" else ["--out={scratch}", "--visits={out}"]
    return Row(f"query {key}", tuple(command), output)


def inspect(key, mesh, **settings):
    options = tuple(f"--{name.replace('_', '-')}={value}" for name, value in settings.items())
    return Row(f"inspect {key}", ("inspect", f"{{{mesh}}}", "--json") + options, "quality")


def run(key, target, frames, seed, settings):
    command = ["run", target, "--headless", f"--frames={frames}"] + ([] if seed is None else [f"--seed={seed}"])
    for setting in settings.items():
        command += ["--set", "=".join(map(str, setting))]
    return Row(f"run {key}", tuple(command + ["--report={out}"]), "report")


def combinations():
    for kind in KINDS:
        for volume in BOX_VOLUMES.get(kind, VOLUMES):
            for builder in BUILDERS:
                yield {"kind": kind, "volume": volume, "builder": builder}


def hierarchy_rows():
    for choice in combinations():
        name = "/".join(choice.values())
        for mode in MODES:
            yield query(f"rock torus {name} {mode}", "rock.obj", "torus.obj", "poses.jsonl", mode=mode, **choice)
            if mode != "any":
                yield query(f"sheet soup {name} {mode}", "sheet.obj", "soup.obj", "poses.jsonl", mode=mode, **choice)
        for mode, pose in (("all", "pose.jsonl"), ("any", "pose.jsonl"), ("distance", "far-pose.jsonl")):
            yield query(f"rock torus {name} {mode} visits", "rock.obj", "torus.obj", pose, "visits", mode=mode, **choice)
        yield query(f"rock torus {name} all leaves of 4", "rock.obj", "torus.obj", "poses.jsonl", leaf_size=4, **choice)
        yield inspect(f"rock {name}", "rock.obj", leaf_size=1, **choice)
        yield inspect(f"soup {name} leaves of 4", "soup.obj", leaf_size=4, **choice)


def query_rows():
    """Every value of every option of a query, for some hierarchies."""
    variations = [{"test": "lite"}, {"test": "reboxing"}, {"descent": "extent"}, {"descent": "alternating"},
                  {"descent": "simultaneous"}, {"leaf_test": "triangle"}, {"leaf_test": "triangle", "leaf_size": 8},
                  {"triangle_test": "moller"}, {"triangle_test": "sat"}, {"threads": 2},
                  {"mode": "distance", "threads": 2}, {"mode": "any", "threads": 3},
                  {"mode": "distance", "tolerance": 0.1}, {"mode": "distance", "descent": "extent"}]
    for kind in KINDS:
        for volume in BOX_VOLUMES.get(kind, VOLUMES):
            for change in variations + ([{"memory": True}, {"memory": True, "mode": "any"}] if (kind, volume) == ("wide", "aabb") else []):
                name = " ".join(f"{option} {value}" for option, value in change.items())
                yield query(f"rock torus {kind}/{volume} {name}", "rock.obj", "torus.obj", "poses.jsonl",
                            **{"kind": kind, "volume": volume, "builder": "binned-area", **change})


MULTI_BODY = {"bodies": 300, "faces": 36, "most-faces": 4, "spin": 10, "velocity": 10, "density": 5, "meshes": 0,
              "oblongness": 1, "speed": 1, "fattening": 0, "storage": "dense", "start": "stored", "exchange": "approaching",
              "cubes": 0, "cell": 0, "threads": 1, "oracle": "off", "broad-phase": "sweep-and-prune",
              "narrow-phase": "v-clip", "triangles": "on"}


def multi_body(key, frames=60, **changes):
    changes = {name.replace("_", "-"): value for name, value in changes.items()}
    return run(f"multi-body {key}", "multi-body", frames, 1995, {**MULTI_BODY, **changes})


def multi_body_rows():
    for broad in BROAD_PHASES:
        for narrow in NARROW_PHASES:
            chosen = {"broad_phase": broad, "narrow_phase": narrow}
            name = f"{broad}/{narrow}"
            yield multi_body(name, **chosen)
            yield multi_body(f"{name} meshes", bodies=80, meshes=30, density=10, **chosen)
            yield multi_body(f"{name} cubes threads 2", cubes=40, threads=2, most_faces=120, **chosen)
            yield run(f"scene {name}", "{bodies.json}", 60, None,
                      {"speed": 1, "fattening": 0, "storage": "dense", "start": "stored", "exchange": "approaching",
                       "cell": 0, "threads": 1, "oracle": "off", "broad-phase": broad, "narrow-phase": narrow,
                       "triangles": "on"})
        for storage in ("dense", "sparse"):
            yield multi_body(f"{broad} storage {storage}", storage=storage, broad_phase=broad, bodies=900, frames=20)
        yield multi_body(f"{broad} fattening", fattening=0.2, broad_phase=broad)
        yield multi_body(f"{broad} dense crowd", density=30, velocity=40, broad_phase=broad)
    for narrow in NARROW_PHASES:
        for start in ("stored", "first", "random", "directional"):
            yield multi_body(f"{narrow} start {start}", start=start, narrow_phase=narrow)
        yield multi_body(f"{narrow} oblong", oblongness=6, narrow_phase=narrow)
    for change in ({"exchange": "literal"}, {"faces": 200}, {"speed": 0.25}, {"cell": 2, "broad_phase": "grid"},
                   {"threads": 3, "meshes": 20}, {"oracle": "all", "meshes": 20, "bodies": 60}):
        yield multi_body(" ".join(f"{name} {value}" for name, value in change.items()), **change)


def workload_rows():
    """Rows that use the defaults of each workload on purpose: its name is the setting."""
    for name, frames in (("polytopes-500", 60), ("polytopes-2000", 20), ("polytopes-10000", 6), ("mixed-200", 60),
                         ("articulated", 60)):
        for narrow in NARROW_PHASES:
            whole = 2 if (name, narrow) == ("articulated", "exhaustive") else frames  # 3 s per frame
            yield run(f"workload {name} {narrow}", name, whole, 1995,
                      {"broad-phase": "sweep-and-prune-direct", "narrow-phase": narrow, "speed": 1, "fattening": 0,
                       "start": "stored", "exchange": "approaching", "threads": 1, "oracle": "off",
                       "triangles": "on"})


def pair_rows():
    for kind in KINDS:
        for volume in BOX_VOLUMES.get(kind, VOLUMES):
            for answer in ("any", "all"):
                yield run(f"pair {kind}/{volume} {answer}", "pair", 30, None,
                          {"kind": kind, "volume": volume, "builder": "binned-area", "leaf-size": 2, "answer": answer,
                           "test": "sat", "descent": "volume", "leaf-test": "volume", "triangle-test": "devillers",
                           "spin": 3, "speed": 1, "tolerance": 0, "distance": "on", "oracle": "off"})


FOUR_POLICIES = {"never": None, "always": None, "every": 5, "area": 40}


def deformation(key, frames=20, policies=FOUR_POLICIES, **changes):
    """`policies`: the threshold of each policy; None if it has none."""
    whole = {"motion": "twist", "mesh": "torus knot", "period": 40, "speed": 1, "copies": len(policies), "threads": 1,
             "kind": "bvh", "leaf-size": 1, "builder": "midpoint", "self": "off", "replay": "off", "oracle": "off"}
    for k, (policy, threshold) in enumerate(policies.items(), start=1):
        whole[f"policy-{k}"] = policy
        if threshold is not None:
            whole[f"threshold-{k}"] = threshold
    return run(f"deformation {key}", "deformation", frames, None, {**whole, "volume": "aabb", **changes})


def deformation_rows():
    others = {"volume": 50, "overlap": 50, "partial": 40, "rotate": None, "dirty": None}
    for motion in ("twist", "swirl", "bend", "wave", "taper", "blow-up", "noise", "tear"):
        yield deformation(motion, motion=motion)
        for policy, threshold in others.items():
            yield deformation(f"{motion} {policy}", motion=motion, policies={"never": None, policy: threshold})
    yield deformation("permute", motion="permute", frames=6)
    yield deformation("cloth", motion="cloth", mesh="sheet", frames=12)
    for volume in VOLUMES:
        yield deformation(f"volume {volume}", volume=volume, motion="bend")
    for builder in BUILDERS:
        yield deformation(f"builder {builder}", builder=builder, motion="wave")
    for mesh in ("sheet", "rock", "craft"):
        yield deformation(f"mesh {mesh}", mesh=mesh)
    yield deformation("contacts with itself", self="on", motion="swirl", frames=8)
    yield deformation("threads 2", threads=2)


def walkthrough_rows():
    for detection in ("on", "off"):
        yield run(f"walkthrough tour detection {detection}", "walkthrough", 900, None,
                  {"script": "{tour.walk}", "detection": detection})


def rows():
    made = [*hierarchy_rows(), *query_rows(), *multi_body_rows(), *workload_rows(), *pair_rows(), *deformation_rows(),
            *walkthrough_rows()]
    assert len({row.key for row in made}) == len(made)
    return made


def timed_rows():
    """At most 30 rows that take long enough for their total time to be measured."""
    made = []
    for kind, volume in (("bvh", "aabb"), ("bvh", "obb"), ("bvh", "sphere"), ("bvh", "kdop18"), ("bvh", "rss"),
                         ("wide", "aabb"), ("box-tree", "aabb")):
        for mode in ("all", "distance"):
            made.append(query(f"large {kind}/{volume} {mode}", "large-rock.obj", "large-torus.obj", "many-poses.jsonl",
                              kind=kind, volume=volume, builder="median", mode=mode))
    for broad in ("sweep-and-prune", "sweep-and-prune-direct", "interval-tree", "grid", "octree", "column-sweep"):
        made.append(multi_body(f"large {broad}", bodies=2000, frames=200, broad_phase=broad))
    for narrow in ("lin-canny", "gjk"):
        made.append(multi_body(f"large {narrow}", bodies=2000, frames=200, narrow_phase=narrow))
    made.append(multi_body("large meshes", bodies=300, meshes=50, density=15, frames=100))
    for volume in ("aabb", "obb"):
        made.append(deformation(f"large {volume}", volume=volume, frames=100))
    for builder in ("median", "binned-area", "morton", "restricted"):
        made.append(inspect(f"large {builder}", "large-rock.obj", kind="bvh", volume="aabb", builder=builder, leaf_size=1))
    made.append(run("large walkthrough", "walkthrough", 1800, None,
                    {"script": "{tour.walk}", "detection": "on"}))
    return made
