#include "engine/explain/hierarchy/node_measures.hpp"

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

constexpr float kHundredPercent = 100.0f;
constexpr std::uint32_t kAllLevels = std::numeric_limits<std::uint32_t>::max();

// True for each visit of primitives with a positive verdict (they intersect or, in a distance query, are the closest
// pair so far), and for all visits that led to such a visit.
std::vector<bool> find_useful(const VisitReplay& replay) {
    std::vector<bool> is_useful(replay.size(), false);
    for (std::size_t i = 0; i < replay.size(); ++i) {
        if (replay[i].kind != VisitKind::primitive_pair || !replay[i].verdict) continue;
        for (std::size_t at = i; at != VisitReplay::kNone && !is_useful[at]; at = replay.parent(at))
            is_useful[at] = true;
    }
    return is_useful;
}

template <class Visit>
void for_volume_visits(const VisitReplay& replay, std::size_t side, Visit&& visit) {
    for (std::size_t i = 0; i < replay.size(); ++i)
        if (replay[i].kind != VisitKind::primitive_pair) visit(i, side == 0 ? replay[i].a : replay[i].b);
}

std::vector<float> measure_tests(NodeMeasure measure, const NodeTable& table, const VisitReplay& replay,
                                 std::size_t side) {
    std::vector<float> tests(table.nodes.size(), 0.0f), wasted(table.nodes.size(), 0.0f);
    const std::vector<bool> is_useful = find_useful(replay);
    for_volume_visits(replay, side, [&](std::size_t i, std::uint32_t node) {
        tests[node] += 1.0f;
        if (!is_useful[i]) wasted[node] += 1.0f;
    });
    std::vector<float> values(table.nodes.size(), kNoMeasure);
    for (std::size_t node = 0; node < values.size(); ++node)
        if (tests[node] > 0.0f)
            values[node] =
                measure == NodeMeasure::visits ? tests[node] : kHundredPercent * wasted[node] / tests[node];
    return values;
}

std::vector<float> measure_boxes(NodeMeasure measure, const AnyHierarchy& hierarchy, const NodeTable& table) {
    std::vector<NodeBox> list;
    hierarchy.collect_boxes(0, kAllLevels, list);
    std::vector<Aabb> boxes(table.nodes.size());
    for (const NodeBox& node : list) boxes[node.node] = node.box;
    std::vector<float> values(table.nodes.size(), kNoMeasure);
    for (const NodeBox& node : list) {
        if (measure == NodeMeasure::area) {
            const float root = boxes[0].half_area();
            values[node.node] = root > 0.0f ? kHundredPercent * node.box.half_area() / root : kHundredPercent;
        } else if (!table.is_leaf(node.node)) {
            const Aabb &first = boxes[table.nodes[node.node].first_child],
                       &second = boxes[table.nodes[node.node].second_child];
            const Aabb shared{glm::max(first.lower, second.lower), glm::min(first.upper, second.upper)};
            const float volume = node.box.volume();
            values[node.node] = volume > 0.0f ? kHundredPercent * shared.volume() / volume : 0.0f;
        }
    }
    return values;
}

} // namespace

std::vector<std::size_t> first_visits_of(const VisitReplay& replay, const NodeTable& table,
                                         std::size_t side) {
    std::vector<std::size_t> first(table.nodes.size(), VisitReplay::kNone);
    for_volume_visits(replay, side,
                      [&](std::size_t i, std::uint32_t node) { first[node] = std::min(first[node], i); });
    return first;
}

std::vector<float> measure_nodes(NodeMeasure measure, const AnyHierarchy& hierarchy, const NodeTable& table,
                                 const VisitReplay& replay, std::size_t side) {
    if (measure == NodeMeasure::visits || measure == NodeMeasure::waste)
        return measure_tests(measure, table, replay, side);
    if (measure != NodeMeasure::depth) return measure_boxes(measure, hierarchy, table);
    std::vector<float> values(table.nodes.size(), kNoMeasure);
    for (std::uint32_t node = 0; node < values.size(); ++node)
        if (table.has(node)) values[node] = static_cast<float>(table.nodes[node].depth);
    return values;
}

} // namespace boxwood
