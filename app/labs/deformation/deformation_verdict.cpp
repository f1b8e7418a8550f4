// Oracle of the deformation lab: compares the policies with each other, or all of them with brute force and their trees
// with the current mesh.
#include "app/labs/deformation/deformation.hpp"

#include "app/labs/wording.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <iterator>

namespace boxwood {

std::optional<OracleStatus> DeformationLab::verdict() {
    judge();
    return verdict_;
}

std::optional<OracleTally> DeformationLab::judged() const {
    return oracle_ == Oracle::off ? std::nullopt : std::optional(tally_);
}

// Of the first copy, with which the others are compared. Empty: none.
std::string DeformationLab::find_missed_pairs(std::size_t& out_wrong) const {
    const std::vector<PrimitivePair>& found = pair_->runs()[0].pairs();
    const std::vector<PrimitivePair> expected = find_all_by_brute_force(
        {pair_->mesh().view(), Pose{}}, {pair_->obstacle().view(), pair_->world_from_obstacle()},
        [](double) { return true; });
    std::vector<PrimitivePair> missing, invented;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(invented));
    out_wrong = missing.size() + invented.size();
    if (out_wrong == 0) return find_missed_nesting(out_wrong);
    return std::to_string(missing.size()) + " pairs of triangles missing, " +
           std::to_string(invented.size()) + " too many";
}

// Of meshes whose surfaces do not intersect. Empty: none.
std::string DeformationLab::find_missed_nesting(std::size_t& out_wrong) const {
    const PolicyRun& run = pair_->runs()[0];
    if (!run.pairs().empty()) return "";
    const std::optional<Nesting> expected = find_nesting_by_brute_force(
        {pair_->mesh().view(), Pose{}, pair_->mesh_shells().is_solid()},
        {pair_->obstacle().view(), pair_->world_from_obstacle(), pair_->obstacle_shells().is_solid()});
    if (!expected || *expected == run.nesting()) return "";
    out_wrong = 1;
    return "winding numbers say inside: " + std::string(kNestingNames[static_cast<std::size_t>(*expected)]);
}

void DeformationLab::judge() {
    if (oracle_ == Oracle::off) verdict_.reset();
    if (oracle_ == Oracle::off || !pair_ || goal_ || std::exchange(is_judged_, true)) return;
    std::vector<std::string> mistakes;
    std::uint64_t wrong = 0;
    const bool agree = pair_->policies_agree();
    if (!agree) {
        ++wrong;
        mistakes.emplace_back("the policies find different contacts");
    }
    const std::string all = copies_.size() == 2 ? "both find " : "all find ";
    const PolicyRun& first = pair_->runs()[0];
    const std::string found =
        first.nesting() != Nesting::none
            ? "that " + describe_nesting(first.nesting(), "the mesh", "the obstacle")
            : ui::format_count(static_cast<std::int64_t>(first.pairs().size())) + " pairs";
    std::string sure = "Whatever the policy, the same triangles collide: compared in every frame";
    if (oracle_ == Oracle::all) {
        std::size_t missed = 0;
        if (std::string what = find_missed_pairs(missed); missed > 0) {
            wrong += missed;
            mistakes.push_back(std::move(what));
        }
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            const std::array shown{make_shown("copy " + copies_[i].name, pair_->runs()[i].tree(),
                                              pair_->mesh().view(), nullptr)};
            for (std::string& defect : find_defects(shown)) {
                ++wrong;
                mistakes.push_back(std::move(defect));
            }
        }
        tally_.hierarchies += copies_.size();
        sure = "All policies find what brute force over all pairs of triangles finds, contacts of the mesh "
               "with itself "
               "left out; every tree contains its triangles";
    }
    ++tally_.frames;
    tally_.pairs += copies_.size();
    std::string why;
    for (const std::string& mistake : mistakes) why += (why.empty() ? "" : "; ") + mistake;
    if (wrong > 0) tally_.add_wrong(simulation_.frame, wrong, why);
    verdict_ = wrong == 0 ? OracleStatus{true, all + found, sure, "agree"}
                          : OracleStatus{false, agree ? "wrong" : "policies disagree", why,
                                         agree ? "wrong" : "disagree"};
}

} // namespace boxwood
