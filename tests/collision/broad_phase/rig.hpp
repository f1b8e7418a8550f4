// Drives a broad phase and a naive model with the same script, and compares their results.
#pragma once

#include "tests/collision/broad_phase/moving_boxes.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood::test {

// Applies the events to its own list of pairs, as a caller of a broad phase does, and checks the slots of the pairs.
class Replay {
  public:
    void apply(const BroadPhaseEvents& events) {
        EXPECT_TRUE(std::is_sorted(events.left.begin(), events.left.end(), before));
        EXPECT_TRUE(std::is_sorted(events.entered.begin(), events.entered.end(), before));
        for (const ActivePair& pair : events.left) {
            ASSERT_TRUE(slots_.contains(pair.bodies)) << "an inactive pair left";
            EXPECT_EQ(slots_.at(pair.bodies), pair.slot);
            slots_.erase(pair.bodies);
        }
        for (const ActivePair& pair : events.entered) {
            ASSERT_TRUE(slots_.emplace(pair.bodies, pair.slot).second) << "an active pair entered";
            for (const ActivePair& other : events.left) ASSERT_NE(pair.slot, other.slot) << "early reuse";
        }
        std::set<std::uint32_t> used;
        for (const auto& [pair, slot] : slots_) EXPECT_TRUE(used.insert(slot).second) << "slot used twice";
        most_ = std::max(most_, slots_.size() + events.left.size());
        if (!used.empty()) {
            EXPECT_LT(*used.rbegin(), most_) << "free slots are not reused";
        }
    }
    void expect_is(std::span<const ActivePair> pairs) const {
        EXPECT_EQ(pairs.size(), slots_.size());
        for (const ActivePair& pair : pairs) {
            const auto found = slots_.find(pair.bodies);
            ASSERT_TRUE(found != slots_.end());
            EXPECT_EQ(found->second, pair.slot);
        }
    }

  private:
    static bool before(const ActivePair& a, const ActivePair& b) { return a.bodies < b.bodies; }

    std::map<BodyPair, std::uint32_t> slots_;
    // The largest number of slots in use. A slot that becomes free in an update is not reused in the same update.
    std::size_t most_ = 0;
};

template <class Phase>
class Rig {
  public:
    Rig(BodyId count, Motion motion, unsigned seed)
        : moving(count, motion, seed) {}

    MovingBoxes moving;
    Phase phase;

    void insert(const std::vector<BodyId>& bodies) {
        for (const BodyId body : bodies) model_.live.insert(body);
        phase.insert(bodies, moving.boxes);
    }
    void insert_all() {
        std::vector<BodyId> everyone(moving.size());
        for (BodyId id = 0; id < moving.size(); ++id) everyone[id] = id;
        insert(everyone);
    }
    void remove(const std::vector<BodyId>& bodies) {
        for (const BodyId body : bodies) model_.remove(body);
        phase.remove(bodies);
    }
    void set_pair_enabled(BodyPair pair, bool is_enabled) {
        model_.set_pair_enabled(pair, is_enabled);
        phase.set_pair_enabled(pair, is_enabled);
    }
    void set_body_enabled(BodyId body, bool is_enabled) {
        model_.set_body_enabled(body, is_enabled);
        phase.set_body_enabled(body, is_enabled);
    }
    void set_body_fixed(BodyId body, bool is_fixed) {
        model_.set_body_fixed(body, is_fixed);
        phase.set_body_fixed(body, is_fixed);
    }
    void set_all_pairs_enabled(bool is_enabled) {
        model_.set_all_pairs_enabled(is_enabled);
        phase.set_all_pairs_enabled(is_enabled);
    }
    bool is_live(BodyId body) const { return model_.live.contains(body); }

    void update() {
        const BroadPhaseModel::Change expected = model_.update(moving.boxes);
        phase.update(moving.boxes);
        ASSERT_EQ(bodies_of(phase.events().entered), expected.entered);
        ASSERT_EQ(bodies_of(phase.events().left), expected.left);
        const std::vector<BodyPair> active = bodies_of(phase.pairs()); // sorted like those of the model
        ASSERT_TRUE(std::equal(active.begin(), active.end(), model_.active().begin(), model_.active().end()));
        replay_.apply(phase.events());
        replay_.expect_is(phase.pairs());
        seen_events += expected.entered.size() + expected.left.size();
    }

    std::size_t seen_events = 0;

  private:
    BroadPhaseModel model_;
    Replay replay_;
};

// Inserts or removes random bodies, makes them fixed or not, and enables or disables bodies and pairs. A body or pair
// can change several times between two updates.
template <class Phase>
inline void churn(Rig<Phase>& io_rig) {
    MovingBoxes& moving = io_rig.moving;
    for (int i = 0; i < 5; ++i) {
        const BodyId body = moving.pick();
        if (!io_rig.is_live(body))
            io_rig.insert({body});
        else if (moving.chance(0.4))
            io_rig.remove({body});
    }
    for (int i = 0; i < 10; ++i) {
        const BodyId a = moving.pick(), b = moving.pick();
        if (a != b && io_rig.is_live(a) && io_rig.is_live(b))
            io_rig.set_pair_enabled(make_pair_of(a, b), moving.chance(0.5));
        if (i < 3 && io_rig.is_live(a)) io_rig.set_body_enabled(a, moving.chance(0.7));
        if (i < 3 && io_rig.is_live(b)) io_rig.set_body_fixed(b, moving.chance(0.5));
    }
    if (moving.chance(0.02)) io_rig.set_all_pairs_enabled(moving.chance(0.7));
}

} // namespace boxwood::test
