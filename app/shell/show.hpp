// What: a show is one run of the program on a lab, either in a window until it is closed or headless for a number of
//       frames. Both run the same frame code, but a headless run draws only what it saves.
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

struct ViewerOptions {
    std::string target; // a lab, a workload or a file; empty: the files select the lab
    std::vector<std::filesystem::path> files; // meshes, a scene or a file of a lab
    std::vector<std::pair<std::string, std::string>> settings; // settings of the lab, by name
    std::vector<std::pair<std::string, std::string>>
        stored_settings; // settings from the previous window, by name; those that the lab rejects are ignored
    bool headless = false;
    // None: a headless run takes the lab's default or kHeadlessFrames, a window runs until it is closed.
    std::optional<std::uint64_t> frames;
    std::optional<std::uint64_t> seed; // none: the scene's seed, or kDefaultSeed
    int width = 1600, height = 1000;
    bool is_paused = false;
    std::filesystem::path screenshot, report, heartbeat_file; // empty: none
    std::filesystem::path record;                    // the run is recorded to this file; empty: none
    std::shared_ptr<const Recording> replay{};       // repeated and compared; null: none
    std::optional<std::uint64_t> replay_frame{};     // shown after the replay; none: the last
};

struct ReplayOptions {
    std::filesystem::path file;
    std::optional<std::uint64_t> frame; // the frame to show at the end; none: the last
    bool verifies_only = false;         // compares frames only: no window, no picture
    ViewerOptions show;                 // window size and output files
};

inline constexpr std::uint64_t kDefaultSeed = 1995;
inline constexpr std::uint64_t kHeadlessFrames = 300; // for a lab without a default number of frames
inline constexpr std::uint64_t kMaxFrames = 10'000'000;

// Returns the exit status of the program; messages go to stderr.
int show(const ViewerOptions& options);
// Returns 0 if all compared frames are equal, 1 if one differs, 2 after an Error, such as a recording that cannot be
// read. A headless replay compares the frames up to the frame that it shows; with verifies_only, all frames.
int replay(const ReplayOptions& options);

} // namespace boxwood
