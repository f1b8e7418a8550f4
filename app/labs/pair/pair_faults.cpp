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
    Edit before = whole_edit();
    faults_.push_back({side, fault->node});
    sides_[side].shape =
        make_unchecked_shape(sound.mesh(), std::move(fault->hierarchy)); // made solid with the world
    show_other_shapes();
    asks_oracle_ = true;
    note_edit_since(std::move(before), "fault at " + name, false); // the oracle stays on
}

// The same poses with other hierarchies.
void PairLab::show_other_shapes() {
    make_world(placement());
    dirty_ = true;
}

// Hierarchies that were built otherwise in the meantime stay.
void PairLab::apply(const Edit& edit) {
    dirty_ = true;
    if (edit.sides) {
        const std::array<Side, 2>& now = coming_ ? *coming_ : sides_;
        if ((*edit.sides)[kA].mesh != now[kA].mesh || (*edit.sides)[kB].mesh != now[kB].mesh) {
            coming_at_ = edit.at;
            return order(*edit.sides, wanted_);
        }
    }
    if (coming_) {
        coming_at_ = edit.at;
        return;
    }
    if (edit.sides && edit.config == config_) {
        for (const BodyId id : {kA, kB}) sides_[id].shape = (*edit.sides)[id].shape;
        faults_ = edit.faults;
        make_world(edit.at);
    } else {
        for (const BodyId id : {kA, kB}) simulation_.world.place(id, edit.at[id]);
    }
}

PairLab::Edit PairLab::whole_edit() const {
    return {placement(), sides_, config_, faults_};
}

void PairLab::note_edit_since(Edit before, std::string title, bool with_settings) {
    Edit after = before.sides ? whole_edit() : Edit{placement()};
    history_.note(
        std::move(title), [this, before = std::move(before)] { apply(before); },
        [this, after = std::move(after)] { apply(after); }, with_settings);
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
    faults_.clear();
    show_other_shapes();
}

} // namespace boxwood
