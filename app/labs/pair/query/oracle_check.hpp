// What: the oracle of the pair lab: brute force on a background thread for the displayed meshes and poses. Keeps the
//       result and the totals of all results so far.
// Invariants: the verdict belongs to the frame on screen. start() drops it.
#pragma once

#include "app/jobs/pair_oracle_job.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/labs/parts/lab_oracle.hpp"
#include "app/labs/settings/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class PairOracleCheck {
  public:
    using Explain = std::function<std::string(PrimitivePair)>; // returns why the query missed a pair

    bool is_on() const { return is_on_; }
    void set_on(bool is_on) { is_on_ = is_on; }
    bool is_running() const { return job_.is_busy(); }
    void wait() { job_.wait(); }
    // Starts a check of the frame; if the oracle is off, cancels the running check.
    void start(const Simulation& simulation, const PairMeshes& meshes,
               std::vector<ShownHierarchy> hierarchies);
    // If the check has ended, computes the verdict. Otherwise, the call is cheap.
    void take_answer(const Simulation& simulation, const Explain& explain);

    std::string progress() const; // with the remaining time
    const std::optional<OracleStatus>& verdict() const { return verdict_; }
    std::optional<OracleTally> tally() const { return is_on_ ? std::optional(tally_) : std::nullopt; }
    void add_settings(SettingTable& io_table, PairChanges changes);

  private:
    void conclude(const PairAnswer& answer, const Simulation& simulation, const Explain& explain);

    bool is_on_ = false;
    PairOracleJob job_;
    std::optional<OracleStatus> verdict_;
    OracleTally tally_;
};

} // namespace boxwood
