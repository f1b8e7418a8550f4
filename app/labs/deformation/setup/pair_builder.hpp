// What: builds the pair of the deformation lab on a background thread, and reads meshes in motion on another.
// Invariants: one pair is built at a time; a new order replaces the one before.
#pragma once

#include "app/jobs/job.hpp"
#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "engine/scene/motion_files.hpp"

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

    // Builds now, instead of what is being built.
    Result<DeformingPair> build(const DeformationPlan& plan, const Deformation& motion);
    void start(const DeformationPlan& plan, const Deformation& motion);
    void cancel();
    std::optional<Built> take_built(); // once, after it ends
    bool is_building() const { return maker_.is_busy(); }
    bool is_due() const { return coming_.has_value(); } // until it is taken
    double seconds() const { return maker_.seconds(); }
    // Of the last build; empty: it succeeded.
    const std::string& error() const { return error_; }
    void clear_error() { error_.clear(); }

    void start_reading(const std::filesystem::path& file);
    std::optional<Result<MeshInMotion>> take_read() { return reader_.take_result(); }
    void wait_for_reader() { reader_.wait(); }
    void wait() { maker_.wait(); }

  private:
    Job<Result<MeshInMotion>> reader_;
    std::optional<DeformationPlan> coming_;
    Job<Result<DeformingPair>> maker_;
    std::string error_;
};

} // namespace boxwood
