#include "app/labs/multi_body/edits/joint_edits.hpp"

namespace boxwood {
namespace {

// Null if the body was removed or has no such joint.
const HullHierarchyState* find_parts(const CollisionWorld& world, BodyId body, std::uint32_t joint) {
    if (!world.is_live(body)) return nullptr;
    const HullHierarchyState* parts = world.bodies()[body].parts.get();
    return parts != nullptr && joint < parts->positions().size() ? parts : nullptr;
}

} // namespace

void JointEdits::move(BodyId body, std::uint32_t joint, double position, bool is_same_drag) {
    queue_.push_back({{body, 0, joint, 0.0, position, 0}, true, is_same_drag});
}

void JointEdits::add_to_moves(const Request& request, EditMemory& io_memory) {
    const bool goes_on = request.is_same_drag && !moves_.empty() &&
                         moves_.back().generation == request.move.generation &&
                         moves_.back().joint == request.move.joint;
    if (goes_on) {
        moves_.back().to = request.move.to;
    } else {
        moves_.push_back(request.move);
        moves_.back().edit = io_memory.begin_edit();
    }
}

Status JointEdits::apply(Simulation& io_simulation, EditMemory& io_memory) {
    CollisionWorld& world = io_simulation.world;
    Status status = ok();
    for (Request& request : std::exchange(queue_, {})) {
        Move& move = request.move;
        if (move.was_applied()) { // undo or redo
            const std::optional<BodyName> found = io_memory.find(world, {move.body, move.generation});
            if (!found || !io_memory.set_in_effect(move.edit, !request.is_undo)) continue;
            move.body = found->id;
        }
        const HullHierarchyState* parts = find_parts(world, move.body, move.joint);
        if (parts == nullptr) continue;
        const double before = parts->positions()[move.joint], wanted = request.is_undo ? move.from : move.to;
        if (Status done = world.set_joint_position(move.body, move.joint, wanted); !done) {
            status = done;
            continue;
        }
        if (!request.is_new) continue;
        move.from = before;
        move.generation = world.bodies()[move.body].generation;
        add_to_moves(request, io_memory);
    }
    return status;
}

} // namespace boxwood
