// What: validates the volumes of a recorded hierarchy and computes how far a point lies outside a volume.
// Frame: the mesh's own.
// Invariants: boxes that are not quantized are compared exactly, after the margin is added in double. Other volumes are
//     evaluated in long double, with an error far below the precision of their producers.
// Degenerate input: accepts any record; volumes that cannot be evaluated give findings.
#pragma once

#include "engine/judge/trees/tree_links.hpp"

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <string_view>

namespace boxwood::judge {

// How far a point is outside a volume; negative inside.
struct Excess {
    double length = 0;
    std::string side;     // such as "the upper x side", or "the sphere"
    bool is_exact = true; // true if the sign of `length` is exact: for boxes that are not quantized
    glm::dvec3 point{0};  // the point outside the volume
    // Unit normal of the volume's surface next to the point; zero at the center of a sphere, and on the segment or
    // rectangle of a capsule or RSS.
    glm::dvec3 outward{0};
};

class NodeVolumes {
  public:
    // Appends a finding for each array of volumes that cannot be evaluated, because of its type, length, normals,
    // margins or quantization. Also appends a finding for each node whose volume does not exist or is damaged: NaN,
    // inverted bounds, negative lengths, a wrong axis or side, or axes that are not orthonormal and right-handed.
    static NodeVolumes make(const capture::HierarchyRecord& record, const TreeLinks& links,
                            std::vector<Finding>& io_findings);

    // The largest excess over all volumes of the node. Requires has(node).
    Excess excess(std::uint32_t node, const glm::dvec3& point) const;
    // The box of a node whose volume is a box, with its margin.
    std::array<glm::dvec3, 2> box(std::uint32_t node) const;
    // The volumes whose intersection is the node's volume, for drawing. The numbers are in the format of
    // docs/capture.md; quantized boxes and volumes of box-trees are converted to boxes.
    struct Shape {
        std::string_view type;
        std::span<const double> values;
        std::span<const glm::dvec3> normals; // of a k-DOP
        double margin = 0;
    };
    std::vector<Shape> shapes(std::uint32_t node) const;
    // Whether the node can be reached from a root and its volumes have no defect. Volumes in an array with a finding
    // are ignored.
    bool has(std::uint32_t node) const { return node < is_sound_.size() && is_sound_[node]; }

  private:
    struct Volumes {
        std::string type;
        std::size_t stride = 0;
        std::vector<double> values;
        std::vector<glm::dvec3> normals{}; // of a k-DOP
        std::vector<double> margins{};     // per volume
        // A producer can round nodes and queries to integers in the same way, and compare the integers. Its boxes are
        // then correct, although a point can lie outside a dequantized box by the rounding error.
        bool is_quantized = false;
    };
    Excess excess_of(const Volumes& volumes, std::uint32_t index, const glm::dvec3& point) const;

    std::vector<Volumes> arrays_;
    std::vector<std::uint32_t> index_; // per node
    std::vector<bool> is_sound_;
};

} // namespace boxwood::judge
