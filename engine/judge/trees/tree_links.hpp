// What: checks the topology of a recorded hierarchy and computes parents, depths, an order with parents before
//     children, and the leaves of each primitive.
// Degenerate input: accepts any record. Defects give findings. The links then cover only the nodes that can be reached
//     without crossing a defect.
// Cost: O(n) time in nodes, children and primitives, and O(depth) for each child that was reached before.
// Oracle: tests/engine/judge/faults_test.cpp and damaged_capture_test.cpp inject defects into sound records.
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
    // False if the arrays contradict each other, or if there is no node or no root; all other members are then
    // unusable.
    bool is_readable = true;

    // The nodes from the root to `node`, inclusive.
    std::vector<std::uint32_t> path_to(std::uint32_t node) const;
};

// Requires a node of a record whose links are readable. Empty if the node's range lies outside of the list, which
// link_nodes() reports.
std::span<const std::uint32_t> children_of(const capture::HierarchyRecord& record, std::uint32_t node);
std::span<const std::uint32_t> primitives_of(const capture::HierarchyRecord& record, std::uint32_t node);

// Appends a finding for each defect. If there are more than three defects of one kind, only the first three get one
// finding each, and one more finding states the number of the others. `primitive_count`: the number of primitives of
// the mesh. If it is empty, the primitives of leaves are not checked, and leaves_of stays empty.
TreeLinks link_nodes(const capture::HierarchyRecord& record, std::optional<std::size_t> primitive_count,
                     std::vector<Finding>& io_findings);

} // namespace boxwood::judge
