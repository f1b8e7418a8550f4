// What: draws the 3D views of the pair lab from the parts of the lab.
// Invariants: refers to the parts of the lab, in their state at the frame on screen.
#pragma once

#include "app/labs/pair/drawing/pair_display.hpp"
#include "app/labs/pair/drawing/pair_surfaces.hpp"
#include "app/labs/pair/poses/pose_editor.hpp"
#include "app/labs/pair/query/distance_query.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"
#include "app/labs/parts/lab_frames.hpp"
#include "app/labs/parts/lab_viewport.hpp"

#include <vector>

namespace boxwood {

struct PairPicture {
    const Simulation& simulation;
    const Branch* former; // the replaced frames; null: none
    const PairMeshes& meshes;
    const PairVisits& visits;
    const DistanceQuery& distance;
    const PairDisplay& display;
    const PairSurfaces& surfaces;
    const PoseEditor& poses;

    // View 0 shows the lab's own hierarchies; views from 1 show compared hierarchies.
    void draw(std::size_t view, draw::DrawList& out, const draw::Palette& palette) const;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const;

  private:
    bool shows_both() const; // neither mesh is hidden
    void draw_former(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_mesh(std::size_t view, BodyId id, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_hierarchy(std::size_t view, BodyId id, draw::DrawList& out, const draw::Palette& palette) const;
};

} // namespace boxwood
