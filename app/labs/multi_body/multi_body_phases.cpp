// Parameters of both collision phases and of the display in the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <array>

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
    row("threads");
    {
        const ui::Unavailable because(show_.lines ? "" : "Closest-feature lines are off (L).");
        row("line-below");
    }
    row("oracle");
    if (choices_ != before) apply_choices();
}

std::optional<OracleStatus> MultiBodyLab::verdict() {
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
    if (oracle_ == Oracle::off) return;
    if (const PairResult* pair = selected_pair()) pair_verdict_ = judge_one(simulation_, *pair);
    if (oracle_ == Oracle::pair && !pair_verdict_) return;
    FrameVerdict verdict = oracle_ == Oracle::all ? judge_frame(simulation_) : *pair_verdict_;
    if (oracle_ == Oracle::all) judge_hierarchies(verdict);
    tally_.add(simulation_.frame, verdict);
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::size_t all = verdict.checked + verdict.unchecked;
    const std::string of_all = " of " + text(all) + (all == 1 ? " pair" : " pairs");
    verdict_ =
        OracleStatus{verdict.agrees(),
                     verdict.agrees() ? "verified " + text(verdict.checked) + of_all
                                      : "wrong: " + text(verdict.wrong()) + of_all,
                     verdict.agrees() ? "Closest points by their certificate, meshes, parts and painted "
                                        "triangles by all pairs of triangles"
                                      : verdict.disagreement};
    if (!verdict.agrees()) return;
    if (oracle_ == Oracle::all)
        verdict_->tooltip += "; the pairs are those of the oracle's own sweep; every hierarchy of a body "
                             "contains its triangles";
    if (verdict.unchecked > 0)
        verdict_->tooltip +=
            "; " + text(verdict.unchecked) + " were not asked again: too many triangles for a frame";
}

void MultiBodyLab::show_display_parameters(const draw::Palette& palette) {
    section("Show");
    // A row that has no effect is disabled, with the reason in its tooltip.
    const auto show = [this](std::string_view name, std::string_view action, const RowLook& look = {}) {
        const ui::Unavailable because(why_unavailable(action));
        row(name, look);
    };
    show("boxes", "show.boxes");
    show("features", "show.features");
    show("lines", "show.lines", {.sample = {ui::Sample::dots, palette.closest}, .key = "L"});
    show("contacts", "show.triangles", {.sample = {ui::Sample::hatch, palette.contact}, .key = "T"});
    show("triangles", "show.triangles", {.sample = {ui::Sample::hatch, palette.contact}});
    show("region", "show.region", {.sample = {ui::Sample::square, palette.body_a}, .key = "O"});
    show("velocities", "show.velocities", {.sample = {ui::Sample::line, palette.text2}, .key = "V"});
    show("names", "show.names", {.key = "N"});
}

} // namespace boxwood
