// A thousand bodies move and rotate, and some of them are added, removed, teleported, disabled, enabled and fixed, with
// each broad phase in turn. No check by an oracle may fail, and memory must not grow.
#include "engine/sim/simulation.hpp"
#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/effort.hpp"

#include <malloc.h>

namespace boxwood::test {
namespace {

constexpr std::size_t kBodies = 1000;
constexpr double kHalf = 14.0;

class Soak {
  public:
    Soak()
        : shapes_(make_shapes(random_, 12)) {
        simulation_.room_half = glm::dvec3(kHalf);
        for (std::size_t i = 0; i < kBodies; ++i) add();
    }

    void change(std::size_t frame) {
        const std::span<const std::string_view> names = list_broad_phases();
        if (frame % 12 == 0) {
            ASSERT_TRUE(simulation_.world.set_broad_phase(names[frame / 12 % names.size()]));
        }
        if (frame % 5 == 0) {
            EXPECT_TRUE(simulation_.world.set_broad_phase_settings(
                {.storage = frame % 10 == 0 ? PairStorage::dense : PairStorage::sparse}));
        }
        for (int i = 0; i < 3; ++i) {
            remove();
            add();
            teleport();
            toggle();
        }
    }
    void step_and_check() {
        step(simulation_);
        ASSERT_NO_FATAL_FAILURE(model_.check(simulation_.world, simulation_.output));
        const std::vector<PairResult>& pairs = simulation_.output.pairs;
        // checks the certificates of a sample of the pairs
        for (std::size_t k = random_() % 8; k < pairs.size(); k += 8) {
            ASSERT_NO_FATAL_FAILURE(check_contact(simulation_.world, pairs[k]));
        }
        contacts += simulation_.output.counters.contacts;
        entered += simulation_.output.entered.size();
    }

    // Measures always with the same broad phase.
    std::size_t measure_bytes() {
        EXPECT_TRUE(simulation_.world.set_broad_phase(list_broad_phases().front()));
        step_and_check();
        return mallinfo2().uordblks;
    }

    std::uint64_t contacts = 0, entered = 0;

  private:
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }
    BodyId pick() {
        BodyId id = 0;
        do id = static_cast<BodyId>(random_() % simulation_.world.bodies().size());
        while (!simulation_.world.is_live(id));
        return id;
    }
    void add() {
        const std::shared_ptr<Shape>& shape = shapes_[random_() % shapes_.size()];
        const BoxKind box = random_() % 3 == 0 ? BoxKind::fixed_cube : BoxKind::dynamic_box;
        const Result<BodyHandle> id =
            simulation_.world.add_body({shape, random_transform(random_, kHalf - 1.0), box});
        ASSERT_TRUE(id);
        model_.add(id->id);
        if (simulation_.motions.size() <= id->id) simulation_.motions.resize(id->id + std::size_t{1});
        simulation_.motions[id->id] = {random_in_box(random_, 0.1), glm::dvec3(0, 0, 1), uniform(0.0, 0.3)};
    }
    void remove() {
        const BodyId id = pick();
        ASSERT_TRUE(simulation_.world.remove_body(id));
        model_.remove(id);
    }
    void teleport() {
        ASSERT_TRUE(simulation_.world.set_transform(pick(), random_transform(random_, kHalf - 1.0)));
    }
    void toggle() {
        const BodyId a = pick(), b = pick();
        const bool on = random_() % 2 == 0;
        ASSERT_TRUE(simulation_.world.set_body_enabled(a, on));
        model_.set_body(a, on);
        const bool is_fixed = random_() % 3 == 0;
        ASSERT_TRUE(simulation_.world.set_body_fixed(b, is_fixed));
        model_.set_fixed(b, is_fixed);
        if (a == b) return;
        ASSERT_TRUE(simulation_.world.set_pair_enabled(a, b, on));
        model_.set_pair(make_pair_of(a, b), on);
    }

    std::mt19937 random_{1995};
    std::vector<std::shared_ptr<Shape>> shapes_;
    Simulation simulation_;
    PairModel model_;
};

TEST(SoakTest, with_changes_of_every_kind_all_checks_pass_and_memory_does_not_grow) {
    Soak soak;
    const std::size_t frames = choose_effort(120, 100000), settled = frames / 2;
    std::size_t bytes_settled = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        soak.change(frame);
        ASSERT_NO_FATAL_FAILURE(soak.step_and_check()) << "frame " << frame;
        if (frame == settled) bytes_settled = soak.measure_bytes();
    }
    // More than the difference between two frames; a leak of one pair per frame soon exceeds it.
    constexpr std::size_t kSlack = 1u << 20;
    EXPECT_LT(soak.measure_bytes(), bytes_settled + kSlack);
    EXPECT_GT(soak.contacts, 2 * frames);
    EXPECT_GT(soak.entered, 10 * frames);
}

} // namespace
} // namespace boxwood::test
