// What: measures one cell of the table: all contestants over the same placements, one after another in each round.
// Units: microseconds of wall time; for queries longer than 100 microseconds, of processor time. The time of a
//     placement is the median over the rounds, which removes occasional interruptions. The time of a method is the
//     mean over the placements. For first contacts, each contestant is measured twice: after all others, with cold
//     caches; and again directly after itself, with warm caches, as in a sequence of queries.
// Invariants: every contestant runs in every round. A slow one is timed on fewer placements, and a very slow one also
//     answers fewer. The ratio of a contestant is computed only over its timed placements.
#pragma once

#include "bench/peers/mesh_pairs/contestants.hpp"
#include "bench/peers/mesh_pairs/differences.hpp"

#include <span>

namespace boxwood::bench {

struct Seat {
    NamedContestant named;
    std::unique_ptr<Contestant> contestant;
};

struct Score {
    std::string name;
    double us_per_query = 0.0;
    double ratio = 0.0; // to Boxwood's fastest method, over the same placements
    std::size_t rounds = 0, timed = 0, placements = 0; // placements: answered in the first round
    std::size_t hits = 0, pairs = 0;                   // summed over its placements
    Differences differences;                           // from the exact answers
    Says says = Says::pairs;
    bool is_ours = false;
};

struct Cell {
    const Mesh& mesh;
    std::span<const Placement> placements;
    Wanted wanted;
    std::size_t rounds;
    // The time limit of a contestant for the first round, and a second time for all later rounds together. At least
    // one placement is timed even if it takes longer.
    double max_seconds;
};

struct Scores {
    std::vector<Score> after_others,
        again; // `again` has the second measurements; empty unless first contacts are wanted
};
Scores measure(const Cell& cell, std::span<Seat> seats);

} // namespace boxwood::bench
