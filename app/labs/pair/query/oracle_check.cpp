#include "app/labs/pair/query/oracle_check.hpp"

#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

namespace boxwood {

void PairOracleCheck::start(const Simulation& simulation, const PairMeshes& meshes,
                            std::vector<ShownHierarchy> hierarchies) {
    verdict_.reset();
    if (!is_on_) return job_.cancel();
    const std::array<bool, 2> are_solid{meshes[kBodyA].shape->is_solid(), meshes[kBodyB].shape->is_solid()};
    job_.start([shapes = meshes.shapes(), hierarchies = std::move(hierarchies), are_solid,
                poses = poses_of(simulation)](PairOracleJob::Control& control) {
        return ask_pair_oracle({shapes[kBodyA]->mesh(), poses[kBodyA], are_solid[kBodyA]},
                               {shapes[kBodyB]->mesh(), poses[kBodyB], are_solid[kBodyB]}, hierarchies,
                               control);
    });
}

std::string PairOracleCheck::progress() const {
    constexpr double kMinShareForEstimate = 0.02; // fraction of the work that the estimate needs
    const double share = job_.progress(), seconds = job_.seconds();
    std::string text = "checking · " + ui::format_percent(share, 0);
    if (share >= kMinShareForEstimate)
        text += " · " + ui::format_time_text(1000.0 * seconds * (1.0 - share) / share) + " left";
    return text;
}

void PairOracleCheck::take_answer(const Simulation& simulation, const Explain& explain) {
    if (const std::optional<PairAnswer> answer = job_.take_result()) conclude(*answer, simulation, explain);
}

// Compares the query's answer with the set of all intersecting pairs. The answer must contain all of these pairs; for
// `any`, it must contain one of them if there is one. The nesting must be the same, and every hierarchy on screen must
// contain its triangles.
void PairOracleCheck::conclude(const PairAnswer& answer, const Simulation& simulation,
                               const Explain& explain) {
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::vector<PrimitivePair>&found = simulation.output.triangle_pairs, &expected = answer.pairs;
    std::vector<PrimitivePair> missing, spurious;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(spurious));
    const bool wants_all = simulation.world.settings.mesh_query.mode == QueryMode::all;
    if (!wants_all && found.empty() == expected.empty()) missing.clear();
    const PairResult* contact = contact_of(simulation);
    const Nesting nesting = contact ? contact->nesting : Nesting::none;
    const bool is_nesting_wrong = answer.nesting && *answer.nesting != nesting;
    ++tally_.frames;
    ++tally_.pairs;
    tally_.hierarchies += answer.hierarchies;
    const std::string checked = text(answer.hierarchies) + " hierarchies contain their triangles";
    if (missing.empty() && spurious.empty() && answer.defects.empty() && !is_nesting_wrong) {
        verdict_ = OracleStatus{
            true, "verified",
            "Brute force over all pairs of triangles finds the same pairs: " + text(expected.size()) +
                " intersect; " +
                (nesting == Nesting::none ? "" : describe_nesting(nesting, "A", "B") + "; ") + checked};
        return;
    }
    const std::size_t wrong_pairs = missing.size() + spurious.size();
    const std::size_t wrong = wrong_pairs + (is_nesting_wrong ? 1 : 0);
    std::string explanation;
    if (wrong_pairs > 0)
        explanation = text(missing.size()) + " missing, " + text(spurious.size()) + " too many";
    if (!missing.empty()) explanation += "; " + explain(missing.front());
    if (is_nesting_wrong)
        explanation += (explanation.empty() ? "" : "; ") +
                       ("according to the winding numbers, the nesting is " +
                        std::string(kNestingNames[static_cast<std::size_t>(*answer.nesting)]));
    for (const std::string& defect : answer.defects)
        explanation += (explanation.empty() ? "" : "; ") + defect;
    const auto counted = [&text](std::size_t count, const char* one, const char* many) {
        return text(count) + (count == 1 ? one : many);
    };
    const std::string what = wrong_pairs > 0 ? counted(wrong_pairs, " pair", " pairs")
                             : is_nesting_wrong
                                 ? "nesting"
                                 : counted(answer.defects.size(), " hierarchy", " hierarchies");
    verdict_ = OracleStatus{false, "wrong: " + what, explanation};
    tally_.add_wrong(simulation.frame, wrong + answer.defects.size(), explanation);
}

void PairOracleCheck::add_settings(SettingTable& io_table, PairChanges changes) {
    Setting oracle =
        flag({"oracle", "Check by brute force",
              "Compares every frame with all pairs of triangles in the background; the chip at the top "
              "right shows the result"},
             false, member(is_on_, [changes] { changes.request_update(); }));
    oracle.options[1].alias = "all";
    io_table.add(std::move(oracle));
}

} // namespace boxwood
