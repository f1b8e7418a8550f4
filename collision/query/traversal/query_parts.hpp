// What: how a search of two hierarchies is divided into parts that need nothing of each other.
// Invariants: which parts there are depends on the search only, and in the order of the parts, the last of them first, the
//     leaves come that the undivided search meets. Each pair that is opened here is opened once.
// Degenerate input: searches that end before there are as many parts as wanted leave what they have.
// Cost: opens at most some hundred pairs.
// Source: none; the top of the tree of pairs is what divides well.
// Oracle: the undivided search.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/search_limits.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood::detail {

// Enough for any number of threads a processor has, so that the division need not know it; few enough that what a part costs
// by itself, about a microsecond, is nothing beside it.
inline constexpr std::size_t kWantedParts = 64;

// The vector of a traversal's parts, of the stacks of its hierarchy.
template <class Traversal, class Stacks>
auto& parts_of(const Traversal&, Stacks& stacks) {
    using Parts = std::vector<typename Traversal::Part>;
    if constexpr (std::same_as<std::remove_const_t<Stacks>, Parts>)
        return stacks;
    else
        return std::get<Parts>(stacks);
}

// Level by level. io_search: begin(out_parts), and expand(part, out_parts), which says whether there was anything to open.
template <class Search>
void split(Search& io_search, std::vector<typename Search::Part>& out_parts,
           std::vector<typename Search::Part>& io_above) {
    out_parts.clear();
    io_search.begin(out_parts);
    for (bool has_opened = true; has_opened && out_parts.size() < kWantedParts;) {
        std::swap(out_parts, io_above);
        out_parts.clear();
        has_opened = false;
        for (const auto& part : io_above) has_opened |= io_search.expand(part, out_parts);
    }
    // They change places as often as there are levels: the next search of the same finds the same room in either.
    io_above.reserve(out_parts.capacity());
    out_parts.reserve(io_above.capacity());
}

// What a search that began with distance = the greatest of interest, and no closest pair, has found so far.
inline NearestSoFar nearest_of(const QueryResult& found) {
    return {found.distance * found.distance, found.point_on_b_w - found.point_on_a_w,
            found.closest != PrimitivePair{}};
}

inline void copy_closest(const QueryResult& from, QueryResult& to) {
    to.distance = from.distance;
    to.closest = from.closest;
    to.point_on_a_w = from.point_on_a_w;
    to.point_on_b_w = from.point_on_b_w;
}

// The order of PrimitiveTests::measure.
inline bool is_closer(const QueryResult& x, const QueryResult& y, bool is_a_first) {
    const auto order_of = [is_a_first](PrimitivePair pair) {
        return is_a_first ? pair : PrimitivePair{pair.b, pair.a};
    };
    return x.distance < y.distance || (x.distance == y.distance && order_of(x.closest) < order_of(y.closest));
}

} // namespace boxwood::detail
