// What: shows the left panel of the pair lab, with one function per group of parameters.
#pragma once

#include "app/labs/pair/drawing/pair_display.hpp"
#include "app/labs/pair/drawing/pair_surfaces.hpp"
#include "app/labs/pair/poses/pose_editor.hpp"
#include "app/labs/pair/query/distance_query.hpp"
#include "app/labs/pair/query/oracle_check.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <optional>

namespace boxwood {

// The buttons that the user pressed; the lab performs their actions.
struct MeshButtons {
    bool opens_file = false, resets_poses = false;
};
MeshButtons show_mesh_parameters(const PairMeshes& meshes, PoseEditor& io_poses,
                                 const draw::Palette& palette);

struct HierarchyButtons {
    std::optional<HierarchyConfig> chosen{};
    bool cancels = false, rebuilds = false;
};
HierarchyButtons show_hierarchy_parameters(const PairMeshes& meshes);

// True: the user cancels the check by brute force.
bool show_query_parameters(const PanelRows& controls, const PairMeshes& meshes, const DistanceQuery& distance,
                           const PairOracleCheck& oracle);

// If the user switches the display of visits on or off, returns whether visits are to be shown. None: no change.
std::optional<bool> show_display_parameters(const PanelRows& controls, PairDisplay& io_display,
                                            PairVisits& io_visits, const PairSurfaces& surfaces,
                                            const draw::Palette& palette);

} // namespace boxwood
