#include "app/labs/multi_body/edits/joint_edits.hpp"

#include <utility>

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

bool JointEdits::undo() {
    if (done_.empty()) return false;
    const Turn last = done_.back();
    done_.pop_back();
    undone_.push_back(last);
    asked_.push_back({{last.body, last.generation, last.joint, last.to, last.from}});
    return true;
}

bool JointEdits::redo() {
    if (undone_.empty()) return false;
    const Turn last = undone_.back();
    undone_.pop_back();
    done_.push_back(last);
    asked_.push_back({last});
    return true;
}

void JointEdits::remember(const Asked& asked) {
    undone_.clear();
    const bool goes_on = asked.is_same_drag && !done_.empty() &&
                         done_.back().generation == asked.turn.generation &&
                         done_.back().joint == asked.turn.joint;
    if (goes_on) {
        done_.back().to = asked.turn.to;
        return;
    }
    if (done_.size() == kMaxKept) done_.erase(done_.begin());
    done_.push_back(asked.turn);
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
