"""Compares CollisionManager with trimesh's documented signatures and results, and with brute force."""
import inspect
import itertools

import numpy as np
import pytest
from conftest import CUBE, CUBE_FACES, TriangleMesh, rotation, sphere, translation

import boxwood as bw

# The parameters and defaults of the methods of trimesh 4's CollisionManager. Boxwood's methods can have further
# parameters with defaults after them.
SIGNATURES = {
    "add_object": [("name", ...), ("mesh", ...), ("transform", None)],
    "remove_object": [("name", ...)],
    "set_transform": [("name", ...), ("transform", ...)],
    "in_collision_single": [("mesh", ...), ("transform", None), ("return_names", False), ("return_data", False)],
    "in_collision_internal": [("return_names", False), ("return_data", False)],
    "in_collision_other": [("other_manager", ...), ("return_names", False), ("return_data", False)],
    "min_distance_single": [("mesh", ...), ("transform", None), ("return_name", False), ("return_data", False)],
    "min_distance_internal": [("name", None), ("return_names", False), ("return_data", False)],
    "min_distance_other": [("other_manager", ...), ("return_names", False), ("return_data", False)],
}


@pytest.mark.parametrize("method", SIGNATURES)
def test_signatures(method):
    parameters = list(inspect.signature(getattr(bw.CollisionManager, method)).parameters.values())[1:]
    ours = [(p.name, ... if p.default is inspect.Parameter.empty else p.default) for p in parameters]
    wanted = SIGNATURES[method]
    assert ours[:len(wanted)] == wanted
    assert all(default is not ... for _, default in ours[len(wanted):])


def test_data_has_the_members_of_trimesh():
    for member in ("normal", "point", "depth", "index"):
        assert hasattr(bw.ContactData, member)
    for member in ("distance", "index", "point"):
        assert hasattr(bw.DistanceData, member)


@pytest.fixture
def manager(cube):
    three_cubes = bw.CollisionManager()
    three_cubes.add_object("a", cube)
    three_cubes.add_object("b", cube, translation(1.5, 0, 0))
    three_cubes.add_object("c", cube, translation(10, 0, 0))
    return three_cubes


def test_collisions_among_the_objects_of_a_manager(manager):
    assert manager.in_collision_internal() is True
    hit, names = manager.in_collision_internal(return_names=True)
    assert hit and names == {("a", "b")}
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert all(row.names == {"a", "b"} for row in data) and data
    for row in data:
        np.testing.assert_allclose(row.normal, (1, 0, 0), atol=1e-12)
        assert row.depth == pytest.approx(0.5)
    manager.set_transform("b", translation(3, 0, 0))
    assert manager.in_collision_internal(return_names=True) == (False, set())
    manager.remove_object("b")
    with pytest.raises(ValueError, match="b"):
        manager.set_transform("b", np.eye(4))


def test_collisions_with_a_single_mesh(manager, cube):
    assert manager.in_collision_single(cube, translation(0, 5, 0)) is False
    hit, names = manager.in_collision_single(cube, translation(9, 0, 0), return_names=True)
    assert hit and names == {"c"}
    hit, data = manager.in_collision_single(cube, translation(9, 0, 0), return_data=True)
    assert hit and all(row.names == {"__external", "c"} for row in data)


def test_collisions_and_distances_between_two_managers(manager, cube):
    other = bw.CollisionManager()
    other.add_object("x", cube, translation(10.5, 0, 0))
    other.add_object("y", cube, translation(0, 50, 0))
    assert manager.in_collision_other(other, return_names=True) == (True, {("c", "x")})
    assert manager.min_distance_other(other, return_names=True) == (0.0, ("c", "x"))


def test_distances(manager, cube):
    distance, name, data = manager.min_distance_single(cube, translation(14, 0, 0), return_name=True, return_data=True)
    assert (distance, name) == (2.0, "c")
    assert data.names == {"__external", "c"} and data.distance == 2.0
    assert data.point("c")[0] == 11.0 and data.point("__external")[0] == 13.0
    assert manager.min_distance_internal(return_names=True) == (0.0, ("a", "b"))
    assert manager.min_distance_internal("c", return_names=True) == (6.5, ("b", "c"))
    manager.set_transform("b", translation(5, 0, 0))
    assert manager.min_distance_internal() == 3.0


def test_an_empty_manager(cube):
    empty = bw.CollisionManager()
    assert empty.in_collision_internal() is False and empty.in_collision_single(cube) is False
    assert empty.min_distance_internal(return_names=True) == (np.inf, None)


def test_index_returns_a_triangle_of_convex_objects(manager, cube):
    _, data = manager.in_collision_internal(return_data=True)
    for row in data:
        for name, x in (("a", 0.0), ("b", 1.5)):
            corners = CUBE[CUBE_FACES[row.index(name)]] + (x, 0, 0)
            lower, upper = corners.min(axis=0), corners.max(axis=0)
            # The point lies halfway between the two surfaces.
            assert np.all(row.point >= lower - row.depth) and np.all(row.point <= upper + row.depth)
            assert 0 <= row.index(name) < len(CUBE_FACES)


def test_only_a_solid_collides_with_a_mesh_inside_it():
    inner = TriangleMesh(0.1 * CUBE, CUBE_FACES, False)
    points, faces = sphere(12)
    outer = TriangleMesh(points, faces, False)
    for solid in (False, True):
        manager = bw.CollisionManager()
        manager.add_object("outer", outer, solid=solid)
        assert manager.in_collision_single(inner) is solid


def test_many_objects_against_brute_force(random):
    points, faces = sphere(6, 0.5)
    manager, shapes, poses = bw.CollisionManager(), [], []
    for i in range(25):
        pose = rotation(random)
        pose[:3, 3] = random.uniform(0, 3, size=3)
        mesh = TriangleMesh(points, faces, i % 2 == 0)
        manager.add_object(f"{i:02}", mesh, pose)
        shapes.append(bw.Convex(points, faces) if i % 2 == 0 else bw.Mesh(points, faces))
        poses.append(pose)
    pairs = {(f"{i:02}", f"{j:02}") for i, j in itertools.combinations(range(25), 2)
             if bw.collide(shapes[i], poses[i], shapes[j], poses[j])}
    assert len(pairs) > 5
    assert manager.in_collision_internal(return_names=True) == (True, pairs)
    single = TriangleMesh(points, faces, False)
    at = translation(1.5, 1.5, 4.2)
    shape = bw.Mesh(points, faces)
    values = [bw.distance(shape, at, other, pose).value for other, pose in zip(shapes, poses)]
    assert manager.min_distance_single(single, at) == min(values)


class Scene:
    """Has the members of trimesh.Scene that scene_to_collision reads."""

    class Graph(dict):
        nodes_geometry = ["left", "right"]

    def __init__(self, mesh):
        self.geometry = {"cube": mesh}
        self.graph = Scene.Graph(left=(np.eye(4), "cube"), right=(translation(1, 0, 0), "cube"))


def test_scene_to_collision_adds_an_object_per_node(cube):
    manager, objects = bw.scene_to_collision(Scene(cube))
    assert set(objects) == {"left", "right"}
    assert manager.in_collision_internal(return_names=True) == (True, {("left", "right")})


def test_follows_updates_of_a_mesh():
    mesh = bw.Mesh(CUBE, CUBE_FACES)
    manager = bw.CollisionManager()
    manager.add_object("mesh", mesh)
    probe = bw.Sphere(0.5)
    far = translation(11, 0, 0)
    assert not manager.in_collision_single(probe, far)
    assert manager.min_distance_single(probe, far) == pytest.approx(9.5)
    mesh.update(CUBE + (10, 0, 0))
    assert manager.in_collision_single(probe, far)
    assert manager.min_distance_single(probe, translation(15, 0, 0)) == pytest.approx(3.5)
    other = bw.CollisionManager()
    other.add_object("probe", probe, far)
    assert other.in_collision_other(manager) and manager.in_collision_other(other)


def test_an_error_changes_nothing():
    box, scale = bw.Convex.box([1, 1, 1]), np.diag([4.0, 4.0, 4.0, 1.0])
    manager = bw.CollisionManager()
    manager.add_object("box", box)
    with pytest.raises(bw.Error):
        manager.set_transform("box", scale)
    with pytest.raises(bw.Error):
        manager.add_object("box", box, scale)
    assert manager.in_collision_single(box, translation(1.5, 0, 0))
    assert not manager.in_collision_single(box, translation(4, 0, 0))
    assert manager.min_distance_single(box, translation(4, 0, 0)) == 2.0


def test_the_manager_agrees_with_collide_for_touching_spheres(random):
    for small, large in random.uniform(0.1, 3.0, (300, 2)):
        at = translation(small + large, 0, 0)
        manager = bw.CollisionManager()
        manager.add_object("large", bw.Sphere(large))
        assert manager.in_collision_single(bw.Sphere(small), at) == bw.collide(bw.Sphere(large), None, bw.Sphere(small), at)
