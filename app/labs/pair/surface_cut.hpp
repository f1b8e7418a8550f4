// What: a body's surface with some triangles left out and cut open along a plane, ready to draw in its place.
// Frame: the plane is n . p + d >= 0 of what is kept, in the mesh's frame.
// Invariants: nothing to leave out: inactive, and the whole surface is drawn. source(i) is the triangle of the mesh that
//     triangle i of what is drawn was.
// Cost: a pass over the triangles where something changed.
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
    // Puts what is left in the place of the whole mesh; colors are by triangle of the whole.
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
