// What: a sweep on a thread of its own: starts, reports, stops at once, and hands out what it has so far.
// Units: seconds of real time; the runs measure the processor time of their thread.
// Invariants: one sweep at a time; it shares no data with the frame. After cancel() and after the destructor
//             no thread is left.
// Cost: the frame never waits longer than for the copy of a result.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/measure/sweep_run.hpp"

#include <mutex>
#include <optional>

namespace boxwood {

class SweepWorker {
  public:
    void start(Sweep sweep); // stops the one under way
    void cancel() { task_.cancel(); }
    void wait() { task_.wait(); } // until it is done
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); } // 0 to 1
    double seconds() const { return task_.seconds(); }   // since the start, or how long it took

    // What is measured so far, whenever more has come since the last call.
    std::optional<SweepResult> take_result();
    std::optional<Error> take_error();

  private:
    void work(Sweep sweep);

    std::mutex mutex_; // of what follows
    std::optional<SweepResult> outcome_;
    std::optional<Error> error_;
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
