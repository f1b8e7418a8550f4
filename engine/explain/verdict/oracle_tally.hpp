// What: what an oracle has judged over the frames of a run: counts for its report, and the first mistake.
#pragma once

#include "engine/explain/verdict/verdict.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

struct OracleTally {
    std::uint64_t frames = 0;      // judged
    std::uint64_t pairs = 0;       // judged, in all these frames
    std::uint64_t unchecked = 0;   // pairs that a bound on the work left out
    std::uint64_t hierarchies = 0; // validated
    std::uint64_t wrong = 0;       // pairs, or hierarchies, in all these frames
    std::string first_wrong;       // "frame 17: ..."; empty: none

    void add(std::uint64_t frame, const FrameVerdict& verdict);
    // One more mistake of a frame that was counted otherwise.
    void add_wrong(std::uint64_t frame, std::uint64_t count, const std::string& what);
};

} // namespace boxwood
