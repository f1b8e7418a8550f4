// What: the shape of a body as the user writes it (docs/scene-format.md). Data only.
// Frame: a part's pose maps to its parent part's frame, or to the body's; suffix _p.
// Units: joint positions in degrees if revolute, in lengths if prismatic; rates per step.
// Invariants: after reading, parents precede their children, names are unique, positions are within limits.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/generate/recipe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <glm/trigonometric.hpp>

namespace boxwood {

struct MeshFile {
    std::string path; // as written: relative to the folder of the scene file, or absolute
    friend bool operator==(const MeshFile&, const MeshFile&) = default;
};

struct PolytopeFile {
    std::string path; // path of a library (.poly), as in MeshFile
    std::string name; // of the polytope; empty: the file has only one
    friend bool operator==(const PolytopeFile&, const PolytopeFile&) = default;
};

// A generated solid as convex polytopes: its convex pieces, or the hull if the generator has none.
struct SolidRecipe {
    MeshRecipe recipe;
    friend bool operator==(const SolidRecipe&, const SolidRecipe&) = default;
};

// A mesh or a recipe gives one part, its convex hull; a solid gives all its convex pieces.
using PartShape = std::variant<MeshFile, MeshRecipe, RandomPolytopeParams, PolytopeFile, SolidRecipe>;

struct JointDescription {
    JointKind kind = JointKind::revolute;
    glm::dvec3 point_p{0.0};
    glm::dvec3 axis_p{0.0, 0.0, 1.0};
    double lower = -90.0, upper = 90.0;
    double position = 0.0;
    double rate = 0.0;   // per step, back and forth between the limits
    double period = 0.0; // steps of one full swing between the limits; 0: constant `rate`
    friend bool operator==(const JointDescription&, const JointDescription&) = default;
};

struct PartDescription {
    std::string name;
    PartShape shape;
    std::uint32_t parent = kNone; // an earlier part that carries this one
    Transform pose;               // no scale
    std::optional<JointDescription> joint;
    HullMode mode = HullMode::recompute; // of the hull over this part and the parts it carries
    std::string material;                // empty: that of the body
    friend bool operator==(const PartDescription& x, const PartDescription& y) {
        return x.name == y.name && x.shape == y.shape && x.parent == y.parent && x.pose.q == y.pose.q &&
               x.pose.t == y.pose.t && x.pose.s == y.pose.s && x.joint == y.joint && x.mode == y.mode &&
               x.material == y.material;
    }
};

struct PartsDescription {
    std::vector<PartDescription> parts;
    // pairs that are never tested against each other
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;
    friend bool operator==(const PartsDescription&, const PartsDescription&) = default;
};

using ShapeDescription =
    std::variant<MeshFile, MeshRecipe, RandomPolytopeParams, PolytopeFile, SolidRecipe, PartsDescription>;

inline constexpr std::size_t kMaxParts = 1000;
inline constexpr double kMaxJointDegrees = 3600.0;

// Converts a position or a rate to the library's units (radians or lengths).
inline double to_joint_unit(JointKind kind, double value) {
    return kind == JointKind::revolute ? glm::radians(value) : value;
}

inline bool supports_scale(const ShapeDescription& shape) {
    return std::holds_alternative<MeshFile>(shape) || std::holds_alternative<MeshRecipe>(shape);
}

} // namespace boxwood
