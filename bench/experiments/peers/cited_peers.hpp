// What: times of other libraries, measured when the targets were set, and the ratios that follow from them. The
//     required ratio is the cited time of a library divided by the target. In a run on any machine, the library must be
//     slower than Boxwood by at least this factor.
// Units: a figure is in the unit of its target.
// Invariants: the list contains only figures of libraries that a run measures for the same task. For mesh queries, two
//     figures are therefore left out: that of OPCODE, which only finds pairs, whereas a run measures ODE, which also
//     computes contacts; and that of GImpact, whose pairs are not exact.
// Source: measurements of the libraries on the machine on which the targets were set.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"
#include "engine/measure/claims/claim_result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

// How the library was built when the figure was measured. A run measures packaged builds.
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

// The outcome of one row against one cited library.
struct RatioOutcome {
    const CitedPeer* peer = nullptr; // null: the row has no cited library
    const PeerEntry* measured = nullptr;
    double required = 0.0, found = 0.0;
    Verdict verdict = Verdict::not_judged;
};

// Judges the ratio to the fastest cited library in the row. A library that was compiled for its machine is faster than
// the packaged library in the run. If the figure belongs to such a build, a sufficient ratio proves nothing, and the
// verdict is unclear.
RatioOutcome judge_ratio(const PeerGroup& row, const PeerEntry& ours, double most,
                         const std::vector<CitedPeer>& cited);

} // namespace boxwood
