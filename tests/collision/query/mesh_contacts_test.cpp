// Contact regions: a translation of B along a region's normal by its depth separates the region. The expected regions
// come from a brute-force search.
#include "collision/query/contacts/mesh_contacts.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace boxwood::mesh_contacts_test {
namespace {

using oracle::draw_point;
using oracle::Random;
using oracle::SampleMesh;

struct Object {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;
    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
    Triangle64 triangle(std::uint32_t i) const { return world_triangle(pose, mesh.view(), i); }
};

Object make_object(SampleMesh mesh, const Pose& pose = {}) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy({}, mesh.view()));
    return {std::move(mesh), std::move(hierarchy), pose};
}

MeshContacts find(const Object& a, const Object& b, const MeshContactsRequest& request = {}) {
    MeshContactsScratch scratch;
    MeshContacts contacts;
    EXPECT_TRUE(find_mesh_contacts(a.operand(), b.operand(), request, scratch, contacts));
    return contacts;
}

bool have_common_corner(const SampleMesh& mesh, std::uint32_t i, std::uint32_t j) {
    for (const std::uint32_t v : mesh.triangles[i])
        for (const std::uint32_t w : mesh.triangles[j])
            if (mesh.positions[v] == mesh.positions[w]) return true;
    return false;
}

// Two pairs are in the same region if they share a triangle and their other triangles have a common corner. Adds such
// pairs to each region until it stops growing.
std::set<std::set<PrimitivePair>> regions_by_search(const Object& a, const Object& b,
                                                    const std::vector<PrimitivePair>& pairs) {
    std::set<std::set<PrimitivePair>> regions;
    std::set<PrimitivePair> left(pairs.begin(), pairs.end());
    while (!left.empty()) {
        std::set<PrimitivePair> region{*left.begin()};
        left.erase(left.begin());
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            for (auto it = left.begin(); it != left.end();) {
                const bool is_joined = std::any_of(region.begin(), region.end(), [&](const PrimitivePair& p) {
                    return (p.a == it->a && have_common_corner(b.mesh, p.b, it->b)) ||
                           (p.b == it->b && have_common_corner(a.mesh, p.a, it->a));
                });
                if (is_joined) region.insert(*it);
                has_grown |= is_joined;
                it = is_joined ? left.erase(it) : std::next(it);
            }
        }
        regions.insert(region);
    }
    return regions;
}

double extent_of(const Object& object) {
    double extent = 0.0;
    for (const glm::vec3& p : object.mesh.positions)
        extent = std::fmax(extent, glm::length(object.pose.linear * glm::dvec3(p)));
    return extent;
}

void check(const Object& a, const Object& b, std::size_t& io_regions) {
    const MeshContacts found = find(a, b);
    std::vector<PrimitivePair> pairs;
    for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j)
            if (triangles_intersect(a.triangle(i), b.triangle(j))) pairs.push_back({i, j});
    std::vector<PrimitivePair> sorted = found.pairs;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, pairs);
    std::set<std::set<PrimitivePair>> regions;
    const double size = extent_of(a) + extent_of(b), slack = 1e-9 * size;
    for (const ContactRegion& region : found.regions) {
        const auto of_region = std::span(found.pairs).subspan(region.first_pair, region.pair_count);
        regions.insert(std::set<PrimitivePair>(of_region.begin(), of_region.end()));
        ASSERT_NEAR(glm::length(region.normal_w), 1.0, 1e-14);
        ASSERT_GE(region.depth, 0.0);
        ASSERT_LE(region.depth, 3.0 * size);
        // After B moves by slightly more than the depth, no triangles of the region intersect.
        const glm::dvec3 by = (region.depth + slack) * region.normal_w;
        for (const PrimitivePair& p : of_region)
            for (const PrimitivePair& q : of_region) {
                Triangle64 moved = b.triangle(q.b);
                for (glm::dvec3& v : moved) v += by;
                ASSERT_FALSE(triangles_intersect(a.triangle(p.a), moved));
            }
        // Every contact point lies in both triangles of its pair.
        ASSERT_GE(region.point_count, 1u);
        for (std::size_t k = 0; k < region.point_count; ++k) {
            const MeshContactPoint& point = region.points[k];
            ASSERT_TRUE(std::find(of_region.begin(), of_region.end(), point.triangles) != of_region.end());
            const Triangle64 here{point.point_w, point.point_w, point.point_w};
            ASSERT_LE(find_closest_points(a.triangle(point.triangles.a), here).distance, slack);
            ASSERT_LE(find_closest_points(b.triangle(point.triangles.b), here).distance, slack);
        }
    }
    ASSERT_EQ(regions, regions_by_search(a, b, pairs));
    io_regions += regions.size();

    const MeshContacts exchanged = find(b, a);
    ASSERT_EQ(exchanged.regions.size(), found.regions.size());
    for (const ContactRegion& region : found.regions) {
        const PrimitivePair first = found.pairs[region.first_pair];
        const auto same =
            std::find_if(exchanged.regions.begin(), exchanged.regions.end(), [&](const ContactRegion& other) {
                const auto of_other = std::span(exchanged.pairs).subspan(other.first_pair, other.pair_count);
                return std::find(of_other.begin(), of_other.end(), PrimitivePair{first.b, first.a}) !=
                       of_other.end();
            });
        ASSERT_NE(same, exchanged.regions.end());
        ASSERT_EQ(same->depth, region.depth);
        ASSERT_EQ(same->normal_w, -region.normal_w);
    }
}

TEST(MeshContactsTest, translating_by_the_depth_separates_each_region) {
    Random random(91);
    const SampleMesh meshes[] = {oracle::make_torus(1.0, 0.4, 14, 8), oracle::make_sphere(1.0, 3),
                                 oracle::make_soup(random, 40, 0.5), oracle::make_cube(0.7, 2)};
    std::size_t regions = 0;
    const std::size_t count = test::choose_effort(80, 800);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        Pose pose = oracle::draw_pose(random, 1.0);
        if (k % 5 == 4)
            pose = make_pose({oracle::draw_rotation(random), draw_point(random, 1.0), {1.5, -0.2, 1.0}});
        const Pose at = k % 6 == 5 ? oracle::draw_pose(random, 1e5) : Pose{};
        check(make_object(meshes[k % 4], at), make_object(meshes[(k / 4) % 4], at * pose), regions);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(regions, count);
}

TEST(MeshContactsTest, a_corner_in_a_face_gives_the_normal_of_the_face_and_the_depth_of_the_corner) {
    const Object floor = make_object(oracle::make_cube(10.0, 1), {glm::dmat3(1.0), {0, 0, -10}});
    // A cube stands on its tip, which is 0.125 below the surface of the floor.
    const glm::dvec3 diagonal = glm::normalize(glm::dvec3(1.0));
    const glm::dvec3 axis = glm::normalize(glm::cross(diagonal, glm::dvec3(0, 0, -1)));
    const double angle = std::acos(-diagonal.z);
    const glm::dquat turn(std::cos(angle / 2), std::sin(angle / 2) * axis);
    const Object cube = make_object(oracle::make_cube(1.0, 1),
                                    make_pose({turn, {0.3, -0.4, std::sqrt(3.0) - 0.125}, glm::dvec3(1)}));
    const MeshContacts found = find(floor, cube);
    ASSERT_EQ(found.regions.size(), 1u);
    EXPECT_NEAR(found.regions[0].depth, 0.125, 1e-6); // positions are floats
    EXPECT_NEAR(found.regions[0].normal_w.z, 1.0, 1e-12);
    EXPECT_NEAR(found.regions[0].center_w.z, 0.0, 1e-6);
    EXPECT_GE(found.regions[0].point_count, 3u);
}

TEST(MeshContactsTest, stacked_boxes_touch_with_depth_0_along_the_common_normal) {
    const Object below = make_object(oracle::make_cube(1.0, 2)),
                 above = make_object(oracle::make_cube(1.0, 2), {glm::dmat3(1.0), {0.25, 0.125, 2.0}});
    const MeshContacts found = find(below, above);
    ASSERT_EQ(found.regions.size(), 1u);
    EXPECT_EQ(found.regions[0].depth, 0.0);
    EXPECT_EQ(found.regions[0].normal_w, glm::dvec3(0, 0, 1));
    EXPECT_EQ(found.regions[0].point_count, 4u);
}

TEST(MeshContactsTest, a_bar_through_a_torus_has_four_regions_and_max_pairs_truncates) {
    // The bar passes through both sides of the ring, and through each side's surface twice.
    const Object torus = make_object(oracle::make_torus(2.0, 0.5, 30, 12)),
                 bar = make_object(oracle::make_cube(1.0, 1),
                                   make_pose({{1, 0, 0, 0}, glm::dvec3(0.0), {4.0, 0.1, 0.1}}));
    const MeshContacts found = find(torus, bar);
    EXPECT_EQ(found.regions.size(), 4u);
    EXPECT_FALSE(found.is_truncated);
    const MeshContacts cut = find(torus, bar, {.max_pairs = 3});
    EXPECT_TRUE(cut.is_truncated);
    EXPECT_EQ(cut.pairs.size(), 3u);
    MeshContactsScratch scratch;
    MeshContacts contacts = found;
    EXPECT_FALSE(find_mesh_contacts({}, bar.operand(), {}, scratch, contacts));
    EXPECT_TRUE(contacts.regions.empty());
}

} // namespace
} // namespace boxwood::mesh_contacts_test
