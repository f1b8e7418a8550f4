// What: the topology of a recorded hierarchy, checked so that it can be followed: parents, depths, an order in which
//     parents precede children, and the primitives of each leaf.
// Degenerate input: any record. Defects are findings; the links then cover the nodes that can be reached soundly.
// Cost: linear in nodes, children and primitives.
// Oracle: tests/engine/judge builds records with each defect by hand.
#pragma once

#include "engine/capture/records/shape_records.hpp"
#include "engine/judge/finding.hpp"

#include <optional>
#include <span>
#include <vector>

namespace boxwood::judge {

struct TreeLinks {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::vector<std::uint32_t> parent;                 // kNone: a root, or not reached
    std::vector<std::uint32_t> depth;                  // kNone: not reached
    std::vector<std::uint32_t> order;                  // the reached nodes, parents first
    std::vector<std::vector<std::uint32_t>> leaves_of; // per primitive
    bool is_readable = true; // false: the arrays contradict each other, and nothing can be followed

    // From the root to the node, both included.
    std::vector<std::uint32_t> path_to(std::uint32_t node) const;
};

std::span<const std::uint32_t> children_of(const capture::HierarchyRecord& record, std::uint32_t node);
std::span<const std::uint32_t> primitives_of(const capture::HierarchyRecord& record, std::uint32_t node);

// Appends a finding for each defect, at most `kFindingsPerDefect` of a kind. `primitive_count` of the mesh; none: the leaves
// are not followed.
TreeLinks link_nodes(const capture::HierarchyRecord& record, std::optional<std::size_t> primitive_count,
                     std::vector<Finding>& io_findings);

} // namespace boxwood::judge
