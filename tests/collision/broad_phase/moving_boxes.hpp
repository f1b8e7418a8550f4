// Boxes that move and grow at random, and a naive model of a broad phase, shared by the tests of broad phases.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "tests/oracles/all_pairs.hpp"
#include "tests/oracles/effort.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string_view>
#include <vector>

namespace boxwood::test {

// A long run has 1000 frames for any number of bodies.
inline int frames_for(BodyId count) {
    return static_cast<int>(choose_effort(count <= 2 ? 1000 : count <= 50 ? 300 : 30, 1000));
}

enum class Motion {
    walk,          // along each axis, by up to 5 % of the mean side of a box per frame
    teleport_some, // like walk, but each box jumps to a random place with a probability of 10 % per frame
    teleport_all,
    // all coordinates are integers, and a box moves by at most 1 per axis: many boxes touch or have equal endpoints
    ties,
    pulse // each side grows or shrinks about the center of its box, sometimes to length 0
};
constexpr Motion kMotions[] = {Motion::walk, Motion::teleport_some, Motion::teleport_all, Motion::ties,
                               Motion::pulse};

class MovingBoxes {
  public:
    MovingBoxes(BodyId count, Motion motion, unsigned seed)
        : boxes(count)
        , motion_(motion)
        , random_(seed) {
        for (BodyId id = 0; id < count; ++id) place(id);
    }

    std::vector<Aabb> boxes;

    void move() {
        for (BodyId id = 0; id < boxes.size(); ++id) move(id);
    }
    BodyId pick() { return std::uniform_int_distribution<BodyId>(0, size() - 1)(random_); }
    bool chance(double probability) { return std::bernoulli_distribution(probability)(random_); }
    BodyId size() const { return static_cast<BodyId>(boxes.size()); }

  private:
    float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
    float lattice(int low, int high) {
        return static_cast<float>(std::uniform_int_distribution<int>(low, high)(random_));
    }
    // The mean side of a box. Each box then overlaps about three others, for any number of boxes.
    float side() const { return 0.75f / std::cbrt(static_cast<float>(boxes.size())); }
    int cells() const { return static_cast<int>(1.5f * std::cbrt(static_cast<float>(boxes.size()))) + 1; }

    void place(BodyId id) {
        for (int axis = 0; axis < 3; ++axis) {
            if (motion_ == Motion::ties) {
                boxes[id].lower[axis] = lattice(-cells(), cells());
                boxes[id].upper[axis] = boxes[id].lower[axis] + lattice(0, 2);
            } else {
                boxes[id].lower[axis] = uniform(-0.5f, 0.5f);
                boxes[id].upper[axis] = boxes[id].lower[axis] + side() * uniform(0.5f, 1.5f);
            }
        }
    }

    void move(BodyId id) {
        if (motion_ == Motion::teleport_all || (motion_ == Motion::teleport_some && chance(0.1))) place(id);
        for (int axis = 0; axis < 3; ++axis) {
            float &lower = boxes[id].lower[axis], &upper = boxes[id].upper[axis];
            if (motion_ == Motion::ties) {
                const float edge = static_cast<float>(cells());
                const float step = lower > edge ? -1.0f : lower < -edge ? 1.0f : lattice(-1, 1);
                lower += step;
                upper += step;
            } else if (motion_ == Motion::pulse) {
                const float grow = std::max(-0.5f * (upper - lower), side() * uniform(-0.1f, 0.1f));
                upper += grow;
                lower = std::min(lower - grow, upper);
            } else {
                const float step = side() * uniform(-0.05f, 0.05f);
                lower += step;
                upper += step;
            }
        }
    }

    Motion motion_;
    std::mt19937 random_;
};

// A naive model of a broad phase: the live bodies, the enabled state of bodies and pairs, and the pairs that must be
// active.
class BroadPhaseModel {
  public:
    std::set<BodyId> live;
    std::set<BodyPair> exceptions; // pairs that are enabled or disabled contrary to are_pairs_enabled
    std::set<BodyId> disabled_bodies, fixed_bodies;
    bool are_pairs_enabled = true;

    void set_pair_enabled(BodyPair pair, bool is_enabled) {
        if (is_enabled == are_pairs_enabled)
            exceptions.erase(pair);
        else
            exceptions.insert(pair);
    }
    void set_all_pairs_enabled(bool is_enabled) {
        exceptions.clear();
        are_pairs_enabled = is_enabled;
    }
    void set_body_enabled(BodyId body, bool is_enabled) {
        if (is_enabled)
            disabled_bodies.erase(body);
        else
            disabled_bodies.insert(body);
    }
    void set_body_fixed(BodyId body, bool is_fixed) {
        if (is_fixed)
            fixed_bodies.insert(body);
        else
            fixed_bodies.erase(body);
    }

    void remove(BodyId body) {
        live.erase(body);
        const auto is_of_body = [body](BodyPair pair) { return pair.a == body || pair.b == body; };
        std::erase_if(exceptions, is_of_body);
        disabled_bodies.erase(body);
        fixed_bodies.erase(body);
        for (const BodyPair& pair : active_)
            if (is_of_body(pair)) dropped_.insert(pair);
    }

    struct Change {
        std::vector<BodyPair> entered, left;
    };
    // The events that the next update must report.
    Change update(std::span<const Aabb> boxes) {
        const std::vector<BodyId> bodies(live.begin(), live.end());
        std::set<BodyPair> now = all_pairs(bodies, boxes, {});
        std::erase_if(now, [this](BodyPair pair) { return !is_enabled(pair); });
        Change change;
        for (const BodyPair& pair : active_)
            if (!now.contains(pair) || dropped_.contains(pair)) change.left.push_back(pair);
        for (const BodyPair& pair : now)
            if (!active_.contains(pair) || dropped_.contains(pair)) change.entered.push_back(pair);
        active_ = now;
        dropped_.clear();
        return change;
    }
    const std::set<BodyPair>& active() const { return active_; }

  private:
    bool is_enabled(BodyPair pair) const {
        return exceptions.contains(pair) != are_pairs_enabled && !disabled_bodies.contains(pair.a) &&
               !disabled_bodies.contains(pair.b) &&
               !(fixed_bodies.contains(pair.a) && fixed_bodies.contains(pair.b));
    }

    // dropped_: pairs with a body that was removed since the last update
    std::set<BodyPair> active_, dropped_;
};

inline std::vector<BodyPair> bodies_of(std::span<const ActivePair> pairs) {
    std::vector<BodyPair> bodies;
    for (const ActivePair& pair : pairs) bodies.push_back(pair.bodies);
    return bodies;
}

} // namespace boxwood::test
