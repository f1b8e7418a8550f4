#include "app/labs/deformation/run/deformation_oracle.hpp"

#include "app/labs/deformation/view/copy_look.hpp"
#include "app/labs/wording.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace boxwood {
namespace {

struct Mistakes {
    std::uint64_t wrong = 0;
    std::string what; // empty: none
    void add(std::uint64_t count, const std::string& text) {
        wrong += count;
        what += (what.empty() ? "" : "; ") + text;
    }
};

// Checks the nesting that the first copy found; policies_agree() compares the other copies with the first copy. Does
// nothing if the surfaces intersect.
void check_nesting(const DeformingPair& pair, Mistakes& io_mistakes) {
    const PolicyRun& run = pair.runs()[0];
    if (!run.pairs().empty()) return;
    const std::optional<Nesting> expected = find_nesting_by_brute_force(
        {pair.mesh().view(), Pose{}, pair.mesh_shells().is_solid()},
        {pair.obstacle().view(), pair.world_from_obstacle(), pair.obstacle_shells().is_solid()});
    if (!expected || *expected == run.nesting()) return;
    io_mistakes.add(1, "according to the winding numbers, the nesting is " +
                           std::string(kNestingNames[static_cast<std::size_t>(*expected)]));
}

void check_pairs(const DeformingPair& pair, Mistakes& io_mistakes) {
    const std::vector<PrimitivePair>& found = pair.runs()[0].pairs();
    const std::vector<PrimitivePair> expected = find_all_by_brute_force(
        {pair.mesh().view(), Pose{}}, {pair.obstacle().view(), pair.world_from_obstacle()},
        [](double) { return true; });
    std::vector<PrimitivePair> missing, spurious;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(spurious));
    if (missing.empty() && spurious.empty()) return check_nesting(pair, io_mistakes);
    io_mistakes.add(missing.size() + spurious.size(), std::to_string(missing.size()) +
                                                          " pairs of triangles missing, " +
                                                          std::to_string(spurious.size()) + " too many");
}

void check_trees(const DeformingPair& pair, Mistakes& io_mistakes) {
    for (std::size_t i = 0; i < pair.runs().size(); ++i) {
        const PolicyRun& run = pair.runs()[i];
        const std::array checked_tree{
            make_shown("copy " + name_of_copy(i, run), run.tree(), pair.mesh().view(), nullptr)};
        for (const std::string& defect : find_defects(checked_tree)) io_mistakes.add(1, defect);
    }
}

} // namespace

void DeformationOracle::add_setting(SettingTable& io_table) {
    io_table.add(
        choice(
            {"oracle", "Oracle",
             "Checks in every frame: nothing; that all policies find the same pairs; or also that brute "
             "force over all pairs of triangles finds these pairs and that each tree contains its triangles"},
            {{"off"}, {"agree"}, {"all"}}, 1,
            member(mode_,
                   [this] {
                       is_judged_ = false;
                       if (mode_ == Mode::off) verdict_.reset();
                   }))
            .segmented());
}

void DeformationOracle::judge(const DeformingPair& pair, std::uint64_t frame) {
    if (mode_ == Mode::off || std::exchange(is_judged_, true)) return;
    const std::size_t copies = pair.runs().size();
    Mistakes mistakes;
    const bool agree = pair.policies_agree();
    if (!agree) mistakes.add(1, "the policies find different contacts");
    std::string checked = "All policies find the same colliding triangles. They are compared in every frame.";
    if (mode_ == Mode::all) {
        check_pairs(pair, mistakes);
        check_trees(pair, mistakes);
        tally_.hierarchies += copies;
        checked = "All policies find the same pairs as brute force over all pairs of triangles. Contacts of "
                  "the mesh with "
                  "itself are not checked. Every tree contains its triangles.";
    }
    ++tally_.frames;
    tally_.pairs += copies;
    if (mistakes.wrong > 0) {
        tally_.add_wrong(frame, mistakes.wrong, mistakes.what);
        verdict_ = OracleStatus{false, agree ? "wrong" : "policies disagree", mistakes.what,
                                agree ? "wrong" : "disagree"};
        return;
    }
    const PolicyRun& first = pair.runs()[0];
    const std::string found =
        first.nesting() != Nesting::none
            ? "that " + describe_nesting(first.nesting(), "the mesh", "the obstacle")
            : ui::format_count(static_cast<std::int64_t>(first.pairs().size())) + " pairs";
    verdict_ = OracleStatus{true, (copies == 2 ? "both find " : "all find ") + found, checked, "agree"};
}

} // namespace boxwood
