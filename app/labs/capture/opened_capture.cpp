#include "app/labs/capture/opened_capture.hpp"

#include "engine/json/json.hpp"
#include "engine/judge/trees/walk_trees.hpp"
#include "engine/producer/fault_sample.hpp"

#include <algorithm>
#include <cstring>
#include <set>

namespace boxwood {
namespace {

using capture::Capture;
using judge::Finding;
using judge::JudgedHierarchy;
using judge::Outcome;

Result<Capture> read_requested(const CaptureRequest& request) {
    judge::FaultRequest fault;
    judge::FaultSample sample = judge::FaultSample::boxes;
    if (!request.fault.empty()) {
        const Result<judge::FaultRequest> parsed = judge::parse_fault(request.fault);
        if (!parsed) return parsed.error();
        fault = *parsed;
        for (const judge::FaultKind& kind : judge::list_faults())
            if (kind.name == fault.name) sample = kind.sample;
    }
    Result<Capture> original = request.file.empty() ? Result<Capture>(capture::make_fault_sample(sample))
                                                    : capture::read_capture(request.file);
    if (!original || request.fault.empty()) return original;
    return capture::inject_and_reload_fault(std::move(*original), fault);
}

const JudgedHierarchy* find_tree(const OpenedCapture& opened, std::uint64_t id, std::uint64_t revision) {
    const auto found = opened.judged.trees.find({id, revision});
    return found == opened.judged.trees.end() ? nullptr : &found->second;
}

std::optional<SeenObject> make_seen_object(const OpenedCapture& opened, const capture::QuerySideRecord& side,
                                           std::string name) {
    SeenObject object{.name = std::move(name), .mesh_key = {side.mesh, side.mesh_revision}};
    object.mesh = opened.capture.find_mesh(side.mesh, side.mesh_revision);
    if (object.mesh == nullptr) return std::nullopt;
    std::string error;
    object.world_from_mesh = judge::pose_from(side.pose, error);
    if (!error.empty()) object.world_from_mesh = {};
    object.tree = find_tree(opened, side.hierarchy, side.hierarchy_revision);
    // If the tree belongs to another mesh, the judge reports it, and its nodes are not drawn with this mesh.
    if (object.tree != nullptr && object.tree->record->mesh != side.mesh) object.tree = nullptr;
    if (object.tree != nullptr) object.recorded = &opened.trees.at({side.hierarchy, side.hierarchy_revision});
    object.body = side.body;
    return object;
}

// Whether Boxwood runs the query itself to obtain visits that are not recorded. It does so only for queries with
// the mode "any" or "all" on two small trees of boxes.
bool can_walk(const SeenCase& seen) {
    constexpr std::size_t kMaxNodes = 20'000;
    if (!seen.is_pair_query() || (seen.query->mode != "any" && seen.query->mode != "all")) return false;
    std::size_t nodes = 0;
    for (const SeenObject& object : seen.objects) {
        if (object.tree == nullptr || !object.tree->links.is_readable ||
            object.tree->record->primitive != "triangle" || !judge::has_only_boxes(*object.tree->record))
            return false;
        nodes += object.tree->record->node_count();
    }
    return nodes <= kMaxNodes;
}

void add_query_objects(const OpenedCapture& opened, const capture::QueryRecord& query, SeenCase& out) {
    out.query = &query;
    for (std::size_t i = 0; i < query.sides.size() && i < 2; ++i)
        if (auto object = make_seen_object(opened, query.sides[i], i == 0 ? "A" : "B"))
            out.objects.push_back(*object);
    if (out.is_pair_query())
        out.other_relative_pose = judge::find_differing_relative_pose(opened.capture, query);
    const auto visits = opened.capture.visits.find(query.id);
    if (visits != opened.capture.visits.end()) {
        out.visits = visits_of(visits->second);
        out.dropped_visits =
            visits->second.seen - std::min<std::uint64_t>(visits->second.seen, out.visits.size());
        return;
    }
    if (!can_walk(out)) return;
    out.has_own_visits = true;
    capture::QueryRecord answer = query;
    capture::VisitsRecord walked;
    judge::walk_trees(*out.objects[0].tree, *out.objects[1].tree,
                      inverse(out.objects[0].world_from_mesh) * out.objects[1].world_from_mesh,
                      judge::TestFault::none, answer, walked);
    out.visits = visits_of(walked);
}

// For each mesh, the last revision that a query up to `frame` used.
std::map<std::uint64_t, std::uint64_t> find_revisions(const OpenedCapture& opened, std::uint64_t frame) {
    std::map<std::uint64_t, std::uint64_t> revisions;
    for (const capture::QueryRecord& query : opened.capture.queries) {
        if (query.frame > frame) continue;
        for (const capture::QuerySideRecord& side : query.sides)
            if (opened.capture.find_mesh(side.mesh, side.mesh_revision) != nullptr)
                revisions[side.mesh] = std::max(revisions[side.mesh], side.mesh_revision);
    }
    return revisions;
}

// The bodies that poses, pairs or queries of this frame or a later one name.
std::set<std::uint64_t> find_bodies_from(const OpenedCapture& opened, std::uint64_t frame) {
    std::set<std::uint64_t> bodies;
    for (const capture::PoseRecord& record : opened.capture.poses)
        if (record.frame >= frame) bodies.insert(record.bodies.begin(), record.bodies.end());
    for (const capture::PairRecord& record : opened.capture.pairs) {
        if (record.frame < frame) continue;
        bodies.insert(record.a.begin(), record.a.end());
        bodies.insert(record.b.begin(), record.b.end());
    }
    for (const capture::QueryRecord& record : opened.capture.queries)
        if (record.frame >= frame)
            for (const capture::QuerySideRecord& side : record.sides) bodies.insert(side.body);
    return bodies;
}

// Adds all bodies at the last poses that were recorded up to a frame. The capture does not state in which frame a body
// was removed, so a removed body is added only if a record of the frame or of a later one names it.
void add_frame_bodies(const OpenedCapture& opened, std::uint64_t frame, SeenCase& out) {
    // Per body: the frame of its last pose record, and the pose.
    std::map<std::uint64_t, std::pair<std::uint64_t, Pose>> poses;
    for (const capture::PoseRecord& record : opened.capture.poses) {
        if (record.frame > frame) continue;
        for (std::size_t i = 0; i < record.bodies.size() && record.matrices.size() >= 12 * (i + 1); ++i) {
            capture::Reals numbers;
            const auto first = record.matrices.values.begin() + static_cast<std::ptrdiff_t>(12 * i);
            numbers.values.assign(first, first + 12);
            std::string error;
            const Pose pose = judge::pose_from(numbers, error);
            auto& latest = poses[record.bodies[i]];
            if (error.empty() && record.frame >= latest.first) latest = {record.frame, pose};
        }
    }
    std::map<std::uint64_t, std::uint64_t> revisions = find_revisions(opened, frame);
    const std::set<std::uint64_t> seen_later = find_bodies_from(opened, frame);
    for (const auto& [id, body] : opened.capture.bodies) {
        if (body.is_removed != 0 && !seen_later.contains(id)) continue;
        for (const std::uint64_t mesh : body.meshes) {
            const auto found = opened.capture.meshes.lower_bound({mesh, revisions[mesh]});
            if (found == opened.capture.meshes.end() || found->first.id != mesh) continue;
            SeenObject object{.name = "body " + std::to_string(id), .mesh_key = found->first};
            object.mesh = &found->second;
            if (const auto pose = poses.find(id); pose != poses.end())
                object.world_from_mesh = pose->second.second;
            object.body = id;
            out.objects.push_back(std::move(object));
        }
    }
}

// The query whose objects are shown for a finding about a hierarchy: a query with a wrong finding if possible,
// otherwise the first query that uses the hierarchy. Null if no query uses it.
const capture::QueryRecord* query_for(const OpenedCapture& opened, const Finding& hierarchy_finding) {
    const auto uses = [&](const capture::QueryRecord& query) {
        return std::ranges::any_of(query.sides, [&](const capture::QuerySideRecord& side) {
            return side.hierarchy == hierarchy_finding.hierarchy &&
                   side.hierarchy_revision == hierarchy_finding.evidence.revision.value_or(0);
        });
    };
    for (const Finding& finding : opened.judged.findings)
        if (finding.outcome == Outcome::wrong && finding.query &&
            finding.hierarchy == hierarchy_finding.hierarchy)
            if (const capture::QueryRecord* query = opened.find_query(*finding.query); query && uses(*query))
                return query;
    const auto found = std::ranges::find_if(opened.capture.queries, uses);
    return found == opened.capture.queries.end() ? nullptr : &*found;
}

template <class T>
Json value_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

} // namespace

std::optional<std::size_t> OpenedCapture::next_wrong(std::size_t from, bool forward) const {
    for (std::size_t i = from; forward ? ++i < count() : i-- > 0;)
        if (finding(i).outcome == Outcome::wrong) return i;
    return std::nullopt;
}

std::optional<std::size_t> OpenedCapture::first_wrong() const {
    for (std::size_t i = 0; i < count(); ++i)
        if (finding(i).outcome == Outcome::wrong) return i;
    return std::nullopt;
}

const capture::QueryRecord* OpenedCapture::find_query(std::uint64_t id) const {
    const auto found = std::ranges::find(capture.queries, id, &capture::QueryRecord::id);
    return found == capture.queries.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const OpenedCapture>> open_capture(const CaptureRequest& request,
                                                          const ShouldContinue& should_continue) {
    Result<Capture> read = read_requested(request);
    if (!read) return read.error();
    const auto opened = std::make_shared<OpenedCapture>();
    opened->request = request;
    opened->name = request.file.empty() ? "built-in case" : request.file.filename().string();
    opened->capture = std::move(*read);
    opened->judged = judge::judge_capture(opened->capture, should_continue);
    for (const auto& [key, tree] : opened->judged.trees) opened->trees.emplace(key, make_recorded_tree(tree));
    return std::shared_ptr<const OpenedCapture>(opened);
}

SeenCase make_seen_case(const OpenedCapture& opened, const Finding& finding) {
    SeenCase seen;
    if (finding.query) {
        if (const capture::QueryRecord* query = opened.find_query(*finding.query))
            add_query_objects(opened, *query, seen);
    } else if (finding.hierarchy) {
        if (const capture::QueryRecord* query = query_for(opened, finding)) {
            add_query_objects(opened, *query, seen);
        } else if (const JudgedHierarchy* tree =
                       find_tree(opened, *finding.hierarchy, finding.evidence.revision.value_or(0))) {
            seen.objects.push_back(
                {.name = "A",
                 .mesh_key = {tree->mesh->id, tree->mesh->revision},
                 .mesh = tree->mesh,
                 .tree = tree,
                 .recorded = &opened.trees.at({*finding.hierarchy, tree->record->revision})});
        }
    } else if (finding.evidence.frame) {
        add_frame_bodies(opened, *finding.evidence.frame, seen);
    }
    if (finding.evidence.side && *finding.evidence.side < seen.objects.size()) {
        seen.faulty_object = finding.evidence.side;
    } else if (finding.hierarchy) {
        for (std::size_t i = seen.objects.size(); i-- > 0;)
            if (seen.objects[i].tree != nullptr && seen.objects[i].tree->record->id == *finding.hierarchy)
                seen.faulty_object = i;
    }
    return seen;
}

std::string subject_of(const Finding& finding) {
    if (finding.query) return "query " + std::to_string(*finding.query);
    if (finding.hierarchy) return "hierarchy " + std::to_string(*finding.hierarchy);
    return "broad phase";
}

std::string json_of(const Finding& finding) {
    return to_text(
        Json::object({{"query", value_or_null(finding.query)},
                      {"verdict", name_of(finding.outcome)},
                      {"stage", finding.stage == judge::Stage::none ? Json() : Json(name_of(finding.stage))},
                      {"hierarchy", value_or_null(finding.hierarchy)},
                      {"node", value_or_null(finding.node)},
                      {"text", finding.text}}));
}

std::vector<Visit> visits_of(const capture::VisitsRecord& record) {
    constexpr std::size_t kBytes = 16;
    std::vector<Visit> visits(record.visits.size() / kBytes);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const std::byte* bytes = record.visits.data() + kBytes * i;
        std::memcpy(&visits[i].a, bytes, 4);
        std::memcpy(&visits[i].b, bytes + 4, 4);
        std::memcpy(&visits[i].depth, bytes + 8, 4);
        visits[i].kind = static_cast<VisitKind>(std::min(std::to_integer<int>(bytes[12]), 7));
        visits[i].verdict = bytes[13] != std::byte{0};
        visits[i].axis = static_cast<std::int8_t>(std::to_integer<int>(bytes[14]));
    }
    return visits;
}

} // namespace boxwood
