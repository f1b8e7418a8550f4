"""A CollisionManager with the methods of trimesh.collision.CollisionManager, based on Boxwood's queries.

An object is anything with `vertices` and `faces` (a trimesh.Trimesh), or a boxwood shape, which is used unchanged. As
in trimesh, a mesh whose `is_convex` is true is a solid; all others are surfaces. `solid=True` declares a closed mesh
solid. docs/python.md lists the differences from trimesh's answers.
"""
import itertools

import numpy as np

from ._boxwood import Convex, Error, Mesh, Pose, Shape, World, closest_point, collide, contacts, distance

EXTERNAL = "__external"  # trimesh's name for a mesh outside any manager


class _Object:
    """A shape at a pose."""

    def __init__(self, mesh, transform, solid):
        self.mesh = None if isinstance(mesh, Shape) else mesh
        if isinstance(mesh, Shape):
            self.shape = mesh
        elif getattr(mesh, "is_convex", False):
            self.shape = _convex_of(mesh, solid)
        else:
            self.shape = Mesh(mesh.vertices, mesh.faces, solid=solid)
        self._surface = None
        self._revision = 0
        self.body = None
        self.move(Pose(transform))

    def move(self, pose):
        self.pose = pose
        self._box = None

    @property
    def can_deform(self):
        """Whether the object was added as a boxwood.Mesh, whose vertices the caller can update."""
        return self.mesh is None and isinstance(self.shape, Mesh)

    @property
    def box(self):
        """The bounding box in the world, enlarged by more than the rounding error of queries."""
        revision = self.shape.revision if self.can_deform else 0
        if self._box is None or self._revision != revision:
            self._revision = revision
            corners = np.array(list(itertools.product(*zip(*self.shape.bounds))))
            linear, origin = self.pose.matrix[:3, :3], self.pose.matrix[:3, 3]
            rounding = 1e-14 * (np.abs(corners) @ np.abs(linear).T + np.abs(origin)).max(axis=0)
            corners = corners @ linear.T + origin
            self._box = np.array([corners.min(axis=0) - rounding, corners.max(axis=0) + rounding])
        return self._box

    def triangle_at(self, point):
        """Returns the index of the object's face that is closest to the point."""
        if self._surface is None:
            convex = self.mesh is not None and isinstance(self.shape, Convex)
            self._surface = Mesh(self.mesh.vertices, self.mesh.faces) if convex else self.shape
        return closest_point(self._surface, self.pose, point).triangle


def _convex_of(mesh, solid):
    """Returns a Convex, or a Mesh if Convex rejects the mesh, for example because rounding has dented it."""
    try:
        return Convex(mesh.vertices, mesh.faces)
    except Error:
        return Mesh(mesh.vertices, mesh.faces, solid=solid)


class ContactData:
    """One contact point of two objects."""

    def __init__(self, names, point, normal, depth, triangles):
        self.names = set(names)
        self._triangles = triangles
        self._normal, self._depth, self._point = normal, depth, point

    @property
    def normal(self):
        """Unit vector from the object with the alphabetically first name to the other object; 0 if they only touch."""
        return self._normal

    @property
    def point(self):
        return self._point

    @property
    def depth(self):
        return self._depth

    def index(self, name):
        """The triangle of the named object at the contact."""
        return self._triangles[name]()


class DistanceData:
    """The closest points of two objects."""

    def __init__(self, names, value, points, triangles):
        self.names = set(names)
        self._distance, self._points, self._triangles = value, points, triangles

    @property
    def distance(self):
        """0 if the objects intersect; trimesh then returns a negative number."""
        return self._distance

    def index(self, name):
        """The triangle of the named object that contains its closest point."""
        return self._triangles[name]()

    def point(self, name):
        """The closest point on the named object."""
        return self._points[name]


def _contact_data(name_a, a, name_b, b):
    """Returns one ContactData per contact point. If the shapes only touch, returns one ContactData with depth 0."""
    if name_b < name_a:
        name_a, a, name_b, b = name_b, b, name_a, a
    found = contacts(a.shape, a.pose, b.shape, b.pose)
    if not found:
        return []

    def data(point, normal, depth):
        indices = {name_a: lambda: a.triangle_at(point), name_b: lambda: b.triangle_at(point)}
        return ContactData((name_a, name_b), point, normal, float(depth), indices)

    rows = [data(*row) for row in zip(found.points, found.normals, found.depths)]
    if not rows:
        rows.append(data(distance(a.shape, a.pose, b.shape, b.pose).point_a, np.zeros(3), 0.0))
    return rows


def _box_distances(box, boxes):
    """Returns a lower bound on the distance to each of `boxes` (N, 2, 3). Allows for rounding errors."""
    gaps = np.maximum(0.0, np.maximum(boxes[:, 0] - box[1], box[0] - boxes[:, 1]))
    return np.sqrt((gaps**2).sum(axis=1)) * (1.0 - 1e-12)


class CollisionManager:
    """Named objects. Queries compare them with one mesh, with each other, or with the objects of another manager."""

    def __init__(self):
        self._objects = {}
        self._world = World()
        self._boxes = None
        self._revisions = []

    def add_object(self, name, mesh, transform=None, solid=False):
        """Adds an object, or replaces the object of the same name."""
        added = _Object(mesh, transform, solid)
        added.body = self._world.add(added.shape, added.pose)
        if name in self._objects:
            self.remove_object(name)
        self._objects[name] = added
        self._boxes = None

    def remove_object(self, name):
        self._world.remove(self._find(name).body)
        del self._objects[name]
        self._boxes = None

    def set_transform(self, name, transform):
        found, pose = self._find(name), Pose(transform)
        self._world.set_pose(found.body, pose)
        found.move(pose)
        self._boxes = None

    def _find(self, name):
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        return self._objects[name]

    def _all_boxes(self):
        revisions = [each.shape.revision for each in self._objects.values() if each.can_deform]
        if self._boxes is None or self._revisions != revisions:
            self._revisions = revisions
            self._boxes = np.array([each.box for each in self._objects.values()]).reshape(-1, 2, 3)
        return self._boxes

    def _near(self, box):
        """Yields (name, object) for all objects with boxes that overlap `box`."""
        boxes = self._all_boxes()
        overlap = np.all((boxes[:, 0] <= box[1]) & (boxes[:, 1] >= box[0]), axis=1)
        return itertools.compress(self._objects.items(), overlap)

    # --- collisions --------------------------------------------------------------------------------------

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False, solid=False):
        single = _Object(mesh, transform, solid)
        pairs = []
        for name, each in self._near(single.box):
            if collide(single.shape, single.pose, each.shape, each.pose):
                pairs.append((EXTERNAL, single, name, each))
                if not (return_names or return_data):
                    break
        return self._answer(pairs, return_names, return_data, {pair[2] for pair in pairs})

    def in_collision_internal(self, return_names=False, return_data=False):
        names = {each.body.id: name for name, each in self._objects.items()}
        pairs = [sorted((names[a], names[b])) for a, b in self._world.step().contacts.tolist()]
        pairs = [(a, self._objects[a], b, self._objects[b]) for a, b in sorted(pairs)]
        return self._answer(pairs, return_names, return_data, {(pair[0], pair[2]) for pair in pairs})

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        pairs = []
        for name, each in self._objects.items():
            for other_name, other in other_manager._near(each.box):
                if collide(each.shape, each.pose, other.shape, other.pose):
                    pairs.append((name, each, other_name, other))
                    if not (return_names or return_data):
                        return True
        return self._answer(pairs, return_names, return_data, {(pair[0], pair[2]) for pair in pairs})

    @staticmethod
    def _answer(pairs, return_names, return_data, names):
        answer = [len(pairs) > 0]
        if return_names:
            answer.append(names)
        if return_data:
            answer.append([row for pair in pairs for row in _contact_data(*pair)])
        return answer[0] if len(answer) == 1 else tuple(answer)

    # --- distances ---------------------------------------------------------------------------------------

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False, solid=False):
        single = _Object(mesh, transform, solid)
        best = self._nearest(EXTERNAL, single, None)
        return self._distance_answer(best, return_name, return_data, lambda names: names[1])

    def min_distance_internal(self, name=None, return_names=False, return_data=False):
        best = None
        if name is not None:
            best = self._nearest(name, self._find(name), None, skip={name})
        else:
            seen = set()
            for own_name, each in self._objects.items():
                seen.add(own_name)
                best = self._nearest(own_name, each, best, skip=seen)
        return self._distance_answer(best, return_names, return_data, lambda names: tuple(sorted(names)))

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        best = None
        for name, each in self._objects.items():
            best = other_manager._nearest(name, each, best)
        return self._distance_answer(best, return_names, return_data, lambda names: names)

    def _nearest(self, name, single, best, skip=frozenset()):
        """Finds the object nearest to `single`. Returns `best` unless that object is nearer.

        Results are (distance, names, objects, answer), or None."""
        bounds = _box_distances(single.box, self._all_boxes())
        items = list(self._objects.items())
        for i in np.argsort(bounds, kind="stable"):
            other_name, other = items[i]
            if best is not None and (bounds[i] > best[0] or best[0] == 0.0):
                break
            if other_name in skip:
                continue
            limit = np.inf if best is None else best[0]
            found = distance(single.shape, single.pose, other.shape, other.pose, cutoff=limit)
            if found.found and (best is None or found.value < best[0]):
                best = (found.value, (name, other_name), (single, other), found)
        return best

    @staticmethod
    def _distance_answer(best, return_names, return_data, names_of):
        """Converts `best` to trimesh's result. Without objects, the distance is infinite; names and data are None."""
        answer = [np.inf if best is None else best[0]]
        if return_names:
            answer.append(None if best is None else names_of(best[1]))
        if return_data:
            answer.append(None)
            if best is not None:
                value, names, (a, b), found = best
                points = {names[0]: found.point_a, names[1]: found.point_b}
                indices = {names[0]: lambda: a.triangle_at(found.point_a), names[1]: lambda: b.triangle_at(found.point_b)}
                answer[-1] = DistanceData(names, value, points, indices)
        return answer[0] if len(answer) == 1 else tuple(answer)


def scene_to_collision(scene):
    """Converts a trimesh.Scene to a manager with one object per node that has a mesh.

    Returns the manager and a dictionary of the meshes by name."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        mesh = scene.geometry[geometry]
        if hasattr(mesh, "faces"):
            objects[node] = mesh
            manager.add_object(node, mesh, transform)
    return manager, objects
