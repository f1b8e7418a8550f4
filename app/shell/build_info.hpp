// What: what a measurement was made with: program, build, machine. For reports.
#pragma once

#include <string>

namespace boxwood {

struct BuildInfo {
    std::string version, commit, kind, compiler; // kind: release or debug; commit: of git, or "unknown"
    std::string processor;
    unsigned threads = 0;
};
BuildInfo build_info();

} // namespace boxwood
