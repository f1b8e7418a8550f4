// What: applies the user's edits to the bodies of a running scene, and records them for undo. Edits remove, add and
//       scatter bodies, enable and disable bodies and pairs, and move joints.
// Invariants: edits are queued and applied between two frames. Undoing an edit is also a queued edit.
#pragma once

#include "app/labs/multi_body/edits/body_edits.hpp"
#include "app/labs/multi_body/edits/joint_edits.hpp"
#include "app/labs/multi_body/lab_requests.hpp"

namespace boxwood {

class CrowdEdits {
  public:
    explicit CrowdEdits(const LabRequests& requests)
        : requests_(requests) {}

    void remove(BodyId body);
    void insert();  // ten bodies
    void scatter(); // up to a tenth of the bodies that are not fixed
    void toggle_body(BodyId body);
    void toggle_pair(BodyPair pair);

    // Positions are in the units of JointEdits. All moves of a drag are one edit. `goes_on` is true while the mouse
    // button stays down.
    void move_joint(BodyId body, std::uint32_t joint, double position);
    void drag_joint(BodyId body, std::uint32_t joint, double position, bool goes_on);
    void end_drag() { is_dragging_ = false; }
    void note_joint_moves(); // records the applied joint moves for undo; call it once per frame

    struct Changes {
        std::vector<BodyEdits::NewBody> added{};
        bool has_lost_bodies = false;
    };
    // `rule_count`: the number of group rules that were applied to the world.
    Changes apply(std::size_t rule_count, Simulation& io_simulation);
    void clear(); // for another scene: drops all queued edits and the joint moves not yet recorded for undo
    void note_restart() { memory_.forget_edits(); } // for a restart of the same bodies

    // For keyframes: which edits are in effect.
    std::shared_ptr<const void> save() const { return memory_.save(); }
    void restore(const std::shared_ptr<const void>& saved) { memory_.restore(saved); }

  private:
    void queue(const std::function<void()>& edit);
    std::function<void()> queued(std::function<void()> edit);
    void note(const BodyEdits::Outcome& outcome);
    void note_edit(std::string title, std::function<void()> undo, std::function<void()> redo);

    LabRequests requests_;
    BodyEdits bodies_;
    JointEdits joints_;
    EditMemory memory_;
    bool is_dragging_ = false;
};

} // namespace boxwood
