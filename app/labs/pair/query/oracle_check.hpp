// What: the oracle of the pair lab: brute force on a background thread, on the displayed meshes and poses, its result
//       and the totals of all results so far.
// Invariants: a verdict is that of the frame on screen; asking again drops it.
#pragma once

#include "app/jobs/pair_oracle_job.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class PairOracleCheck {
  public:
    using Explain = std::function<std::string(PrimitivePair)>; // why a pair was missed

    bool is_asked() const { return is_asked_; }
    void set_asked(bool is_asked) { is_asked_ = is_asked; }
    bool is_running() const { return job_.is_busy(); }
    void wait() { job_.wait(); }
    // Starts a check of the frame, or ends the one that runs if none is wanted.
    void ask(const Simulation& simulation, const PairMeshes& meshes, std::vector<ShownHierarchy> hierarchies);
    // Concludes if the check has ended; cheap to call otherwise.
    void take_answer(const Simulation& simulation, const Explain& explain);

    std::string progress() const; // with the time left
    const std::optional<OracleStatus>& verdict() const { return verdict_; }
    std::optional<OracleTally> tally() const { return is_asked_ ? std::optional(tally_) : std::nullopt; }
    void add_settings(SettingTable& io_table, PairChanges changes);

  private:
    void conclude(const PairAnswer& answer, const Simulation& simulation, const Explain& explain);

    bool is_asked_ = false;
    PairOracleJob job_;
    std::optional<OracleStatus> verdict_;
    OracleTally tally_;
};

} // namespace boxwood
