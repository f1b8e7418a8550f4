"""Finds clashes in an assembly: prints the depth of each pair of parts that clash, and the distance of each other pair.

    python3 assembly_clash.py
"""
import numpy as np

import boxwood as bw


def rotated(angle, position):
    pose = np.eye(4)
    c, s = np.cos(angle), np.sin(angle)
    pose[:3, :3] = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    pose[:3, 3] = position
    return pose


def ring(inner, outer, height, sides=48):
    """Vertices and triangles of a closed tube."""
    angles = 2 * np.pi * np.arange(sides) / sides
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    layers = [np.hstack([radius * circle, np.full((sides, 1), z)])
              for radius, z in ((outer, 0), (outer, height), (inner, height), (inner, 0))]
    faces = []
    for layer in range(4):
        for k in range(sides):
            a, b = layer * sides + k, layer * sides + (k + 1) % sides
            c, d = ((layer + 1) % 4) * sides + (k + 1) % sides, ((layer + 1) % 4) * sides + k
            faces += [(a, b, c), (a, c, d)]
    return np.vstack(layers), np.array(faces)


def main():
    bearing = bw.Mesh(*ring(10, 15, 8), solid=True)
    shaft = bw.Capsule(10.2, [0, 0, -30], [0, 0, 30])  # 0.2 mm too thick
    plate = bw.Convex.box([30, 30, 2])
    parts = {"bearing": (bearing, np.eye(4)), "shaft": (shaft, np.eye(4)), "plate": (plate, rotated(0.3, [0, 0, -2.5]))}

    clashes = []
    names = sorted(parts)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            (shape_a, pose_a), (shape_b, pose_b) = parts[a], parts[b]
            contacts = bw.contacts(shape_a, pose_a, shape_b, pose_b)
            if contacts:
                deepest = max(region.depth for region in contacts.regions)
                clashes.append((a, b))
                print(f"{a} and {b} clash: {len(contacts.regions)} regions, {deepest:.3f} mm deep")
            else:
                print(f"{a} and {b}: {bw.distance(shape_a, pose_a, shape_b, pose_b).value:.3f} mm")
    assert clashes == [("bearing", "shaft"), ("plate", "shaft")]


if __name__ == "__main__":
    main()
