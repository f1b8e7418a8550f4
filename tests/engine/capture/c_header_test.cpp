// The C header: the reader gives back the fields that the header wrote, and a failed write sets an errno.
#define BWC_SOCKETS // this file is the first of the unity build
#include "engine/capture/c/boxwood_capture.h"
#include "engine/capture/capture.hpp"
#include "engine/capture/stream/capture_listener.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace boxwood::capture {
namespace {

class CHeader : public ::testing::Test {
  protected:
    ~CHeader() override { std::filesystem::remove(path_); }

    Capture read() const {
        const Result<Capture> found = read_capture(path_);
        EXPECT_TRUE(found) << found.error().message;
        EXPECT_TRUE(found->problems.empty()) << found->problems[0];
        EXPECT_TRUE(found->is_finished);
        return *found;
    }

    std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                  (std::string("c_header_") +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".mcap");
    bwc_capture capture_{};
};

TEST_F(CHeader, FieldsAreReadBackAsTheyWereWritten) {
    ASSERT_EQ(bwc_open(&capture_, path_.c_str(), "engine 3"), 0);
    const std::array<float, 9> positions{0, 0, 0, 1, 0, 0, 0, 1, 0.5f};
    const std::array<std::uint32_t, 3> triangle{0, 1, 2};
    bwc_mesh mesh = bwc_mesh_init;
    mesh.id = 4;
    mesh.revision = 5;
    mesh.name = "odd name";
    mesh.positions.singles = positions.data();
    mesh.positions.count = positions.size();
    mesh.triangles = triangle.data();
    mesh.triangle_count = 1;
    mesh.is_solid = 1;
    bwc_write_mesh(&capture_, 10, &mesh);

    const std::array<double, 7> capsule{0, 0, 0, 1, 0, 0, 2};
    std::array<bwc_bounds, 2> bounds{bwc_bounds bwc_bounds_init, bwc_bounds bwc_bounds_init};
    bounds[0].type = "capsule";
    bounds[0].values.doubles = capsule.data();
    bounds[0].values.count = capsule.size();
    bounds[1].type = "kdop";
    bounds[1].k = 14;
    bounds[1].rule = "none";
    bwc_hierarchy tree = bwc_hierarchy_init;
    const std::array<std::uint32_t, 1> zero{0}, one{1};
    tree.id = 6;
    tree.mesh = 4;
    tree.mesh_revision = 5;
    tree.library = "engine";
    tree.scalar_bits = 32;
    tree.may_repeat = 1;
    tree.length_unit = "cm";
    tree.roots = zero.data();
    tree.root_count = 1;
    tree.node_count = 1;
    tree.node_bounds = tree.first_child = tree.child_count = tree.first_primitive = zero.data();
    tree.primitive_count = one.data();
    tree.primitives = zero.data();
    tree.primitive_list_count = 1;
    tree.bounds = bounds.data();
    tree.bounds_count = 2;
    bwc_write_hierarchy(&capture_, 11, &tree);

    const std::array<std::uint64_t, 2> ids{4, 9};
    bwc_write_body(&capture_, 12, 1, "cup", ids.data(), 1, 1);
    bwc_write_frame(&capture_, 13, 2);
    std::array<double, 12> matrix{1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9};
    bwc_write_poses(&capture_, 14, 2, ids.data(), matrix.data(), 1);
    bwc_write_pairs(&capture_, 15, 2, ids.data(), ids.data() + 1, 1);

    bwc_query query = bwc_query_init;
    const std::array<double, 3> point{1, 2, 3};
    query.id = 77;
    query.frame = 2;
    query.mode = "distance";
    query.sides[0].mesh = 4;
    query.sides[0].pose = matrix.data();
    query.sides[1].mesh = 9;
    query.sides[1].is_solid = 1;
    query.relative_used = matrix.data();
    query.declared_error = 0.5;
    query.distance = 0.125;
    query.pairs_a = zero.data();
    query.pairs_b = one.data();
    query.pair_count = 1;
    query.is_truncated = 1;
    query.witness_b = point.data();
    query.note = "look";
    bwc_write_query(&capture_, 16, &query);
    bwc_query ray = bwc_query_init;
    ray.kind = "ray";
    ray.mode = "distance";
    ray.sides[0].mesh = 4;
    ray.origin = point.data();
    ray.direction = point.data();
    ray.max_t = 8;
    bwc_write_query(&capture_, 16, &ray);
    const std::array<bwc_visit, 2> visits{bwc_visit{0, 0, 0, 0, 1, -1, 0}, bwc_visit{0, 0, 0, 1, 1, -1, 0}};
    bwc_write_visits(&capture_, 17, 77, 5, visits.data(), visits.size());
    ASSERT_EQ(bwc_close(&capture_), 0);

    const Capture found = read();
    EXPECT_EQ(found.producer, "engine 3");
    const MeshRecord* read_mesh = found.find_mesh(4, 5);
    ASSERT_NE(read_mesh, nullptr);
    EXPECT_EQ(read_mesh->name, "odd name");
    EXPECT_TRUE(read_mesh->positions.is_single_precision);
    EXPECT_EQ(read_mesh->positions[8], 0.5);
    EXPECT_EQ(read_mesh->triangles, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(read_mesh->is_solid, 1u);
    const HierarchyRecord* read_tree = found.find_hierarchy(6, 0);
    ASSERT_NE(read_tree, nullptr);
    EXPECT_EQ(read_tree->mesh_revision, 5u);
    EXPECT_EQ(read_tree->scalar_bits, 32u);
    EXPECT_EQ(read_tree->may_repeat, 1u);
    EXPECT_EQ(read_tree->length_unit, "cm");
    EXPECT_EQ(read_tree->primitive_count, (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(read_tree->primitives, (std::vector<std::uint32_t>{0}));
    ASSERT_EQ(read_tree->bounds.size(), 2u);
    EXPECT_EQ(read_tree->bounds[0].type, "capsule");
    EXPECT_EQ(read_tree->bounds[0].values[6], 2.0);
    EXPECT_EQ(read_tree->bounds[1].k, 14u);
    EXPECT_EQ(read_tree->bounds[1].rule, "none");
    EXPECT_EQ(found.bodies.at(1).name, "cup");
    EXPECT_EQ(found.bodies.at(1).is_fixed, 1u);
    EXPECT_EQ(found.bodies.at(1).is_removed, 0u);
    EXPECT_EQ(found.frames.at(0).index, 2u);
    EXPECT_EQ(found.poses.at(0).matrices[11], 9.0);
    EXPECT_EQ(found.pairs.at(0).b.at(0), 9u);
    ASSERT_EQ(found.queries.size(), 2u);
    EXPECT_EQ(found.queries[1].kind, "ray");
    EXPECT_EQ(found.queries[1].sides.size(), 1u);
    EXPECT_EQ(found.queries[1].origin[2], 3.0);
    EXPECT_EQ(found.queries[1].direction.size(), 3u);
    EXPECT_EQ(found.queries[1].max_t, 8.0);
    const QueryRecord& q = found.queries[0];
    EXPECT_EQ(q.id, 77u);
    EXPECT_EQ(q.mode, "distance");
    EXPECT_EQ(q.sides.at(0).pose[3], 7.0);
    EXPECT_EQ(q.sides.at(0).body, kUnknown);
    EXPECT_TRUE(q.sides.at(1).pose.empty());
    EXPECT_EQ(q.sides.at(1).is_solid, 1u);
    EXPECT_EQ(q.relative_used.size(), 12u);
    EXPECT_EQ(q.declared_error, 0.5);
    EXPECT_EQ(q.max_contacts, kUnknown);
    EXPECT_TRUE(std::isnan(q.cutoff));
    EXPECT_EQ(q.verdict, kUnknown);
    EXPECT_EQ(q.pairs_b, (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(q.is_truncated, 1u);
    EXPECT_EQ(q.distance, 0.125);
    EXPECT_TRUE(std::isnan(q.depth));
    EXPECT_TRUE(q.witness_a.empty());
    EXPECT_EQ(q.witness_b[2], 3.0);
    EXPECT_EQ(q.note, "look");
    EXPECT_EQ(found.visits.at(77).seen, 5u);
    EXPECT_EQ(found.visits.at(77).visits.size(), 32u);
}

TEST_F(CHeader, EveryMessageIsInTheFileBeforeClose) {
    ASSERT_EQ(bwc_open(&capture_, path_.c_str(), "engine"), 0);
    for (std::uint64_t i = 0; i < 50; ++i) bwc_write_frame(&capture_, i, i);
    // Every message was flushed although the capture was not closed.
    const Result<Capture> found = read_capture(path_);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_finished);
    EXPECT_EQ(found->frames.size(), 50u);
    EXPECT_EQ(bwc_close(&capture_), 0);
    EXPECT_NE(bwc_close(&capture_), 0); // the capture is closed already
}

TEST_F(CHeader, AFailedWriteSetsAnErrnoThatCloseReturns) {
    EXPECT_EQ(bwc_open(&capture_, "/nowhere/a.mcap", "engine"), ENOENT);
    EXPECT_EQ(bwc_error(&capture_), ENOENT);
    bwc_write_frame(&capture_, 0, 0); // ignored
    EXPECT_EQ(bwc_close(&capture_), ENOENT);
    if (!std::filesystem::exists("/dev/full")) return;
    ASSERT_EQ(bwc_open(&capture_, "/dev/full", "engine"), 0); // succeeds, because writes are buffered
    bwc_write_frame(&capture_, 0, 0);
    EXPECT_EQ(bwc_error(&capture_), ENOSPC);
    bwc_write_frame(&capture_, 0, 1);
    EXPECT_EQ(bwc_close(&capture_), ENOSPC);
}

TEST_F(CHeader, CloseTimesOutIfTheViewerReadsNothing) {
    const Result<CaptureListener> viewer = CaptureListener::open(0); // never polled, so it reads nothing
    ASSERT_TRUE(viewer) << viewer.error().message;
    std::array<char, 4096> buffer{};
    ASSERT_EQ(bwc_connect(&capture_, viewer->port(), "engine", buffer.data(), buffer.size(), 0), 0);
    // Small messages fill the socket buffers of the operating system, and then `buffer` until a /dropped message may
    // not fit into the rest.
    const std::uint64_t mesh = 1;
    for (int i = 0; i < 5'000'000 && capture_.all_dropped[BWC_BODY] < 10'000; ++i)
        bwc_write_body(&capture_, 0, 0, "", &mesh, 1, 0);
    ASSERT_EQ(bwc_error(&capture_), 0);
    ASSERT_GT(capture_.used, capture_.capacity - 2 * BWC_DROPPED_BYTES);
    EXPECT_EQ(bwc_close(&capture_), ETIMEDOUT);
}

} // namespace
} // namespace boxwood::capture
