// What: the broad phases that bench_broad_phase_peers compares: all from Boxwood, and all from the libraries that
//     CMake found.
// Frame: boxes are in world space.
// Invariants: list_pairs() contains all overlapping pairs that keep_reported() keeps. It can also contain duplicates,
//     and pairs that overlap only because a library enlarges or quantizes boxes. The caller removes both before it
//     compares answers.
#pragma once

#include "collision/broad_phase/all_broad_phases.hpp"

#include <functional>
#include <memory>
#include <string>

namespace boxwood::bench {

class Competitor {
  public:
    virtual ~Competitor() = default;
    virtual void start(std::span<const Aabb> boxes) = 0;
    virtual void update(std::span<const Aabb> boxes) = 0; // sets the new boxes and finds the pairs; timed
    virtual std::vector<BodyPair> list_pairs() const = 0;
    // Removes the pairs that this competitor does not report by design. On input, `io_pairs` contains all overlapping
    // pairs.
    virtual void keep_reported(std::vector<BodyPair>& /*io_pairs*/) const {}
};

struct NamedCompetitor {
    std::string name;
    std::function<std::unique_ptr<Competitor>()> make;
    // Returns the reason why the competitor cannot process these boxes, or an empty string.
    std::function<std::string(std::span<const Aabb>)> find_obstacle{};
    bool is_ours = false; // never excluded for being slow; find_obstacle can still exclude it
};

void add_ours(std::vector<NamedCompetitor>& io_all);
// One function per library, each in its own file. The main program calls the functions of the libraries that CMake
// found.
void add_fcl(std::vector<NamedCompetitor>& io_all);
void add_bullet(std::vector<NamedCompetitor>& io_all);
void add_ode(std::vector<NamedCompetitor>& io_all);
void add_cgal(std::vector<NamedCompetitor>& io_all);
void add_embree(std::vector<NamedCompetitor>& io_all);

} // namespace boxwood::bench
