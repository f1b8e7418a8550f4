// What: the concept of the flags of sweep and prune: a store of overlap flags per pair of bodies, updated by swaps.
// Invariants: after all swaps of all axes are applied, is_overlapping(pair) tells whether the boxes overlap. Every
//     pair that began to overlap is reported as touched. If kKeepsFlags, every pair that ceased to overlap is
//     reported, too. Some pairs are reported twice or without a change.
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
    {
        T::kPhaseName
        } -> std::convertible_to<std::string_view>; // name of the broad phase that uses these flags
    { T::kMaxBodies } -> std::convertible_to<BodyId>;           // limited by memory
    // If true, apply() also needs the swaps that end an overlap, on every axis.
    { T::kKeepsFlags } -> std::convertible_to<bool>;
    { T::kBatch } -> std::convertible_to<std::size_t>; // preferred number of swaps per apply()
    flags.prepare(limit, boxes);    // later ids are below `limit`; `boxes` are those that this update sorts
    flags.apply(0, swaps, touched); // each swap flips the flag of its pair on axis 0, 1 or 2
    flags.erase(bodies);            // sets all flags of these bodies to false; sorted ids
    { const_flags.is_overlapping(pair) } -> std::same_as<bool>;
    const_flags.prefetch(pair); // prefetches the memory that is_overlapping(pair) will read
};

} // namespace boxwood
