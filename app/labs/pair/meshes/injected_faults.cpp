// Injected faults: each shrinks the volume of a node, and possibly the volumes below it, so that the oracle can find
// the wrong answer; undo reverts it.
#include "app/labs/pair/meshes/pair_meshes.hpp"

#include "engine/explain/hierarchy/injected_fault.hpp"
#include "engine/ui/text/format.hpp"

#include <utility>

namespace boxwood {

std::string name_of(const PairMeshes::Fault& fault) {
    return "node " + ui::format_count(fault.node) + (fault.side == kBodyA ? " of A" : " of B");
}

Status PairMeshes::inject(const Fault& fault) {
    const Shape& original = *sides_[fault.side].shape;
    std::optional<InjectedFault> injected = inject_fault(*original.hierarchy(), original.mesh(), fault.node);
    if (!injected) {
        const std::size_t nodes = make_node_table(*original.hierarchy()).nodes.size();
        return Error{"No fault can be injected at " + name_of(fault) +
                     (fault.node < nodes ? ": its volume cannot shrink"
                                         : ": nodes go from 0 to " + std::to_string(nodes - 1))};
    }
    faults_.push_back({fault.side, injected->node});
    sides_[fault.side].shape = make_unchecked_shape(original.mesh(), std::move(injected->hierarchy));
    return ok();
}

std::optional<PairMeshes::Fault> PairMeshes::take_requested_fault() {
    if (!are_loaded() || is_building()) return std::nullopt;
    for (const BodyId side : kBothBodies)
        if (const auto node = std::exchange(requested_faults_[side], std::nullopt)) return Fault{side, *node};
    return std::nullopt;
}

Status PairMeshes::rebuild() {
    for (const BodyId id : kBothBodies) {
        Result<std::shared_ptr<Shape>> shape = make_shape(sides_[id].shape->mesh(), config_);
        if (!shape) return shape.error();
        sides_[id].shape = *shape;
    }
    error_.clear();
    faults_.clear();
    return ok();
}

void PairMeshes::add_fault_settings(SettingTable& io_table) {
    const auto request = [this](BodyId side) {
        return SettingAccess{
            {}, [this, side](double v) { requested_faults_[side] = static_cast<std::uint32_t>(v); }};
    };
    constexpr double kMaxNode = 4294967294.0; // the next number is NodeTable::kNone
    const SettingRange nodes{.low = 0, .high = kMaxNode};
    io_table.add(
        whole({"fault-a", "", "Injects a fault: shrinks the volume of this node of A to half its size"},
              nodes, request(kBodyA)));
    io_table.add(
        whole({"fault-b", "", "Injects a fault: shrinks the volume of this node of B to half its size"},
              nodes, request(kBodyB)));
}

} // namespace boxwood
