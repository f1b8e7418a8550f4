#include "collision/query/mesh_query.hpp"
#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/sample_meshes.hpp"

namespace boxwood::test {
namespace {

TEST(VolumeUpdatesTest, a_step_counts_the_volume_updates_of_all_its_queries) {
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.4, 20, 10);
    for (const auto& [volume, has_updates] : {std::pair{"sphere", true}, {"kdop18", true}, {"aabb", false}}) {
        const std::shared_ptr<Shape> shape = *make_shape(torus.view(), {.volume = volume});
        CollisionWorld world;
        std::array<Transform, 3> places{at(0, 0, 0), at(1.1, 0.2, 0.1), at(2.2, 0, 0)};
        places[1].q = {0.8, 0.0, 0.6, 0.0}; // the rotation makes the normals of k-DOPs differ
        std::vector<BodyDesc> bodies;
        for (const Transform& place : places) bodies.push_back({shape, place});
        ASSERT_TRUE(world.add_bodies(bodies));
        StepOutput out;
        EXPECT_TRUE(world.step(out));

        ASSERT_GT(out.pairs.size(), 1u);
        std::uint64_t expected = 0;
        for (const PairResult& pair : out.pairs) {
            const Pose a = make_pose(places[pair.bodies.a]), b = make_pose(places[pair.bodies.b]);
            QueryScratch scratch;
            QueryResult result;
            EXPECT_TRUE(query_meshes({shape->mesh(), shape->hierarchy(), &a}, {shape->mesh(), shape->hierarchy(), &b},
                         world.settings.mesh_query, scratch, result));
            expected += result.counters.volume_updates;
        }
        EXPECT_EQ(out.counters.volume_updates, expected);
        EXPECT_EQ(out.counters.volume_updates > 0, has_updates) << volume;
    }
}

} // namespace
} // namespace boxwood::test
