#include "app/shell/build_info.hpp"

#include <fstream>
#include <thread>

namespace boxwood {

extern const char* const kBuildCommit; // written by the build (scripts/cmake/commit.cmake)

namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

} // namespace

BuildInfo build_info() {
#ifdef NDEBUG
    const char* kind = "release";
#else
    const char* kind = "debug";
#endif
    return {BOXWOOD_VERSION,  kBuildCommit,     kind,
            BOXWOOD_COMPILER, processor_name(), std::thread::hardware_concurrency()};
}

} // namespace boxwood
