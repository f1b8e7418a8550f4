// What: times and counters of every frame of a run, for the summaries of its report.
// Invariants: memory does not grow with the number of frames: full blocks are written to an unnamed file in the folder
//             of the report. Summaries are exact: they equal summarize() of the same values.
// Degenerate input: summaries are zero without frames. If the file cannot be written, summaries return an Error.
// Cost: kColumns * 8 bytes of disk space per frame; a summary reads its column nine times.
// Oracle: summarize(), in tests/app/shell/frame_log_test.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/history.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>

namespace boxwood {

class FrameLog {
  public:
    // Columns: the phases, the step (all phases except drawing), the counters, the number of bodies that can have
    // tunneled.
    static constexpr std::size_t kStep = kPhaseCount, kFirstCounter = kStep + 1,
                                 kFastBodies = kFirstCounter + StepCounters::kCount, kColumns = kFastBodies + 1;
    static constexpr std::size_t kBlock = 4096; // frames

    void clear();
    // `report`: path of the report; the log file is created in its folder.
    void push(const TimedFrame& frame, const std::filesystem::path& report);
    std::uint64_t frame_count() const { return frame_count_; }

    Result<Summary> summarize_column(std::size_t column) const;
    const StepCounters& last_counters() const { return last_; } // zeros if there are no frames
    std::uint64_t last_fast_bodies() const { return last_fast_bodies_; }

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using Block = std::array<std::array<double, kBlock>, kColumns>; // by column

    void spill(const std::filesystem::path& report);
    Status visit(std::size_t column, const std::function<void(double)>& visitor) const;
    Result<double> find_ranked(std::size_t column, std::uint64_t rank) const;

    std::unique_ptr<Block> block_; // frames since the last full block
    std::size_t in_block_ = 0;
    std::uint64_t frame_count_ = 0, blocks_in_file_ = 0;
    std::unique_ptr<std::FILE, Close> file_; // full blocks
    std::string failure_;                    // empty: none
    StepCounters last_;
    std::uint64_t last_fast_bodies_ = 0;
};

} // namespace boxwood
