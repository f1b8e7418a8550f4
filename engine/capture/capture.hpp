// What: a capture in memory, read from an MCAP file of any producer.
// Invariants: ids are unique per kind and revision; a later message with the same id and revision replaces the earlier.
//       What is read here is well-formed as a message, not checked as geometry: engine/judge does that.
// Degenerate input: problems() of the file, and messages that cannot be read, are lines of `problems`; the rest is kept.
// Cost: all messages but those of unknown channels are held in memory.
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
    std::string producer; // the file's library
    std::map<IdAndRevision, MeshRecord> meshes;
    std::map<IdAndRevision, HierarchyRecord> hierarchies;
    std::map<std::uint64_t, BodyRecord> bodies;
    std::vector<FrameRecord> frames;
    std::vector<PoseRecord> poses;
    std::vector<PairRecord> pairs;
    std::vector<QueryRecord> queries;
    std::map<std::uint64_t, VisitsRecord> visits; // by query
    std::vector<MarkRecord> marks;
    std::vector<DroppedRecord> dropped;                // by a producer whose viewer was slow
    std::vector<RunRecord> runs;                       // of a recorded run of Boxwood itself: one
    std::vector<StateRecord> states;                   // its keyframes
    std::map<std::string, std::uint64_t> other_topics; // number of messages on channels of other kinds
    std::vector<std::string> problems;
    bool is_finished = true; // false: the file was cut

    // Null: not in the capture.
    const MeshRecord* find_mesh(std::uint64_t id, std::uint64_t revision) const;
    const HierarchyRecord* find_hierarchy(std::uint64_t id, std::uint64_t revision) const;
};

Result<Capture> read_capture(const std::filesystem::path& path);
Result<Capture> parse_capture(Bytes bytes);
// One message of a topic that this header knows; an Error names the field that cannot be read. Visits of queries that a
// /dropped message names are marked incomplete by finish_capture().
Status add_message(Capture& io_capture, std::string_view topic, Bytes message);
void finish_capture(Capture& io_capture);
// The fields of a topic's messages, a line each; empty: an unknown topic.
std::string describe_topic(std::string_view topic);
// Writes all of it but other topics. Times are those of the frames' order.
Status write_capture(const std::filesystem::path& path, const Capture& capture, std::string library);

} // namespace boxwood::capture
