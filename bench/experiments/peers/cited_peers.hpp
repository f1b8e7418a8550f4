// What: what libraries took when the targets were set, and the ratios that the targets ask for against them. A library's
//     time then by the target is how many times as long it has to take in a run, on whatever machine.
// Units: a figure is in the unit of its target.
// Invariants: only figures of a library that a run measures doing the same. So OPCODE by itself, which the design lists for
//     all pairs, is not held against ODE, which makes contacts of them; and GImpact's pairs are not the exact ones.
// Source: the design's baseline, tables A to E.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"
#include "engine/measure/claim_result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

// How the library was built that the figure is of. What a run measures is as packaged.
enum class CitedBuild : std::uint8_t { as_packaged, for_its_machine };

struct CitedPeer {
    std::string_view target; // its workload
    std::string_view method; // as the run's rows name it
    double figure = 0.0;
    std::string_view table; // where it stands
    CitedBuild build = CitedBuild::as_packaged;
};
const std::vector<CitedPeer>& all_cited_peers();
std::vector<CitedPeer> find_cited_peers(std::string_view target);

// One row against one cited library.
struct RatioJudged {
    const CitedPeer* peer = nullptr; // none: the row has none of them
    const PeerEntry* measured = nullptr;
    double asked = 0.0, found = 0.0;
    Verdict verdict = Verdict::not_run;
};

// Against the fastest of those libraries in the row, as the targets are meant. A ratio to a package that is kept against
// the figure of a faster build proves nothing and is unclear.
RatioJudged judge_ratio(const PeerGroup& row, const PeerEntry& ours, double most,
                        const std::vector<CitedPeer>& cited);

} // namespace boxwood
