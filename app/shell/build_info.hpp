// What: the program, build and machine of a measurement, for reports.
#pragma once

#include <string>

namespace boxwood {

struct BuildInfo {
    std::string version, commit, kind, compiler; // commit: git hash or "unknown"; kind: release or debug
    std::string processor;
    unsigned threads = 0;
};
BuildInfo build_info();

} // namespace boxwood
