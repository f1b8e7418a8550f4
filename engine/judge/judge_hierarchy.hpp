// What: validation of a recorded hierarchy against its mesh: topology, coverage, numbers, and containment of every
//     primitive in every node above it.
// Frame: the mesh's own.
// Invariants: boxes must contain exactly. Quantized boxes and other volumes may fall short by the rounding of their producer's arithmetic
//     (kSinglePrecision or kDoublePrecision times the largest coordinate), which is reported as within precision.
// Cost: O(n * depth).
// Oracle: our own validate() on our own hierarchies; hand-made defects.
#pragma once

#include "engine/capture/records/shape_records.hpp"
#include "engine/judge/node_volumes.hpp"

#include <optional>

namespace boxwood::judge {

// Default errors relative to the largest coordinate, for producers that state none.
inline constexpr double kSinglePrecision = 0x1p-19, kDoublePrecision = 0x1p-46;

inline double default_error(std::uint64_t scalar_bits, double largest_coordinate) {
    return (scalar_bits == 32 ? kSinglePrecision : kDoublePrecision) * largest_coordinate;
}

// A hierarchy that can be followed, with its findings.
struct JudgedHierarchy {
    const capture::HierarchyRecord* record = nullptr;
    const capture::MeshRecord* mesh = nullptr;
    TreeLinks links{};
    NodeVolumes volumes{};
    double tolerance = 0; // length by which volumes that are not boxes may fall short
    std::vector<Finding> findings{};

    bool is_sound() const;
    // The deepest node on the way to `leaf` that does not contain the triangle; none: all do.
    struct Shortfall {
        std::uint32_t node = 0;
        Excess excess;
    };
    std::optional<Shortfall> find_shortfall(std::uint32_t leaf, std::uint32_t triangle) const;
    std::optional<Shortfall> shortfall_of(std::uint32_t node, std::uint32_t triangle) const;
};

// Requires a mesh that check_mesh accepts. Both outlive the result.
JudgedHierarchy judge_hierarchy(const capture::HierarchyRecord& record, const capture::MeshRecord& mesh);

// What is wrong with the mesh itself: indices out of range, coordinates that are not finite. Empty: nothing.
std::string mesh_defect(const capture::MeshRecord& mesh);

inline glm::dvec3 vertex_of(const capture::MeshRecord& mesh, std::uint32_t vertex) {
    const std::size_t i = 3 * std::size_t{vertex};
    return {mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]};
}

// A length for people: four significant digits, with the unit if the capture has one.
std::string length_text(double length, std::string_view unit = {});

} // namespace boxwood::judge
