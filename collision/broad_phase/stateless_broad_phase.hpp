// What: the base class of broad phases that find all pairs from scratch in every update. A derived class implements
//     only the search.
// Invariants: the invariants of broad_phase.hpp. During an update, live() contains the live bodies, sorted.
#pragma once

#include "collision/broad_phase/pairs/pair_cache.hpp"

namespace boxwood {

class StatelessBroadPhase {
  public:
    void insert(std::span<const BodyId> bodies, std::span<const Aabb>) { changes_.insert(bodies); }
    void remove(std::span<const BodyId> bodies) { changes_.remove(bodies); }
    void set_pair_enabled(BodyPair pair, bool is_enabled) { changes_.set_pair_enabled(pair, is_enabled); }
    void set_body_enabled(BodyId body, bool is_enabled) { changes_.set_body_enabled(body, is_enabled); }
    void set_body_fixed(BodyId body, bool is_fixed) { changes_.set_body_fixed(body, is_fixed); }
    void set_all_pairs_enabled(bool is_enabled) { changes_.set_all_pairs_enabled(is_enabled); }
    void configure(const BroadPhaseSettings& settings) { settings_ = settings; }

    std::span<const ActivePair> pairs() const { return cache_.pairs(); }
    const BroadPhaseEvents& events() const { return cache_.events(); }
    const BroadPhaseCounters& counters() const { return counters_; }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.changes_, self.cache_, self.counters_, self.settings_, self.live_);
    }

  protected:
    // An update calls begin_update(), then appends every overlapping pair of live bodies once to the returned buffer
    // or to io_lists(), and finally calls end_update().
    PairAppender& begin_update(std::span<const Aabb> boxes) {
        counters_ = {};
        changes_.gather(boxes);
        if (!changes_.removed().empty() || !changes_.inserted().empty()) {
            live_.clear();
            for (BodyId body = 0; body < changes_.limit(); ++body)
                if (changes_.is_live(body)) live_.push_back(body);
        }
        return cache_.begin(changes_.limit());
    }
    void end_update() {
        cache_.finish(changes_);
        changes_.settle();
    }
    // Call instead of end_update() if nothing has changed.
    void repeat_update() {
        cache_.repeat();
        changes_.settle();
    }
    PartnerLists& io_lists() { return cache_.io_lists(); }
    const PendingChanges& changes() const { return changes_; }
    std::span<const BodyId> live() const { return live_; }
    const BroadPhaseSettings& settings() const { return settings_; }
    BroadPhaseCounters& io_counters() { return counters_; }

  private:
    PendingChanges changes_;
    PairCache cache_;
    BroadPhaseCounters counters_;
    BroadPhaseSettings settings_;
    std::vector<BodyId> live_;
};

} // namespace boxwood
