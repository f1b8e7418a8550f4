// What: the oracle of the deformation lab. It compares the policies with each other. On request, it also compares them
//       with brute force and checks their trees against the current mesh.
// Invariants: while a frame stays on screen, it is checked again only if the mode changes. The tally counts every
//             check, also of a frame that is shown again.
#pragma once

#include "app/labs/parts/lab_oracle.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class DeformationOracle {
  public:
    void add_setting(SettingTable& io_table);
    void note_frame() { is_judged_ = false; } // call it when another frame is shown
    // Checks the current frame, unless it has been checked already.
    void judge(const DeformingPair& pair, std::uint64_t frame);
    // The result of the last check. After note_frame(), it belongs to the previous frame until judge() is called. None:
    // the oracle is off, or has not checked any frame yet.
    const std::optional<OracleStatus>& verdict() const { return verdict_; }
    std::optional<OracleTally> tally() const {
        return mode_ == Mode::off ? std::nullopt : std::optional(tally_);
    }

  private:
    enum class Mode : std::uint8_t { off, agree, all };

    Mode mode_ = Mode::agree;
    std::optional<OracleStatus> verdict_; // of the last check
    bool is_judged_ = false;
    OracleTally tally_;
};

} // namespace boxwood
