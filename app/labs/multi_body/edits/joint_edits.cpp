#include "app/labs/multi_body/edits/joint_edits.hpp"

namespace boxwood {
namespace {

// Null: the body was removed, or has no such joint.
const HullHierarchyState* find_parts(const CollisionWorld& world, BodyId body, std::uint32_t joint) {
    if (!world.is_live(body)) return nullptr;
    const HullHierarchyState* parts = world.bodies()[body].parts.get();
    return parts != nullptr && joint < parts->positions().size() ? parts : nullptr;
}

} // namespace

void JointEdits::turn(BodyId body, std::uint32_t joint, double position, bool is_same_drag) {
    asked_.push_back({{body, 0, joint, 0.0, position}, true, is_same_drag});
}

void JointEdits::place(Turn turn, double position) {
    turn.to = position;
    asked_.push_back({turn});
}

void JointEdits::remember(const Asked& asked) {
    const bool goes_on = asked.is_same_drag && !turned_.empty() &&
                         turned_.back().generation == asked.turn.generation &&
                         turned_.back().joint == asked.turn.joint;
    if (goes_on)
        turned_.back().to = asked.turn.to;
    else
        turned_.push_back(asked.turn);
}

Status JointEdits::apply(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    Status status = ok();
    for (Asked& asked : std::exchange(asked_, {})) {
        Turn& turn = asked.turn;
        const HullHierarchyState* parts = find_parts(world, turn.body, turn.joint);
        if (parts == nullptr) continue;
        const std::uint32_t generation = world.bodies()[turn.body].generation;
        if (turn.is_known() && turn.generation != generation) continue; // the id was reused by another body
        const double before = parts->positions()[turn.joint];
        if (Status done = world.set_joint_position(turn.body, turn.joint, turn.to); !done) {
            status = done;
            continue;
        }
        if (!asked.is_new) continue;
        turn.from = before;
        turn.generation = generation;
        remember(asked);
    }
    return status;
}

} // namespace boxwood
