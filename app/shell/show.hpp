// What: a show is one run of the program on a lab: in a window until it is closed, or headless for some frames. Both
//       run the same frame code; headless runs skip what is not displayed.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

struct Recording; // files/recording.hpp

struct ShowOptions {
    std::string target;                       // a lab, a workload or a scene file; empty: chosen by the files
    std::vector<std::filesystem::path> files; // meshes to add
    std::vector<std::pair<std::string, std::string>> settings; // for the lab, by name
    std::vector<std::pair<std::string, std::string>>
        kept; // likewise, from the previous window; those that do not fit are ignored
    bool headless = false;
    std::optional<std::uint64_t> frames; // frame count; headless default kHeadlessFrames
    std::optional<std::uint64_t> seed;   // none: kUsualSeed, or that of the scene
    int width = 1600, height = 1000;
    bool is_paused = false;
    std::filesystem::path screenshot, report, pulse; // empty: none
    std::filesystem::path record;                    // the run is recorded to this file; empty: it is not
    std::shared_ptr<const Recording> replay{};       // is run again, and compared
    std::optional<std::uint64_t> replay_frame{};     // to show then; none: the last
};

struct ReplayOptions {
    std::filesystem::path file;
    std::optional<std::uint64_t> frame; // to show at the end; none: the last
    bool verifies_only = false;         // no window and no picture
    ShowOptions show;                   // where and how to show it
};

inline constexpr std::uint64_t kUsualSeed = 1995;
inline constexpr std::uint64_t kHeadlessFrames = 300; // of a lab without an end
inline constexpr std::uint64_t kMaxFrames = 10'000'000;

// Returns the exit status of the program; messages go to stderr.
int show(const ShowOptions& options);
// 0: equal to the recording up to its last whole record; 1: not; 2: it cannot be read.
int replay(const ReplayOptions& options);

} // namespace boxwood
