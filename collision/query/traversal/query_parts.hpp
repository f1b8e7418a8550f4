// What: splits a search of two hierarchies into independent tasks.
// Invariants: the tasks depend only on the search. If they are processed from last to first, they visit the leaves in
//     the order of the serial search. Tasks do not open again the pairs that the split has opened.
// Degenerate input: a search that ends before it has kTargetParts tasks gives fewer tasks.
// Cost: opens at most a few hundred pairs.
// Source: none; the first levels of the traversal split evenly enough.
// Oracle: the serial search.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/search_limits.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood::detail {

// Independent of the number of threads, so that the tasks are the same on every machine. Enough tasks for a typical
// processor, but so few that the overhead of about a microsecond per task is negligible.
inline constexpr std::size_t kTargetParts = 64;

// Selects the vector of a traversal's tasks from the stacks of its hierarchy.
template <class Traversal, class Stacks>
auto& parts_of(const Traversal&, Stacks& stacks) {
    using Parts = std::vector<typename Traversal::Part>;
    if constexpr (std::same_as<std::remove_const_t<Stacks>, Parts>)
        return stacks;
    else
        return std::get<Parts>(stacks);
}

// Splits level by level. Requires io_search.begin(out_parts), which writes the first part, and io_search.expand(part,
// out_parts), which returns true if it opened anything.
template <class Search>
void split(Search& io_search, std::vector<typename Search::Part>& out_parts,
           std::vector<typename Search::Part>& io_above) {
    out_parts.clear();
    io_search.begin(out_parts);
    for (bool has_opened = true; has_opened && out_parts.size() < kTargetParts;) {
        std::swap(out_parts, io_above);
        out_parts.clear();
        has_opened = false;
        for (const auto& part : io_above) has_opened |= io_search.expand(part, out_parts);
    }
    // The vectors are swapped after each level. If both have the same capacity, the next search of this kind allocates
    // no memory.
    io_above.reserve(out_parts.capacity());
    out_parts.reserve(io_above.capacity());
}

// The nearest primitives found so far by a search that started with distance = max_distance and no closest pair.
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

// Compares two results in the order of PrimitiveTests::measure.
inline bool is_closer(const QueryResult& x, const QueryResult& y, bool is_a_first) {
    const auto order_of = [is_a_first](PrimitivePair pair) {
        return is_a_first ? pair : PrimitivePair{pair.b, pair.a};
    };
    return x.distance < y.distance || (x.distance == y.distance && order_of(x.closest) < order_of(y.closest));
}

} // namespace boxwood::detail
