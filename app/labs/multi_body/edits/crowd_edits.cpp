#include "app/labs/multi_body/edits/crowd_edits.hpp"

#include "app/labs/drawing.hpp"

namespace boxwood {
namespace {

constexpr std::size_t kInserted = 10; // bodies at a time

} // namespace

// The function, as an edit to be queued later.
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
    const std::function<void()> toggle = queued([this, body] { bodies_.toggle_body(body); });
    toggle();
    requests_.note_edit("switch of " + body_name(body), toggle, toggle);
}

void CrowdEdits::toggle_pair(BodyPair pair) {
    const std::function<void()> toggle = queued([this, pair] { bodies_.toggle_pair(pair); });
    toggle();
    requests_.note_edit("switch of the pair " + body_name(pair.a) + " · " + body_name(pair.b), toggle,
                        toggle);
}

void CrowdEdits::move_joint(BodyId body, std::uint32_t joint, double position) {
    queue([&] { joints_.turn(body, joint, position, false); });
}

void CrowdEdits::drag_joint(BodyId body, std::uint32_t joint, double position, bool goes_on) {
    queue([&] { joints_.turn(body, joint, position, is_dragging_); });
    is_dragging_ = goes_on;
}

// A drag that ended is one edit.
void CrowdEdits::note_turns() {
    if (is_dragging_ || !joints_.is_empty()) return;
    for (const JointEdits::Turn& turn : joints_.take_turns()) {
        const auto place_at = [this, turn](double position) {
            return queued([this, turn, position] { joints_.place(turn, position); });
        };
        requests_.note_edit("joint " + std::to_string(turn.joint) + " of " + body_name(turn.body),
                            place_at(turn.from), place_at(turn.to));
    }
}

CrowdEdits::Changes CrowdEdits::apply(Simulation& io_simulation) {
    if (joints_.is_empty() && bodies_.is_empty()) return {};
    requests_.collide_again(); // for the timeline
    if (!joints_.is_empty()) requests_.say_error(joints_.apply(io_simulation));
    if (bodies_.is_empty()) return {};
    const BodyEdits::Outcome outcome = bodies_.apply(io_simulation);
    if (!outcome.refused.empty()) requests_.say(outcome.refused);
    note(outcome);
    return {outcome.has_new_bodies, outcome.has_lost_bodies};
}

void CrowdEdits::note(const BodyEdits::Outcome& outcome) {
    const auto out = [this](const BodyEdits::KeptBodies& bodies) {
        return queued([this, bodies] { bodies_.take_out(bodies); });
    };
    const auto back = [this](const BodyEdits::KeptBodies& bodies) {
        return queued([this, bodies] { bodies_.put_back(bodies); });
    };
    const auto place = [this](const BodyEdits::Places& places, bool is_before) {
        return queued([this, places, is_before] { bodies_.place(places, is_before); });
    };
    for (const BodyEdits::KeptBodies& bodies : outcome.removed)
        requests_.note_edit("removal of " + body_name(bodies->front().id), back(bodies), out(bodies));
    for (const BodyEdits::KeptBodies& bodies : outcome.inserted)
        requests_.note_edit("insertion of " + std::to_string(bodies->size()) + " bodies", out(bodies),
                            back(bodies));
    for (const BodyEdits::Places& places : outcome.scattered)
        requests_.note_edit("scattering of " + std::to_string(places->size()) + " bodies",
                            place(places, true), place(places, false));
}

void CrowdEdits::clear() {
    bodies_ = {};
    joints_.clear();
}

} // namespace boxwood
