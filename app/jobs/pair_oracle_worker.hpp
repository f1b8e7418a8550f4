// What: the check of the hierarchies on screen, then brute force over all pairs of triangles, on a thread of its own.
// Invariants: it keeps the meshes alive, and shares no other data with the frame. What was cancelled is not handed out.
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
    std::vector<PrimitivePair> pairs; // all that intersect, sorted
    std::vector<std::string> defects; // of the hierarchies
    std::size_t hierarchies = 0;      // that were checked
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

    // Once.
    std::optional<PairAnswer> take_result();

  private:
    std::mutex mutex_; // of what follows
    std::optional<PairAnswer> outcome_;
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
