// What: the times of libraries when the targets were set, and the target ratios that follow from them. The time of a
//     library divided by the target is the factor by which the library must be slower in a run, on any machine.
// Units: a figure is in the unit of its target.
// Invariants: the list contains only figures of libraries that a run measures for the same task. It does not compare
//     OPCODE, which finds pairs, with ODE, which computes contacts from them, nor GImpact, whose pairs are not exact.
// Source: measurements of the libraries on the machine on which the targets were set.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"
#include "engine/measure/claims/claim_result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

// The build of the library with which the figure was measured. A run measures packaged builds.
enum class CitedBuild : std::uint8_t { as_packaged, for_its_machine };

struct CitedPeer {
    std::string_view target; // workload of the target
    std::string_view method; // as in the rows of a run
    double figure = 0.0;
    std::string_view table; // the table that contains it
    CitedBuild build = CitedBuild::as_packaged;
};
const std::vector<CitedPeer>& all_cited_peers();
std::vector<CitedPeer> find_cited_peers(std::string_view target);

// The judgement of one row against one cited library.
struct RatioJudged {
    const CitedPeer* peer = nullptr; // null: the row has no cited library
    const PeerEntry* measured = nullptr;
    double asked = 0.0, found = 0.0;
    Verdict verdict = Verdict::not_judged;
};

// Judges the ratio to the fastest cited library in the row. If the figure belongs to a build for its machine, which is
// faster than the packaged build in the run, a sufficient ratio proves nothing, and the verdict is unclear.
RatioJudged judge_ratio(const PeerGroup& row, const PeerEntry& ours, double most,
                        const std::vector<CitedPeer>& cited);

} // namespace boxwood
