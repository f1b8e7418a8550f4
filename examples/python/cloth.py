"""A cloth falls on a ball: each step moves the vertices, refits the hierarchy and tests whether cloth and ball touch.

    python3 cloth.py
"""
import numpy as np

import boxwood as bw

SIDE, STEP = 40, 0.01


def main():
    lines = np.linspace(-1, 1, SIDE)
    vertices = np.array([(x, y, 1.2) for y in lines for x in lines])
    faces = []
    for row in range(SIDE - 1):
        for column in range(SIDE - 1):
            a = row * SIDE + column
            faces += [(a, a + 1, a + SIDE), (a + 1, a + SIDE + 1, a + SIDE)]
    cloth = bw.Mesh(vertices, faces, bw.Preset.deforming)
    ball = bw.Sphere(0.6)
    core = bw.Sphere(0.55)  # the cloth must never reach it

    velocity = np.zeros_like(vertices)
    touching = 0
    for step in range(60):
        velocity[:, 2] -= 9.81 * STEP
        vertices += STEP * velocity
        # Vertices less than 0.01 from the ball are moved to this distance and keep their tangential velocity.
        distance = np.linalg.norm(vertices, axis=1)
        is_inside = distance < 0.61
        normal = vertices[is_inside] / distance[is_inside, None]
        vertices[is_inside] = 0.61 * normal
        velocity[is_inside] -= np.sum(velocity[is_inside] * normal, axis=1)[:, None] * normal
        cloth.update(vertices)
        touching += bw.is_within(cloth, None, ball, None, 0.011)
        assert not bw.collide(cloth, None, core, None), f"step {step}: the cloth is in the ball"
    print(f"the cloth touches the ball in {touching} of 60 steps; its hierarchy takes {cloth.memory_bytes} bytes")
    assert 0 < touching < 60


if __name__ == "__main__":
    main()
