// What: accumulates the results of an oracle over the frames of a run: counts for its report, and the first error.
#pragma once

#include "engine/explain/verdict/verdict.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

struct OracleTally {
    std::uint64_t frames = 0;          // checked frames
    std::uint64_t pairs = 0;           // checked pairs
    std::uint64_t unchecked = 0;       // pairs left out by a work budget or undecided by rounding
    std::uint64_t pending = 0;         // stored pairs that are not checked yet
    std::uint64_t complete_frames = 0; // frames in which every pair was checked, in the frame or later
    std::uint64_t hierarchies = 0;     // validated hierarchies
    std::uint64_t wrong = 0;           // wrong pairs and wrong hierarchies
    std::string first_wrong;           // "frame 17: ..."; empty if there is none

    // `pending_now`: the number of pairs that are stored to be checked later.
    void add(std::uint64_t frame, const FrameVerdict& verdict, std::uint64_t pending_now = 0);
    // Adds the verdict on stored pairs of an earlier frame. is_complete: all pairs of that frame are now checked.
    void add_deferred(std::uint64_t frame, const FrameVerdict& finished, bool is_complete);
    void drop_pending(); // counts the currently pending pairs as unchecked
    // Adds an error in a frame that is already counted.
    void add_wrong(std::uint64_t frame, std::uint64_t count, const std::string& what);
};

} // namespace boxwood
