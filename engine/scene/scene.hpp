// What: a scene as the user writes it (JSON, docs/scene-format.md): bodies, their shapes, poses and motions, a room.
//       Data only; build_scene.hpp makes it run.
// Frame: world, origin at the center of the room.
// Units: any length unit, velocities per step, spin in degrees per step.
// Invariants: after reading, every number is in range, every pose valid, every generator and parameter known. Written
//             scenes read back equal.
// Degenerate input: a syntax error has line and column, any other error the line and the JSON pointer of the element;
//                   an unknown key is an error that names it.
#pragma once

#include "collision/core/result.hpp"
#include "engine/deform/deforming_body.hpp"
#include "engine/scene/scene_look.hpp"
#include "engine/scene/shape_description.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/workloads/multi_body.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// How the mesh of a body deforms, as engine/deform/deforming_body.hpp.
struct DeformDescription {
    std::string deformer = "wave";
    std::optional<double> amplitude; // none: the deformer's default
    int period = 600;                // frames
    std::uint64_t seed = 1;
    PolicyConfig policy = default_policy("area");
    bool finds_self_contacts = false;
    std::string onto; // of the deformer "cloth": the name of the body that it falls onto, earlier in the list
    friend bool operator==(const DeformDescription&, const DeformDescription&) = default;
};
DeformingBodyParams params_of(const DeformDescription& deform); // without clip and obstacle

struct BodyDescription {
    std::string name; // may be empty
    ShapeDescription shape;
    std::string material; // of parts that have none; empty: the default
    Transform pose;       // world_from_body
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_degrees_w{0.0}; // axis times angle
    BoxKind box = BoxKind::dynamic_box;
    // 0: one body at its pose. Otherwise that many bodies at random positions in the room, with random rotations;
    // velocity and spin keep their lengths and get random directions, polytopes differ, and only the scale of the pose
    // is used.
    std::uint32_t count = 0;

    bool is_solid = false;      // of a mesh: declared solid, so what lies inside it is in contact with it
    bool is_fixed = false;      // does not move; never tested against other fixed bodies
    std::optional<double> mass; // kilograms; none: from its volume
    bool casts_shadow = true;
    std::optional<DeformDescription> deform; // for meshes
    std::string group;                       // for PairRules; empty: in none

    std::string place; // "LINE: POINTER" in the file, for errors in its shape
};

// Which pairs of bodies are enabled: a default, and pairs of groups, of which each body of one with each of the other
// differs from it.
struct PairRules {
    bool are_enabled = true;
    std::vector<std::array<std::string, 2>> except;
    std::string place; // "LINE: POINTER" in the file, for errors
};

struct SceneDescription {
    std::string name;
    std::string lab;                     // the lab that opens the scene; empty: the default
    std::string lab_place;               // "LINE: POINTER" of that key in the file, for errors
    std::uint64_t seed = 1;              // of the scene's random numbers
    std::optional<glm::dvec3> room_half; // none: no walls
    std::vector<Material> materials;
    std::optional<SceneLight> light;
    std::optional<SceneView> view;       // the initial view
    PairRules pairs;
    std::vector<BodyDescription> bodies; // definitions are instantiated
};

inline constexpr int kSceneVersion = 1;
inline constexpr std::uint32_t kMaxSceneBodies = kMaxWorkloadBodies; // sum of all counts
inline constexpr double kMaxVelocity = 1e6;
inline constexpr double kMaxSpinDegrees = 3600.0;
inline constexpr double kMaxMass = 1e9;
inline constexpr double kMaxRoomHalf = 1e9;
inline constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{64} << 20;

Result<SceneDescription> read_scene(const std::filesystem::path& path);

// The same for text in memory; `source` replaces the file name in errors.
Result<SceneDescription> parse_scene(std::string_view text, const std::string& source);

std::string to_json(const SceneDescription& scene);
Status write_scene(const std::filesystem::path& path, const SceneDescription& scene);

} // namespace boxwood
