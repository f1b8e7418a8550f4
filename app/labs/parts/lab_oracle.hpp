// What: a lab's oracle, which checks the answers of the collision library by another method.
#pragma once

#include "engine/explain/verdict/oracle_tally.hpp"

#include <optional>
#include <string>

namespace boxwood {

// The oracle result of the frame, for the top bar.
struct OracleStatus {
    bool agrees = true;
    std::string text;    // short form
    std::string tooltip; // full form
    std::string brief{}; // one word for narrow windows; empty: the first word of `text`
};

class LabOracle {
  public:
    // The result for this frame. None: the lab has no oracle, or it is off.
    virtual std::optional<OracleStatus> verdict() { return std::nullopt; }
    // Runs the oracle on the frame unless it has run already. Headless runs call it after every step.
    virtual void judge() {}
    // Runs a bounded number of the pending checks at the end of a headless run.
    virtual void finish_judging() {}
    // Totals of all checks so far. None: the lab has no oracle, or it is off.
    virtual std::optional<OracleTally> tally() const { return std::nullopt; }

  protected:
    ~LabOracle() = default;
};

} // namespace boxwood
