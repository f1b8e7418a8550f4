// The judge finds an answer right or wrong only if the capture determines the truth. Otherwise, the outcome is
// undecided.
#include "engine/judge/judge_capture.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace boxwood::judge {
namespace {

using namespace boxwood::capture;

// A tetrahedron, oriented outwards, whose right-angled corner has the coordinate `corner` on every axis.
void append_tetrahedron(MeshRecord& io_mesh, double corner, double size) {
    const auto first = static_cast<std::uint32_t>(io_mesh.vertex_count());
    for (int v = 0; v < 4; ++v)
        for (int axis = 0; axis < 3; ++axis)
            io_mesh.positions.values.push_back(corner + (v == axis + 1 ? size : 0.0));
    for (const std::uint32_t v : {0u, 2u, 1u, 0u, 1u, 3u, 1u, 2u, 3u, 2u, 0u, 3u})
        io_mesh.triangles.push_back(first + v);
}

MeshRecord tetrahedron(std::uint64_t id, double corner, double size) {
    MeshRecord mesh{.id = id};
    append_tetrahedron(mesh, corner, size);
    return mesh;
}

HierarchyRecord one_leaf(const MeshRecord& mesh) {
    HierarchyRecord tree{.id = mesh.id, .mesh = mesh.id, .mesh_revision = mesh.revision};
    tree.roots = tree.node_bounds = tree.first_child = tree.child_count = tree.first_primitive = {0};
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) tree.primitives.push_back(i);
    tree.primitive_count = {static_cast<std::uint32_t>(tree.primitives.size())};
    BoundsRecord box{.type = "aabb"};
    box.values.values = {-9, -9, -9, 9, 9, 9};
    tree.bounds = {box};
    return tree;
}

Capture pair_of(MeshRecord a, MeshRecord b, std::uint64_t verdict, bool is_a_solid) {
    Capture capture;
    QueryRecord query{.id = 1, .mode = "any", .verdict = verdict};
    query.sides = {{.mesh = a.id, .mesh_revision = a.revision, .is_solid = is_a_solid ? 1u : 0u},
                   {.mesh = b.id, .mesh_revision = b.revision}};
    capture.meshes[{a.id, a.revision}] = std::move(a);
    capture.meshes[{b.id, b.revision}] = std::move(b);
    capture.queries = {query};
    return capture;
}

TEST(JudgeCapture, AnyComponentInsideASolidIsInContactWithIt) {
    MeshRecord two = tetrahedron(2, 50.0, 0.1); // the first component is far outside
    append_tetrahedron(two, 0.1, 0.1);          // the second component is inside
    const MeshRecord around = tetrahedron(1, 0.0, 2.0);
    EXPECT_EQ(judge_capture(pair_of(around, two, 1, true)).findings.at(0).outcome, Outcome::right);
    EXPECT_EQ(judge_capture(pair_of(around, two, 0, true)).findings.at(0).outcome, Outcome::wrong);
    EXPECT_EQ(judge_capture(pair_of(around, two, 0, false)).findings.at(0).outcome,
              Outcome::right); // a surface contains no object
    EXPECT_EQ(judge_capture(pair_of(around, two, 1, false)).findings.at(0).outcome, Outcome::wrong);
}

TEST(JudgeCapture, AHierarchyOfAnotherRevisionIsAWrongInput) {
    Capture capture = pair_of(tetrahedron(1, 0.0, 1.0), tetrahedron(2, 0.1, 1.0), 0, false);
    MeshRecord old = tetrahedron(1, 0.0, 1.0);
    old.triangles.resize(3); // fewer triangles than in the revision that the query names
    capture.meshes[{1, 0}].revision = 1;
    capture.meshes[{1, 1}] = capture.meshes[{1, 0}];
    capture.meshes[{1, 0}] = old;
    capture.hierarchies[{1, 0}] = one_leaf(old);
    capture.queries[0].sides[0].mesh_revision = 1;
    capture.queries[0].sides[0].hierarchy = 1;
    const Finding finding = judge_capture(capture).findings.back();
    EXPECT_EQ(finding.outcome, Outcome::wrong);
    EXPECT_EQ(finding.stage, Stage::input) << finding.text;
}

TEST(JudgeCapture, PrimitivesThatAreNotTrianglesAreUndecided) {
    const MeshRecord mesh = tetrahedron(1, 0.0, 1.0);
    for (const char* kind : {"box", "user", "instance"}) {
        Capture capture;
        capture.meshes[{1, 0}] = mesh;
        HierarchyRecord tree = one_leaf(mesh);
        tree.primitive = kind;
        tree.primitives = {7,
                           // an index in the producer's own numbering
                           std::numeric_limits<std::uint32_t>::max() - 1};
        tree.primitive_count = {2};
        capture.hierarchies[{1, 0}] = tree;
        const JudgedCapture judged = judge_capture(capture);
        EXPECT_EQ(judged.count(Outcome::wrong), 0u) << kind;
        EXPECT_EQ(judged.count(Outcome::undecided), 1u) << kind;
    }
    Capture edges;
    edges.meshes[{1, 0}] = mesh;
    edges.hierarchies[{1, 0}] = one_leaf(mesh);
    edges.hierarchies[{1, 0}].edge_bounds = {0};
    EXPECT_EQ(judge_capture(edges).count(Outcome::undecided), 1u);
}

TEST(JudgeCapture, TrianglesWithinTheSecurityMarginAreContacts) {
    // A corner of the first tetrahedron is 0.5 below the second one.
    Capture capture = pair_of(tetrahedron(1, 0.0, 1.0), tetrahedron(2, 0.0, 1.0), 0, false);
    capture.queries[0].sides[1].pose.values = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1.5};
    const auto judge = [&](double margin, std::uint64_t verdict) {
        capture.queries[0].margin = margin;
        capture.queries[0].verdict = verdict;
        return judge_capture(capture).findings.at(0).outcome;
    };
    EXPECT_EQ(judge(0.4, 0), Outcome::right);
    EXPECT_EQ(judge(0.4, 1), Outcome::wrong);
    EXPECT_EQ(judge(0.6, 0), Outcome::wrong);
    EXPECT_EQ(judge(0.6, 1), Outcome::right);
    EXPECT_NE(judge(0.5, 0), Outcome::wrong); // the margin equals the distance
    EXPECT_NE(judge(0.5, 1), Outcome::wrong);
    EXPECT_EQ(judge(0.5 - 0x1p-52, 1), Outcome::within_precision);
    // The text states the deviation 2^-52, not the distance.
    const std::string text = judge_capture(capture).findings.at(0).text;
    EXPECT_NE(text.find("1 pair differs from the exact answer by at most 2.22"), std::string::npos) << text;
    capture.queries[0].mode = "all";
    capture.queries[0].pairs_a = capture.queries[0].pairs_b = {0};
    EXPECT_EQ(judge(0.6, 1), Outcome::wrong); // other pairs are within the margin too
}

TEST(JudgeCapture, QuantizedBoxesMayBeOffByRounding) {
    const MeshRecord mesh = tetrahedron(1, 0.0, 1.0);
    const auto judge = [&](double scale) {
        Capture capture;
        capture.meshes[{1, 0}] = mesh;
        HierarchyRecord tree = one_leaf(mesh);
        tree.scalar_bits = 32;
        tree.bounds = {
            {.type = "aabb-quantized", .quantized = {0, 0, 0, 100, 100, 100}, .rule = "origin+q*scale"}};
        tree.bounds[0].origin.values = {0, 0, 0};
        tree.bounds[0].scale.values = {scale, scale, scale};
        capture.hierarchies[{1, 0}] = tree;
        return judge_capture(capture).findings.at(0).outcome;
    };
    EXPECT_EQ(judge(0.0101), Outcome::right);
    EXPECT_EQ(judge(0.01 * (1 - 1e-7)), Outcome::within_precision);
    EXPECT_EQ(judge(0.0099), Outcome::wrong);
}

class JudgePairs : public ::testing::Test {
  protected:
    JudgePairs() {
        for (std::uint64_t id : {1u, 2u}) {
            capture_.meshes[{id, 0}] = tetrahedron(id, id == 1 ? 0.0 : 0.1, 1.0);
            capture_.bodies[id] = {.id = id, .meshes = {id}};
        }
        capture_.pairs = {{.frame = 0}};
    }
    Outcome outcome() const { return judge_capture(capture_).findings.back().outcome; }
    Capture capture_;
};

TEST_F(JudgePairs, BodiesThatTouchMustBePaired) {
    EXPECT_EQ(outcome(), Outcome::wrong);
    capture_.pairs[0].a = {2};
    capture_.pairs[0].b = {1};
    EXPECT_EQ(outcome(), Outcome::right);
}

TEST_F(JudgePairs, UnknownRevisionsMissingMeshesAndIncompleteListsAreUndecided) {
    // The mesh has two revisions, and the capture does not state which one a frame used.
    capture_.meshes[{2, 1}] = tetrahedron(2, 5.0, 1.0);
    EXPECT_EQ(outcome(), Outcome::undecided);
    capture_.meshes.erase({2, 0});
    EXPECT_EQ(outcome(), Outcome::right); // the only remaining revision is far away
    capture_.meshes.erase({2, 1});
    EXPECT_EQ(outcome(), Outcome::undecided);
    capture_.pairs[0].is_complete = 0;
    EXPECT_EQ(outcome(), Outcome::undecided);
}

TEST_F(JudgePairs, ABodyWithAnEmptyMeshTouchesNothingAndIsJudged) {
    capture_.meshes[{2, 0}] = {.id = 2};
    EXPECT_EQ(outcome(), Outcome::right);
    capture_.meshes[{3, 0}] = tetrahedron(3, 0.1, 1.0);
    capture_.bodies[3] = {.id = 3, .meshes = {3}};
    EXPECT_EQ(outcome(), Outcome::wrong); // bodies 1 and 3 touch
    capture_.bodies.erase(3);
    capture_.meshes[{2, 0}].positions.values = {0, 0, 0};
    EXPECT_EQ(outcome(), Outcome::undecided); // a polytope whose triangles are not recorded
    capture_.bodies[2].meshes.clear();
    EXPECT_EQ(outcome(), Outcome::undecided);
}

TEST_F(JudgePairs, SurfacesThatTouchWithinRoundingNeedNoPair) {
    capture_.meshes[{2, 0}] = tetrahedron(2, 0.0, 1.0);
    for (double& x : capture_.meshes[{2, 0}].positions.values) x = -x; // the two meshes share a corner
    EXPECT_EQ(outcome(), Outcome::right);
}

TEST_F(JudgePairs, ADroppedPoseMakesTheOutcomeUndecided) {
    const std::vector<double> here{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
        far{1, 0, 0, 50, 0, 1, 0, 0, 0, 0, 1, 0};
    capture_.poses = {{.frame = 1, .bodies = {1}, .matrices = {here}},
                      {.frame = 1, .bodies = {2}, .matrices = {here}}};
    capture_.dropped = {{.counts = {0, 0, 0, 0, 1}, .first_frame = 2, .last_frame = 3}};
    const auto at = [this](std::uint64_t frame) {
        capture_.pairs[0].frame = frame;
        return outcome();
    };
    EXPECT_EQ(at(1), Outcome::wrong); // the bodies touch, but no pair is reported
    EXPECT_EQ(at(2), Outcome::undecided);
    EXPECT_EQ(at(4), Outcome::undecided);
    capture_.poses.push_back({.frame = 4, .bodies = {1}, .matrices = {here}});
    EXPECT_EQ(at(4), Outcome::undecided); // the pose of body 2 is unknown
    capture_.poses.push_back({.frame = 5, .bodies = {2}, .matrices = {far}});
    EXPECT_EQ(at(5), Outcome::right);
}

// The record does not state in which frames of its range poses were dropped, so it can be any of them.
TEST_F(JudgePairs, APoseWithinARangeOfDroppedPosesIsKnownOnlyInItsFrame) {
    const std::vector<double> here{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    capture_.dropped = {{.counts = {0, 0, 0, 0, 2}, .first_frame = 2, .last_frame = 8}};
    for (const std::uint64_t frame : {3u, 8u})
        for (const std::uint64_t body : {1u, 2u})
            capture_.poses.push_back({.frame = frame, .bodies = {body}, .matrices = {here}});
    const auto at = [this](std::uint64_t frame) {
        capture_.pairs[0].frame = frame;
        return outcome();
    };
    EXPECT_EQ(at(3), Outcome::wrong); // the bodies touch, but no pair is reported
    EXPECT_EQ(at(4), Outcome::undecided);
    EXPECT_EQ(at(6), Outcome::undecided);
    EXPECT_EQ(at(8), Outcome::wrong);
    EXPECT_EQ(at(9), Outcome::wrong);
    capture_.dropped[0] = {.counts = {0, 0, 0, 0, 2}, .first_frame = 0, .last_frame = 0};
    for (capture::PoseRecord& pose : capture_.poses) pose.frame = 0;
    EXPECT_EQ(at(0), Outcome::wrong);
}

// The dropped mesh can be a later revision of the mesh of a body, which then has another shape.
TEST_F(JudgePairs, ADroppedMeshMakesTheOutcomeUndecided) {
    EXPECT_EQ(outcome(), Outcome::wrong); // the bodies touch, but no pair is reported
    capture_.dropped = {{.counts = {1}}};
    EXPECT_EQ(outcome(), Outcome::undecided);
}

TEST_F(JudgePairs, AnInvalidPoseMakesTheOutcomeUndecided) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> here{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
        nowhere{1, 0, 0, nan, 0, 1, 0, 0, 0, 0, 1, 0};
    capture_.poses = {{.frame = 0, .bodies = {2}, .matrices = {here}}};
    EXPECT_EQ(outcome(), Outcome::wrong); // the bodies touch, but no pair is reported
    capture_.pairs[0].frame = 1;
    capture_.poses.push_back({.frame = 1, .bodies = {2}, .matrices = {nowhere}});
    EXPECT_EQ(outcome(), Outcome::undecided);
    capture_.poses.back().matrices.values.resize(6);
    EXPECT_EQ(outcome(), Outcome::undecided);
    capture_.poses.push_back({.frame = 1, .bodies = {2}, .matrices = {here}});
    EXPECT_EQ(outcome(), Outcome::wrong);
}

TEST(JudgeCapture, TheDistanceOfAnObjectInsideASolidIsZero) {
    const MeshRecord around = tetrahedron(1, 0.0, 9.0), inside = tetrahedron(2, 1.0, 0.1);
    Capture capture = pair_of(around, inside, kUnknown, true);
    QueryRecord& query = capture.queries[0];
    query.mode = "distance";
    const auto judge = [&] { return judge_capture(capture).findings.at(0); };
    query.distance = 0;
    EXPECT_EQ(judge().outcome, Outcome::right) << judge().text;
    query.witness_a.values = query.witness_b.values = {1.0, 1.0, 1.0}; // a point in both objects
    EXPECT_EQ(judge().outcome, Outcome::right) << judge().text;
    query.witness_a = query.witness_b = {};
    query.distance = 1; // the distance of the surfaces
    EXPECT_EQ(judge().outcome, Outcome::wrong);
    EXPECT_EQ(judge().stage, Stage::report) << judge().text;
    query.distance = kNotStated;
    query.cutoff = 0.5;
    EXPECT_EQ(judge().outcome, Outcome::wrong) << judge().text;
    query.sides[0].is_solid = 0;
    EXPECT_EQ(judge().outcome, Outcome::right) << judge().text;
}

// Two tetrahedra intersect in several pairs of triangles, of which the answer lists one.
TEST(JudgeCapture, AListShorterThanItsLimitMustBeComplete) {
    Capture capture = pair_of(tetrahedron(1, 0.0, 1.0), tetrahedron(2, 0.1, 1.0), 1, false);
    QueryRecord& query = capture.queries[0];
    query.mode = "all";
    const auto outcome = [&] { return judge_capture(capture).findings.at(0).outcome; };
    for (std::uint32_t a = 0; a < 4 && query.pairs_a.empty(); ++a)
        for (std::uint32_t b = 0; b < 4 && query.pairs_a.empty(); ++b) {
            query.pairs_a = {a};
            query.pairs_b = {b};
            query.is_truncated = 1;
            if (outcome() == Outcome::wrong) query.pairs_a.clear();
        }
    ASSERT_EQ(query.pairs_a.size(), 1u);
    EXPECT_EQ(outcome(), Outcome::right);
    query.is_truncated = 0;
    query.max_contacts = 1;
    EXPECT_EQ(outcome(), Outcome::right);
    query.max_contacts = 100;
    EXPECT_EQ(outcome(), Outcome::wrong);
    // A list that is empty because of a limit claims nothing.
    query.pairs_a.clear();
    query.pairs_b.clear();
    query.verdict = kUnknown;
    query.max_contacts = 0;
    EXPECT_EQ(outcome(), Outcome::undecided);
}

TEST(JudgeCapture, InvalidMarginsTolerancesAndPosesAreInputErrors) {
    const Capture sound = pair_of(tetrahedron(1, 0.0, 1.0), tetrahedron(2, 5.0, 1.0), 0, false);
    const auto judged = [&](const auto& change) {
        Capture capture = sound;
        change(capture.queries[0]);
        return judge_capture(capture).findings.at(0);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(judged([](QueryRecord&) {}).outcome, Outcome::right);
    EXPECT_EQ(judged([](QueryRecord& q) { q.margin = -0.1; }).outcome, Outcome::undecided);
    EXPECT_EQ(judged([&](QueryRecord& q) { q.margin = nan; }).stage, Stage::input);
    EXPECT_EQ(judged([](QueryRecord& q) { q.declared_error = -1; }).stage, Stage::input);
    const auto too_far = [](double tolerance) {
        return [=](QueryRecord& q) {
            q.mode = "distance";
            q.distance = 1e6;
            q.tolerance = tolerance;
        };
    };
    EXPECT_EQ(judged(too_far(0)).outcome, Outcome::wrong);
    EXPECT_EQ(judged(too_far(nan)).stage, Stage::input);
    EXPECT_EQ(judged([](QueryRecord& q) {
                  q.sides[0].pose.values = {1e290, 0, 0, 1e300, 0, 1, 0, 0, 0, 0, 1, 0};
              }).stage,
              Stage::input);
}

// Comparisons with NaN are false, so a volume with NaN would seem to contain everything.
TEST(JudgeCapture, VolumesWithInvalidMarginsOrNormalsAreWrong) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const MeshRecord mesh = tetrahedron(1, 0.0, 1.0);
    const auto judged = [&mesh](const BoundsRecord& bounds) {
        Capture capture;
        capture.meshes[{1, 0}] = mesh;
        capture.hierarchies[{1, 0}] = one_leaf(mesh);
        capture.hierarchies[{1, 0}].bounds = {bounds};
        const Finding finding = judge_capture(capture).findings.at(0);
        return finding.outcome == Outcome::wrong ? finding.text : "not wrong: " + finding.text;
    };
    BoundsRecord box{.type = "aabb", .values = {.values = {0, 0, 0, 0.5, 0.5, 0.5}}};
    box.margins.values = {nan};
    EXPECT_EQ(judged(box), "node 0: its margin is a NaN");
    BoundsRecord dop{.type = "kdop", .k = 6, .values = {.values = {0, 0, 0, 1, 1, 0.5}}};
    for (const double bad : {nan, 0.0}) { // the normal of the slab that is too narrow
        dop.normals.values = {1, 0, 0, 0, 1, 0, 0, 0, bad};
        EXPECT_EQ(judged(dop), "a normal of the k-DOP is zero or not finite");
    }
}

TEST(JudgeCapture, AFindingAboutADistanceBoundDoesNotMentionAnOverlap) {
    MeshRecord a = tetrahedron(1, 0.0, 1.0), b = tetrahedron(2, 5.0, 1.0);
    Capture capture = pair_of(a, b, capture::kUnknown, false);
    capture.hierarchies = {{{1, 0}, one_leaf(a)}, {{2, 0}, one_leaf(b)}};
    QueryRecord& query = capture.queries[0];
    query.mode = "distance";
    query.distance = 90;
    query.sides[0].hierarchy = 1;
    query.sides[1].hierarchy = 2;
    std::vector<std::byte> visit(16); // of the roots
    visit[12] = std::byte{6};         // a bound
    capture.visits[1] = {.query = 1, .seen = 1, .visits = visit};
    const Finding finding = judge_capture(capture).findings.back();
    EXPECT_EQ(finding.stage, Stage::overlap_test);
    EXPECT_EQ(finding.text.find("overlap"), std::string::npos) << finding.text;
}

TEST(JudgeCapture, AKdopWhoseNumberOfNormalsOverflowsIsWrong) {
    const MeshRecord mesh = tetrahedron(1, 0.0, 1.0);
    HierarchyRecord tree = one_leaf(mesh);
    // 3 k / 2 overflows to 1
    tree.bounds[0] = {.type = "kdop", .k = 0x5555555555555556, .normals = {.values = {1.0}}};
    Capture capture;
    capture.meshes[{1, 0}] = mesh;
    capture.hierarchies[{1, 0}] = tree;
    EXPECT_NE(judge_capture(capture).findings.at(0).text.find("k/2 normals"), std::string::npos);
}

} // namespace
} // namespace boxwood::judge
