#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/mesh_query.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace boxwood {
namespace {

using oracle::SampleMesh;

std::string error_of(const HierarchyConfig& config, const MeshView& mesh) {
    const Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, mesh);
    return hierarchy ? "" : hierarchy.error().message;
}

TEST(AnyHierarchyTest, EveryListedCombinationBuildsAValidHierarchyOrStatesWhyNot) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    int built = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            for (const std::string_view builder : list_builders()) {
                const HierarchyConfig config{std::string(kind), std::string(volume), std::string(builder), 2};
                Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, mesh.view());
                if (!hierarchy) { // a kind may reject a volume with an error that states the reason
                    const std::string refusal =
                        "kind '" + config.kind + "' does not take volume '" + config.volume + "', only ";
                    EXPECT_EQ(hierarchy.error().message.substr(0, refusal.size()), refusal);
                    EXPECT_NE(hierarchy.error().message.find(", because ", refusal.size() + 1),
                              std::string::npos);
                    continue;
                }
                ++built;
                EXPECT_FALSE(hierarchy->validate(mesh.view()).has_value());
                EXPECT_EQ(hierarchy->primitive_count(), mesh.triangles.size());
                EXPECT_EQ(hierarchy->config().builder, builder);
                EXPECT_EQ(hierarchy->measure().nodes, hierarchy->node_count());
            }
    EXPECT_GE(built, 3);
    EXPECT_EQ(list_hierarchy_kinds().front(), "bvh2");
    EXPECT_EQ(list_volumes().front(), "aabb");
    EXPECT_EQ(list_builders().front(), "midpoint");
}

TEST(AnyHierarchyTest, UnknownNamesInvalidLeafSizesAndEmptyMeshesAreErrors) {
    const SampleMesh mesh = oracle::make_cube(1.0, 2);
    const auto unknown = [](std::string message, const std::vector<std::string_view>& known) {
        for (const std::string_view name : known) message.append(" ").append(name);
        return message;
    };
    EXPECT_EQ(error_of({.builder = "sah?"}, mesh.view()),
              unknown("unknown builder 'sah?'; known:", list_builders()));
    EXPECT_EQ(error_of({.volume = "heap"}, mesh.view()),
              unknown("unknown volume 'heap'; known:", list_volumes()));
    EXPECT_EQ(error_of({.kind = "tree"}, mesh.view()),
              unknown("unknown kind 'tree'; known:", list_hierarchy_kinds()));
    EXPECT_EQ(error_of({.leaf_size = 0}, mesh.view()), "leaf size 0 is outside 1 to 16");
    EXPECT_EQ(error_of({.leaf_size = 17}, mesh.view()), "leaf size 17 is outside 1 to 16");
    EXPECT_EQ(error_of({}, MeshView{}), "mesh: has no triangles");
}

TEST(AnyHierarchyTest, an_empty_kind_selects_the_default_kind_for_the_volume) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    for (const std::string_view volume : list_volumes()) {
        const HierarchyConfig wanted{.volume = std::string(volume)};
        const Result<AnyHierarchy> hierarchy = build_any_hierarchy(wanted, mesh.view());
        ASSERT_TRUE(hierarchy) << volume;
        const bool is_wide = volume == "aabb" || volume == "obb";
        EXPECT_EQ(hierarchy->config(),
                  (HierarchyConfig{is_wide ? "bvh8" : "bvh2", std::string(volume), "binned-sah", 2}));
        EXPECT_EQ(hierarchy->config(), resolved(wanted));
    }
    EXPECT_EQ(resolved({"bvh2", "obb", "object-median", 3}),
              (HierarchyConfig{"bvh2", "obb", "object-median", 3}));
    EXPECT_FALSE(takes_volume("bvh8", "sphere") || takes_volume("", "aabb") || takes_volume("bvh2", "cube"));
    EXPECT_TRUE(takes_volume("bvh8", "obb") && takes_volume("bvh2-lazy", "kdop18") &&
                takes_volume("box-tree", "aabb"));
    EXPECT_EQ(default_config(QueryMode::any), HierarchyConfig{});
    EXPECT_EQ(default_config(QueryMode::within).volume, "obb");
}

TEST(AnyHierarchyTest, RefitFollowsTheMesh) {
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    Result<AnyHierarchy> hierarchy = build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    ASSERT_TRUE(hierarchy);
    for (glm::vec3& p : mesh.positions) p = p * 2.0f + glm::vec3(1, 0, 0);
    EXPECT_TRUE(hierarchy->validate(mesh.view()).has_value());
    EXPECT_TRUE(hierarchy->refit(mesh.view()));
    EXPECT_FALSE(hierarchy->validate(mesh.view()).has_value());
    EXPECT_EQ(hierarchy->bounds(), Aabb::fit(mesh.positions));
}

TEST(AnyHierarchyTest, CollectsTheBoxesOfTheRequestedDepths) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    const Result<AnyHierarchy> hierarchy = build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    ASSERT_TRUE(hierarchy);
    std::vector<NodeBox> boxes;
    hierarchy->collect_boxes(0, 0, boxes);
    ASSERT_EQ(boxes.size(), 1u);
    EXPECT_EQ(boxes[0].box, hierarchy->bounds());
    EXPECT_FALSE(boxes[0].is_leaf);
    hierarchy->collect_boxes(1, 2, boxes);
    EXPECT_EQ(boxes.size(), 1u + 2u + 4u); // boxes are appended
    for (const NodeBox& box : boxes) EXPECT_TRUE(boxes[0].box.contains(box.box));

    std::size_t segments = 0;
    hierarchy->visit_outlines(1, 2, [&](const NodeBox& node, const glm::vec3& from, const glm::vec3& to) {
        EXPECT_TRUE(node.depth == 1 || node.depth == 2);
        EXPECT_TRUE(node.box.contains(from) && node.box.contains(to));
        ++segments;
    });
    EXPECT_EQ(segments, 12u * (2u + 4u));
    boxes.clear();
    hierarchy->collect_boxes(0, 1000, boxes);
    EXPECT_EQ(boxes.size(), hierarchy->node_count());
    EXPECT_EQ(std::count_if(boxes.begin(), boxes.end(), [](const NodeBox& b) { return b.is_leaf; }),
              static_cast<std::ptrdiff_t>(mesh.triangles.size()));
}

// Visits a hierarchy of every kind with every volume that the kind accepts.
template <class Visit>
void for_each_hierarchy(const MeshView& mesh, Visit&& visit) {
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            if (Result<AnyHierarchy> hierarchy =
                    build_any_hierarchy({std::string(kind), std::string(volume), "midpoint", 2}, mesh))
                visit(*hierarchy);
}

TEST(AnyHierarchyTest, validation_reports_defects_of_the_mesh) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    const auto message = [](const AnyHierarchy& hierarchy, const MeshView& other) {
        const std::optional<ValidationError> defect = hierarchy.validate(other);
        return defect ? defect->message : "none";
    };
    for_each_hierarchy(mesh.view(), [&](const AnyHierarchy& hierarchy) {
        SCOPED_TRACE(hierarchy.config().kind + " " + hierarchy.config().volume);
        SampleMesh other = mesh;
        other.triangles[3][1] = 4000000000u;
        EXPECT_EQ(message(hierarchy, other.view()),
                  "mesh: triangle 3 refers to vertex 4000000000, but there are only 200 vertices");
        other = mesh;
        other.positions.pop_back();
        EXPECT_EQ(message(hierarchy, other.view()),
                  "mesh: has 199 vertices, but the hierarchy was built for 200");
        other = mesh;
        other.positions[7].y = std::numeric_limits<float>::quiet_NaN();
        EXPECT_NE(message(hierarchy, other.view()), "none");
        other = mesh;
        other.positions.emplace_back(0.0f);
        EXPECT_EQ(message(hierarchy, other.view()), "none") << "no triangle uses the added vertex";
        // a valid vertex of this mesh, but the hierarchy was built for a mesh of 200 vertices
        other.triangles[3][1] = 200;
        EXPECT_EQ(message(hierarchy, other.view()),
                  "mesh: triangle 3 refers to vertex 200, but there are only 200 vertices");
    });
}

TEST(AnyHierarchyTest, constructing_an_empty_hierarchy_fails_a_requirement) {
    EXPECT_DEATH(AnyHierarchy(HierarchyVariant{}, {}, 0), "requirement failed");
    EXPECT_DEATH(AnyHierarchy(HierarchyVariant{std::in_place_type<Bvh8>}, {}, 0), "requirement failed");
}

} // namespace
} // namespace boxwood
