#include "collision/broad_phase/dynamic_tree_phase.hpp"

#include <cmath>

namespace boxwood {

namespace {

constexpr std::uint8_t kIsChanged = 1, kIsMoved = 2; // the box changed; the fattened box changed

} // namespace

void DynamicTreePhase::configure(const BroadPhaseSettings& settings) {
    margin_ = kMargin * (settings.cell_factor > 0.0f ? settings.cell_factor : 1.0f);
}

void DynamicTreePhase::update(std::span<const Aabb> boxes) {
    counters_ = {};
    changes_.gather(boxes);
    active_.begin_changes(changes_.limit());
    remove_bodies();
    leaves_.resize(changes_.limit(), Tree::kNone);
    boxes_.resize(changes_.limit());
    states_.assign(changes_.limit(), 0);
    moved_.clear();
    for (BodyId body = 0; body < changes_.limit(); ++body)
        if (changes_.is_live(body)) update_leaf(body, boxes[body]);
    test_close_pairs();
    find_close_pairs();
    report_switched_pairs();
    changes_.settle();
    active_.end_changes();
}

void DynamicTreePhase::remove_bodies() {
    if (changes_.removed().empty()) return;
    const std::span<const std::uint8_t> is_removed = changes_.is_removed();
    active_.remove_bodies(is_removed);
    std::erase_if(close_pairs_,
                  [&](BodyPair pair) { return (is_removed[pair.a] | is_removed[pair.b]) != 0; });
    for (const BodyId body : changes_.removed()) {
        tree_.remove(leaves_[body]);
        leaves_[body] = Tree::kNone;
    }
}

// Inserts the leaf of a body, or reinserts it if the box has left its fattened box or has become much smaller.
void DynamicTreePhase::update_leaf(BodyId body, const Aabb& box) {
    std::uint32_t& leaf = leaves_[body];
    if (leaf != Tree::kNone) {
        if (boxes_[body] == box) return;
        boxes_[body] = box;
        states_[body] = kIsChanged;
        const Aabb& fat = tree_.node(leaf).box;
        if (fat.contains(fatten(box, 0.0f)) && fatten(box, kMaxMargins).contains(fat)) return;
        tree_.reinsert(leaf, fatten(box, 1.0f));
    } else {
        boxes_[body] = box;
        leaf = tree_.insert(fatten(box, 1.0f), body);
    }
    states_[body] = kIsChanged | kIsMoved;
    moved_.push_back(body);
}

// Tests the close pairs of boxes that changed. Removes the pairs of bodies that were reinserted; find_close_pairs()
// finds the pairs that are still close.
void DynamicTreePhase::test_close_pairs() {
    std::erase_if(close_pairs_, [&](BodyPair pair) {
        const unsigned states = states_[pair.a] | states_[pair.b];
        if (states != 0) report_pair(pair);
        return (states & kIsMoved) != 0;
    });
}

void DynamicTreePhase::find_close_pairs() {
    for (const BodyId body : moved_) {
        const auto visit = [&](BodyId other) {
            if (other == body || (other < body && (states_[other] & kIsMoved) != 0)) return;
            close_pairs_.push_back(make_pair_of(body, other));
            report_pair(close_pairs_.back());
        };
        counters_.node_visits += tree_.find_overlapping(tree_.node(leaves_[body]).box, stack_, visit);
    }
}

void DynamicTreePhase::report_switched_pairs() {
    for (const BodyPair pair : changes_.switched()) report_pair(pair);
    if (changes_.has_switched_off())
        for (const ActivePair& pair : active_.pairs())
            if (!changes_.is_enabled(pair.bodies)) active_.report(pair.bodies, false);
    if (!changes_.has_switched_on()) return;
    const std::span<const std::uint8_t> is_switched_on = changes_.is_switched_on();
    for (const BodyPair pair : close_pairs_)
        if ((is_switched_on[pair.a] | is_switched_on[pair.b]) != 0) report_pair(pair);
}

void DynamicTreePhase::report_pair(BodyPair pair) {
    ++counters_.volume_tests;
    active_.report(pair, overlap(boxes_[pair.a], boxes_[pair.b]) && changes_.is_enabled(pair));
}

// Enlarges the box on every side by margins * margin_ * its longest side, within the range of finite floats. A box with
// an infinite side gets no margin.
Aabb DynamicTreePhase::fatten(const Aabb& box, float margins) const {
    constexpr float kMax = std::numeric_limits<float>::max();
    const float side = box.longest_side();
    const float margin = std::isfinite(side) ? std::min(margins * margin_ * side, kMax) : 0.0f;
    return {glm::clamp(box.lower - margin, -kMax, kMax), glm::clamp(box.upper + margin, -kMax, kMax)};
}

} // namespace boxwood
