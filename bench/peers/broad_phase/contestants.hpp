// What: the broad phases that bench_broad_phase_peers compares: all of ours, and those of the libraries found.
// Frame: world boxes.
// Invariants: find_pairs() gives at least the overlapping pairs; what a fattened or quantized box adds is taken out
//             by whoever compares answers.
#pragma once

#include "collision/broad_phase/all_broad_phases.hpp"

#include <functional>
#include <memory>
#include <string>

namespace boxwood::bench {

class Contestant {
  public:
    virtual ~Contestant() = default;
    virtual void start(std::span<const Aabb> boxes) = 0;
    virtual void update(std::span<const Aabb> boxes) = 0; // what is timed: new boxes in, pairs found
    virtual std::vector<BodyPair> list_pairs() const = 0;
};

struct NamedContestant {
    std::string name;
    std::function<std::unique_ptr<Contestant>()> make;
};

class OurPhase final : public Contestant {
  public:
    explicit OurPhase(std::string_view name)
        : phase_(std::move(*make_any_broad_phase(name))) {}
    void start(std::span<const Aabb> boxes) override {
        std::vector<BodyId> bodies(boxes.size());
        for (BodyId id = 0; id < bodies.size(); ++id) bodies[id] = id;
        phase_.insert(bodies, boxes);
        phase_.update(boxes);
    }
    void update(std::span<const Aabb> boxes) override { phase_.update(boxes); }
    std::vector<BodyPair> list_pairs() const override {
        std::vector<BodyPair> pairs;
        for (const ActivePair& pair : phase_.pairs()) pairs.push_back(pair.bodies);
        return pairs;
    }

  private:
    AnyBroadPhase phase_;
};

// One per library, in a file of its own; main calls those that CMake has found.
void add_fcl(std::vector<NamedContestant>& io_all);
void add_bullet(std::vector<NamedContestant>& io_all);
void add_ode(std::vector<NamedContestant>& io_all);
void add_cgal(std::vector<NamedContestant>& io_all);
void add_embree(std::vector<NamedContestant>& io_all);

} // namespace boxwood::bench
