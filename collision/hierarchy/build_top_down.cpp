#include "collision/hierarchy/build_top_down.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>
#include <utility>

namespace boxwood {
namespace {

// Ranges of at most this many primitives are one piece of work; both copies of its items fit a core's cache.
constexpr std::uint32_t kPieceSize = 4096;

// A primitive on its way into the tree. Not initialized when allocated: every item is written before it is
// read.
struct Item {
    glm::vec3 lower;
    std::uint32_t primitive;
    glm::vec3 upper;
    std::uint32_t unused;

    // Twice the middle of its extent: comparing sums spares the halving.
    float twice_middle(int axis) const { return lower[axis] + upper[axis]; }
};
static_assert(sizeof(Item) == 32 && std::is_trivially_default_constructible_v<Item>);

// A node to be built over items [begin, end). Its descendants take 2 (end - begin) - 2 slots from `slots` on
// at most, so where they go does not depend on the order of work.
struct Task {
    std::uint32_t node = 0;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t slots = 0;
    std::uint32_t depth = 0;
    std::uint32_t side = 0; // which of the two item buffers holds the range
    std::uint32_t size() const { return end - begin; }
};

int find_longest_axis(const Aabb& box) {
    const glm::vec3 side = box.upper - box.lower;
    const int axis = side.y > side.x ? 1 : 0;
    return side.z > side[axis] ? 2 : axis;
}

class TopDownBuilder {
  public:
    TopDownBuilder(std::span<const Aabb> boxes, const TopDownConfig& config, Executor& executor)
        : config_(config)
        , executor_(executor) {
        const auto count = static_cast<std::uint32_t>(boxes.size());
        for (auto& side : items_) side = std::make_unique_for_overwrite<Item[]>(count);
        for (std::uint32_t i = 0; i < count; ++i) items_[0][i] = {boxes[i].lower, i, boxes[i].upper, 0};
        tree_.nodes.resize(2 * std::size_t{count} - 1);
        tree_.primitive_count = count;
        if (config.leaf_size > 1) tree_.primitives.resize(count);
    }

    Bvh<Aabb> build() {
        const auto count = tree_.primitive_count;
        std::vector<Task> tasks{{0, 0, count, 1, 0, 0}}, children;
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
        if (config_.leaf_size > 1) close_gaps();
        return std::move(tree_);
    }

  private:
    void build_piece(const Task& root) {
        std::array<Task, kMaxTopDownDepth + 2> stack;
        std::size_t top = 0;
        stack[top++] = root;
        while (top > 0) {
            const Task task = stack[--top];
            Task left, right;
            if (!build_node(task, left, right)) continue;
            stack[top++] = right;
            stack[top++] = left;
        }
    }

    // True if the node became internal and its children are to be built.
    bool build_node(const Task& task, Task& out_left, Task& out_right) {
        const Item* items = items_[task.side].get();
        BoxFitter fitter;
        for (std::uint32_t i = task.begin; i < task.end; ++i)
            fitter.add({load4(&items[i].lower.x), load4(&items[i].upper.x)});
        const Aabb box = fitter.box();
        auto& node = tree_.nodes[task.node];
        node.volume = box;
        if (task.size() <= config_.leaf_size) {
            node.count = task.size();
            node.first = task.size() == 1 ? items[task.begin].primitive : task.begin;
            if (config_.leaf_size == 1) return false;
            for (std::uint32_t i = task.begin; i < task.end; ++i) tree_.primitives[i] = items[i].primitive;
            return false;
        }
        node.first = task.slots;
        const auto [middle, side] = split(task, box);
        const std::uint32_t left_slots = task.slots + 2,
                            right_slots = left_slots + 2 * (middle - task.begin) - 2;
        out_left = {task.slots, task.begin, middle, left_slots, task.depth + 1, side};
        out_right = {task.slots + 1, middle, task.end, right_slots, task.depth + 1, side};
        return true;
    }

    // Where the right part begins, and the buffer that both parts are in.
    std::pair<std::uint32_t, std::uint32_t> split(const Task& task, const Aabb& box) {
        const int axis = find_longest_axis(box);
        if (config_.rule == SplitRule::median || task.depth >= kMaxRuleDepth)
            return {split_at_median(task, axis), task.side};
        const float coordinate =
            config_.rule == SplitRule::mean ? find_mean(task, axis) : box.lower[axis] + box.upper[axis];
        const std::uint32_t middle = partition(task, axis, coordinate);
        if (middle == task.begin || middle == task.end) return {task.begin + task.size() / 2, task.side};
        return {middle, task.side ^ 1u};
    }

    std::uint32_t split_at_median(const Task& task, int axis) {
        Item* first = items_[task.side].get();
        const std::uint32_t middle = task.begin + task.size() / 2;
        std::nth_element(first + task.begin, first + middle, first + task.end,
                         [axis](const Item& x, const Item& y) {
                             const float middle_x = x.twice_middle(axis), middle_y = y.twice_middle(axis);
                             return middle_x != middle_y ? middle_x < middle_y : x.primitive < y.primitive;
                         });
        return middle;
    }

    float find_mean(const Task& task, int axis) const {
        double sum = 0.0;
        for (std::uint32_t i = task.begin; i < task.end; ++i)
            sum += static_cast<double>(items_[task.side][i].twice_middle(axis));
        return static_cast<float>(sum / static_cast<double>(task.size()));
    }

    // Into the other buffer: both possible places are written, one survives; no branch to mispredict.
    std::uint32_t partition(const Task& task, int axis, float coordinate) {
        const Item* from = items_[task.side].get();
        Item* to = items_[task.side ^ 1u].get();
        std::uint32_t front = task.begin, back = task.end - 1;
        for (std::uint32_t i = task.begin; i < task.end; ++i) {
            const std::uint32_t is_right = from[i].twice_middle(axis) > coordinate ? 1u : 0u;
            to[front] = from[i];
            to[back] = from[i];
            front += 1u - is_right;
            back -= is_right;
        }
        return front;
    }

    // Leaves of several primitives leave reserved slots unused; moves the nodes together, order kept.
    void close_gaps() {
        auto& nodes = tree_.nodes;
        std::vector<bool> is_used(nodes.size(), false);
        std::vector<std::uint32_t> new_index(nodes.size(), 0);
        is_used[0] = true;
        std::uint32_t used = 0;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (!is_used[i]) continue;
            new_index[i] = used++;
            if (nodes[i].is_leaf()) continue;
            is_used[nodes[i].first] = true;
            is_used[nodes[i].first + 1] = true;
        }
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (!is_used[i]) continue;
            auto node = nodes[i];
            if (!node.is_leaf()) node.first = new_index[node.first];
            nodes[new_index[i]] = node;
        }
        nodes.resize(used);
        nodes.shrink_to_fit();
    }

    TopDownConfig config_;
    Executor& executor_;
    std::array<std::unique_ptr<Item[]>, 2> items_;
    Bvh<Aabb> tree_;
};

} // namespace

Bvh<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                         Executor& executor) {
    BOXWOOD_ASSERT(!primitive_boxes.empty());
    BOXWOOD_ASSERT(config.leaf_size >= 1 && config.leaf_size <= kMaxLeafSize);
    return TopDownBuilder(primitive_boxes, config, executor).build();
}

} // namespace boxwood
