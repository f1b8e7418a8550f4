"""Ten thousand boxes move in random directions. In each step, a world finds all pairs of boxes in contact.

    python3 ten_thousand_boxes.py
"""
import time

import numpy as np

import boxwood as bw

COUNT = 10_000


def main():
    random = np.random.default_rng(1)
    poses = np.tile(np.eye(4), (COUNT, 1, 1))
    poses[:, :3, 3] = random.uniform(-20, 20, (COUNT, 3))
    velocity = random.normal(0, 0.05, (COUNT, 3))

    world = bw.World()
    boxes = world.add_many(bw.Convex.box([0.5, 0.4, 0.3]), poses)
    times, began = [], 0
    for _ in range(20):
        poses[:, :3, 3] += velocity
        start = time.perf_counter()
        world.set_poses(boxes, poses)
        step = world.step()
        times.append(time.perf_counter() - start)
        began += len(step.began)
    print(f"{len(step.contacts)} contacts in the last step, {began} began; {1e3 * np.median(times):.1f} ms per step")
    assert len(step.contacts) > 1000


if __name__ == "__main__":
    main()
