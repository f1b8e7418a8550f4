// What: the contents of a scene file (JSON, docs/scene-format.md): bodies with their shapes, poses and motions, and a
//       room. This is plain data; build_scene.hpp builds a simulation from it.
// Frame: world, origin at the center of the room.
// Units: any unit of length; velocities are per step, spin is in degrees per step.
// Invariants: after reading, every number is in range, every pose is valid, and the names of all generators and
//             parameters are known.
//             Written scenes read back as the same scenes, except that materials are sorted by name, and that a part
//             without a name gets one if other parts refer to it.
// Degenerate input: a syntax error has line and column; any other error has the line and the JSON pointer of the
//                   element. An unknown key is an error that names the key.
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

// How the mesh of a body deforms. engine/deform/deforming_body.hpp explains the fields.
struct DeformDescription {
    std::string deformer = "wave";
    std::optional<double> amplitude; // none: the deformer's default
    int period = 600;                // frames
    std::uint64_t seed = 1;
    PolicyConfig policy = default_policy("area");
    bool finds_self_contacts = false;
    std::string onto; // for the deformer "cloth": the name of an earlier body, which the cloth falls onto
    friend bool operator==(const DeformDescription&, const DeformDescription&) = default;
};
DeformingBodyParams params_of(const DeformDescription& deform); // without clip and obstacle

struct BodyDescription {
    std::string name; // can be empty
    ShapeDescription shape;
    std::string material; // for parts without their own material; empty: the default material
    Transform pose;       // world_from_body
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_degrees_w{0.0}; // axis times angle
    BoxKind box = BoxKind::dynamic_box;
    // 0: one body at its pose. Otherwise, this is the number of bodies at random positions in the room, with random
    // rotations. Their velocity and spin have the given lengths and random directions. Random polytopes have up to
    // kDistinctShapes different shapes. Only the scale of the pose is used.
    std::uint32_t count = 0;

    bool is_solid = false;      // for meshes: a body inside this body is in contact with it
    bool is_fixed = false;      // does not move; never tested against other fixed bodies
    std::optional<double> mass; // kilograms; none: computed from the volume
    bool casts_shadow = true;
    std::optional<DeformDescription> deform; // for meshes
    std::string group;                       // for PairRules; empty: in no group

    std::string place; // "LINE: POINTER" in the file, for errors that are found later
};

// The rules about enabled pairs of bodies. `are_enabled` is the default for all pairs. For each pair of groups in
// `except`, the opposite of the default applies to every body of the first group with every body of the second group.
struct PairRules {
    bool are_enabled = true;
    std::vector<std::array<std::string, 2>> except;
    std::string place; // "LINE: POINTER" in the file, for errors
};

struct SceneDescription {
    std::string name;
    std::string lab;                     // the lab that opens the scene; empty: the default lab
    std::string lab_place;               // "LINE: POINTER" of the key "lab" in the file, for errors
    std::uint64_t seed = 1;              // of the scene's random numbers
    std::optional<glm::dvec3> room_half; // none: no walls
    std::vector<Material> materials;
    std::optional<SceneLight> light;
    std::optional<SceneView> view; // the initial view
    PairRules pairs;
    std::vector<BodyDescription> bodies; // with definitions instantiated and repetitions expanded
};

inline constexpr int kSceneVersion = 1;
inline constexpr std::uint32_t kMaxSceneBodies = kMaxWorkloadBodies; // sum of all counts
inline constexpr double kMaxVelocity = 1e6;
inline constexpr double kMaxSpinDegrees = 3600.0;
inline constexpr double kMaxMass = 1e9;
inline constexpr double kMaxRoomHalf = 1e9;
inline constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{64} << 20;

Result<SceneDescription> read_scene(const std::filesystem::path& path);

// Parses text in memory; `source` replaces the file name in errors.
Result<SceneDescription> parse_scene(std::string_view text, const std::string& source);

std::string to_json(const SceneDescription& scene);
Status write_scene(const std::filesystem::path& path, const SceneDescription& scene);

} // namespace boxwood
