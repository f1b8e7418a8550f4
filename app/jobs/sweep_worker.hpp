// What: a sweep on a background thread, with progress, cancellation and partial results.
// Units: seconds of real time; the runs measure the processor time of their thread.
// Invariants: one sweep at a time; it shares no data with the frame. After cancel() and after the destructor no thread
//             is left.
// Cost: take_result() waits at most for the copy of a result; start() and cancel() wait for the current piece of work.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/measure/sweep_run.hpp"

#include <mutex>
#include <optional>

namespace boxwood {

class SweepWorker {
  public:
    void start(Sweep sweep); // cancels the sweep under way
    void cancel() { task_.cancel(); }
    void wait() { task_.wait(); } // until it ends
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); } // 0 to 1
    double seconds() const { return task_.seconds(); }   // since the start; after the end, the total

    // The results so far, if there are more than at the last call.
    std::optional<SweepResult> take_result();
    std::optional<Error> take_error();

  private:
    void work(Sweep sweep);

    std::mutex mutex_; // guards the members below
    std::optional<SweepResult> outcome_;
    std::optional<Error> error_;
    BackgroundTask task_; // last member, so that it is destroyed first
};

} // namespace boxwood
