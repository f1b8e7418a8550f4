#include "collision/hierarchy/bvh2/deferred_splits.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

DeferredSplits::DeferredSplits(std::span<const Aabb> primitive_boxes, SplitFunction split)
    : primitive_count_(
          (require_build_input(primitive_boxes, 1), static_cast<std::uint32_t>(primitive_boxes.size())))
    , split_(split)
    , tasks_(slot_count())
    , states_(std::make_unique<std::atomic<State>[]>(slot_count())) {
    BOXWOOD_REQUIRE(split != nullptr);
    for (auto& buffer : items_) buffer.resize(primitive_count_);
    for (std::uint32_t i = 0; i < primitive_count_; ++i)
        items_[0][i] = {primitive_boxes[i].lower, i, primitive_boxes[i].upper, 0};
    tasks_[0] = {0, primitive_count_, 1, 0, 0};
}

DeferredSplits DeferredSplits::make_empty_copy() const {
    DeferredSplits copy;
    copy.primitive_count_ = primitive_count_;
    copy.split_ = split_;
    copy.tasks_.resize(slot_count());
    copy.states_ = std::make_unique<std::atomic<State>[]>(slot_count());
    for (auto& buffer : copy.items_) buffer.resize(primitive_count_);
    return copy;
}

bool DeferredSplits::copy_node_from(const DeferredSplits& other, std::uint32_t node) {
    if (!other.try_claim(node)) {
        states_[node].store(State::done, std::memory_order_relaxed);
        return true;
    }
    const Task& task = tasks_[node] = other.tasks_[node];
    const std::span<const BuildItem> items = other.items_of(task);
    std::copy(items.begin(), items.end(), items_in(task, task.buffer).begin());
    other.set_state(node, State::unsplit);
    return false;
}

// Loops because the node can still be unsplit after a wait, if copy_node_from() claimed and released it.
bool DeferredSplits::try_claim(std::uint32_t node) const {
    for (;;) {
        State expected = State::unsplit;
        if (states_[node].compare_exchange_strong(expected, State::claimed, std::memory_order_acquire))
            return true;
        if (expected == State::done) return false;
        states_[node].wait(State::claimed, std::memory_order_acquire);
    }
}

void DeferredSplits::finish(std::uint32_t node) const {
    set_state(node, State::done);
}

void DeferredSplits::set_state(std::uint32_t node, State state) const {
    states_[node].store(state, std::memory_order_release);
    states_[node].notify_all();
}

std::array<DeferredSplits::Child, 2> DeferredSplits::split_items(std::uint32_t node) const {
    const Task task = tasks_[node];
    ItemRange range{items_in(task, task.buffer), items_in(task, task.buffer ^ 1u), task.depth, {}, {}};
    Split chosen{1, false}; // TopDownBuilder splits a node with two items in the same way
    if (task.size > 2) {
        measure_items(range);
        chosen = split_(range);
    }
    const auto left = static_cast<std::uint32_t>(chosen.left_count);
    const auto buffer = static_cast<std::uint8_t>(task.buffer ^ (chosen.is_in_spare ? 1u : 0u));
    const auto depth = static_cast<std::uint8_t>(task.depth + 1);
    const std::uint32_t first = task.slots, second = first + 1;
    tasks_[first] = {task.begin, left, first + 2, depth, buffer};
    tasks_[second] = {task.begin + left, task.size - left, first + 2 * left, depth, buffer};
    return {Child{first, tasks_[first]}, Child{second, tasks_[second]}};
}

void DeferredSplits::refit_items(std::uint32_t node, const MeshView& mesh) const {
    for (BuildItem& item : items_in(tasks_[node], tasks_[node].buffer)) {
        const Aabb box = Aabb::fit(mesh, std::span(&item.primitive, 1));
        item.lower = box.lower;
        item.upper = box.upper;
    }
}

std::size_t DeferredSplits::size_in_bytes() const {
    if (!states_) return 0;
    return slot_count() * (sizeof(Task) + sizeof(std::atomic<State>)) +
           primitive_count_ * 2 * sizeof(BuildItem);
}

} // namespace boxwood
