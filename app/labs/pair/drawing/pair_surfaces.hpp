// What: provides the surfaces of both bodies as each view draws them. A filter of the trees can hide triangles, and a
//       slice across a world axis can cut off a part.
// Units: the position of the slice is in percent of the common box of both bodies.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/pair/drawing/surface_cut.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/view.hpp"

#include <array>
#include <optional>

#include <glm/vec4.hpp>

namespace boxwood {

class PairSurfaces {
  public:
    const ShapeGallery& gallery() const { return gallery_; } // the meshes with the lab's own hierarchies
    void take_world(const CollisionWorld& world) { gallery_.update(world); }

    int slice_axis() const { return slice_.axis; } // 0: none; 1 to 3: x, y, z
    float slice_percent() const { return slice_.percent; }
    void advance_slice_axis() { slice_.axis = (slice_.axis + 1) % 4; }
    std::optional<glm::vec4> slice_plane(const Simulation& simulation) const;

    // Call it after a change of the poses, the filters or the slice.
    void update(const Simulation& simulation, const PairMeshes& meshes, const PairVisits& visits);
    // Replaces a drawn mesh by its visible part.
    void apply(std::size_t view, BodyId id, draw::MeshData& io_mesh) const { cuts_[view][id].apply(io_mesh); }
    // The triangle of the mesh that a drawn triangle comes from.
    std::uint32_t source(std::size_t view, std::size_t side, std::uint32_t triangle) const {
        return cuts_[view][side].source(triangle);
    }

    void parameters(const PanelRows& controls) const;
    void add_settings(SettingTable& io_table);

  private:
    struct Slice {
        int axis = 0;
        float percent = 50.0f;
        bool keeps_above = false;
    };

    ShapeGallery gallery_;
    Slice slice_;
    // By view and side; a cut owns its drawn mesh.
    mutable std::array<std::array<SurfaceCut, 2>, kMaxViews> cuts_;
};

} // namespace boxwood
