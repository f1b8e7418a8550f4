#include "engine/judge/locate_fault.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>

namespace boxwood::judge {
namespace {

constexpr std::size_t kVisitBytes = 16;

struct RecordedVisit {
    std::uint32_t a = 0, b = 0, depth = 0;
    std::uint8_t kind = 0, verdict = 0;
    std::int8_t axis = 0;
    std::uint8_t padding = 0;
};
static_assert(sizeof(RecordedVisit) == kVisitBytes);

// The visit kinds of docs/visit-stream.md.
constexpr std::uint8_t kVolumePair = 0, kPrimitivePair = 1, kVolumeBound = 6, kLeafPair = 7;

std::vector<RecordedVisit> decode(const capture::VisitsRecord& record) {
    std::vector<RecordedVisit> visits(record.visits.size() / kVisitBytes);
    if (!visits.empty()) std::memcpy(visits.data(), record.visits.data(), visits.size() * kVisitBytes);
    return visits;
}

std::string pair_text(TrianglePair pair) {
    return "(" + std::to_string(pair.first) + ", " + std::to_string(pair.second) + ")";
}

std::string nodes_text(const RecordedVisit& visit) {
    return "nodes " + std::to_string(visit.a) + " and " + std::to_string(visit.b);
}

Finding wrong_finding(Stage stage, std::string text) {
    return {Outcome::wrong, stage, {}, {}, {}, std::move(text)};
}

Finding with_visit(std::size_t visit, Finding finding) {
    finding.evidence.visit = visit;
    return finding;
}

std::optional<Finding> shortfall_at(const JudgedHierarchy& judged, std::uint32_t node, std::uint32_t triangle,
                                    std::size_t side) {
    const auto found = judged.shortfall_of(node, triangle);
    if (!found) return std::nullopt;
    Finding finding = wrong_finding(
        Stage::volume, std::string("node ") + std::to_string(node) + (side == 0 ? " of a" : " of b") +
                           " does not contain triangle " + std::to_string(triangle) +
                           " below it, which extends beyond " + found->excess.side + " by " +
                           length_text(found->excess.length, judged.record->length_unit));
    finding.hierarchy = judged.record->id;
    finding.node = node;
    finding.evidence.side = side;
    finding.evidence.triangle = triangle;
    return finding;
}

// All nodes from the leaves that contain the triangle up to the root.
std::set<std::uint32_t> nodes_above(const JudgedHierarchy& judged, std::uint32_t triangle) {
    std::set<std::uint32_t> nodes;
    if (triangle < judged.links.leaves_of.size())
        for (const std::uint32_t leaf : judged.links.leaves_of[triangle])
            for (const std::uint32_t node : judged.links.path_to(leaf)) nodes.insert(node);
    return nodes;
}

std::optional<Finding> deepest_shortfall(const JudgedHierarchy& judged, std::uint32_t triangle,
                                         std::size_t side) {
    for (const std::uint32_t leaf : judged.links.leaves_of[triangle])
        if (const auto found = judged.find_shortfall(leaf, triangle))
            return shortfall_at(judged, found->node, triangle, side);
    return std::nullopt;
}

// The interval of a world triangle on an axis in the frame of a, as text.
std::string interval_text(const Triangle64& triangle, const Pose& a_from_world, const glm::dvec3& axis_a) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const glm::dvec3& p_w : triangle) {
        const double along = glm::dot(a_from_world * p_w, axis_a);
        low = std::min(low, along);
        high = std::max(high, along);
    }
    return "[" + length_text(low) + ", " + length_text(high) + "]";
}

// Parts of sentences about a visit. A pair of triangles counts if it belongs in the correct answer: it intersects, is
// within the margin, or is the closest pair.
struct VisitWords {
    const char* fact;       // about two volumes that the visit pruned
    const char* pruned;     // what the visit reports about them
    const char* missed;     // the visit to the two triangles reports that they do not count
    const char* unreported; // the visit to the two triangles found them, but the answer lacks them
    const char* opened;     // the visit found that the volumes must be opened
    const char* found;      // the visit to the two triangles reports that they count
    const char* listed;     // the visit to the two triangles rejected them, but the answer has them
};

const VisitWords& words_of(QueryEvidence::Question question) {
    static constexpr VisitWords kIntersection{
        " overlap, since they contain the triangles, but visit ",
        " reports that they do not",
        " tested the triangles and reports that they do not intersect",
        " found that the triangles intersect, but the answer does not list them",
        " were found to overlap in visit ",
        " tested the triangles and reports that they intersect",
        " found that the triangles do not intersect, but the answer lists them"};
    static constexpr VisitWords kCloseness{
        " are within the margin of each other, since they contain the triangles, but visit ",
        " reports that they are not",
        " tested the triangles and reports that they are not within the margin",
        " found that the triangles are within the margin, but the answer does not list them",
        " were found to be within the margin in visit ",
        " tested the triangles and reports that they are within the margin",
        " found that the triangles are not within the margin, but the answer lists them"};
    static constexpr VisitWords kDistance{
        " are at most as far apart as the triangles that they contain, but visit ",
        " reports that they cannot contain the closest triangles",
        " measured the triangles and reports that they are not the closest",
        " found that the triangles are the closest so far, but the answer is another distance",
        " could contain a smaller distance according to visit ",
        " measured the triangles and reports that they are the closest",
        " found that the triangles are not the closest, but the answer is their distance"};
    switch (question) {
    case QueryEvidence::Question::closeness:
        return kCloseness;
    case QueryEvidence::Question::distance:
        return kDistance;
    default:
        return kIntersection;
    }
}

// The finding for a visit that prunes two volumes although they contain the triangles of a pair that counts.
Finding wrong_test(const QueryEvidence& evidence, TrianglePair pair, const RecordedVisit& visit,
                   std::size_t index) {
    const VisitWords& words = words_of(evidence.question);
    std::string text = nodes_text(visit) + words.fact + std::to_string(index) + words.pruned;
    const capture::Reals& axes = evidence.visits->axes;
    // NaN: the axis of this visit was not recorded, although axes of other visits of the query were.
    if (axes.size() >= 3 * (index + 1) && !std::isnan(axes[3 * index])) {
        const glm::dvec3 axis_a(axes[3 * index], axes[3 * index + 1], axes[3 * index + 2]);
        const Pose a_from_world = inverse(evidence.world_from_a);
        text += "; on the claimed axis, in the frame of a, the triangles cover " +
                interval_text((*evidence.world[0])[pair.first], a_from_world, axis_a) + " and " +
                interval_text((*evidence.world[1])[pair.second], a_from_world, axis_a);
        if (evidence.visits->values.size() > index && !std::isnan(evidence.visits->values[index]))
            text += ", where the visit claims a gap of " + length_text(evidence.visits->values[index]);
    } else if (visit.axis >= 0) {
        text += ", by axis " + std::to_string(visit.axis);
    }
    Finding finding = wrong_finding(Stage::overlap_test, std::move(text));
    finding.hierarchy = evidence.hierarchies[0]->record->id;
    finding.node = visit.a;
    finding.evidence.side = 0;
    finding.evidence.nodes = {visit.a, visit.b};
    finding.evidence.visit = index;
    return finding;
}

// Finds the stage at which the visits lost the pair; empty if the visits do not decide it.
std::optional<Finding> find_in_visits(const QueryEvidence& evidence, TrianglePair pair) {
    const std::vector<RecordedVisit> visits = decode(*evidence.visits);
    const VisitWords& words = words_of(evidence.question);
    const JudgedHierarchy &a = *evidence.hierarchies[0], &b = *evidence.hierarchies[1];
    const std::set<std::uint32_t> above_a = nodes_above(a, pair.first), above_b = nodes_above(b, pair.second);
    std::optional<std::size_t> deepest; // the deepest visit to nodes above the pair that did not prune them
    std::uint32_t deepest_sum = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const RecordedVisit& visit = visits[i];
        if (visit.kind == kPrimitivePair && visit.a == pair.first && visit.b == pair.second) {
            const std::string name = "visit " + std::to_string(i);
            return with_visit(i, visit.verdict == 0
                                     ? wrong_finding(Stage::primitive_test, name + words.missed)
                                     : wrong_finding(Stage::report, name + words.unreported));
        }
        const bool is_above_pair =
            (visit.kind == kVolumePair || visit.kind == kVolumeBound || visit.kind == kLeafPair) &&
            above_a.contains(visit.a) && above_b.contains(visit.b);
        if (!is_above_pair) continue;
        if (visit.verdict != 0) {
            const std::uint32_t sum = a.links.depth[visit.a] + b.links.depth[visit.b];
            if (!deepest || sum >= deepest_sum) deepest = i;
            deepest_sum = std::max(deepest_sum, sum);
            continue;
        }
        // A pair is pruned wrongly because a node is too small, or otherwise because the overlap test is wrong.
        if (auto found = shortfall_at(a, visit.a, pair.first, 0)) return with_visit(i, std::move(*found));
        if (auto found = shortfall_at(b, visit.b, pair.second, 1)) return with_visit(i, std::move(*found));
        return wrong_test(evidence, pair, visit, i);
    }
    if (evidence.visits->seen > visits.size()) return std::nullopt;
    if (!deepest)
        return wrong_finding(Stage::traversal, "the roots of the two hierarchies were never tested");
    Finding finding = wrong_finding(
        Stage::traversal, nodes_text(visits[*deepest]) + words.opened + std::to_string(*deepest) +
                              ", but no pair of nodes below them that contains the triangles was tested");
    finding.evidence.nodes = {visits[*deepest].a, visits[*deepest].b};
    return with_visit(*deepest, std::move(finding));
}

Finding explain_missing(const QueryEvidence& evidence, TrianglePair pair) {
    const JudgedHierarchy *a = evidence.hierarchies[0], *b = evidence.hierarchies[1];
    // The leaves of some hierarchies contain a producer's own boxes or parts instead of triangles.
    const auto has_leaves = [](const JudgedHierarchy* judged, std::uint32_t triangle) {
        return judged != nullptr && judged->links.is_readable && triangle < judged->links.leaves_of.size();
    };
    if (!has_leaves(a, pair.first) || !has_leaves(b, pair.second))
        return wrong_finding(Stage::none, "the stage cannot be decided: record both hierarchies");
    for (std::size_t side = 0; side < 2; ++side) {
        const JudgedHierarchy& judged = *evidence.hierarchies[side];
        const std::uint32_t triangle = side == 0 ? pair.first : pair.second;
        if (!judged.links.leaves_of[triangle].empty()) continue;
        Finding finding = wrong_finding(Stage::traversal, "triangle " + std::to_string(triangle) +
                                                              (side == 0 ? " of a" : " of b") +
                                                              " is in no leaf that a query can reach");
        finding.hierarchy = judged.record->id;
        finding.evidence.side = side;
        finding.evidence.triangle = triangle;
        return finding;
    }
    if (evidence.visits != nullptr)
        if (auto found = find_in_visits(evidence, pair)) return *found;
    if (auto found = deepest_shortfall(*a, pair.first, 0)) return *found;
    if (auto found = deepest_shortfall(*b, pair.second, 1)) return *found;
    return wrong_finding(Stage::none,
                         "all nodes above triangles " + pair_text(pair) +
                             " contain them, so a test, the traversal or the report lost the pair: "
                             "record the visits to find out");
}

Finding explain_spurious(const QueryEvidence& evidence, TrianglePair pair) {
    if (evidence.visits == nullptr)
        return wrong_finding(
            Stage::none, "the test of the triangles or the report is wrong: record the visits to find out");
    const std::vector<RecordedVisit> visits = decode(*evidence.visits);
    const VisitWords& words = words_of(evidence.question);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (visits[i].kind != kPrimitivePair || visits[i].a != pair.first || visits[i].b != pair.second)
            continue;
        const std::string name = "visit " + std::to_string(i);
        return with_visit(i, visits[i].verdict != 0 ? wrong_finding(Stage::primitive_test, name + words.found)
                                                    : wrong_finding(Stage::report, name + words.listed));
    }
    if (evidence.visits->seen > visits.size())
        return wrong_finding(Stage::none, "visits were dropped: record all of them to decide");
    return wrong_finding(Stage::report, "no visit tested the triangles, but the answer lists them");
}

Finding with_triangles(TrianglePair pair, Finding finding) {
    finding.evidence.triangles = {pair.first, pair.second};
    return finding;
}

} // namespace

Finding locate_missing(const QueryEvidence& evidence, TrianglePair pair) {
    return with_triangles(pair, explain_missing(evidence, pair));
}

Finding locate_spurious(const QueryEvidence& evidence, TrianglePair pair) {
    return with_triangles(pair, explain_spurious(evidence, pair));
}

Finding locate_missed_triangle(const JudgedHierarchy* hierarchy, const capture::VisitsRecord* visits,
                               std::uint32_t triangle) {
    if (hierarchy == nullptr || !hierarchy->links.is_readable ||
        triangle >= hierarchy->links.leaves_of.size())
        return wrong_finding(Stage::none, "the stage cannot be decided: record the hierarchy");
    const std::string name = "triangle " + std::to_string(triangle);
    if (hierarchy->links.leaves_of[triangle].empty()) {
        Finding finding = wrong_finding(Stage::traversal, name + " is in no leaf that a query can reach");
        finding.hierarchy = hierarchy->record->id;
        finding.evidence.side = 0;
        finding.evidence.triangle = triangle;
        return finding;
    }
    if (auto found = deepest_shortfall(*hierarchy, triangle, 0)) return *found;
    if (visits == nullptr)
        return wrong_finding(Stage::none,
                             "all nodes above " + name +
                                 " contain it, so a test, the traversal or the report lost it: record "
                                 "the visits to find out");
    const std::vector<RecordedVisit> all = decode(*visits);
    const std::set<std::uint32_t> above = nodes_above(*hierarchy, triangle);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const RecordedVisit& visit = all[i];
        if (visit.kind == kPrimitivePair && visit.a == triangle)
            return visit.verdict == 0
                       ? wrong_finding(Stage::primitive_test, "visit " + std::to_string(i) + " tested " +
                                                                  name + " and reports no hit")
                       : wrong_finding(Stage::report, "visit " + std::to_string(i) + " hit " + name +
                                                          ", but the answer does not contain it");
        if (visit.kind != kPrimitivePair && visit.verdict == 0 && above.contains(visit.a)) {
            Finding finding =
                wrong_finding(Stage::overlap_test, "node " + std::to_string(visit.a) + " contains " + name +
                                                       ", but visit " + std::to_string(i) +
                                                       " reports that the query can skip the node");
            finding.hierarchy = hierarchy->record->id;
            finding.node = visit.a;
            finding.evidence.side = 0;
            finding.evidence.visit = i;
            return finding;
        }
    }
    if (visits->seen > all.size())
        return wrong_finding(Stage::none, "visits were dropped: record all of them to decide");
    // The deepest opened node above the triangle.
    std::optional<std::uint32_t> last;
    for (const RecordedVisit& visit : all)
        if (visit.kind != kPrimitivePair && above.contains(visit.a) &&
            (!last || hierarchy->links.depth[visit.a] > hierarchy->links.depth[*last]))
            last = visit.a;
    Finding finding = wrong_finding(
        Stage::traversal, last ? "node " + std::to_string(*last) +
                                     " was opened, but nothing below it that contains " + name + " was tested"
                               : "no node above " + name + " was tested");
    finding.hierarchy = hierarchy->record->id;
    finding.evidence.side = 0;
    if (last) finding.node = *last;
    return finding;
}

} // namespace boxwood::judge
