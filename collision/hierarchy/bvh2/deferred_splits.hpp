// What: what a lazy hierarchy has put off: the nodes that wait for their division, and the items below each.
// Frame: the mesh's own.
// Invariants: a node's items are those that the builder would have divided there, in the same order. A node is divided once:
//     one thread claims it, the others wait until it has finished; threads at different nodes share no items. A copy claims
//     what waits while it copies the items, and gives it back.
// Cost: 64 bytes per primitive, and 17 per slot, as long as the hierarchy lives. Dividing a node is the builder's work at that
//     node.
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
    // The items of a node that is not divided yet; its descendants take slots from `slots` on.
    struct Task {
        std::uint32_t begin, size, slots;
        std::uint8_t depth, side; // which of the two item buffers holds the range
    };
    struct Child {
        std::uint32_t node;
        Task task;
    };

    DeferredSplits() = default; // nothing waits
    // The root waits. Requires at least one box.
    DeferredSplits(std::span<const Aabb> primitive_boxes, DivideFunction split);
    DeferredSplits(const DeferredSplits&) = delete; // a copy is made node by node
    DeferredSplits(DeferredSplits&&) noexcept = default;
    DeferredSplits& operator=(const DeferredSplits&) = delete;
    DeferredSplits& operator=(DeferredSplits&&) noexcept = default;
    ~DeferredSplits() = default;
    // Of the same primitives, with no node; take_over() adds them. Requires can_wait().
    DeferredSplits make_room() const;

    bool can_wait() const { return states_ != nullptr; } // false: made without anything that waits
    bool is_done(std::uint32_t node) const {
        return !states_ || states_[node].load(std::memory_order_acquire) == State::done;
    }
    // Of a node that is there and not divided yet.
    const Task& task_of(std::uint32_t node) const { return tasks_[node]; }
    std::span<const BuildItem> items_of(const Task& task) const { return items_in(task, task.side); }
    Child root() const { return {0, tasks_[0]}; }

    // What `other` has of a node: true if it is divided there, and so here; else it waits here, too, with its items. Other
    // threads may divide `other` meanwhile.
    bool take_over(const DeferredSplits& other, std::uint32_t node);

    // True: the caller divides the node, makes its children and then says finish. False: another has done it meanwhile.
    bool try_claim(std::uint32_t node) const;
    std::array<Child, 2> divide_items(std::uint32_t node) const;
    void finish(std::uint32_t node) const;

    // The boxes of a waiting node's items as the mesh is now.
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
    DivideFunction divide_ = nullptr;
    // Written by whoever divides, under the node's state; read after it. What nobody comes to is never touched.
    mutable LargeArray<Task> tasks_;
    std::unique_ptr<std::atomic<State>[]> states_; // none: all is there
    mutable std::array<LargeArray<BuildItem>, 2> items_;
};

} // namespace boxwood
