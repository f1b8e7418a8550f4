// What: the list of broad phases. To add a broad phase, write its header, include it here and add its class to the
//     list. Its selection by name at run time and its contract tests follow from the list.
#pragma once

#include "collision/broad_phase/any_broad_phase.hpp"
#include "collision/broad_phase/brute_force.hpp"
#include "collision/broad_phase/dynamic_tree_phase.hpp"
#include "collision/broad_phase/grid/column_grid.hpp"
#include "collision/broad_phase/grid/hashed_grid.hpp"
#include "collision/broad_phase/grid/loose_octree.hpp"
#include "collision/broad_phase/interval/interval_planes.hpp"
#include "collision/broad_phase/interval/interval_sweep.hpp"
#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"

#include <tuple>

namespace boxwood {

// The first one is the default. It is the fastest on every measured scene except a few with little motion
// (docs/broad-phases.md).
using AllBroadPhases = std::tuple<ColumnGrid, SweepAndPrune, SweepAndPruneDirect, IntervalSweep,
                                  IntervalPlanes, HashedGrid, LooseOctree, DynamicTreePhase, BruteForce>;

} // namespace boxwood
