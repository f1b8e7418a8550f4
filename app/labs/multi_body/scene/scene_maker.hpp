// What: builds a scene of the lab's own on a background thread, up to the results of its first collision step.
// Invariants: as of Job: the last order counts, and the work shares nothing with the frame.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "engine/workloads/multi_body.hpp"

#include <memory>
#include <optional>

namespace boxwood {

class SceneMaker {
  public:
    struct Order {
        MultiBodyParams params;
        WorldChoices choices;
        WorldSettings world_settings; // without an executor: the frame uses it
    };
    struct Made {
        Simulation simulation;
        Order as;
    };
    using Outcome = Result<std::unique_ptr<Made>>;

    // In a window, large scenes are built here; a run without one builds all of them at once.
    void note_window() { has_window_ = true; }
    bool should_make(const MultiBodyParams& params) const {
        return has_window_ && params.bodies > kMaxMadeAtOnce;
    }
    void start(Order order) {
        job_.start([order = std::move(order)] { return make(order); });
    }
    void cancel() { job_.cancel(); }
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    double seconds() const { return job_.seconds(); }
    std::optional<Outcome> take() { return job_.take_result(); } // once

  private:
    static constexpr int kMaxMadeAtOnce = 2000; // bodies
    static Outcome make(const Order& order);

    Job<Outcome> job_;
    bool has_window_ = false;
};

} // namespace boxwood
