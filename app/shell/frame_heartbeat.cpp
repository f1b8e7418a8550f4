#include "app/shell/frame_heartbeat.hpp"

#include <iomanip>

namespace boxwood {

Status FrameHeartbeat::open(const std::filesystem::path& path) {
    if (path.empty()) return ok();
    file_.open(path, std::ios::trunc);
    if (!file_) return Error{path.string() + ": cannot be written"};
    return ok();
}

// All lines have the same length, so each overwrites the previous one completely.
void FrameHeartbeat::beat(bool is_busy) {
    ++frames_;
    if (!file_.is_open()) return;
    file_.seekp(0);
    file_ << std::setw(12) << frames_ << (is_busy ? " 1\n" : " 0\n") << std::flush;
}

} // namespace boxwood
