// In every frame of every deformer, every policy finds the contacts that exact tests of all pairs of triangles find.
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_verdict.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood {
namespace {

DeformingPairConfig small_pair(const Deformer& deformer, int period) {
    DeformingPairConfig config;
    config.motion = {&deformer, deformer.default_value, period, 5};
    config.mesh = make_bumpy_sphere({.frequency = 4, .seed = 3}); // 320 triangles
    config.obstacle = make_torus(0.9, 0.2, 10, 5);
    config.world_from_obstacle =
        make_pose({glm::dquat(0.9, 0.1, 0.4, 0.1), {0.3, 0.2, 0.1}, glm::dvec3(1.0)});
    for (const PolicyEntry& entry : all_policies()) config.policies.push_back(default_policy(entry.name));
    for (PolicyConfig& policy : config.policies)
        // a low threshold, so that policies rebuild although the mesh is small
        if (find_policy(policy.name)->unit == "×") policy.parameter = 1.2;
    return config;
}

// Finds the intersecting pairs by testing all pairs of triangles whose boxes overlap, without a hierarchy. With
// `by_integers`, exact integer arithmetic, which is slow, decides the first kByIntegers of these pairs.
std::vector<PrimitivePair> find_pairs(const DeformingPair& pair, bool by_integers = false) {
    const MeshView a = pair.mesh().view(), b = pair.obstacle().view();
    const Pose at_origin;
    const auto ends = [](const Triangle64& t) {
        return std::pair{glm::min(glm::min(t[0], t[1]), t[2]), glm::max(glm::max(t[0], t[1]), t[2])};
    };
    constexpr int kByIntegers = 24;
    int left = by_integers ? kByIntegers : 0;
    struct Placed {
        Triangle64 triangle;
        glm::dvec3 low, high;
    };
    std::vector<Placed> of_b;
    for (std::uint32_t k = 0; k < b.triangles.size(); ++k) {
        const Triangle64 tb = world_triangle(pair.world_from_obstacle(), b, k);
        of_b.push_back({tb, ends(tb).first, ends(tb).second});
    }
    std::vector<PrimitivePair> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        const Triangle64 ta = world_triangle(at_origin, a, i);
        const auto [low, high] = ends(ta);
        for (std::uint32_t k = 0; k < of_b.size(); ++k) {
            const Placed& other = of_b[k];
            if (low.x > other.high.x || other.low.x > high.x || low.y > other.high.y ||
                other.low.y > high.y || low.z > other.high.z || other.low.z > high.z)
                continue;
            if (left-- > 0 ? oracle::shared_dimension(ta, other.triangle) >= 0
                           : triangles_intersect(ta, other.triangle))
                pairs.push_back({i, k});
        }
    }
    return pairs;
}

TEST(PolicyAnswersTest, hierarchy_kinds_find_the_contacts_of_brute_force_under_every_supported_policy) {
    const HierarchyConfig hierarchies[]{
        {"bvh8", "aabb", "binned-sah", 2},      {"bvh8", "obb", "binned-sah", 2},
        {"box-tree", "aabb", "midpoint", 1},    {"box-tree-shrunk", "aabb", "midpoint", 1},
        {"box-tree8", "aabb", "binned-sah", 2}, {"bvh2-lazy", "kdop18", "midpoint", 1},
        {"bvh2", "aabb", "binned-sah", 4}};
    constexpr int kFrames = 6;
    std::size_t contacts = 0, rebuilds = 0;
    for (const HierarchyConfig& hierarchy : hierarchies)
        for (const char* motion : {"twist", "tear", "inflate"}) {
            DeformingPairConfig config = small_pair(*find_deformer(motion), kFrames);
            config.hierarchy = hierarchy;
            config.finds_self_pairs = std::string_view(motion) == "twist";
            std::erase_if(config.policies, [&](const PolicyConfig& policy) {
                return !supports(*find_policy(policy.name), hierarchy);
            });
            ASSERT_EQ(config.policies.size(), hierarchy.kind == "bvh2-lazy" ? 3u : 6u);
            Result<DeformingPair> pair = DeformingPair::make(config);
            ASSERT_TRUE(pair) << pair.error().message;
            for (int frame = 0; frame < kFrames; ++frame) {
                ASSERT_TRUE(pair->run_frame(nullptr));
                const std::vector<PrimitivePair> expected = find_pairs(*pair);
                contacts += expected.size();
                for (const PolicyRun& run : pair->runs()) {
                    ASSERT_EQ(run.pairs(), expected)
                        << hierarchy.kind << ' ' << hierarchy.volume << ", " << motion;
                    ASSERT_EQ(run.self_pairs(), pair->runs()[0].self_pairs());
                    ASSERT_FALSE(run.tree().validate(pair->mesh().view())) << hierarchy.kind << ' ' << motion;
                    rebuilds += run.frames().back().update.kind == UpdateKind::rebuild ? 1 : 0;
                }
            }
        }
    EXPECT_GT(contacts, 100u);
    EXPECT_GT(rebuilds, 100u);
}

TEST(PolicyAnswersTest, trees_contain_the_mesh_in_a_first_frame_that_is_not_at_rest) {
    DeformingPairConfig config = small_pair(*find_deformer("taper"), 600);
    config.mesh = make_torus_knot({}); // a deformation with amplitude 0 rounds its rest positions
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    for (const double first : {0.0, 250.0}) {
        ASSERT_TRUE(pair->rewind());
        ASSERT_TRUE(pair->run_frame_at(first, nullptr));
        const std::vector<PrimitivePair> expected = find_pairs(*pair);
        for (const PolicyRun& run : pair->runs()) {
            const auto defect = run.tree().validate(pair->mesh().view());
            ASSERT_FALSE(defect) << first << ' ' << defect->message;
            ASSERT_EQ(run.pairs(), expected);
            ASSERT_EQ(run.frame(0).update.volumes, 0u);
        }
    }
}

TEST(PolicyAnswersTest, an_obstacle_without_triangles_is_an_error) {
    for (const char* motion : {"twist", "cloth"}) {
        DeformingPairConfig config = small_pair(*find_deformer(motion), 4);
        config.obstacle = {};
        const Result<DeformingPair> pair = DeformingPair::make(config);
        ASSERT_FALSE(pair) << motion;
        EXPECT_EQ(pair.error().message, "the obstacle has no triangles");
    }
}

TEST(PolicyAnswersTest, an_unsupported_hierarchy_is_an_error_that_names_the_supported_kinds) {
    DeformingPairConfig config = small_pair(*find_deformer("twist"), 4);
    config.policies = {default_policy("never"), default_policy("partial")};
    config.policies[1].kind = "bvh8";
    const Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_FALSE(pair);
    config.policies[1] = default_policy("area");
    config.policies[1].kind = "bvh2-lazy";
    const Result<DeformingPair> lazy = DeformingPair::make(config);
    ASSERT_FALSE(lazy) << "a lazy hierarchy has only some of its nodes";
    EXPECT_EQ(
        lazy.error().message,
        "policy area supports every kind of hierarchy except bvh2-lazy, not bvh2-lazy with leaf size 1");
    EXPECT_EQ(pair.error().message,
              "policy partial supports bvh2 with one triangle per leaf, not bvh8 with leaf size 1");
    config.policies[1] = {.name = "never", .volume = "sphere", .kind = "bvh8"};
    EXPECT_FALSE(DeformingPair::make(config)) << "bvh8 does not support spheres";
}

TEST(PolicyAnswersTest, every_policy_finds_the_contacts_of_brute_force) {
    const std::size_t families = procedural_deformers().size();
    const auto per_family =
        // 1,008 frames for all deformers together
        static_cast<int>(test::choose_effort(1008, 5000) / families);
    std::size_t contacts = 0, frames = 0;
    std::set<UpdateKind> kinds;
    for (const Deformer& deformer : procedural_deformers()) {
        Result<DeformingPair> pair = DeformingPair::make(small_pair(deformer, std::max(per_family, 4)));
        ASSERT_TRUE(pair) << pair.error().message;
        for (int frame = 0; frame < per_family; ++frame, ++frames) {
            ASSERT_TRUE(pair->run_frame(nullptr));
            const std::vector<PrimitivePair> expected = find_pairs(*pair, frame == per_family / 3);
            contacts += expected.size();
            for (const PolicyRun& run : pair->runs()) {
                ASSERT_EQ(run.pairs(), expected) << deformer.name << " " << run.config().name << " " << frame;
                kinds.insert(run.frames().back().update.kind);
            }
        }
        for (const PolicyRun& run : pair->runs()) {
            const auto defect = run.tree().validate(pair->mesh().view());
            ASSERT_FALSE(defect) << deformer.name << " " << run.config().name << ": " << defect->message;
        }
    }
    EXPECT_GT(contacts, frames); // the meshes are in contact
    EXPECT_EQ(kinds.size(), 3u); // refits, partial rebuilds and rebuilds all occurred
}

TEST(PolicyAnswersTest, self_contacts_are_the_same_under_every_policy) {
    DeformingPairConfig config = small_pair(*find_deformer("twist"), 12);
    config.motion.amplitude = 720.0;
    config.finds_self_pairs = true;
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    std::size_t found = 0;
    for (int frame = 0; frame < 8; ++frame) {
        ASSERT_TRUE(pair->run_frame(nullptr));
        for (const PolicyRun& run : pair->runs())
            ASSERT_EQ(run.self_pairs(), pair->runs()[0].self_pairs()) << run.config().name << " " << frame;
        found += pair->runs()[0].self_pairs().size();
    }
    EXPECT_GT(found, 0u);
}

TEST(PolicyAnswersTest, policies_find_the_same_contacts_with_obbs_kdops_and_spheres) {
    for (const char* volume : {"obb", "kdop18", "sphere"})
        for (const char* family : {"twist", "tear"}) {
            DeformingPairConfig config = small_pair(*find_deformer(family), 12);
            config.hierarchy.volume = volume;
            Result<DeformingPair> pair = DeformingPair::make(std::move(config));
            ASSERT_TRUE(pair) << pair.error().message;
            for (int frame = 0; frame < 7; ++frame) {
                ASSERT_TRUE(pair->run_frame(nullptr));
                ASSERT_TRUE(pair->policies_agree()) << volume << " " << family << " " << frame;
                ASSERT_EQ(pair->runs()[0].pairs(), find_pairs(*pair))
                    << volume << " " << family << " " << frame;
            }
            for (const PolicyRun& run : pair->runs())
                ASSERT_FALSE(run.tree().validate(pair->mesh().view())) << volume << " " << run.config().name;
        }
}

// The order of [van den Bergen 1997] section 4: a refitted hierarchy needs more tests after tearing than after
// twisting, and after tapering hardly more than a rebuilt one.
TEST(PolicyAnswersTest, refitting_costs_most_after_tear_and_little_after_taper) {
    const auto ratio = [](const char* family) {
        DeformingPairConfig config = small_pair(*find_deformer(family), 8);
        config.mesh = make_torus_knot({.n_along = 160, .n_around = 10});
        config.obstacle = make_torus(0.9, 0.2, 64, 24);
        config.policies = {default_policy("never"), default_policy("always")};
        Result<DeformingPair> pair = DeformingPair::make(std::move(config));
        for (int frame = 0; frame <= 4; ++frame) EXPECT_TRUE(pair->run_frame(nullptr));
        return static_cast<double>(pair->runs()[0].frames().back().volume_tests) /
               static_cast<double>(pair->runs()[1].frames().back().volume_tests);
    };
    const double tear = ratio("tear"), twist = ratio("twist"), taper = ratio("taper");
    EXPECT_GT(tear, 1.5);
    EXPECT_GT(tear, 1.25 * twist);
    EXPECT_LT(taper, 1.2);
}

TEST(PolicyAnswersTest, two_runs_do_the_same_work) {
    const auto hash = [] {
        Result<DeformingPair> pair = DeformingPair::make(small_pair(*find_deformer("twist"), 20));
        std::vector<std::uint64_t> numbers;
        for (int frame = 0; frame < 20; ++frame) {
            EXPECT_TRUE(pair->run_frame(nullptr));
            for (const PolicyRun& run : pair->runs()) {
                const PolicyFrame& f = run.frames().back();
                numbers.insert(numbers.end(),
                               {f.volume_tests, f.triangle_tests, f.contacts, f.update.volumes,
                                static_cast<std::uint64_t>(f.update.kind), f.update.rotations});
            }
        }
        return numbers;
    };
    EXPECT_EQ(hash(), hash());
}

} // namespace
} // namespace boxwood
