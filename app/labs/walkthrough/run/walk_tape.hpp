// What: stores the inputs of a walk: the script that plays, the inputs of a recorded run that is repeated and, while a
//       recording runs or the timeline is kept, the inputs of all steps since the start. After a jump into the past,
//       the lab repeats the stored inputs of the steps.
// Invariants: a recording begins with a new walk. A new step in the past discards the inputs of the steps that it
//             replaces, also from the recording.
#pragma once

#include "app/labs/parts/lab_frames.hpp"
#include "engine/walk/walk_script.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class WalkTape {
  public:
    // For a new walk: takes over the script that waits, or else restarts the script at its first line.
    void rewind();
    // Where the next walk begins: at the start that its script gives, or else at the start of the scene. If recording
    // was requested, the numbers are rounded as in a script.
    WalkStart start(const WalkStart& of_scene) const;
    // Call it after a walk has begun. If recording was requested, a new recording begins; otherwise, recording ends.
    void begin(const std::string& scene_choice, const WalkStart& start);

    // Loads a script for the next walk. Until that walk begins, the script of the current walk stays.
    Status load_script(const std::string& path);
    bool has_waiting_script() const { return waiting_.has_value(); }
    // If the next walk cannot begin: drops the script that waits, and restores the one that put_script() replaced.
    void keep_current_script();
    void drop_script() { put_script({}); }
    struct OpenedScript {
        std::string path;
        WalkScript script;
    };
    std::optional<OpenedScript> script() const { // of the next walk
        if (waiting_) return waiting_;
        return player_ ? std::optional(OpenedScript{script_path_, player_->script()}) : std::nullopt;
    }
    // Replaces the script, also that of the current walk. Call it before a new walk begins.
    void put_script(const std::optional<OpenedScript>& script);
    bool has_script() const { return player_.has_value(); }
    // A script plays and is not at its end.
    bool is_scripted() const { return player_ && !player_->is_done(); }
    std::uint64_t script_frames() const { return player_->script().frames(); } // requires a script
    // Of the next walk: the scene that its script names, the path of the script, and its folder.
    std::string script_scene() const {
        const WalkScript* script = next_script();
        return script ? script->scene : std::string();
    }
    std::filesystem::path path() const { return waiting_ ? waiting_->path : script_path_; }
    std::filesystem::path folder() const { return path().parent_path(); }
    WalkInput next(const Walk& walk) { return player_->next(walk); } // requires is_scripted()

    void request_recording() { wants_recording_ = true; }
    bool is_recording() const { return recording_.has_value(); }
    std::string take_recording(); // ends the recording and returns it as a script; requires is_recording()

    // Stores the input of the step that starts at `frame`, and discards the inputs of later steps. Does nothing unless
    // a recording runs or the timeline keeps the step (`is_kept`).
    void note(std::uint64_t frame, const WalkInput& input, bool is_kept);
    const WalkInput& input(std::uint64_t frame) const { return inputs_[static_cast<std::size_t>(frame)]; }

    // The input that a step used, as numbers for a recorded run; empty: the step had no input, or it is not stored.
    std::vector<double> numbers_of(std::uint64_t frame) const;
    // Until the frame `end`, repeated() replaces the user's input. An Error names a frame whose numbers are not a valid
    // input.
    Status repeat(std::span<const StepInput> inputs, std::uint64_t end);
    // The input of the recorded run for the step that starts at `frame`. None: the user's input applies.
    std::optional<WalkInput> repeated(std::uint64_t frame) const;

    // The position in the script, for keyframes.
    const std::optional<WalkPlayer>& player() const { return player_; }
    void restore(const std::optional<WalkPlayer>& player) { player_ = player; }

  private:
    const WalkScript* next_script() const { // null: the next walk has no script
        return waiting_ ? &waiting_->script : player_ ? &player_->script() : nullptr;
    }

    std::string script_path_;
    std::optional<WalkPlayer> player_;
    std::optional<OpenedScript> waiting_;
    struct Replaced {
        std::string path;
        std::optional<WalkPlayer> player;
    };
    std::optional<Replaced> replaced_; // by put_script(), until the next walk begins
    struct Recording {
        std::string scene_choice;
        WalkStart start;
    };
    std::optional<Recording> recording_; // the inputs are in inputs_
    std::vector<WalkInput> inputs_;      // per frame
    bool wants_recording_ = false;
    std::map<std::uint64_t, WalkInput> repeated_;
    std::uint64_t repeated_end_ = 0;
};

} // namespace boxwood
