#include "app/jobs/sweep_job.hpp"

#include "app/jobs/thread_clock.hpp"

#include <utility>

namespace boxwood {

Status run_sweep(Sweep sweep, SweepJob::Control& control) {
    SweepRun run(std::move(sweep), thread_milliseconds);
    std::size_t published_runs = 0;
    while (!run.is_done() && !control.is_cancelled()) {
        const Status status = run.advance();
        control.set_progress(run.progress());
        if (!status || run.runs_done() != published_runs) control.publish(run.result());
        if (!status) return status;
        published_runs = run.runs_done();
    }
    return ok();
}

} // namespace boxwood
