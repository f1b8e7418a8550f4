#include "collision/api/facade.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace boxwood::api::contacts_test {
namespace {

Pose draw(oracle::Random& random, double reach) {
    return Pose::from_quaternion(oracle::draw_rotation(random), oracle::draw_point(random, reach)).value();
}

Pose moved(const Pose& pose, const Vec3& direction, double length) {
    const Vec3 t = pose.translation();
    return Pose::from_quaternion(pose.rotation(), {t.x + length * direction.x, t.y + length * direction.y,
                                                   t.z + length * direction.z})
        .value();
}

TEST(ApiContacts, DepthOfConvexShapesIsTheLengthOfTheShortestSeparatingTranslation) {
    oracle::Random random(21);
    const Convex a = Convex::box({0.6, 0.4, 0.5}).value(), b = Convex::box({0.3, 0.7, 0.2}).value();
    int regions = 0;
    for (int i = 0; i < 300; ++i) {
        const Pose pose_a = draw(random, 0.6), pose_b = draw(random, 0.6);
        const Contacts found = contacts(a, pose_a, b, pose_b);
        EXPECT_EQ(found.collide, collide(a, pose_a, b, pose_b));
        if (!found) continue;
        ASSERT_EQ(found.regions.size(), 1u);
        const ContactRegion& region = found.regions[0];
        ++regions;
        EXPECT_NEAR(std::hypot(region.normal.x, region.normal.y, region.normal.z), 1.0, 1e-12);
        EXPECT_FALSE(collide(a, pose_a, b, moved(pose_b, region.normal, region.depth + 1e-9)));
        EXPECT_TRUE(collide(a, pose_a, b, moved(pose_b, region.normal, region.depth - 1e-9)));
        for (int k = 0; k < 20; ++k) { // in random directions, this length is too short to separate
            const glm::dvec3 other = glm::normalize(oracle::draw_point(random, 1.0));
            EXPECT_TRUE(collide(a, pose_a, b, moved(pose_b, Vec3(other), region.depth * (1.0 - 1e-9))));
        }
        ASSERT_GE(region.point_count, 1u);
        EXPECT_LE(region.point_count, 4u);
        std::set<std::uint64_t> ids;
        for (const ContactPoint& point : found.points) {
            ids.insert(point.id);
            EXPECT_GE(point.depth, 0.0);
            EXPECT_LE(point.depth, region.depth + 1e-12);
            EXPECT_NE(point.feature_a.kind, FeatureKind::none);
        }
        EXPECT_EQ(ids.size(), found.points.size());
        EXPECT_NEAR(found.points[0].depth, region.depth, 1e-12);
        const Contacts exchanged = contacts(b, pose_b, a, pose_a);
        EXPECT_EQ(exchanged.regions[0].depth, region.depth);
        EXPECT_EQ(exchanged.regions[0].normal, Vec3(-region.normal.x, -region.normal.y, -region.normal.z));
    }
    EXPECT_GT(regions, 100);
}

TEST(ApiContacts, ABoxOnAFloorHasFourContactPointsThatKeepTheirIds) {
    const Convex box = Convex::box({0.5, 0.5, 0.5}).value(), floor = Convex::box({5, 5, 0.5}).value();
    const Contacts found = contacts(floor, {}, box, Pose::from_translation({0, 0, 0.9375}).value());
    ASSERT_EQ(found.points.size(), 4u);
    EXPECT_EQ(found.regions[0].normal, Vec3(0, 0, 1));
    EXPECT_NEAR(found.regions[0].depth, 0.0625, 1e-12);
    const Contacts next = contacts(floor, {}, box, Pose::from_translation({0.01, 0, 0.93}).value());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(next.points[i].id, found.points[i].id);
}

TEST(ApiContacts, EachTouchingPairOfPartsHasOneContactRegion) {
    const Convex box = Convex::box({0.25, 0.25, 0.25}).value(), floor = Convex::box({5, 5, 0.5}).value();
    std::vector<Compound::Part> feet;
    for (const double x : {-1.0, 0.0, 1.0})
        feet.push_back({box, Pose::from_translation({x, 0, x == 0.0 ? 1.0 : 0.0}).value()});
    const Compound stool = Compound::create(feet).value();
    const Contacts found = contacts(floor, {}, stool, Pose::from_translation({0, 0, 0.7}).value());
    ASSERT_EQ(found.regions.size(), 2u);
    EXPECT_EQ(found.points[found.regions[0].first_point].feature_b.part, 0u);
    EXPECT_EQ(found.points[found.regions[1].first_point].feature_b.part, 2u);
    for (const ContactRegion& region : found.regions) EXPECT_NEAR(region.depth, 0.05, 1e-12);
}

TEST(ApiContacts, TranslatingByTheDepthSeparatesTheTrianglesOfARegion) {
    oracle::Random random(22);
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 14, 9);
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    const Convex box = Convex::box({0.6, 0.4, 0.5}).value();
    std::size_t regions = 0;
    for (int i = 0; i < 60; ++i) {
        const Pose pose_a = draw(random, 0.7), pose_b = draw(random, 0.7);
        const Contacts found = contacts(mesh, pose_a, mesh, pose_b);
        std::vector<TrianglePair> sorted = found.triangles;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, contacts(mesh, pose_a, mesh, pose_b, {.points = false}).triangles);
        std::size_t listed = 0;
        for (const ContactRegion& region : found.regions) {
            ++regions;
            listed += region.triangle_count;
            const std::vector<TrianglePair> after =
                contacts(mesh, pose_a, mesh, moved(pose_b, region.normal, region.depth + 1e-7),
                         {.points = false})
                    .triangles;
            for (std::size_t k = 0; k < region.triangle_count; ++k)
                EXPECT_FALSE(std::binary_search(after.begin(), after.end(),
                                                found.triangles[region.first_triangle + k]));
            EXPECT_LE(region.first_point + region.point_count, found.points.size());
            EXPECT_GE(region.point_count, 1u);
        }
        EXPECT_EQ(listed, found.triangles.size());
        const Contacts mixed = contacts(mesh, pose_a, box, pose_b);
        EXPECT_EQ(mixed.collide, collide(mesh, pose_a, box, pose_b));
        EXPECT_EQ(mixed.regions.empty(), !mixed.collide);
    }
    EXPECT_GT(regions, 20u);
}

TEST(ApiContacts, ContactPointsOfAMeshPairHaveDistinctIds) {
    oracle::Random random(23);
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 4, 3); // contact regions have few triangles
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    std::size_t points = 0;
    for (int i = 0; i < 60; ++i) {
        const Contacts found = contacts(mesh, draw(random, 0.7), mesh, draw(random, 0.7));
        std::set<std::uint64_t> ids;
        for (const ContactPoint& point : found.points) ids.insert(point.id);
        EXPECT_EQ(ids.size(), found.points.size());
        points += found.points.size();
    }
    EXPECT_GT(points, 50u);
}

// The second vertex of the triangle b moves through the plane of the triangle a; the first and the third vertex stay on
// opposite sides of the plane. The vertex that is alone on its side of the plane therefore changes, but the ids of the
// contact points must not.
TEST(ApiContacts, ContactPointsKeepTheirIdsWhenTheLoneVertexChanges) {
    const std::vector<TriangleIndices> triangle{{0, 1, 2}};
    const std::vector<glm::vec3> wide{{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}};
    const Mesh a = Mesh::create(wide, triangle).value();
    std::set<std::uint64_t> left, right;
    for (const float height : {0.125f, 0.0625f, 0.0f, -0.0625f, -0.125f}) {
        const std::vector<glm::vec3> turning{{0, 0, -1}, {0.25f, 0, height}, {1, 0, 1}};
        const Contacts found = contacts(a, {}, Mesh::create(turning, triangle).value(), {});
        ASSERT_EQ(found.points.size(), 2u);
        for (const ContactPoint& point : found.points) (point.point.x < 0.4 ? left : right).insert(point.id);
    }
    EXPECT_EQ(left.size(), 1u);
    EXPECT_EQ(right.size(), 1u);
    EXPECT_NE(left, right);
}

} // namespace
} // namespace boxwood::api::contacts_test
