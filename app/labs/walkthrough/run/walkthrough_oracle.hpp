// What: the oracle of the walkthrough. It checks the world's pairs like the oracle of the multi-body lab. It checks the
//       touches of the hand and of a held object by brute force over the triangles of their parts and of the scene.
// Invariants: a frame is checked again only after note_touches_of(), or after the oracle was turned on or off.
#pragma once

#include "app/labs/parts/lab_oracle.hpp"
#include "app/labs/settings/settings.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/explain/verdict/surface_verdict.hpp"

#include <map>
#include <optional>
#include <span>

namespace boxwood {

class WalkthroughOracle {
  public:
    void add_setting(SettingTable& io_table);
    // Call it before touches are computed, and after a jump to another frame. `held` is the body that is held at that
    // time; the hand can release this body before the touches are checked.
    void note_touches_of(BodyId held);
    void judge(const CurrentWalk& now); // does nothing if the frame is already checked
    const std::optional<OracleStatus>& verdict() const { return verdict_; }
    std::optional<OracleTally> tally() const { return is_on_ ? std::optional(tally_) : std::nullopt; }
    // Whether the oracle agrees with the touches of a body, in the frame that it checked last; none: the oracle is off
    // or has not checked the body.
    std::optional<bool> agrees_on(BodyId touched) const;

  private:
    void judge_touches(const CurrentWalk& now, FrameVerdict& io_verdict);
    void judge_touches_of(BodyId own, std::span<const BodySurface> pieces, const CurrentWalk& now,
                          JudgeBudget& io_budget, FrameVerdict& io_verdict);

    bool is_on_ = false, is_judged_ = false;
    BodyId held_ = kNone;
    OracleTally tally_;
    std::map<BodyId, bool> touch_verdicts_; // of the frame checked last
    // Of the last check. None: the oracle or collision detection was off.
    std::optional<OracleStatus> verdict_;
};

} // namespace boxwood
