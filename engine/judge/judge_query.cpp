#include "engine/judge/judge_query.hpp"

#include "engine/judge/judge_rays.hpp"
#include "engine/judge/locate_fault.hpp"
#include "engine/judge/query_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace boxwood::judge {
namespace {

using capture::Capture;
using capture::kUnknown;
using capture::MeshRecord;
using capture::QueryRecord;
using capture::QuerySideRecord;

// The difference between a recorded relative pose and the relative pose of the query's poses.
struct RelativePoseDifference {
    Pose used, expected;
    double reach = 0; // the largest coordinate of b in its frame
    double deviation = 0, tolerance = 0;
    bool differs() const { return !(deviation <= tolerance); }
};

// Requires a recorded relative pose. An invalid pose sets out_error.
RelativePoseDifference compare_relative_pose(const QueryRecord& query, const Scene& scene,
                                             std::string& out_error) {
    RelativePoseDifference pose{pose_from(query.relative_used, out_error),
                                inverse(scene.poses[0]) * scene.poses[1]};
    for (const double x : scene.meshes[1]->positions.values) pose.reach = std::max(pose.reach, std::abs(x));
    // The larger of the producer's error and the rounding error of its matrix product, times 8 because producers order
    // the operations differently.
    const double offset = glm::length(scene.poses[0].origin) + glm::length(scene.poses[1].origin) +
                          glm::length(pose.expected.origin);
    pose.tolerance = 8 * std::max(scene.error, default_error(query.scalar_bits, pose.reach + offset));
    pose.deviation = difference(pose.used, pose.expected, pose.reach);
    return pose;
}

// Describes how the inputs that the query used differ from the declared ones; empty if the recorded data show no
// difference.
std::string input_defect(const Capture& capture, const QueryRecord& query, const Scene& scene) {
    for (std::size_t side = 0; side < 2; ++side) {
        const QuerySideRecord& record = query.sides[side];
        const capture::HierarchyRecord* hierarchy =
            capture.find_hierarchy(record.hierarchy, record.hierarchy_revision);
        if (hierarchy == nullptr) continue;
        const std::string name = "hierarchy " + std::to_string(hierarchy->id) + " of " + kSides[side];
        if (hierarchy->mesh != record.mesh)
            return name + " was built over mesh " + std::to_string(hierarchy->mesh) +
                   ", but the query is about mesh " + std::to_string(record.mesh);
        if (hierarchy->mesh_revision != record.mesh_revision)
            return name + " was fitted to revision " + std::to_string(hierarchy->mesh_revision) +
                   " of its mesh, but the query is about revision " + std::to_string(record.mesh_revision);
    }
    if (query.relative_used.empty()) return "";
    std::string error;
    const RelativePoseDifference pose = compare_relative_pose(query, scene, error);
    if (!error.empty()) return "the relative pose that was used: " + error;
    if (!pose.differs()) return "";
    std::string text =
        "the relative pose that was used differs from the relative pose of the declared poses by " +
        length_text(pose.deviation);
    const std::string relation = explain_difference(pose.used, pose.expected, scene.poses[0], scene.poses[1],
                                                    pose.reach, pose.tolerance);
    return relation.empty() ? text : text + ": " + relation;
}

constexpr std::size_t kNoSide = 2;

// One corner of each connected component of a mesh. If the surfaces of two objects do not intersect, this corner
// decides whether the component lies inside the other object. Vertices at the same position count as connected:
// otherwise, a mesh whose triangles share no vertices would have one component per triangle.
std::vector<glm::dvec3> corners_of_components(const MeshRecord& mesh, const WorldTriangles& triangles) {
    std::vector<std::uint32_t> parent(mesh.vertex_count());
    std::map<std::array<double, 3>, std::uint32_t> at_position;
    for (std::uint32_t v = 0; v < parent.size(); ++v) {
        const glm::dvec3 p = vertex_of(mesh, v);
        parent[v] = at_position.try_emplace({p.x, p.y, p.z}, v).first->second;
    }
    const auto root_of = [&parent](std::uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        for (std::size_t corner = 1; corner < 3; ++corner)
            parent[root_of(mesh.triangles[i + corner])] = root_of(mesh.triangles[i]);
    std::vector<glm::dvec3> corners;
    std::vector<bool> is_listed(parent.size(), false);
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
        const std::uint32_t root = root_of(mesh.triangles[i]);
        if (!is_listed[root]) corners.push_back(triangles[i / 3][0]);
        is_listed[root] = true;
    }
    return corners;
}

// The side (0: a, 1: b) whose object is a solid that contains the other object or a component of it; kNoSide if there
// is none. Requires that the surfaces do not intersect.
std::size_t find_container(const QueryRecord& query, const Scene& scene) {
    for (std::size_t side = 0; side < 2; ++side) {
        if (query.sides[side].is_solid == 0) continue;
        for (const glm::dvec3& corner :
             corners_of_components(*scene.meshes[1 - side], scene.triangles[1 - side]))
            if (std::abs(winding_number(scene.triangles[side], corner)) > 0.5) return side;
    }
    return kNoSide;
}

QueryEvidence evidence_of(const Capture& capture, const JudgedHierarchies& hierarchies,
                          const QueryRecord& query, const Scene& scene) {
    QueryEvidence evidence;
    using Question = QueryEvidence::Question;
    evidence.question = query.mode == "distance"     ? Question::distance
                        : query.margin > scene.error ? Question::closeness
                                                     : Question::intersection;
    for (std::size_t side = 0; side < 2; ++side) {
        const QuerySideRecord& record = query.sides[side];
        const auto found = hierarchies.find({record.hierarchy, record.hierarchy_revision});
        if (found != hierarchies.end() && found->second.mesh->id == record.mesh &&
            found->second.mesh->triangle_count() == scene.meshes[side]->triangle_count())
            evidence.hierarchies[side] = &found->second;
        evidence.world[side] = &scene.triangles[side];
    }
    evidence.world_from_a = scene.poses[0];
    const auto visits = capture.visits.find(query.id);
    if (visits != capture.visits.end()) evidence.visits = &visits->second;
    return evidence;
}

bool is_right(const Capture& capture, const QueryRecord& query);

// Names an earlier query about the same objects, before they moved or changed, for which the same claim was right. Such
// a query shows that `query` repeats a cached answer. Empty if there is none.
std::string stale_claim(const Capture& capture, const QueryRecord& query) {
    for (const QueryRecord& earlier : capture.queries) {
        if (&earlier == &query) break;
        const auto is_same_object = [&](std::size_t side) {
            return earlier.sides.size() == 2 && earlier.sides[side].body == query.sides[side].body &&
                   earlier.sides[side].mesh == query.sides[side].mesh;
        };
        if (!is_same_object(0) || !is_same_object(1) || earlier.frame >= query.frame ||
            earlier.mode != query.mode)
            continue;
        const bool has_claim =
            !query.pairs_a.empty() || !query.witness_a.empty() || !std::isnan(query.distance);
        const bool is_same_claim = earlier.verdict == query.verdict && earlier.pairs_a == query.pairs_a &&
                                   earlier.pairs_b == query.pairs_b && earlier.witness_a == query.witness_a &&
                                   earlier.witness_b == query.witness_b &&
                                   (earlier.distance == query.distance ||
                                    (std::isnan(earlier.distance) && std::isnan(query.distance)));
        const bool has_moved = earlier.sides[0].pose != query.sides[0].pose ||
                               earlier.sides[1].pose != query.sides[1].pose ||
                               earlier.sides[0].mesh_revision != query.sides[0].mesh_revision ||
                               earlier.sides[1].mesh_revision != query.sides[1].mesh_revision;
        if (has_claim && is_same_claim && has_moved && is_right(capture, earlier))
            return "it repeats the answer of query " + std::to_string(earlier.id) + " of frame " +
                   std::to_string(earlier.frame) + ", before the objects moved or changed";
    }
    return "";
}

// Returns the finding for a wrong answer, with the earliest stage that explains it.
Finding explain(const Capture& capture, const QueryRecord& query, const Scene& scene, const std::string& what,
                Finding located) {
    if (!scene.needs_stage) return {Outcome::wrong, Stage::none, {}, {}, {}, what};
    if (const std::string input = input_defect(capture, query, scene); !input.empty()) {
        Finding finding = wrong_input(what + ", because " + input);
        finding.evidence.triangles = located.evidence.triangles;
        return finding;
    }
    if (located.stage == Stage::none || located.stage > Stage::cache)
        if (const std::string stale = stale_claim(capture, query); !stale.empty()) {
            located.stage = Stage::cache;
            located.text = stale;
        }
    if (const auto side = located.evidence.side; side && *side < query.sides.size())
        located.evidence.revision = query.sides[*side].hierarchy_revision;
    located.outcome = Outcome::wrong;
    located.text = what + (located.stage == Stage::none ? "; " : ", because ") + located.text;
    return located;
}

std::string triangles_text(TrianglePair pair) {
    return "triangles " + std::to_string(pair.first) + " of a and " + std::to_string(pair.second) + " of b";
}

Finding judge_contacts(const Capture& capture, const JudgedHierarchies& hierarchies, const QueryRecord& query,
                       const Scene& scene) {
    const bool has_margin = query.margin > scene.error;
    const std::vector<TrianglePair> exact =
        has_margin ? find_near_pairs(scene.triangles[0], scene.triangles[1], query.margin - scene.error).pairs
                   : find_contacts(scene.triangles[0], scene.triangles[1]).pairs;
    const QueryEvidence evidence = evidence_of(capture, hierarchies, query, scene);
    const std::size_t container = exact.empty() ? find_container(query, scene) : kNoSide;
    if (query.pairs_a.size() != query.pairs_b.size())
        return explain(
            capture, query, scene, "the lists of triangles have different lengths",
            {Outcome::wrong, Stage::report, {}, {}, {}, "each pair needs a triangle of a and one of b"});

    std::vector<TrianglePair> claimed;
    for (std::size_t i = 0; i < query.pairs_a.size(); ++i) {
        if (query.pairs_a[i] >= scene.triangles[0].size() || query.pairs_b[i] >= scene.triangles[1].size())
            return explain(capture, query, scene, "the answer names a triangle that does not exist",
                           {Outcome::wrong, Stage::report, {}, {}, {}, "an index is out of range"});
        claimed.emplace_back(query.pairs_a[i], query.pairs_b[i]);
    }
    std::sort(claimed.begin(), claimed.end());
    if (const auto duplicate = std::adjacent_find(claimed.begin(), claimed.end()); duplicate != claimed.end())
        return explain(
            capture, query, scene, triangles_text(*duplicate) + " are listed twice",
            {Outcome::wrong, Stage::report, {}, {}, {}, "duplicates were not removed from the answer"});

    double worst = 0; // the largest deviation within precision
    std::size_t deviations = 0;
    // `gap`: the distance of two claimed triangles, or of the objects.
    const auto note_gap = [&](double gap) {
        if (!(gap > query.margin)) return;
        worst = std::max(worst, gap - query.margin);
        ++deviations;
    };
    std::vector<TrianglePair> spurious, missing;
    std::set_difference(claimed.begin(), claimed.end(), exact.begin(), exact.end(),
                        std::back_inserter(spurious));
    for (const TrianglePair& pair : spurious) {
        const double gap =
            triangle_distance(scene.triangles[0][pair.first], scene.triangles[1][pair.second]).distance;
        note_gap(gap);
        if (gap <= scene.error + query.margin) continue;
        return explain(capture, query, scene,
                       triangles_text(pair) + " are separated by " + length_text(gap) +
                           ", but the answer lists them",
                       locate_spurious(evidence, pair));
    }
    // If the answer lists all pairs, or claims that there is none, each exact pair must be in it.
    const bool is_list_complete = lists_all(query);
    if (is_list_complete || query.verdict == 0)
        std::set_difference(exact.begin(), exact.end(), claimed.begin(), claimed.end(),
                            std::back_inserter(missing));
    std::optional<TrianglePair> lost;
    for (const TrianglePair& pair : missing) {
        const Triangle64 &a = scene.triangles[0][pair.first], &b = scene.triangles[1][pair.second];
        const double depth =
            has_margin ? query.margin - triangle_distance(a, b).distance : overlap_depth(a, b);
        worst = std::max(worst, depth);
        if (depth <= scene.error || lost) continue;
        lost = pair;
    }
    if (lost) {
        std::string what = triangles_text(*lost) +
                           (has_margin ? " are nearer than the margin of " + length_text(query.margin)
                                       : std::string(" intersect")) +
                           ", but the answer does not list them";
        if (missing.size() > 1)
            what += " (" + std::to_string(missing.size()) + " of " + std::to_string(exact.size()) +
                    " pairs are missing)";
        return explain(capture, query, scene, what, locate_missing(evidence, *lost));
    }
    if (query.verdict != kUnknown && query.verdict != 0 && exact.empty() && container == kNoSide &&
        claimed.empty()) {
        const double gap =
            find_distance(scene.triangles[0], scene.triangles[1], std::numeric_limits<double>::infinity())
                .distance;
        if (gap > scene.error + query.margin)
            return explain(capture, query, scene,
                           "the objects are separated by " + length_text(gap) +
                               ", but the answer is that they touch",
                           {Outcome::wrong,
                            Stage::none,
                            {},
                            {},
                            {},
                            "record the pairs of triangles to decide the stage"});
        note_gap(gap);
    }
    if (query.verdict == 0 && container != kNoSide)
        return explain(capture, query, scene,
                       std::string("the object ") + kSides[1 - container] + " lies inside " +
                           kSides[container] + ", which is solid, but the answer is that they do not touch",
                       {Outcome::wrong,
                        Stage::report,
                        {},
                        {},
                        {},
                        "the query does not test whether one object lies inside the other"});
    if (query.verdict == kUnknown && (query.mode != "all" || (claimed.empty() && !is_list_complete)))
        return undecided("no answer was recorded");
    const std::size_t different = deviations + missing.size();
    if (different > 0)
        return {Outcome::within_precision,
                Stage::none,
                {},
                {},
                {},
                (different == 1 ? "1 pair differs" : std::to_string(different) + " pairs differ") +
                    " from the exact answer by at most " + length_text(worst) + ", within " +
                    error_text(query, scene)};
    return {Outcome::right,
            Stage::none,
            {},
            {},
            {},
            exact.empty() ? (container != kNoSide ? "in contact: one lies inside the other"
                             : has_margin         ? "no triangles are within the margin"
                                                  : "no triangles intersect")
                          : "all " + std::to_string(exact.size()) + " pairs of triangles that " +
                                (has_margin ? "are within the margin" : "intersect") +
                                (is_list_complete ? "" : " are consistent with the answer")};
}

Finding judge_distance(const Capture& capture, const JudgedHierarchies& hierarchies, const QueryRecord& query,
                       const Scene& scene) {
    const bool is_beyond_cutoff =
        !std::isnan(query.cutoff) && (std::isnan(query.distance) || query.distance > query.cutoff);
    if (std::isnan(query.distance) && !is_beyond_cutoff) return undecided("no distance was recorded");
    const double inf = std::numeric_limits<double>::infinity();
    // A search up to the claimed distance plus twice the error is enough to confirm or to refute the claim.
    const double claimed = is_beyond_cutoff ? query.cutoff : query.distance;
    ExactDistance exact =
        find_distance(scene.triangles[0], scene.triangles[1], std::max(0.0, claimed) + 2 * scene.error);
    const std::size_t container = exact.distance > 0 ? find_container(query, scene) : kNoSide;
    const bool is_inside = container != kNoSide;
    if (is_inside) exact.distance = 0;
    const QueryEvidence evidence = evidence_of(capture, hierarchies, query, scene);
    const auto wrong_distance = [&](const std::string& what, TrianglePair pair) {
        if (is_inside)
            return explain(
                capture, query, scene, what,
                {Outcome::wrong,
                 Stage::report,
                 {},
                 {},
                 {},
                 "one object lies inside the other, which is solid, and the query does not test this"});
        Finding finding = explain(capture, query, scene, what, locate_missing(evidence, pair));
        finding.evidence.closest_w = {exact.on_a, exact.on_b};
        return finding;
    };
    if (is_beyond_cutoff) {
        if (exact.distance > claimed - scene.error)
            return {Outcome::right,
                    Stage::none,
                    {},
                    {},
                    {},
                    "the distance is larger than the cutoff of " + length_text(query.cutoff)};
        return wrong_distance("the distance is " + length_text(exact.distance) +
                                  ", but the answer is that it is larger than " + length_text(query.cutoff),
                              exact.pair);
    }
    if (!std::isfinite(exact.distance)) {
        const ExactDistance far = find_distance(scene.triangles[0], scene.triangles[1], inf);
        Finding finding = explain(capture, query, scene,
                                  "the distance is " + length_text(far.distance) + ", but the answer is " +
                                      length_text(claimed),
                                  {Outcome::wrong,
                                   Stage::primitive_test,
                                   {},
                                   {},
                                   {},
                                   "no two triangles are so close to each other"});
        finding.evidence.closest_w = {far.on_a, far.on_b};
        return finding;
    }
    const double excess = claimed - exact.distance, allowed = scene.error + query.tolerance * exact.distance;
    if (excess > allowed || -excess > scene.error)
        return wrong_distance("the distance is " + length_text(exact.distance) +
                                  (is_inside ? "" : " at " + triangles_text(exact.pair)) +
                                  ", but the answer is " + length_text(claimed),
                              exact.pair);
    if (query.witness_a.size() == 3 && query.witness_b.size() == 3) {
        const std::array<glm::dvec3, 2> points{
            glm::dvec3(query.witness_a[0], query.witness_a[1], query.witness_a[2]),
            glm::dvec3(query.witness_b[0], query.witness_b[1], query.witness_b[2])};
        for (std::size_t side = 0; side < 2; ++side) {
            // A solid and an object inside it can have their common point inside the solid, away from its surface.
            if (side == container && std::abs(winding_number(scene.triangles[side], points[side])) > 0.5)
                continue;
            if (const double away = distance_to(scene.triangles[side], points[side]); !(away <= scene.error))
                return explain(capture, query, scene,
                               std::string("the closest point of ") + kSides[side] + " is " +
                                   length_text(away) + " away from its surface",
                               {Outcome::wrong,
                                Stage::primitive_test,
                                {},
                                {},
                                {},
                                "the distance is right, but the point is not"});
        }
        if (const double gap = glm::length(points[0] - points[1]);
            std::abs(gap - claimed) > 2 * scene.error &&
            (claimed > 0 || find_container(query, scene) == kNoSide))
            return explain(capture, query, scene,
                           "the distance of the closest points is " + length_text(gap) +
                               ", but the answer is " + length_text(claimed),
                           {Outcome::wrong,
                            Stage::primitive_test,
                            {},
                            {},
                            {},
                            "the closest points are not at this distance from each other"});
    }
    // A deviation above the rounding of doubles is reported as within precision, not as right.
    if (std::abs(excess) > 8 * default_error(64, scene.reach) && query.tolerance == 0)
        return {Outcome::within_precision,
                Stage::none,
                {},
                {},
                {},
                "off by " + length_text(std::abs(excess)) + ", within " + error_text(query, scene)};
    return {Outcome::right,
            Stage::none,
            {},
            {},
            {},
            "the distance is " + length_text(exact.distance) +
                (is_inside ? ": one lies inside the other" : "")};
}

// Whether the answer of a contact or distance query is right or within precision.
bool is_right(const Capture& capture, const QueryRecord& query) {
    Scene scene;
    scene.needs_stage = false;
    WorldCache no_cache;
    if (set_up_scene(capture, query, 2, scene, no_cache)) return false;
    const Finding finding = query.mode == "distance" ? judge_distance(capture, {}, query, scene)
                                                     : judge_contacts(capture, {}, query, scene);
    return finding.outcome == Outcome::right || finding.outcome == Outcome::within_precision;
}

Finding judge_scene(const Capture& capture, const JudgedHierarchies& hierarchies, const QueryRecord& query,
                    Scene& io_scene) {
    if (query.kind == "ray") return judge_ray(capture, hierarchies, query, io_scene);
    if (query.kind == "point") return judge_point(capture, hierarchies, query, io_scene);
    if (query.kind == "cast") return judge_cast(query, io_scene);
    if (query.mode == "depth") return judge_depth(query, io_scene);
    if (query.mode == "any" || query.mode == "all")
        return judge_contacts(capture, hierarchies, query, io_scene);
    if (query.mode == "distance") return judge_distance(capture, hierarchies, query, io_scene);
    if (query.mode == "time")
        return undecided(
            "times of impact are judged only if their motion is recorded: record a query of kind cast");
    return undecided("answers of mode " + capture::printable(query.mode) + " are not judged");
}

} // namespace

Finding judge_query(const Capture& capture, const JudgedHierarchies& hierarchies, const QueryRecord& query,
                    WorldCache& io_cache) {
    if (query.kind != "pair" && query.kind != "ray" && query.kind != "point" && query.kind != "cast")
        return undecided("queries of kind " + capture::printable(query.kind) + " are not judged");
    if (query.kind == "ray" && query.mode != "any" && query.mode != "all" && query.mode != "distance")
        return undecided("rays of mode " + capture::printable(query.mode) + " are not judged");
    const std::size_t sides = query.kind == "pair" || query.kind == "cast" ? 2 : 1;
    const bool lists_contacts =
        !query.pairs_a.empty() && (query.kind == "ray" || (query.kind == "pair" && query.mode != "distance"));
    const bool has_impact = query.kind == "cast" && query.time < 1.0;
    if (query.verdict == 0 && (lists_contacts || has_impact))
        return {Outcome::wrong,
                Stage::report,
                {},
                {},
                {},
                has_impact ? "the verdict is that nothing is hit, but the answer has a time of impact"
                           : "the verdict is that nothing is hit, but the answer lists triangles"};
    Scene scene;
    if (auto finding = set_up_scene(capture, query, sides, scene, io_cache)) return *finding;
    Finding finding = judge_scene(capture, hierarchies, query, scene);
    for (std::size_t side = 0; side < sides; ++side)
        io_cache.sides[side] = {scene.meshes[side], query.sides[side].pose, std::move(scene.triangles[side])};
    return finding;
}

std::optional<Pose> find_differing_relative_pose(const Capture& capture, const QueryRecord& query) {
    if (query.relative_used.empty()) return std::nullopt;
    Scene scene;
    WorldCache no_cache;
    if (set_up_scene(capture, query, 2, scene, no_cache)) return std::nullopt;
    std::string error;
    const RelativePoseDifference pose = compare_relative_pose(query, scene, error);
    return error.empty() && pose.differs() ? std::optional(pose.used) : std::nullopt;
}

} // namespace boxwood::judge
