// What: stores the primitives during a build, and does the work that all top-down builders share: it orders the nodes,
//     computes their boxes, makes the leaves, and assigns nodes to slots of the node array. Each top-down builder
//     supplies only the function that splits a node's items.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The slot of a node does
//     not depend on the order of the tasks, so the result has the same bits on any executor.
// Cost: takes 64 bytes of temporary memory per primitive.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

// A primitive during a build. Allocation leaves it uninitialized because every item is written before it is read.
struct BuildItem {
    glm::vec3 lower;
    std::uint32_t primitive;
    glm::vec3 upper;
    std::uint32_t unused;

    // Twice the center of the box on the axis. The factor 2 saves a multiplication by 1/2.
    float twice_center(int axis) const { return lower[axis] + upper[axis]; }
    // The fourth lane is 0 or `unused`, never the primitive index. Read as a float, an index is a denormal, which makes
    // sums and products ten times slower.
    BoxLanes lanes() const { return {load3(&lower.x), load4(&upper.x)}; }
};
static_assert(sizeof(BuildItem) == 32 && std::is_trivially_default_constructible_v<BuildItem>);

// The bounds of the items' boxes, and the bounds of their doubled centers.
struct ItemBounds {
    Aabb box, twice_centers;
};

// The items of a node to split. A split reorders them in place or writes them to `spare`, which has the same size and
// offsets.
struct ItemRange {
    std::span<BuildItem> items;
    std::span<BuildItem> spare;
    std::uint32_t depth = 0;
    ItemBounds bounds;
    std::array<ItemBounds*, 2> out_bounds{}; // for the two children; null if the caller does not need them
};

// The first `left_count` items go to the left child. If is_in_spare, both parts are in `spare`.
struct Split {
    std::size_t left_count = 0;
    bool is_in_spare = false;
    bool is_measured = false; // the split wrote the bounds of both parts to out_bounds
};

// Checks the requirements of every builder, in every build type: at least one box, none of them empty or with a NaN,
// and a leaf size of 1 to kMaxLeafSize.
void require_build_input(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size);

// Computes the bounds of the range.
inline void measure_items(ItemRange& io_range) {
    BoxFitter box, middles;
    for (const BuildItem& item : io_range.items) {
        const BoxLanes lanes = item.lanes();
        box.add(lanes);
        const Float4 middle = lanes.lower + lanes.upper;
        middles.add(BoxLanes{middle, middle});
    }
    io_range.bounds.box = box.box();
    io_range.bounds.twice_centers = middles.box();
}

// Splits one node of a top-down build. Both parts are non-empty, and the items are a permutation of the input.
using SplitFunction = Split (*)(const ItemRange& range);

inline int find_longest_axis(const Aabb& box) {
    const glm::vec3 side = box.upper - box.lower;
    const int axis = side.y > side.x ? 1 : 0;
    return side.z > side[axis] ? 2 : axis;
}

// Partitions into `spare` without an unpredictable branch: writes each item to both possible positions, and a later
// item overwrites the wrong copy. The order is preserved on the left and reversed on the right.
template <class IsRight>
Split split_into_spare(const ItemRange& range, IsRight&& is_right) {
    std::size_t front = 0, back = range.items.size() - 1;
    for (const BuildItem& item : range.items) {
        const std::size_t right = is_right(item) ? 1u : 0u;
        range.spare[front] = item;
        range.spare[back] = item;
        front += 1u - right;
        back -= right;
    }
    return {front, true};
}

// Splits the items into halves by the order of their centers on an axis; ties are ordered by primitive index.
Split split_at_median(const ItemRange& range, int axis);

// A range of at most this many primitives is built by a single task. Both buffers of its items then fit into the cache
// of a core.
inline constexpr std::uint32_t kPieceSize = 4096;

// Removes the nodes that are not reachable from the root: leaves with several primitives leave slots unused. The other
// nodes keep their order.
void close_gaps(Bvh2<Aabb>::Nodes& io_nodes);

// SplitRangeFunction is callable as Split(const ItemRange&). Both parts are non-empty, and the items are a permutation
// of the input.
template <class SplitRangeFunction>
class TopDownBuilder {
  public:
    TopDownBuilder(std::span<const Aabb> boxes, std::uint32_t leaf_size, SplitRangeFunction split,
                   Executor& executor)
        : leaf_size_(leaf_size)
        , split_(std::move(split))
        , executor_(executor) {
        const auto count = static_cast<std::uint32_t>(boxes.size());
        for (auto& buffer : items_) buffer.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) items_[0][i] = {boxes[i].lower, i, boxes[i].upper, 0};
        tree_.nodes.resize(2 * std::size_t{count} - 1);
        tree_.primitive_count = count;
        if (leaf_size > 1) tree_.primitives.resize(count);
    }

    Bvh2<Aabb> build() {
        std::vector<Task> tasks{{0, 0, tree_.primitive_count, 1, 0, 0, false, {}}}, children;
        while (!tasks.empty()) {
            children.assign(2 * tasks.size(), Task{});
            executor_.parallel_for(tasks.size(), 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    if (tasks[i].size() <= kPieceSize)
                        build_piece(tasks[i]);
                    else
                        build_node(tasks[i], children[2 * i], children[2 * i + 1]);
                }
            });
            std::erase_if(children, [](const Task& task) { return task.size() == 0; });
            tasks.swap(children);
        }
        if (leaf_size_ > 1) close_gaps(tree_.nodes);
        return std::move(tree_);
    }

  private:
    // A node to build over items [begin, end). Its descendants use at most 2 (end - begin) - 2 slots, starting at
    // `slots`.
    struct Task {
        std::uint32_t node = 0;
        std::uint32_t begin = 0, end = 0;
        std::uint32_t slots = 0;
        std::uint32_t depth = 0;
        std::uint32_t buffer = 0; // index in items_ of the buffer that contains the range
        bool is_measured = false;
        ItemBounds bounds;
        std::uint32_t size() const { return end - begin; }

        // Initializes a child, except its bounds. A split that measures the bounds has already written them to the
        // child.
        void set(const Task& parent, const Split& chosen, std::uint32_t slot, std::uint32_t first,
                 std::uint32_t last, std::uint32_t free_slots) {
            node = slot;
            begin = first;
            end = last;
            slots = free_slots;
            depth = parent.depth + 1;
            buffer = parent.buffer ^ (chosen.is_in_spare ? 1u : 0u);
            is_measured = chosen.is_measured;
        }
    };

    void build_piece(const Task& root) {
        std::array<Task, kMaxBuiltDepth + 2> stack;
        std::size_t top = 0;
        stack[top++] = root;
        while (top > 0) {
            const Task task = stack[--top];
            if (build_node(task, stack[top + 1], stack[top])) top += 2;
        }
    }

    std::span<BuildItem> items_of(const Task& task, std::uint32_t buffer) {
        return {items_[buffer].data() + task.begin, task.size()};
    }

    // Returns true if the node is internal and its children must still be built.
    bool build_node(const Task& task, Task& out_left, Task& out_right) {
        ItemRange range{items_of(task, task.buffer),
                        items_of(task, task.buffer ^ 1u),
                        task.depth,
                        {},
                        {&out_left.bounds, &out_right.bounds}};
        if (task.is_measured) {
            range.bounds.box = task.bounds.box;
            range.bounds.twice_centers = task.bounds.twice_centers;
        }
        auto& node = tree_.nodes[task.node];
        if (task.size() <= leaf_size_) {
            if (!task.is_measured) measure_items(range);
            node.volume = range.bounds.box;
            make_leaf(task, range.items, node);
            return false;
        }
        node.first = task.slots;
        node.count = 0;
        if (task.size() == 2) {
            for (std::uint32_t i = 0; i < 2; ++i)
                tree_.nodes[task.slots + i] = {make_aabb(range.items[i].lanes()), range.items[i].primitive,
                                               1};
            node.volume = merge(tree_.nodes[task.slots].volume, tree_.nodes[task.slots + 1].volume);
            return false;
        }
        if (!task.is_measured) measure_items(range);
        node.volume = range.bounds.box;
        const Split chosen = split_(std::as_const(range));
        const auto left = static_cast<std::uint32_t>(chosen.left_count);
        const std::uint32_t middle = task.begin + left, left_slots = task.slots + 2;
        out_left.set(task, chosen, task.slots, task.begin, middle, left_slots);
        out_right.set(task, chosen, task.slots + 1, middle, task.end, left_slots + 2 * left - 2);
        return true;
    }

    void make_leaf(const Task& task, std::span<const BuildItem> items, Bvh2<Aabb>::Node& out_node) {
        out_node.count = task.size();
        out_node.first = task.size() == 1 ? items[0].primitive : task.begin;
        if (leaf_size_ == 1) return;
        for (std::size_t i = 0; i < items.size(); ++i) tree_.primitives[task.begin + i] = items[i].primitive;
    }

    std::uint32_t leaf_size_ = 1;
    SplitRangeFunction split_;
    Executor& executor_;
    std::array<LargeArray<BuildItem>, 2> items_;
    Bvh2<Aabb> tree_;
};

} // namespace boxwood
