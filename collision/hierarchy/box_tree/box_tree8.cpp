#include "collision/hierarchy/box_tree/box_tree8.hpp"

#include "collision/core/check.hpp"
#include "collision/hierarchy/simd/lane_plan.hpp"

#include <array>
#include <string>

namespace boxwood {
namespace {

// If the size is odd, the first half is the larger one.
constexpr unsigned first_half_of(unsigned size) {
    return (size + 1) / 2;
}

// Returns the name of the first child of half `which` (0 or 1) of `size` lanes. `name` is the name of the first half.
// If half `which` is a single lane, the result is meaningless, because the children of a single lane are in the node
// below.
constexpr std::uint32_t next_name_of(std::uint32_t name, unsigned size, unsigned which) {
    return name + 2 * (which == 0 ? 1 : first_half_of(size));
}

Aabb merge_lanes(const MovedBoxes& moves, const Aabb& parent, unsigned begin, unsigned end) {
    Aabb box = moves.box(begin, parent);
    for (unsigned lane = begin + 1; lane < end; ++lane) box = merge(box, moves.box(lane, parent));
    return box;
}

// Computes the tight box of each node, from the last node to the first.
std::vector<Aabb> find_tight_boxes(const BoxTree8& tree, const MeshView& mesh) {
    std::vector<Aabb> tight(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const BoxTreeNode8& node = tree.nodes[i];
        for (unsigned lane = 0; lane < node.lane_count(); ++lane)
            tight[i] =
                merge(tight[i], node.is_leaf(lane)
                                    ? Aabb::fit(mesh, tree.primitives_of(static_cast<std::uint32_t>(i), lane))
                                    : tight[node.child(lane)]);
    }
    return tight;
}

ValidationError make_defect8(std::size_t node, const std::string& what) {
    return {static_cast<std::uint32_t>(node), "wide node " + std::to_string(node) + ": " + what};
}

// Totals over the preceding nodes. The links of the next node must start at these totals.
struct LinksBefore {
    std::size_t nodes = 1, primitives = 0, names = 1, leaves = 0;
};
std::optional<ValidationError> find_link_defect8(const BoxTree8& tree, std::size_t index,
                                                 LinksBefore& io_before) {
    const BoxTreeNode8::Links links = tree.nodes[index].links();
    const unsigned min_lanes = index == 0 ? 1 : 2, max_lanes = index == 0 ? 1 : BoxTree8::kLanes;
    if (links.lane_count < min_lanes || links.lane_count > max_lanes)
        return make_defect8(index, "has " + std::to_string(links.lane_count) + " children");
    if (index >= io_before.nodes) return make_defect8(index, "is an orphan: no node has it as its child");
    if (links.leaves >> links.lane_count != 0)
        return make_defect8(index, "has a leaf bit for a lane that does not exist");
    if (links.first_child != io_before.nodes)
        return make_defect8(index,
                            "its first child is not directly after the children of the preceding nodes");
    if (links.first_primitive != io_before.primitives)
        return make_defect8(
            index, "its first primitive is not directly after the primitives of the preceding nodes");
    if (index > 0 && links.first_name != io_before.names)
        return make_defect8(index, "its first name is not directly after the names of the preceding nodes");
    for (unsigned lane = 0; lane < BoxTree8::kLanes; ++lane) {
        const std::uint32_t size = links.sizes >> 4 * lane & 15u;
        if ((links.leaves >> lane & 1u) != 0) {
            io_before.primitives += size + 1;
            ++io_before.leaves;
        } else if (size != 0) {
            return make_defect8(index, "lane " + std::to_string(lane) + " has primitives, but is not a leaf");
        } else if (lane < links.lane_count) {
            ++io_before.nodes;
        }
    }
    if (index > 0) io_before.names += 2 * std::size_t{links.lane_count} - 2;
    if (io_before.nodes > tree.nodes.size()) return make_defect8(index, "has a child that does not exist");
    if (io_before.primitives > tree.primitives.size())
        return make_defect8(index, "its primitives extend past the end of the primitive list");
    return std::nullopt;
}

// Creates the nodes in order, with their links and moves.
class BoxTree8Builder {
  public:
    explicit BoxTree8Builder(const Bvh2<Aabb>& binary)
        : binary_(binary)
        , plan_(binary) {
        tree_.primitives.reserve(binary.primitive_count);
        tree_.root_box = binary.nodes[0].volume;
        roots_.push_back({0, tree_.root_box});
    }

    BoxTree8 run() {
        add(1, {0}, tree_.root_box);
        for (std::size_t i = 1; i < roots_.size(); ++i) {
            std::array<std::uint32_t, BoxTree8::kLanes> lanes{};
            const std::size_t count = plan_.list_lanes(roots_[i].node, lanes);
            add(count, lanes, Aabb{roots_[i].box});
        }
        return std::move(tree_);
    }

  private:
    // The root of a binary subtree that becomes a node.
    struct Root {
        std::uint32_t node; // index in the binary hierarchy
        Aabb box;           // as cursors derive it from the moves
    };

    void add(std::size_t count, const std::array<std::uint32_t, BoxTree8::kLanes>& lanes, const Aabb& box) {
        BoxTreeNode8 node;
        BoxTreeNode8::Links links{static_cast<std::uint32_t>(roots_.size()),
                                  static_cast<std::uint32_t>(tree_.primitives.size()),
                                  next_name_,
                                  static_cast<std::uint32_t>(count),
                                  0,
                                  0};
        if (!tree_.nodes.empty()) next_name_ += 2 * static_cast<std::uint32_t>(count) - 2;
        for (unsigned lane = 0; lane < count; ++lane) {
            node.moves.set(lane, box, binary_.nodes[lanes[lane]].volume);
            if (!binary_.is_leaf(lanes[lane])) {
                roots_.push_back({lanes[lane], node.moves.box(lane, box)});
                continue;
            }
            const auto in_leaf = binary_.primitives_of(lanes[lane]);
            tree_.primitives.insert(tree_.primitives.end(), in_leaf.begin(), in_leaf.end());
            links.leaves |= 1u << lane;
            links.sizes |= static_cast<std::uint32_t>(in_leaf.size() - 1) << 4 * lane;
            ++tree_.leaf_count;
        }
        node.set_links(links);
        tree_.nodes.push_back(node);
    }

    const Bvh2<Aabb>& binary_;
    LanePlan<Aabb> plan_;
    BoxTree8 tree_;
    std::vector<Root> roots_; // one for each node found so far
    std::uint32_t next_name_ = 1;
};

} // namespace

BoxTree8::Cursor BoxTree8::child(const Cursor& at, unsigned which) const {
    Cursor next = at;
    std::uint32_t name = at.next_name;
    if (at.size() == 1) {
        next.node = nodes[at.node].child(at.begin);
        next.parent = at.box;
        next.begin = 0;
        next.end = static_cast<std::uint8_t>(nodes[next.node].lane_count());
        name = nodes[next.node].first_name();
    }
    const unsigned size = next.size(), middle = next.begin + first_half_of(size);
    next.name = name + which;
    next.next_name = next_name_of(name, size, which);
    (which == 0 ? next.end : next.begin) = static_cast<std::uint8_t>(middle);
    next.box = merge_lanes(nodes[next.node].moves, next.parent, next.begin, next.end);
    return next;
}

std::uint32_t BoxTree8::name_of(std::uint32_t node, unsigned lane) const {
    if (node == 0) return 0;
    std::uint32_t name = nodes[node].first_name();
    unsigned begin = 0, end = nodes[node].lane_count();
    while (true) {
        const unsigned size = end - begin, middle = begin + first_half_of(size),
                       which = lane < middle ? 0 : 1;
        (which == 0 ? end : begin) = middle;
        if (end - begin == 1) return name + which;
        name = next_name_of(name, size, which);
    }
}

BoxTree8 collapse_to_box_tree8(const Bvh2<Aabb>& binary) {
    BOXWOOD_REQUIRE(!binary.nodes.empty() && binary.nodes.size() <= BoxTreeNode8::kMaxIndex);
    return BoxTree8Builder(binary).run();
}

void refit(BoxTree8& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(io_tree.primitives.size() == mesh.triangles.size());
    std::vector<Aabb> boxes = find_tight_boxes(io_tree, mesh); // replaced by derived boxes, node by node
    io_tree.root_box = boxes[0];
    for (std::uint32_t i = 0; i < io_tree.nodes.size(); ++i) {
        BoxTreeNode8& node = io_tree.nodes[i];
        for (unsigned lane = 0; lane < node.lane_count(); ++lane) {
            if (node.is_leaf(lane)) {
                node.moves.set(lane, boxes[i], Aabb::fit(mesh, io_tree.primitives_of(i, lane)));
            } else {
                Aabb& box = boxes[node.child(lane)];
                node.moves.set(lane, boxes[i], box);
                box = node.moves.box(lane, boxes[i]);
            }
        }
    }
}

Bvh2<Aabb> make_binary_view(const BoxTree8& tree) {
    Bvh2<Aabb> view;
    view.nodes.resize(node_count_of(tree));
    view.primitive_count = static_cast<std::uint32_t>(tree.primitives.size());
    std::vector<BoxTree8::Cursor> stack{tree.root()};
    while (!stack.empty()) {
        const BoxTree8::Cursor at = stack.back();
        stack.pop_back();
        auto& node = view.nodes[at.name];
        node.volume = at.box;
        if (!tree.is_leaf(at)) {
            for (const unsigned which : {0u, 1u}) stack.push_back(tree.child(at, which));
            node.first = stack[stack.size() - 2].name;
            node.count = 0; // resize() leaves it undefined
            continue;
        }
        const std::span<const std::uint32_t> in_leaf = tree.primitives_of(at);
        node.count = static_cast<std::uint32_t>(in_leaf.size());
        node.first = node.count == 1 ? in_leaf[0] : static_cast<std::uint32_t>(view.primitives.size());
        if (node.count > 1) view.primitives.insert(view.primitives.end(), in_leaf.begin(), in_leaf.end());
    }
    return view;
}

std::optional<ValidationError> find_defect(const BoxTree8& tree, const MeshView& mesh) {
    if (tree.nodes.empty()) return make_defect8(0, "does not exist: a hierarchy has at least a root");
    LinksBefore before;
    for (std::size_t index = 0; index < tree.nodes.size(); ++index)
        if (auto defect = find_link_defect8(tree, index, before)) return defect;
    if (before.primitives != tree.primitives.size())
        return make_defect8(0, "place " + std::to_string(before.primitives) +
                                   " of the list of primitives is in no leaf");
    if (tree.leaf_count != before.leaves)
        return make_defect8(0, "leaf_count is " + std::to_string(tree.leaf_count) +
                                   ", which is not the number of leaves");
    return find_defect(make_binary_view(tree), mesh);
}

HierarchyQuality measure_quality(const BoxTree8& tree) {
    HierarchyQuality quality = measure_quality(make_binary_view(tree));
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.primitives.size());
    return quality;
}

} // namespace boxwood
