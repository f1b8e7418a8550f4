"""Oracle: slow tests of two triangles, directly from the definitions. Shares no code with the library.

Intersections are decided exactly, in rational numbers from the doubles of the world vertices. Distances are computed in
double, as the minimum over vertices and triangles and over pairs of edges.
"""
import itertools
import math
from fractions import Fraction


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def linear_map(transform):
    """The columns of rotation times scale, and the origin, in double: p_w = ((m0*x + m1*y) + m2*z) + t."""
    x, y, z, w = transform.get("q", (0.0, 0.0, 0.0, 1.0))
    length = math.sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x / length, y / length, z / length, w / length
    columns = ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
               (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
               (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    scale = transform.get("s", (1.0, 1.0, 1.0))
    return tuple(tuple(c * s for c in column) for column, s in zip(columns, scale)), transform.get("t", (0.0, 0.0, 0.0))


def world_triangles(mesh, transform):
    points, triangles = mesh
    (m0, m1, m2), origin = linear_map(transform)
    placed = [tuple(((m0[k] * p[0] + m1[k] * p[1]) + m2[k] * p[2]) + origin[k] for k in range(3)) for p in points]
    return [tuple(placed[i] for i in t) for t in triangles]


def exact(triangle):
    return tuple(tuple(Fraction(c) for c in p) for p in triangle)


def is_in_triangle_2d(p, triangle):
    signs = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
             for a, b in zip(triangle, triangle[1:] + triangle[:1])]
    return all(s >= 0 for s in signs) or all(s <= 0 for s in signs)


def segments_meet_2d(p, q, a, b):
    def side(u, v, w):
        value = (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0])
        return (value > 0) - (value < 0)

    def is_between(u, v, w):
        return all(min(u[k], v[k]) <= w[k] <= max(u[k], v[k]) for k in range(2))
    s1, s2, s3, s4 = side(p, q, a), side(p, q, b), side(a, b, p), side(a, b, q)
    if s1 * s2 < 0 and s3 * s4 < 0:
        return True
    return any(s == 0 and is_between(*ends, w) for s, ends, w in
               ((s1, (p, q), a), (s2, (p, q), b), (s3, (a, b), p), (s4, (a, b), q)))


def segment_meets_triangle(p, q, triangle):
    a, b, c = triangle
    normal = cross(sub(b, a), sub(c, a))
    assert any(normal), "the oracle requires triangles with area"
    drop = max(range(3), key=lambda k: abs(normal[k]))

    def flat(point):
        return tuple(point[k] for k in range(3) if k != drop)
    above_p, above_q = dot(normal, sub(p, a)), dot(normal, sub(q, a))
    flat_triangle = tuple(map(flat, triangle))
    if above_p == 0 and above_q == 0:
        return (is_in_triangle_2d(flat(p), flat_triangle) or is_in_triangle_2d(flat(q), flat_triangle) or
                any(segments_meet_2d(flat(p), flat(q), u, v) for u, v in itertools.combinations(flat_triangle, 2)))
    if above_p * above_q > 0:
        return False
    t = above_p / (above_p - above_q)
    return is_in_triangle_2d(flat(tuple(x + t * (y - x) for x, y in zip(p, q))), flat_triangle)


def triangles_intersect(a, b):
    return (any(segment_meets_triangle(p, q, b) for p, q in itertools.combinations(a, 2)) or
            any(segment_meets_triangle(p, q, a) for p, q in itertools.combinations(b, 2)))


def intersecting_pairs(triangles_a, triangles_b):
    """The sorted pairs [i, j] of intersecting triangles."""
    exact_b = [exact(t) for t in triangles_b]
    return [[i, j] for i, a in enumerate(map(exact, triangles_a)) for j, b in enumerate(exact_b)
            if triangles_intersect(a, b)]


def point_triangle_distance(p, triangle):
    a, b, c = triangle
    normal = cross(sub(b, a), sub(c, a))
    height = dot(normal, sub(p, a)) / dot(normal, normal)
    foot = tuple(x - height * n for x, n in zip(p, normal))
    inside = all(dot(cross(sub(v, u), sub(foot, u)), normal) >= 0 for u, v in ((a, b), (b, c), (c, a)))
    if inside:
        return math.dist(p, foot)
    return min(point_segment_distance(p, u, v) for u, v in ((a, b), (b, c), (c, a)))


def point_segment_distance(p, a, b):
    along = sub(b, a)
    t = max(0.0, min(1.0, dot(sub(p, a), along) / dot(along, along)))
    return math.dist(p, tuple(x + t * y for x, y in zip(a, along)))


def segment_distance(p, q, a, b):
    """The distance of the lines if their closest points lie on both segments; otherwise, an end point is closest."""
    u, v, w = sub(q, p), sub(b, a), sub(p, a)
    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    best = min(point_segment_distance(p, a, b), point_segment_distance(q, a, b),
               point_segment_distance(a, p, q), point_segment_distance(b, p, q))
    det = uu * vv - uv * uv
    if det > 0:
        s, t = (uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det
        if 0 <= s <= 1 and 0 <= t <= 1:
            best = min(best, math.dist(tuple(x + s * y for x, y in zip(p, u)), tuple(x + t * y for x, y in zip(a, v))))
    return best


def triangle_distance(a, b):
    """Precondition: the triangles are disjoint."""
    return min([point_triangle_distance(p, b) for p in a] + [point_triangle_distance(p, a) for p in b] +
               [segment_distance(*e, *f) for e in itertools.combinations(a, 2) for f in itertools.combinations(b, 2)])


def mesh_distance(triangles_a, triangles_b):
    if intersecting_pairs(triangles_a, triangles_b):
        return 0.0
    return min(triangle_distance(a, b) for a in triangles_a for b in triangles_b)


def distance_to_mesh(p, triangles):
    return min(point_triangle_distance(p, t) for t in triangles)
