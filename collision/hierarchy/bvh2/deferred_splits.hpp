// What: stores the unsplit nodes of a lazy hierarchy and the items below each of them, and splits these nodes on
//     request.
// Frame: the mesh's own.
// Invariants: a node has the items that the eager builder would split at this node, in the same order. A node is split
//     only one time: one thread claims it, and other threads block until the split is finished. Threads that split
//     different nodes share no items. copy_node_from() claims an unsplit node while it copies the items of the node.
// Cost: 64 bytes per primitive and 17 per slot of the node array (2 n - 1 slots for n primitives), for the lifetime of
//     the hierarchy. A split takes as long as in the builder.
// Oracle: the eager builder.
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
    // The items of an unsplit node. `slots` is the first slot of the node array that is reserved for the node's
    // descendants.
    struct Task {
        std::uint32_t begin, size, slots;
        std::uint8_t depth, buffer; // buffer: index in items_ of the buffer that contains the range
    };
    struct Child {
        std::uint32_t node;
        Task task;
    };

    DeferredSplits() = default; // no deferred splits
    // Starts with the root unsplit. Requires at least one box.
    DeferredSplits(std::span<const Aabb> primitive_boxes, SplitFunction split);
    DeferredSplits(const DeferredSplits&) = delete; // copied node by node, with copy_node_from()
    DeferredSplits(DeferredSplits&&) noexcept = default;
    DeferredSplits& operator=(const DeferredSplits&) = delete;
    DeferredSplits& operator=(DeferredSplits&&) noexcept = default;
    ~DeferredSplits() = default;
    // Returns an object with the same capacity and no nodes; copy_node_from() adds them. Requires
    // has_deferred_splits().
    DeferredSplits make_empty_copy() const;

    // False only if default-constructed; stays true when all nodes are split.
    bool has_deferred_splits() const { return states_ != nullptr; }
    bool is_done(std::uint32_t node) const {
        return !states_ || states_[node].load(std::memory_order_acquire) == State::done;
    }
    // Requires an existing node that is not yet split.
    const Task& task_of(std::uint32_t node) const { return tasks_[node]; }
    std::span<const BuildItem> items_of(const Task& task) const { return items_in(task, task.buffer); }
    Child root() const { return {0, tasks_[0]}; }

    // Copies the state of a node from `other`. Returns true if `other` has split the node. Otherwise copies its items,
    // and the node is unsplit in this object too. Other threads can split nodes of `other` at the same time.
    bool copy_node_from(const DeferredSplits& other, std::uint32_t node);

    // Returns true if the caller must split the node, create its children and call finish(). If another thread is
    // splitting the node, blocks until that thread is done. Returns false if another thread has split it.
    bool try_claim(std::uint32_t node) const;
    std::array<Child, 2> split_items(std::uint32_t node) const;
    void finish(std::uint32_t node) const;

    // Refits the boxes of an unsplit node's items to the current mesh.
    void refit_items(std::uint32_t node, const MeshView& mesh) const;

    std::size_t size_in_bytes() const;

  private:
    enum class State : std::uint8_t { unsplit, claimed, done };

    void set_state(std::uint32_t node, State state) const;
    std::size_t slot_count() const { return 2 * std::size_t{primitive_count_} - 1; }
    std::span<BuildItem> items_in(const Task& task, unsigned buffer) const {
        return {items_[buffer].data() + task.begin, task.size};
    }

    std::uint32_t primitive_count_ = 0;
    SplitFunction split_ = nullptr;
    // A thread writes a node's entries while it has the claim on the node's parent. Other threads read them after the
    // parent is split. Memory of unvisited nodes is never touched.
    mutable LargeArray<Task> tasks_;
    std::unique_ptr<std::atomic<State>[]> states_; // null if no split is deferred
    mutable std::array<LargeArray<BuildItem>, 2> items_;
};

} // namespace boxwood
