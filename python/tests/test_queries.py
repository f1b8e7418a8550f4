"""Tests the queries and the world with arrays, against closed formulas and NumPy."""
import os

import numpy as np
import pytest
from conftest import CUBE, CUBE_FACES, rotation, sphere, translation

import boxwood as bw


def test_collide_and_distance_of_boxes():
    box = bw.Convex.box([1, 1, 1])
    for x, touch in ((1.5, True), (2.0, True), (2.5, False)):
        assert bw.collide(box, None, box, translation(x, 0, 0)) == touch
    answer = bw.distance(box, None, box, translation(5, 0, 0))
    assert answer.value == 3.0
    assert answer.point_a[0] == 1.0 and answer.point_b[0] == 4.0
    np.testing.assert_allclose(answer.normal, (1, 0, 0))
    assert not bw.distance(box, None, box, translation(5, 0, 0), cutoff=2.0).found
    assert bw.is_within(box, None, box, translation(5, 0, 0), 3.0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("index", [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.int8])
def test_arrays_of_every_type(dtype, index):
    mesh = bw.Mesh(CUBE.astype(dtype), CUBE_FACES.astype(index))
    assert (mesh.triangle_count, mesh.vertex_count) == (12, 8)
    np.testing.assert_array_equal(mesh.vertices, CUBE)
    np.testing.assert_array_equal(mesh.faces, CUBE_FACES)


def test_arrays_that_are_not_contiguous():
    wide = np.zeros((8, 7), dtype=np.float32)
    wide[:, 1:7:2] = CUBE
    mesh = bw.Mesh(wide[:, 1:7:2], np.asfortranarray(CUBE_FACES))
    np.testing.assert_array_equal(mesh.vertices, CUBE)
    np.testing.assert_array_equal(mesh.faces, CUBE_FACES)


def test_contacts_of_boxes():
    box = bw.Convex.box([1, 1, 1])
    found = bw.contacts(box, None, box, translation(1.75, 0, 0))
    assert found and len(found) == 4
    np.testing.assert_allclose(found.depths, 0.25)
    np.testing.assert_allclose(found.normals, np.tile((1.0, 0.0, 0.0), (4, 1)), atol=1e-12)
    np.testing.assert_allclose(found.points[:, 0], 0.875)


def test_contacts_of_meshes_name_their_triangles():
    points, faces = sphere(12)
    mesh = bw.Mesh(points, faces)
    found = bw.contacts(mesh, None, mesh, translation(1.5, 0.1, 0.2))
    assert found.collide and found.triangles.shape[1] == 2 and len(found.triangles) > 10
    for region in found.regions:
        assert region.depth > 0 and abs(np.linalg.norm(region.normal) - 1) < 1e-12


def test_distances_of_spheres_in_random_poses(random):
    points, faces = sphere(24)
    mesh = bw.Mesh(points, faces)
    poses = np.array([rotation(random) for _ in range(20)])
    poses[:, :3, 3] = random.normal(size=(20, 3)) * 4
    answers = bw.distance_many(mesh, None, mesh, poses)
    gaps = np.linalg.norm(poses[:, :3, 3], axis=1) - 2
    separated = gaps > 0.1
    assert separated.any()
    # The meshes approximate spheres from inside. The sum of both deviations is at most this length.
    slack = 2 * (1 - np.cos(np.pi / 24) ** 2)
    assert np.all(answers["distance"][separated] >= gaps[separated] - 1e-9)
    assert np.all(answers["distance"][separated] <= gaps[separated] + slack)
    lengths = np.linalg.norm(answers["point_a"] - answers["point_b"], axis=1)
    np.testing.assert_allclose(lengths[separated], answers["distance"][separated], rtol=1e-12)
    one_by_one = [bw.collide(mesh, None, mesh, pose) for pose in poses]
    np.testing.assert_array_equal(bw.collide_many(mesh, None, mesh, poses, threads=2), one_by_one)


def test_rays(random):
    points, faces = sphere(16)
    mesh = bw.Mesh(points, faces)
    hit = bw.ray_cast(mesh, translation(0, 0, 3), (0.01, 0.02, -10), (0, 0, 1))
    assert hit and abs(hit.t - 12) < 0.1 and hit.is_front
    assert len(bw.ray_cast_all(mesh, None, (0.01, 0.02, -10), (0, 0, 1))) == 2
    directions = random.normal(size=(50, 3))
    hits = bw.ray_cast_many(mesh, None, np.zeros((1, 3)), directions)
    assert hits["hit"].all()
    np.testing.assert_allclose(hits["t"] * np.linalg.norm(directions, axis=1), 1.0, atol=0.05)
    assert not bw.ray_cast(mesh, None, (0, 0, 5), (0, 0, 1))


def test_closest_point_and_contains():
    solid = bw.Mesh(CUBE, CUBE_FACES, solid=True)
    found = bw.closest_point(solid, None, (3, 0.5, 0.25))
    assert found.distance == 2.0
    np.testing.assert_array_equal(found.point, (1, 0.5, 0.25))
    assert not bw.closest_point(solid, None, (3, 0, 0), within=1.0)
    assert bw.contains(solid, None, (0.9, 0, 0)) and not bw.contains(solid, None, (1.1, 0, 0))
    with pytest.raises(bw.Error, match="solid"):
        bw.contains(bw.Mesh(CUBE, CUBE_FACES), None, (0, 0, 0))


def test_time_of_impact_is_never_late():
    box = bw.Convex.box([1, 1, 1])
    found = bw.time_of_impact(box, None, None, box, translation(5, 0, 0), translation(-5, 0, 0))
    assert found.status == "impact" and found.time <= 0.3 and found.time > 0.29


def test_round_shapes_and_hulls():
    ball, rod = bw.Sphere(0.5), bw.Capsule(0.25, (0, 0, -1), (0, 0, 1))
    assert (ball.radius, rod.radius) == (0.5, 0.25)
    answer = bw.distance(ball, translation(3, 0, 0.5), rod, None)
    assert answer.value == 2.25 and answer.feature_a.kind == "round"
    hull = bw.Convex.hull(np.vstack([CUBE, [(0.1, 0.2, 0.3)]]))
    assert hull.vertex_count == 8 and abs(hull.volume - 8) < 1e-12
    found = bw.sweep(ball, translation(5, 0, 0), (-10, 0, 0), hull, None)
    assert found.status == "impact" and 0.34 < found.time <= 0.35
    with pytest.raises(bw.Error, match="radius"):
        bw.Sphere(-1)
    with pytest.raises(bw.Error, match="hull|flat|plane|volume"):
        bw.Convex.hull(CUBE[:4])


def test_a_mesh_is_updated_saved_and_loaded(tmp_path):
    mesh = bw.Mesh(CUBE, CUBE_FACES, bw.Preset.deforming)
    far = bw.Convex.box([1, 1, 1])
    assert not bw.collide(mesh, None, far, translation(3, 0, 0))
    before = mesh.revision
    mesh.update(CUBE * 2.5)
    assert mesh.revision != before and bw.collide(mesh, None, far, translation(3, 0, 0))
    mesh.save(tmp_path / "mesh.bwmesh")
    np.testing.assert_allclose(bw.Mesh.load(tmp_path / "mesh.bwmesh").vertices, mesh.vertices)


def test_a_world_of_boxes(random):
    world = bw.World(threads=2)
    box = bw.Convex.box([0.5, 0.5, 0.5])
    poses = np.tile(np.eye(4), (60, 1, 1))
    poses[:, :3, 3] = random.uniform(0, 6, size=(60, 3))
    bodies = world.add_many(box, poses)
    assert len(world) == 60
    step = world.step()
    centers = poses[:, :3, 3]
    expected = [(i, j) for i in range(60) for j in range(i + 1, 60) if np.all(np.abs(centers[i] - centers[j]) <= 1)]
    np.testing.assert_array_equal(step.contacts, expected)
    np.testing.assert_array_equal(step.began, expected)
    world.remove(bodies[0])
    assert bodies[0] not in world and bodies[1] in world
    assert len(world.step().ended) == sum(0 in pair for pair in expected)


@pytest.mark.parametrize("call, words", [
    (lambda: bw.Mesh(CUBE[:, :2], CUBE_FACES), "vertices: shape (8, 2)"),
    (lambda: bw.Mesh(CUBE, CUBE_FACES.astype(float)), "faces"),
    (lambda: bw.Mesh(CUBE, CUBE_FACES + 1), "triangle 2 refers to vertex 8"),
    (lambda: bw.Mesh(CUBE * np.nan, CUBE_FACES), "vertex 0"),
    (lambda: bw.Mesh(CUBE, CUBE_FACES[:-1], solid=True), "edge"),
    (lambda: bw.Mesh("abc", CUBE_FACES), "vertices"),
    (lambda: bw.Pose(np.eye(2)), "shape (2, 2)"),
    (lambda: bw.Pose(np.zeros((4, 4))), "matrix"),
    (lambda: bw.collide(bw.Convex.box([1, 1, 1]), np.full((4, 4), np.nan), bw.Convex.box([1, 1, 1]), None), "pose_a"),
    (lambda: bw.collide_many(bw.Convex.box([1, 1, 1]), np.stack([np.eye(4), np.zeros((4, 4))]), bw.Convex.box([1, 1, 1]), None),
     "poses_a[1]"),
    (lambda: bw.ray_cast(bw.Mesh(CUBE, CUBE_FACES), None, (0, 0, 0), (0, 0, 0)), "direction"),
    (lambda: bw.Mesh.load("/nowhere/at.all"), "/nowhere/at.all"),
])
def test_invalid_input_raises_an_error_that_names_the_fault(call, words):
    with pytest.raises(ValueError) as refused:
        call()
    assert words in str(refused.value)


def at(x, y=0.0, z=0.0):
    return translation(x, y, z)


def test_world_queries_give_the_best_answer_of_the_queries_of_each_body(random):
    world, box = bw.World(), bw.Convex.box([0.5, 0.5, 0.5])
    poses = [at(*random.uniform(-2.5, 2.5, 3)) for _ in range(40)]
    bodies = world.add_many(box, np.array(poses))
    assert world.bodies() == bodies
    probe, where = bw.Sphere(0.3), at(0.2, -0.1, 0.4)
    distances = [bw.distance(probe, where, box, pose).value for pose in poses]
    body, found = world.nearest(probe, where)
    assert body.id == int(np.argmin(distances)) and found.value == min(distances)
    assert world.nearest(probe, at(100), cutoff=1.0) is None
    touching = {i for i, pose in enumerate(poses) if bw.collide(bw.Sphere(1.0), where, box, pose)}
    assert 0 < len(touching) < 40
    assert {b.id for b in world.overlapping(bw.Sphere(1.0), where)} == touching
    origin, direction = [-6.0, 0.1, 0.2], [1.0, 0.01, -0.02]
    hits = [(bw.ray_cast(box, pose, origin, direction), i) for i, pose in enumerate(poses)]
    through = sorted((hit.t, i) for hit, i in hits if hit)
    assert through
    body, hit = world.ray_cast(origin, direction)
    assert (hit.t, body.id) == through[0]
    assert world.ray_cast(origin, direction, max_t=0.1) is None
    assert {b.id for b, _ in world.ray_cast_all(origin, direction)} == {i for _, i in through}
    body, closest = world.closest_point([0.0, 0.0, 0.0])
    assert closest.distance == min(bw.closest_point(box, pose, [0, 0, 0]).distance for pose in poses)
    assert world.closest_point([90.0, 0, 0], within=1.0) is None
    body, impact = world.sweep(bw.Sphere(0.1), at(-9, 0.1, 0.2), [18.0, 0, 0])
    times = [bw.sweep(bw.Sphere(0.1), at(-9, 0.1, 0.2), [18.0, 0, 0], box, pose) for pose in poses]
    assert impact.time == min(t.time for t in times if t)
    with pytest.raises(bw.Error, match="direction"):
        world.ray_cast([0, 0, 0], [0, 0, 0])


def test_groups_and_sensors_of_world_queries():
    world, ball = bw.World(), bw.Sphere(1.0)
    scenery = world.add(ball, groups=1)
    debris = world.add(ball, at(3), groups=2)
    trigger = world.add(ball, at(6), sensor=True)
    everything = bw.Sphere(20.0)
    assert world.overlapping(everything) == [scenery, debris]
    assert world.overlapping(everything, mask=2) == [debris]
    assert world.ray_cast([-9, 0, 0], [1, 0, 0])[0] == scenery
    assert world.ray_cast([-9, 0, 0], [1, 0, 0], ignore=scenery)[0] == debris
    assert world.overlapping(everything, sensors=True, ignore=debris) == [scenery, trigger]


def test_a_continuous_body_does_not_tunnel():
    world = bw.World()
    sheet = world.add(bw.Convex.box([1, 1, 0.0005]), fixed=True)
    bullet = world.add(bw.Sphere(0.001), at(0, 0, 5), continuous=True)
    assert world.step().impacts == []
    world.set_pose(bullet, at(0, 0, -5))
    ((a, b, impact),) = world.step().impacts
    assert {a, b} == {sheet, bullet} and abs(impact.time - 0.5) < 0.001
    world.teleport(bullet, at(0, 0, 5))
    assert world.step().impacts == []


def test_a_world_is_saved_and_loaded(tmp_path):
    world = bw.World()
    world.add_many(bw.Convex.box([0.5, 0.5, 0.5]), np.array([at(0), at(0.5), at(4)]))
    world.step()
    path = tmp_path / "world.boxwood"
    world.save(path)
    again = bw.World.load(path)
    assert len(again) == 3
    step = again.step()
    assert step.contacts.tolist() == [[0, 1]] and step.began.tolist() == []
    with pytest.raises(bw.Error, match="nothing"):
        bw.World.load(tmp_path / "nothing")


def test_paths_are_str_bytes_or_path_like(tmp_path):
    mesh = bw.Mesh(CUBE, CUBE_FACES)
    mesh.save(os.fsencode(tmp_path / "mesh.bwmesh"))
    (entry,) = os.scandir(tmp_path)
    assert entry.name == "mesh.bwmesh" and len(bw.Mesh.load(entry).faces) == len(CUBE_FACES)
    for path in (None, 3, str(tmp_path / "other\0name")):
        with pytest.raises(bw.Error, match="path"):
            mesh.save(path)
    assert len(list(tmp_path.iterdir())) == 1
    with pytest.raises(bw.Error, match="does not exist"):
        bw.Mesh.load(os.fsencode(tmp_path) + b"/\xff")


def test_invalid_arguments_raise_instead_of_ending_the_interpreter():
    ball, box, world = bw.Sphere(1.0), bw.Convex.box([1, 1, 1]), bw.World()
    uneven, nan = np.diag([1.0, 2.0, 1.0, 1.0]), float("nan")
    for question in (bw.collide, bw.contacts, bw.distance, bw.collide_many, bw.distance_many):
        with pytest.raises(bw.Error, match="pose.*scaled uniformly"):
            question(ball, uneven, box, None)
        question(box, uneven, ball, None)
    for question in (world.nearest, world.overlapping):
        with pytest.raises(bw.Error, match="scaled uniformly"):
            question(ball, uneven)
    for number in (-1.0, nan):
        for name in ("cutoff", "tolerance"):
            for question in (bw.distance, bw.distance_many):
                with pytest.raises(bw.Error, match=name):
                    question(ball, None, box, None, **{name: number})
            with pytest.raises(bw.Error, match=name):
                world.nearest(ball, None, **{name: number})
        with pytest.raises(bw.Error, match="limit"):
            bw.is_within(ball, None, box, None, number)
        with pytest.raises(bw.Error, match="tolerance"):
            world.sweep(ball, None, [1, 0, 0], tolerance=number)


def test_no_rays_give_no_answers():
    box = bw.Convex.box([1, 1, 1])
    none, one = np.zeros((0, 3)), np.ones((1, 3))
    for origins, directions in ((none, one), (one, none), (none, none)):
        assert all(len(column) == 0 for column in bw.ray_cast_many(box, None, origins, directions).values())


@pytest.mark.parametrize("make", [lambda box: bw.Convex(CUBE, [[0, 1, -2]]), lambda box: bw.Convex(CUBE, [[0, 1], "ab"]),
                                  lambda box: bw.Compound([3]), lambda box: bw.Compound([(3, None)]),
                                  lambda box: bw.Compound([(box, None, None)])])
def test_wrong_elements_raise_the_error_of_the_package(make):
    with pytest.raises(bw.Error, match="faces|parts"):
        make(bw.Convex.box([1, 1, 1]))
