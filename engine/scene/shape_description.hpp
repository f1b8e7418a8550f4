// What: the shape of a body as described in a scene file (docs/scene-format.md). Plain data.
// Frame: a part's pose maps to the frame of its parent part or, if it has no parent, to the frame of the body. The
//        suffix _p marks coordinates in this frame.
// Units: joint positions in degrees if revolute, in lengths if prismatic; rates per step.
// Invariants: after reading, parents precede their children, names are unique, and positions are within limits.
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
    std::string path; // as in the scene file: absolute, or relative to the folder of the scene file
    friend bool operator==(const MeshFile&, const MeshFile&) = default;
};

struct PolytopeFile {
    std::string path; // of a library of polytopes (.poly); absolute or relative as in MeshFile
    std::string name; // of the polytope; can be empty if the file has only one
    friend bool operator==(const PolytopeFile&, const PolytopeFile&) = default;
};

// A generated solid as convex polytopes: its convex pieces, or its convex hull if its generator produces no pieces.
struct SolidRecipe {
    MeshRecipe recipe;
    friend bool operator==(const SolidRecipe&, const SolidRecipe&) = default;
};

// The polytopes of a part: a mesh file or a mesh recipe gives the convex hull of its mesh; a solid recipe gives its
// convex pieces.
using PartShape = std::variant<MeshFile, MeshRecipe, RandomPolytopeParams, PolytopeFile, SolidRecipe>;

struct JointDescription {
    JointKind kind = JointKind::revolute;
    glm::dvec3 point_p{0.0};
    glm::dvec3 axis_p{0.0, 0.0, 1.0};
    double lower = -90.0, upper = 90.0;
    double position = 0.0;
    double rate = 0.0; // speed per step; the joint moves back and forth between the limits
    // Number of steps of one sinusoidal swing from one limit to the other and back; 0: the joint moves with constant
    // `rate`.
    double period = 0.0;
    friend bool operator==(const JointDescription&, const JointDescription&) = default;
};

struct PartDescription {
    std::string name;
    PartShape shape;
    std::uint32_t parent = kNone; // an earlier part that carries this part
    Transform pose;               // without scale
    std::optional<JointDescription> joint;
    HullMode mode = HullMode::recompute; // of the hull over this part and the parts it carries
    std::string material;                // empty: the material of the body
    friend bool operator==(const PartDescription& x, const PartDescription& y) {
        return x.name == y.name && x.shape == y.shape && x.parent == y.parent && x.pose.q == y.pose.q &&
               x.pose.t == y.pose.t && x.pose.s == y.pose.s && x.joint == y.joint && x.mode == y.mode &&
               x.material == y.material;
    }
};

struct PartsDescription {
    std::vector<PartDescription> parts;
    // Pairs of parts that are never tested against each other.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> disabled_pairs;
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
