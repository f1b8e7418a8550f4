// What: cloth that falls onto a moving mesh: position-based dynamics with small steps; what a vertex touches is found by
//       the library's own hierarchy, once per frame.
// Frame: world; gravity points along -y. Units: lengths of the meshes, times in frames.
// Invariants: the same input gives the same bits: constraints are solved one after the other, in the mesh's order. A
//     vertex that touches stays `thickness` in front of the triangle nearest to it.
// Degenerate input: edges without length pull their ends together; a vertex that gets behind a surface farther than it
//     moves in a frame falls through.
// Cost: about 1 us per vertex and frame with ten steps, 0.5 us for what it touches.
// Source: [Mueller 2007] (position-based dynamics); [Macklin 2019] (one iteration of many small steps).
// Departs from the source: no bending constraint but the distance of the far corners of neighboring triangles.
// Oracle: tests/engine/deform/cloth_test.cpp: edges keep their length, nothing sinks in, the same bits twice.
#pragma once

#include "engine/deform/motion_clip.hpp"
#include "engine/deform/obstacle_path.hpp"

namespace boxwood {

struct ClothConfig {
    int frames = 240;
    int steps = 10;          // of the simulation per frame
    double fall = 60.0;      // frames to fall one radius from rest
    double thickness = 0.01; // of the cloth's radius
    double friction = 0.5;   // share of the sliding that a touching vertex loses in a step
    double damping = 0.01;   // share of the speed that every vertex loses in a frame
};

struct ClothInput {
    const Mesh& cloth;
    std::shared_ptr<const Mesh> obstacle;
    Pose world_from_obstacle; // at the start
    ObstaclePath path;        // over all frames
};

// All its frames at once; record_cloth() (deformer.hpp) makes them as they are played.
MotionClip drape_cloth(const ClothInput& input, const ClothConfig& config);

} // namespace boxwood
