// What: a temporary folder per process for targets that read files. It is in memory if the system provides such a
//     folder.
#pragma once

#include <filesystem>
#include <string>
#include <unistd.h>

namespace boxwood::fuzz {

class ScratchFolder {
  public:
    ScratchFolder()
        : path_((std::filesystem::is_directory("/dev/shm") ? "/dev/shm"
                                                           : std::filesystem::temp_directory_path()) /
                ("boxwood-fuzz-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace boxwood::fuzz
