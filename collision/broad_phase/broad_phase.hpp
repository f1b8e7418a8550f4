// What: the concept of a broad phase. Input: boxes; output: the set of overlapping pairs and its changes.
// Frame: boxes in world space. Ids are dense and small: the box of a body is boxes[id].
// Invariants: after update(), pairs() is exactly the set of enabled pairs with overlapping boxes, sorted. Boxes are
//     closed sets. From enter to leave, the slot of a pair does not change, and no other active pair has the same
//     slot.
//     Events are the net change since the previous update: a pair never enters twice without leaving in between. To
//     replay the events, apply `left` before `entered`. A body that is removed and inserted again between two updates
//     counts as a new body, so its pairs leave and enter in the same update.
//     A pair is enabled if three conditions hold: both bodies are enabled; at least one of them is not fixed; and the
//     latest call of set_pair_enabled for this pair or of set_all_pairs_enabled, if there was one, enabled the pair.
//     A new body is enabled and not fixed. Removing a body discards its settings and the settings of its pairs. Changes
//     of these settings take effect, with events, at the next update.
// Degenerate input: accepts identical, touching, flat and infinite boxes. A body is live from insertion to removal. In
//     every build type, the following end the process: a live body with an empty or NaN box; fewer boxes than the
//     greatest id ever inserted + 1; inserting a live body; an id of 2^24 or more; removing, enabling, disabling or
//     fixing a body that is not live; and enabling or disabling a pair with a body that is not live or without a < b.
// Oracle: all pairs of boxes (tests/oracles/all_pairs.hpp).
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// An overlapping pair. `slot` indexes per-pair data of the caller, such as cached features. After the pair has left,
// another pair can use its slot.
struct ActivePair {
    BodyPair bodies;
    std::uint32_t slot = 0;
};

struct BroadPhaseEvents {
    std::vector<ActivePair> entered; // sorted by bodies
    std::vector<ActivePair> left;    // sorted by bodies
};

struct BroadPhaseCounters {
    std::array<std::uint64_t, 3> swaps{}; // of neighboring endpoints, per axis (sweep and prune)
    std::uint64_t flag_toggles = 0;       // swaps of a MIN and a MAX (sweep and prune)
    std::uint64_t volume_tests = 0;       // box-box tests; for interval-tree, tests on the third axis
    std::uint64_t node_visits = 0;        // tree nodes, and the list entries that interval trees read
};

// The storage of per-pair state. Dense is a triangular matrix; sparse is a hash map.
enum class PairStorage : std::uint8_t { automatic, dense, sparse };

// The settings of all broad phases. Each broad phase uses only those that apply to it. Settings affect the cost, but
// never pairs or events.
struct BroadPhaseSettings {
    // For sweep and prune with stored flags. Automatic is dense as long as all inserted ids are below 16384, or below
    // 4096 if pairs are disabled by default.
    PairStorage storage = PairStorage::automatic;
    // Scales the cells of the grids and the octree, and the margin of the dynamic tree. The header of each broad phase
    // names the length that is scaled. 0 selects the default.
    float cell_factor = 0.0f;
    friend bool operator==(const BroadPhaseSettings&, const BroadPhaseSettings&) = default;
};

template <class T>
concept BroadPhase = requires(T& phase, const T& const_phase, std::span<const BodyId> ids,
                              std::span<const Aabb> boxes, BodyPair pair, BodyId body, bool enabled,
                              bool fixed, const BroadPhaseSettings& settings) {
    { T::kName } -> std::convertible_to<std::string_view>;
    phase.insert(ids, boxes); // boxes[id] is the box of each new body
    phase.remove(ids);        // the pairs of these bodies leave at the next update
    phase.update(boxes);      // boxes[id] is the new box of each live body
    phase.set_pair_enabled(pair, enabled);
    phase.set_body_enabled(body, enabled); // a disabled body has no pairs but stays inserted
    phase.set_body_fixed(body, fixed);     // two fixed bodies form no pair; a fixed body can still move
    phase.set_all_pairs_enabled(enabled);  // also for pairs of future bodies; bodies keep their settings
    phase.configure(settings);             // takes effect at the next update
    { const_phase.pairs() } -> std::convertible_to<std::span<const ActivePair>>; // sorted by bodies
    { const_phase.events() } -> std::convertible_to<const BroadPhaseEvents&>;
    { const_phase.counters() } -> std::convertible_to<BroadPhaseCounters>; // of the last update
};

} // namespace boxwood
