// What: the concept of a broad phase. Input: boxes; output: the set of overlapping pairs and its changes.
// Frame: world boxes. Ids are dense and small: the box of a body is boxes[id].
// Invariants: after update(), pairs() is exactly the set of enabled pairs whose (closed) boxes overlap, sorted. Each
//     pair has a slot that stays the same from enter to leave; two active pairs never share a slot.
//     Events are the net change since the previous update: a pair never enters twice without a leave. To replay them
//     apply `left` before `entered`: a body that is removed and inserted again between two updates counts as a new
//     body, and its pairs leave and enter in the same update.
//     A pair is enabled if both bodies are enabled, at least one is not fixed, and the latest call of set_pair_enabled
//     for this pair or of set_all_pairs_enabled enabled it. A new body is enabled and not fixed; removing a body
//     discards its settings and those of its named pairs. All of this takes effect at the next update, with events.
// Degenerate input: equal, touching, flat and infinite boxes are fine. These end the process in every build: an empty
//     or NaN box of a live body; inserting a live body; removing or switching a body that is not live; an id of 2^24 or
//     more.
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

// An overlapping pair. `slot` indexes per-pair data of the caller (such as cached features); it is reused after a
// leave.
struct ActivePair {
    BodyPair bodies;
    std::uint32_t slot = 0;
};

struct BroadPhaseEvents {
    std::vector<ActivePair> entered; // sorted by bodies
    std::vector<ActivePair> left;    // sorted by bodies
};

struct BroadPhaseCounters {
    std::array<std::uint64_t, 3> swaps{}; // of neighbouring endpoints, per axis (sweep and prune)
    std::uint64_t flag_toggles = 0;
    std::uint64_t volume_tests = 0; // box-box tests (brute force, grids)
    std::uint64_t node_visits = 0;  // tree nodes
};

// How per-pair state is stored. Dense: a triangular matrix; sparse: a hash map.
enum class PairStorage : std::uint8_t { automatic, dense, sparse };

// Settings of all broad phases; each uses those that apply to it. They change only the cost, never pairs or events.
struct BroadPhaseSettings {
    // Sweep and prune. Automatic: dense up to 16384 bodies, or up to 4096 if pairs are disabled unless named.
    PairStorage storage = PairStorage::automatic;
    float cell_factor = 0.0f; // edge of a cell over the mean longest side of the boxes; 0: automatic
    friend bool operator==(const BroadPhaseSettings&, const BroadPhaseSettings&) = default;
};

template <class T>
concept BroadPhase = requires(T& phase, const T& const_phase, std::span<const BodyId> ids,
                              std::span<const Aabb> boxes, BodyPair pair, BodyId body, bool enabled,
                              bool fixed, const BroadPhaseSettings& settings) {
    { T::kName } -> std::convertible_to<std::string_view>;
    phase.insert(ids, boxes); // boxes[id] for each id; inserting many at once takes the static path
    phase.remove(ids);        // leave events follow at the next update
    phase.update(boxes);      // the boxes of all live bodies are now boxes[id]
    phase.set_pair_enabled(pair, enabled);
    phase.set_body_enabled(body, enabled); // a disabled body is in no pair but keeps its place
    phase.set_body_fixed(body, fixed);     // two fixed bodies make no pair; a fixed body may still move
    phase.set_all_pairs_enabled(enabled);  // every pair, also of future bodies; bodies keep their setting
    phase.configure(settings);             // takes effect at the next update
    { const_phase.pairs() } -> std::convertible_to<std::span<const ActivePair>>; // sorted by bodies
    { const_phase.events() } -> std::convertible_to<const BroadPhaseEvents&>;
    { const_phase.counters() } -> std::convertible_to<BroadPhaseCounters>; // of the last update
};

} // namespace boxwood
