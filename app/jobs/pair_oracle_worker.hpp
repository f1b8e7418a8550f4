// What: on a background thread, checks the hierarchies on screen, then tests all pairs of triangles by brute force.
// Invariants: it shares ownership of the meshes, and no other data with the frame. Results of cancelled runs are
//             discarded.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace boxwood {

struct PairAnswer {
    std::vector<PrimitivePair> pairs; // all intersecting pairs, sorted
    std::optional<Nesting> nesting;   // if there are none; empty if rounding decides
    std::vector<std::string> defects; // of the hierarchies
    std::size_t hierarchies = 0;      // number checked
};

class PairOracleWorker {
  public:
    // `owner` keeps both meshes alive.
    void start(PosedMesh a, PosedMesh b, std::vector<ShownHierarchy> hierarchies,
               std::shared_ptr<const void> owner);
    void cancel();
    void wait() { task_.wait(); }
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); }

    // Returns the result once.
    std::optional<PairAnswer> take_result();

  private:
    std::mutex mutex_; // guards the members below
    std::optional<PairAnswer> outcome_;
    BackgroundTask task_; // last member, so that it is destroyed first
};

} // namespace boxwood
