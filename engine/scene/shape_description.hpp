// What: what a body of a scene is made of, as a person writes it (docs/scene-format.md). Data only.
// Frame: a part's pose maps to its parent part's frame, or to the body's; suffix _p.
// Units: of joints degrees if revolute, lengths if prismatic; rates per step.
// Invariants: past the reader, parents stand before their children, names are unique, positions are within limits.
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
    std::string path; // of a library (.poly), as MeshFile's
    std::string name; // of the polytope; empty: the file's only one
    friend bool operator==(const PolytopeFile&, const PolytopeFile&) = default;
};

// What a generator makes as convex polytopes: its pieces, or the hull of what has none.
struct SolidRecipe {
    MeshRecipe recipe;
    friend bool operator==(const SolidRecipe&, const SolidRecipe&) = default;
};

// Of a mesh and of a recipe a part is the convex hull; of a solid, all its pieces.
using PartShape = std::variant<MeshFile, MeshRecipe, RandomPolytopeParams, PolytopeFile, SolidRecipe>;

struct JointDescription {
    JointKind kind = JointKind::revolute;
    glm::dvec3 point_p{0.0};
    glm::dvec3 axis_p{0.0, 0.0, 1.0};
    double lower = -90.0, upper = 90.0;
    double position = 0.0;
    double rate = 0.0;   // to and fro between the limits
    double period = 0.0; // steps of a swing between the limits and back; 0: none, and then `rate` counts
    friend bool operator==(const JointDescription&, const JointDescription&) = default;
};

struct PartDescription {
    std::string name;
    PartShape shape;
    std::uint32_t parent = kNone; // a part before it that carries it along
    Transform pose;               // no scale
    std::optional<JointDescription> joint;
    HullMode mode = HullMode::recompute; // of the hull over it and what it carries
    std::string material;                // empty: the body's
    friend bool operator==(const PartDescription& x, const PartDescription& y) {
        return x.name == y.name && x.shape == y.shape && x.parent == y.parent && x.pose.q == y.pose.q &&
               x.pose.t == y.pose.t && x.pose.s == y.pose.s && x.joint == y.joint && x.mode == y.mode &&
               x.material == y.material;
    }
};

struct PartsDescription {
    std::vector<PartDescription> parts;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart; // never tested against each other
    friend bool operator==(const PartsDescription&, const PartsDescription&) = default;
};

using ShapeDescription =
    std::variant<MeshFile, MeshRecipe, RandomPolytopeParams, PolytopeFile, SolidRecipe, PartsDescription>;

inline constexpr std::size_t kMaxParts = 1000;
inline constexpr double kMaxJointDegrees = 3600.0;

// A position or a rate as the library counts it.
inline double to_joint_unit(JointKind kind, double value) {
    return kind == JointKind::revolute ? glm::radians(value) : value;
}

inline bool supports_scale(const ShapeDescription& shape) {
    return std::holds_alternative<MeshFile>(shape) || std::holds_alternative<MeshRecipe>(shape);
}

} // namespace boxwood
