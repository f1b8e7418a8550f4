// What: the seam between sweep and prune and what it remembers of each pair of bodies on the way to "do they
//       overlap on all three axes": a store of flags that the exchanges keep up to date.
// Invariants: after all exchanges of all axes are applied, is_overlapping(pair) is the overlap of the boxes,
//             and every pair that came to overlap, and if kKeepsFlags every pair that ceased to, was reported
//             as touched. Reporting a pair twice, or one that did not change, is allowed.
// Source: [Cohen 1995] section 4.2 (flags); [Hudson 1997] (no flags, box tests).
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"
#include "collision/volumes/aabb.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

template <class T>
concept PairFlags = requires(T& flags, const T& const_flags, std::span<const Aabb> boxes, BodyId limit,
                             std::span<const EndpointSwap> swaps, std::vector<BodyPair>& touched,
                             std::span<const BodyId> bodies, BodyPair pair) {
    { T::kPhaseName } -> std::convertible_to<std::string_view>; // of the sweep and prune that uses it
    { T::kMaxBodies } -> std::convertible_to<BodyId>;           // for memory's sake
    { T::kKeepsFlags } -> std::convertible_to<bool>;            // true: wants ends as well, and on every axis
    { T::kBatch } -> std::convertible_to<std::size_t>;          // exchanges that it likes to get at once
    flags.prepare(limit, boxes);    // ids < limit from here on; the boxes that this update sorts
    flags.apply(0, swaps, touched); // axis, then each flips the pair's flag on that axis
    flags.erase(bodies);            // all flags of these bodies become false; sorted ids
    { const_flags.is_overlapping(pair) } -> std::same_as<bool>;
    const_flags.prefetch(pair); // asks the memory for what is_overlapping(pair) will read
};

} // namespace boxwood
