// Random worlds: mixed shapes, kinds and scales, origins far from zero, quaternions that are not normalized; bodies
// that are added, removed and get other shapes; all broad and narrow phases; with and without threads; and two worlds
// that share shapes on two threads. Checks every pair of every step, except pairs that are too close to decide and
// solids that may contain each other.
//   random_worlds [SEEDS] [FIRST SEED]
#include "tests/stranger/shapes.hpp"

#include "collision/core/executor.hpp"

#include <atomic>
#include <set>
#include <thread>

using namespace boxwood;
using namespace stranger;

namespace {

class ThreadsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t begin = next.fetch_add(chunk); begin < count; begin = next.fetch_add(chunk))
                body(begin, std::min(count, begin + chunk));
        };
        std::thread other(work);
        work();
        other.join();
    }
};

struct Known {
    BodyHandle handle;
    std::size_t shape = 0;
    Transform transform;
};

class Script {
  public:
    Script(std::uint64_t seed, const std::vector<TestShape>& shapes)
        : random_(seed)
        , shapes_(shapes)
        , name_("seed " + std::to_string(seed))
        , origin_(random_.in_box(std::pow(10.0, random_.between(-1.0, 7.0)))) {
        if (seed % 3 == 0) world_.settings.executor = std::make_shared<ThreadsExecutor>();
        world_.settings.find_polytope_triangles = seed % 2 == 0;
        world_.settings.use_temporal_coherence = seed % 5 < 2;
    }

    void run(int steps) {
        for (int i = 0; i < 8; ++i) add();
        for (int i = 0; i < steps; ++i) {
            change();
            step();
        }
    }
    std::uint64_t hash() const { return state_hash(world_); }
    const std::vector<std::string>& wrong() const { return wrong_; }
    int checks() const { return checks_; }

  private:
    void expect(bool holds, const std::string& what) {
        ++checks_;
        if (!holds) wrong_.push_back(name_ + ": " + what);
    }

    Transform random_transform(bool may_scale) {
        Transform at{random_.quaternion(), origin_ + random_.in_box(2.0), glm::dvec3(1.0)};
        if (may_scale)
            for (int k = 0; k < 3; ++k) at.s[k] = random_.between(0.5, 1.5) * (random_.below(4) == 0 ? -1.0 : 1.0);
        return at;
    }
    bool may_scale(std::size_t shape) const { return !shapes_[shape].is_solid; }
    std::size_t random_shape() {
        // Only the last two shapes are solids, so they are chosen more often than the many meshes.
        return random_.below(3) == 0 ? shapes_.size() - 1 - random_.below(2) : random_.below(shapes_.size());
    }

    void add() {
        const std::size_t shape = random_shape();
        const Transform at = random_transform(may_scale(shape));
        const Result<BodyHandle> handle =
            world_.add_body({shapes_[shape].shape, at, static_cast<BoxKind>(random_.below(2))});
        expect(static_cast<bool>(handle), "add");
        if (handle) bodies_.push_back({*handle, shape, at});
    }
    void remove(std::size_t i) {
        expect(static_cast<bool>(world_.remove_body(bodies_[i].handle)), "remove");
        gone_.push_back(bodies_[i].handle);
        bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    void change() {
        for (Known& body : bodies_) {
            if (random_.below(3) == 0) continue;
            body.transform = random_transform(may_scale(body.shape));
            expect(static_cast<bool>(world_.set_transform(body.handle, body.transform)), "move");
        }
        if (random_.below(2) == 0) add();
        if (bodies_.size() > 4 && random_.below(2) == 0) remove(random_.below(bodies_.size()));
        if (random_.below(4) == 0) {
            Known& body = bodies_[random_.below(bodies_.size())];
            body.shape = random_shape();
            body.transform.s = glm::dvec3(1.0);
            expect(static_cast<bool>(world_.set_transform(body.handle, body.transform)), "unscale");
            expect(static_cast<bool>(world_.set_shape(body.handle, shapes_[body.shape].shape)), "set_shape");
        }
        const auto broad = list_broad_phases();
        if (random_.below(4) == 0)
            expect(static_cast<bool>(world_.set_broad_phase(broad[random_.below(broad.size())])), "broad phase");
        if (random_.below(4) == 0)
            expect(static_cast<bool>(
                       world_.set_narrow_phase(kAllNarrowPhases[random_.below(kAllNarrowPhases.size())].name)),
                   "narrow phase");
        for (const BodyHandle& handle : gone_)
            expect(!world_.set_transform(handle, {}) && !world_.is_live(handle),
                   "a stale handle is accepted");
    }

    void step() {
        expect(static_cast<bool>(world_.step(out_)), "step");
        std::set<BodyPair> listed;
        for (const PairResult& pair : out_.pairs) listed.insert(pair.bodies);
        std::vector<std::vector<Corners>> seen;
        for (const Known& body : bodies_)
            seen.push_back(world_triangles(shapes_[body.shape].surface, make_pose(body.transform)));
        for (std::size_t i = 0; i < bodies_.size(); ++i)
            for (std::size_t k = i + 1; k < bodies_.size(); ++k) check_pair(i, k, seen[i], seen[k]);
    }

    void check_pair(std::size_t i, std::size_t k, const std::vector<Corners>& seen_i, const std::vector<Corners>& seen_k) {
        const Truth truth = find_truth(seen_i, seen_k);
        if (!truth.is_certain()) return;
        const BodyPair pair = make_pair_of(bodies_[i].handle.id, bodies_[k].handle.id);
        const auto found = std::lower_bound(out_.pairs.begin(), out_.pairs.end(), pair,
                                            [](const PairResult& x, const BodyPair& y) { return x.bodies < y; });
        const bool is_contact = found != out_.pairs.end() && found->bodies == pair && found->is_contact();
        const TestShape &a = shapes_[bodies_[i].shape], &b = shapes_[bodies_[k].shape];
        // A solid inside another is in contact with it although their surfaces are disjoint, so either answer is
        // accepted.
        const bool may_nest = a.is_solid && b.is_solid && !truth.meets();
        if (!may_nest) expect(is_contact == truth.meets(), a.name + " with " + b.name);
    }

    Random random_;
    const std::vector<TestShape>& shapes_;
    std::string name_;
    glm::dvec3 origin_;
    CollisionWorld world_;
    std::vector<Known> bodies_;
    std::vector<BodyHandle> gone_;
    StepOutput out_;
    std::vector<std::string> wrong_;
    int checks_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    const int seeds = argc > 1 ? std::atoi(argv[1]) : 12, first = argc > 2 ? std::atoi(argv[2]) : 1;
    // Two worlds run at the same time on two threads and share the shapes, so that one thread builds data on first use
    // while the other thread needs it. The third world repeats the first one and must end in the same state.
    for (int seed = first; seed < first + seeds; seed += 2) {
        const std::vector<TestShape> shapes = make_shapes();
        std::vector<Script> scripts;
        scripts.reserve(3);
        for (const int which : {seed, seed + 1, seed}) scripts.emplace_back(static_cast<std::uint64_t>(which), shapes);
        std::thread other([&] { scripts[1].run(12); });
        scripts[0].run(12);
        other.join();
        scripts[2].run(12);
        check(scripts[0].hash() == scripts[2].hash(), "equal seeds give different final states");
        for (const Script& script : scripts) {
            for (const std::string& what : script.wrong()) check(false, what);
            g_checks += script.checks();
        }
    }
    return finish("random_worlds");
}
