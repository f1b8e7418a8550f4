#include "app/jobs/comparison_job.hpp"

#include "app/jobs/thread_clock.hpp"

#include <utility>

namespace boxwood {

Status run_comparison(Comparison comparison, ComparisonJob::Control& control) {
    const auto count = static_cast<double>(comparison.configs.size());
    HierarchyComparison run(std::move(comparison), thread_milliseconds);
    while (!run.is_done() && !control.is_cancelled()) {
        if (Status status = run.advance(); !status) return status;
        control.publish({run.rows().begin(), run.rows().end()});
        control.set_progress(static_cast<double>(run.rows().size()) / count);
    }
    return ok();
}

} // namespace boxwood
