#include "collision/hierarchy/lazy_bvh.hpp"

#include "collision/core/ids.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace boxwood {

LazyBvh::LazyBvh(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, DivideFunction divide)
    : primitive_count_(static_cast<std::uint32_t>(primitive_boxes.size()))
    , leaf_size_(leaf_size)
    , divide_(divide)
    , nodes_(std::make_unique_for_overwrite<Node[]>(slot_count()))
    , tasks_(std::make_unique_for_overwrite<Task[]>(slot_count()))
    , states_(std::make_unique<std::atomic<State>[]>(slot_count())) {
    BOXWOOD_ASSERT(!primitive_boxes.empty() && divide != nullptr);
    BOXWOOD_ASSERT(leaf_size >= 1 && leaf_size <= kMaxLeafSize);
    for (auto& side : items_) side = std::make_unique_for_overwrite<BuildItem[]>(primitive_count_);
    for (std::uint32_t i = 0; i < primitive_count_; ++i)
        items_[0][i] = {primitive_boxes[i].lower, i, primitive_boxes[i].upper, 0};
    if (leaf_size > 1) primitives_ = std::make_unique_for_overwrite<std::uint32_t[]>(primitive_count_);
    make_node(0, {0, primitive_count_, 1, 0, 0});
}

LazyBvh::LazyBvh(Bvh<Aabb> built)
    : primitive_count_(built.primitive_count)
    , nodes_(std::make_unique_for_overwrite<Node[]>(slot_count())) {
    BOXWOOD_ASSERT(built.nodes.size() <= slot_count());
    std::copy(built.nodes.begin(), built.nodes.end(), nodes_.get());
    if (built.primitives.empty()) return;
    // As many as there are primitives, as for a lazy one: those in leaves of one stand nowhere here.
    primitives_ = std::make_unique_for_overwrite<std::uint32_t[]>(primitive_count_);
    const auto end = std::copy(built.primitives.begin(), built.primitives.end(), primitives_.get());
    std::fill(end, primitives_.get() + primitive_count_, kNone);
}

namespace {

template <class T>
std::unique_ptr<T[]> copy_array(const std::unique_ptr<T[]>& from, std::size_t count) {
    if (!from) return nullptr;
    auto copy = std::make_unique_for_overwrite<T[]>(count);
    std::copy_n(from.get(), count, copy.get());
    return copy;
}

} // namespace

LazyBvh::LazyBvh(const LazyBvh& other)
    : primitive_count_(other.primitive_count_)
    , leaf_size_(other.leaf_size_)
    , divide_(other.divide_)
    , nodes_(copy_array(other.nodes_, slot_count()))
    , tasks_(copy_array(other.tasks_, slot_count()))
    , primitives_(copy_array(other.primitives_, primitive_count_))
    , items_{copy_array(other.items_[0], primitive_count_), copy_array(other.items_[1], primitive_count_)} {
    if (!other.states_) return;
    states_ = std::make_unique<std::atomic<State>[]>(slot_count());
    for (std::size_t i = 0; i < slot_count(); ++i) states_[i] = other.states_[i].load();
}

LazyBvh& LazyBvh::operator=(LazyBvh other) noexcept {
    std::swap(primitive_count_, other.primitive_count_);
    std::swap(leaf_size_, other.leaf_size_);
    std::swap(divide_, other.divide_);
    nodes_.swap(other.nodes_);
    tasks_.swap(other.tasks_);
    states_.swap(other.states_);
    primitives_.swap(other.primitives_);
    items_.swap(other.items_);
    return *this;
}

std::size_t LazyBvh::size_in_bytes() const {
    const std::size_t per_slot = sizeof(Node) + (states_ ? sizeof(Task) + sizeof(std::atomic<State>) : 0),
                      per_primitive =
                          (items_[0] ? 2 * sizeof(BuildItem) : 0) + (primitives_ ? sizeof(std::uint32_t) : 0);
    return slot_count() * per_slot + primitive_count_ * per_primitive;
}

void LazyBvh::divide_node(std::uint32_t node) const {
    State expected = State::waiting;
    if (states_[node].compare_exchange_strong(expected, State::busy, std::memory_order_acquire)) {
        make_children(node);
        states_[node].store(State::done, std::memory_order_release);
        states_[node].notify_all();
        return;
    }
    while (states_[node].load(std::memory_order_acquire) == State::busy)
        states_[node].wait(State::busy, std::memory_order_acquire);
}

void LazyBvh::make_children(std::uint32_t node) const {
    const Task task = tasks_[node];
    ItemRange range{items_of(task, task.side), items_of(task, task.side ^ 1u), task.depth, {}, {}};
    Division division{1, false}; // of two, as TopDownFrame has it
    if (task.size > 2) {
        measure_items(range);
        division = divide_(range);
    }
    const auto left = static_cast<std::uint32_t>(division.left);
    const auto side = static_cast<std::uint8_t>(task.side ^ (division.is_in_spare ? 1u : 0u));
    const auto depth = static_cast<std::uint8_t>(task.depth + 1);
    make_node(task.slots, {task.begin, left, task.slots + 2, depth, side});
    make_node(task.slots + 1, {task.begin + left, task.size - left, task.slots + 2 * left, depth, side});
}

// Nobody knows the node yet.
void LazyBvh::make_node(std::uint32_t node, const Task& task) const {
    const std::span<const BuildItem> items = items_of(task, task.side);
    BoxFitter fitter;
    for (const BuildItem& item : items) fitter.add(item.lanes());
    tasks_[node] = task;
    nodes_[node] = {fitter.box(), task.slots, 0};
    if (task.size > leaf_size_) return;
    nodes_[node].count = task.size;
    nodes_[node].first = task.size == 1 ? items[0].primitive : task.begin;
    if (task.size == 1) return;
    for (std::uint32_t i = 0; i < task.size; ++i) primitives_[task.begin + i] = items[i].primitive;
}

void LazyBvh::refit(const MeshView& mesh) {
    BOXWOOD_ASSERT(primitive_count_ == mesh.triangles.size());
    std::vector<std::uint32_t> there;
    visit_nodes(*this, [&](const Aabb&, std::uint32_t node, std::uint32_t, bool) { there.push_back(node); });
    for (std::size_t i = there.size(); i-- > 0;) {
        Node& node = nodes_[there[i]];
        if (node.is_leaf()) {
            node.volume = Aabb::fit(mesh, primitives_of(there[i]));
        } else if (is_divided(there[i])) {
            node.volume = merge(nodes_[node.first].volume, nodes_[node.first + 1].volume);
        } else {
            BoxFitter fitter;
            for (BuildItem& item : items_of(tasks_[there[i]], tasks_[there[i]].side)) {
                const Aabb box = Aabb::fit(mesh, std::span(&item.primitive, 1));
                item.lower = box.lower;
                item.upper = box.upper;
                fitter.add(item.lanes());
            }
            node.volume = fitter.box();
        }
    }
}

void divide_all(const LazyBvh& tree) {
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        if (tree.is_leaf(node)) continue;
        stack.push_back(tree.child(node, 1));
        stack.push_back(tree.child(node, 0));
    }
}

std::size_t node_count_of(const LazyBvh& tree) {
    std::size_t count = 0;
    visit_nodes(tree, [&](const Aabb&, std::uint32_t, std::uint32_t, bool) { ++count; });
    return count;
}

namespace {

// The nodes as plain arrays. Without dividing, nodes that wait become leaves that name no primitives.
Bvh<Aabb> make_arrays(const LazyBvh& tree, bool divides) {
    struct Task {
        std::uint32_t node = 0, to = 0;
    };
    Bvh<Aabb> arrays;
    arrays.primitive_count = tree.primitive_count();
    arrays.nodes.resize(1, {});
    std::vector<Task> stack{{tree.root(), 0}};
    while (!stack.empty()) {
        const auto [node, to] = stack.back();
        stack.pop_back();
        arrays.nodes[to].volume = tree.volume(node);
        if (tree.is_leaf(node)) {
            const auto in_leaf = tree.primitives_of(node);
            const auto place = static_cast<std::uint32_t>(arrays.primitives.size());
            arrays.nodes[to].count = static_cast<std::uint32_t>(in_leaf.size());
            arrays.nodes[to].first = in_leaf.size() == 1 ? in_leaf[0] : place;
            if (in_leaf.size() > 1)
                arrays.primitives.insert(arrays.primitives.end(), in_leaf.begin(), in_leaf.end());
        } else if (!divides && !tree.is_divided(node)) {
            arrays.nodes[to].count = tree.primitives_below(node);
        } else {
            const auto child = static_cast<std::uint32_t>(arrays.nodes.size());
            arrays.nodes[to].first = child;
            arrays.nodes.resize(arrays.nodes.size() + 2, {});
            stack.push_back({tree.child(node, 1), child + 1});
            stack.push_back({tree.child(node, 0), child});
        }
    }
    return arrays;
}

} // namespace

HierarchyQuality measure_quality(const LazyBvh& tree) {
    HierarchyQuality quality = measure_quality(make_arrays(tree, false));
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.primitive_count());
    return quality;
}

Bvh<Aabb> make_bvh(const LazyBvh& tree) {
    return make_arrays(tree, true);
}

// Of the nodes that can be reached, in their places, with what is left divided. No link is followed that does not lead
// onwards, or to a node that was reached already: those stay for find_link_defect to name.
std::vector<NodeLinks> LazyBvh::collect_links() const {
    std::vector<NodeLinks> links(slot_count(), kNoNode);
    std::vector<std::uint32_t> stack{root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const std::uint32_t first = is_leaf(node) ? nodes_[node].first : child(node, 0);
        links[node] = {first, nodes_[node].count};
        if (is_leaf(node) || first <= node || first + std::size_t{1} >= links.size()) continue;
        for (const std::uint32_t next : {first + 1, first})
            if (is_no_node(links[next])) stack.push_back(next);
    }
    return links;
}

std::optional<HierarchyDefect> find_defect(const LazyBvh& tree, const MeshView& mesh) {
    if (tree.primitive_count_ != mesh.triangles.size())
        return make_defect(0, "the hierarchy says that it holds " + std::to_string(tree.primitive_count_) +
                                  " primitives, not " + std::to_string(mesh.triangles.size()));
    const std::vector<NodeLinks> links = tree.collect_links();
    const std::size_t listed = tree.primitives_ ? tree.primitive_count_ : 0;
    if (auto defect = find_link_defect(links, {tree.primitives_.get(), listed}, mesh.triangles.size()))
        return defect;
    return find_containment_defect(tree, links, mesh);
}

} // namespace boxwood
