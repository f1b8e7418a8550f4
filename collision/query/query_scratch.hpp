// What: working memory of a query for each type of hierarchy. Included only where the types are instantiated.
#pragma once

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/dispatch/mixed_tree.hpp"
#include "collision/query/dispatch/world_trees.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/box_tree8_traversal.hpp"
#include "collision/query/traversal/box_tree_traversal.hpp"
#include "collision/query/traversal/distance/distance.hpp"
#include "collision/query/traversal/distance/wide_distance.hpp"
#include "collision/query/traversal/distance/wide_stack.hpp"
#include "collision/query/traversal/sort_pairs.hpp"
#include "collision/query/traversal/traverse.hpp"

#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace boxwood {

template <Hierarchy H>
struct TraversalScratch {
    TraversalStack<H> stack;
    std::vector<BoundedPair<typename H::Cursor>> distance_stack;
    std::vector<WideLanePair> wide_distance_stack; // used by wide hierarchies only
    PairSorter sorter;
    WorldScratch<typename H::Cursor> world;
};

namespace detail {
template <class... H>
std::tuple<TraversalScratch<H>..., TraversalScratch<MixedTree>> scratch_of(const std::variant<H...>&);
}

struct QueryScratch::ScratchOfTypes {
    decltype(detail::scratch_of(std::declval<HierarchyVariant::variant>())) scratch;
};

namespace detail {
template <Hierarchy H>
TraversalScratch<H>& scratch_of(QueryScratch& scratch) {
    return std::get<TraversalScratch<H>>(scratch.scratch_of_types().scratch);
}
template <Hierarchy H>
const TraversalScratch<H>& scratch_of(const QueryScratch& scratch) {
    return std::get<TraversalScratch<H>>(scratch.scratch_of_types().scratch);
}
} // namespace detail

} // namespace boxwood
