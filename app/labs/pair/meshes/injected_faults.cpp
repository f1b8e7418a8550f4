// Injected faults: a volume of a hierarchy made too small, found by the oracle, reverted by undo.
#include "app/labs/pair/meshes/pair_meshes.hpp"

#include "engine/explain/hierarchy/injected_fault.hpp"
#include "engine/ui/text/format.hpp"

#include <utility>

namespace boxwood {

std::string name_of(const PairMeshes::Fault& fault) {
    return "node " + ui::format_count(fault.node) + (fault.side == kBodyA ? " of A" : " of B");
}

Status PairMeshes::inject(const Fault& fault) {
    const Shape& sound = *sides_[fault.side].shape;
    std::optional<InjectedFault> injected = inject_fault(*sound.hierarchy(), sound.mesh(), fault.node);
    if (!injected) {
        const std::size_t nodes = make_node_table(*sound.hierarchy()).nodes.size();
        return Error{"No fault can be injected at " + name_of(fault) +
                     (fault.node < nodes ? ": it has nothing to shrink"
                                         : ": nodes go from 0 to " + std::to_string(nodes - 1))};
    }
    faults_.push_back({fault.side, injected->node});
    sides_[fault.side].shape =
        make_unchecked_shape(sound.mesh(), std::move(injected->hierarchy)); // made solid with the world
    return ok();
}

std::optional<PairMeshes::Fault> PairMeshes::take_requested_fault() {
    if (!are_loaded() || is_building()) return std::nullopt;
    return std::exchange(requested_fault_, std::nullopt);
}

Status PairMeshes::rebuild() {
    for (const BodyId id : kBothBodies) {
        Result<std::shared_ptr<Shape>> shape = make_shape(sides_[id].shape->mesh(), config_);
        if (!shape) return shape.error();
        sides_[id].shape = *shape;
    }
    faults_.clear();
    return ok();
}

void PairMeshes::add_fault_settings(SettingTable& io_table) {
    const auto request = [this](BodyId side) {
        return SettingAccess{{}, [this, side](double v) {
                                 requested_fault_ = Fault{side, static_cast<std::uint32_t>(v)};
                             }};
    };
    constexpr double kMaxNode = 4294967294.0; // NodeTable::kNone comes after
    const SettingRange nodes{.low = 0, .high = kMaxNode};
    io_table.add(whole({"fault-a", "", "Injects a fault: the volume of this node of A shrinks to half"},
                       nodes, request(kBodyA)));
    io_table.add(whole({"fault-b", "", "Injects a fault: the volume of this node of B shrinks to half"},
                       nodes, request(kBodyB)));
}

} // namespace boxwood
