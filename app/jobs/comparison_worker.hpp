// What: a comparison of hierarchies on a background thread, row by row.
// Units: as in hierarchy_comparison.hpp; times are processor time of the thread.
// Invariants: it shares ownership of the meshes, and no other data with the frame.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <memory>
#include <mutex>
#include <optional>

namespace boxwood {

class ComparisonWorker {
  public:
    // `owner` keeps the compared data alive.
    void start(Comparison comparison, std::shared_ptr<const void> owner);
    void cancel() { task_.cancel(); }
    void wait() { task_.wait(); }
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); }
    double seconds() const { return task_.seconds(); }

    // All rows so far, if there are more than at the last call.
    std::optional<std::vector<ComparisonRow>> take_result();
    std::optional<Error> take_error();

  private:
    void work(Comparison comparison);

    std::mutex mutex_; // guards the members below
    std::optional<std::vector<ComparisonRow>> outcome_;
    std::optional<Error> error_;
    BackgroundTask task_; // last member, so that it is destroyed first
};

} // namespace boxwood
