// What: pairs of a frame that exceeded its bound on triangles, to be checked over the following frames: each is stored
//       with its bodies and results as they were, so that the simulation may go on.
// Invariants: every stored pair is checked sooner or later, however many triangles it has, unless rounding decides.
// Cost: storing: the vertices of deforming bodies and the joints of compounds, once per body. A call of advance() does
//       the given amount of work, with three exceptions that are not done in pieces: pairs of compounds, self-contacts,
//       and what lies inside a solid. Those save the budgets of several calls, and take up to twice what they need.
#pragma once

#include "engine/explain/verdict/verdict.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

class DeferredVerdicts {
  public:
    static constexpr std::size_t kMaxPairs = 65536; // pairs beyond stay unchecked

    // Stores the pairs that `verdict`, of this frame, left out. Returns their number. Requires is_empty().
    std::size_t store(const Simulation& simulation, const FrameVerdict& verdict);
    void clear() { *this = {}; }

    bool is_empty() const { return pairs_.empty(); }
    std::size_t count() const { return pairs_.size(); }
    bool is_pending(BodyPair pair) const;          // in the stored frame
    std::vector<BodyPair> pending() const;         // in the order in which they are checked
    std::optional<std::uint64_t> frame() const { return frame_; } // the stored one; none before the first
    const FrameVerdict& verdict() const {
        return verdict_;
    } // of it, so far; left_out and unchecked hold no pending pairs

    // Checks pairs for `triangles` (surface_verdict.hpp); returns the verdict on those that were finished.
    FrameVerdict advance(JudgeBudget triangles);

  private:
    struct Stored {
        std::shared_ptr<const Body> a, b;
        PairResult result;
        std::vector<PrimitivePair> triangles;
        std::vector<PartContact> parts;
        std::optional<SelfContactResult> self; // then only a and the triangles are used
        TriangleSearch search;
        JudgeBudget saved = 0, needed = 0; // from calls that ended without progress; before the next attempt
    };
    std::shared_ptr<const Body> store_body(const CollisionWorld& world, BodyId id);
    SurfaceVerdict judge(Stored& io_pair, JudgeBudget& io_budget) const;

    std::deque<Stored> pairs_;
    std::map<BodyId, std::shared_ptr<const Body>> bodies_;
    WorldSettings settings_;
    std::optional<std::uint64_t> frame_;
    FrameVerdict verdict_;
};

} // namespace boxwood
