// What: writes a heartbeat file for interface tests: one line with the number of the frame and a flag, which is 1 while
//       a background job runs. The line is overwritten after each frame, even if the frame was not redrawn.
// Cost: one write of 15 bytes per frame; none without a file.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace boxwood {

class FrameHeartbeat {
  public:
    // Opens no file if the path is empty; beat() then writes nothing.
    Status open(const std::filesystem::path& path);
    void beat(bool is_busy);

  private:
    std::ofstream file_;
    std::uint64_t frames_ = 0;
};

} // namespace boxwood
