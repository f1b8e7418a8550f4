#include "app/cli/query/questions.hpp"

#include "app/cli/query/answer_records.hpp"
#include "app/cli/query/query_costs.hpp"
#include "app/jobs/thread_clock.hpp"
#include "collision/narrow_phase/contacts/penetration.hpp"
#include "collision/query/contacts/mesh_time_of_impact.hpp"
#include "collision/query/points/point_location.hpp"
#include "engine/json/json.hpp"
#include "engine/scene/queries/results.hpp"

#include <algorithm>
#include <chrono>

namespace boxwood {
namespace {

constexpr int kCostRepeats = 3; // measures this many times and takes the minimum

class Stopwatch {
  public:
    double microseconds() const {
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Json vector_json(const glm::dvec3& v) {
    return Json::array({v.x, v.y, v.z});
}
Json pair_json(const PrimitivePair& pair) {
    return Json::array({pair.a, pair.b});
}
Json points_json(const glm::dvec3& on_a, const glm::dvec3& on_b) {
    return Json::array({vector_json(on_a), vector_json(on_b)});
}

// Adds "intersects" and, if there is nesting, "inside".
void add_meeting(Json& io_answer, bool intersects, Nesting nesting) {
    io_answer.add("intersects", intersects);
    if (nesting != Nesting::none) io_answer.add("inside", kNestingNames[static_cast<std::size_t>(nesting)]);
}

constexpr std::array<std::string_view, 4> kStatusNames{"none", "impact", "starts in contact",
                                                       "iteration limit"};

constexpr std::array<std::string_view, 3> kLocationNames{"outside", "on surface", "inside"};

Json to_json(const DepthRecord& record) {
    Json answer = Json::object({{"id", record.id}});
    add_meeting(answer, record.intersects, record.nesting);
    answer.add("of", record.of_regions ? "regions" : "polytopes");
    answer.add("depth", record.has_depth() ? Json(record.depth) : Json());
    if (record.has_depth()) {
        answer.add("normal", vector_json(record.normal));
        answer.add("points", points_json(record.points[0], record.points[1]));
        if (!record.of_regions) answer.add("unique", record.unique);
    }
    answer.add("us", record.us);
    return answer;
}

Json to_json(const TimeRecord& record) {
    const auto status = static_cast<ImpactStatus>(record.status);
    Json answer = Json::object({{"id", record.id}, {"status", kStatusNames[record.status]}});
    if (status != ImpactStatus::none) {
        answer.add("time", record.time);
        answer.add("distance", record.distance);
        if (status != ImpactStatus::starts_in_contact) answer.add("normal", vector_json(record.normal));
        answer.add("points", points_json(record.points[0], record.points[1]));
        if (record.triangles[0] >= 0)
            answer.add("triangles", Json::array({record.triangles[0], record.triangles[1]}));
    }
    answer.add("tolerance", record.tolerance);
    answer.add("us", record.us);
    return answer;
}

Json to_json(const RayRecord& record) {
    Json answer = Json::object({{"id", record.id}, {"hit", record.hit}});
    if (record.hit) {
        answer.add("t", record.t);
        answer.add("triangle", record.triangle);
        answer.add("point", vector_json(record.point));
        answer.add("normal", vector_json(record.normal));
        answer.add("front", record.front);
    }
    answer.add("us", record.us);
    return answer;
}

Json to_json(const PointRecord& record) {
    Json answer = Json::object({{"id", record.id}, {"found", record.found}});
    if (record.found) {
        answer.add("distance", record.distance);
        answer.add("triangle", record.triangle);
        answer.add("point", vector_json(record.point));
    }
    if (record.location >= 0)
        answer.add("location", kLocationNames[static_cast<std::size_t>(record.location)]);
    answer.add("us", record.us);
    return answer;
}

void finish(const Json& answer, Answer& out_answer) {
    out_answer.line = to_text(answer);
    out_answer.line += '\n';
}

template <class Record>
void finish(const QuerySetup& setup, const Record& record, Answer& out_answer) {
    if (!setup.record_options) return finish(to_json(record), out_answer);
    out_answer.line.clear();
    append_record(out_answer.line, record, setup.record_options->with_times);
}

void ask_triangles(const QuerySetup& setup, const PosePair& poses, QueryWorkspace& io_space,
                   Answer& out_answer) {
    const Pose world_from_a = poses.a.pose(), world_from_b = poses.b.pose();
    const MeshOperand a = setup.a.at(world_from_a), b = setup.b->at(world_from_b);
    const QueryRequest& request = setup.request;
    QueryResult& result = io_space.result;
    const Stopwatch watch;
    if (setup.executor != nullptr)
        require_ok(query_meshes(a, b, request, *setup.executor, io_space.parallel_scratch, result));
    else
        require_ok(query_meshes(a, b, request, io_space.scratch, result));

    ResultLine line{.id = poses.id, .intersects = result.intersects, .nesting = result.nesting};
    line.us = watch.microseconds();
    if (request.mode == QueryMode::all) line.pairs = result.pairs;
    if (is_distance_mode(request.mode))
        line.closest = ClosestPoints{result.distance, {result.point_on_a_w, result.point_on_b_w}};
    if (request.mode == QueryMode::within) line.is_within = result.distance <= request.max_distance;
    line.volume_tests = result.counters.volume_tests;
    line.primitive_tests = result.counters.primitive_tests;
    if (setup.with_costs) {
        const std::pair<Pose, Pose> of{world_from_a, world_from_b};
        out_answer.costs = {
            io_space.meter.measure(
                {a.mesh, b.mesh, setup.a.hierarchy, setup.b->hierarchy, std::span(&of, 1), request}, nullptr),
            result.counters.separations_by_axis};
        line.costs = result_costs(out_answer.costs.report);
    }
    out_answer.line.clear();
    if (setup.record_options)
        append_record(out_answer.line, setup.record_options->mode, {line}, setup.record_options->with_times);
    else
        append_json_line(out_answer.line, line);
}

// Finds the contact regions of the surfaces. Stores the nesting of solids in io_space.contacts_scratch.
const MeshContacts& find_regions(const QuerySetup& setup, const Pose& world_from_a, const Pose& world_from_b,
                                 QueryWorkspace& io_space) {
    require_ok(find_mesh_contacts(setup.a.at(world_from_a), setup.b->at(world_from_b), {},
                                  io_space.contacts_scratch, io_space.contacts));
    return io_space.contacts;
}

Json region_json(const ContactRegion& region, std::span<const PrimitivePair> all_pairs) {
    Json pairs = Json::array();
    for (const PrimitivePair& pair : all_pairs.subspan(region.first_pair, region.pair_count))
        pairs.push_back(pair_json(pair));
    Json points = Json::array();
    for (const MeshContactPoint& point : std::span(region.points).first(region.point_count))
        points.push_back(
            Json::object({{"point", vector_json(point.point_w)}, {"triangles", pair_json(point.triangles)}}));
    return Json::object({{"depth", region.depth},
                         {"normal", vector_json(region.normal_w)},
                         {"center", vector_json(region.center_w)},
                         {"pairs", std::move(pairs)},
                         {"points", std::move(points)}});
}

void ask_contacts(const QuerySetup& setup, const PosePair& poses, QueryWorkspace& io_space,
                  Answer& out_answer) {
    const Stopwatch watch;
    const MeshContacts& contacts = find_regions(setup, poses.a.pose(), poses.b.pose(), io_space);
    const double us = watch.microseconds();
    const QueryResult& found = io_space.contacts_scratch.pairs;
    Json answer = Json::object({{"id", poses.id}});
    add_meeting(answer, found.intersects, found.nesting);
    if (contacts.is_truncated) answer.add("truncated", true);
    Json regions = Json::array();
    for (const ContactRegion& region : contacts.regions)
        regions.push_back(region_json(region, contacts.pairs));
    answer.add("regions", std::move(regions));
    answer.add("us", us);
    finish(answer, out_answer);
}

void take_polytope_depth(const Penetration& found, DepthRecord& io_record) {
    io_record.intersects = found.status != ContactStatus::disjoint;
    if (!io_record.intersects) return;
    io_record.depth = found.depth;
    io_record.normal = found.normal_w;
    io_record.points = {found.point_on_a_w, found.point_on_b_w};
    io_record.unique = found.is_unique;
}

void take_region_depth(const MeshContacts& contacts, const QueryResult& found, DepthRecord& io_record) {
    io_record.of_regions = true;
    io_record.intersects = found.intersects;
    io_record.nesting = found.nesting;
    const auto deepest = std::ranges::max_element(contacts.regions, {}, &ContactRegion::depth);
    if (deepest == contacts.regions.end()) return;
    io_record.depth = deepest->depth;
    io_record.normal = deepest->normal_w;
    io_record.points = {deepest->points[0].point_w, deepest->points[0].point_w};
}

void ask_depth(const QuerySetup& setup, const PosePair& poses, QueryWorkspace& io_space, Answer& out_answer) {
    const Pose world_from_a = poses.a.pose(), world_from_b = poses.b.pose();
    DepthRecord record{.id = poses.id};
    const Stopwatch watch;
    if (setup.a.polytope && setup.b->polytope && is_rigid(world_from_a) && is_rigid(world_from_b)) {
        const Penetration found =
            find_penetration(*setup.a.polytope, *setup.b->polytope, world_from_a, world_from_b);
        record.us = watch.microseconds();
        take_polytope_depth(found, record);
    } else {
        const MeshContacts& contacts = find_regions(setup, world_from_a, world_from_b, io_space);
        record.us = watch.microseconds();
        take_region_depth(contacts, io_space.contacts_scratch.pairs, record);
    }
    finish(setup, record, out_answer);
}

// Returns the impact at time 0 if one mesh starts inside the other and the other is solid; otherwise none.
std::optional<MeshTimeOfImpact> find_nested_start(const QuerySetup& setup, const RigidMotion& a,
                                                  const RigidMotion& b, QueryWorkspace& io_space) {
    if (!setup.a.is_solid() && !setup.b->is_solid()) return std::nullopt;
    QueryRequest request = setup.request;
    request.mode = QueryMode::any;
    QueryResult& result = io_space.result;
    require_ok(query_meshes(setup.a.at(a.start), setup.b->at(b.start), request, io_space.scratch, result));
    if (result.nesting == Nesting::none) return std::nullopt;
    MeshTimeOfImpact found;
    found.status = ImpactStatus::starts_in_contact;
    found.time = 0.0;
    found.point_on_a_w = result.point_on_a_w;
    found.point_on_b_w = result.point_on_b_w;
    found.triangles = {kNone, kNone};
    return found;
}

} // namespace

QueryWorkspace::QueryWorkspace()
    : meter(thread_milliseconds, kCostRepeats) {}

bool QueriedMesh::is_solid() const {
    return shells && shells->is_solid();
}

std::optional<Polytope> find_polytope(const Mesh& mesh) {
    if (mesh.triangles.size() > kMaxPolytopeTriangles) return std::nullopt;
    std::vector<std::vector<std::uint32_t>> faces;
    faces.reserve(mesh.triangles.size());
    for (const TriangleIndices& triangle : mesh.triangles)
        faces.emplace_back(triangle.begin(), triangle.end());
    Result<Polytope> polytope = make_polytope(mesh.positions, faces);
    return polytope ? std::optional(std::move(*polytope)) : std::nullopt;
}

void ask(const QuerySetup& setup, const PosePair& poses, QueryWorkspace& io_space, Answer& out_answer) {
    if (setup.question == Question::contacts) return ask_contacts(setup, poses, io_space, out_answer);
    if (setup.question == Question::depth) return ask_depth(setup, poses, io_space, out_answer);
    ask_triangles(setup, poses, io_space, out_answer);
}

void ask(const QuerySetup& setup, const MotionPair& motion, QueryWorkspace& io_space, Answer& out_answer) {
    const RigidMotion a = RigidMotion::between(motion.a.pose(), motion.a_end.pose()),
                      b = RigidMotion::between(motion.b.pose(), motion.b_end.pose());
    const Stopwatch watch;
    std::optional<MeshTimeOfImpact> found = find_nested_start(setup, a, b, io_space);
    if (!found) found = require_ok(find_time_of_impact(setup.a.at(a.start), a, setup.b->at(b.start), b));
    TimeRecord record{.id = motion.id, .status = static_cast<std::uint8_t>(found->status)};
    record.us = watch.microseconds();
    record.tolerance = found->tolerance_used;
    if (found->status != ImpactStatus::none) {
        record.time = found->time;
        record.distance = found->distance;
        if (found->status != ImpactStatus::starts_in_contact) record.normal = found->normal_w;
        record.points = {found->point_on_a_w, found->point_on_b_w};
        if (found->triangles.a != kNone) record.triangles = {found->triangles.a, found->triangles.b};
    }
    finish(setup, record, out_answer);
}

void ask(const QuerySetup& setup, const GivenRay& ray, QueryWorkspace& io_space, Answer& out_answer) {
    const Pose identity;
    RayHit hit;
    const Stopwatch watch;
    require_ok(
        cast_ray_closest(setup.a.at(identity), {ray.origin, ray.direction, ray.max_t}, io_space.rays, hit));
    RayRecord record{.id = ray.id, .hit = bool(hit)};
    record.us = watch.microseconds();
    if (hit) {
        record.t = hit.t;
        record.triangle = hit.triangle;
        record.point = hit.point_w;
        record.normal = hit.normal_w;
        record.front = hit.is_front;
    }
    finish(setup, record, out_answer);
}

void ask(const QuerySetup& setup, const GivenPoint& point, QueryWorkspace& io_space, Answer& out_answer) {
    const Pose identity;
    const MeshOperand mesh = setup.a.at(identity);
    ClosestPoint closest;
    std::optional<PointLocation> location;
    const Stopwatch watch;
    require_ok(find_closest_point(mesh, point.position, point.within, io_space.closest, closest));
    if (setup.a.is_solid()) location = require_ok(locate_point(mesh, point.position));
    PointRecord record{.id = point.id, .found = bool(closest)};
    record.us = watch.microseconds();
    if (closest) {
        record.distance = closest.distance;
        record.triangle = closest.triangle;
        record.point = closest.point_on_mesh_w;
    }
    if (location) record.location = static_cast<std::int8_t>(*location);
    finish(setup, record, out_answer);
}

} // namespace boxwood
