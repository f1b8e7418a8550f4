#include "app/labs/multi_body/findings/frame_oracle.hpp"

#include "app/labs/drawing.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace boxwood {

bool FrameOracle::can_skip(std::size_t bodies) const {
    return scope_ == Scope::all && !is_judged_ && status_ && skipped_ + 1 < skipping_interval(bodies);
}

// Leaves this frame unchecked. Only continues with the pending pairs, which are stored with their frame.
OracleStatus FrameOracle::skip(const Simulation& simulation) {
    ++skipped_;
    has_unstored_pairs_ = false; // the frame of those pairs has passed
    if (has_pending()) {
        judge_deferred(simulation, kFrameBudget / 2);
        status_ = make_status(status_frame_);
    }
    OracleStatus earlier = *status_;
    earlier.text = "frame " + std::to_string(status_frame_) + " " + earlier.text;
    earlier.tooltip += ". While this many bodies move and no graphics card draws them, one of " +
                       std::to_string(skipping_interval(simulation.world.bodies().size())) +
                       " drawn frames is checked. Pause to check the current frame";
    return earlier;
}

std::optional<OracleStatus> FrameOracle::update_status(const Simulation& simulation,
                                                       const PairResult* selected, bool may_skip) {
    if (may_skip && !selected && can_skip(simulation.world.bodies().size())) return skip(simulation);
    if (is_judged_ && has_pending()) { // while paused, every redraw checks pending pairs
        judge_deferred(simulation, kFrameBudget / 2);
        status_ = make_status(simulation.frame);
    }
    judge(simulation, selected);
    return status_;
}

std::optional<OracleTally> FrameOracle::tally() const {
    return scope_ == Scope::off ? std::nullopt : std::optional(tally_);
}

Setting FrameOracle::setting() {
    return choice({"oracle", "Oracle",
                   "What the oracle verifies in every frame with independent, slow methods: nothing, the "
                   "selected pair, or everything"},
                  {{"off"}, {"pair"}, {"all"}}, static_cast<std::size_t>(Scope::all),
                  member(scope_,
                         [this] {
                             status_.reset();
                             note_new_frame();
                         }))
        .segmented();
}

// Skips hierarchies whose revision is the same as in the last call. Only hierarchies of deforming bodies get another
// revision.
void FrameOracle::judge_hierarchies(const CollisionWorld& world) {
    std::vector<std::uint64_t> revisions;
    for (const Body& body : world.bodies()) {
        const AnyHierarchy* hierarchy = body.shape ? body.shape->hierarchy() : nullptr;
        if (!hierarchy) continue;
        const std::uint64_t revision = hierarchy->revision();
        if (std::ranges::find(revisions, revision) != revisions.end()) continue;
        revisions.push_back(revision);
        if (std::ranges::binary_search(checked_hierarchies_, revision)) continue;
        ++tally_.hierarchies;
        const std::array checked_tree{make_shown("body " + std::to_string(&body - world.bodies().data()),
                                                 *hierarchy, body.shape->mesh(), body.shape)};
        for (const std::string& defect : find_defects(checked_tree)) {
            ++frame_verdict_.wrong_hierarchies;
            if (frame_verdict_.disagreement.empty()) frame_verdict_.disagreement = defect;
        }
    }
    std::ranges::sort(revisions);
    checked_hierarchies_ = std::move(revisions);
}

void FrameOracle::judge(const Simulation& simulation, const PairResult* selected) {
    if (std::exchange(is_judged_, true)) return;
    status_.reset();
    skipped_ = 0;
    pair_verdict_.reset();
    if (scope_ != Scope::all) forget_deferred();
    if (scope_ == Scope::off) return;
    if (selected) pair_verdict_ = judge_one(simulation, *selected);
    if (scope_ == Scope::pair) {
        if (!pair_verdict_) return;
        frame_verdict_ = *pair_verdict_;
        tally_.add(simulation.frame, frame_verdict_);
    } else {
        // While pairs of an earlier frame are pending, those pairs get half of the budget, and this frame gets the
        // other half.
        const bool is_shared = has_pending();
        // Drops the verdict of the stored frame. After an edit, that frame can have the same number as this frame.
        if (!is_shared) deferred_.clear();
        frame_verdict_ = judge_frame(simulation, is_shared ? kFrameBudget / 2 : kFrameBudget);
        judge_hierarchies(simulation.world);
        std::ranges::sort(frame_verdict_.left_out);
        tally_.add(simulation.frame, frame_verdict_);
        has_unstored_pairs_ = !frame_verdict_.left_out.empty();
        judge_deferred(simulation, is_shared ? kFrameBudget / 2 : 0);
    }
    status_ = make_status(simulation.frame);
    status_frame_ = simulation.frame;
}

// Checks stored pairs. When all of them are checked, stores the unchecked pairs of the frame on screen.
void FrameOracle::judge_deferred(const Simulation& simulation, JudgeBudget budget) {
    if (has_pending() && budget > 0) {
        const FrameVerdict finished = deferred_.advance(budget);
        tally_.add_deferred(*deferred_.frame(), finished,
                            deferred_.is_empty() && deferred_.verdict().unchecked == 0);
    }
    if (has_pending() || !std::exchange(has_unstored_pairs_, false)) return;
    const std::size_t stored = deferred_.store(simulation, frame_verdict_);
    tally_.unchecked -= stored;
    tally_.pending += stored;
}

void FrameOracle::forget_deferred() {
    deferred_.clear();
    tally_.drop_pending();
    status_.reset();
    frame_verdict_ = {};
    has_unstored_pairs_ = false;
}

// Returns the status of the last frame checked if its verdict is wrong. Otherwise, returns the status of the stored
// pairs if some of them are pending or if they belong to `frame`; if neither, of the last frame checked.
OracleStatus FrameOracle::make_status(std::uint64_t frame) const {
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::size_t pending = deferred_.count();
    const bool is_stored = deferred_.frame() == frame || pending > 0;
    const FrameVerdict& verdict =
        frame_verdict_.agrees() && is_stored && scope_ == Scope::all ? deferred_.verdict() : frame_verdict_;
    const std::size_t all = verdict.checked + verdict.unchecked + (&verdict == &frame_verdict_ ? 0 : pending);
    const std::string of_all = " of " + text(all) + (all == 1 ? " pair" : " pairs");
    if (!verdict.agrees()) return {false, "wrong: " + text(verdict.wrong()) + of_all, verdict.disagreement};
    OracleStatus status{true, "verified " + text(verdict.checked) + of_all,
                        "Closest points are checked by their certificate; meshes, parts and highlighted "
                        "triangles by all pairs "
                        "of triangles"};
    if (pending > 0) status.text += ", " + text(pending) + " pending";
    if (scope_ == Scope::all)
        status.tooltip += ". The oracle's own sweep finds the same pairs. Every hierarchy of a body contains "
                          "its triangles";
    if (pending > 0)
        status.tooltip +=
            ". Frame " + std::to_string(*deferred_.frame()) +
            " is checked over several frames, because it has too many triangles for one; pending: " +
            list_pending();
    if (const std::size_t undecided = verdict.undecided.size(); verdict.unchecked > undecided)
        status.tooltip += ". " + text(verdict.unchecked - undecided) +
                          " were not checked, because they have too many triangles for a frame";
    if (!verdict.undecided.empty())
        status.tooltip += ". Rounding leaves " + text(verdict.undecided.size()) + " undecided";
    return status;
}

std::string FrameOracle::list_pending() const {
    constexpr std::size_t kMaxNamed = 12;
    const std::vector<BodyPair> pairs = deferred_.pending();
    std::string list;
    for (const BodyPair pair : std::span(pairs).first(std::min(pairs.size(), kMaxNamed))) {
        list += (list.empty() ? "" : ", ") + body_name(pair.a);
        list += pair.a == pair.b ? " with itself" : " · " + body_name(pair.b);
    }
    if (pairs.size() > kMaxNamed) list += " and " + std::to_string(pairs.size() - kMaxNamed) + " more";
    return list;
}

bool FrameOracle::is_pending(BodyPair pair, std::uint64_t frame) const {
    return deferred_.is_pending(pair) && deferred_.frame() == frame;
}

// The oracle's word in the pair's row on the page "Pairs". A pair that was left out and is not stored stays unchecked.
std::string_view FrameOracle::word(BodyPair pair, std::uint64_t frame) const {
    if (scope_ != Scope::all || !is_judged_) return "–";
    const auto word_of_checked = [pair](const FrameVerdict& verdict) {
        return std::ranges::find(verdict.undecided, pair) == verdict.undecided.end() ? "verified"
                                                                                     : "undecided";
    };
    if (!std::ranges::binary_search(frame_verdict_.left_out, pair)) return word_of_checked(frame_verdict_);
    if (has_unstored_pairs_) return "not stored yet";
    if (deferred_.frame() != frame) return "left out";
    return deferred_.is_pending(pair) ? "pending" : word_of_checked(deferred_.verdict());
}

void FrameOracle::finish(const Simulation& simulation) {
    constexpr int kMaxRounds = 16;
    for (int i = 0; i < kMaxRounds && is_judged_ && scope_ == Scope::all && has_pending(); ++i)
        judge_deferred(simulation, kFrameBudget);
    if (status_) status_ = make_status(simulation.frame);
}

} // namespace boxwood
