// What: one cell of the table: every contestant over the same placements, one after another in each round.
// Units: microseconds: of the wall clock, or of the processor for queries beyond 100. Each placement's time is its
//     median over the rounds, so what interrupts the program now and then does not count; a method's time is the mean
//     over the placements.
// Which is measured twice where first contacts are wanted: a turn after all other contestants have had theirs, which has
//     emptied the caches, and another right after it, as where queries follow each other.
// Invariants: every contestant gets every round. Of a slow one fewer placements are timed, of a very slow one fewer are
//     answered, too; its ratio is taken over those alone.
#pragma once

#include "bench/peers/mesh_pairs/contestants.hpp"
#include "bench/peers/mesh_pairs/differences.hpp"

#include <span>

namespace boxwood::bench {

struct Seat {
    NamedContestant who;
    std::unique_ptr<Contestant> contestant;
};

struct Score {
    std::string name;
    double us_per_query = 0.0;
    double ratio = 0.0;                                // to the fastest of ours, over the same placements
    std::size_t rounds = 0, timed = 0, placements = 0; // placements: answered, in the first round
    std::size_t hits = 0, pairs = 0;                   // of all its placements together
    Differences differences;                           // from the exact answers
    Says says = Says::pairs;
    bool is_ours = false;
};

struct Cell {
    const Mesh& mesh;
    std::span<const Placement> placements;
    Wanted wanted;
    std::size_t rounds;
    // Per contestant for the first round, and as much for all others; one placement is always timed.
    double most_seconds;
};

struct Scores {
    std::vector<Score> after_others, again; // no second turn: the latter is empty
};
Scores measure(const Cell& cell, std::span<Seat> seats);

} // namespace boxwood::bench
