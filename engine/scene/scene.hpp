// What: a scene as a person writes it (JSON, docs/scene-format.md): bodies, their shapes, poses and motions,
//       a room. Data only; build_scene.hpp makes it run.
// Frame: world, centered at the room's middle.
// Units: lengths as the scene likes, velocities per step, spin in degrees per step.
// Invariants: past the reader every number is in its range, every pose usable, every generator and parameter
//             known. What is written reads back equal.
// Degenerate input: a syntax error has line and column, anything else the line and the JSON pointer of the element;
//             a key that is not known is refused by name.
#pragma once

#include "collision/core/result.hpp"
#include "engine/scene/scene_look.hpp"
#include "engine/scene/shape_description.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/workloads/multi_body.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct BodyDescription {
    std::string name; // may be empty
    ShapeDescription shape;
    std::string material; // of what has none of its own; empty: the usual one
    Transform pose;       // world_from_body
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_degrees_w{0.0}; // axis times angle
    BoxKind box = BoxKind::dynamic_box;
    // 0: one body, as it stands. Otherwise so many at random places in the room, turned at random; velocity
    // and spin keep their lengths and get random directions, polytopes differ, and of the pose only the scale
    // counts.
    std::uint32_t count = 0;

    bool is_fixed = false;      // cannot be lifted or pushed; never tested against other fixed bodies
    std::optional<double> mass; // kilograms; none: by its volume
    bool casts_shadow = true;

    std::string place; // "LINE: POINTER" in the file, for errors of what it is built from
};

struct SceneDescription {
    std::string name;
    std::string lab;                     // that it opens in; empty: the usual one
    std::string lab_place;               // "LINE: POINTER" of that in the file, for errors
    std::uint64_t seed = 1;              // of everything that is random in it
    std::optional<glm::dvec3> room_half; // none: no walls
    std::vector<Material> materials;
    std::optional<SceneLight> light;
    std::optional<SceneView> view;       // where a person stands at the start
    std::vector<BodyDescription> bodies; // definitions are placed already
};

inline constexpr int kSceneVersion = 1;
inline constexpr std::uint32_t kMaxSceneBodies = kMaxWorkloadBodies; // all counts together
inline constexpr double kMaxVelocity = 1e6;
inline constexpr double kMaxSpinDegrees = 3600.0;
inline constexpr double kMaxMass = 1e9;
inline constexpr double kMaxRoomHalf = 1e9;
inline constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{64} << 20;

Result<SceneDescription> read_scene(const std::filesystem::path& path);

// The same for text at hand; `source` stands for the file name in errors.
Result<SceneDescription> parse_scene(std::string_view text, const std::string& source);

std::string to_json(const SceneDescription& scene);
Status write_scene(const std::filesystem::path& path, const SceneDescription& scene);

} // namespace boxwood
