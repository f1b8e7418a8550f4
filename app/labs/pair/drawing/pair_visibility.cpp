#include "app/labs/pair/drawing/pair_visibility.hpp"

#include <algorithm>

namespace boxwood {

const PairVisibility::Mark& PairVisibility::mark(const PairThing& thing) const {
    return thing.is_surface ? surfaces_[thing.side] : hierarchies_[thing.slot][thing.side];
}

PairVisibility::Mark& PairVisibility::mark(const PairThing& thing) {
    return thing.is_surface ? surfaces_[thing.side] : hierarchies_[thing.slot][thing.side];
}

bool PairVisibility::has_alone() const {
    const auto has = [](const SideMarks& marks) { return std::ranges::any_of(marks, &Mark::is_alone); };
    return has(surfaces_) || std::ranges::any_of(hierarchies_, has);
}

bool PairVisibility::shows(const PairThing& thing) const {
    const Mark& one = mark(thing);
    return !one.is_hidden && (one.is_alone || !has_alone());
}

std::size_t PairVisibility::hidden_surfaces() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(kBothBodies, [this](BodyId side) { return !shows({side}); }));
}

std::size_t PairVisibility::hidden_hierarchies(const ComparedHierarchies& compared) const {
    std::size_t hidden = 0;
    for (std::size_t slot = 0; slot < hierarchies_.size(); ++slot)
        for (const BodyId side : kBothBodies)
            hidden += (slot == 0 || compared.has_slot(slot)) && !shows({side, false, slot}) ? 1 : 0;
    return hidden;
}

void PairVisibility::toggle_hidden(const std::vector<PairThing>& things) {
    const bool hides = !std::ranges::all_of(things, [this](const PairThing& one) { return is_hidden(one); });
    for (const PairThing& thing : things) mark(thing).is_hidden = hides;
}

bool PairVisibility::toggle_alone(const std::vector<PairThing>& things) {
    const bool is_alone_now =
        !std::ranges::all_of(things, [this](const PairThing& one) { return is_alone(one); });
    for (const PairThing& thing : things) mark(thing).is_alone = is_alone_now;
    return is_alone_now;
}

void PairVisibility::update(const ComparedHierarchies& compared) {
    for (std::size_t slot = 1; slot < hierarchies_.size(); ++slot) {
        const bool is_used = compared.has_slot(slot);
        if (is_used && !was_used_[slot]) hierarchies_[slot] = hierarchies_[0];
        if (!is_used) hierarchies_[slot] = {};
        was_used_[slot] = is_used;
    }
}

} // namespace boxwood
