// What: draws the 3D views of the deformation lab, one per copy of the scene. A view shows the colliding triangles, the
//       volumes of the copy's tree at one depth, and the heat map.
// Frame: world; the deforming mesh has the identity pose.
// Invariants: drawing does not change a tree. In a lazy hierarchy, nothing is drawn below nodes that no query has split
//             yet.
// Cost: drawing the volumes visits only the levels of the tree down to the displayed depth.
#pragma once

#include "app/labs/deformation/view/deformation_display.hpp"
#include "app/labs/deformation/view/shown_things.hpp"
#include "app/labs/deformation/view/tree_heat.hpp"
#include "app/labs/parts/lab_viewport.hpp"
#include "engine/deform/deforming_pair.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace boxwood {

class CopiesView {
  public:
    void restart(const DeformingPair& pair); // for a new pair
    void show_frame(const DeformingPair& pair, const DeformationDisplay& display);
    // Call it after a change of the display.
    void recolor(const DeformingPair& pair, const DeformationDisplay& display);
    // Takes the heat map measured in the background, if it is ready. If the frame or the display changed during the
    // measurement, starts another measurement.
    void take_heat(const DeformingPair& pair, const DeformationDisplay& display);
    // Waits until the heat map shows this frame and display.
    void finish_heat(const DeformingPair& pair, const DeformationDisplay& display);
    void show_heat_range(const draw::Palette& palette); // shows the control of the heat map's range

    void draw_copy(std::size_t copy, const DeformingPair& pair, const DeformationDisplay& display,
                   const ShownThings& things, draw::DrawList& out, const draw::Palette& palette) const;
    std::vector<LegendEntry> legend(const DeformationDisplay& display, const draw::Palette& palette) const;

  private:
    void draw_triangles(std::size_t copy, const DeformingPair& pair, const ShownThings& things,
                        draw::DrawList& out, const draw::Palette& palette) const;

    draw::MeshKey mesh_key_ = draw::next_mesh_key(), obstacle_key_ = draw::next_mesh_key();
    std::uint32_t revision_ = 0; // of vertices and colors
    mutable TreeHeat heat_;      // mutable, because colors are computed when first drawn
    // Per copy: the colliding triangles of the deforming mesh and of the obstacle, sorted.
    std::vector<std::array<std::vector<std::uint32_t>, 2>> colliding_;
};

// The bounding sphere of the deforming mesh at rest. For a falling mesh, the sphere is moved down along the path of the
// fall.
Focus focus_of(const DeformingPair& pair);
// Describes the cost and the state of a copy in one line. The most important part comes first, because text that does
// not fit is dropped from the end.
std::string note_of_copy(const PolicyRun& run, std::size_t shown_frame);

} // namespace boxwood
