#include "engine/explain/hierarchy/hierarchy_survey.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <algorithm>
#include <bit>
#include <sstream>

namespace boxwood {
namespace {

constexpr double kPercent = 100.0;

float percent_of(double part, double total) {
    return total > 0.0 ? static_cast<float>(kPercent * part / total) : 0.0f;
}

struct MeasuredNode {
    Aabb box;
    double area = 0.0, volume = 0.0;
};

double shared_volume(const Aabb& a, const Aabb& b) {
    return static_cast<double>(Aabb{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)}.volume());
}

constexpr int kDigitBits = 11, kKeyDigits = 3; // three digits of 11 bits contain a key of 32 bits

// Keys have the same order as the values: no value is negative, so floats are ordered like their bits.
std::uint32_t sorting_key(const NodeQuality& node, NodeOrder order) {
    switch (order) {
    case NodeOrder::node:
        return node.node;
    case NodeOrder::depth:
        return node.depth;
    case NodeOrder::triangles:
        return node.triangles;
    default:
        return std::bit_cast<std::uint32_t>(static_cast<float>(value_of(node, order)) + 0.0f);
    }
}

// One pass of a radix sort. Keys with the same digit keep their order.
void sort_by_digit(const std::vector<std::uint64_t>& keyed, int shift,
                   std::vector<std::uint64_t>& out_sorted) {
    constexpr std::size_t kValues = std::size_t{1} << kDigitBits;
    const auto digit = [&](std::uint64_t key) { return (key >> shift) & (kValues - 1); };
    std::array<std::size_t, kValues + 1> starts{};
    for (const std::uint64_t key : keyed) ++starts[digit(key) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    for (const std::uint64_t key : keyed) out_sorted[starts[digit(key)]++] = key;
}

template <class Number>
Number value_at(const std::vector<Number>& list, std::size_t index) {
    return index < list.size() ? list[index] : Number{};
}

} // namespace

double value_of(const NodeQuality& node, NodeOrder order) {
    switch (order) {
    case NodeOrder::node:
        return node.node;
    case NodeOrder::depth:
        return node.depth;
    case NodeOrder::triangles:
        return node.triangles;
    case NodeOrder::area:
        return static_cast<double>(node.area);
    case NodeOrder::volume:
        return static_cast<double>(node.volume);
    case NodeOrder::overlap:
        return static_cast<double>(node.overlap);
    case NodeOrder::cost:
        return static_cast<double>(node.cost);
    }
    return 0.0;
}

HierarchySurvey survey_hierarchy(const AnyHierarchy& hierarchy) {
    HierarchySurvey survey;
    const NodeTable table = make_node_table(hierarchy);
    std::vector<MeasuredNode> measured(table.nodes.size());
    std::visit(
        [&](const auto& tree) {
            visit_nodes(tree, [&](const auto& volume, std::uint32_t node, std::uint32_t depth, bool) {
                if (node >= measured.size() || !table.has(node)) return; // split after the table was made
                measured[node] = {volume.bounds(), static_cast<double>(volume.half_area()),
                                  static_cast<double>(volume.volume())};
                survey.nodes.push_back({.node = node,
                                        .depth = depth,
                                        .triangles = table.nodes[node].count,
                                        .is_leaf = table.is_leaf(node)});
            });
        },
        hierarchy.tree());
    const MeasuredNode& root = measured[0];
    for (NodeQuality& node : survey.nodes) {
        const MeasuredNode& own = measured[node.node];
        node.area = percent_of(own.area, root.area);
        node.volume = percent_of(own.volume, root.volume);
        const double times = node.is_leaf ? static_cast<double>(node.triangles) : 1.0;
        node.cost = root.area > 0.0 ? static_cast<float>(own.area * times / root.area) : 0.0f;
        if (node.is_leaf) continue;
        const NodeTable::Node& links = table.nodes[node.node];
        node.overlap =
            percent_of(shared_volume(measured[links.first_child].box, measured[links.second_child].box),
                       static_cast<double>(own.box.volume()));
    }
    std::ranges::sort(survey.nodes, {}, &NodeQuality::node);
    survey.quality = hierarchy.measure();
    return survey;
}

std::vector<std::uint32_t> HierarchySurvey::sorted_by(NodeOrder order, bool descending) const {
    std::vector<std::uint64_t> keyed(nodes.size()), buffer(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::uint32_t key = sorting_key(nodes[i], order);
        keyed[i] = std::uint64_t{descending ? ~key : key} << 32 | i;
    }
    for (int digit = 0; digit < kKeyDigits; ++digit) {
        sort_by_digit(keyed, 32 + digit * kDigitBits, buffer);
        keyed.swap(buffer);
    }
    std::vector<std::uint32_t> sorted(nodes.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<std::uint32_t>(keyed[i]);
    return sorted;
}

const NodeQuality& HierarchySurvey::node_with_largest(NodeOrder order) const {
    return *std::ranges::max_element(nodes, {},
                                     [&](const NodeQuality& node) { return value_of(node, order); });
}

const NodeQuality& HierarchySurvey::costliest() const {
    return *std::ranges::max_element(nodes, {},
                                     [](const NodeQuality& n) { return n.depth > 0 ? n.cost : -1.0f; });
}

const NodeQuality& HierarchySurvey::deepest_leaf() const {
    return *std::ranges::max_element(nodes, {},
                                     [](const NodeQuality& n) { return n.is_leaf ? n.depth + 1 : 0; });
}

const NodeQuality& HierarchySurvey::largest_leaf() const {
    return *std::ranges::max_element(nodes, {},
                                     [](const NodeQuality& n) { return n.is_leaf ? n.triangles : 0; });
}

std::string survey_csv(const std::array<HierarchySurvey, 2>& surveys) {
    std::ostringstream out;
    out << "metric,A,B\n";
    const HierarchyQuality &a = surveys[0].quality, &b = surveys[1].quality;
    const auto line = [&](const std::string& name, auto of_a, auto of_b) {
        out << name << ',' << of_a << ',' << of_b << '\n';
    };
    line("nodes", a.nodes, b.nodes);
    line("leaves", a.leaves, b.leaves);
    line("triangles", a.primitives, b.primitives);
    line("bytes per triangle", a.bytes_per_primitive, b.bytes_per_primitive);
    line("surface area cost", a.surface_area_cost, b.surface_area_cost);
    line("volume sum", a.volume_sum, b.volume_sum);
    line("sibling overlap", a.sibling_overlap, b.sibling_overlap);
    line("mean leaf depth", a.mean_leaf_depth, b.mean_leaf_depth);
    line("variance of leaf depth", a.leaf_depth_variance, b.leaf_depth_variance);
    line("depth", a.max_depth, b.max_depth);
    const auto histogram = [&](const std::string& name, const auto& of_a, const auto& of_b) {
        for (std::size_t i = 0; i < std::max(of_a.size(), of_b.size()); ++i)
            line(name + std::to_string(i), value_at(of_a, i), value_at(of_b, i));
    };
    histogram("leaves at depth ", a.leaves_at_depth, b.leaves_at_depth);
    histogram("leaves of size ", a.leaves_of_size, b.leaves_of_size);
    histogram("sibling overlap at depth ", a.overlap_at_depth, b.overlap_at_depth);
    return out.str();
}

std::string nodes_csv(const HierarchySurvey& survey, std::span<const std::uint32_t> order) {
    std::ostringstream out;
    out << "node,depth,triangles,leaf,area %,volume %,overlap %,cost\n";
    for (const std::uint32_t index : order) {
        const NodeQuality& node = survey.nodes[index];
        out << node.node << ',' << node.depth << ',' << node.triangles << ',' << (node.is_leaf ? 1 : 0) << ','
            << node.area << ',' << node.volume << ',' << node.overlap << ',' << node.cost << '\n';
    }
    return out.str();
}

} // namespace boxwood
