// Oracle of the pair lab: brute force on a background thread, on the displayed meshes and poses, and its result.
#include "app/labs/pair/pair.hpp"

#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

namespace boxwood {

std::vector<ShownHierarchy> PairLab::shown_hierarchies() const {
    std::vector<ShownHierarchy> shown;
    const auto add = [&](const std::string& name, const std::shared_ptr<Shape>& shape) {
        shown.push_back(make_shown(name, *shape->hierarchy(), shape->mesh(), shape));
    };
    add("A", sides_[kA].shape);
    add("B", sides_[kB].shape);
    for (std::size_t number = 1; number <= compared_.count(); ++number) {
        if (!compared_.has_shapes(number)) continue;
        const std::string view = " in view " + std::to_string(number + 1);
        add("A" + view, compared_.shapes(number)[kA]);
        add("B" + view, compared_.shapes(number)[kB]);
    }
    return shown;
}

void PairLab::ask_oracle() {
    verdict_.reset();
    if (!asks_oracle_) return oracle_.cancel();
    const std::span<const Body> bodies = simulation_.world.bodies();
    oracle_.start([shapes = std::array{sides_[kA].shape, sides_[kB].shape}, hierarchies = shown_hierarchies(),
                   poses = std::array{bodies[kA].world_from_body, bodies[kB].world_from_body}](
                      PairOracleJob::Control& control) {
        return ask_pair_oracle({shapes[kA]->mesh(), poses[kA]}, {shapes[kB]->mesh(), poses[kB]}, hierarchies,
                               control);
    });
}

std::string PairLab::oracle_progress() const {
    constexpr double kFirstGuess = 0.02; // of the work: earlier, the rate is not known
    const double share = oracle_.progress(), seconds = oracle_.seconds();
    std::string text = "checking · " + ui::format_percent(share, 0);
    if (share >= kFirstGuess)
        text += " · " + ui::format_time_text(1000.0 * seconds * (1.0 - share) / share) + " left";
    return text;
}

void PairLab::judge() {
    oracle_.wait();
    take_answer();
}

std::optional<OracleTally> PairLab::judged() const {
    return asks_oracle_ ? std::optional(tally_) : std::nullopt;
}

void PairLab::take_answer() {
    if (const std::optional<PairAnswer> answer = oracle_.take_result()) conclude(*answer);
}

// Compares the query's answer with all intersecting pairs: it must hold all of them, or for `any` one of them; and
// every hierarchy on screen must contain its triangles.
void PairLab::conclude(const PairAnswer& answer) {
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::vector<PrimitivePair>&found = simulation_.output.triangle_pairs, &expected = answer.pairs;
    std::vector<PrimitivePair> missing, invented;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(invented));
    const bool wants_all = simulation_.world.settings.mesh_query.mode == QueryMode::all;
    if (!wants_all && found.empty() == expected.empty()) missing.clear();
    const Nesting nesting = contact() ? contact()->nesting : Nesting::none;
    const bool is_nesting_wrong = answer.nesting && *answer.nesting != nesting;
    ++tally_.frames;
    ++tally_.pairs;
    tally_.hierarchies += answer.hierarchies;
    const std::string checked = text(answer.hierarchies) + " hierarchies contain their triangles";
    if (missing.empty() && invented.empty() && answer.defects.empty() && !is_nesting_wrong) {
        verdict_ = OracleStatus{
            true, "verified",
            "Brute force over all pairs of triangles finds the same: " + text(expected.size()) +
                " intersect; " +
                (nesting == Nesting::none ? "" : describe_nesting(nesting, "A", "B") + "; ") + checked};
        return;
    }
    const std::size_t wrong = missing.size() + invented.size() + (is_nesting_wrong ? 1 : 0);
    std::string why;
    if (wrong > 0) why = text(missing.size()) + " missing, " + text(invented.size()) + " too many";
    if (!missing.empty()) why += "; " + describe_fault(missing.front());
    if (is_nesting_wrong)
        why += "; winding numbers say inside: " +
               std::string(kNestingNames[static_cast<std::size_t>(*answer.nesting)]);
    for (const std::string& defect : answer.defects) why += (why.empty() ? "" : "; ") + defect;
    verdict_ = OracleStatus{false,
                            wrong > 0 ? "wrong: " + text(wrong) + " pairs"
                                      : "wrong: " + text(answer.defects.size()) +
                                            (answer.defects.size() == 1 ? " hierarchy" : " hierarchies"),
                            why};
    tally_.add_wrong(simulation_.frame, wrong + answer.defects.size(), why);
}

// Opens the visit that pruned the pair.
std::string PairLab::describe_fault(PrimitivePair pair) {
    visits_.is_open = true; // not by open_visits(): nothing moved, so the query need not run again
    page_ = 0;
    record_visits();
    const std::optional<PruningFault> fault = visits_.find_fault(pair);
    if (!fault) return "no visit pruned them";
    visits_.go_to(fault->visit);
    const std::string at = " at visit " + std::to_string(fault->visit + 1);
    if (!fault->side)
        return "the overlap test pruned them" + at + ", though both volumes hold their triangles";
    return "node " + std::to_string(fault->node) + (*fault->side == 0 ? " of A" : " of B") +
           ", which does not hold its triangle, pruned them" + at;
}

} // namespace boxwood
