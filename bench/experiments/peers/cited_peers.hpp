// What: the times of libraries when the targets were set, and the target ratios relative to them. The library's time
//     implied by the target is the factor by which it has to be slower in a run, on any machine.
// Units: a figure is in the unit of its target.
// Invariants: only figures of a library that a run measures for the same task. OPCODE by itself finds pairs,
//     whereas ODE makes contacts of them, so the two are not compared; GImpact's pairs are not exact.
// Source: measurements of the libraries on the machine on which the targets were set.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"
#include "engine/measure/claims/claim_result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

// The build of the library to which the figure belongs. A run measures packaged builds.
enum class CitedBuild : std::uint8_t { as_packaged, for_its_machine };

struct CitedPeer {
    std::string_view target; // its workload
    std::string_view method; // as in the run's rows
    double figure = 0.0;
    std::string_view table; // the table that contains it
    CitedBuild build = CitedBuild::as_packaged;
};
const std::vector<CitedPeer>& all_cited_peers();
std::vector<CitedPeer> find_cited_peers(std::string_view target);

// One row compared with one cited library.
struct RatioJudged {
    const CitedPeer* peer = nullptr; // null: the row has none of them
    const PeerEntry* measured = nullptr;
    double asked = 0.0, found = 0.0;
    Verdict verdict = Verdict::not_judged;
};

// Against the fastest of those libraries in the row, as the targets intend. A ratio to a packaged build that passes
// against the figure of a faster build proves nothing and is unclear.
RatioJudged judge_ratio(const PeerGroup& row, const PeerEntry& ours, double most,
                        const std::vector<CitedPeer>& cited);

} // namespace boxwood
