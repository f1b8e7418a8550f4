#include "collision/hierarchy/validate.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Checks that each node except the root is the child of exactly one node with a lower index. This excludes cycles and
// orphans.
std::optional<ValidationError> find_order_defect(std::span<const NodeLinks> nodes) {
    if (is_unused_slot(nodes[0])) return make_defect(0, "has more than kMaxLeafSize primitives");
    std::vector<std::uint8_t> has_parent(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count > 0) continue; // a leaf, or an unused slot
        const std::uint32_t child = nodes[i].first;
        if (child <= i)
            return make_defect(i, "child " + std::to_string(child) + " does not come after its parent");
        if (child >= nodes.size() || child + 1 >= nodes.size())
            return make_defect(i, "child " + std::to_string(child) + " or the one after it does not exist");
        for (const std::uint32_t c : {child, child + 1}) {
            if (has_parent[c]++ > 0)
                return make_defect(c, "is a child of two nodes; one of them is node " + std::to_string(i));
            if (is_unused_slot(nodes[c])) return make_defect(c, "has more than kMaxLeafSize primitives");
        }
    }
    for (std::uint32_t i = 1; i < nodes.size(); ++i)
        if (!has_parent[i] && !is_unused_slot(nodes[i]))
            return make_defect(i, "is an orphan: no node has it as its child");
    return std::nullopt;
}

// For a primitive that is in the list but in no leaf, finds the last leaf whose range ends before the primitive. The
// range of this leaf may be too short.
std::uint32_t leaf_before(std::span<const NodeLinks> nodes, std::span<const std::uint32_t> primitives,
                          std::uint32_t lost) {
    const auto place = static_cast<std::size_t>(std::ranges::find(primitives, lost) - primitives.begin());
    std::uint32_t leaf = kNone;
    std::size_t last_end = 0;
    for (std::uint32_t i = 0; place < primitives.size() && i < nodes.size(); ++i) {
        if (nodes[i].count < 2 || is_unused_slot(nodes[i])) continue;
        const std::size_t end = std::size_t{nodes[i].first} + nodes[i].count;
        if (end > place || end < last_end) continue;
        leaf = i;
        last_end = end;
    }
    return leaf;
}

} // namespace

ValidationError make_defect(std::uint32_t node, const std::string& what) {
    return {node, "node " + std::to_string(node) + ": " + what};
}

std::string_view describe_fault(NumberFault fault) {
    switch (fault) {
    case NumberFault::none:
        return "";
    case NumberFault::not_a_number:
        return "has a NaN in its volume";
    default:
        return "has an inverted volume: a lower bound is above the upper one, or an extent is negative";
    }
}

std::optional<ValidationError> find_count_defect(std::size_t in_hierarchy, std::size_t in_mesh) {
    if (in_hierarchy == in_mesh) return std::nullopt;
    return make_defect(0, "is stale: the hierarchy has " + std::to_string(in_hierarchy) +
                              " primitives, but the mesh has " + std::to_string(in_mesh));
}

void LeafTally::add(std::uint32_t node, bool is_sound) {
    ++leaves;
    if (is_sound) return;
    if (failing++ == 0) first_failing = node;
}

std::optional<ValidationError> LeafTally::find_stale(std::string_view word) const {
    if (failing < 2 || failing * 2 <= leaves) return std::nullopt;
    return ValidationError{first_failing,
                           std::string(word) + " " + std::to_string(first_failing) +
                               ": is stale: " + std::to_string(failing) + " of " + std::to_string(leaves) +
                               " leaves do not contain the current positions of their triangles"};
}

std::string describe_uncontained(std::uint32_t primitive, const glm::vec3& vertex) {
    return (has_no_nan(vertex)
                ? "does not contain a vertex of triangle "
                : "cannot contain a vertex with a NaN coordinate, which belongs to triangle ") +
           std::to_string(primitive);
}

void add_leaf_of_lost_primitive(ValidationError& io_defect, std::uint32_t leaf, std::string_view word) {
    const std::string lost = "primitive " + std::to_string(io_defect.lost);
    if (leaf == kNone)
        io_defect.message += "; no leaf's volume contains " + lost;
    else
        io_defect.message += "; " + lost + " probably belongs to leaf " + std::string(word) + " " +
                             std::to_string(leaf) + ", whose volume contains it";
}

std::optional<ValidationError> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count) {
    if (nodes.empty()) return make_defect(0, "does not exist: a hierarchy has at least a root");
    if (auto defect = find_order_defect(nodes)) return defect;
    std::vector<std::uint32_t> leaf_of(primitive_count, kNone);
    std::optional<ValidationError> doubled; // the first primitive found twice
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count == 0 || is_unused_slot(nodes[i])) continue;
        if (nodes[i].count > kMaxLeafSize) return make_defect(i, "has more than kMaxLeafSize primitives");
        const bool is_single = nodes[i].count == 1;
        if (!is_single &&
            (nodes[i].first > primitives.size() || nodes[i].count > primitives.size() - nodes[i].first))
            return make_defect(i, "its range of primitives extends past the end of the list");
        for (const std::uint32_t primitive :
             is_single ? std::span(&nodes[i].first, 1) : primitives.subspan(nodes[i].first, nodes[i].count)) {
            if (primitive >= primitive_count)
                return make_defect(i, "primitive " + std::to_string(primitive) + " does not exist");
            if (leaf_of[primitive] == kNone)
                leaf_of[primitive] = i;
            else if (!doubled) {
                doubled =
                    make_defect(i, "primitive " + std::to_string(primitive) +
                                       (leaf_of[primitive] == i
                                            ? " is in this leaf twice"
                                            : " is also in leaf node " + std::to_string(leaf_of[primitive])));
                doubled->suspects = {leaf_of[primitive], i};
            }
        }
    }
    const auto lost = std::find(leaf_of.begin(), leaf_of.end(), kNone);
    if (lost == leaf_of.end()) return doubled;
    const auto primitive = static_cast<std::uint32_t>(lost - leaf_of.begin());
    ValidationError defect =
        doubled.value_or(make_defect(0, "primitive " + std::to_string(primitive) + " is in no leaf"));
    defect.lost = primitive;
    if (!doubled) defect.suspects[0] = leaf_before(nodes, primitives, primitive);
    return defect;
}

std::vector<std::uint32_t> list_parents(std::span<const NodeLinks> nodes) {
    std::vector<std::uint32_t> parents(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].count == 0) parents[nodes[i].first] = parents[nodes[i].first + 1] = i;
    return parents;
}

} // namespace boxwood
