// What: a scene file (.json): bodies in a room, written by hand or by the program. docs/scene-format.md is for people.
// Frame: world; poses are world_from_body. Units: lengths as the author means them; velocities per step at speed 1.
// Invariants: past the reader every pose passes check_transform and every recipe and parameter its own check; what is
//             written reads back equal.
// Degenerate input: the Error names the file and the line or the element ("s.json: /bodies/3/pose/q: ...").
// Cost: about 10 us per body.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/meshes/random_polytope.hpp"
#include "engine/meshes/recipe.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace boxwood {

// What a body is made of: a mesh file (relative to the scene's folder), a generated mesh, or a random polytope.
using BodySource = std::variant<std::filesystem::path, MeshRecipe, RandomPolytopeParams>;

struct SceneBody {
    BodySource source;
    Transform transform;
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_axis_w{0.0, 1.0, 0.0}; // unit
    double spin_degrees = 0.0;
    bool has_cube = false; // fixed cube instead of a dynamic box
};

struct SceneDescription {
    std::string name;
    std::optional<glm::dvec3> room_half; // walls at +- this
    std::vector<SceneBody> bodies;
};

inline constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{64} << 20;
inline constexpr std::size_t kMaxSceneBodies = 16384;

Result<SceneDescription> read_scene(const std::filesystem::path& path);

// The same for text at hand; `source` stands for the file name in errors.
Result<SceneDescription> parse_scene(std::string_view text, const std::string& source);

std::string to_json_text(const SceneDescription& scene);

} // namespace boxwood
