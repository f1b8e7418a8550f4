#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

Mesh scaled(Mesh mesh, float factor) {
    for (glm::vec3& p : mesh.positions) p *= factor;
    return mesh;
}

TEST(UpdatePolicyTest, invalid_policies_are_refused_with_a_reason) {
    const Mesh mesh = make_icosphere(2);
    const AnyHierarchy plain = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    const AnyHierarchy wide = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 4}, mesh.view());
    const auto reason = [](const PolicyConfig& config, const AnyHierarchy& tree) {
        const auto made = make_policy(config, tree);
        return made ? std::string() : made.error().message;
    };
    EXPECT_NE(reason({"sometimes", 1}, plain).find("unknown policy 'sometimes'; known: never"),
              std::string::npos);
    EXPECT_NE(reason({"area", 0.5}, plain).find("threshold 0.5 is outside 1 to 100"), std::string::npos);
    EXPECT_NE(reason({"every", 0}, plain).find("interval"), std::string::npos);
    EXPECT_NE(reason({"partial", 1.6}, wide)
                  .find("supports bvh2 with one triangle per leaf, not bvh2 with leaf size 4"),
              std::string::npos);
    for (const PolicyEntry& entry : all_policies()) EXPECT_EQ(reason(default_policy(entry.name), plain), "");
}

TEST(UpdatePolicyTest, sums_equal_those_of_measure_quality) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 6, .seed = 2});
    for (const char* kind : {"bvh2", "bvh2-lazy", "box-tree"}) {
        const AnyHierarchy tree = *build_any_hierarchy({kind, "aabb", "midpoint", 1}, mesh.view());
        const TreeSums sums = measure_sums(tree);
        const HierarchyQuality quality = tree.measure();
        // For bvh2, the area cost equals the sum of areas, because each leaf has one primitive. For the other kinds,
        // measure_sums() calls measure_quality().
        EXPECT_NEAR(sums.area, quality.surface_area_cost, 1e-6 * quality.surface_area_cost) << kind;
        EXPECT_NEAR(sums.volume, quality.volume_sum, 1e-6 * quality.volume_sum) << kind;
        if (const auto* boxes = std::get_if<Bvh2<Aabb>>(&tree.tree())) {
            double shared = 0.0;
            for (const auto& node : boxes->nodes) {
                if (node.is_leaf()) continue;
                const Aabb &a = boxes->volume(node.first), &b = boxes->volume(node.first + 1);
                double product = 1.0;
                for (int axis = 0; axis < 3; ++axis)
                    product *= std::max(0.0f, std::min(a.upper[axis], b.upper[axis]) -
                                                  std::max(a.lower[axis], b.lower[axis]));
                shared += product / static_cast<double>(boxes->volume(0).volume());
            }
            EXPECT_NEAR(sums.overlap, shared, 1e-5 * shared);
        }
        // The lazy hierarchy has only its root, because no query has split it.
        EXPECT_TRUE(sums.overlap > 0.0 || tree.config().kind == "bvh2-lazy");
    }
}

TEST(UpdatePolicyTest, uniform_scaling_causes_no_rebuild) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 6, .seed = 2}), large = scaled(mesh, 4.0f);
    for (const char* name : {"area", "volume", "overlap", "partial"}) {
        AnyHierarchy tree = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
        auto policy = make_policy({name, 1.05}, tree);
        ASSERT_TRUE(policy) << policy.error().message;
        EXPECT_EQ((*policy)->update(tree, {large.view(), mesh.positions}).kind, UpdateKind::refit) << name;
    }
}

TEST(UpdatePolicyTest, policy_every_rebuilds_in_each_kth_frame) {
    const Mesh mesh = make_icosphere(2);
    AnyHierarchy tree = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    const auto policy = std::move(*make_policy({"every", 3}, tree));
    std::string kinds;
    for (int i = 0; i < 7; ++i)
        kinds += policy->update(tree, {mesh.view(), mesh.positions}).kind == UpdateKind::rebuild ? 'R' : '.';
    EXPECT_EQ(kinds, "..R..R.");
}

TEST(UpdatePolicyTest, policy_area_rebuilds_so_that_inflation_stays_within_its_threshold) {
    DeformingPairConfig config;
    config.motion = {find_deformer("twist"), 720.0, 80, 1};
    config.mesh = make_torus_knot({.n_along = 120, .n_around = 8});
    config.obstacle = make_torus(0.9, 0.2, 12, 6);
    config.policies = {{"area", 1.3}, {"never", 0}};
    Result<DeformingPair> pair = DeformingPair::make(std::move(config));
    ASSERT_TRUE(pair);
    for (int frame = 0; frame < 41; ++frame) ASSERT_TRUE(pair->run_frame(nullptr));
    const auto frames = pair->runs()[0].frames();
    const auto rebuilds = std::count_if(frames.begin(), frames.end(), [](const PolicyFrame& f) {
        return f.update.kind == UpdateKind::rebuild;
    });
    EXPECT_GE(rebuilds, 1);
    EXPECT_LT(rebuilds, 20);
    for (const PolicyFrame& frame : frames) EXPECT_LE(frame.inflation, 1.3 + 1e-9);
    EXPECT_GT(pair->runs()[1].frames().back().inflation, 1.3);
}

// After its first refit, an oriented box is merged from its children and looser than a fitted box. Rebuilding in every
// frame would not help.
TEST(UpdatePolicyTest, policy_area_compares_oriented_boxes_with_their_first_refit) {
    DeformingPairConfig config;
    config.motion = {find_deformer("wave"), 0.01, 40, 1};
    config.mesh = make_bumpy_sphere({.frequency = 6, .seed = 2});
    config.obstacle = make_icosphere(1);
    config.hierarchy.volume = "obb";
    config.policies = {default_policy("never"), {"area", 1.2}};
    Result<DeformingPair> pair = DeformingPair::make(std::move(config));
    ASSERT_TRUE(pair);
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(pair->run_frame(nullptr));
    EXPECT_GT(pair->runs()[0].frames().back().inflation, 1.2) << "relative to the build";
    EXPECT_EQ(sum_frames(pair->runs()[1].config(), pair->runs()[1].frames()).rebuilds, 0u);
}

TEST(UpdatePolicyTest, policy_dirty_updates_few_boxes_and_gives_those_of_a_full_refit) {
    Mesh mesh = make_icosphere(3);
    AnyHierarchy tree = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view()), full = tree;
    const auto policy = std::move(*make_policy({"dirty", 0}, tree));
    const Mesh before = mesh;
    mesh.positions[100] *= 1.5f;
    const UpdateOutcome outcome = policy->update(tree, {mesh.view(), before.positions});
    EXPECT_TRUE(full.refit(mesh.view()));
    EXPECT_LT(outcome.volumes, 120u);
    EXPECT_GT(outcome.volumes, 6u);
    std::vector<NodeBox> boxes, expected;
    tree.collect_boxes(0, 100, boxes);
    full.collect_boxes(0, 100, expected);
    ASSERT_EQ(boxes.size(), expected.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) EXPECT_EQ(boxes[i].box, expected[i].box);
}

std::vector<PolicyFrame> frames_of(std::initializer_list<double> totals, std::size_t rebuild = 99) {
    std::vector<PolicyFrame> frames;
    for (const double total : totals) {
        frames.emplace_back();
        frames.back().query_ms = total;
        // The work is proportional to the time.
        frames.back().volume_tests = static_cast<std::uint64_t>(100 * total);
        if (frames.size() == rebuild + 1) frames.back().update.kind = UpdateKind::rebuild;
    }
    return frames;
}

TEST(PolicyVerdictTest, a_rebuild_is_paid_back_when_its_savings_cover_its_cost) {
    const auto never = frames_of({2, 2, 4, 4, 4, 4});
    const auto once = frames_of({2, 2, 7, 2.5, 2.5, 2.5}, 2);
    EXPECT_EQ(saved_so_far(once, never), (std::vector<double>{0, 0, -3, -1.5, 0, 1.5}));
    const auto found = find_break_even(once, never);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].rebuild, 2u);
    EXPECT_EQ(found[0].paid_back, 4u);
    const auto too_late = find_break_even(frames_of({2, 2, 9, 3, 3, 3}, 2), never);
    EXPECT_FALSE(too_late[0].paid_back);
}

TEST(PolicyVerdictTest, time_saved_counts_only_if_it_comes_from_less_work) {
    PolicyFrame never;
    never.update_ms = 1.0;
    never.query_ms = 4.0;
    never.volume_tests = 400;
    PolicyFrame kept = never;
    kept.update_ms = 0.5; // both frames refit, so the shorter time is noise
    kept.query_ms = 3.0;
    EXPECT_EQ(saved_by_work(kept, never), 0.0) << "the same work";
    kept.volume_tests = 401;
    EXPECT_EQ(saved_by_work(kept, never), 0.0) << "more tests and less time";
    kept.query_ms = 6.0;
    EXPECT_EQ(saved_by_work(kept, never), -2.0);
    kept.volume_tests = 300;
    EXPECT_EQ(saved_by_work(kept, never), -2.0) << "fewer tests, but still more time";
    kept.query_ms = 3.0;
    kept.update.kind = UpdateKind::rebuild;
    EXPECT_EQ(saved_by_work(kept, never), 1.5) << "a different kind of update: its time counts too";

    // From the rebuild on, queries need more tests than with "never", but less time.
    std::vector<PolicyFrame> all(6, never), once = all;
    once[2].update.kind = UpdateKind::rebuild;
    once[2].update_ms = 3.0;
    for (std::size_t i = 2; i < once.size(); ++i) {
        once[i].volume_tests = 410;
        once[i].query_ms = 1.0;
    }
    EXPECT_FALSE(find_break_even(once, all)[0].paid_back);
    for (std::size_t i = 2; i < once.size(); ++i) once[i].volume_tests = 390;
    EXPECT_EQ(find_break_even(once, all)[0].paid_back, 2u);
}

TEST(PolicyVerdictTest, the_sentence_reports_no_clear_difference_between_equal_costs) {
    static double time = 0.0; // each reading is one millisecond later, so that every policy costs the same
    DeformingPairConfig config;
    config.motion = {find_deformer("wave"), 0.1, 20, 1};
    config.mesh = make_icosphere(2);
    config.obstacle = make_icosphere(1);
    config.policies = {default_policy("never"), default_policy("always")};
    Result<DeformingPair> pair = DeformingPair::make(std::move(config));
    EXPECT_EQ(describe_policies(pair->runs()), "No frame has run yet.");
    // In the first frame, no policy updates its tree.
    ASSERT_TRUE(pair->run_frame([] { return time += 1.0; }));
    EXPECT_EQ(describe_policies(pair->runs()), "All policies have done the same work so far, over 1 frame.");
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(pair->run_frame([] { return time += 1.0; }));
    EXPECT_EQ(describe_policies(pair->runs()),
              "No clear difference over 3 frames: 'never' and 'always', difference 0 %, within noise.");
    EXPECT_EQ(sum_frames(pair->runs()[1].config(), pair->runs()[1].frames()).rebuilds, 2u);
}

// The times of policies that do the same work differ only by noise, so the sentence never names only one of them as the
// cheapest.
TEST(PolicyVerdictTest, policies_that_did_the_same_work_are_reported_together) {
    static double time = 0.0;
    static int reading = 0;
    DeformingPairConfig config;
    config.motion = {find_deformer("wave"), 0.1, 20, 1};
    config.mesh = make_icosphere(2);
    config.obstacle = make_icosphere(1);
    config.policies = {default_policy("always"), default_policy("never"), default_policy("every")};
    Result<DeformingPair> pair = DeformingPair::make(std::move(config));
    // The clock is read three times per policy and frame. The query of the last policy takes the shortest time.
    static constexpr double kSteps[] = {0, 1, 1.5, 0, 1, 1, 0, 1, 0.9};
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(pair->run_frame([] { return time += kSteps[reading++ % 9]; }));
    EXPECT_EQ(describe_policies(pair->runs()),
              "'never' is the cheapest over 10 frames: 24 % below 'always'; 'every 60 frames' did "
              "the same work as 'never'.");
}

} // namespace
} // namespace boxwood
