#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/effort.hpp"

#include <algorithm>

namespace boxwood::test {
namespace {

struct Kind {
    std::string_view broad_phase;
    PairStorage storage;
};
std::string name_of(const testing::TestParamInfo<Kind>& info) {
    std::string name(info.param.broad_phase);
    std::replace(name.begin(), name.end(), '-', '_');
    return name + (info.param.storage == PairStorage::dense ? "_dense" : "_sparse");
}
std::vector<Kind> all_kinds() {
    std::vector<Kind> kinds;
    for (const std::string_view name : list_broad_phases())
        for (const PairStorage storage : {PairStorage::dense, PairStorage::sparse})
            kinds.push_back({name, storage});
    return kinds;
}

// Drives a world and its model with the same random script.
class Script {
  public:
    Script(unsigned seed, std::size_t bodies)
        : random_(seed)
        , shapes_(make_shapes(random_, 6)) {
        for (std::size_t i = 0; i < bodies; ++i) add();
    }

    CollisionWorld world;
    PairModel model;

    void change() {
        for (const BodyId id : model.live())
            if (chance(0.3)) {
                Transform moved = world.bodies()[id].transform;
                moved.t += random_in_box(random_, 0.2);
                if (chance(0.1)) moved = random_transform(random_, kHalf);
                ASSERT_TRUE(world.set_transform(id, moved));
            }
        for (int i = 0; i < 6; ++i) switch_something();
        // Removing is as likely as adding. Without the limits, a long script would eventually empty the world.
        if (chance(0.3) && model.live().size() > kFewestBodies) remove();
        if (chance(0.3) && model.live().size() < kMaxWorkloadBodies) add();
        if (chance(0.1)) remove_and_add();
    }
    bool chance(double probability) { return std::bernoulli_distribution(probability)(random_); }

  private:
    static constexpr double kHalf = 3.0;
    static constexpr std::size_t kFewestBodies = 10, kMaxWorkloadBodies = 150;

    BodyId pick() {
        const std::vector<BodyId> ids = model.live();
        return ids[std::uniform_int_distribution<std::size_t>(0, ids.size() - 1)(random_)];
    }
    void add() {
        const std::shared_ptr<Shape>& shape =
            shapes_[std::uniform_int_distribution<std::size_t>(0, 5)(random_)];
        const BoxKind box = chance(0.5) ? BoxKind::dynamic_box : BoxKind::fixed_cube;
        const bool is_fixed = chance(0.3);
        const Result<BodyHandle> id = world.add_body({shape, random_transform(random_, kHalf), box, is_fixed});
        ASSERT_TRUE(id);
        model.add(id->id);
        model.set_fixed(id->id, is_fixed);
    }
    void remove() {
        const BodyId id = pick();
        ASSERT_TRUE(world.remove_body(id));
        model.remove(id);
    }
    void remove_and_add() {
        remove();
        add();
    }
    void switch_something() {
        const BodyId a = pick(), b = pick();
        const bool on = chance(0.5);
        if (chance(0.2)) {
            ASSERT_TRUE(world.set_body_fixed(a, on));
            model.set_fixed(a, on);
        }
        if (chance(0.4)) {
            ASSERT_TRUE(world.set_body_enabled(a, on || chance(0.5)));
            model.set_body(a, world.bodies()[a].is_enabled);
        } else if (a != b) {
            ASSERT_TRUE(world.set_pair_enabled(a, b, on));
            model.set_pair(make_pair_of(a, b), on);
        }
        if (chance(0.01)) {
            world.set_all_pairs_enabled(on);
            model.set_all(on);
        }
    }

    std::mt19937 random_;
    std::vector<std::shared_ptr<Shape>> shapes_;
};

class WorldEventsTest : public testing::TestWithParam<Kind> {};

TEST_P(WorldEventsTest, events_equal_a_naive_model_under_a_random_script) {
    Script script(6, 50);
    ASSERT_TRUE(script.world.set_broad_phase(GetParam().broad_phase));
    EXPECT_TRUE(script.world.set_broad_phase_settings({.storage = GetParam().storage}));
    StepOutput out;
    const std::size_t frames = choose_effort(120, 20000);
    std::size_t entered = 0, left = 0, pairs = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        script.change();
        EXPECT_TRUE(script.world.step(out));
        ASSERT_NO_FATAL_FAILURE(script.model.check(script.world, out)) << "frame " << frame;
        entered += frame > 0 ? out.entered.size() : 0;
        left += out.left.size();
        pairs += out.pairs.size();
    }
    EXPECT_GT(entered, frames / 2);
    EXPECT_GT(left, frames / 2);
    EXPECT_GT(pairs, entered);
}
INSTANTIATE_TEST_SUITE_P(All, WorldEventsTest, testing::ValuesIn(all_kinds()), name_of);

TEST(WorldSwitchTest, events_match_a_naive_model_while_the_broad_phase_changes) {
    Script script(7, 50);
    std::mt19937 random(8);
    const std::span<const std::string_view> names = list_broad_phases();
    StepOutput out;
    for (std::size_t frame = 0; frame < choose_effort(300, 20000); ++frame) {
        const bool is_before = script.chance(0.5);
        if (is_before) script.change();
        if (script.chance(0.5)) {
            ASSERT_TRUE(script.world.set_broad_phase(names[random() % names.size()]));
        }
        if (!is_before) script.change();
        EXPECT_TRUE(script.world.step(out));
        ASSERT_NO_FATAL_FAILURE(script.model.check(script.world, out)) << "frame " << frame;
    }
}

// Sweep and prune accepts fewer bodies if it stores the flags of all pairs than if it stores only enabled pairs.
TEST(WorldSwitchTest, sweep_and_prune_accepts_more_bodies_with_sparse_pairs) {
    std::mt19937 random(8);
    const std::shared_ptr<Shape> shape = make_shapes(random, 1)[0];
    std::vector<BodyDesc> bodies(16385, BodyDesc{shape, {}});
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].transform.t.x = 10.0 * static_cast<double>(i);
    CollisionWorld world;
    ASSERT_TRUE(world.set_broad_phase("sweep-and-prune-direct"));
    ASSERT_TRUE(world.add_bodies(bodies));
    const Status refused = world.set_broad_phase("sweep-and-prune");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("at most 16384"), std::string::npos);
    EXPECT_EQ(world.broad_phase_name(), "sweep-and-prune-direct");
    world.set_all_pairs_enabled(false);
    EXPECT_TRUE(world.set_broad_phase("sweep-and-prune"));
    ASSERT_TRUE(world.set_broad_phase("sweep-and-prune-direct"));
    world.set_all_pairs_enabled(true);
    EXPECT_TRUE(world.set_broad_phase_settings({.storage = PairStorage::sparse}));
    EXPECT_TRUE(world.set_broad_phase("sweep-and-prune"));
}

// After a change of the broad phase, feature walks take as many iterations as without the change.
TEST(WorldSwitchTest, changing_the_broad_phase_keeps_pairs_and_their_features) {
    std::mt19937 random(3);
    CollisionWorld world, unchanged;
    std::vector<BodyDesc> bodies;
    const std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 4);
    for (std::size_t i = 0; i < 80; ++i) bodies.push_back({shapes[i % 4], random_transform(random, 3.0), {}});
    ASSERT_TRUE(world.add_bodies(bodies));
    ASSERT_TRUE(unchanged.add_bodies(bodies));
    StepOutput cold, warm, out;
    EXPECT_TRUE(unchanged.step(cold));
    EXPECT_TRUE(unchanged.step(warm));
    EXPECT_TRUE(world.step(out));
    EXPECT_TRUE(world.step(out));
    ASSERT_GT(warm.pairs.size(), 20u);
    ASSERT_LT(warm.counters.walk_iterations, cold.counters.walk_iterations);
    for (const std::string_view name : list_broad_phases()) {
        ASSERT_TRUE(world.set_broad_phase(name));
        EXPECT_TRUE(world.step(out));
        EXPECT_TRUE(unchanged.step(warm));
        EXPECT_TRUE(out.entered.empty() && out.left.empty()) << name;
        EXPECT_EQ(out.pairs.size(), warm.pairs.size()) << name;
        EXPECT_EQ(out.counters.walk_iterations, warm.counters.walk_iterations) << name;
    }
}

TEST(WorldSwitchTest, a_disabled_body_has_no_pairs_until_it_is_enabled) {
    for (const std::string_view name : list_broad_phases()) {
        CollisionWorld world;
        ASSERT_TRUE(world.set_broad_phase(name));
        const std::shared_ptr<Shape> cube = make_shape(polytope_of(box(glm::vec3(1.0f))));
        const BodyDesc bodies[] = {{cube, at(0, 0, 0), {}}, {cube, at(1, 0, 0), {}}, {cube, at(9, 0, 0), {}}};
        ASSERT_TRUE(world.add_bodies(bodies));
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.entered, (std::vector<BodyPair>{{0, 1}}));
        ASSERT_TRUE(world.set_body_enabled(1, false));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.left, (std::vector<BodyPair>{{0, 1}})) << name;
        EXPECT_TRUE(out.pairs.empty()) << name;
        ASSERT_TRUE(world.set_transform(1, at(8, 0, 0))); // moves while disabled
        EXPECT_TRUE(world.step(out));
        EXPECT_TRUE(out.pairs.empty() && out.entered.empty()) << name;
        ASSERT_TRUE(world.set_body_enabled(1, true));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.entered, (std::vector<BodyPair>{{1, 2}})) << name;
        EXPECT_TRUE(world.bodies()[1].is_enabled);
        EXPECT_FALSE(world.set_body_enabled(3, true));
    }
}

TEST(WorldSwitchTest, two_fixed_bodies_form_no_pair_until_one_is_unfixed) {
    for (const std::string_view name : list_broad_phases()) {
        CollisionWorld world;
        const std::shared_ptr<Shape> cube = make_shape(polytope_of(box(glm::vec3(1.0f))));
        const BodyDesc bodies[] = {
            {cube, at(0, 0, 0), {}, true}, {cube, at(1, 0, 0), {}, true}, {cube, at(2, 0, 0), {}}};
        ASSERT_TRUE(world.add_bodies(bodies));
        ASSERT_TRUE(world.set_broad_phase(name)); // the new broad phase takes over which bodies are fixed
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.entered, (std::vector<BodyPair>{{0, 2}, {1, 2}})) << name;
        EXPECT_FALSE(world.is_pair_enabled({0, 1}));
        const Status refused = world.query_pair(1, 0, out);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message, "pair 0, 1: both bodies are fixed; two fixed bodies form no pair");
        EXPECT_EQ(out.pairs.size(), 2u) << "the earlier output must stay unchanged";
        ASSERT_TRUE(world.set_body_fixed(0, false));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.entered, (std::vector<BodyPair>{{0, 1}})) << name;
        EXPECT_TRUE(world.query_pair(0, 1, out));
        ASSERT_TRUE(world.set_body_fixed(0, true));
        ASSERT_TRUE(world.set_body_fixed(2, true));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.left, (std::vector<BodyPair>{{0, 1}, {0, 2}, {1, 2}})) << name;
        ASSERT_TRUE(world.remove_body(2)); // frees its id
        EXPECT_TRUE(world.step(out));
        ASSERT_TRUE(world.add_body({cube, at(1, 0, 0), {}}));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.entered, (std::vector<BodyPair>{{0, 2}, {1, 2}})) << name;
        EXPECT_FALSE(world.set_body_fixed(7, true));
    }
}

} // namespace
} // namespace boxwood::test
