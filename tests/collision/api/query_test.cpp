#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/scratch.hpp"
#include "collision/api/facade.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/test_polytopes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace boxwood::api::query_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Subject {
    std::string name;
    Shape shape;
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    // half extents and centers of the boxes of a solid; empty for a mesh
    std::vector<std::pair<glm::vec3, glm::dvec3>> boxes;
    MeshView view() const { return {positions, triangles}; }
};

Subject mesh_subject(std::string name, const oracle::SampleMesh& mesh, Preset preset) {
    return {std::move(name),
            Mesh::create(mesh.positions, mesh.triangles, {preset}).value(),
            mesh.positions,
            mesh.triangles,
            {}};
}

std::vector<std::vector<std::uint32_t>> faces_of_box() {
    return {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
}
std::vector<glm::vec3> corners_of_box(const glm::vec3& half) {
    std::vector<glm::vec3> corners;
    for (int bits = 0; bits < 8; ++bits)
        corners.push_back(
            {(bits & 1) ? half.x : -half.x, (bits & 2) ? half.y : -half.y, (bits & 4) ? half.z : -half.z});
    return corners;
}

Subject solid_subject(std::string name, const Shape& shape,
                      std::span<const std::pair<glm::vec3, glm::dvec3>> boxes) {
    Subject subject{std::move(name), shape, {}, {}, {boxes.begin(), boxes.end()}};
    for (const auto& [half, center] : boxes) {
        const auto first = static_cast<std::uint32_t>(subject.positions.size());
        for (const glm::vec3& p : corners_of_box(half)) subject.positions.push_back(p + glm::vec3(center));
        for (const auto& f : faces_of_box()) {
            subject.triangles.push_back({first + f[0], first + f[1], first + f[2]});
            subject.triangles.push_back({first + f[0], first + f[2], first + f[3]});
        }
    }
    return subject;
}

// A closed and consistently oriented mesh of a box.
oracle::SampleMesh closed_box(const glm::vec3& half) {
    oracle::SampleMesh mesh{corners_of_box(half), {}};
    for (const auto& f : faces_of_box()) {
        mesh.triangles.push_back({f[0], f[1], f[2]});
        mesh.triangles.push_back({f[0], f[2], f[3]});
    }
    return mesh;
}

std::vector<Subject> make_subjects() {
    oracle::Random random(7);
    std::vector<Subject> all;
    all.push_back(mesh_subject("torus", oracle::make_torus(0.8, 0.3, 8, 6), Preset::general));
    all.push_back(mesh_subject("cube", oracle::make_cube(0.5, 2), Preset::distance));
    all.push_back(mesh_subject("soup", oracle::make_soup(random, 30, 0.4), Preset::small_memory));
    const std::pair<glm::vec3, glm::dvec3> one{{0.6f, 0.4f, 0.5f}, {0, 0, 0}};
    all.push_back(solid_subject("convex", Convex::create(corners_of_box(one.first), faces_of_box()).value(),
                                std::span(&one, 1)));
    std::vector<std::pair<glm::vec3, glm::dvec3>> boxes;
    std::vector<Compound::Part> parts;
    for (int i = 0; i < 5; ++i) {
        boxes.push_back({{0.25f, 0.125f, 0.5f}, {0.75 * ((i * 3) % 5) - 1.5, 0.25 * i - 0.5, 0.0}});
        parts.push_back({Convex::create(corners_of_box(boxes.back().first), faces_of_box()).value(),
                         Pose::from_translation(boxes.back().second).value()});
    }
    all.push_back(solid_subject("compound", Compound::create(parts).value(), boxes));
    return all;
}

struct Truth {
    std::vector<TrianglePair> triangles;
    bool is_nested = false; // a vertex of one shape lies inside the other
    double distance = std::numeric_limits<double>::infinity();
};

bool holds_a_vertex(const Subject& solid, const boxwood::Pose& of_solid, const Subject& other,
                    const boxwood::Pose& of_other) {
    for (const auto& [half, center] : solid.boxes)
        for (const TriangleIndices& t : other.triangles)
            for (const std::uint32_t vertex : t) {
                const glm::dvec3 p =
                    glm::abs(inverse(of_solid) * (of_other * other.positions[vertex]) - center);
                if (p.x < double(half.x) && p.y < double(half.y) && p.z < double(half.z)) return true;
            }
    return false;
}

Truth find_truth(const Subject& a, const Pose& pose_a, const Subject& b, const Pose& pose_b) {
    Truth truth;
    const boxwood::Pose of_a = detail::to_layer(pose_a), of_b = detail::to_layer(pose_b);
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t k = 0; k < b.triangles.size(); ++k) {
            const Triangle64 x = world_triangle(of_a, a.view(), i), y = world_triangle(of_b, b.view(), k);
            if (triangles_intersect(x, y)) truth.triangles.push_back({i, k});
            truth.distance = std::min(truth.distance, find_closest_points(x, y).distance);
        }
    truth.is_nested = holds_a_vertex(a, of_a, b, of_b) || holds_a_vertex(b, of_b, a, of_a);
    return truth;
}

Pose draw(oracle::Random& random, double reach, int kind) {
    const Vec3 t(oracle::draw_point(random, reach));
    if (kind == 0) return Pose::from_quaternion(oracle::draw_rotation(random), t).value();
    if (kind == 1)
        return Pose::from_quaternion(oracle::draw_rotation(random), t, oracle::draw_scale(random, 0.3))
            .value();
    glm::dmat3 shear(1.0);
    shear[1][0] = oracle::draw(random, -1.0, 1.0);
    return Pose::from_matrix(glm::mat3_cast(oracle::draw_rotation(random)) * shear, t).value();
}

TEST(ApiQuery, QueriesOfAllShapePairsMatchTestsOfAllTrianglePairs) {
    oracle::Random random(11);
    const std::vector<Subject> subjects = make_subjects();
    int hits = 0, misses = 0;
    for (const Subject& a : subjects)
        for (const Subject& b : subjects)
            for (int i = 0; i < 24; ++i) {
                SCOPED_TRACE(a.name + " and " + b.name + ", pose " + std::to_string(i));
                const Pose pose_a = draw(random, 1.0, i % 3), pose_b = draw(random, 1.0, (i / 3) % 3);
                const Truth truth = find_truth(a, pose_a, b, pose_b);
                const bool intersect = !truth.triangles.empty() || truth.is_nested;
                const bool collides = collide(a.shape, pose_a, b.shape, pose_b);
                EXPECT_EQ(collides, intersect);
                (collides ? hits : misses) += 1;
                EXPECT_EQ(collide(b.shape, pose_b, a.shape, pose_a), collides);
                const Contacts found = contacts(a.shape, pose_a, b.shape, pose_b, {.points = false});
                EXPECT_EQ(found.collide, collides);
                // The library triangulates convex faces itself, so the triangle indices are known only for meshes.
                const bool are_meshes =
                    a.shape.kind() == ShapeKind::mesh && b.shape.kind() == ShapeKind::mesh;
                EXPECT_TRUE(are_meshes ? found.triangles == truth.triangles
                                       : found.triangles.empty() == truth.triangles.empty());
                const Distance d = distance(a.shape, pose_a, b.shape, pose_b);
                ASSERT_TRUE(d.found);
                const double expected = collides ? 0.0 : truth.distance;
                EXPECT_NEAR(d.value, expected, 1e-12);
                EXPECT_EQ(d.value == 0.0, collides);
                const glm::dvec3 between = detail::to_layer(d.point_b) - detail::to_layer(d.point_a);
                EXPECT_NEAR(glm::length(between), d.value, 1e-12);
                EXPECT_NEAR(glm::length(detail::to_layer(d.normal)), collides ? 0.0 : 1.0, 1e-9);
                if (d.value > 0.01) {
                    EXPECT_TRUE(is_within(a.shape, pose_a, b.shape, pose_b, 1.01 * d.value));
                    EXPECT_FALSE(is_within(a.shape, pose_a, b.shape, pose_b, 0.99 * d.value));
                    EXPECT_FALSE(
                        distance(a.shape, pose_a, b.shape, pose_b, {.cutoff = 0.99 * d.value}).found);
                    EXPECT_EQ(distance(a.shape, pose_a, b.shape, pose_b, {.cutoff = 1.01 * d.value}).value,
                              d.value);
                    const double loose = distance(a.shape, pose_a, b.shape, pose_b, {.tolerance = 0.5}).value;
                    EXPECT_GE(loose, d.value * (1 - 1e-12));
                    EXPECT_LE(loose, 1.5 * d.value);
                }
                EXPECT_TRUE(is_within(a.shape, pose_a, b.shape, pose_b, d.value + 1e-12));
            }
    EXPECT_GT(hits, 100);
    EXPECT_GT(misses, 50);
}

TEST(ApiQuery, AShapeInsideASolidCollidesAndInsideASurfaceMeshDoesNot) {
    const Convex large = Convex::box({2, 2, 2}).value(), little = Convex::box({0.1, 0.1, 0.1}).value();
    const oracle::SampleMesh cube = oracle::make_cube(0.1, 1);
    const Mesh surface = Mesh::create(cube.positions, cube.triangles).value();
    const oracle::SampleMesh room = closed_box({2, 2, 2});
    const Mesh hollow = Mesh::create(room.positions, room.triangles, {.solid = true}).value(),
               shell = Mesh::create(room.positions, room.triangles).value();
    EXPECT_TRUE(hollow.is_solid() && large.is_solid() && !shell.is_solid());
    const Pose scaled = Pose::from_quaternion({}, {0.5, 0, 0}, {2, 1, 1}).value();
    for (const Pose& pose : {Pose::from_translation({0.5, 0, 0}).value(), scaled}) {
        EXPECT_TRUE(collide(large, {}, little, pose));
        EXPECT_TRUE(collide(little, pose, large, {}));
        EXPECT_TRUE(contacts(large, {}, little, pose).collide);
        EXPECT_TRUE(contacts(large, {}, little, pose).triangles.empty());
        const Distance d = distance(large, {}, little, pose);
        EXPECT_EQ(d.value, 0.0);
        EXPECT_EQ(d.point_a, d.point_b);
        EXPECT_LE(std::fabs(d.point_a.x - 0.5), 0.2 + 1e-6);
        EXPECT_TRUE(is_within(large, {}, little, pose, 0.0));
        EXPECT_TRUE(collide(large, {}, surface, pose));
        EXPECT_FALSE(collide(shell, {}, surface, pose));
        EXPECT_TRUE(collide(hollow, {}, surface, pose));
        EXPECT_EQ(distance(hollow, {}, surface, pose).value, 0.0);
        EXPECT_GT(distance(shell, {}, surface, pose).value, 0.0);
        EXPECT_TRUE(is_within(surface, pose, hollow, {}, 0.0));
        EXPECT_TRUE(contacts(hollow, {}, surface, pose).collide);
        EXPECT_EQ(time_of_impact(surface, pose, hollow, Pose{}).value().status,
                  ImpactStatus::starts_in_contact);
        EXPECT_NE(time_of_impact(surface, pose, shell, Pose{}).value().status,
                  ImpactStatus::starts_in_contact);
    }
    EXPECT_FALSE(collide(large, {}, little, Pose::from_quaternion({}, {5, 0, 0}, {2, 1, 1}).value()));
}

TEST(ApiQuery, SolidsContainInteriorAndSurfacePoints) {
    const oracle::SampleMesh cube = closed_box({0.5, 0.5, 0.5});
    const Mesh mesh = Mesh::create(cube.positions, cube.triangles, {.solid = true}).value();
    const Convex box = Convex::box({0.5, 0.5, 0.5}).value();
    const std::vector<Compound::Part> parts{{box, Pose::from_translation({3, 0, 0}).value()}, {box, {}}};
    const Compound two = Compound::create(parts).value();
    const Pose pose = Pose::from_quaternion({}, {1, 2, 3}, {2, 2, 2}).value();
    const std::vector<Shape> solids{mesh, box, two};
    for (const Shape& shape : solids) {
        EXPECT_TRUE(contains(shape, pose, {1.1, 2.2, 3.3}).value());
        EXPECT_TRUE(contains(shape, pose, {2, 2, 3}).value()); // on the surface
        EXPECT_FALSE(contains(shape, pose, {2.0000001, 2, 3}).value());
        EXPECT_FALSE(contains(shape, pose, {kNan, 2, 3}));
    }
    EXPECT_TRUE(contains(two, pose, {7.5, 2, 3}).value());
    EXPECT_FALSE(contains(Mesh::create(cube.positions, cube.triangles).value(), {}, {}));
    const std::vector<TriangleIndices> open(cube.triangles.begin(), cube.triangles.end() - 1);
    const Result<Mesh> refused = Mesh::create(cube.positions, open, {.solid = true});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.find("mesh: is not solid: "), 0u);
}

TEST(ApiQuery, DistancesOfConvexShapesReportPolytopeFeatures) {
    const Convex box = Convex::box({0.5, 0.5, 0.5}).value();
    const Distance faces = distance(box, {}, box, Pose::from_translation({2, 0.1, 0.1}).value());
    EXPECT_NEAR(faces.value, 1.0, 1e-14);
    EXPECT_EQ(faces.normal, Vec3(1, 0, 0));
    EXPECT_NE(faces.feature_a.kind, FeatureKind::triangle);
    const Distance corners = distance(box, {}, box, Pose::from_translation({2, 2, 2}).value());
    EXPECT_EQ(corners.feature_a.kind, FeatureKind::vertex);
    EXPECT_NEAR(corners.value, std::sqrt(3.0), 1e-14);
}

TEST(ApiQuery, MaxContactsShortensTheTriangleListAndSetsTruncated) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 12, 8);
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    const Pose pose = Pose::from_translation({0.3, 0.2, 0.1}).value();
    const Contacts all = contacts(mesh, {}, mesh, pose, {.points = false});
    ASSERT_GT(all.triangles.size(), 10u);
    EXPECT_FALSE(all.truncated);
    const Contacts some = contacts(mesh, {}, mesh, pose, {.max_contacts = 5, .points = false});
    EXPECT_TRUE(some.truncated);
    EXPECT_TRUE(std::equal(some.triangles.begin(), some.triangles.end(), all.triangles.begin()));
    EXPECT_EQ(some.triangles.size(), 5u);
    const Contacts with_points = contacts(mesh, {}, mesh, pose, {.max_contacts = 5});
    EXPECT_TRUE(with_points.truncated);
    EXPECT_EQ(with_points.triangles.size(), 5u);
    for (const bool points : {true, false}) {
        const Contacts none = contacts(mesh, {}, mesh, pose, {.max_contacts = 0, .points = points});
        EXPECT_TRUE(none.collide && none.truncated && none.triangles.empty());
    }
}

TEST(ApiQuery, SelfCollisionsExcludeTrianglePairsThatShareVertices) {
    // A square of two triangles, crossed by a third triangle that shares no vertex with them.
    const std::vector<glm::vec3> positions{{0, 0, 0},  {2, 0, 0},    {0, 2, 0},   {2, 2, 0},
                                           {1, 1, -1}, {1, 0.5f, 1}, {1, 1.5f, 1}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}};
    const Contacts found = self_collisions(Mesh::create(positions, triangles).value());
    EXPECT_EQ(found.triangles, (std::vector<TrianglePair>{{0, 2}, {1, 2}}));
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 12, 8);
    EXPECT_FALSE(self_collisions(Mesh::create(torus.positions, torus.triangles).value()));
}

TEST(ApiQuery, BatchesMatchSingleQueriesSeriallyAndInParallel) {
    oracle::Random random(13);
    const std::vector<Subject> subjects = make_subjects();
    std::vector<Pose> poses;
    for (int i = 0; i < 100; ++i) poses.push_back(draw(random, 1.2, 0));
    Context threads(std::make_shared<oracle::ThreadsExecutor>());
    const std::vector<Pose> one(1);
    for (const Subject& a : subjects)
        for (Context* const context : {&threads, &thread_context()}) {
            const Shape& b = subjects[3].shape;
            const std::vector<std::uint8_t> hits = collide_many(a.shape, poses, b, one, *context).value();
            const std::vector<Distance> distances =
                distance_many(a.shape, one, b, poses, {}, *context).value();
            ASSERT_EQ(hits.size(), poses.size());
            for (std::size_t i = 0; i < poses.size(); ++i) {
                EXPECT_EQ(hits[i] != 0, collide(a.shape, poses[i], b, {}));
                EXPECT_EQ(distances[i].value, distance(a.shape, {}, b, poses[i]).value);
            }
        }
    EXPECT_TRUE(collide_many(subjects[0].shape, {}, subjects[1].shape, one).value().empty());
    EXPECT_FALSE(collide_many(subjects[0].shape, poses, subjects[1].shape, std::span(poses).first(99)));
    EXPECT_FALSE(distance_many(subjects[0].shape, {}, subjects[1].shape, poses));
}

TEST(ApiQuery, DistancesAreAccurateFarFromTheOriginAndAtManyScales) {
    const oracle::SampleMesh cube = oracle::make_cube(0.5, 1);
    const Mesh mesh = Mesh::create(cube.positions, cube.triangles).value();
    const Convex box = Convex::box({0.5, 0.5, 0.5}).value();
    for (const double far : {0.0, 1e6, 1e12}) // all coordinates and gaps are exact in double
        for (const auto& [x, expected] : {std::pair{1.0, 0.0}, {1.5, 0.5}, {0.5, 0.0}}) {
            const Pose a = Pose::from_translation({far, -far, far}).value(),
                       b = Pose::from_translation({far + x, -far, far}).value();
            EXPECT_EQ(distance(mesh, a, mesh, b).value, expected);
            EXPECT_EQ(collide(mesh, a, mesh, b), expected == 0.0);
            EXPECT_NEAR(distance(box, a, box, b).value, expected, 1e-15 * far);
            EXPECT_EQ(collide(box, a, mesh, b), expected == 0.0);
        }
    for (const double scale : {1e-8, 1e-3, 1e3, 1e8}) {
        const Pose a = Pose::from_quaternion({}, {}, {scale, scale, scale}).value(),
                   b = Pose::from_quaternion({}, {1.5 * scale, 0, 0}, {scale, scale, scale}).value();
        EXPECT_NEAR(distance(mesh, a, box, b).value, 0.5 * scale, 1e-12 * scale);
    }
}

TEST(ApiQuery, ScratchIsBoundedAndCanBeReleased) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 200, 100);
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    Context context;
    EXPECT_EQ(context.scratch_bytes(), 0u);
    const Contacts many = self_collisions(mesh, {}, context);
    EXPECT_FALSE(many);
    EXPECT_LE(context.scratch_bytes(), Context::kMaxScratchBytes);
    collide(mesh, {}, mesh, {}, context);
    EXPECT_GT(context.scratch_bytes(), 0u);
    context.release_scratch();
    EXPECT_EQ(context.scratch_bytes(), 0u);
    collide(mesh, {}, mesh, {});
    EXPECT_GT(thread_context().scratch_bytes(), 0u);
    release_scratch();
    EXPECT_EQ(thread_context().scratch_bytes(), 0u);
}

TEST(ApiQuery, ScratchOfRayAndPointQueriesIsCountedAndBounded) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 20, 10);
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    const Ray ray{{-2.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    Context context;
    const auto cast = [&] { EXPECT_TRUE(ray_cast(mesh, {}, ray, context).value()); };
    const auto cast_all = [&] { EXPECT_FALSE(ray_cast_all(mesh, {}, ray, context).value().empty()); };
    const auto find_point = [&] { EXPECT_TRUE(closest_point(mesh, {}, {3, 0, 0}, {}, context).value()); };
    const std::function<void()> queries[] = {cast, cast_all, find_point};
    for (const std::function<void()>& query : queries) {
        context.release_scratch();
        context.scratch();
        const std::size_t before = context.scratch_bytes();
        query();
        EXPECT_GT(context.scratch_bytes(), before);

        context.scratch().mesh_contacts.pairs.reserve(2 * Context::kMaxScratchBytes / sizeof(PrimitivePair));
        EXPECT_GT(context.scratch_bytes(), Context::kMaxScratchBytes);
        for (int i = 0; i < 256; ++i) query();
        EXPECT_LE(context.scratch_bytes(), Context::kMaxScratchBytes);
    }
}

TEST(ApiQueryDeathTest, InvalidLimitsAndTolerancesEndTheProcess) {
    const Convex box = Convex::box({1, 1, 1}).value();
    EXPECT_DEATH(static_cast<void>(distance(box, {}, box, {}, {.tolerance = kNan})), "tolerance");
    EXPECT_DEATH(static_cast<void>(distance(box, {}, box, {}, {.cutoff = -1.0})), "cutoff");
    EXPECT_DEATH(static_cast<void>(is_within(box, {}, box, {}, kNan)), "limit");
}

TEST(ApiSolid, RejectsInvalidConvexShapesAndCompounds) {
    const std::vector<glm::vec3> corners = corners_of_box({1, 1, 1});
    EXPECT_TRUE(Convex::create(corners, faces_of_box()));
    EXPECT_NEAR(Convex::create(corners, closed_box({1, 1, 1}).triangles).value().volume(), 8.0, 1e-12);
    EXPECT_NEAR(Convex::create(corners, faces_of_box())->volume(), 8.0, 1e-12);
    auto faces = faces_of_box();
    EXPECT_FALSE(Convex::create(corners, std::span(faces).first(5)));
    faces[0][1] = 99;
    EXPECT_FALSE(Convex::create(corners, faces));
    EXPECT_FALSE(Convex::create({}, TrianglesView{}));
    for (const double half : {0.0, -1.0, kNan, 1e300}) EXPECT_FALSE(Convex::box({1, half, 1}));
    EXPECT_FALSE(Compound::create({}));
    const Convex box = Convex::box({1, 1, 1}).value();
    const Compound::Part scaled{box, Pose::from_quaternion({}, {}, {2, 2, 2}).value()};
    const Result<Compound> refused = Compound::create(std::span(&scaled, 1));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("part 0"), std::string::npos);
    const std::vector<Compound::Part> many(2048, {box, {}});
    EXPECT_FALSE(Compound::create(many));
}

TEST(ApiSolid, DistancesReportPartIndicesInTheOrderOfTheInput) {
    const Convex box = Convex::box({0.25, 0.25, 0.25}).value();
    std::vector<Compound::Part> parts;
    for (const int x : {3, 0, 4, 1, 2})
        parts.push_back({box, Pose::from_translation({double(x), 0, 0}).value()});
    const Compound row = Compound::create(parts).value();
    EXPECT_EQ(row.part_count(), 5u);
    for (std::uint32_t i = 0; i < 5; ++i) {
        const Pose above = Pose::from_translation({parts[i].pose.translation().x, 0, 1}).value();
        EXPECT_EQ(distance(row, {}, box, above).feature_a.part, i);
        EXPECT_EQ(distance(box, above, row, {}).feature_b.part, i);
    }
}

} // namespace
} // namespace boxwood::api::query_test
