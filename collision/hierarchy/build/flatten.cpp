#include "collision/hierarchy/build/flatten.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"

#include <utility>
#include <vector>

namespace boxwood {
namespace {

class TreeLayout {
  public:
    TreeLayout(std::span<const Aabb> boxes, std::span<const LinkedNode> links, std::uint32_t leaf_size)
        : boxes_(boxes)
        , links_(links)
        , leaf_size_(leaf_size)
        , primitive_count_(static_cast<std::uint32_t>(boxes.size())) {}

    Bvh2<Aabb> flatten(std::uint32_t root) {
        tree_.primitive_count = primitive_count_;
        tree_.nodes.reserve(2 * boxes_.size() - 1);
        if (leaf_size_ > 1) tree_.primitives.reserve(primitive_count_);
        count_primitives(root);
        place_nodes(root);
        fit_boxes();
        tree_.nodes.shrink_to_fit();
        return std::move(tree_);
    }

  private:
    struct Task {
        std::uint32_t node = 0; // its index in the result
        std::uint32_t id = 0;   // as in LinkedNode
        std::uint32_t depth = 0;
    };

    bool is_primitive(std::uint32_t id) const { return id < primitive_count_; }
    const LinkedNode& links_of(std::uint32_t id) const { return links_[id - primitive_count_]; }
    std::uint32_t size_of(std::uint32_t id) const {
        return is_primitive(id) ? 1 : sizes_[id - primitive_count_];
    }

    void count_primitives(std::uint32_t root) {
        sizes_.assign(links_.size(), 0);
        std::vector<std::uint32_t> order, stack; // parents before children
        if (!is_primitive(root)) stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t id = stack.back();
            stack.pop_back();
            order.push_back(id);
            for (const std::uint32_t child : {links_of(id).left, links_of(id).right})
                if (!is_primitive(child)) stack.push_back(child);
        }
        for (std::size_t i = order.size(); i-- > 0;)
            sizes_[order[i] - primitive_count_] =
                size_of(links_of(order[i]).left) + size_of(links_of(order[i]).right);
    }

    void place_nodes(std::uint32_t root) {
        tree_.nodes.push_back({});
        std::vector<Task> stack{{0, root, 0}};
        while (!stack.empty()) {
            const Task task = stack.back();
            stack.pop_back();
            if (size_of(task.id) <= leaf_size_) {
                make_leaf(task);
                continue;
            }
            if (task.depth >= kMaxRuleDepth) {
                rebuild_by_halving(task);
                continue;
            }
            const auto child = static_cast<std::uint32_t>(tree_.nodes.size());
            tree_.nodes[task.node].first = child;
            tree_.nodes.resize(tree_.nodes.size() + 2, {});
            stack.push_back({child + 1, links_of(task.id).right, task.depth + 1});
            stack.push_back({child, links_of(task.id).left, task.depth + 1});
        }
    }

    void make_leaf(const Task& task) {
        auto& node = tree_.nodes[task.node];
        node.count = size_of(task.id);
        node.first = task.id;
        if (node.count == 1) return;
        node.first = static_cast<std::uint32_t>(tree_.primitives.size());
        collect(task.id, tree_.primitives);
    }

    void collect(std::uint32_t id, std::vector<std::uint32_t>& out_primitives) const {
        std::vector<std::uint32_t> stack{id};
        while (!stack.empty()) {
            const std::uint32_t next = stack.back();
            stack.pop_back();
            if (is_primitive(next)) {
                out_primitives.push_back(next);
                continue;
            }
            stack.push_back(links_of(next).right);
            stack.push_back(links_of(next).left);
        }
    }

    void rebuild_by_halving(const Task& task) {
        std::vector<std::uint32_t> primitives;
        collect(task.id, primitives);
        std::vector<Aabb> boxes;
        for (const std::uint32_t primitive : primitives) boxes.push_back(boxes_[primitive]);
        SerialExecutor serial;
        const Bvh2<Aabb> built = build_top_down(boxes, {SplitRule::object_median, leaf_size_}, serial);
        // The root of the rebuilt subtree replaces the pending node, and its other nodes are appended.
        const auto shift = static_cast<std::uint32_t>(tree_.nodes.size()) - 1;
        for (std::size_t i = 0; i < built.nodes.size(); ++i) {
            Bvh2<Aabb>::Node node = built.nodes[i];
            if (!node.is_leaf()) {
                node.first += shift;
            } else {
                const auto in_leaf = built.primitives_of(static_cast<std::uint32_t>(i));
                node.first = node.count == 1 ? primitives[in_leaf[0]]
                                             : static_cast<std::uint32_t>(tree_.primitives.size());
                if (node.count > 1)
                    for (const std::uint32_t p : in_leaf) tree_.primitives.push_back(primitives[p]);
            }
            if (i == 0)
                tree_.nodes[task.node] = node;
            else
                tree_.nodes.push_back(node);
        }
    }

    void fit_boxes() {
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
            auto& node = tree_.nodes[i];
            if (!node.is_leaf()) {
                node.volume = merge(tree_.nodes[node.first].volume, tree_.nodes[node.first + 1].volume);
                continue;
            }
            BoxFitter fitter;
            for (const std::uint32_t primitive : tree_.primitives_of(static_cast<std::uint32_t>(i)))
                fitter.add(load_lanes(boxes_[primitive]));
            node.volume = fitter.box();
        }
    }

    std::span<const Aabb> boxes_;
    std::span<const LinkedNode> links_;
    std::uint32_t leaf_size_ = 1;
    std::uint32_t primitive_count_ = 0;
    std::vector<std::uint32_t> sizes_; // primitives below each internal node
    Bvh2<Aabb> tree_;
};

} // namespace

Bvh2<Aabb> lay_out_tree(std::span<const Aabb> primitive_boxes, std::span<const LinkedNode> links,
                        std::uint32_t root, std::uint32_t leaf_size) {
    BOXWOOD_REQUIRE(!primitive_boxes.empty());
    BOXWOOD_REQUIRE(leaf_size >= 1 && leaf_size <= kMaxLeafSize);
    return TreeLayout(primitive_boxes, links, leaf_size).flatten(root);
}

} // namespace boxwood
