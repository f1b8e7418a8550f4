#include "engine/explain/verdict/oracle_tally.hpp"

namespace boxwood {

void OracleTally::add(std::uint64_t frame, const FrameVerdict& verdict) {
    ++frames;
    pairs += verdict.checked;
    unchecked += verdict.unchecked;
    if (!verdict.agrees()) add_wrong(frame, verdict.wrong(), verdict.disagreement);
}

void OracleTally::add_wrong(std::uint64_t frame, std::uint64_t count, const std::string& what) {
    if (wrong == 0) first_wrong = "frame " + std::to_string(frame) + ": " + what;
    wrong += count;
}

} // namespace boxwood
