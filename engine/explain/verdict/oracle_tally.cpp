#include "engine/explain/verdict/oracle_tally.hpp"

#include <utility>

namespace boxwood {

void OracleTally::add(std::uint64_t frame, const FrameVerdict& verdict, std::uint64_t pending_now) {
    ++frames;
    pairs += verdict.checked;
    unchecked += verdict.unchecked - pending_now;
    pending += pending_now;
    complete_frames += verdict.unchecked == 0 ? 1 : 0;
    if (!verdict.agrees()) add_wrong(frame, verdict.wrong(), verdict.disagreement);
}

void OracleTally::add_deferred(std::uint64_t frame, const FrameVerdict& finished, bool is_complete) {
    pairs += finished.checked;
    unchecked += finished.unchecked;
    pending -= finished.checked + finished.unchecked;
    complete_frames += is_complete ? 1 : 0;
    if (!finished.agrees()) add_wrong(frame, finished.wrong(), finished.disagreement);
}

void OracleTally::drop_pending() {
    unchecked += std::exchange(pending, 0);
}

void OracleTally::add_wrong(std::uint64_t frame, std::uint64_t count, const std::string& what) {
    if (wrong == 0) first_wrong = "frame " + std::to_string(frame) + ": " + what;
    wrong += count;
}

} // namespace boxwood
