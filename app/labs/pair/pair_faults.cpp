// Injected faults: a volume of a pair lab hierarchy made too small, found by its oracle, reverted by undo.
#include "app/labs/pair/pair.hpp"

#include "engine/explain/hierarchy/injected_fault.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

namespace boxwood {

void PairLab::inject(BodyId side, std::uint32_t node) {
    const Shape& sound = *sides_[side].shape;
    std::optional<InjectedFault> fault = inject_fault(*sound.hierarchy(), sound.mesh(), node);
    const std::string name = "node " + ui::format_count(node) + (side == kA ? " of A" : " of B");
    if (!fault) {
        const std::size_t nodes = make_node_table(*sound.hierarchy()).nodes.size();
        notes_.push_back("No fault can be injected at " + name +
                         (node < nodes ? ": it has nothing to shrink"
                                       : ": nodes go from 0 to " + std::to_string(nodes - 1)));
        return;
    }
    remember_for_undo(placement());
    faults_.push_back({side, fault->node});
    sides_[side].shape =
        make_unchecked_shape(sound.mesh(), std::move(fault->hierarchy)); // made solid with the world
    show_other_shapes();
    asks_oracle_ = true;
}

// The same poses with other hierarchies.
void PairLab::show_other_shapes() {
    make_world(placement());
    dirty_ = true;
}

void PairLab::apply(const Edit& edit) {
    const bool are_others = edit.shapes[kA] != sides_[kA].shape || edit.shapes[kB] != sides_[kB].shape;
    for (const BodyId id : {kA, kB}) sides_[id].shape = edit.shapes[id];
    faults_ = edit.faults;
    if (are_others)
        make_world(edit.at);
    else
        for (const BodyId id : {kA, kB}) simulation_.world.place(id, edit.at[id]);
    dirty_ = true;
}

PairLab::Edit PairLab::edit_of(const Placement& at) const {
    return {at, {sides_[kA].shape, sides_[kB].shape}, faults_};
}

// After new, correct hierarchies: faults injected into the previous ones are gone, and undo restores poses only.
void PairLab::forget_faults() {
    faults_.clear();
    for (std::vector<Edit>* list : {&undo_, &redo_})
        for (Edit& edit : *list) edit = edit_of(edit.at);
}

void PairLab::show_faults() {
    for (const auto& [side, node] : faults_)
        ui::paragraph(std::array{ui::TextRun{std::string("fault injected at node ") + std::to_string(node) +
                                                 (side == kA ? " of A" : " of B"),
                                             {ui::Font::small, ui::palette().bad}}});
    if (!faults_.empty() &&
        ui::button("Rebuild", {.tooltip = "Rebuild both hierarchies without the injected faults"}))
        rebuild();
}

void PairLab::rebuild() {
    for (const BodyId id : {kA, kB}) {
        Result<std::shared_ptr<Shape>> shape = make_shape(sides_[id].shape->mesh(), config_);
        if (!shape) return notes_.push_back(shape.error().message);
        sides_[id].shape = *shape;
    }
    forget_faults();
    show_other_shapes();
}

} // namespace boxwood
