// What: the conditions of a measurement, for reports: program, build, machine.
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
