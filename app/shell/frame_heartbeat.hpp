// What: writes a heartbeat file for interface tests: one line, "frame busy", overwritten after each frame, redrawn or
//       not. busy is 1 while a background job runs.
// Cost: a write of some bytes per frame; none without a file.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace boxwood {

class FrameHeartbeat {
  public:
    // An empty path: no file, and beat() does nothing.
    Status open(const std::filesystem::path& path);
    void beat(bool is_busy);

  private:
    std::ofstream file_;
    std::uint64_t frames_ = 0;
};

} // namespace boxwood
