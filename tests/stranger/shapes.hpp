// What: a mesh with each valid hierarchy configuration, a polytope and a compound, each with the triangles of its
//     surface.
#pragma once

#include "tests/stranger/oracle.hpp"

#include "collision/query/any_hierarchy.hpp"
#include "collision/world/collision_world.hpp"

#include <map>
#include <memory>

namespace stranger {

// The valid configurations. The Error of an invalid one must state the reason.
inline std::vector<boxwood::HierarchyConfig> list_configs() {
    const Mesh mesh = make_box_mesh({1, 1, 1});
    std::vector<boxwood::HierarchyConfig> configs;
    for (const std::string_view kind : boxwood::list_hierarchy_kinds())
        for (const std::string_view volume : boxwood::list_volumes())
            for (const std::string_view builder : boxwood::list_builders()) {
                const boxwood::HierarchyConfig config{std::string(kind), std::string(volume), std::string(builder), 1};
                const boxwood::Result<boxwood::AnyHierarchy> tree = boxwood::build_any_hierarchy(config, mesh.view());
                if (tree)
                    configs.push_back(config);
                else
                    check(tree.error().message.find("does not take") != std::string::npos, tree.error().message);
            }
    return configs;
}

struct TestShape {
    std::string name;
    std::shared_ptr<boxwood::Shape> shape;
    Mesh surface;
    int family = 0;        // shapes of one family have the same surface
    bool is_solid = false; // a polytope or a compound
};

inline Mesh surface_of(const boxwood::Shape& shape) {
    const boxwood::MeshView view = shape.mesh();
    return {{view.positions.begin(), view.positions.end()}, {view.triangles.begin(), view.triangles.end()}};
}

// For make_hull_hierarchy(), which accepts any polytope that contains the points.
inline boxwood::Result<boxwood::Polytope> box_around(std::span<const glm::vec3> points) {
    glm::vec3 lower = points[0], upper = points[0];
    for (const glm::vec3& p : points) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    std::vector<glm::vec3> corners;
    for (int bits = 0; bits < 8; ++bits)
        corners.push_back({(bits & 1) ? upper.x : lower.x, (bits & 2) ? upper.y : lower.y, (bits & 4) ? upper.z : lower.z});
    const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    return boxwood::make_polytope(corners, faces);
}

inline std::shared_ptr<boxwood::Shape> make_parts_shape() {
    std::vector<boxwood::HullNode> nodes(3);
    for (std::uint32_t part = 1; part <= 2; ++part) {
        nodes[part].parent = 0;
        nodes[part].parent_from_node.origin = {part == 1 ? -0.6 : 0.6, 0.0, 0.0};
        nodes[part].polytope = *boxwood::make_box_polytope({0.3f, 0.5f, 0.2f});
    }
    boxwood::Result<boxwood::HullHierarchy> tree = boxwood::make_hull_hierarchy(nodes, box_around);
    check(static_cast<bool>(tree), "hull hierarchy");
    return boxwood::make_shape(std::move(*tree));
}

inline std::vector<TestShape> make_shapes() {
    std::vector<TestShape> shapes;
    const Mesh torus = make_torus(6, 4, 0.7f, 0.3f);
    std::uint32_t leaf = 0;
    for (boxwood::HierarchyConfig config : list_configs()) {
        config.leaf_size = 1 + leaf++ % 4;
        auto shape = boxwood::make_shape(torus.view(), config);
        check(static_cast<bool>(shape), "shape of " + config.kind);
        if (shape)
            shapes.push_back({config.kind + "/" + config.volume + "/" + config.builder, *shape, torus, 0, false});
    }
    const auto box = boxwood::make_shape(*boxwood::make_box_polytope({0.6f, 0.4f, 0.5f}));
    shapes.push_back({"polytope", box, surface_of(*box), 1, true});
    const auto parts = make_parts_shape();
    shapes.push_back({"parts", parts, surface_of(*parts), 2, true});
    return shapes;
}

// Computes the oracle's answer only once per pair of families and placement.
inline const Truth& find_truth_once(const TestShape& a, const TestShape& b, const std::vector<Corners>& seen_a,
                                    const std::vector<Corners>& seen_b) {
    static std::map<std::tuple<int, int, double, double>, Truth> known;
    const auto key = std::make_tuple(a.family, b.family, seen_a[0][0].x, seen_b[0][0].x);
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    return known.emplace(key, find_truth(seen_a, seen_b)).first->second;
}

} // namespace stranger
