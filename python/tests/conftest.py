"""Meshes and poses that the tests share."""
import numpy as np
import pytest

CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
CUBE_FACES = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6),
                       (0, 6, 4), (1, 5, 7), (1, 7, 3)])


class TriangleMesh:
    """Has the members of trimesh.Trimesh that the manager reads."""

    def __init__(self, vertices, faces, is_convex):
        self.vertices, self.faces, self.is_convex = np.asarray(vertices), np.asarray(faces), is_convex


@pytest.fixture
def cube():
    return TriangleMesh(CUBE, CUBE_FACES, True)


@pytest.fixture
def random():
    return np.random.default_rng(20261126)


def translation(x, y, z):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def rotation(random):
    q, r = np.linalg.qr(random.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    if np.linalg.det(q) < 0:
        q[:, 0] = -q[:, 0]
    matrix = np.eye(4)
    matrix[:3, :3] = q
    return matrix


def sphere(rings, radius=1.0):
    """A closed mesh with vertices on a sphere."""
    theta = np.linspace(0, np.pi, rings + 1)[1:-1]
    phi = np.linspace(0, 2 * np.pi, 2 * rings, endpoint=False)
    points = [(0, 0, 1), (0, 0, -1)]
    points += [(np.sin(t) * np.cos(p), np.sin(t) * np.sin(p), np.cos(t)) for t in theta for p in phi]
    n, faces = len(phi), []
    for k in range(n):
        faces.append((0, 2 + k, 2 + (k + 1) % n))
        last = 2 + (len(theta) - 1) * n
        faces.append((1, last + (k + 1) % n, last + k))
        for row in range(len(theta) - 1):
            a, b = 2 + row * n + k, 2 + row * n + (k + 1) % n
            faces += [(a, a + n, b + n), (a, b + n, b)]
    return radius * np.array(points, dtype=np.float64), np.array(faces)
