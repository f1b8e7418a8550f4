// What: opens a capture and has it judged. Provides the judge's findings, the objects that show each finding, and the
//       recorded trees.
// Frame: poses are world_from_mesh.
// Invariants: an opened capture does not change; its findings and trees refer to its records. A fault is injected
//             before the capture is judged. The judge receives only the changed bytes, not the name of the fault.
// Degenerate input: a truncated file opens with its complete records; Capture::problems lists the missing parts. The
//                   picture omits meshes and nodes that cannot be used. In a query, an object whose pose cannot be used
//                   is shown at the identity pose. In a frame, an unusable pose is skipped, and the body
//                   keeps its previous pose.
// Cost: open_capture() costs reading the file, judge_capture() and a measurement of each tree. make_seen_case() can run
//       one query on small trees whose visits are not recorded.
// Oracle: tests/app/capture_lab_test.py against `boxwood judge`.
#pragma once

#include "app/labs/capture/recorded_tree.hpp"
#include "collision/core/trace.hpp"
#include "engine/judge/faults.hpp"
#include "engine/judge/judge_capture.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct CaptureRequest {
    std::filesystem::path file; // empty: the built-in case
    std::string fault;          // KIND or KIND@NODE; empty: none
    friend bool operator==(const CaptureRequest&, const CaptureRequest&) = default;
};

struct OpenedCapture {
    CaptureRequest request;
    std::string name;
    capture::Capture capture;
    judge::JudgedCapture judged;
    std::map<capture::IdAndRevision, RecordedTree> trees; // one per tree of judged.trees

    std::size_t count() const { return judged.findings.size(); }
    const judge::Finding& finding(std::size_t i) const { return judged.findings[i]; }
    // The next wrong finding after `from` if `forward`, otherwise the previous one; none: there is no such finding.
    std::optional<std::size_t> next_wrong(std::size_t from, bool forward) const;
    std::optional<std::size_t> first_wrong() const;
    const capture::QueryRecord* find_query(std::uint64_t id) const; // null: none
};

using ShouldContinue = std::function<bool(std::size_t done, std::size_t all)>;
Result<std::shared_ptr<const OpenedCapture>> open_capture(const CaptureRequest& request,
                                                          const ShouldContinue& should_continue);

// An object in the picture of a finding.
struct SeenObject {
    std::string name; // "A", "B", or "body 7"
    capture::IdAndRevision mesh_key;
    const capture::MeshRecord* mesh = nullptr;
    Pose world_from_mesh{};
    const judge::JudgedHierarchy* tree =
        nullptr; // null: a case of the broad phase, or none is recorded for this mesh
    const RecordedTree* recorded = nullptr; // derived from `tree`; null if `tree` is null
    std::uint64_t body = capture::kUnknown;
};

// The objects and the query that show a finding. A finding about a query shows its two objects. A finding about a
// hierarchy shows the objects of the first query that is wrong because of the hierarchy. Without such a query, it shows
// the objects of the first query that uses the hierarchy. Without any query, it shows only the mesh and the
// hierarchy. A finding about the broad phase shows all bodies at their last poses up to the finding's frame, but bodies
// that are removed by the end of the capture only if a pose, pair or query of the frame or a later one names them. Each
// mesh of these bodies is shown in the last revision that a query up to the frame used; without such a query, in its
// first revision.
struct SeenCase {
    std::vector<SeenObject> objects;
    const capture::QueryRecord* query = nullptr;
    std::vector<Visit> visits;
    std::uint64_t dropped_visits = 0; // visits that the producer did not record
    // True if the capture does not contain the visits, and Boxwood ran the query on the recorded trees to obtain them.
    bool has_own_visits = false;
    // The pose of B in A's frame that the producer used, if the query's two poses give a different one.
    std::optional<Pose> other_relative_pose{};
    // Index in `objects` of the object that the finding is about: the side that it names, or else the object whose
    // hierarchy it names.
    std::optional<std::size_t> faulty_object;
    bool is_pair_query() const { return query != nullptr && objects.size() == 2; }
    bool is_distance_query() const { return query != nullptr && query->mode == "distance"; }
    // Whether a visit of two triangles measured their distance. Its verdict then tells whether they are the closest so
    // far, not whether they intersect. A distance query can begin with a search for a contact.
    bool measures_distance(const Visit& visit) const {
        return is_distance_query() && visit.kind == VisitKind::primitive_pair &&
               visit.axis == static_cast<std::int8_t>(PrimitiveTest::distance);
    }
};
SeenCase make_seen_case(const OpenedCapture& opened, const judge::Finding& finding);

// "query 3", "hierarchy 0" or "broad phase". The finding's text names the frame.
std::string subject_of(const judge::Finding& finding);
// The JSON object that `boxwood judge --json` prints.
std::string json_of(const judge::Finding& finding);

std::vector<Visit> visits_of(const capture::VisitsRecord& record);

} // namespace boxwood
