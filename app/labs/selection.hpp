// What: stores the selected body or pair, the selection history (back and forward), and the distance curve of the pair.
// Invariants: a pair is active while the output of the step contains its result. After forget_dead() the selection
//             contains only live bodies. If the user chose only a body, follow() selects the nearest active pair of
//             that body. When that pair becomes inactive, follow() replaces it by the nearest active pair of the body,
//             if there is one. A pair that the user chose stays selected even while it is inactive.
// Units: distances in world units.
#pragma once

#include "collision/world/collision_world.hpp"
#include "engine/sim/frame_trace.hpp"

#include <optional>
#include <vector>

namespace boxwood {

// The result of a pair in this frame. Null if the step did not test the pair, for example because the bodies' boxes do
// not overlap, the pair is disabled, or both bodies are fixed.
const PairResult* find_pair(const StepOutput& output, BodyPair bodies);

class Selection {
  public:
    struct Choice {
        std::optional<BodyId> body;
        std::optional<BodyPair> pair; // chosen by the user
        friend bool operator==(const Choice&, const Choice&) = default;
    };

    void choose_body(std::optional<BodyId> body); // none: clears the selection
    void choose_pair(BodyPair bodies, BodyId body);
    bool go_back();
    bool go_forward();
    bool can_go_back() const { return history_position_ > 1; }
    bool can_go_forward() const { return history_position_ < history_.size(); }
    void clear() { *this = {}; }

    void forget_dead(const CollisionWorld& world);
    // After each collision step: updates the selected pair and records its distance.
    void follow(const StepOutput& output, std::uint64_t frame);

    std::optional<BodyId> body() const { return current().body; }
    const std::optional<BodyPair>& pair() const { return pair_; }
    bool has(BodyId id) const { return body() == id || (pair_ && (pair_->a == id || pair_->b == id)); }
    // The distance of the selected pair, or its lower bound, one value per frame; NaN while neither is known, for
    // example because its boxes are disjoint.
    const FrameTrace& distances() const { return distances_; }
    // Position in the history, counted from 1; 0: nothing is selected.
    std::size_t place() const { return history_position_; }
    std::size_t length() const { return history_.size(); }

  private:
    Choice current() const { return history_position_ == 0 ? Choice{} : history_[history_position_ - 1]; }
    void push_choice(const Choice& choice);
    void take_pair(std::optional<BodyPair> pair);

    static constexpr std::size_t kFramesKept = 240;
    std::vector<Choice> history_;
    std::size_t history_position_ = 0;
    std::optional<BodyPair> pair_;
    FrameTrace distances_{kFramesKept};
};

} // namespace boxwood
