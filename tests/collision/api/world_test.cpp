#include "collision/api/mesh.hpp"
#include "collision/api/round.hpp"
#include "collision/api/solid.hpp"
#include "collision/api/world.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood::api::world_test {
namespace {

std::vector<Shape> make_shapes() {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 10, 6);
    const Convex box = Convex::box({0.6, 0.4, 0.5}).value(), plate = Convex::box({0.2, 0.8, 0.3}).value();
    const std::vector<Compound::Part> parts{{box, {}}, {plate, Pose::from_translation({1, 0, 0}).value()}};
    return {Mesh::create(torus.positions, torus.triangles).value(), box, Compound::create(parts).value()};
}

Pose draw(oracle::Random& random, double reach) {
    return Pose::from_quaternion(oracle::draw_rotation(random), oracle::draw_point(random, reach)).value();
}

using Pair = std::pair<Body, Body>;

struct Member {
    Shape shape;
    Pose pose;
    BodyOptions options;
};

std::set<Pair> find_contacts(const std::map<Body, Member>& members) {
    std::set<Pair> pairs;
    for (const auto& [a, of_a] : members)
        for (const auto& [b, of_b] : members)
            if (a.id < b.id && !(of_a.options.is_fixed && of_b.options.is_fixed) &&
                (of_a.options.groups & of_b.options.mask) != 0 &&
                (of_b.options.groups & of_a.options.mask) != 0 &&
                collide(of_a.shape, of_a.pose, of_b.shape, of_b.pose))
                pairs.insert({a, b});
    return pairs;
}

std::set<Pair> contacts_of(const WorldStep& step) {
    std::set<Pair> pairs;
    for (const WorldPair& pair : step.pairs)
        if (pair.in_contact) pairs.insert({pair.a, pair.b});
    EXPECT_EQ(pairs.size(), step.contact_count);
    return pairs;
}

TEST(ApiWorld, ContactsAndEventsMatchTestsOfAllPairs) {
    oracle::Random random(5);
    const std::vector<Shape> shapes = make_shapes();
    World world, on_threads(std::make_shared<oracle::ThreadsExecutor>());
    std::map<Body, Member> members;
    std::map<Body, Body> twins;
    std::set<Pair> before;
    const auto add = [&] {
        const BodyOptions options{.is_fixed = random() % 5 == 0,
                                  .groups = 1u << (random() % 3),
                                  .mask = random() % 4 == 0 ? 3u : ~0u};
        const Member member{shapes[random() % shapes.size()], draw(random, 3.0), options};
        const Body body = world.add(member.shape, member.pose, member.options).value();
        twins.insert({body, on_threads.add(member.shape, member.pose, member.options).value()});
        members.insert({body, member});
    };
    for (int i = 0; i < 40; ++i) add();
    std::size_t began = 0, ended = 0;
    for (int step = 0; step < 30; ++step) {
        for (auto& [body, member] : members)
            if (random() % 2 == 0) {
                member.pose = draw(random, 3.0);
                ASSERT_TRUE(world.set_pose(body, member.pose));
                ASSERT_TRUE(on_threads.set_pose(twins.at(body), member.pose));
            }
        if (step % 3 == 1) {
            const Body gone =
                std::next(members.begin(), static_cast<std::ptrdiff_t>(random() % members.size()))->first;
            ASSERT_TRUE(world.remove(gone));
            ASSERT_TRUE(on_threads.remove(twins.at(gone)));
            members.erase(gone);
            add();
        }
        const WorldStep& found = world.step();
        const std::set<Pair> now = contacts_of(found);
        EXPECT_EQ(now, find_contacts(members));
        std::set<Pair> expected_began, expected_ended, listed_began, listed_ended;
        std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                            std::inserter(expected_began, expected_began.end()));
        std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                            std::inserter(expected_ended, expected_ended.end()));
        for (const ContactEvent& event : found.began) listed_began.insert({event.a, event.b});
        for (const ContactEvent& event : found.ended) listed_ended.insert({event.a, event.b});
        EXPECT_EQ(listed_began, expected_began);
        EXPECT_EQ(listed_ended, expected_ended);
        began += listed_began.size();
        ended += listed_ended.size();
        before = now;

        const WorldStep& twin = on_threads.step();
        ASSERT_EQ(twin.pairs.size(), found.pairs.size());
        for (std::size_t i = 0; i < twin.pairs.size(); ++i) {
            const WorldPair &x = found.pairs[i], &y = twin.pairs[i];
            EXPECT_TRUE(
                x.a.id == y.a.id && x.b.id == y.b.id && x.in_contact == y.in_contact &&
                x.distance == y.distance && x.point_a == y.point_a && x.point_b == y.point_b &&
                std::equal(x.triangles.begin(), x.triangles.end(), y.triangles.begin(), y.triangles.end()));
        }
    }
    EXPECT_GT(began, 20u);
    EXPECT_GT(ended, 20u);
}

TEST(ApiWorld, SetAllTrianglesListsAllTrianglePairs) {
    const Shape torus = make_shapes()[0];
    World world;
    const Pose pose = Pose::from_translation({0.3, 0.2, 0.1}).value();
    world.add(torus, {}).value();
    world.add(torus, pose).value();
    EXPECT_EQ(world.step().pairs[0].triangles.size(), 1u);
    world.set_all_triangles(true);
    const WorldStep& step = world.step();
    const std::vector<TrianglePair> expected = contacts(torus, {}, torus, pose, {.points = false}).triangles;
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), step.pairs[0].triangles.begin(),
                           step.pairs[0].triangles.end()));
    EXPECT_TRUE(step.began.empty());
}

TEST(ApiWorld, ThePairFilterAndTheGroupsDisablePairs) {
    const Shape box = make_shapes()[1];
    World world;
    std::vector<Body> bodies;
    for (int i = 0; i < 4; ++i)
        bodies.push_back(world.add(box, Pose::from_translation({0.1 * i, 0, 0}).value()).value());
    EXPECT_EQ(world.step().contact_count, 6u);
    world.set_pair_filter([&](Body a, Body) { return a != bodies[0]; });
    EXPECT_EQ(world.step().contact_count, 3u);
    EXPECT_EQ(world.step().ended.size(), 0u);
    world.set_pair_filter({});
    EXPECT_EQ(world.step().began.size(), 3u);
    ASSERT_TRUE(world.set_groups(bodies[1], 2, 2));
    EXPECT_EQ(world.step().ended.size(), 3u);
}

TEST(ApiWorld, AStepSeesAMeshUpdate) {
    Mesh mesh = Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
    World world;
    const Body body = world.add(mesh, {}).value();
    world.add(mesh, Pose::from_translation({0, 0, 5}).value()).value();
    world.add(Convex::box({0.5, 0.5, 0.5}).value(), Pose::from_translation({0, 0, 2}).value()).value();
    EXPECT_EQ(world.step().contact_count, 0u);
    ASSERT_TRUE(mesh.update({{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}));
    const WorldStep& step = world.step();
    EXPECT_EQ(step.contact_count, 1u);
    ASSERT_EQ(step.began.size(), 1u);
    EXPECT_EQ(step.began[0].a, body);
    ASSERT_TRUE(mesh.update({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(world.step().ended.size(), 1u);
}

TEST(ApiWorld, InvalidCallsAreRejectedAndLeaveTheWorldUnchanged) {
    const std::vector<Shape> shapes = make_shapes();
    World world, other;
    int own = 0;
    const Body body = world.add(shapes[1], {}, {.user_data = &own}).value(),
               gone = world.add(shapes[0], {}).value(), foreign = other.add(shapes[0], {}).value();
    ASSERT_TRUE(world.remove(gone));
    const Pose scaled = Pose::from_quaternion({}, {}, {2, 2, 2}).value(),
               sheared =
                   Pose::from_row_major(std::array{1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}).value();
    for (const Body bad : {gone, foreign, Body{}}) {
        EXPECT_FALSE(world.remove(bad));
        EXPECT_FALSE(world.set_pose(bad, {}));
        EXPECT_FALSE(world.set_shape(bad, shapes[0]));
        EXPECT_FALSE(world.set_fixed(bad, true));
        EXPECT_FALSE(world.set_groups(bad, 1, 1));
        EXPECT_FALSE(world.set_user_data(bad, nullptr));
        EXPECT_FALSE(world.pose(bad));
        EXPECT_FALSE(world.shape(bad));
        EXPECT_FALSE(world.user_data(bad));
        EXPECT_FALSE(world.contains(bad));
    }
    EXPECT_FALSE(world.add(shapes[1], scaled));
    EXPECT_TRUE(world.add(shapes[0], scaled));
    EXPECT_FALSE(world.add(shapes[0], sheared));
    EXPECT_FALSE(world.set_pose(body, sheared));
    EXPECT_FALSE(world.add(shapes[0], {}, {.margin = -1.0}));
    EXPECT_FALSE(world.set_broad_phase("none"));
    EXPECT_FALSE(world.set_narrow_phase("none"));
    const std::vector<World::NewBody> two{{shapes[1], {}}, {shapes[1], scaled}};
    EXPECT_FALSE(world.add(two));
    EXPECT_EQ(world.body_count(), 2u);
    EXPECT_EQ(world.user_data(body).value(), &own);
    EXPECT_TRUE(world.shape(body).value() == shapes[1]);
    EXPECT_TRUE(world.set_broad_phase("brute-force"));
    World moved = std::move(world);
    EXPECT_EQ(moved.body_count(), 2u);
}

TEST(ApiWorld, ReplacingANonuniformlyScaledMeshByASphereCausesNoImpact) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 10, 6);
    const Shape mesh = Mesh::create(torus.positions, torus.triangles).value();
    World world;
    BodyOptions options;
    options.is_continuous = true;
    const Pose uneven = Pose::from_quaternion({}, {}, {1, 1 + 1e-8, 1}).value();
    const Body body = world.add(mesh, uneven, options).value();
    ASSERT_TRUE(world.add(Convex::box({1, 1, 1}).value(), Pose::from_translation({4, 0, 0}).value()));
    world.step();
    ASSERT_TRUE(world.set_pose(body, Pose::from_translation({8, 0, 0}).value()));
    ASSERT_TRUE(world.set_shape(body, Sphere::create(0.5).value()));
    EXPECT_TRUE(world.step().impacts.empty()) << "a body whose scale changed must not be swept";
    ASSERT_TRUE(world.set_pose(body, Pose{}));
    EXPECT_EQ(world.step().impacts.size(), 1u);
}

} // namespace
} // namespace boxwood::api::world_test
