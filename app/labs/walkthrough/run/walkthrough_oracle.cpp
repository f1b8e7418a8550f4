#include "app/labs/walkthrough/run/walkthrough_oracle.hpp"

#include "collision/world/body_surfaces.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

// Meters: the largest difference of two distances that counts as agreement. Faces with float vertices are planar only
// to this error. The walk's closest points of two convex parts lie on the planes of faces, while the oracle's closest
// points of two triangles depend on the vertices.
constexpr double kSlack = 1e-6;

} // namespace

void WalkthroughOracle::add_setting(SettingTable& io_table) {
    io_table.add(choice({"oracle", "Oracle",
                         "Verifies pairs, contacts and touches of every frame by independent, slow methods"},
                        {{"off"}, {"all"}}, 0, member(is_on_, [this] { is_judged_ = false; }))
                     .segmented());
}

void WalkthroughOracle::note_touches_of(BodyId held) {
    held_ = held;
    is_judged_ = false;
}

std::optional<bool> WalkthroughOracle::agrees_on(BodyId touched) const {
    const auto known = touch_verdicts_.find(touched);
    if (!is_on_ || known == touch_verdicts_.end()) return std::nullopt;
    return known->second;
}

void WalkthroughOracle::judge(const CurrentWalk& now) {
    if (std::exchange(is_judged_, true)) return;
    verdict_.reset();
    touch_verdicts_.clear();
    if (!is_on_ || !now.walk.is_detection_on) return; // without detection there is no result to check
    FrameVerdict verdict = judge_frame(now.simulation);
    judge_touches(now, verdict);
    tally_.add(now.simulation.frame, verdict);
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::string of_all = " of " + text(verdict.checked + verdict.unchecked);
    verdict_ = verdict.agrees()
                   ? OracleStatus{true, "verified " + text(verdict.checked) + of_all,
                                  "The oracle checks pairs by its own sweep, and contacts and touches of the "
                                  "hand by "
                                  "all pairs of triangles."}
                   : OracleStatus{false, "wrong: " + text(verdict.wrong()) + of_all, verdict.disagreement};
}

void WalkthroughOracle::judge_touches(const CurrentWalk& now, FrameVerdict& io_verdict) {
    const Walk& walk = now.walk;
    JudgeBudget budget = kFrameBudget;
    std::vector<BodySurface> pieces;
    for (std::uint32_t part = 0; part < walk.hand().model().tree().part_count(); ++part)
        pieces.push_back(walk.hand().piece(part).surface);
    judge_touches_of(walk.hand_id(), pieces, now, budget, io_verdict);
    if (held_ == kNone) return;
    pieces.clear();
    const Body& held = now.simulation.world.bodies()[held_];
    for (std::uint32_t k = 0; k < surface_count(held); ++k) pieces.push_back(surface_of(held, k));
    judge_touches_of(held_, pieces, now, budget, io_verdict);
}

// Checks every piece of `own` against every surface of the bodies whose boxes overlap the box of `own`, which is
// enlarged by at least the touch distance.
void WalkthroughOracle::judge_touches_of(BodyId own, std::span<const BodySurface> pieces,
                                         const CurrentWalk& now, JudgeBudget& io_budget,
                                         FrameVerdict& io_verdict) {
    const Walk& walk = now.walk;
    const bool is_hand = own == walk.hand_id();
    const auto reported_distance = [&](std::uint32_t piece, BodyId body, std::uint32_t part) {
        for (const Touch& touch : walk.touches())
            if ((touch.part != kNone) == is_hand && touch.own_piece == piece && touch.body == body &&
                touch.surface.part == part)
                return std::clamp(touch.clearance.distance, 0.0, kTouch);
        return kTouch; // not touched: the distance is at least kTouch
    };
    for (const PairResult& pair : now.simulation.output.pairs) {
        if (pair.bodies.a != own && pair.bodies.b != own) continue;
        const BodyId other = pair.bodies.a == own ? pair.bodies.b : pair.bodies.a;
        if (!is_hand && other == walk.hand_id()) continue; // the hand reports the same touches
        const Body& body = now.simulation.world.bodies()[other];
        for (std::uint32_t k = 0; k < surface_count(body); ++k)
            for (std::uint32_t p = 0; p < pieces.size(); ++p) {
                const BodySurface surface = surface_of(body, k);
                const double reported = reported_distance(p, other, surface.part);
                const std::optional<double> found = find_distance(pieces[p], surface, kTouch, io_budget);
                if (!found) {
                    ++io_verdict.unchecked;
                    continue;
                }
                if (!(*found < kTouch) && reported == kTouch) continue; // distant pairs are not reported
                ++io_verdict.checked;
                const bool agrees = std::abs(std::min(*found, kTouch) - reported) <= kSlack;
                const auto [known, is_first] = touch_verdicts_.emplace(other, agrees);
                known->second = known->second && agrees;
                if (agrees)
                    ++io_verdict.agreeing;
                else if (io_verdict.disagreement.empty())
                    io_verdict.disagreement =
                        std::string(is_hand ? walk.hand().model().name_of_part(p) : "the held object") +
                        " is " + std::to_string(1000.0 * *found) + " mm from " + walk.body(other).name +
                        ", not " + std::to_string(1000.0 * reported);
            }
    }
}

} // namespace boxwood
