// The pair lab's oracle: brute force beside the frame on the meshes and poses on screen, and what it says.
#include "app/labs/pair.hpp"

#include "engine/ui/format.hpp"

#include <algorithm>

namespace boxwood {

void PairLab::ask_oracle() {
    verdict_.reset();
    if (!asks_oracle_) return oracle_.cancel();
    const std::span<const Body> bodies = simulation_.world.bodies();
    oracle_.start({sides_[kA].shape->mesh(), bodies[kA].world_from_body},
                  {sides_[kB].shape->mesh(), bodies[kB].world_from_body},
                  std::make_shared<std::array<std::shared_ptr<Shape>, 2>>(
                      std::array{sides_[kA].shape, sides_[kB].shape}));
}

// The query's answer against all pairs: every one of them, or for `any` one of them.
void PairLab::judge(const std::vector<PrimitivePair>& expected) {
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::vector<PrimitivePair>& found = simulation_.output.triangle_pairs;
    std::vector<PrimitivePair> missing, invented;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(invented));
    const bool wants_all = simulation_.world.settings.mesh_query.mode == QueryMode::all;
    if (invented.empty() && (wants_all ? missing.empty() : found.empty() == expected.empty())) {
        verdict_ =
            LabVerdict{true, "verified",
                       "Brute force over all pairs of triangles finds the same: " + text(expected.size()) +
                           " intersect"};
        return;
    }
    verdict_ = LabVerdict{false, "wrong: " + text(missing.size() + invented.size()) + " pairs",
                          text(missing.size()) + " missing, " + text(invented.size()) + " too many"};
    if (!missing.empty()) verdict_->tooltip += "; " + tell_fault(missing.front());
}

// Opens the visit that pruned the pair.
std::string PairLab::tell_fault(PrimitivePair pair) {
    visits_.is_open = true; // not by open_visits(): nothing has moved, so nothing is asked again
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
