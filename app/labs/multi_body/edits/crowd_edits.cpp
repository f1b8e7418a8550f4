#include "app/labs/multi_body/edits/crowd_edits.hpp"

#include "app/labs/drawing.hpp"

namespace boxwood {
namespace {

constexpr std::size_t kInserted = 10; // bodies at a time

} // namespace

std::function<void()> CrowdEdits::queued(std::function<void()> edit) {
    return [this, edit = std::move(edit)] { queue(edit); };
}

void CrowdEdits::queue(const std::function<void()>& edit) {
    edit();
    requests_.collide_again();
}

void CrowdEdits::remove(BodyId body) {
    queue([this, body] { bodies_.remove(body); });
}

void CrowdEdits::insert() {
    queue([this] { bodies_.insert(kInserted); });
}

void CrowdEdits::scatter() {
    queue([this] { bodies_.scatter(); });
}

void CrowdEdits::toggle_body(BodyId body) {
    queue([this, body] { bodies_.toggle_body(body); });
}

void CrowdEdits::toggle_pair(BodyPair pair) {
    queue([this, pair] { bodies_.toggle_pair(pair); });
}

void CrowdEdits::move_joint(BodyId body, std::uint32_t joint, double position) {
    queue([&] { joints_.move(body, joint, position, false); });
}

void CrowdEdits::drag_joint(BodyId body, std::uint32_t joint, double position, bool goes_on) {
    queue([&] { joints_.move(body, joint, position, is_dragging_); });
    is_dragging_ = goes_on;
}

// Records the edit without settings. Some settings show properties of the bodies, such as the share of fixed cubes, and
// change with each insertion. To undo the insertion, bodies are removed; setting the share would change other bodies.
void CrowdEdits::note_edit(std::string title, std::function<void()> undo, std::function<void()> redo) {
    requests_.note_edit(std::move(title), std::move(undo), std::move(redo), false);
}

// A drag is recorded as one edit, after it ends.
void CrowdEdits::note_joint_moves() {
    if (is_dragging_ || !joints_.is_empty()) return;
    for (const JointEdits::Move& move : joints_.take_moves()) {
        note_edit("joint " + std::to_string(move.joint) + " of " + body_name(move.body),
                  queued([this, move] { joints_.undo(move); }), queued([this, move] { joints_.redo(move); }));
    }
}

CrowdEdits::Changes CrowdEdits::apply(std::size_t rule_count, Simulation& io_simulation) {
    if (joints_.is_empty() && bodies_.is_empty()) return {};
    requests_.collide_again(); // so that the timeline notes the edit
    if (!joints_.is_empty()) requests_.report_error(joints_.apply(io_simulation, memory_));
    if (bodies_.is_empty()) return {};
    BodyEdits::Outcome outcome = bodies_.apply(rule_count, io_simulation, memory_);
    if (!outcome.refused.empty()) requests_.add_message(outcome.refused);
    note(outcome);
    return {std::move(outcome.added), outcome.has_lost_bodies};
}

void CrowdEdits::note(const BodyEdits::Outcome& outcome) {
    const auto remove_all = [this](const BodyEdits::SavedBodies& bodies) {
        return queued([this, bodies] { bodies_.remove_again(bodies); });
    };
    const auto add_all = [this](const BodyEdits::SavedBodies& bodies) {
        return queued([this, bodies] { bodies_.add_again(bodies); });
    };
    const auto place = [this](const BodyEdits::Relocations& places, bool is_before) {
        return queued([this, places, is_before] { bodies_.place(places, is_before); });
    };
    const auto set_enabled = [this](const BodyEdits::Switch& target, bool is_enabled) {
        return queued([this, target, is_enabled] { bodies_.set_enabled(target, is_enabled); });
    };
    for (const BodyEdits::Switch& target : outcome.switched)
        note_edit("change of " + (target.b
                                      ? "the pair " + body_name(target.a.id) + " · " + body_name(target.b->id)
                                      : body_name(target.a.id)),
                  set_enabled(target, target.was_enabled), set_enabled(target, !target.was_enabled));
    for (const BodyEdits::SavedBodies& bodies : outcome.removed)
        note_edit("removal of " + body_name(bodies->front().name.id), add_all(bodies), remove_all(bodies));
    for (const BodyEdits::SavedBodies& bodies : outcome.inserted)
        note_edit("insertion of " + std::to_string(bodies->size()) + " bodies", remove_all(bodies),
                  add_all(bodies));
    for (const BodyEdits::Relocations& places : outcome.scattered)
        note_edit("scattering of " + std::to_string(places->places.size()) + " bodies", place(places, true),
                  place(places, false));
}

void CrowdEdits::clear() {
    bodies_ = {};
    joints_.clear();
    memory_.forget_edits();
    memory_.forget_bodies();
}

} // namespace boxwood
