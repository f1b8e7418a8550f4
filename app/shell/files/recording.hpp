// What: a recorded run as a file: how it started, with the files that it read, a hash per frame and body, and poses every
//       so often. Replay runs it again and compares; it needs nothing but the recording.
// Invariants: a recording that is cut anywhere opens up to its last whole chunk. Names of attachments stay inside the folder
//             that they are unpacked to.
// Degenerate input: a file without a start or without keyframes is an Error.
// Format: docs/capture.md.
// Cost: two bytes per body and frame, and 130 bytes per body every kKeyframeDistance frames: bench/timeline.cpp.
#pragma once

#include "app/labs/lab.hpp"
#include "app/shell/show.hpp"
#include "engine/capture/capture.hpp"
#include "engine/capture/capture_writer.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class RunRecorder {
  public:
    static constexpr std::uint64_t kKeyframeDistance = 60;

    // `lab` has just been opened with the options.
    static Result<RunRecorder> create(const std::filesystem::path& path, const ShowOptions& options,
                                      const std::string& lab_name, const Lab& lab);
    // The frame on screen, after its step. The first failure ends the recording and is returned again by later calls.
    Status note(const Lab& lab);
    Status finish(const Lab& lab);
    bool has_frames() const { return last_.has_value(); }
    Status finish() { return writer_.file().finish(); }

  private:
    explicit RunRecorder(capture::McapWriter file)
        : writer_(std::move(file)) {}
    Status write_state(const Lab& lab);

    capture::CaptureWriter writer_;
    std::optional<std::uint64_t> last_, last_state_; // frames
    std::vector<std::uint64_t> body_hashes_;         // scratch
};

// The recording of a show, if it has one. A failure is told once; the show goes on.
class RunRecording {
  public:
    Status begin(const ShowOptions& options, const std::string& lab_name, const Lab& lab);
    void note(const Lab& lab);
    bool finish(const Lab& lab); // false: the file is not whole
    bool is_on() const { return recorder_ && !has_failed_; }
    bool has_frames() const { return is_on() && recorder_->has_frames(); }
    void finish_early(); // without a last keyframe

  private:
    void check(const Status& status);
    std::optional<RunRecorder> recorder_;
    bool has_failed_ = false;
};

struct Recording {
    ShowOptions options; // as the run had, with the unpacked files
    std::string build, processor;
    std::vector<capture::FrameRecord> frames; // ascending, from frame 1 on
    std::vector<capture::StateRecord> states;
    std::vector<std::string> problems; // what of the file is cut or damaged
    bool is_finished = true;

    std::uint64_t last_frame() const { return frames.empty() ? 0 : frames.back().index; }
    // Empty, or why this program may compute other bits than the one that recorded.
    std::string why_different() const;
    const capture::StateRecord*
    state_before(std::uint64_t frame) const; // the last one at or before; null: none
};

// The file says that it holds a recorded run. False for what is no MCAP file.
bool is_recording(const std::filesystem::path& path);
// Unpacks the recorded files below `folder`.
Result<Recording> open_recording(const std::filesystem::path& path, const std::filesystem::path& folder);

struct ReplayDifference {
    std::uint64_t frame = 0;
    std::optional<BodyId> body{}; // the first that differs; none: not recorded, or not in a body
};
// Compares the frame of the lab with what was recorded of it; none: equal, or not recorded.
std::optional<ReplayDifference> compare_with(const Recording& recording, const Lab& lab);

// One sentence.
std::string tell(const Recording& recording, const ReplayDifference& difference);

// Poses and joints as recorded, for looking at a frame that this program computes otherwise.
void show_state(const capture::StateRecord& state, Simulation& io_simulation);

std::string build_text();
std::string processor_text();

} // namespace boxwood
