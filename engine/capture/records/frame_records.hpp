// What: the messages of a capture about its events: bodies, frames, poses, pairs, queries with their claimed answers,
//       visits, marks and dropped messages.
// Frame: a pose maps coordinates of a body to the world. Points and normals are in world space unless a field states
//       another frame.
// Format: docs/capture.md, which lists these fields (checked by tests/engine/capture/capture_test.cpp).
#pragma once

#include "engine/capture/records/fields.hpp"

#include <limits>

namespace boxwood::capture {

inline constexpr double kNotStated = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

struct BodyRecord {
    static constexpr std::string_view kTopic = "/body";
    std::uint64_t id = 0;
    std::string name{};
    std::vector<std::uint64_t> meshes{};
    std::uint64_t is_fixed = 0, is_removed = 0;
    std::uint64_t color = 0;
};

template <class Visitor>
void fields(Visitor& field, BodyRecord& record) {
    field("id", "of the body, in this capture", record.id);
    field("name", "for people", record.name);
    field("meshes", "its meshes or polytopes", record.meshes);
    field("is_fixed", "1: makes no pair with other fixed bodies", record.is_fixed);
    field("is_removed", "1: the body leaves the world with this message", record.is_removed);
    field("color", "0xRRGGBB; 0: the viewer's choice", record.color);
}

struct FrameRecord {
    static constexpr std::string_view kTopic = "/frame";
    std::uint64_t index = 0;
    std::uint64_t state_hash = 0;
    std::vector<std::byte> phase_names{};
    Reals phase_milliseconds{};
    std::vector<std::byte> body_checks{};
};

template <class Visitor>
void fields(Visitor& field, FrameRecord& record) {
    field("index", "of the frame, from 0", record.index);
    field("state_hash", "equal for equal states of one producer; 0: none", record.state_hash);
    field("phase_names", "names of the timed phases, separated by line feeds", record.phase_names);
    field("phase_milliseconds", "per phase", record.phase_milliseconds);
    field("body_checks", "two bytes of a hash of each body's state, by id; empty: not recorded",
          record.body_checks);
}

struct PoseRecord {
    static constexpr std::string_view kTopic = "/pose";
    std::uint64_t frame = 0;
    std::vector<std::uint64_t> bodies{};
    Reals matrices{};
};

template <class Visitor>
void fields(Visitor& field, PoseRecord& record) {
    field("frame", "the first frame to which the poses apply", record.frame);
    field("bodies", "those that moved", record.bodies);
    field("matrices", "per body: twelve numbers, rows of the 3x4 matrix to the world from the body",
          record.matrices);
}

struct PairRecord {
    static constexpr std::string_view kTopic = "/pair";
    std::uint64_t frame = 0;
    std::uint64_t is_complete = 1;
    std::vector<std::uint64_t> a{}, b{};
    std::vector<std::uint64_t> left_a{}, left_b{};
};

template <class Visitor>
void fields(Visitor& field, PairRecord& record) {
    field("frame", "of the broad phase's answer", record.frame);
    field("is_complete", "1: a and b hold all pairs of the frame; 0: only those that entered",
          record.is_complete);
    field("a", "bodies", record.a);
    field("b", "bodies", record.b);
    field("left_a", "bodies of pairs that left", record.left_a);
    field("left_b", "bodies of pairs that left", record.left_b);
}

// One of the one or two objects of a query.
struct QuerySideRecord {
    std::uint64_t body = kUnknown, mesh = kUnknown, mesh_revision = 0, hierarchy = kUnknown,
                  hierarchy_revision = 0;
    std::uint64_t is_solid = 0;
    Reals pose{};
};

template <class Visitor>
void fields(Visitor& field, QuerySideRecord& record) {
    field("body", "all ones: none", record.body);
    field("mesh", "all ones: none", record.mesh);
    field("mesh_revision", "that the query used", record.mesh_revision);
    field("hierarchy", "all ones: none", record.hierarchy);
    field("hierarchy_revision", "that the query used", record.hierarchy_revision);
    field("is_solid", "1: an object inside this one is in contact with it", record.is_solid);
    field("pose", "twelve numbers, rows of the 3x4 matrix to the world from the object; empty: the identity",
          record.pose);
}

struct QueryRecord {
    static constexpr std::string_view kTopic = "/query";
    std::uint64_t id = 0, frame = 0;
    std::string kind = "pair", mode = "all";
    std::vector<QuerySideRecord> sides{};
    Reals relative_used{};
    std::uint64_t scalar_bits = 64;
    double declared_error = kNotStated;
    std::uint64_t max_contacts = kUnknown;
    double cutoff = kNotStated, tolerance = 0, margin = 0;
    Reals origin{}, direction{};
    double max_t = kNotStated;
    std::uint64_t verdict = kUnknown;
    std::vector<std::uint32_t> pairs_a{}, pairs_b{};
    std::uint64_t is_truncated = 0;
    double distance = kNotStated, depth = kNotStated, time = kNotStated;
    Reals witness_a{}, witness_b{}, normal{};
    std::string normal_rule{};
    std::string note{};
};

template <class Visitor>
void fields(Visitor& field, QueryRecord& record) {
    field("id", "of the query, in this capture", record.id);
    field("frame", "in which it ran", record.frame);
    field("kind", "pair, self, ray, cast, or point", record.kind);
    field("mode", "any, all, distance, depth, or time", record.mode);
    field("sides", "the objects: two of a pair or cast, else one", record.sides);
    field("relative_used",
          "twelve numbers: the pose of b in the frame of a that the library used; empty: not recorded",
          record.relative_used);
    field("scalar_bits", "of the query's arithmetic: 32 or 64", record.scalar_bits);
    field("declared_error", "length by which the producer's answers may be off; NaN: not stated",
          record.declared_error);
    field("max_contacts", "limit on the answer; all ones: none", record.max_contacts);
    field("cutoff", "distance beyond which the producer does not search; NaN: none", record.cutoff);
    field("tolerance", "relative, of a distance", record.tolerance);
    field("margin", "security margin: pairs nearer than this count as contacts", record.margin);
    field("origin", "x, y, z of a ray's origin, or of the point, in the world", record.origin);
    field("direction", "x, y, z of a ray, or of the motion of a in a cast", record.direction);
    field("max_t", "end of a ray in multiples of its direction; NaN: none", record.max_t);
    field("verdict", "claimed: 1 in contact (or hit), 0 not; all ones: not claimed", record.verdict);
    field("pairs_a", "claimed: triangles of a that intersect, or that a ray hits", record.pairs_a);
    field("pairs_b", "claimed: for each entry of pairs_a the triangle of b", record.pairs_b);
    field("is_truncated", "1: the answer is incomplete because a limit was reached", record.is_truncated);
    field("distance", "claimed distance; for a ray, to its first hit; NaN: not claimed", record.distance);
    field("depth", "claimed, not negative; NaN: not claimed", record.depth);
    field("time", "claimed time of impact in 0 to 1; NaN: not claimed", record.time);
    field("witness_a", "claimed: closest point of a, x, y, z", record.witness_a);
    field("witness_b", "claimed: closest point of b, x, y, z", record.witness_b);
    field("normal", "claimed: x, y, z", record.normal);
    field("normal_rule", "direction of the normal: a-to-b or b-to-a, and its frame if it is not the world",
          record.normal_rule);
    field("note", "for people", record.note);
}

// The visits of a query, 16 bytes each, in the format of docs/visit-stream.md.
struct VisitsRecord {
    static constexpr std::string_view kTopic = "/visit";
    std::uint64_t query = 0, seen = 0;
    std::vector<std::byte> visits{};
    Reals axes{}, values{};
};

template <class Visitor>
void fields(Visitor& field, VisitsRecord& record) {
    field("query", "whose visits these are; the visits of several messages are joined in their order",
          record.query);
    field("seen", "how many visits there were; more than are here if the producer dropped some", record.seen);
    field("visits", "16 bytes each: u32 a, u32 b, u32 depth, u8 kind, u8 verdict, i8 axis, u8 zero",
          record.visits);
    field("axes", "per visit: the claimed separating axis x, y, z in the frame of a; empty: not recorded",
          record.axes);
    field("values", "per visit: the claimed gap on that axis; empty: not recorded", record.values);
}

struct MarkRecord {
    static constexpr std::string_view kTopic = "/mark";
    std::uint64_t frame = 0;
    std::string severity = "note", text;
    std::uint64_t body = kUnknown, query = kUnknown;
};

template <class Visitor>
void fields(Visitor& field, MarkRecord& record) {
    field("frame", "to which it belongs", record.frame);
    field("severity", "note, warning, or error", record.severity);
    field("text", "one line", record.text);
    field("body", "all ones: none", record.body);
    field("query", "all ones: none", record.query);
}

// Counts the messages that a producer dropped because its viewer was slow. The record is at the position of the missing
// messages in the stream.
struct DroppedRecord {
    static constexpr std::string_view kTopic = "/dropped";
    std::vector<std::uint64_t> counts{};
    std::uint64_t first_frame = kUnknown, last_frame = kUnknown, first_query = kUnknown,
                  last_query = kUnknown;

    // `topic`: an index into kDroppedTopics.
    std::uint64_t count(std::size_t topic) const { return topic < counts.size() ? counts[topic] : 0; }
};
inline constexpr std::string_view kDroppedTopics[]{"/mesh", "/hierarchy", "/body",  "/frame",
                                                   "/pose", "/pair",      "/query", "/visit"};
inline constexpr std::size_t kDroppedMeshes = 0, kDroppedPoses = 4, kDroppedVisits = 7;

template <class Visitor>
void fields(Visitor& field, DroppedRecord& record) {
    field("counts",
          "messages that are missing, per channel: mesh, hierarchy, body, frame, pose, pair, query, visit",
          record.counts);
    field("first_frame", "first frame with missing messages; all ones: none", record.first_frame);
    field("last_frame", "last frame with missing messages", record.last_frame);
    field("first_query", "least id of a query whose visits are missing; all ones: none", record.first_query);
    field("last_query", "largest id of a query whose visits are missing", record.last_query);
}

} // namespace boxwood::capture
