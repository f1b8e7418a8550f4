// What: clips the polygon of a face to the side planes of another face. Labels identify the corners of the result.
// Frame: the frame of the reference face's polytope.
// Invariants: the boundary consists of pieces, each on an edge of one of the polytopes and with a label. A corner is
//     the point between two pieces. No two corners have the same pair of labels, unless rounding clips a corner
//     twice.
// Degenerate input: a polygon that is outside a plane becomes empty. Corners that lie in a plane are not removed.
// Cost: O(corners * planes); no allocation for up to 64 corners.
// Source: [Sutherland 1974].
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {

struct PolygonCorner {
    glm::dvec3 at{0.0};
    std::uint32_t before = 0, after = 0; // labels of the boundary pieces that end and start at this corner
};

class ContactPolygon {
  public:
    ContactPolygon()
        : corners_(&memory_)
        , next_(&memory_) {}
    ContactPolygon(const ContactPolygon&) = delete;
    ContactPolygon& operator=(const ContactPolygon&) = delete;

    void add(const PolygonCorner& corner) { corners_.push_back(corner); }
    // Removes the part beyond the plane. `label` becomes the label of the new boundary piece.
    void clip(const Polytope::SidePlane& plane, std::uint32_t label);
    std::span<const PolygonCorner> corners() const { return corners_; }

  private:
    alignas(16) std::array<std::byte, 8192> buffer_;
    std::pmr::monotonic_buffer_resource memory_{buffer_.data(), buffer_.size()};
    std::pmr::vector<PolygonCorner> corners_, next_;
};

inline void ContactPolygon::clip(const Polytope::SidePlane& plane, std::uint32_t label) {
    const auto height_of = [&](const PolygonCorner& c) {
        return glm::dot(plane.normal, c.at) - plane.offset;
    };
    const std::size_t count = corners_.size();
    next_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const PolygonCorner &corner = corners_[i], &following = corners_[i + 1 == count ? 0 : i + 1];
        const double height = height_of(corner), next_height = height_of(following);
        if (height <= 0.0) next_.push_back(corner);
        if ((height <= 0.0) == (next_height <= 0.0)) continue;
        const glm::dvec3 at = corner.at + (following.at - corner.at) * (height / (height - next_height));
        // The new piece starts here if the boundary leaves the half-space, and ends here if the boundary enters it.
        if (height <= 0.0)
            next_.push_back({at, corner.after, label});
        else
            next_.push_back({at, label, corner.after});
    }
    corners_.swap(next_);
}

} // namespace boxwood
