// What: one cell of the table: every contestant over the same placements, one after another in each round.
// Units: microseconds: of the wall clock, or of the processor for queries beyond 100. Each placement's time is its
//     median over the rounds, which removes occasional interruptions; a method's time is the mean over the placements.
// For first contacts each contestant is measured twice: with cold caches, after the turns of all others, and again
// right after that, with warm caches, as in a sequence of queries.
// Invariants: every contestant gets every round. A slow one is timed on fewer placements, a very slow one also answers
//     fewer; its ratio is taken over those alone.
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
    std::size_t rounds = 0, timed = 0, placements = 0; // placements: answered in the first round
    std::size_t hits = 0, pairs = 0;                   // over all its placements
    Differences differences;                           // from the exact answers
    Says says = Says::pairs;
    bool is_ours = false;
};

struct Cell {
    const Mesh& mesh;
    std::span<const Placement> placements;
    Wanted wanted;
    std::size_t rounds;
    // Per contestant for the first round, and the same for all others; at least one placement is timed.
    double most_seconds;
};

struct Scores {
    std::vector<Score> after_others, again; // `again` is empty without a second turn
};
Scores measure(const Cell& cell, std::span<Seat> seats);

} // namespace boxwood::bench
