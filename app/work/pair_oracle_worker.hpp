// What: brute force over all pairs of triangles, on a thread of its own.
// Invariants: it keeps the meshes alive, and shares no other data with the frame. What was cancelled is not handed out.
#pragma once

#include "app/work/background_task.hpp"
#include "engine/explain/pair_oracle.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace boxwood {

class PairOracleWorker {
  public:
    // `owner` keeps both meshes alive.
    void start(PosedMesh a, PosedMesh b, std::shared_ptr<const void> owner);
    void cancel();
    void wait() { task_.wait(); }
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); }

    // All pairs that intersect, sorted, once.
    std::optional<std::vector<PrimitivePair>> take_news();

  private:
    std::mutex mutex_; // of what follows
    std::optional<std::vector<PrimitivePair>> news_;
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
