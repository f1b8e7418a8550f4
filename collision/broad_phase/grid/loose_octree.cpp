#include "collision/broad_phase/grid/loose_octree.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

namespace {

double center_of(const Aabb& box, int axis) {
    return 0.5 * (static_cast<double>(box.lower[axis]) + static_cast<double>(box.upper[axis]));
}

// Computes the bounds of all finite centers.
Aabb fit_centers(std::span<const BodyId> bodies, std::span<const Aabb> boxes) {
    Aabb all;
    for (const BodyId body : bodies) {
        const glm::vec3 center = boxes[body].center();
        if (std::isfinite(center.x + center.y + center.z))
            all = {glm::min(all.lower, center), glm::max(all.upper, center)};
    }
    return all;
}

} // namespace

void LooseOctree::configure(const BroadPhaseSettings& settings) {
    StatelessBroadPhase::configure(settings);
    root_edge_ = 0.0;
}

void LooseOctree::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    positions_.resize(changes().limit());
    for (const BodyId body : changes().removed())
        if (positions_[body].node != kNone) remove_box(body);
    fit_root_to_scene(boxes);
    for (const BodyId body : live()) {
        Position next;
        choose_cell(boxes[body], next);
        const Position& now = positions_[body];
        if (now.node != kNone && now.level == next.level && now.cell == next.cell) continue;
        if (now.node != kNone) remove_box(body);
        insert_box(body, next);
    }
    find_pairs(boxes, found);
    end_update();
}

void LooseOctree::fit_root_to_scene(std::span<const Aabb> boxes) {
    const Aabb centers = fit_centers(live(), boxes);
    if (centers.is_empty()) return;
    double edge = static_cast<double>(centers.longest_side());
    for (const BodyId body : live()) {
        const auto side = static_cast<double>(boxes[body].longest_side());
        if (std::isfinite(side)) edge = std::max(edge, side);
    }
    if (edge == 0.0) edge = 1.0;
    bool fits = root_edge_ > 0.0 && 8.0 * edge >= root_edge_;
    for (int axis = 0; axis < 3; ++axis) {
        const double begin = origin_[static_cast<std::size_t>(axis)];
        fits = fits && static_cast<double>(centers.lower[axis]) >= begin &&
               static_cast<double>(centers.upper[axis]) <= begin + root_edge_;
    }
    if (!fits) reset_root(centers, edge);
}

// Creates a new root with a margin around the scene. All boxes must then be inserted again.
void LooseOctree::reset_root(const Aabb& centers, double edge) {
    root_edge_ = 1.5 * edge;
    for (int axis = 0; axis < 3; ++axis)
        origin_[static_cast<std::size_t>(axis)] = center_of(centers, axis) - 0.5 * root_edge_;
    nodes_.assign(1, Node{});
    free_nodes_.clear();
    for (Position& position : positions_) position.node = kNone;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    nodes_[kRoot].bounds = {glm::vec3(-kInfinity), glm::vec3(kInfinity)};
}

void LooseOctree::choose_cell(const Aabb& box, Position& out_position) const {
    const float factor = settings().cell_factor > 0.0f ? settings().cell_factor : 1.0f;
    const double needed =
        static_cast<double>(box.longest_side()) * std::max(1.0, static_cast<double>(factor));
    int level = 0;
    double edge = root_edge_;
    while (level < kMaxLevel && edge > 0.0 && 0.5 * edge >= needed) {
        edge *= 0.5;
        ++level;
    }
    if (level == 0 || !std::isfinite(needed)) return;
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        const double cell = std::floor((center_of(box, axis) - origin_[k]) / edge);
        if (!(cell >= 0.0 && cell < std::ldexp(1.0, level))) {
            out_position = {};
            return;
        }
        out_position.cell[k] = static_cast<std::uint32_t>(cell);
    }
    out_position.level = level;
}

void LooseOctree::insert_box(BodyId body, const Position& position) {
    std::uint32_t node = kRoot;
    ++nodes_[node].box_count;
    for (int level = 1; level <= position.level; ++level) {
        const auto shift = static_cast<unsigned>(position.level - level);
        unsigned octant = 0;
        for (std::size_t k = 0; k < 3; ++k) octant |= (position.cell[k] >> shift & 1u) << k;
        std::uint32_t child = nodes_[node].children[octant];
        if (child == kNone)
            child =
                make_child(node, octant, level,
                           {position.cell[0] >> shift, position.cell[1] >> shift, position.cell[2] >> shift});
        node = child;
        ++nodes_[node].box_count;
    }
    const BodyId next = nodes_[node].first;
    positions_[body] = {position.level, position.cell, node, kNone, next};
    if (next != kNone) positions_[next].previous = body;
    nodes_[node].first = body;
}

std::uint32_t LooseOctree::make_child(std::uint32_t parent, unsigned octant, int level,
                                      const std::array<std::uint32_t, 3>& cell) {
    auto child = static_cast<std::uint32_t>(nodes_.size());
    if (free_nodes_.empty()) {
        nodes_.emplace_back();
    } else {
        child = free_nodes_.back();
        free_nodes_.pop_back();
        nodes_[child] = {};
    }
    const double edge = std::ldexp(root_edge_, -level);
    for (int axis = 0; axis < 3; ++axis) {
        // Enlarges by slightly more than half an edge, because the centers and these bounds are rounded.
        const double begin =
            origin_[static_cast<std::size_t>(axis)] + edge * cell[static_cast<std::size_t>(axis)];
        nodes_[child].bounds.lower[axis] = round_down(begin - 0.501 * edge);
        nodes_[child].bounds.upper[axis] = round_up(begin + 1.501 * edge);
    }
    nodes_[child].level = level;
    nodes_[child].parent = parent;
    nodes_[parent].children[octant] = child;
    return child;
}

void LooseOctree::remove_box(BodyId body) {
    Position& position = positions_[body];
    if (position.next != kNone) positions_[position.next].previous = position.previous;
    (position.previous != kNone ? positions_[position.previous].next : nodes_[position.node].first) =
        position.next;
    for (std::uint32_t node = position.node; node != kNone;) {
        const std::uint32_t parent = nodes_[node].parent;
        if (--nodes_[node].box_count == 0 && parent != kNone) {
            std::array<std::uint32_t, 8>& children = nodes_[parent].children;
            *std::find(children.begin(), children.end(), node) = kNone;
            free_nodes_.push_back(node);
        }
        node = parent;
    }
    position.node = kNone;
}

// Each box searches for boxes on coarser levels, and for boxes on the same level with a greater id. Exactly one of
// two boxes therefore finds the other.
void LooseOctree::find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs) {
    for (const BodyId body : live()) {
        const Aabb& box = boxes[body];
        const int own_level = positions_[body].level;
        stack_.assign(1, kRoot);
        while (!stack_.empty()) {
            const Node& node = nodes_[stack_.back()];
            stack_.pop_back();
            ++io_counters().node_visits;
            for (BodyId other = node.first; other != kNone; other = positions_[other].next) {
                if (positions_[other].level == own_level && other <= body) continue;
                ++io_counters().volume_tests;
                if (overlap(box, boxes[other])) out_pairs.push(make_pair_of(body, other));
            }
            if (node.level == own_level) continue;
            for (const std::uint32_t child : node.children)
                if (child != kNone && overlap(box, nodes_[child].bounds)) stack_.push_back(child);
        }
    }
}

} // namespace boxwood
