// What: the volumes of a recorded hierarchy: whether their numbers are sound, and by how much a point lies outside.
// Frame: the mesh's own.
// Invariants: boxes are compared exactly after the margin is added; other volumes are evaluated in long double with an
//     error far below the precision of their producers.
// Degenerate input: any record; what cannot be evaluated is a finding.
#pragma once

#include "engine/judge/tree_links.hpp"

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <string_view>

namespace boxwood::judge {

// The signed length by which a point sticks out: negative inside.
struct Excess {
    double length = 0;
    std::string side;     // such as "upper x", or "sphere"
    bool is_exact = true; // a comparison of stored numbers
    glm::dvec3 point{0};  // that sticks out
    glm::dvec3 outward{0}; // unit normal of the volume's surface next to it; 0 at the axis of a round volume
};

class NodeVolumes {
  public:
    // Appends findings for volumes with NaN, inverted bounds, or axes that are not orthonormal.
    static NodeVolumes make(const capture::HierarchyRecord& record, const TreeLinks& links,
                            std::vector<Finding>& io_findings);

    // The largest excess over all arrays of bounds. NaN bounds contain nothing.
    Excess excess(std::uint32_t node, const glm::dvec3& point) const;
    // The box of a node whose volume is a box, with its margin.
    std::array<glm::dvec3, 2> box(std::uint32_t node) const;
    // The node's volumes, of which its own is the intersection, for drawing: numbers as in docs/capture.md, quantized boxes
    // and box-trees as boxes.
    struct Shape {
        std::string_view type;
        std::span<const double> values;
        std::span<const glm::dvec3> normals; // of a k-DOP
        double margin = 0;
    };
    std::vector<Shape> shapes(std::uint32_t node) const;
    bool has(std::uint32_t node) const { return node < is_sound_.size() && is_sound_[node]; }

  private:
    struct Volumes {
        std::string type;
        std::size_t stride = 0;
        std::vector<double> values;
        std::vector<glm::dvec3> normals{}; // of a k-DOP
        std::vector<double> margins{};     // per volume
        // A library that compares the integers rounds nodes and queries alike: its boxes hold, though their numbers may be
        // off by the rounding.
        bool is_quantized = false;
    };
    Excess excess_of(const Volumes& volumes, std::uint32_t index, const glm::dvec3& point) const;

    std::vector<Volumes> arrays_;
    std::vector<std::uint32_t> index_; // per node
    std::vector<bool> is_sound_;
};

} // namespace boxwood::judge
