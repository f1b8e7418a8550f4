// What: builds the pair of the deformation lab on a background thread, and reads files of moving meshes on another
//       thread.
// Invariants: at most one pair is built at a time; a new request replaces the pending one.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "engine/scene/queries/motion_files.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace boxwood {

class PairBuilder {
  public:
    struct Built {
        DeformationPlan plan;
        Result<DeformingPair> pair;
    };

    // Builds on the calling thread; cancels the build in the background.
    Result<DeformingPair> build(const DeformationPlan& plan, const Deformation& motion);
    void start(const DeformationPlan& plan, const Deformation& motion);
    void cancel();
    std::optional<Built> take_built(); // returns the result one time, after the build ends
    bool is_building() const { return build_job_.is_busy(); }
    // A build was started, and its result has not been taken yet.
    bool has_pending_build() const { return pending_plan_.has_value(); }
    double seconds() const { return build_job_.seconds(); }
    // The message of the last build that failed; empty if none has failed since clear_error().
    const std::string& error() const { return error_; }
    void clear_error() { error_.clear(); }

    void start_reading(const std::filesystem::path& file);
    void cancel_reading() { read_job_.cancel(); }
    std::optional<Result<MeshInMotion>> take_read() { return read_job_.take_result(); }
    void wait_for_reader() { read_job_.wait(); }
    void wait() { build_job_.wait(); }

  private:
    Job<Result<MeshInMotion>> read_job_;
    std::optional<DeformationPlan> pending_plan_;
    Job<Result<DeformingPair>> build_job_;
    std::string error_;
};

} // namespace boxwood
