// Uses the library like an external project: only the installed headers and boxwood::collision.
#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/mesh_query.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

// True if two meshes at this distance along z report this distance, and intersect only at 0.
bool answers_at(const boxwood::MeshView& mesh, double apart) {
    const boxwood::Result<boxwood::AnyHierarchy> tree = boxwood::build_any_hierarchy({}, mesh);
    if (!tree) return false;
    boxwood::Transform moved;
    moved.t = {0.25, 0.25, apart};
    if (!boxwood::check_transform(moved, "pose")) return false;
    const boxwood::Pose world_from_a, world_from_b = boxwood::make_pose(moved);
    boxwood::QueryScratch scratch;
    boxwood::QueryResult result;
    const boxwood::Status status =
        boxwood::query_meshes({mesh, &*tree, &world_from_a}, {mesh, &*tree, &world_from_b},
                              {.mode = boxwood::QueryMode::distance}, scratch, result);
    return status && result.intersects == (apart == 0.0) && std::fabs(result.distance - apart) < 1e-12;
}

} // namespace

int main() {
    const std::vector<glm::vec3> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<boxwood::TriangleIndices> triangles{{0, 1, 2}}, broken{{0, 1, 3}};
    const boxwood::MeshView mesh{positions, triangles};
    const bool is_right = boxwood::check_mesh(mesh) && !boxwood::check_mesh({positions, broken}) &&
                          answers_at(mesh, 0.0) && answers_at(mesh, 2.0);
    std::puts(is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}
