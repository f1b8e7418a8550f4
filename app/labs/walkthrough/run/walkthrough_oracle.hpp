// What: the oracle of the walkthrough: the world's pairs as in the multi-body lab, and the contacts of the hand or a held
//       object, by brute force over the triangles of their convex parts and of the scene.
// Invariants: a frame is checked once, unless it is collided again.
#pragma once

#include "app/labs/lab.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/explain/verdict/surface_verdict.hpp"

#include <map>
#include <optional>
#include <span>

namespace boxwood {

class WalkthroughOracle {
  public:
    void add_setting(SettingTable& io_table);
    // Touches are found again, while this body is held; it may be released when they are checked.
    void note_touches_of(BodyId held);
    void judge(const CurrentWalk& now); // unless this was done
    const std::optional<OracleStatus>& verdict() const { return verdict_; }
    std::optional<OracleTally> tally() const { return is_on_ ? std::optional(tally_) : std::nullopt; }
    // Whether it agrees with the touches of a body in this frame; none: off, or not checked.
    std::optional<bool> agrees_on(BodyId touched) const;

  private:
    void judge_touches(const CurrentWalk& now, FrameVerdict& io_verdict);
    void judge_touches_of(BodyId own, std::span<const BodySurface> pieces, const CurrentWalk& now,
                          JudgeBudget& io_budget, FrameVerdict& io_verdict);

    bool is_on_ = false, is_judged_ = false;
    BodyId held_ = kNone;
    OracleTally tally_;
    std::map<BodyId, bool> touch_verdicts_; // of this frame
    std::optional<OracleStatus> verdict_;   // the same, once computed
};

} // namespace boxwood
