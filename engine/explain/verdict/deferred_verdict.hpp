// What: checks the pairs that one frame left out because its work budget was too small. The checks run during the
//       following frames. Each pair is stored with copies of its bodies and results, so that the simulation can
//       continue.
// Invariants: every stored pair is checked eventually, however many triangles it has, unless rounding error makes the
//       answer uncertain.
// Cost: store() copies the vertices of deforming bodies and the joints of compounds, once per body. advance() does the
//       requested amount of work. Exceptions are four checks that cannot be interrupted: pairs of compounds, close
//       polytopes whose certificate is undecided, self-contacts, and nesting in solids. After a failed attempt, such a
//       check runs again only when the budgets saved over several calls reach twice the budget of that attempt. All
//       attempts together can take about four times the needed budget.
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
    static constexpr std::size_t kMaxPairs = 65536; // pairs beyond this limit stay unchecked

    // Stores the pairs that verdict.left_out lists, with their state in the current frame, but at most kMaxPairs.
    // Returns how many were stored. Requires is_empty().
    std::size_t store(const Simulation& simulation, const FrameVerdict& verdict);
    void clear() { *this = {}; }

    bool is_empty() const { return pairs_.empty(); }
    std::size_t count() const { return pairs_.size(); }
    bool is_pending(BodyPair pair) const;  // in the stored frame
    std::vector<BodyPair> pending() const; // in the order in which they are checked
    // The stored frame; empty before the first store() and after clear().
    std::optional<std::uint64_t> frame() const { return frame_; }
    // The verdict on the stored frame so far. Pending pairs are counted in neither left_out nor unchecked.
    const FrameVerdict& verdict() const { return verdict_; }

    // Checks pairs until the budget is used up. Returns the verdict on the finished pairs.
    FrameVerdict advance(JudgeBudget budget);

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
