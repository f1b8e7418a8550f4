// What: the interface between sweep and prune and the store of per-pair overlap flags that the swaps keep up to date.
// Invariants: after all swaps of all axes are applied, is_overlapping(pair) is the overlap of the boxes. Every pair
//     that began to overlap, and if kKeepsFlags every pair that ceased to, was reported as touched. Reporting a pair
//     twice, or an unchanged pair, is allowed.
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
    { T::kMaxBodies } -> std::convertible_to<BodyId>;           // limited by memory
    // true: needs the ends of overlaps as well, and on every axis
    { T::kKeepsFlags } -> std::convertible_to<bool>;
    { T::kBatch } -> std::convertible_to<std::size_t>; // preferred swaps per apply()
    flags.prepare(limit, boxes);    // ids < limit from now on; the boxes that this update sorts
    flags.apply(0, swaps, touched); // axis, swaps; each swap flips the flag of its pair on this axis
    flags.erase(bodies);            // sets all flags of these bodies to false; sorted ids
    { const_flags.is_overlapping(pair) } -> std::same_as<bool>;
    const_flags.prefetch(pair); // prefetches the memory that is_overlapping(pair) will read
};

} // namespace boxwood
