// What: tells whoever drives the window from outside how far it is: a file with one line, "frame busy", overwritten
//       after each frame, drawn or kept. busy is 1 while something is still under way beside the frame.
// Cost: a write of some bytes a frame; none without a file.
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
