// What: the broad phase that tests all pairs, for a handful of bodies and as a reference.
// Cost: n (n - 1) / 2 box tests of about 3 ns per update.
// Oracle: all pairs of boxes (tests/oracles/all_pairs.hpp), which shares no code with it.
#pragma once

#include "collision/broad_phase/pairs/active_pairs.hpp"
#include "collision/broad_phase/pending_changes.hpp"

namespace boxwood {

class BruteForce {
  public:
    static constexpr std::string_view kName = "brute-force";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;

    void insert(std::span<const BodyId> bodies, std::span<const Aabb>) { changes_.insert(bodies); }
    void remove(std::span<const BodyId> bodies) { changes_.remove(bodies); }
    void set_pair_enabled(BodyPair pair, bool is_enabled) { changes_.set_pair_enabled(pair, is_enabled); }
    void set_body_enabled(BodyId body, bool is_enabled) { changes_.set_body_enabled(body, is_enabled); }
    void set_body_fixed(BodyId body, bool is_fixed) { changes_.set_body_fixed(body, is_fixed); }
    void set_all_pairs_enabled(bool is_enabled) { changes_.set_all_pairs_enabled(is_enabled); }
    void configure(const BroadPhaseSettings&) {}
    void update(std::span<const Aabb> boxes);

    std::span<const ActivePair> pairs() const { return active_.pairs(); }
    const BroadPhaseEvents& events() const { return active_.events(); }
    const BroadPhaseCounters& counters() const { return counters_; }

  private:
    PendingChanges changes_;
    ActivePairs active_;
    BroadPhaseCounters counters_;
    std::vector<BodyId> live_;
};

static_assert(BroadPhase<BruteForce>);

} // namespace boxwood
