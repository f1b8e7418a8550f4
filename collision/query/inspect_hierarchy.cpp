// What AnyHierarchy tells about itself: quality, defects, boxes and outlines of its nodes.
#include "collision/query/any_hierarchy.hpp"
#include "collision/query/hierarchy_types.hpp"

namespace boxwood {

HierarchyQuality AnyHierarchy::measure() const {
    return std::visit([](const auto& tree) { return measure_quality(tree); }, tree());
}

std::optional<HierarchyDefect> AnyHierarchy::validate(const MeshView& mesh) const {
    return std::visit([&](const auto& tree) { return find_defect(tree, mesh); }, tree());
}

void AnyHierarchy::collect_boxes(std::uint32_t first_depth, std::uint32_t last_depth,
                                 std::vector<NodeBox>& out_boxes) const {
    const auto collect = [&](const auto& volume, std::uint32_t node, std::uint32_t depth, bool is_leaf) {
        if (first_depth <= depth && depth <= last_depth)
            out_boxes.push_back({volume.bounds(), node, depth, is_leaf});
    };
    std::visit([&](const auto& tree) { visit_nodes(tree, collect); }, tree());
}

void AnyHierarchy::visit_outlines(std::uint32_t first_depth, std::uint32_t last_depth,
                                  const LineSink& line) const {
    const auto visit = [&](const auto& volume, std::uint32_t node, std::uint32_t depth, bool is_leaf) {
        if (depth < first_depth || depth > last_depth) return;
        const NodeBox about{volume.bounds(), node, depth, is_leaf};
        volume.outline([&](const glm::vec3& from, const glm::vec3& to) { line(about, from, to); });
    };
    std::visit([&](const auto& tree) { visit_nodes(tree, visit); }, tree());
}

} // namespace boxwood
