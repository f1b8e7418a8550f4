// What: a capture in memory, read from an MCAP file of any producer.
// Invariants: meshes and hierarchies are unique by id and revision, and bodies by id: a later message replaces the
//       earlier one. A body that is removed by a message without meshes keeps its meshes. All messages with visits of
//       one query are joined. All other messages are kept, even with equal ids. All messages are well-formed. Their
//       geometry is not checked here; engine/judge checks it.
// Degenerate input: `problems` lists the problems of the file and the messages that cannot be read; all other messages
//       are kept.
// Cost: all messages are in memory, except messages of skipped_topics.
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/mcap/mcap_reader.hpp"
#include "engine/capture/records/frame_records.hpp"
#include "engine/capture/records/run_records.hpp"
#include "engine/capture/records/shape_records.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace boxwood::capture {

struct IdAndRevision {
    std::uint64_t id = 0, revision = 0;
    friend auto operator<=>(const IdAndRevision&, const IdAndRevision&) = default;
};

struct Capture {
    std::string producer; // the library that the file's header names
    std::map<IdAndRevision, MeshRecord> meshes;
    std::map<IdAndRevision, HierarchyRecord> hierarchies;
    std::map<std::uint64_t, BodyRecord> bodies;
    std::vector<FrameRecord> frames;
    std::vector<PoseRecord> poses;
    std::vector<PairRecord> pairs;
    std::vector<QueryRecord> queries;
    std::map<std::uint64_t, VisitsRecord> visits; // by query
    std::vector<MarkRecord> marks;
    std::vector<DroppedRecord> dropped; // messages dropped because the viewer was slow
    std::vector<RunRecord> runs;        // one entry if this is a recorded run of Boxwood
    std::vector<StateRecord> states;    // the keyframes of the recorded run
    std::vector<InputRecord> inputs;    // the user's inputs of the recorded run
    // The number of messages per skipped topic. A topic is skipped if it is unknown or has another encoding.
    std::map<std::string, std::uint64_t> skipped_topics;
    std::vector<std::string> problems;
    bool is_finished = true; // false if the file is cut off

    // Return null if the capture does not contain the mesh or hierarchy.
    const MeshRecord* find_mesh(std::uint64_t id, std::uint64_t revision) const;
    const HierarchyRecord* find_hierarchy(std::uint64_t id, std::uint64_t revision) const;
};

Result<Capture> read_capture(const std::filesystem::path& path);
Result<Capture> parse_capture(Bytes bytes);
// Adds one message. Returns an Error if the topic is unknown, or if a field of the message cannot be read.
Status add_message(Capture& io_capture, std::string_view topic, Bytes message);
// Call after the last message. If a /dropped message counts lost visits, marks the visits of every query in its range
// as incomplete. If messages were dropped, adds a problem that states their number per topic.
void finish_capture(Capture& io_capture);
// Describes the fields of a topic's messages, one line per field. Returns an empty text for an unknown topic.
std::string describe_topic(std::string_view topic);
// Writes all records. The header of the file names `library`, not capture.producer. The log time of each message is the
// index of its frame, or 0 for records without a frame.
Status write_capture(const std::filesystem::path& path, const Capture& capture, std::string library);

} // namespace boxwood::capture
