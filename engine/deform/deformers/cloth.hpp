// What: simulates cloth that falls onto a moving mesh by position-based dynamics with small substeps. The library's
//       hierarchy finds the contacts of the vertices once per frame.
// Frame: world; gravity points along -y. Units: lengths of the meshes, times in frames.
// Invariants: the same input gives bitwise identical output, because constraints are solved sequentially in a fixed
//             order. A vertex in contact stays at least `thickness` in front of the plane of the triangle that was
//             nearest at the start of the frame.
// Degenerate input: edges with a rest length of zero pull their ends together. A vertex falls through a surface if its
//       distance behind the surface exceeds four times the thickness plus its motion in a frame.
// Cost: about 1 us per vertex and frame with ten substeps, plus 0.5 us per vertex and frame for contacts.
// Source: [Mueller 2007] (position-based dynamics); [Macklin 2019] (one iteration for each of many small substeps).
// Departs from the source: the only bending constraint is the distance of the opposite corners of adjacent triangles.
// Oracle: tests/engine/deform/cloth_test.cpp: edges stretch by less than 25 %, no vertex enters the ball that the cloth
//       falls onto, two runs are bit-equal.
#pragma once

#include "engine/deform/deformers/motion_clip.hpp"
#include "engine/deform/obstacle_path.hpp"

namespace boxwood {

struct ClothConfig {
    int frames = 240;
    int steps = 10;          // simulation substeps per frame
    double fall = 60.0;      // number of frames in which the cloth falls by its own radius, from rest
    double thickness = 0.01; // in radii of the cloth
    double friction = 0.5;   // fraction of the tangential motion that a vertex in contact loses per substep
    double damping = 0.01;   // fraction of the velocity that every vertex loses per frame
};

struct ClothInput {
    const Mesh& cloth;
    std::shared_ptr<const Mesh> obstacle;
    Pose world_from_obstacle; // at the start
    ObstaclePath path;        // over all frames
};

// Simulates all frames before it returns. record_cloth() (deformer.hpp) simulates frames when they are played.
MotionClip drape_cloth(const ClothInput& input, const ClothConfig& config);

} // namespace boxwood
