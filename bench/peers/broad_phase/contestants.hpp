// What: the broad phases that bench_broad_phase_peers compares: all of ours, and those of the libraries found.
// Frame: world boxes.
// Invariants: find_pairs() gives at least the overlapping pairs; the caller removes pairs that an enlarged or quantized
//     box adds before it compares answers.
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
    virtual void update(std::span<const Aabb> boxes) = 0; // timed: takes new boxes and finds pairs
    virtual std::vector<BodyPair> list_pairs() const = 0;
    // Filters all overlapping pairs to the requested ones.
    virtual void keep_asked(std::vector<BodyPair>& /*io_pairs*/) const {}
};

struct NamedContestant {
    std::string name;
    std::function<std::unique_ptr<Contestant>()> make;
    std::function<std::string(std::span<const Aabb>)>
        why_not{};        // returns why it cannot take these boxes, or an empty string
    bool is_ours = false; // part of every cell, however slow
};

void add_ours(std::vector<NamedContestant>& io_all);
// One per library, each in its own file; main calls those that CMake has found.
void add_fcl(std::vector<NamedContestant>& io_all);
void add_bullet(std::vector<NamedContestant>& io_all);
void add_ode(std::vector<NamedContestant>& io_all);
void add_cgal(std::vector<NamedContestant>& io_all);
void add_embree(std::vector<NamedContestant>& io_all);

} // namespace boxwood::bench
