// What: the oracle of the deformation lab: compares the policies with each other, or all of them with brute force and their
//       trees with the current mesh.
// Invariants: a frame is checked once, unless the mode changes; the tally counts every check.
#pragma once

#include "app/labs/lab.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class DeformationOracle {
  public:
    void add_setting(SettingTable& io_table);
    void note_frame() { is_judged_ = false; } // another one is shown
    // Checks the frame shown, unless this was done.
    void judge(const DeformingPair& pair, std::uint64_t frame);
    const std::optional<OracleStatus>& verdict() const { return verdict_; } // none: off, or not checked yet
    std::optional<OracleTally> tally() const {
        return mode_ == Mode::off ? std::nullopt : std::optional(tally_);
    }

  private:
    enum class Mode : std::uint8_t { off, agree, all };

    Mode mode_ = Mode::agree;
    std::optional<OracleStatus> verdict_; // of this frame, once checked
    bool is_judged_ = false;
    OracleTally tally_;
};

} // namespace boxwood
