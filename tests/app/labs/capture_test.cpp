// The capture lab without a window: drawn volumes, recorded trees and comparisons, checked against independent
// definitions.
#include "app/labs/capture/capture_source.hpp"
#include "app/labs/capture/drawing/capture_drawing.hpp"
#include "app/labs/capture/panels/trees_page.hpp"
#include "app/labs/capture/recorded_comparison.hpp"
#include "app/labs/capture/volume_outline.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "engine/explain/hierarchy/hierarchy_survey.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/producer/fault_sample.hpp"
#include "engine/producer/record_query.hpp"
#include "tests/app/labs/screen.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace boxwood {
namespace {

using judge::NodeVolumes;

// A hierarchy of one leaf with one volume, which is enlarged by a margin of 0.25.
capture::HierarchyRecord one_volume(const char* type, std::vector<double> values,
                                    std::vector<double> normals = {}) {
    capture::HierarchyRecord record;
    record.roots = {0};
    record.node_bounds = {0};
    record.first_child = record.child_count = record.first_primitive = {0};
    record.primitive_count = {0};
    capture::BoundsRecord bounds;
    bounds.type = type;
    bounds.values.values = std::move(values);
    bounds.normals.values = std::move(normals);
    bounds.k = 2 * (bounds.normals.size() / 3);
    bounds.margins.values = {0.25};
    record.bounds.push_back(std::move(bounds));
    return record;
}

struct OneVolume {
    const char* type;
    std::vector<double> values;
    std::vector<double> normals{};
    double area = 0.0; // with the margin
    bool has_inner_lines = false;
};

constexpr double kRound = 3.14159265358979323846;

std::vector<OneVolume> all_types() {
    const std::vector<double> axes{0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1};
    const auto with_axes = [&](std::vector<double> first, std::vector<double> last) {
        first.insert(first.end(), axes.begin(), axes.end());
        first.insert(first.end(), last.begin(), last.end());
        return first;
    };
    const double r = 0.75; // radius 0.5 plus the margin
    return {
        {"aabb", {-1, 0, 1, 1, 3, 2}, {}, 2 * (2.5 * 3.5 + 3.5 * 1.5 + 1.5 * 2.5)},
        {"sphere", {1, 2, 3, 0.5}, {}, 4 * kRound * r * r},
        {"obb", with_axes({1, 2, 3, 0.5, 1, 1.5}, {}), {}, 2 * (1.5 * 2.5 + 2.5 * 3.5 + 3.5 * 1.5)},
        {"capsule", {0, 0, 0, 0, 3, 0, 0.5}, {}, 2 * kRound * r * 3 + 4 * kRound * r * r},
        {"rss",
         with_axes({1, 1, 1}, {2, 3, 0.5}),
         {},
         2 * 2 * 3 + kRound * r * 2 * (2 + 3) + 4 * kRound * r * r},
        // A cube of edge 2 as three slabs whose normals have length 2, and a fourth slab that cuts nothing.
        {"kdop", {-2, -2, -2, -9, 2, 2, 2, 9}, {2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 1, 1}, 6 * 2.5 * 2.5}};
}

TEST(CaptureVolumes, outlines_lie_on_the_surface_and_areas_are_correct) {
    for (const OneVolume& one : all_types()) {
        const capture::HierarchyRecord record = one_volume(one.type, one.values, one.normals);
        std::vector<judge::Finding> findings;
        const judge::TreeLinks links = judge::link_nodes(record, std::nullopt, findings);
        const NodeVolumes volumes = NodeVolumes::make(record, links, findings);
        ASSERT_TRUE(findings.empty()) << one.type << ": " << findings.front().text;
        const std::vector<NodeVolumes::Shape> shapes = volumes.shapes(0);
        ASSERT_EQ(shapes.size(), 1u);
        EXPECT_NEAR(surface_area(shapes[0]), one.area, 1e-9 * one.area) << one.type;
        VolumeBox drawn;
        int lines = 0;
        outline_volume(shapes[0], [&](const glm::dvec3& from, const glm::dvec3& to) {
            for (const glm::dvec3& end : {from, to}) {
                EXPECT_NEAR(volumes.excess(0, end).length, 0.0, 1e-9) << one.type;
                drawn = lines == 0 ? VolumeBox{end, end}
                                   : VolumeBox{glm::min(drawn.lower, end), glm::max(drawn.upper, end)};
                ++lines;
            }
        });
        EXPECT_GE(lines, 24) << one.type;
        const VolumeBox box = bounds_of(shapes[0]);
        for (int axis = 0; axis < 3; ++axis) { // arcs are polygons with a corner every 15 degrees
            EXPECT_LE(box.lower[axis], drawn.lower[axis] + 1e-9) << one.type;
            EXPECT_NEAR(box.lower[axis], drawn.lower[axis], 0.1) << one.type;
            EXPECT_GE(box.upper[axis], drawn.upper[axis] - 1e-9) << one.type;
            EXPECT_NEAR(box.upper[axis], drawn.upper[axis], 0.1) << one.type;
        }
    }
}

TEST(CaptureVolumes, the_smallest_area_of_a_node_can_be_zero) {
    const std::array<double, 6> point{1, 2, 3, 1, 2, 3};
    const std::array<double, 4> ball{1, 2, 3, 0.5};
    const NodeVolumes::Shape flat{.type = "aabb", .values = point, .normals = {}};
    const NodeVolumes::Shape round{.type = "sphere", .values = ball, .normals = {}};
    EXPECT_EQ(smallest_area(std::array{flat, round}), 0.0);
    EXPECT_EQ(smallest_area(std::array{round, flat}), 0.0);
    EXPECT_NEAR(smallest_area(std::array{round}), kRound, 1e-12);
}

TEST(CaptureVolumes, outward_is_the_gradient_of_the_excess) {
    for (const OneVolume& one : all_types()) {
        const capture::HierarchyRecord record = one_volume(one.type, one.values, one.normals);
        std::vector<judge::Finding> findings;
        const judge::TreeLinks links = judge::link_nodes(record, std::nullopt, findings);
        const NodeVolumes volumes = NodeVolumes::make(record, links, findings);
        for (const glm::dvec3& point :
             {glm::dvec3(9, 1.5, 1.2), glm::dvec3(0.1, -8, 0.2), glm::dvec3(-7, 6, 5)}) {
            const judge::Excess excess = volumes.excess(0, point);
            ASSERT_GT(excess.length, 0.0) << one.type;
            EXPECT_EQ(excess.point, point);
            EXPECT_NEAR(glm::length(excess.outward), 1.0, 1e-9) << one.type;
            // A step inwards along `outward` shortens the excess by the length of the step: `outward` is the gradient
            // of the excess.
            const double by = 1e-6;
            EXPECT_NEAR(volumes.excess(0, point - by * excess.outward).length, excess.length - by, 1e-9)
                << one.type;
        }
    }
}

TEST(RecordedTree, has_the_quality_of_the_original_tree) {
    const Mesh mesh = make_geodesic_sphere(1.0, 4);
    for (const char* volume : {"aabb", "sphere", "obb", "kdop14", "capsule", "rss"}) {

        const HierarchyConfig config{.kind = "bvh2", .volume = volume, .leaf_size = 3};
        const AnyHierarchy own = require_ok(build_any_hierarchy(config, mesh.view()));
        const capture::MeshRecord mesh_record = capture::record_mesh(mesh.view(), 0, "m");
        const capture::RecordedHierarchy recorded = capture::record_hierarchy(own, 0, 0);
        const RecordedTree tree = make_recorded_tree(judge::judge_hierarchy(recorded.record, mesh_record));
        const HierarchyQuality expected = survey_hierarchy(own).quality;
        EXPECT_EQ(tree.quality.nodes, expected.nodes) << volume;
        EXPECT_EQ(tree.quality.leaves, expected.leaves) << volume;
        EXPECT_EQ(tree.quality.unreached, 0u);
        EXPECT_EQ(tree.quality.deepest, expected.max_depth) << volume;
        EXPECT_NEAR(tree.quality.mean_leaf_depth, expected.mean_leaf_depth, 1e-9) << volume;
        // survey_hierarchy() uses the area of the AABB of a k-DOP, not the area of the k-DOP.
        const double tolerance = std::string_view(volume) == "kdop14" ? 0.05 : 1e-4;
        EXPECT_NEAR(tree.quality.area_cost, expected.surface_area_cost,
                    tolerance * expected.surface_area_cost)
            << volume;
        EXPECT_NEAR(tree.quality.overlap, 100.0 * expected.sibling_overlap, 0.01) << volume;
        EXPECT_EQ(tree.quality.largest_leaf, expected.leaves_of_size.size() - 1) << volume;
        // Corresponding nodes of the recorded and the original tree have the same depth and number of primitives.
        const NodeTable own_table = make_node_table(own);
        for (std::size_t node = 0; node < own_table.nodes.size(); ++node) {
            if (!own_table.has(static_cast<std::uint32_t>(node))) continue;
            const std::uint32_t named = recorded.node_of_id[node];
            EXPECT_EQ(tree.table.nodes[named].count, own_table.nodes[node].count);
            EXPECT_EQ(tree.table.nodes[named].depth, own_table.nodes[node].depth);
        }
    }
}

// Root 4 has three children: leaves 2 and 0, and node 3, whose only child is leaf 1. Node 6 is a second root. Node 5 is
// unreachable.
TEST(RecordedTree, accepts_any_arity_any_node_order_and_several_roots) {
    capture::HierarchyRecord record;
    record.roots = {4, 6};
    record.node_bounds = {0, 0, 0, 0, 0, 0, 0};
    //                     0  1  2  3  4  5  6
    record.first_child = {0, 0, 0, 3, 0, 0, 0};
    record.child_count = {0, 0, 0, 1, 3, 0, 0};
    record.children = {2, 3, 0, 1};
    record.first_primitive = {0, 1, 2, 0, 0, 0, 3};
    record.primitive_count = {1, 1, 1, 0, 0, 0, 2};
    record.primitives = {0, 1, 2, 3, 4};
    capture::BoundsRecord bounds;
    bounds.type = "aabb";
    bounds.values.values = {-9, -9, -9, 9, 9, 9};
    record.bounds = {bounds};
    capture::MeshRecord mesh;
    mesh.positions.values = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 5; ++i) mesh.triangles.insert(mesh.triangles.end(), {0, 1, 2});
    const RecordedTree tree = make_recorded_tree(judge::judge_hierarchy(record, mesh));
    const NodeTable& table = tree.table;
    EXPECT_EQ(table.roots, (std::vector<std::uint32_t>{4, 6}));
    EXPECT_EQ(table.primitives, (std::vector<std::uint32_t>{2, 1, 0, 3, 4}));
    EXPECT_EQ(table.nodes[4].count, 3u);
    EXPECT_EQ(table.nodes[4].first_child, 2u);
    EXPECT_EQ(table.nodes[2].next_sibling, 3u);
    EXPECT_EQ(table.nodes[3].next_sibling, 0u);
    EXPECT_EQ(table.nodes[0].next_sibling, NodeTable::kNone);
    EXPECT_EQ(table.nodes[3].first_child, 1u);
    EXPECT_EQ(table.nodes[1].depth, 2u);
    EXPECT_FALSE(table.has(5));
    EXPECT_EQ(tree.quality.unreached, 1u);
    EXPECT_EQ(tree.quality.leaves, 4u);
    EXPECT_DOUBLE_EQ(tree.quality.mean_children, 2.0);
}

TEST(RecordedComparison, compares_test_counts_of_equal_and_of_poorer_trees) {
    const Mesh mesh = make_geodesic_sphere(1.0, 4);
    const AnyHierarchy own = require_ok(build_any_hierarchy({.kind = "bvh2", .leaf_size = 2}, mesh.view()));
    const AnyHierarchy poor = require_ok(
        build_any_hierarchy({.kind = "bvh2", .builder = "insertion-shuffled", .leaf_size = 1}, mesh.view()));
    const Pose world_from_a{}, world_from_b{.origin = {1.2, 0.3, 0.2}};
    for (const AnyHierarchy* tree : {&own, &poor}) {
        const std::array recorded{capture::record_hierarchy(*tree, 0, 0),
                                  capture::record_hierarchy(*tree, 1, 1)};
        OpenedCapture opened;
        for (std::uint64_t side = 0; side < 2; ++side) {
            opened.capture.meshes[{side, 0}] = capture::record_mesh(mesh.view(), side, "m");
            opened.capture.hierarchies[{side, 0}] = recorded[side].record;
        }
        require_ok(capture::append_query({mesh.view(), tree, &world_from_a},
                                         {mesh.view(), tree, &world_from_b}, {},
                                         {recorded.data(), &recorded[1]}, 0, opened.capture));
        opened.judged = judge::judge_capture(opened.capture);
        for (const auto& [key, judged] : opened.judged.trees)
            opened.trees.emplace(key, make_recorded_tree(judged));
        const SeenCase seen = make_seen_case(opened, opened.judged.findings.back());
        ASSERT_TRUE(seen.is_pair_query());
        EXPECT_FALSE(seen.has_own_visits);
        const RecordedComparison made = compare_with_ours(seen);
        ASSERT_EQ(made.problem, "");
        ASSERT_TRUE(made.recorded_tests);
        if (tree == &own) {
            EXPECT_EQ(made.recorded_tests->volumes, made.our_tests.volumes);
            EXPECT_EQ(made.recorded_tests->triangles, made.our_tests.triangles);
            EXPECT_NE(made.sentence.find("as many volume tests as binned SAH"), std::string::npos)
                << made.sentence;
            continue;
        }
        EXPECT_GT(made.recorded_tests->volumes, made.our_tests.volumes);
        EXPECT_NE(made.sentence.find(" times the volume tests of binned SAH"), std::string::npos)
            << made.sentence;
        EXPECT_NE(made.sentence.find(", because "), std::string::npos) << made.sentence;
        // Without recorded visits, Boxwood traverses the recorded trees itself and counts the visits of that traversal.
        opened.capture.visits.clear();
        const SeenCase walked = make_seen_case(opened, opened.judged.findings.back());
        EXPECT_TRUE(walked.has_own_visits);
        EXPECT_FALSE(walked.visits.empty());
        EXPECT_EQ(compare_with_ours(walked).sentence.rfind("Traversed by Boxwood", 0), 0u);
    }
}

OpenedCapture judged(capture::Capture capture) {
    OpenedCapture opened;
    opened.capture = std::move(capture);
    opened.judged = judge::judge_capture(opened.capture);
    for (const auto& [key, tree] : opened.judged.trees) opened.trees.emplace(key, make_recorded_tree(tree));
    return opened;
}

bool has_row(const std::vector<LegendEntry>& rows, std::string_view text) {
    return std::ranges::any_of(rows, [text](const LegendEntry& row) { return row.text == text; });
}

TEST(CapturePicture, b_is_outlined_at_another_pose_only_if_the_producer_used_another_pose) {
    const auto shows_other_pose = [](const OpenedCapture& opened) {
        const auto wrong =
            std::ranges::find(opened.judged.findings, judge::Stage::input, &judge::Finding::stage);
        if (wrong == opened.judged.findings.end()) {
            ADD_FAILURE() << "no finding about the input";
            return false;
        }
        CaseOnScreen current_case;
        current_case.show(opened, &*wrong);
        TreeMeasures measures;
        measures.show(current_case.seen());
        const CaptureDisplay display;
        const CapturePicture picture{current_case, measures, display};
        draw::DrawList list;
        draw_capture(picture, list, draw::dark_palette());
        const bool has_label = std::ranges::any_of(list.labels, [](const draw::Label& label) {
            return label.text == "B at the pose that the producer used";
        });
        EXPECT_EQ(has_row(legend_of(picture, draw::dark_palette()), "pose that the producer used"),
                  has_label);
        return has_label;
    };
    const capture::Capture sound = capture::make_fault_sample(judge::FaultSample::boxes);
    EXPECT_TRUE(shows_other_pose(judged(require_ok(
        capture::inject_and_reload_fault(sound, require_ok(judge::parse_fault("pose-inverted")))))));
    // Side A of the query names the hierarchy of the other mesh, and the query reports no contact.
    capture::Capture exchanged = sound;
    const auto query = std::ranges::find(exchanged.queries, 1u, &capture::QueryRecord::verdict);
    ASSERT_NE(query, exchanged.queries.end());
    ASSERT_EQ(query->relative_used.size(), 12u);
    query->verdict = 0;
    query->pairs_a.clear();
    query->pairs_b.clear();
    query->sides[0].hierarchy = query->sides[1].hierarchy;
    EXPECT_FALSE(shows_other_pose(judged(exchanged)));
}

// In a distance query of disjoint meshes, no visit finds an intersection.
TEST(CapturePicture, visits_of_a_distance_query_are_described_by_distances) {
    const Mesh mesh = make_geodesic_sphere(1.0, 2);
    const AnyHierarchy tree = require_ok(build_any_hierarchy({.kind = "bvh2", .leaf_size = 2}, mesh.view()));
    const Pose world_from_a{}, world_from_b{.origin = {2.3, 0.3, 0.2}};
    const std::array recorded{capture::record_hierarchy(tree, 0, 0), capture::record_hierarchy(tree, 1, 1)};
    capture::Capture capture;
    for (std::uint64_t side = 0; side < 2; ++side) {
        capture.meshes[{side, 0}] = capture::record_mesh(mesh.view(), side, "m");
        capture.hierarchies[{side, 0}] = recorded[side].record;
    }
    require_ok(capture::append_query({mesh.view(), &tree, &world_from_a}, {mesh.view(), &tree, &world_from_b},
                                     {.mode = QueryMode::distance}, {recorded.data(), &recorded[1]}, 0,
                                     capture));
    const OpenedCapture opened = judged(std::move(capture));
    CaseOnScreen current_case;
    current_case.show(opened, &opened.judged.findings.back());
    const std::vector<Visit>& visits = current_case.seen().visits;
    TreeMeasures measures;
    measures.show(current_case.seen());
    const CaptureDisplay display;
    std::size_t closest = 0, bounds = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const std::string text = describe_visit(current_case, i);
        const std::vector<LegendEntry> rows =
            legend_of({current_case, measures, display, i}, draw::dark_palette());
        EXPECT_FALSE(text.ends_with(" intersect") && !text.ends_with(" do not intersect")) << text;
        EXPECT_EQ(has_row(rows, "visit: overlapping"), visits[i].kind == VisitKind::volume_pair);
        EXPECT_EQ(has_row(rows, "visit: can be closer"), visits[i].kind == VisitKind::volume_bound);
        bounds += visits[i].kind == VisitKind::volume_bound ? 1 : 0;
        if (!text.ends_with(" are the closest so far")) continue;
        EXPECT_TRUE(has_row(rows, "visit: closest so far"));
        ++closest;
    }
    EXPECT_GT(closest, 0u);
    EXPECT_GT(bounds, 0u);
}

// Changes records at random. Whatever the judge finds, the lab must draw the findings and pages without failing.
TEST(CaptureLab, draws_randomly_corrupted_captures) {
    oracle::Random random(7);
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("boxwood-hostile-" + std::to_string(::getpid()) + ".mcap");
    const auto spoil = [&](std::vector<std::uint32_t>& values) {
        if (values.empty()) return;
        std::uint32_t& value = values[random() % values.size()];
        value = random() % 2 == 0 ? static_cast<std::uint32_t>(random())
                                  : static_cast<std::uint32_t>(random() % 8);
    };
    const auto spoil_real = [&](capture::Reals& reals) {
        constexpr std::array kValues{std::numeric_limits<double>::quiet_NaN(), 1e300, -1e300, 0.0, -1.0};
        if (!reals.empty()) reals.values[random() % reals.size()] = kValues[random() % kValues.size()];
    };
    const std::size_t rounds = test::choose_effort(24, 2000);
    for (std::size_t round = 0; round < rounds; ++round) {
        capture::Capture capture = capture::make_fault_sample(round % 2 == 0 ? judge::FaultSample::boxes
                                                                             : judge::FaultSample::box_trees);
        for (auto& [key, tree] : capture.hierarchies)
            for (std::uint64_t change = random() % 4; change > 0; --change) {
                capture::BoundsRecord& bounds = tree.bounds[0];
                switch (random() % 10) {
                case 0:
                    spoil(tree.node_bounds);
                    break;
                case 1:
                    spoil(tree.first_child);
                    break;
                case 2:
                    spoil(tree.child_count);
                    break;
                case 3:
                    spoil(tree.first_primitive);
                    break;
                case 4:
                    spoil(tree.primitive_count);
                    break;
                case 5:
                    spoil(tree.children);
                    break;
                case 6:
                    spoil(tree.primitives);
                    break;
                case 7:
                    spoil(tree.roots);
                    break;
                case 8:
                    spoil_real(bounds.values);
                    break;
                default:
                    bounds.type =
                        std::array{"sphere", "capsule", "rss", "obb", "box-tree", "kdop"}[random() % 6];
                }
            }
        for (auto& [key, mesh] : capture.meshes) {
            if (random() % 6 == 0) spoil(mesh.triangles);
            if (random() % 6 == 0) spoil_real(mesh.positions);
        }
        for (capture::QueryRecord& query : capture.queries) {
            if (random() % 3 == 0) spoil(query.pairs_a);
            if (random() % 3 == 0)
                query.mode = "distance", query.distance = 0.5, query.witness_a.values = {1, 2, std::nan("")};
            if (random() % 4 == 0) query.sides[random() % query.sides.size()].mesh = random() % 3;
            if (random() % 4 == 0) query.sides[random() % query.sides.size()].hierarchy = random() % 3;
            if (random() % 4 == 0) spoil_real(query.sides[0].pose);
            if (random() % 4 == 0) query.sides.resize(random() % 4);
            if (random() % 4 == 0) query.relative_used.values.assign(12, std::nan(""));
        }
        for (auto& [query, visits] : capture.visits)
            for (std::uint64_t change = random() % 20; change > 0; --change)
                visits.visits[random() % visits.visits.size()] = static_cast<std::byte>(random());
        ASSERT_TRUE(capture::write_capture(path, capture, "hostile"));
        ScreenReader screen_reader;
        const std::unique_ptr<Lab> lab = find_lab("capture")->make();
        ASSERT_TRUE(lab->set("capture", path.string()));
        ASSERT_TRUE(lab->set("hierarchy", "on"));
        ASSERT_TRUE(lab->set("depth-high", "64"));
        ASSERT_TRUE(lab->restart(1));
        screen_reader.look_at(*lab);
        ASSERT_TRUE(lab->take_notes().empty());
        const std::uint64_t last = std::min<std::uint64_t>(lab->frames().range().last, 12);
        for (std::uint64_t frame = lab->frames().range().first; frame <= last; ++frame) {
            ASSERT_TRUE(lab->frames().seek(frame, nullptr));
            ASSERT_TRUE(lab->set(
                "page", std::array{"findings", "trees", "quality", "builders"}[(frame + random()) % 4]));
            screen_reader.look_at(*lab);
            (void)lab->report_fields();
        }
    }
    std::filesystem::remove(path);
}

TEST(CaptureSource, cancelling_also_drops_a_request_that_has_not_started) {
    CaptureSource source;
    source.start();
    source.wait();
    ASSERT_TRUE(require_ok(source.take_opened()));
    source.choose_example();
    ASSERT_TRUE(source.is_opening());
    source.cancel();
    EXPECT_FALSE(source.is_opening());
    EXPECT_EQ(source.fault(), nullptr);
}

TEST(SeenCase, a_frame_shows_the_last_mesh_revision_that_a_query_used) {
    OpenedCapture opened;
    for (std::uint64_t revision = 0; revision < 3; ++revision)
        opened.capture.meshes[{7, revision}] = {.id = 7, .revision = revision};
    opened.capture.bodies[1] = {.id = 1, .meshes = {7}};
    for (std::uint64_t frame : {1u, 2u})
        opened.capture.queries.push_back({.frame = frame, .sides = {{.mesh = 7, .mesh_revision = frame}}});
    for (std::uint64_t frame = 0; frame < 4; ++frame) {
        judge::Finding finding;
        finding.evidence.frame = frame;
        const SeenCase seen = make_seen_case(opened, finding);
        ASSERT_EQ(seen.objects.size(), 1u);
        EXPECT_EQ(seen.objects[0].mesh_key.revision, std::min<std::uint64_t>(frame, 2));
    }
}

TEST(SeenCase, a_frame_shows_a_body_until_the_last_record_that_names_it_if_the_body_is_removed) {
    OpenedCapture opened;
    for (const std::uint64_t id : {1u, 2u, 3u, 4u}) {
        opened.capture.meshes[{id, 0}] = {.id = id};
        opened.capture.bodies[id] = {.id = id, .meshes = {id}, .is_removed = id == 1 ? 0u : 1u};
    }
    const std::vector<double> here{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    opened.capture.poses = {{.frame = 2, .bodies = {2}, .matrices = {here}}};
    opened.capture.pairs = {{.frame = 3, .a = {1}, .b = {3}}};
    opened.capture.queries = {{.frame = 4, .sides = {{.body = 4}}}};
    for (std::uint64_t frame = 0; frame < 6; ++frame) {
        judge::Finding finding;
        finding.evidence.frame = frame;
        std::vector<std::uint64_t> bodies;
        for (const SeenObject& object : make_seen_case(opened, finding).objects)
            bodies.push_back(object.body);
        std::vector<std::uint64_t> expected{1};
        for (const std::uint64_t id : {2u, 3u, 4u})
            if (frame <= id) expected.push_back(id);
        EXPECT_EQ(bodies, expected) << frame;
    }
}

TEST(CaptureLab, names_a_file_as_opened_only_if_it_could_be_opened) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("boxwood-opened-" + std::to_string(::getpid()) + ".mcap");
    ScreenReader screen_reader;
    const std::unique_ptr<Lab> lab = find_lab("capture")->make();
    ASSERT_TRUE(lab->restart(1));
    screen_reader.look_at(*lab);
    EXPECT_TRUE(lab->take_opened_files().empty()) << "the built-in case is no file";
    std::ofstream(path) << "no capture";
    ASSERT_TRUE(lab->set("capture", path.string()));
    screen_reader.look_at(*lab);
    EXPECT_FALSE(lab->take_notes().empty());
    EXPECT_TRUE(lab->take_opened_files().empty());
    ASSERT_TRUE(
        capture::write_capture(path, capture::make_fault_sample(judge::FaultSample::boxes), "sample"));
    ASSERT_TRUE(lab->set("capture", path.string()));
    EXPECT_TRUE(lab->take_opened_files().empty()) << "it is not read yet";
    screen_reader.look_at(*lab);
    EXPECT_EQ(lab->take_opened_files(), std::vector{path});
    std::filesystem::remove(path);
}

TEST(CaptureLab, a_click_selects_the_node_below_the_mouse) {
    ScreenReader screen_reader;
    const std::unique_ptr<Lab> lab = find_lab("capture")->make();
    ASSERT_TRUE(lab->restart(1));
    screen_reader.look_at(*lab);
    const auto picked = [&] {
        for (const ReportField& fact : lab->report_fields())
            if (fact.name == "picked") return fact.json;
        return std::string();
    };
    EXPECT_EQ(picked(), "null");
    const Focus all = lab->viewport().focus(false);
    ViewMouse mouse;
    mouse.gesture = MouseGesture::click;
    mouse.ray_w.origin_w = all.center_w + glm::vec3(0.0f, 9.0f * all.radius, 0.0f);
    draw::DrawList list;
    lab->viewport().draw(list, draw::dark_palette());
    // The mouse ray points down at the center of the first object.
    const glm::vec3 center_w(list.instances[0].world_from_mesh[3]);
    mouse.ray_w.origin_w.x = center_w.x;
    mouse.ray_w.origin_w.z = center_w.z;
    mouse.ray_w.direction_w = {0.0f, -1.0f, 0.0f};
    EXPECT_TRUE(lab->viewport().mouse(mouse));
    const std::string leaf = picked();
    EXPECT_EQ(leaf.rfind("[0, ", 0), 0u) << leaf;
    ASSERT_TRUE(lab->set("hierarchy", "on"));
    EXPECT_TRUE(lab->viewport().mouse(mouse)); // selects the ancestor at the displayed depth
    EXPECT_NE(picked(), leaf);
    ASSERT_TRUE(lab->act("select.none"));
    EXPECT_EQ(picked(), "null");
}

TEST(CaptureLab, steps_through_wrong_findings_and_keeps_the_capture_if_a_change_fails) {
    ScreenReader screen_reader;
    const std::unique_ptr<Lab> lab = find_lab("capture")->make();
    ASSERT_TRUE(lab->set("fault", "cross-axis-sign"));
    ASSERT_TRUE(lab->restart(1));
    screen_reader.look_at(*lab);
    const std::optional<OracleTally> tally = lab->oracle().tally();
    ASSERT_TRUE(tally);
    ASSERT_GT(tally->wrong, 1u);
    const std::uint64_t first = lab->frames().simulation().frame;
    std::uint64_t seen = 1;
    while (lab->why_unavailable("finding.next-wrong").empty()) {
        const std::uint64_t before = lab->frames().simulation().frame;
        ASSERT_TRUE(lab->act("finding.next-wrong"));
        EXPECT_GT(lab->frames().simulation().frame, before);
        ++seen;
    }
    EXPECT_EQ(seen, tally->wrong);
    for (std::uint64_t i = 1; i < seen; ++i) ASSERT_TRUE(lab->act("finding.previous-wrong"));
    EXPECT_EQ(lab->frames().simulation().frame, first);
    EXPECT_FALSE(lab->act("finding.previous-wrong"));
    // A file or fault that cannot be used gives an error or a note, and the open capture stays.
    EXPECT_FALSE(lab->set("capture", "/no/such.mcap"));
    screen_reader.look_at(*lab);
    EXPECT_EQ(lab->oracle().tally()->wrong, tally->wrong);
    ASSERT_TRUE(lab->set("fault", "box-shrunk"));
    ASSERT_TRUE(lab->set("fault-node", "4000000"));
    screen_reader.look_at(*lab);
    EXPECT_FALSE(lab->take_notes().empty());
    EXPECT_EQ(lab->oracle().tally()->wrong, tally->wrong);
}

} // namespace
} // namespace boxwood
