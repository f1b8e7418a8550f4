// What: validates a recorded hierarchy against its mesh: topology, valid numbers and, if its primitives are triangles,
//     coverage of all triangles, and containment of every triangle in every node above it.
// Frame: the mesh's own.
// Invariants: a box must contain its primitives exactly. A quantized box or another volume can fall short by the
//     rounding of the producer's arithmetic: kSinglePrecision or kDoublePrecision times the largest coordinate. Such a
//     shortfall is reported as within precision, or not at all if it is less than 1/1024 of this length.
// Cost: O(n * depth) time for n triangles.
// Oracle: Boxwood's own hierarchies of every kind and volume, which must be sound
//     (tests/engine/judge/sound_captures_test.cpp), and records with injected defects (faults_test.cpp,
//     damaged_capture_test.cpp).
#pragma once

#include "engine/capture/records/shape_records.hpp"
#include "engine/judge/trees/node_volumes.hpp"

#include <optional>

namespace boxwood::judge {

// Default errors relative to the largest coordinate, for producers that declare none.
inline constexpr double kSinglePrecision = 0x1p-19, kDoublePrecision = 0x1p-46;

inline double default_error(std::uint64_t scalar_bits, double largest_coordinate) {
    return (scalar_bits == 32 ? kSinglePrecision : kDoublePrecision) * largest_coordinate;
}

// A validated hierarchy with its findings. Its nodes can be traversed if links.is_readable.
struct JudgedHierarchy {
    const capture::HierarchyRecord* record = nullptr;
    const capture::MeshRecord* mesh = nullptr;
    TreeLinks links{};
    NodeVolumes volumes{};
    double tolerance = 0; // the length by which volumes other than exact boxes can fall short
    std::vector<Finding> findings{};

    bool is_sound() const;
    // A node that does not contain a triangle, and how far the triangle extends beyond it.
    struct Shortfall {
        std::uint32_t node = 0;
        Excess excess;
    };
    // The deepest node on the path from the root to `leaf` that does not contain the triangle. Empty if all nodes do.
    // Nodes with an invalid volume are skipped.
    std::optional<Shortfall> find_shortfall(std::uint32_t leaf, std::uint32_t triangle) const;
    // How far the triangle extends beyond one node; empty if the length is too small to be reported, or if the volume
    // of the node is invalid.
    std::optional<Shortfall> shortfall_of(std::uint32_t node, std::uint32_t triangle) const;
};

// Requires a mesh without a mesh_defect(). `record` and `mesh` must outlive the result.
JudgedHierarchy judge_hierarchy(const capture::HierarchyRecord& record, const capture::MeshRecord& mesh);

// Describes a defect of the mesh itself, such as an index out of range or a coordinate that is not finite. Empty if
// there is none.
std::string mesh_defect(const capture::MeshRecord& mesh);

inline glm::dvec3 vertex_of(const capture::MeshRecord& mesh, std::uint32_t vertex) {
    const std::size_t i = 3 * std::size_t{vertex};
    return {mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]};
}

// A length for messages: four significant digits, and the unit if it is not empty.
std::string length_text(double length, std::string_view unit = {});

} // namespace boxwood::judge
