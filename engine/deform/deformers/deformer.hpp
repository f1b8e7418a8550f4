// What: how a mesh is bent out of shape, by name: each deformer is a pure function of the rest mesh, an amplitude and a
//       time, so that a deformation can be replayed exactly and jumped into anywhere.
// Frame: the mesh's own. Units: time in periods; after a whole period everything is as it was.
// Invariants: as many vertices as before; the same input gives the same bits.
// Source: algorithms of [van den Bergen 1997] section 4 name the families; [Barr 1984] for twist, bend and taper.
// To add one: a file deform_<name>.cpp and one line in the list of deformer.cpp.
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

// Between two frames of a motion that is played: all vertices of both, and how far it is on the way.
struct PlayedMoment {
    std::span<const glm::vec3> from, to;
    double share = 0.0;
};

struct DeformInput {
    const RestMesh& rest;
    double amplitude = 0.0; // in the deformer's unit, at this time
    double time = 0.0;      // periods
    std::uint64_t seed = 1;
    std::size_t first = 0; // vertex that the first position is of
    PlayedMoment played{}; // of a motion that is played
};

// What a motion is simulated from.
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
    bool tears = false;   // wants a rest mesh whose triangles share no vertices
    bool is_local = true; // moves each vertex by itself: may be asked for some of them; else for all at once
    void (*deform)(const DeformInput& input, std::span<glm::vec3> out_positions) = nullptr;
    bool is_played = false; // from frames; its amplitude does not swing
    std::shared_ptr<MotionRecorder> (*record)(const RecordInput& input) =
        nullptr; // none: the frames are brought
};

std::span<const Deformer> all_deformers();            // pure functions of the rest mesh
std::span<const Deformer> all_played_deformers();     // those that play a clip
const Deformer* find_deformer(std::string_view name); // of either; null if there is none

// What share of its amplitude a deformation has at a time: 0 at whole periods, 1 in the middle between, smooth.
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
