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
    // Of all overlapping pairs leaves those that it was asked for.
    virtual void keep_asked(std::vector<BodyPair>& /*io_pairs*/) const {}
};

struct NamedContestant {
    std::string name;
    std::function<std::unique_ptr<Contestant>()> make;
    std::function<std::string(std::span<const Aabb>)>
        why_not{};        // says why it cannot take these boxes, or nothing
    bool is_ours = false; // takes part in every cell, however slow
};

void add_ours(std::vector<NamedContestant>& io_all);
// One per library, in a file of its own; main calls those that CMake has found.
void add_fcl(std::vector<NamedContestant>& io_all);
void add_bullet(std::vector<NamedContestant>& io_all);
void add_ode(std::vector<NamedContestant>& io_all);
void add_cgal(std::vector<NamedContestant>& io_all);
void add_embree(std::vector<NamedContestant>& io_all);

} // namespace boxwood::bench
