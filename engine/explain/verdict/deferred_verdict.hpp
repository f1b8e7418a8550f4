// What: checks pairs that exceeded the frame's bound on triangles during the following frames. Each pair is stored with
//       copies of its bodies and results, so that the simulation can continue.
// Invariants: every stored pair is checked eventually, however many triangles it has, unless rounding decides.
// Cost: store() copies the vertices of deforming bodies and the joints of compounds, once per body. advance() does the
//       given amount of work, except for three checks that cannot be interrupted: pairs of compounds, self-contacts,
//       and nesting in solids. These checks wait until the budgets of several calls suffice, and take up to twice the
//       needed budget.
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
    static constexpr std::size_t kMaxPairs = 65536; // further pairs stay unchecked

    // Stores the pairs in verdict.left_out of the current frame and returns their number. Requires is_empty().
    std::size_t store(const Simulation& simulation, const FrameVerdict& verdict);
    void clear() { *this = {}; }

    bool is_empty() const { return pairs_.empty(); }
    std::size_t count() const { return pairs_.size(); }
    bool is_pending(BodyPair pair) const;          // in the stored frame
    std::vector<BodyPair> pending() const;         // in the order in which they are checked
    // The stored frame; empty before the first store().
    std::optional<std::uint64_t> frame() const { return frame_; }
    // The verdict on the stored frame so far. Pending pairs are not part of left_out and unchecked.
    const FrameVerdict& verdict() const { return verdict_; }

    // Checks pairs with a budget of `triangles` (surface_verdict.hpp). Returns the verdict on the finished pairs.
    FrameVerdict advance(JudgeBudget triangles);

  private:
    struct Stored {
        std::shared_ptr<const Body> a, b;
        PairResult result;
        std::vector<PrimitivePair> triangles;
        std::vector<PartContact> parts;
        std::optional<SelfContactResult> self; // for self-contacts, which use only a and the triangles
        TriangleSearch search;
        JudgeBudget saved = 0;  // collected from calls that made no progress
        JudgeBudget needed = 0; // required before the next attempt
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
