// What: lists mesh deformations by name. Each deformer is a pure function of the rest mesh, an amplitude, a time, and a
//       seed or the frames of a played motion. A deformation can be replayed exactly and can start at any time.
// Frame: the mesh's own. Units: time in periods; after each period, the mesh has its start positions again.
// Invariants: the number of vertices is constant. The same input gives bitwise identical output.
// Source: [van den Bergen 1997] section 4 for the families of deformations; [Barr 1984] for twist, bend and taper.
// To add a deformer: write a function in deformers.cpp, declare it here, and add one line to the list in deformer.cpp.
#pragma once

#include "engine/deform/obstacle_path.hpp"
#include "engine/deform/rest_mesh.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace boxwood {

struct MotionClip;
class MotionRecorder;

// The two frames of a played motion around a time: the vertices of both, and the interpolation parameter between them.
struct PlayedMoment {
    std::span<const glm::vec3> from, to;
    double fraction = 0.0;
};

struct DeformInput {
    const RestMesh& rest;
    double amplitude = 0.0; // at this time, in the deformer's unit
    double time = 0.0;      // periods
    std::uint64_t seed = 1;
    std::size_t first = 0; // index of the vertex to which the first output position belongs
    PlayedMoment played{}; // for a played motion
};

// Input of the simulation of a motion.
struct RecordInput {
    const Mesh& mesh;
    std::shared_ptr<const Mesh> obstacle;
    Pose world_from_obstacle; // at the start
    ObstaclePath path;
    int frames = 0;
};

struct Deformer {
    std::string_view name;
    std::string_view about;
    std::string_view unit;      // of the amplitude
    double default_value = 0.0; // amplitude
    double lower = 0.0, upper = 0.0;
    bool tears = false; // requires a rest mesh whose triangles share no vertices
    // True if each vertex moves independently of the others, so that any range of vertices can be computed separately.
    bool is_local = true;
    void (*deform)(const DeformInput& input, std::span<glm::vec3> out_positions) = nullptr;
    bool plays_frames = false; // plays a recorded motion, with a constant amplitude
    // Starts the simulation of a played motion; null if the frames are imported or the motion is not played.
    std::shared_ptr<MotionRecorder> (*record)(const RecordInput& input) = nullptr;
};

std::span<const Deformer> procedural_deformers();     // deformers that do not play a clip
std::span<const Deformer> clip_deformers();           // deformers that play a clip
const Deformer* find_deformer(std::string_view name); // searches both lists; null if there is none

// The fraction of the amplitude at a time: a smooth function that is 0 at integer times and 1 midway between them.
double swing(double time);

void deform_twist(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_swirl(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_bend(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_wave(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_taper(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_inflate(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_noise(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_tear(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_permute(const DeformInput& input, std::span<glm::vec3> out_positions);
void deform_by_clip(const DeformInput& input, std::span<glm::vec3> out_positions);
std::shared_ptr<MotionRecorder> record_cloth(const RecordInput& input);

} // namespace boxwood
