// What: shows the results of the displayed query in the pair lab: in the headline at the top left of the view, and in
//       the inspector while no visit is shown.
#pragma once

#include "app/labs/pair/drawing/pair_display.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/labs/pair/query/distance_query.hpp"
#include "app/labs/view.hpp"

namespace boxwood {

void show_headline(const FrameRecord& query, const PairMeshes& meshes, OverlapTest test,
                   const ViewContext& context);

void show_answer(const FrameRecord& query, const Simulation& simulation, const PairMeshes& meshes,
                 const DistanceQuery& distance, const ContactView& contacts, const draw::Palette& palette);

} // namespace boxwood
