// What: the messages of a recorded run of Boxwood: its start, its keyframes and the user's inputs. Together with the
//       /frame messages and the attachments, they are sufficient to repeat the run and to compare every frame.
// Format: docs/capture.md, which lists these fields (checked by tests/engine/capture/capture_test.cpp).
#pragma once

#include "engine/capture/records/fields.hpp"

namespace boxwood::capture {

struct RunRecord {
    static constexpr std::string_view kTopic = "/run";
    std::string lab{}, target{}, files{}, settings{};
    std::uint64_t has_seed = 0, seed = 0;
    std::string build{}, processor{};
};

template <class Visitor>
void fields(Visitor& field, RunRecord& record) {
    field("lab", "that ran", record.lab);
    field("target", "lab, workload, or the name of an attachment: a scene or a mesh", record.target);
    field("files", "names of attachments: the meshes, separated by line feeds", record.files);
    field("settings", "name=value, separated by line feeds; a value may name an attachment", record.settings);
    field("has_seed", "1: the seed was chosen", record.has_seed);
    field("seed", "of all random numbers of the run", record.seed);
    field("build", "version, commit and compiler of the program", record.build);
    field("processor", "architecture and vector instructions that the program used", record.processor);
}

struct StateRecord {
    static constexpr std::string_view kTopic = "/state";
    std::uint64_t frame = 0, state_hash = 0;
    std::vector<std::uint64_t> bodies{};
    Reals transforms{}, velocities{}, joints{};
};

template <class Visitor>
void fields(Visitor& field, StateRecord& record) {
    field("frame", "of the keyframe", record.frame);
    field("state_hash", "as boxwood run prints it", record.state_hash);
    field("bodies", "ids, ascending", record.bodies);
    field("transforms", "per body: rotation w, x, y, z, translation x, y, z, scale x, y, z",
          record.transforms);
    field("velocities", "per body: x, y, z in lengths per step", record.velocities);
    field("joints", "positions of all joints, body by body", record.joints);
}

struct InputRecord {
    static constexpr std::string_view kTopic = "/input";
    std::uint64_t frame = 0;
    Reals numbers{};
};

template <class Visitor>
void fields(Visitor& field, InputRecord& record) {
    field("frame", "at which the step began that used the input", record.frame);
    field("numbers",
          "of a walk: right, forward, turn right, look up, crouch; reach, raise, aside, wrist x, y, z; curl "
          "of five "
          "fingers; scale x, y, z; let go",
          record.numbers);
}

} // namespace boxwood::capture
