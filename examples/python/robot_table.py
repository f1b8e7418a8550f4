"""Tests a robot from a URDF file against a table at random joint positions.

Counts the colliding positions and finds the smallest distance in the others.

    python3 robot_table.py [FILE.urdf]
"""
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np

import boxwood as bw

ROBOT = """<robot name="arm">
  <link name="base"><collision><geometry><cylinder radius="0.12" length="0.3"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.25"/><geometry><box size="0.1 0.1 0.5"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0 0 0.2"/><geometry><box size="0.08 0.08 0.4"/></geometry></collision></link>
  <link name="tool"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.15"/>
    <axis xyz="0 1 0"/><limit lower="-2.2" upper="2.2"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.5"/>
    <axis xyz="0 1 0"/><limit lower="-2.5" upper="2.5"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0 0 0.42"/></joint>
</robot>"""


def numbers(text, default):
    return np.array([float(word) for word in text.split()]) if text else np.array(default, float)


def rotation(axis, angle):
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def origin_of(element):
    origin = element.find("origin")
    pose = np.eye(4)
    if origin is not None:
        roll, pitch, yaw = numbers(origin.get("rpy"), [0, 0, 0])
        pose[:3, :3] = rotation(np.array([0, 0, 1.0]), yaw) @ rotation(np.array([0, 1.0, 0]), pitch) @ rotation(
            np.array([1.0, 0, 0]), roll)
        pose[:3, 3] = numbers(origin.get("xyz"), [0, 0, 0])
    return pose


def shape_of(geometry):
    box, sphere, cylinder = geometry.find("box"), geometry.find("sphere"), geometry.find("cylinder")
    if box is not None:
        return bw.Convex.box(numbers(box.get("size"), None) / 2)
    if sphere is not None:
        return bw.Sphere(float(sphere.get("radius")))
    if cylinder is not None:
        radius, half = float(cylinder.get("radius")), float(cylinder.get("length")) / 2
        angles = 2 * np.pi * np.arange(32) / 32
        # Corners of a prism that contains the cylinder.
        circle = radius / np.cos(np.pi / 32) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return bw.Convex.hull([[x, y, z] for x, y in circle for z in (-half, half)])
    raise SystemExit("unsupported geometry: expected a box, a sphere or a cylinder")


class Robot:
    def __init__(self, text):
        root = ElementTree.fromstring(text)
        self.links = {link.get("name"): [(shape_of(c.find("geometry")), origin_of(c)) for c in link.findall("collision")]
                      for link in root.findall("link")}
        self.joints = root.findall("joint")
        self.moving = [joint for joint in self.joints if joint.get("type") != "fixed"]
        for joint in self.moving:
            if joint.get("type") != "revolute":
                raise SystemExit(f"{joint.get('name')}: unsupported joint: expected a fixed or revolute joint")
        children = {joint.find("child").get("link") for joint in self.joints}
        self.root = next(name for name in self.links if name not in children)

    def limits(self):
        return np.array([[float(j.find("limit").get("lower")), float(j.find("limit").get("upper"))] for j in self.moving])

    def place(self, positions):
        """Returns link, shape and pose of each part. Requires that joints are listed from the root outwards."""
        frames = {self.root: np.eye(4)}
        angles = {joint.get("name"): angle for joint, angle in zip(self.moving, positions)}
        for joint in self.joints:
            turn = np.eye(4)
            axis = joint.find("axis")
            if joint.get("name") in angles:
                turn[:3, :3] = rotation(numbers(axis.get("xyz") if axis is not None else None, [1, 0, 0]),
                                        angles[joint.get("name")])
            frames[joint.find("child").get("link")] = frames[joint.find("parent").get("link")] @ origin_of(joint) @ turn
        return [(name, shape, frames[name] @ at) for name, shapes in self.links.items() for shape, at in shapes]


def main():
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            robot = Robot(file.read())
    else:
        robot = Robot(ROBOT)
    table = bw.Convex.box([0.8, 0.8, 0.02])
    table_at = bw.Pose.from_translation([0, 0, -0.18])

    random = np.random.default_rng(1)
    limits = robot.limits()
    colliding, closest = 0, np.inf
    count = 2000
    for _ in range(count):
        placed = robot.place(random.uniform(limits[:, 0], limits[:, 1]))
        # The base is fixed 1 cm above the table.
        distance = min(bw.distance(shape, pose, table, table_at).value for link, shape, pose in placed
                       if link != robot.root)
        colliding += distance == 0
        closest = min(closest, distance) if distance > 0 else closest
    print(f"{colliding} of {count} positions collide with the table; "
          f"the smallest distance in the others is {closest:.4f} m")
    assert 0 < colliding < count


if __name__ == "__main__":
    main()
