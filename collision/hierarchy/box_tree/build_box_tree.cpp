#include "collision/hierarchy/box_tree/build_box_tree.hpp"

#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "collision/hierarchy/build/build_items.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>

namespace boxwood {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The extent of a child on the axis, from the side that it shares with its parent to its farthest primitive.
struct ChildSpan {
    float length = 0.0f;
    std::size_t count = 0;

    float grown(float reach) const { return std::max(length, reach); }
    void add(float reach) {
        length = grown(reach);
        ++count;
    }
};

// The distance from the side that a child shares with its parent to the far end of a primitive.
struct Reach {
    float lower, upper; // the parent's sides
    int axis;
    bool is_upper;
    float operator()(const BuildItem& item) const {
        return is_upper ? upper - item.lower[axis] : item.upper[axis] - lower;
    }
};

struct Candidate {
    float cost = kInfinity;
    int axis = 0;
    BoxTreeCase which = BoxTreeCase::halved;
    std::size_t seed_left = 0, seed_right = 0;
    bool has_plane = false; // true: items with 2 * center > plane go right, and there are no seeds
    float plane = 0.0f;
};

// The parent's extent along the axis of a candidate, and the two extents across it.
struct CutBox {
    float along, across_1, across_2;
    std::size_t count;

    // The cost of two children with these lengths along the axis and these primitive counts, relative to the parent.
    float cost(BoxTreeRule rule, const ChildSpan& left, const ChildSpan& right) const {
        const float sum = left.length + right.length;
        switch (rule) {
        case BoxTreeRule::volume:
            return sum / along;
        case BoxTreeRule::area: {
            const float rim = across_1 + across_2, face = across_1 * across_2;
            return (sum * rim + 2.0f * face) / (along * rim + face);
        }
        case BoxTreeRule::minkowski: {
            const float partner = (along + across_1 + across_2) / 3.0f;
            return (sum + 2.0f * partner) / (along + partner);
        }
        case BoxTreeRule::counted_volume:
        case BoxTreeRule::sweep:
        case BoxTreeRule::midpoint:
            break;
        }
        return (static_cast<float>(left.count) * left.length +
                static_cast<float>(right.count) * right.length) /
               along;
    }
    // The cost of two halves that are both as large as the parent.
    float cost_uncut(BoxTreeRule rule) const {
        const std::size_t half = count / 2;
        return cost(rule, {along, half}, {along, count - half});
    }
};

class BoxTreeBuilder {
  public:
    BoxTreeBuilder(std::span<const Aabb> boxes, const BoxTreeConfig& config)
        : config_(config) {
        for (auto& buffer : items_) buffer = std::make_unique_for_overwrite<BuildItem[]>(boxes.size());
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            items_[0][i] = {boxes[i].lower, i, boxes[i].upper, 0};
        shuffle(boxes.size());
        built_.tree.primitive_count = static_cast<std::uint32_t>(boxes.size());
        built_.tree.nodes.reserve(2 * boxes.size() - 1);
    }

    BoxTreeBuild build() {
        BoxTree& tree = built_.tree;
        tree.nodes.emplace_back();
        Task root{0, 0, tree.primitive_count, 0, 0, {}};
        tree.root_box = root.box = measure(root);
        std::vector<Task> stack{root};
        while (!stack.empty()) {
            const Task task = stack.back();
            stack.pop_back();
            tree.depth = std::max(tree.depth, task.depth);
            if (task.size <= config_.leaf_size) {
                make_leaf(task);
                continue;
            }
            const auto [left, right] = open(task);
            stack.push_back(right);
            stack.push_back(left);
        }
        tree.nodes.shrink_to_fit();
        return std::move(built_);
    }

  private:
    struct Task {
        std::uint32_t node = 0, begin = 0, size = 0, depth = 0;
        std::uint32_t buffer = 0; // index in items_ of the buffer that contains the range
        Aabb box;                 // equal to the box that cursors derive
    };

    // Items are shuffled because the result depends on their order. In mesh order, consecutive items are neighbors:
    // each one grows the same child a little, and this child gets nearly all items.
    void shuffle(std::size_t count) {
        std::mt19937_64 random(count);
        for (std::size_t i = count; i-- > 1;) std::swap(items_[0][i], items_[0][random() % (i + 1)]);
    }

    std::span<BuildItem> items_of(const Task& task, std::uint32_t buffer) {
        return {items_[buffer].get() + task.begin, task.size};
    }
    Aabb measure(const Task& task) {
        BoxFitter fitter;
        for (const BuildItem& item : items_of(task, task.buffer)) fitter.add(item.lanes());
        return fitter.box();
    }

    void make_leaf(const Task& task) {
        BoxTree& tree = built_.tree;
        const std::span<const BuildItem> items = items_of(task, task.buffer);
        if (items.size() == 1) {
            replace(task.node, BoxTreeNode::make_leaf(items[0].primitive));
            return;
        }
        replace(task.node, BoxTreeNode::make_large_leaf(static_cast<std::uint32_t>(tree.primitives.size())));
        tree.primitives.push_back(task.size);
        for (const BuildItem& item : items) tree.primitives.push_back(item.primitive);
    }

    // Sets the node's content; its move is already set.
    void replace(std::uint32_t index, BoxTreeNode node) {
        const BoxTreeNode before = built_.tree.nodes[index];
        node.set_move(before.axis(), before.is_upper(), before.move());
        built_.tree.nodes[index] = node;
    }

    std::pair<Task, Task> open(const Task& task) {
        BoxTree& tree = built_.tree;
        const Candidate best = task.depth < kMaxRuleDepth ? find_best(task) : Candidate{};
        ++built_.cases[static_cast<std::size_t>(best.which)];
        const Split chosen = split(task, best);
        const auto left_size = static_cast<std::uint32_t>(chosen.left_count),
                   child = static_cast<std::uint32_t>(tree.nodes.size());
        const std::uint32_t buffer = task.buffer ^ (chosen.is_in_spare ? 1u : 0u);
        replace(task.node, BoxTreeNode::make_internal(child));
        tree.nodes.resize(tree.nodes.size() + 2);
        Task left{child, task.begin, left_size, task.depth + 1, buffer, {}},
            right{child + 1, task.begin + left_size, task.size - left_size, task.depth + 1, buffer, {}};
        const bool is_halved = best.which == BoxTreeCase::halved;
        for (Task* child_task : {&left, &right}) {
            const bool is_upper = best.which == BoxTreeCase::two_upper ||
                                  (best.which == BoxTreeCase::lower_and_upper && child_task == &right);
            const Aabb tight = measure(*child_task);
            if (is_halved)
                set_best_move(task.box, tight, tree.nodes[child_task->node]);
            else
                set_move_to(task.box, tight, static_cast<unsigned>(best.axis), is_upper,
                            tree.nodes[child_task->node]);
            child_task->box = tree.nodes[child_task->node].derive(task.box);
        }
        return {left, right};
    }

    Candidate find_best(const Task& task) {
        const int longest = find_longest_axis(task.box);
        if (config_.rule == BoxTreeRule::midpoint)
            return try_plane(task, longest, twice_middle_of(task.box, longest));
        Candidate best;
        for (int axis = 0; axis < 3; ++axis) {
            if (!(task.box.extent()[axis] > 0.0f) || (config_.only_longest_side && axis != longest)) continue;
            if (config_.rule == BoxTreeRule::sweep) {
                take_if_better(task, sweep(task, axis), best);
                continue;
            }
            for (const BoxTreeCase which :
                 {BoxTreeCase::two_lower, BoxTreeCase::lower_and_upper, BoxTreeCase::two_upper})
                take_if_better(task, try_case(task, axis, which), best);
        }
        return best;
    }

    // Takes a candidate only if it is also better than two halves that are as large as the parent.
    void take_if_better(const Task& task, const Candidate& found, Candidate& io_best) const {
        if (found.which == BoxTreeCase::halved) return;
        if (found.cost < std::min(io_best.cost, cut_box(task, found.axis).cost_uncut(config_.rule)))
            io_best = found;
    }

    static float twice_middle_of(const Aabb& box, int axis) { return box.lower[axis] + box.upper[axis]; }
    static CutBox cut_box(const Task& task, int axis) {
        const glm::vec3 e = task.box.extent();
        return {e[axis], e[(axis + 1) % 3], e[(axis + 2) % 3], task.size};
    }

    // Makes a candidate that splits at the plane into a lower and an upper child. Returns a halved candidate if all
    // items are on one side.
    Candidate try_plane(const Task& task, int axis, float plane) {
        Candidate candidate{.cost = 0.0f,
                            .axis = axis,
                            .which = BoxTreeCase::lower_and_upper,
                            .has_plane = true,
                            .plane = plane};
        const auto items = items_of(task, task.buffer);
        const auto right = static_cast<std::size_t>(std::ranges::count_if(
            items, [&](const BuildItem& item) { return item.twice_center(axis) > plane; }));
        return right == 0 || right == items.size() ? Candidate{} : candidate;
    }

    // Returns the cheapest split of the items in the order of their centers.
    Candidate sweep(const Task& task, int axis) {
        const auto items = items_of(task, task.buffer);
        const auto sorted = items_of(task, task.buffer ^ 1u);
        std::ranges::copy(items, sorted.begin());
        std::ranges::sort(sorted, {}, [axis](const BuildItem& item) { return item.twice_center(axis); });
        reaches_.resize(items.size());
        float lowest = kInfinity;
        for (std::size_t i = sorted.size(); i-- > 0;)
            reaches_[i] = task.box.upper[axis] - (lowest = std::min(lowest, sorted[i].lower[axis]));
        const CutBox box = cut_box(task, axis);
        Candidate best;
        ChildSpan left;
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            left.add(sorted[i - 1].upper[axis] - task.box.lower[axis]);
            const float plane = sorted[i - 1].twice_center(axis);
            if (!(plane < sorted[i].twice_center(axis))) continue;
            const float cost = box.cost(config_.rule, left, {reaches_[i], sorted.size() - i});
            if (cost < best.cost)
                best = {.cost = cost,
                        .axis = axis,
                        .which = BoxTreeCase::lower_and_upper,
                        .has_plane = true,
                        .plane = plane};
        }
        return best;
    }

    static bool keeps_upper(BoxTreeCase which, bool is_right) {
        return which == BoxTreeCase::two_upper || (which == BoxTreeCase::lower_and_upper && is_right);
    }
    static Reach reach_of(const Task& task, int axis, BoxTreeCase which, bool is_right) {
        return {task.box.lower[axis], task.box.upper[axis], axis, keeps_upper(which, is_right)};
    }

    // The first pass finds the seeds. The second pass assigns each item to the child that grows less.
    Candidate try_case(const Task& task, int axis, BoxTreeCase which) {
        const std::span<const BuildItem> items = items_of(task, task.buffer);
        const Reach reach_left = reach_of(task, axis, which, false),
                    reach_right = reach_of(task, axis, which, true);
        Candidate candidate{.cost = 0.0f, .axis = axis, .which = which};
        find_seeds(items, reach_left, reach_right, which, candidate);
        ChildSpan left, right;
        assign(items, candidate, reach_left, reach_right, left, right, [](std::size_t, bool) {});
        if (!is_allowed(which, left, right, task.box.extent()[axis])) return {};
        candidate.cost = cut_box(task, axis).cost(config_.rule, left, right);
        return candidate;
    }

    // If two children keep the same side of the parent, both must be smaller than the parent. If one of them is as
    // large as the parent, the other one lies inside it. The sum of volumes is then smallest if the other one is a
    // sliver, and the tree degenerates to a list.
    static bool is_allowed(BoxTreeCase which, const ChildSpan& left, const ChildSpan& right, float along) {
        return which == BoxTreeCase::lower_and_upper || std::max(left.length, right.length) < along;
    }

    // The left seed is the item with the smallest reach from the side that the left child keeps. The right seed is the
    // item with the smallest reach from the side that the right child keeps. If both children keep the same side, the
    // right seed is the item with the largest reach.
    static void find_seeds(std::span<const BuildItem> items, const Reach& reach_left,
                           const Reach& reach_right, BoxTreeCase which, Candidate& io_candidate) {
        const bool is_same_side = which != BoxTreeCase::lower_and_upper;
        float best_left = kInfinity, best_right = kInfinity;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (reach_left(items[i]) >= best_left) continue;
            best_left = reach_left(items[i]);
            io_candidate.seed_left = i;
        }
        io_candidate.seed_right = io_candidate.seed_left == 0 ? 1 : 0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const float reach = is_same_side ? -reach_right(items[i]) : reach_right(items[i]);
            if (i == io_candidate.seed_left || reach >= best_right) continue;
            best_right = reach;
            io_candidate.seed_right = i;
        }
    }

    // Calls take(i, is_right) for every item.
    template <class Take>
    static void assign(std::span<const BuildItem> items, const Candidate& candidate, const Reach& reach_left,
                       const Reach& reach_right, ChildSpan& io_left, ChildSpan& io_right, Take&& take) {
        io_left.add(reach_left(items[candidate.seed_left]));
        io_right.add(reach_right(items[candidate.seed_right]));
        for (std::size_t i = 0; i < items.size(); ++i) {
            bool is_right = i == candidate.seed_right;
            if (i != candidate.seed_left && i != candidate.seed_right) {
                const float left = reach_left(items[i]), right = reach_right(items[i]);
                const float growth_left = io_left.grown(left) - io_left.length,
                            growth_right = io_right.grown(right) - io_right.length;
                is_right =
                    growth_left != growth_right ? growth_right < growth_left : io_right.count < io_left.count;
                if (is_right)
                    io_right.add(right);
                else
                    io_left.add(left);
            }
            take(i, is_right);
        }
    }

    Split split(const Task& task, const Candidate& best) {
        const std::span<const BuildItem> items = items_of(task, task.buffer);
        const std::span<BuildItem> spare = items_of(task, task.buffer ^ 1u);
        if (best.which == BoxTreeCase::halved) return {task.size / 2, false};
        std::size_t front = 0, back = task.size - 1;
        const auto take = [&](std::size_t i, bool is_right) {
            spare[is_right ? back-- : front++] = items[i];
        };
        if (best.has_plane) {
            for (std::size_t i = 0; i < items.size(); ++i)
                take(i, items[i].twice_center(best.axis) > best.plane);
            return {front, true};
        }
        ChildSpan left, right;
        assign(items, best, reach_of(task, best.axis, best.which, false),
               reach_of(task, best.axis, best.which, true), left, right, take);
        return {front, true};
    }

    BoxTreeConfig config_;
    std::array<std::unique_ptr<BuildItem[]>, 2> items_;
    std::vector<float> reaches_; // of a sweep: the right child's length if it starts at item i
    BoxTreeBuild built_;
};

} // namespace

BoxTreeBuild build_box_tree(std::span<const Aabb> primitive_boxes, const BoxTreeConfig& config) {
    require_build_input(primitive_boxes, config.leaf_size);
    BOXWOOD_REQUIRE(2 * primitive_boxes.size() - 1 <= BoxTreeNode::kMaxIndex);
    return BoxTreeBuilder(primitive_boxes, config).build();
}

Bvh2<Aabb> make_topology(const BoxTree& tree, std::span<const Aabb> primitive_boxes) {
    Bvh2<Aabb> bvh;
    bvh.primitive_count = tree.primitive_count;
    bvh.nodes.resize(tree.nodes.size(), {});
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        auto& node = bvh.nodes[i];
        const std::uint32_t index = tree.nodes[i].index();
        node.first = index;
        if (!tree.nodes[i].is_leaf()) {
            node.volume = merge(bvh.nodes[index].volume, bvh.nodes[index + 1].volume);
        } else if (!tree.nodes[i].is_large()) {
            node.count = 1;
            node.volume = primitive_boxes[index];
        } else {
            node.count = tree.primitives[index];
            node.first = static_cast<std::uint32_t>(bvh.primitives.size());
            for (std::uint32_t k = 1; k <= node.count; ++k) {
                bvh.primitives.push_back(tree.primitives[index + k]);
                node.volume = merge(node.volume, primitive_boxes[bvh.primitives.back()]);
            }
        }
    }
    return bvh;
}

} // namespace boxwood
