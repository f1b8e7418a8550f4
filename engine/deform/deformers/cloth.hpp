// What: cloth that falls onto a moving mesh: position-based dynamics with small substeps; the library's hierarchy finds
//       the contacts of the vertices once per frame.
// Frame: world; gravity points along -y. Units: lengths of the meshes, times in frames.
// Invariants: equal input gives bit-equal output: constraints are solved sequentially, in the mesh's order. A vertex in
//             contact stays `thickness` in front of the nearest triangle.
// Degenerate input: edges of zero length pull their ends together; a vertex that gets farther behind a surface than it
//                   moves in a frame falls through.
// Cost: about 1 us per vertex and frame with ten steps, and 0.5 us for contacts.
// Source: [Mueller 2007] (position-based dynamics); [Macklin 2019] (one iteration of many small steps).
// Departs from the source: the only bending constraint is the distance of the opposite corners of adjacent triangles.
// Oracle: tests/engine/deform/cloth_test.cpp: edges keep their length, no vertex penetrates, two runs are bit-equal.
#pragma once

#include "engine/deform/deformers/motion_clip.hpp"
#include "engine/deform/obstacle_path.hpp"

namespace boxwood {

struct ClothConfig {
    int frames = 240;
    int steps = 10;          // simulation substeps per frame
    double fall = 60.0;      // frames to fall one radius of the cloth from rest
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

// Simulates all frames at once; record_cloth() (deformer.hpp) simulates them as they are played.
MotionClip drape_cloth(const ClothInput& input, const ClothConfig& config);

} // namespace boxwood
