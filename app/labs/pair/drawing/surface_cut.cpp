#include "app/labs/pair/drawing/surface_cut.hpp"

#include <utility>

namespace boxwood {

void SurfaceCut::update(Input input) {
    is_active_ = !input.shown.empty() || input.plane_m.has_value();
    if (!is_active_) {
        input_ = {};
        return;
    }
    if (input.shape == input_.shape && input.shown_revision == input_.shown_revision &&
        input.shown.size() == input_.shown.size() && input.plane_m == input_.plane_m)
        return;
    input_ = std::move(input);
    const MeshView mesh = input_.shape->mesh();
    cut_ = draw::cut_mesh(mesh.positions, mesh.triangles, input_.shown, input_.plane_m);
    if (key_ == 0) key_ = draw::next_mesh_key();
    ++revision_;
    source_colors_data_ = nullptr;
}

void SurfaceCut::apply(draw::MeshData& io_mesh) {
    if (!is_active_) return;
    const std::span<const draw::Color> colors = io_mesh.triangle_colors;
    if (colors.data() != source_colors_data_ || io_mesh.revision != source_revision_) {
        colors_.clear();
        if (!colors.empty())
            for (const std::uint32_t source : cut_.sources) colors_.push_back(colors[source]);
        source_colors_data_ = colors.data();
        source_revision_ = io_mesh.revision;
        ++revision_;
    }
    io_mesh.key = key_;
    io_mesh.revision = revision_;
    io_mesh.positions = cut_.positions;
    io_mesh.triangles = cut_.triangles;
    io_mesh.triangle_colors = colors_;
}

} // namespace boxwood
