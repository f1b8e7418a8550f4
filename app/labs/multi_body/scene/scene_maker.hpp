// What: builds a random scene on a background thread and runs its first collision step.
// Invariants: a new request replaces the previous one. The job shares no data with the frame, except the shapes of
//             opened meshes.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "engine/workloads/multi_body.hpp"

#include <memory>
#include <optional>

namespace boxwood {

class SceneMaker {
  public:
    struct Request {
        MultiBodyParams params;
        WorldChoices choices;
        WorldSettings world_settings; // without the executor, which the frame uses at the same time
    };
    struct Built {
        Simulation simulation;
        Request request;
    };
    using Outcome = Result<std::unique_ptr<Built>>;

    // Only windows build large scenes in the background. Headless runs build all scenes on the calling thread.
    void note_window() { has_window_ = true; }
    bool should_build(const MultiBodyParams& params) const {
        return has_window_ && params.bodies > kMaxBuiltAtOnce;
    }
    void start(Request request) {
        job_.start([request = std::move(request)] { return make(request); });
    }
    void cancel() { job_.cancel(); }
    void wait() { job_.wait(); }
    bool is_busy() const { return job_.is_busy(); }
    double seconds() const { return job_.seconds(); }
    std::optional<Outcome> take() { return job_.take_result(); } // returns a result only one time

  private:
    static constexpr int kMaxBuiltAtOnce = 2000; // bodies; larger scenes are built in the background
    static Outcome make(const Request& request);

    Job<Outcome> job_;
    bool has_window_ = false;
};

} // namespace boxwood
