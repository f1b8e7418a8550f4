// What: a body's surface with some triangles hidden and clipped by a plane, ready to draw in its place.
// Frame: the kept side of the plane is n . p + d >= 0, in the mesh's frame.
// Invariants: if nothing is hidden it is inactive, and the whole surface is drawn. source(i) is the mesh triangle that
//             drawn triangle i comes from.
// Cost: a pass over the triangles after a change.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/draw/cut.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace boxwood {

class SurfaceCut {
  public:
    struct Wanted {
        std::shared_ptr<const Shape> shape;
        std::vector<bool> shown; // by triangle; empty: all
        std::uint32_t shown_revision = 0;
        std::optional<glm::vec4> plane_m;
    };
    void update(Wanted wanted);
    bool is_active() const { return is_active_; }
    std::uint32_t source(std::uint32_t triangle) const {
        return is_active_ ? cut_.sources[triangle] : triangle;
    }
    // Replaces the whole mesh by the visible part; colors are indexed by triangle of the whole mesh.
    void apply(draw::MeshData& io_mesh);

  private:
    Wanted wanted_;
    draw::CutMesh cut_;
    draw::MeshKey key_ = 0;
    std::uint32_t revision_ = 0, colored_revision_ = 0;
    bool is_active_ = false;
    std::vector<draw::Color> colors_;
    const draw::Color* colored_from_ = nullptr;
};

} // namespace boxwood
