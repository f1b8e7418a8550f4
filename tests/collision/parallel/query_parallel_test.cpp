#include "collision/parallel/tbb_executor.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_choices.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

struct Object {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;

    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};

Object make_object(SampleMesh mesh, const Pose& pose, const HierarchyConfig& config) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
    return {std::move(mesh), std::move(hierarchy), pose};
}

bool is_same_point(const glm::dvec3& x, const glm::dvec3& y) {
    return std::memcmp(&x, &y, sizeof(x)) == 0;
}

void expect_same_answer(const QueryResult& found, const QueryResult& serial) {
    ASSERT_EQ(found.intersects, serial.intersects);
    ASSERT_EQ(found.pairs, serial.pairs);
    ASSERT_EQ(found.distance, serial.distance);
    ASSERT_EQ(found.closest, serial.closest);
    ASSERT_TRUE(is_same_point(found.point_on_a_w, serial.point_on_a_w));
    ASSERT_TRUE(is_same_point(found.point_on_b_w, serial.point_on_b_w));
}

// Runs queries with every kind of executor. Answers must be those of a serial query. Counters must be the same for all
// kinds.
class QueryParallelTest : public testing::Test {
  protected:
    QueryParallelTest() {
        executors_[0] = std::make_unique<SerialExecutor>();
        executors_[1] = std::make_unique<oracle::BackwardsExecutor>();
        executors_[2] = std::make_unique<oracle::ThreadsExecutor>();
#if !defined(__SANITIZE_THREAD__)
        executors_[3] = make_tbb_executor(4);
#endif
    }

    // Returns true if the query was split into at least 64 tasks.
    bool expect_all_alike(const Object& a, const Object& b, const QueryRequest& request) {
        QueryResult serial, found;
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), request, scratch_, serial));
        QueryCounters counters;
        for (std::size_t i = 0; i < executors_.size(); ++i) {
            if (executors_[i] == nullptr) continue;
            EXPECT_TRUE(query_meshes(a.operand(), b.operand(), request, *executors_[i], divided_, found));
            expect_same_answer(found, serial);
            if (testing::Test::HasFatalFailure()) return false;
            if (i == 0) counters = found.counters;
            EXPECT_EQ(found.counters, counters) << "counters depend on the executor";
            if (request.mode == QueryMode::all) {
                EXPECT_EQ(found.counters, serial.counters);
            }
        }
        EXPECT_EQ(serial.counters.relations, counters.relations);
        return divided_.parts.size() >= 64;
    }

    QueryScratch scratch_;
    ParallelQueryScratch divided_;

  private:
    std::array<std::unique_ptr<Executor>, 4> executors_;
};

TEST_F(QueryParallelTest, answers_equal_serial_answers_for_every_kind_and_volume) {
    Random random(1);
    bool is_split = false;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const HierarchyConfig config{std::string(kind), std::string(volume), "midpoint",
                                         1 + static_cast<std::uint32_t>(random() % 3)};
            if (!build_any_hierarchy(config, oracle::make_cube(1.0, 1).view())) continue;
            Object a =
                make_object(oracle::make_torus(1.0, 0.3, 40, 20), oracle::draw_pose(random, 0.2), config);
            Object b =
                make_object(oracle::make_soup(random, 600, 0.1), oracle::draw_pose(random, 0.2), config);
            for (const double shift : {0.0, 2.5}) {
                b.pose.origin.x += shift;
                for (const auto& mode : kAllQueryModes) is_split |= expect_all_alike(a, b, {mode.value});
                ASSERT_FALSE(HasFatalFailure()) << kind << ", " << volume;
            }
        }
    EXPECT_TRUE(is_split);
}

TEST_F(QueryParallelTest, answers_equal_serial_answers_for_every_descent_and_test) {
    Random random(2);
    std::size_t contacts = 0, apart = 0;
    for (std::size_t round = 0; round < test::choose_effort(2, 100); ++round)
        for (const char* kind : {"bvh2", "box-tree", "bvh8"}) {
            const HierarchyConfig config{kind, "aabb", "binned-sah", 1};
            const Object a =
                make_object(oracle::make_torus(1.0, 0.3, 30, 16), oracle::draw_pose(random, 0.7), config);
            Object b =
                make_object(oracle::make_soup(random, 300, 0.1), oracle::draw_pose(random, 0.7), config);
            if (round % 2 == 1) b.pose.origin.x += 4.0; // disjoint
            for (const auto& descent : kAllDescents)
                for (const auto& test : kAllOverlapTests)
                    for (const auto& leaf_test : kAllLeafTests)
                        for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
                            expect_all_alike(a, b, {mode, test.value, descent.value, leaf_test.value});
                            ASSERT_FALSE(HasFatalFailure()) << kind << ", " << descent.name << ", "
                                                            << test.name << ", " << leaf_test.name;
                        }
            QueryResult any;
            EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {QueryMode::any}, scratch_, any));
            ++(any.intersects ? contacts : apart);
        }
    EXPECT_GT(contacts, 0u);
    EXPECT_GT(apart, 0u);
}

// Two cubes with equal grids face each other: all pairs of opposite triangles are equally close, and every executor
// must report the same pair.
TEST_F(QueryParallelTest, every_executor_reports_the_same_of_equally_close_pairs) {
    const HierarchyConfig config{"bvh2", "aabb", "midpoint", 1};
    const Object a = make_object(oracle::make_cube(1.0, 12), Pose{}, config);
    Object b = make_object(oracle::make_cube(1.0, 12), Pose{}, config);
    b.pose.origin = {3.0, 0.0, 0.0};
    expect_all_alike(a, b, {QueryMode::distance});
    expect_all_alike(b, a, {QueryMode::distance});
    b.pose.origin = {0.5, 0.0, 0.0}; // four pairs of sides are coplanar
    for (const auto& mode : kAllQueryModes) expect_all_alike(a, b, {mode.value});
}

TEST_F(QueryParallelTest, SmallAndDistantMeshesHaveTheSerialAnswers) {
    for (const double shift : {0.0, 0.5, 100.0}) {
        const HierarchyConfig config;
        const Object a = make_object(oracle::make_cube(1.0, 1), Pose{}, config);
        Object b = make_object(oracle::make_cube(1.0, 1), Pose{}, config);
        b.pose.origin.y = shift;
        for (const auto& mode : kAllQueryModes) expect_all_alike(a, b, {mode.value});
    }
}

TEST_F(QueryParallelTest, ParallelQueriesRecordAsManyPrimitiveTestsAsSerialQueries) {
    Random random(3);
    const HierarchyConfig config;
    const Object a = make_object(oracle::make_torus(1.0, 0.3, 30, 16), Pose{}, config);
    const Object b = make_object(oracle::make_soup(random, 300, 0.2), Pose{}, config);
    PrimitiveTestRecord log, of_serial;
    QueryResult found, serial;
    SerialExecutor executor;
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.mode = QueryMode::all, .log = &of_serial}, scratch_, serial));
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.mode = QueryMode::all, .log = &log}, executor, divided_, found));
    EXPECT_EQ(found.pairs, serial.pairs);
    EXPECT_EQ(log.size(), of_serial.size());
    EXPECT_GT(log.size(), 0u);
}

} // namespace
} // namespace boxwood
