// What: the deferred splits of a lazy hierarchy: the nodes that are not yet split, and the items below each.
// Frame: the mesh's own.
// Invariants: a node's items are those that the eager builder would have split there, in the same order. A node is
//     split once: one thread claims it, the others block until it has finished; threads at different nodes share no
//     items. A copy claims an unsplit node while it copies the items, and then releases it.
// Cost: 64 bytes per primitive and 17 per slot, for the lifetime of the hierarchy. Splitting a node is the builder's
//     work at that node.
// Oracle: the builder itself.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/build/build_items.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <span>

namespace boxwood {

class DeferredSplits {
  public:
    // The items of an unsplit node; its descendants use the slots from `slots` on.
    struct Task {
        std::uint32_t begin, size, slots;
        std::uint8_t depth, side; // which of the two item buffers holds the range
    };
    struct Child {
        std::uint32_t node;
        Task task;
    };

    DeferredSplits() = default; // no deferred splits
    // Starts with the root unsplit. Requires at least one box.
    DeferredSplits(std::span<const Aabb> primitive_boxes, SplitFunction split);
    DeferredSplits(const DeferredSplits&) = delete; // copied node by node, with take_over()
    DeferredSplits(DeferredSplits&&) noexcept = default;
    DeferredSplits& operator=(const DeferredSplits&) = delete;
    DeferredSplits& operator=(DeferredSplits&&) noexcept = default;
    ~DeferredSplits() = default;
    // An object with the same capacity and no nodes; take_over() adds them. Requires can_wait().
    DeferredSplits make_room() const;

    bool can_wait() const { return states_ != nullptr; } // false if constructed without deferred splits
    bool is_done(std::uint32_t node) const {
        return !states_ || states_[node].load(std::memory_order_acquire) == State::done;
    }
    // Requires an existing node that is not yet split.
    const Task& task_of(std::uint32_t node) const { return tasks_[node]; }
    std::span<const BuildItem> items_of(const Task& task) const { return items_in(task, task.side); }
    Child root() const { return {0, tasks_[0]}; }

    // Copies the state of a node from `other`. Returns true if the node is split there; otherwise the node is unsplit
    // here too, with a copy of its items. Other threads may split nodes of `other` meanwhile.
    bool take_over(const DeferredSplits& other, std::uint32_t node);

    // True: the caller must split the node, create its children and call finish(). False: another thread has already
    // split it.
    bool try_claim(std::uint32_t node) const;
    std::array<Child, 2> split_items(std::uint32_t node) const;
    void finish(std::uint32_t node) const;

    // Refits the boxes of an unsplit node's items to the current mesh.
    void measure_from_scratch(std::uint32_t node, const MeshView& mesh) const;

    std::size_t size_in_bytes() const;

  private:
    enum class State : std::uint8_t { waiting, busy, done };

    void set_state(std::uint32_t node, State state) const;
    std::size_t slot_count() const { return 2 * std::size_t{primitive_count_} - 1; }
    std::span<BuildItem> items_in(const Task& task, unsigned side) const {
        return {items_[side].data() + task.begin, task.size};
    }

    std::uint32_t primitive_count_ = 0;
    SplitFunction split_ = nullptr;
    // Written by the thread that splits, while the node's state is busy; read after its state is done. Memory of
    // unvisited nodes is never touched.
    mutable LargeArray<Task> tasks_;
    std::unique_ptr<std::atomic<State>[]> states_; // null if no split is deferred
    mutable std::array<LargeArray<BuildItem>, 2> items_;
};

} // namespace boxwood
