#include "app/labs/capture/case/tree_measures.hpp"

#include "app/labs/capture/case/highlighted_parts.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

void TreeMeasures::show(const SeenCase& seen) {
    for (std::size_t i = 0; i < trees_.size(); ++i) count_visits(seen, i);
    measure(seen);
}

// Computes the verdict and the first visit of each node, and the number of nodes per depth.
void TreeMeasures::count_visits(const SeenCase& seen, std::size_t object) {
    Tree& tree = trees_[object];
    const NodeTable& table = table_of(seen, object);
    const std::size_t nodes = table.nodes.size();
    tree.level_counts.assign(table.deepest + 1, 0);
    for (const NodeTable::Node& node : table.nodes)
        if (node.count > 0) ++tree.level_counts[node.depth];
    tree.verdicts.assign(seen.visits.empty() ? 0 : nodes, NodeVerdict::untested);
    tree.first_visits.assign(seen.visits.empty() ? 0 : nodes, seen.visits.size());
    for (std::size_t v = 0; v < seen.visits.size(); ++v) {
        const Visit& visit = seen.visits[v];
        const std::uint32_t node = object == 0 ? visit.a : visit.b;
        if (visit.kind == VisitKind::primitive_pair || node >= nodes) continue;
        const NodeVerdict verdict = visit.verdict ? NodeVerdict::overlapping : NodeVerdict::disjoint;
        tree.verdicts[node] = std::max(tree.verdicts[node], verdict);
        tree.first_visits[node] = std::min(tree.first_visits[node], v);
    }
}

void TreeMeasures::measure(const SeenCase& seen) {
    ++revision_;
    highest_ = 0.0f;
    for (std::size_t i = 0; i < trees_.size(); ++i) {
        const NodeTable& table = table_of(seen, i);
        std::vector<float>& values = trees_[i].values;
        values.assign(table.nodes.size(), -1.0f);
        if (table.nodes.empty()) continue;
        const RecordedTree& tree = *seen.objects[i].recorded;
        if (measure_ == Measure::area) values = tree.area;
        if (measure_ == Measure::overlap) values = tree.overlap;
        if (measure_ == Measure::depth)
            for (std::size_t node = 0; node < values.size(); ++node)
                if (table.nodes[node].count > 0) values[node] = static_cast<float>(table.nodes[node].depth);
        if (measure_ == Measure::visits)
            for (const Visit& visit : seen.visits) {
                const std::uint32_t node = i == 0 ? visit.a : visit.b;
                if (visit.kind == VisitKind::primitive_pair || node >= values.size()) continue;
                values[node] = std::max(values[node], 0.0f) + 1.0f;
            }
        for (const float value : values)
            if (std::isfinite(value)) highest_ = std::max(highest_, value);
    }
}

TreeMeasures::Scale TreeMeasures::scale() const {
    constexpr std::array kScales{Scale{"surface area", "% of the root's area", true},
                                 Scale{"overlap of its children", "% of its box", false},
                                 Scale{"depth", "levels", false}, Scale{"visits", "", true}};
    Scale scale = kScales[static_cast<std::size_t>(measure_)];
    scale.low = scale.is_logarithmic ? 0.01f * highest_ : 0.0f;
    scale.high = std::max(highest_, 1e-6f);
    return scale;
}

std::size_t TreeMeasures::count_at_depths(std::size_t object, int low, int high) const {
    const std::vector<std::size_t>& levels = trees_[object].level_counts;
    std::size_t count = 0;
    for (int depth = low; depth <= high; ++depth)
        if (static_cast<std::size_t>(depth) < levels.size()) count += levels[static_cast<std::size_t>(depth)];
    return count;
}

void TreeMeasures::add_setting(SettingTable& io_table, const SeenCase& seen) {
    io_table.add(choice(
        {"tree", "Tree color", "Measure of each node that the colors of the trees show"},
        {{"area", "Surface area",
          "Surface area in percent of the root's area; the area cost is a weighted sum of it"},
         {"overlap", "Overlap", "Shared volume of the children's boxes in percent of the node's own box"},
         {"depth", "Depth", "Levels below the root"},
         {"visits", "Visits", "Visits of this query that tested the node"}},
        0, member(measure_, [this, &seen] { measure(seen); })));
}

} // namespace boxwood
