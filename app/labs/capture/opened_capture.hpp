// What: a capture with what the judge says of it, as the capture lab shows it: the findings, the objects on which each is
//     seen, and the recorded trees.
// Frame: poses are world_from_object.
// Invariants: an opened capture does not change; its findings and trees refer to its records. A fault is injected into the
//     capture, and the judge then reads the bytes of a file, never the fault's name.
// Degenerate input: a file that is cut opens with what is whole; Capture::problems says what is missing. Poses, meshes and
//     nodes that cannot be used are left out of the picture.
// Cost: that of judge_capture.
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
    std::map<capture::IdAndRevision, RecordedTree> trees; // of judged.trees

    std::size_t count() const { return judged.findings.size(); }
    const judge::Finding& finding(std::size_t i) const { return judged.findings[i]; }
    // The next wrong finding after (before) `from`; none: there is no other.
    std::optional<std::size_t> next_wrong(std::size_t from, bool forward) const;
    std::optional<std::size_t> first_wrong() const;
    const capture::QueryRecord* find_query(std::uint64_t id) const; // null: none
};

using GoesOn = std::function<bool(std::size_t done, std::size_t all)>;
Result<std::shared_ptr<const OpenedCapture>> open_capture(const CaptureRequest& request,
                                                          const GoesOn& goes_on);

// An object in the picture of a finding.
struct SeenObject {
    std::string name; // a, b, or the body's
    capture::IdAndRevision mesh_key;
    const capture::MeshRecord* mesh = nullptr;
    Pose world_from_mesh{};
    const judge::JudgedHierarchy* tree = nullptr; // null: not recorded
    const RecordedTree* recorded = nullptr;       // of `tree`
    std::uint64_t body = capture::kUnknown;
};

// What a finding is about: the two objects of its query; of a finding about a hierarchy those of the first query that went
// wrong because of it, else of the first that used it, else the mesh alone; of the broad phase all bodies of its frame.
struct SeenCase {
    std::vector<SeenObject> objects;
    const capture::QueryRecord* query = nullptr;
    std::vector<Visit> visits;
    std::uint64_t dropped_visits = 0; // by the producer
    bool is_walked = false;           // the visits are not the producer's: Boxwood walked its trees of boxes
    // The finding's node, and whose: an index into `objects`.
    std::optional<std::size_t> guilty;
    bool is_of_pair() const { return query != nullptr && objects.size() == 2; }
};
SeenCase see_case(const OpenedCapture& opened, const judge::Finding& finding);

// "query 3", "hierarchy 0" or "broad phase"; the text names the frame.
std::string subject_of(const judge::Finding& finding);
// The object that `boxwood judge --json` prints.
std::string json_of(const judge::Finding& finding);

std::vector<Visit> visits_of(const capture::VisitsRecord& record);

} // namespace boxwood
