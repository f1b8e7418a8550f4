// What: the results of an oracle over the frames of a run: counts for its report, and the first error.
#pragma once

#include "engine/explain/verdict/verdict.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

struct OracleTally {
    std::uint64_t frames = 0;      // checked
    std::uint64_t pairs = 0;       // checked, in all these frames
    std::uint64_t unchecked = 0;   // pairs skipped because of a bound on the work
    std::uint64_t pending = 0;     // pairs that are stored and not checked yet
    std::uint64_t complete_frames = 0; // of which every pair was checked, at once or over several frames
    std::uint64_t hierarchies = 0; // validated
    std::uint64_t wrong = 0;       // pairs, or hierarchies, in all these frames
    std::string first_wrong;       // "frame 17: ..."; empty if none

    // `pending_now`: how many of the unchecked pairs are stored, to be checked later.
    void add(std::uint64_t frame, const FrameVerdict& verdict, std::uint64_t pending_now = 0);
    // Stored pairs of an earlier frame; is_complete: they were the last ones of a frame without an unchecked pair.
    void add_deferred(std::uint64_t frame, const FrameVerdict& finished, bool is_complete);
    void drop_pending(); // they stay unchecked
    // Adds an error in a frame that is already counted.
    void add_wrong(std::uint64_t frame, std::uint64_t count, const std::string& what);
};

} // namespace boxwood
