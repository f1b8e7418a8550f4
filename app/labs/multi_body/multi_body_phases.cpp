// Parameters of both collision phases and of the display in the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace boxwood {

void MultiBodyLab::show_broad_parameters() {
    const WorldChoices before = choices_;
    section("Broad phase");
    row("broad-phase");
    if (simulation_.world.broad_phase_name() == SweepAndPrune::kName) row("storage");
    if (uses_cells()) row("cell");
    row("box");
    row("cubes");
    row("aabb-margin");
    if (choices_ != before) apply_choices();
}

void MultiBodyLab::show_narrow_parameters() {
    const WorldChoices before = choices_;
    section("Narrow phase");
    row("narrow-phase");
    {
        const bool has_start = simulation_.world.narrow_phase_name() != "exhaustive";
        const ui::Unavailable because(has_start ? "" : "An exhaustive search has no start.");
        row("warm-start");
    }
    row("closest-parts");
    row("query-memory");
    row("threads");
    {
        const ui::Unavailable because(show_.lines ? "" : "Closest-feature lines are off (L).");
        row("line-below");
    }
    row("oracle");
    if (choices_ != before) apply_choices();
}

std::optional<OracleStatus> MultiBodyLab::verdict() {
    if (is_judged_ && !deferred_.is_empty()) { // paused
        judge_deferred(kTrianglesJudged / 2);
        verdict_ = make_status();
    }
    judge();
    return verdict_;
}

std::optional<OracleTally> MultiBodyLab::judged() const {
    return oracle_ == Oracle::off ? std::nullopt : std::optional(tally_);
}

// Each state of a hierarchy once: only those of deforming bodies change.
void MultiBodyLab::judge_hierarchies(FrameVerdict& io_verdict) {
    std::vector<std::uint64_t> revisions;
    for (const Body& body : simulation_.world.bodies()) {
        const AnyHierarchy* hierarchy = body.shape ? body.shape->hierarchy() : nullptr;
        if (!hierarchy) continue;
        const std::uint64_t revision = hierarchy->revision();
        if (std::ranges::find(revisions, revision) != revisions.end()) continue;
        revisions.push_back(revision);
        if (std::ranges::binary_search(checked_hierarchies_, revision)) continue;
        ++tally_.hierarchies;
        const std::array shown{make_shown("body " + std::to_string(&body - simulation_.world.bodies().data()),
                                          *hierarchy, body.shape->mesh(), body.shape)};
        for (const std::string& defect : find_defects(shown)) {
            ++io_verdict.wrong_hierarchies;
            if (io_verdict.disagreement.empty()) io_verdict.disagreement = defect;
        }
    }
    std::ranges::sort(revisions);
    checked_hierarchies_ = std::move(revisions);
}

void MultiBodyLab::judge() {
    if (std::exchange(is_judged_, true)) return;
    verdict_.reset();
    pair_verdict_.reset();
    if (oracle_ != Oracle::all) forget_deferred();
    if (oracle_ == Oracle::off) return;
    if (const PairResult* pair = selected_pair()) pair_verdict_ = judge_one(simulation_, *pair);
    if (oracle_ == Oracle::pair) {
        if (!pair_verdict_) return;
        frame_verdict_ = *pair_verdict_;
        tally_.add(simulation_.frame, frame_verdict_);
    } else {
        // A frame whose pairs are checked over several frames, and this one, get half of the bound each.
        const bool is_shared = !deferred_.is_empty();
        if (!is_shared) deferred_.clear(); // this frame may be an edited one of the same number
        frame_verdict_ = judge_frame(simulation_, is_shared ? kTrianglesJudged / 2 : kTrianglesJudged);
        judge_hierarchies(frame_verdict_);
        std::ranges::sort(frame_verdict_.left_out);
        tally_.add(simulation_.frame, frame_verdict_);
        is_left_for_later_ = frame_verdict_.unchecked > 0;
        judge_deferred(is_shared ? kTrianglesJudged / 2 : 0);
    }
    verdict_ = make_status();
}

// When all stored pairs are checked, those of the frame on screen are next.
void MultiBodyLab::judge_deferred(JudgeBudget triangles) {
    if (!deferred_.is_empty() && triangles > 0) {
        const FrameVerdict finished = deferred_.advance(triangles);
        tally_.add_deferred(*deferred_.frame(), finished,
                            deferred_.is_empty() && deferred_.verdict().unchecked == 0);
    }
    if (!deferred_.is_empty() || !std::exchange(is_left_for_later_, false)) return;
    const std::size_t stored = deferred_.store(simulation_, frame_verdict_);
    tally_.unchecked -= stored;
    tally_.pending += stored;
}

void MultiBodyLab::forget_deferred() {
    deferred_.clear();
    tally_.drop_pending();
    frame_verdict_ = {};
    is_left_for_later_ = false;
}

// Of the frame whose pairs are pending, else of the one on screen.
OracleStatus MultiBodyLab::make_status() const {
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::size_t pending = deferred_.count();
    const bool is_stored = deferred_.frame() == simulation_.frame || pending > 0;
    const FrameVerdict& verdict =
        frame_verdict_.agrees() && is_stored && oracle_ == Oracle::all ? deferred_.verdict() : frame_verdict_;
    const std::size_t all = verdict.checked + verdict.unchecked + (&verdict == &frame_verdict_ ? 0 : pending);
    const std::string of_all = " of " + text(all) + (all == 1 ? " pair" : " pairs");
    if (!verdict.agrees()) return {false, "wrong: " + text(verdict.wrong()) + of_all, verdict.disagreement};
    OracleStatus status{
        true, "verified " + text(verdict.checked) + of_all,
        "Closest points by their certificate, meshes, parts and painted triangles by all pairs "
        "of triangles"};
    if (pending > 0) status.text += ", " + text(pending) + " pending";
    if (oracle_ == Oracle::all)
        status.tooltip +=
            "; the pairs are those of the oracle's own sweep; every hierarchy of a body contains "
            "its triangles";
    if (pending > 0)
        status.tooltip +=
            ". Frame " + std::to_string(*deferred_.frame()) +
            " is checked over several frames, because it has too many triangles for one; pending: " +
            list_pending();
    if (verdict.unchecked > 0)
        status.tooltip +=
            "; " + text(verdict.unchecked) + " were not checked: too many triangles for a frame";
    return status;
}

std::string MultiBodyLab::list_pending() const {
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

// A row of the page Pairs. In a frame whose pairs are not stored, those left out stay unchecked.
std::string_view MultiBodyLab::oracle_word(BodyPair pair) const {
    if (oracle_ != Oracle::all || !is_judged_) return "–";
    if (!std::ranges::binary_search(frame_verdict_.left_out, pair)) return "verified";
    if (is_left_for_later_) return "waits";
    if (deferred_.frame() != simulation_.frame) return "left out";
    return deferred_.is_pending(pair) ? "pending" : "verified";
}

void MultiBodyLab::finish_judging() {
    constexpr int kFramesWorth = 16;
    for (int i = 0; i < kFramesWorth && is_judged_ && oracle_ == Oracle::all && !deferred_.is_empty(); ++i)
        judge_deferred(kTrianglesJudged);
    if (verdict_) verdict_ = make_status();
}

void MultiBodyLab::show_display_parameters(const draw::Palette& palette) {
    section("Show");
    // A row that has no effect is disabled, with the reason in its tooltip.
    const auto show = [this](std::string_view name, std::string_view action, const RowLook& look = {}) {
        const ui::Unavailable because(why_unavailable(action));
        row(name, look);
    };
    show("boxes", "show.boxes");
    show("others", "show.others");
    show("features", "show.features");
    show("lines", "show.lines", {.sample = {ui::Sample::dots, palette.closest}, .key = "L"});
    show("mesh-distances", "show.lines");
    show("contacts", "show.triangles",
         {.sample = {ui::Sample::hatch, contact_tint(palette.body, palette)}, .key = "T"});
    show("triangles", "show.triangles", {.sample = {ui::Sample::square, palette.contact}});
    row("part-colors");
    show("contact-points", "show.contact-points");
    if (contacts_.which != ContactView::Which::none) row("contact-scale");
    show("region", "show.region", {.sample = {ui::Sample::square, palette.body_a}, .key = "O"});
    show("velocities", "show.velocities", {.sample = {ui::Sample::line, palette.text2}, .key = "V"});
    show("names", "show.names", {.key = "N"});
}

} // namespace boxwood
