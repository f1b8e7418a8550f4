// What: removes the hidden triangles from a body's surface and clips the rest by a plane. The result is drawn in place
//       of the complete surface.
// Frame: the mesh's frame. The side of the plane where n . p + d >= 0 is kept.
// Invariants: without a filter and a plane, the cut is inactive and the complete surface is drawn. source(i) is the
//             mesh triangle that drawn triangle i comes from.
// Cost: a pass over the triangles after each change.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/draw/cut.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace boxwood {

class SurfaceCut {
  public:
    struct Input {
        std::shared_ptr<const Shape> shape;
        std::vector<bool> shown; // by triangle; empty: all are shown
        std::uint32_t shown_revision = 0;
        std::optional<glm::vec4> plane_m;
    };
    void update(Input input);
    bool is_active() const { return is_active_; }
    std::uint32_t source(std::uint32_t triangle) const {
        return is_active_ ? cut_.sources[triangle] : triangle;
    }
    // Replaces the complete mesh by its visible part. Colors in `io_mesh` are indexed by triangles of the complete
    // mesh.
    void apply(draw::MeshData& io_mesh);

  private:
    Input input_;
    draw::CutMesh cut_;
    draw::MeshKey key_ = 0;
    std::uint32_t revision_ = 0, source_revision_ = 0;
    bool is_active_ = false;
    std::vector<draw::Color> colors_;
    const draw::Color* source_colors_data_ = nullptr;
};

} // namespace boxwood
