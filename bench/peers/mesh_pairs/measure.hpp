// What: measures one cell of the table: all competitors over the same placements, one after another in each round.
// Units: microseconds of wall time; of processor time for a competitor whose warm-up query takes over 100 microseconds.
//     The time of a placement is the median over the rounds, which removes occasional interruptions. The time of a
//     method is the mean over its timed placements. For first contacts, a competitor queries its placements twice in
//     each round: after the other competitors, when the caches contain their data; and again, with warm caches.
// Invariants: every competitor runs in every round. A slow competitor is timed at fewer placements, and a very slow one
//     also answers fewer placements. The ratio of a competitor covers only placements at which it is timed.
#pragma once

#include "bench/peers/mesh_pairs/competitors.hpp"
#include "bench/peers/mesh_pairs/differences.hpp"

#include <span>

namespace boxwood::bench {

// A competitor that was made for the mesh of the cell.
struct CompetitorInstance {
    NamedCompetitor named;
    std::unique_ptr<Competitor> competitor;
};

struct Score {
    std::string name;
    double us_per_query = 0.0;
    double ratio = 0.0; // time / time of Boxwood's fastest method, over the same placements
    std::size_t rounds = 0, timed = 0, placements = 0; // placements: answered in the first round
    std::size_t hits = 0, pairs = 0;                   // sums over the answered placements
    Differences differences;                           // from the exact answers
    AnswerContent content = AnswerContent::pairs;
    bool is_ours = false;
};

struct Cell {
    const Mesh& mesh;
    std::span<const Placement> placements;
    Wanted wanted;
    std::size_t rounds;
    // The time limit of a competitor for its first round, and for all its later rounds together. The first round
    // answers at least five placements, and the later rounds time at least one, even if they take longer.
    double max_seconds;
};

struct Scores {
    std::vector<Score> after_others;
    std::vector<Score> again; // the measurements with warm caches; empty unless first contacts are wanted
};
Scores measure(const Cell& cell, std::span<CompetitorInstance> instances);

} // namespace boxwood::bench
