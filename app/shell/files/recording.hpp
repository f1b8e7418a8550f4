// What: a file that records a run: its options, the files that it read, the user's input, hashes of every frame and
//       body, and poses every kKeyframeDistance frames. A replay needs only this file: it repeats the run and compares
//       every frame.
// Invariants: a truncated recording can be opened; it ends with its last complete chunk. Attachments are unpacked only
//             inside the given folder.
// Degenerate input: a file without a recorded run or without keyframes, of an unknown lab, or with an attachment that
//                   would be unpacked outside of the folder is an Error.
// Format: docs/capture.md.
// Cost: before compression, two bytes per body and frame; every kKeyframeDistance frames, 112 bytes per body and 8 per
//       joint.
#pragma once

#include "app/labs/parts/lab_frames.hpp"
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

    // Requires that the lab was just opened with `options`.
    static Result<RunRecorder> create(const std::filesystem::path& path, const ViewerOptions& options,
                                      const std::string& lab_name, const LabFrames& lab_frames);
    // Records the current frame of the lab after its step; does nothing if that frame or a later one is already
    // recorded. The first failure ends the recording; later calls for later frames return the same Error.
    Status record_frame(const LabFrames& lab_frames);
    Status finish(const LabFrames& lab_frames);
    bool has_frames() const { return last_.has_value(); }
    Status finish() { return writer_.file().finish(); }

  private:
    explicit RunRecorder(capture::McapWriter file)
        : writer_(std::move(file)) {}
    Status write_state(const LabFrames& lab_frames);

    capture::CaptureWriter writer_;
    std::optional<std::uint64_t> last_, last_state_; // frames
    std::vector<std::uint64_t> body_hashes_;         // scratch
};

// The optional recording of a show. The first failure is reported on stderr; the show continues.
class RunRecording {
  public:
    Status begin(const ViewerOptions& options, const std::string& lab_name, const LabFrames& lab_frames);
    void record_frame(const LabFrames& lab_frames);
    bool finish(const LabFrames& lab_frames); // false: the file is incomplete
    bool is_on() const { return recorder_ && !has_failed_; }
    bool has_frames() const { return is_on() && recorder_->has_frames(); }
    void finish_early(); // without a last keyframe

  private:
    void check(const Status& status);
    std::optional<RunRecorder> recorder_;
    bool has_failed_ = false;
};

struct Recording {
    ViewerOptions options; // options of the run, with the paths of the unpacked files
    std::string build, processor;
    std::vector<capture::FrameRecord> frames; // ascending, from frame 1 on
    std::vector<capture::StateRecord> states;
    std::vector<StepInput> inputs;
    std::vector<std::string> problems; // truncated or damaged parts of the file
    bool is_finished = true;

    std::uint64_t last_frame() const { return frames.empty() ? 0 : frames.back().index; }
    // Why this program can compute different bits than the recording program; empty: no reason is known.
    std::string why_different() const;
    const capture::StateRecord*
    state_before(std::uint64_t frame) const; // the last state at or before the frame; null: none
};

// True if the MCAP file contains a recorded run; false for other files.
bool is_recording_file(const std::filesystem::path& path);
// Unpacks the attached files into `folder`.
Result<Recording> open_recording(const std::filesystem::path& path, const std::filesystem::path& folder);

struct ReplayDifference {
    std::uint64_t frame = 0;
    std::optional<BodyId> body{}; // the first body that differs; none: unknown, or no body differs
};
// Compares the current frame of the lab with the recording; none: the frames are equal, or this frame was not recorded.
std::optional<ReplayDifference> compare_with(const Recording& recording, const LabFrames& lab_frames);

// Returns one sentence.
std::string describe(const Recording& recording, const ReplayDifference& difference);

// Sets the recorded poses, joints and frame number, to display a frame that this program computes differently. Does not
// set velocities.
void show_state(const capture::StateRecord& state, Simulation& io_simulation);

std::string build_text();
std::string processor_text();

} // namespace boxwood
