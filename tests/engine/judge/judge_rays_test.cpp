// Rays, points, casts and depths: the judge accepts answers from closed forms and from a plain tracer in double, and
// finds altered answers wrong.
#include "engine/judge/judge_capture.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/producer/record_query.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace boxwood::judge {
namespace {

using namespace boxwood::capture;

// A cube of side 2 around the origin, oriented outwards.
MeshRecord cube(std::uint64_t id) {
    MeshRecord mesh{.id = id};
    for (int i = 0; i < 8; ++i)
        for (int axis = 0; axis < 3; ++axis) mesh.positions.values.push_back((i >> axis & 1) != 0 ? 1 : -1);
    mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return mesh;
}

Reals vector_of(double x, double y, double z) {
    return {.values = {x, y, z}};
}
Reals pose_at(double x, double y, double z) {
    return {.values = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z}};
}

struct Judged {
    Outcome outcome;
    Stage stage;
    std::string text;
};

class JudgeRays : public ::testing::Test {
  protected:
    Judged judge(QueryRecord query) {
        capture_.queries = {std::move(query)};
        const Finding finding = judge_capture(capture_).findings.back();
        return {finding.outcome, finding.stage, finding.text};
    }
    static QueryRecord query(std::string kind, std::string mode) {
        QueryRecord out{.kind = std::move(kind), .mode = std::move(mode)};
        out.sides.resize(out.kind == "cast" || out.kind == "pair" ? 2 : 1);
        for (std::size_t i = 0; i < out.sides.size(); ++i) out.sides[i].mesh = i + 1;
        return out;
    }
    Capture capture_ = [] {
        Capture out;
        out.meshes[{1, 0}] = cube(1);
        out.meshes[{2, 0}] = cube(2);
        return out;
    }();
};

TEST_F(JudgeRays, AMissedTriangleNamesTheHierarchyThatLostIt) {
    HierarchyRecord tree{.id = 5, .mesh = 1, .roots = {0}};
    tree.node_bounds = tree.first_child = tree.child_count = tree.first_primitive = {0};
    tree.primitive_count = {12};
    for (std::uint32_t i = 0; i < 12; ++i) tree.primitives.push_back(i);
    tree.bounds = {{.type = "aabb", .values = {.values = {-1, -1, -1, 1, 1, 1}}}};
    capture_.hierarchies[{5, 0}] = tree;
    QueryRecord ray = query("ray", "any");
    ray.id = 3;
    ray.sides[0].hierarchy = 5;
    ray.origin = vector_of(0.2, 0.3, -5);
    ray.direction = vector_of(0, 0, 1);
    ray.verdict = 0;
    capture_.queries = {ray};
    for (const std::size_t visits : {0u, 1u}) { // one visit: the test of the root reports no overlap
        capture_.visits[3] = {.query = 3, .seen = visits, .visits = std::vector<std::byte>(16 * visits)};
        const Finding finding = judge_capture(capture_).findings.back();
        EXPECT_EQ(finding.stage, visits == 0 ? Stage::traversal : Stage::overlap_test) << finding.text;
        EXPECT_EQ(finding.hierarchy, 5u);
        EXPECT_EQ(finding.evidence.side, 0u);
    }
}

TEST_F(JudgeRays, TheFirstHitOfARayIsJudged) {
    QueryRecord ray = query("ray", "distance");
    ray.origin = vector_of(0.2, 0.3, -5);
    ray.direction = vector_of(0, 0, 2);
    ray.verdict = 1;
    ray.distance = 4;
    EXPECT_EQ(judge(ray).outcome, Outcome::right) << judge(ray).text;
    ray.witness_a = vector_of(0.2, 0.3, -1);
    EXPECT_EQ(judge(ray).outcome, Outcome::right) << judge(ray).text;
    ray.witness_a = vector_of(0.2, 0.3, -1.5);
    EXPECT_EQ(judge(ray).stage, Stage::primitive_test) << judge(ray).text;
    ray.witness_a = {};
    ray.distance = 6; // the back of the cube
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    EXPECT_NE(judge(ray).text.find("at 4, but the answer is 6"), std::string::npos) << judge(ray).text;
    ray.distance = 3;
    EXPECT_NE(judge(ray).text.find("the surface is 1 away"), std::string::npos) << judge(ray).text;
    ray.distance = 4 + 1e-6;
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.scalar_bits = 32;
    EXPECT_EQ(judge(ray).outcome, Outcome::within_precision);
    ray.verdict = 0;
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.max_t = 1.9; // the ray ends 0.2 before the cube
    EXPECT_EQ(judge(ray).outcome, Outcome::right);
    ray.verdict = 1;
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.direction = vector_of(0, 0, 0);
    EXPECT_EQ(judge(ray).stage, Stage::input);
}

TEST_F(JudgeRays, TheListOfTrianglesOfARayIsJudged) {
    QueryRecord ray = query("ray", "all");
    ray.origin = vector_of(0.2, 0.3, -5);
    ray.direction = vector_of(0, 0, 1);
    ray.verdict = 1;
    ray.pairs_a = {0, 3};
    Judged judged = judge(ray);
    if (judged.outcome != Outcome::right) { // the ray passes the other triangle of the far side
        ray.pairs_a = {0, 2};
        judged = judge(ray);
    }
    EXPECT_EQ(judged.outcome, Outcome::right) << judged.text;
    ray.pairs_a.pop_back();
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.pairs_a = {0, 5};
    EXPECT_NE(judge(ray).text.find("passes triangle 5"), std::string::npos) << judge(ray).text;
    ray.pairs_a = {99};
    EXPECT_EQ(judge(ray).stage, Stage::report);
}

TEST_F(JudgeRays, AGrazingRayIsNotWrongWhetherItHitsOrMisses) {
    QueryRecord ray = query("ray", "any");
    ray.origin = vector_of(-5, 1, 0.25); // the ray lies in the plane of a side
    ray.direction = vector_of(1, 0, 0);
    for (const std::uint64_t verdict : {0u, 1u}) {
        ray.verdict = verdict;
        EXPECT_NE(judge(ray).outcome, Outcome::wrong) << judge(ray).text;
    }
    ray.origin = vector_of(-5, 1 + 1e-9, 0.25);
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong); // the reported hit is wrong
    ray.scalar_bits = 32;
    EXPECT_EQ(judge(ray).outcome, Outcome::within_precision);
}

// Finds the first hit by testing all triangles, by determinants in double.
std::optional<double> first_hit(const MeshRecord& mesh, const glm::dvec3& o, const glm::dvec3& d) {
    std::optional<double> first;
    const auto vertex = [&](std::size_t i) {
        const std::size_t v = 3 * std::size_t{mesh.triangles[i]};
        return glm::dvec3(mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]);
    };
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
        const glm::dvec3 a = vertex(i), u = vertex(i + 1) - a, v = vertex(i + 2) - a, p = glm::cross(d, v);
        const double determinant = glm::dot(u, p);
        if (std::abs(determinant) < 1e-14) continue;
        const double beta = glm::dot(o - a, p) / determinant;
        const glm::dvec3 q = glm::cross(o - a, u);
        const double gamma = glm::dot(d, q) / determinant, t = glm::dot(v, q) / determinant;
        if (beta < 0 || gamma < 0 || beta + gamma > 1 || t < 0) continue;
        if (!first || t < *first) first = t;
    }
    return first;
}

TEST_F(JudgeRays, AnswersOfAPlainTracerAreAcceptedAndInvertedVerdictsAreWrong) {
    const Mesh sphere = make_geodesic_sphere(1.0, 4);
    capture_.meshes[{1, 0}] = record_mesh(sphere.view(), 1, "sphere");
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1.5, 1.5);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
        const glm::dvec3 o(any(random), any(random), any(random)), d(any(random), any(random), any(random));
        const auto t = first_hit(capture_.meshes[{1, 0}], o, d);
        QueryRecord ray = query("ray", "distance");
        ray.origin = vector_of(o.x, o.y, o.z);
        ray.direction = vector_of(d.x, d.y, d.z);
        ray.verdict = t ? 1 : 0;
        if (t) ray.distance = *t * glm::length(d);
        const Judged judged = judge(ray);
        EXPECT_TRUE(judged.outcome == Outcome::right || judged.outcome == Outcome::within_precision)
            << judged.text;
        hits += t ? 1 : 0;
        ray.verdict = t ? 0 : 1;
        if (t)
            EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
        else
            EXPECT_EQ(judge(ray).outcome, Outcome::wrong) << judge(ray).text;
    }
    EXPECT_GT(hits, 60);
    EXPECT_LT(hits, 290);
}

TEST_F(JudgeRays, AMissedTriangleIsLocatedInTheHierarchy) {
    const Mesh sphere = make_geodesic_sphere(1.0, 4);
    capture_.meshes[{1, 0}] = record_mesh(sphere.view(), 1, "sphere");
    const AnyHierarchy tree =
        require_ok(build_any_hierarchy({.kind = "bvh2", .volume = "aabb"}, sphere.view()));
    capture_.hierarchies[{7, 0}] = record_hierarchy(tree, 7, 1).record;
    QueryRecord ray = query("ray", "any");
    ray.sides[0].hierarchy = 7;
    ray.origin = vector_of(0.01, 0.02, -5);
    ray.direction = vector_of(0, 0, 1);
    ray.verdict = 0;
    EXPECT_EQ(judge(ray).stage, Stage::none);
    EXPECT_NE(judge(ray).text.find("record the visits"), std::string::npos) << judge(ray).text;
    // A visit of the root with the verdict "separated".
    std::vector<std::byte> visit(16);
    capture_.visits[0] = {.query = 0, .seen = 1, .visits = visit};
    EXPECT_EQ(judge(ray).stage, Stage::overlap_test) << judge(ray).text;
    visit[13] = std::byte{1};
    capture_.visits[0].visits = visit;
    EXPECT_EQ(judge(ray).stage, Stage::traversal) << judge(ray).text;
    // The box of the root is too small.
    capture_.hierarchies[{7, 0}].bounds[0].values.values[2] = 0.5;
    EXPECT_EQ(judge(ray).stage, Stage::volume) << judge(ray).text;
}

TEST_F(JudgeRays, AnswersForPointsAreJudged) {
    QueryRecord point = query("point", "distance");
    point.origin = vector_of(3, 0.5, 0.25);
    point.distance = 2;
    EXPECT_EQ(judge(point).outcome, Outcome::right) << judge(point).text;
    point.witness_a = vector_of(1, 0.5, 0.25);
    EXPECT_EQ(judge(point).outcome, Outcome::right) << judge(point).text;
    point.witness_a = vector_of(1, 0.5, 0.5);
    EXPECT_EQ(judge(point).stage, Stage::primitive_test);
    point.witness_a = {};
    point.distance = 2.1;
    EXPECT_EQ(judge(point).outcome, Outcome::wrong);
    point.distance = 1.9;
    EXPECT_EQ(judge(point).stage, Stage::primitive_test);
    point.origin = vector_of(0, 0, 0.75);
    point.distance = 0.25;
    EXPECT_EQ(judge(point).outcome, Outcome::right);
    point.sides[0].is_solid = 1;
    EXPECT_EQ(judge(point).outcome, Outcome::wrong);
    for (const double inside : {0.0, -0.25}) {
        point.distance = inside;
        EXPECT_EQ(judge(point).outcome, Outcome::right) << judge(point).text;
    }
    point.mode = "any";
    point.verdict = 1;
    EXPECT_EQ(judge(point).outcome, Outcome::right);
    point.verdict = 0;
    EXPECT_EQ(judge(point).outcome, Outcome::wrong);
    point.origin = vector_of(0, 0, NAN);
    EXPECT_EQ(judge(point).stage, Stage::input);
}

TEST_F(JudgeRays, CastsOfCubesAreJudgedByTheirClosedForm) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> any(-0.9, 0.9);
    for (int i = 0; i < 60; ++i) {
        QueryRecord cast = query("cast", "time");
        const bool is_level = i % 3 == 0; // sides of the cubes then slide in common planes
        cast.sides[1].pose = pose_at(4, is_level ? 0 : any(random), is_level ? 0 : any(random));
        cast.direction = vector_of(8, 0, 0);
        cast.verdict = 1;
        cast.time = 0.25; // the time to close the gap of 2
        EXPECT_EQ(judge(cast).outcome, Outcome::right) << judge(cast).text;
        // Level cubes have sides in common planes. Their triangles then only touch, up to rounding, however far the
        // cubes overlap.
        const Outcome too_late = is_level ? Outcome::within_precision : Outcome::wrong;
        cast.time = 0.3;
        EXPECT_EQ(judge(cast).outcome, too_late) << judge(cast).text;
        cast.time = 0.2;
        EXPECT_NE(judge(cast).text.find("separated by 0.4"), std::string::npos) << judge(cast).text;
        cast.verdict = 0;
        cast.time = NAN;
        EXPECT_EQ(judge(cast).outcome, too_late) << judge(cast).text;
        cast.direction = vector_of(1.9, 0, 0);
        EXPECT_EQ(judge(cast).outcome, Outcome::right) << judge(cast).text;
    }
}

TEST_F(JudgeRays, FlatTrianglesThatSlideInOnePlaneMeet) {
    for (const std::uint64_t id : {1u, 2u}) {
        MeshRecord flat{.id = id};
        flat.positions = {.values = {0, 0, 0, 1, 0, 0, 0, 1, 0}};
        flat.triangles = {0, 1, 2};
        capture_.meshes[{id, 0}] = flat;
    }
    QueryRecord cast = query("cast", "time");
    cast.sides[1].pose = pose_at(3, 0, 0);
    cast.direction = vector_of(4, 0, 0);
    cast.verdict = 1;
    cast.time = 0.5;
    EXPECT_EQ(judge(cast).outcome, Outcome::right) << judge(cast).text;
    cast.time = 0.45;
    EXPECT_EQ(judge(cast).outcome, Outcome::wrong);
}

TEST_F(JudgeRays, DepthsOfCubesAreJudged) {
    QueryRecord pair = query("pair", "depth");
    pair.sides[1].pose = pose_at(1.75, 0.5, 0.25);
    pair.depth = 0.25;
    pair.normal = vector_of(1, 0, 0);
    pair.normal_rule = "a-to-b";
    EXPECT_EQ(judge(pair).outcome, Outcome::right) << judge(pair).text;
    pair.normal = vector_of(-1, 0, 0);
    EXPECT_EQ(judge(pair).outcome, Outcome::wrong);
    pair.normal_rule = "b-to-a";
    EXPECT_EQ(judge(pair).outcome, Outcome::right) << judge(pair).text;
    pair.depth = 0.5;
    EXPECT_NE(judge(pair).text.find("the depth is 0.25"), std::string::npos) << judge(pair).text;
    pair.sides[1].pose = pose_at(5, 0, 0);
    pair.depth = 0;
    EXPECT_EQ(judge(pair).outcome, Outcome::right);
    // Rotated by 45 degrees about z, b has an edge that is 0.1 behind the side x = 1 of a.
    const double c = std::sqrt(0.5);
    pair.sides[1].pose = {.values = {c, -c, 0, 1 - 0.1 + std::sqrt(2.0), c, c, 0, 0, 0, 0, 1, 0}};
    pair.depth = 0.1;
    EXPECT_NE(judge(pair).outcome, Outcome::wrong) << judge(pair).text;
    pair.depth = 0.11;
    EXPECT_EQ(judge(pair).outcome, Outcome::wrong);
}

TEST_F(JudgeRays, ADepthOfObjectsThatAreNotConvexIsWrongOrUndecided) {
    MeshRecord two = cube(1); // with a second cube far away, so that the mesh is not convex
    const MeshRecord other = cube(1);
    for (std::size_t i = 0; i < other.positions.size(); ++i)
        two.positions.values.push_back(other.positions[i] + (i % 3 == 0 ? 20 : 0));
    for (const std::uint32_t v : other.triangles) two.triangles.push_back(v + 8);
    capture_.meshes[{1, 0}] = two;
    QueryRecord pair = query("pair", "depth");
    pair.sides[1].pose = pose_at(1.75, 0.5, 0.25);
    pair.depth = 0.25;
    pair.normal = vector_of(1, 0, 0);
    EXPECT_EQ(judge(pair).outcome, Outcome::undecided);
    pair.depth = 0.2;
    EXPECT_EQ(judge(pair).outcome, Outcome::wrong) << judge(pair).text;
}

TEST_F(JudgeRays, ACastWithoutMotionMustReportAnOverlapAtTimeZero) {
    QueryRecord cast = query("cast", "time");
    cast.sides[1].pose = pose_at(1, 0.5, 0.25);
    for (const double length : {0.0, 1e-15}) {
        cast.direction = vector_of(length, 0, 0);
        cast.verdict = 0;
        EXPECT_EQ(judge(cast).outcome, Outcome::wrong) << judge(cast).text;
        cast.verdict = 1;
        cast.time = 0;
        EXPECT_EQ(judge(cast).outcome, Outcome::right) << judge(cast).text;
        cast.time = std::nan("");
    }
}

TEST_F(JudgeRays, ALimitedListOfHitsNeedNotBeComplete) {
    QueryRecord ray = query("ray", "all");
    ray.origin = vector_of(0.2, 0.3, -5);
    ray.direction = vector_of(0, 0, 1);
    ray.verdict = 1;
    EXPECT_EQ(judge(ray).outcome, Outcome::right) << judge(ray).text; // without a list
    ray.pairs_a = {0};
    if (judge(ray).text.find("passes triangle") != std::string::npos) ray.pairs_a = {1};
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.max_contacts = 1;
    EXPECT_EQ(judge(ray).outcome, Outcome::right) << judge(ray).text;
    ray.max_contacts = 2; // the list ends before the limit, so it must be complete
    EXPECT_EQ(judge(ray).outcome, Outcome::wrong);
    ray.is_truncated = 1;
    EXPECT_EQ(judge(ray).outcome, Outcome::right) << judge(ray).text;
}

TEST_F(JudgeRays, ADepthOfAnOpenOrFlatObjectIsUndecided) {
    QueryRecord pair = query("pair", "depth");
    pair.sides[1].pose = pose_at(1.75, 0.5, 0.25);
    pair.depth = 0.25;
    pair.normal = vector_of(1, 0, 0);
    MeshRecord open = cube(1);
    open.triangles.resize(30); // leaves out the side at x = 1
    capture_.meshes[{1, 0}] = open;
    EXPECT_EQ(judge(pair).outcome, Outcome::undecided) << judge(pair).text;
    // The shortest motion that separates b from the square is 0.25 along -z.
    MeshRecord flat{.id = 1};
    flat.positions.values = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    flat.triangles = {0, 1, 2, 0, 2, 3};
    capture_.meshes[{1, 0}] = flat;
    pair.sides[1].pose = pose_at(0, 0, -0.75);
    pair.normal = vector_of(0, 0, -1);
    EXPECT_EQ(judge(pair).outcome, Outcome::undecided) << judge(pair).text;
}

} // namespace
} // namespace boxwood::judge
