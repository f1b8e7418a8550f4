// Inspection of AnyHierarchy: quality, defects, boxes and outlines of its nodes.
#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"

namespace boxwood {

HierarchyQuality AnyHierarchy::measure() const {
    return std::visit([](const auto& tree) { return measure_quality(tree); }, tree());
}

// Checks the mesh's indices before calling find_defect, which follows them. Checks the coordinates afterwards, because
// find_defect reports invalid coordinates more precisely: it names the node whose volume cannot contain them.
std::optional<ValidationError> AnyHierarchy::validate(const MeshView& mesh) const {
    const auto of_mesh = [](const std::string& what) { return ValidationError{.message = "mesh: " + what}; };
    if (mesh.positions.size() < vertex_count_)
        return of_mesh("has " + std::to_string(mesh.positions.size()) +
                       " vertices, but the hierarchy was built for " + std::to_string(vertex_count_));
    if (Status status = check_indices({mesh.positions.first(vertex_count_), mesh.triangles}); !status)
        return of_mesh(status.error().message);
    if (auto defect = std::visit([&](const auto& of_type) { return find_defect(of_type, mesh); }, tree()))
        return defect;
    if (Status status = check_mesh(mesh); !status) return of_mesh(status.error().message);
    return std::nullopt;
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
