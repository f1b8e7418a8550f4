#include "engine/explain/verdict/surface_verdict.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/explain/verdict/nesting_verdict.hpp"
#include "engine/explain/verdict/verdict_helpers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using detail::height_over;
using detail::name_of;

struct Bounds {
    glm::dvec3 lower_w{std::numeric_limits<double>::infinity()},
        upper_w{-std::numeric_limits<double>::infinity()};
    void include(const glm::dvec3& lower, const glm::dvec3& upper) {
        lower_w = glm::min(lower_w, lower);
        upper_w = glm::max(upper_w, upper);
    }
};

bool are_within(const Bounds& a, const Bounds& b, double reach) {
    const glm::dvec3 gap = glm::max(glm::dvec3(0.0), glm::max(a.lower_w - b.upper_w, b.lower_w - a.upper_w));
    return glm::dot(gap, gap) <= reach * reach;
}

struct Facet : Bounds {
    Triangle64 corners_w;
    std::uint32_t index = 0; // index of the triangle in the body
    std::uint32_t surface = 0;
};

// One surface of a body, with its facets sorted along x.
struct Patch : Bounds {
    std::vector<Facet> facets;
    double widest = 0.0; // largest extent of a facet along x
};

Patch patch_of(const BodySurface& surface, std::uint32_t number) {
    const MeshView mesh = surface.shape->mesh();
    Patch patch;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        Facet facet;
        facet.corners_w = world_triangle(surface.world_from_surface, mesh, t);
        for (const glm::dvec3& p : facet.corners_w) facet.include(p, p);
        facet.index = surface.first_triangle + t;
        facet.surface = number;
        patch.include(facet.lower_w, facet.upper_w);
        patch.widest = std::max(patch.widest, facet.upper_w.x - facet.lower_w.x);
        patch.facets.push_back(facet);
    }
    std::sort(patch.facets.begin(), patch.facets.end(),
              [](const Facet& p, const Facet& q) { return p.lower_w.x < q.lower_w.x; });
    return patch;
}

std::vector<Patch> patches_of(const Body& body) {
    std::vector<Patch> patches;
    for (std::uint32_t k = 0; k < surface_count(body); ++k)
        patches.push_back(patch_of(surface_of(body, k), k));
    return patches;
}

std::size_t triangle_count(const Body& body) {
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < surface_count(body); ++k)
        count += surface_of(body, k).shape->mesh().triangles.size();
    return count;
}

// Subtracts `count` from the budget. Returns false if the budget is too small, and sets it to 0.
bool take(std::size_t count, JudgeBudget& io_budget) {
    const bool suffices = count <= io_budget;
    io_budget -= std::min(count, io_budget);
    return suffices;
}

constexpr std::size_t kTestCost = 100; // of a test of two triangles, in comparisons of boxes

// Calls visit(facet of a, facet of b) for all pairs with a box distance of at most `reach`, starting at facet io_next
// of a. If the budget is exhausted, returns false and sets io_next to the first facet that was not visited.
template <class Visit>
bool visit_facets(const Patch& a, const Patch& b, double reach, JudgeBudget& io_budget, std::size_t& io_next,
                  Visit&& visit) {
    auto first = b.facets.begin();
    for (; io_next < a.facets.size(); ++io_next) {
        if (io_budget == 0) return false;
        const Facet& own = a.facets[io_next];
        while (first != b.facets.end() && first->lower_w.x + b.widest < own.lower_w.x - reach) ++first;
        for (auto other = first; other != b.facets.end() && other->lower_w.x <= own.upper_w.x + reach;
             ++other) {
            const bool is_near = are_within(own, *other, reach);
            take(is_near ? kTestCost : 1, io_budget);
            if (is_near) visit(own, *other);
        }
    }
    return true;
}

template <class Visit>
bool visit_facets(const Patch& a, const Patch& b, double reach, JudgeBudget& io_budget, Visit&& visit) {
    std::size_t next = 0;
    return visit_facets(a, b, reach, io_budget, next, visit);
}

// True if all corners of b are at least `reach` beyond all corners of a along the direction. No two points are then
// closer than `reach`. False if the direction is not a unit vector, because it was made from coincident points.
bool are_separated_along(const Patch& a, const Patch& b, const glm::dvec3& direction_w, double reach) {
    if (!(glm::dot(direction_w, direction_w) > 0.5)) return false;
    double end_a = -std::numeric_limits<double>::infinity(), begin_b = -end_a;
    for (const Facet& facet : a.facets)
        for (const glm::dvec3& p : facet.corners_w) end_a = std::max(end_a, glm::dot(direction_w, p));
    for (const Facet& facet : b.facets)
        for (const glm::dvec3& p : facet.corners_w) begin_b = std::min(begin_b, glm::dot(direction_w, p));
    return begin_b - end_a >= reach;
}

// All pairs of triangles of two bodies.
class FacetPairs {
  public:
    FacetPairs(const Body& a, const Body& b)
        : a_(patches_of(a))
        , b_(patches_of(b)) {}

    // The position where an interrupted loop continues: a pair of surfaces, and a facet of the first surface.
    struct Position {
        std::size_t surfaces = 0, facet = 0;
    };

    template <class Visit>
    bool for_each_within(double reach, JudgeBudget& io_budget, Visit&& visit) const {
        Position position;
        return for_each_within(reach, io_budget, position, visit);
    }
    // Continues from io_position. If the budget is exhausted, returns false; the next call can continue from
    // io_position.
    template <class Visit>
    bool for_each_within(double reach, JudgeBudget& io_budget, Position& io_position, Visit&& visit) const {
        for (; io_position.surfaces < a_.size() * b_.size(); ++io_position.surfaces, io_position.facet = 0) {
            const Patch &own = a_[io_position.surfaces / b_.size()],
                        &other = b_[io_position.surfaces % b_.size()];
            if (are_within(own, other, reach) &&
                !visit_facets(own, other, reach, io_budget, io_position.facet, visit))
                return false;
        }
        return true;
    }

    // Skips pairs of surfaces that are separated by at least `reach` along direction_w, or along the line between their
    // centers.
    template <class Visit>
    bool for_each_nearer(double reach, const glm::dvec3& direction_w, JudgeBudget& io_budget,
                         Visit&& visit) const {
        for (const Patch& own : a_)
            for (const Patch& other : b_) {
                if (!are_within(own, other, reach)) continue;
                if (!take(own.facets.size() + other.facets.size(), io_budget)) return false;
                const glm::dvec3 middle_w =
                    glm::normalize(other.lower_w + other.upper_w - own.lower_w - own.upper_w);
                if (are_separated_along(own, other, direction_w, reach) ||
                    are_separated_along(own, other, middle_w, reach))
                    continue;
                if (!visit_facets(own, other, reach, io_budget, visit)) return false;
            }
        return true;
    }

  private:
    std::vector<Patch> a_, b_;
};

using SurfacePair = std::pair<std::uint32_t, std::uint32_t>;

struct Found {
    // The intersecting triangles of each pair of surfaces in contact. A list is empty if one surface contains the
    // other.
    std::map<SurfacePair, std::vector<PrimitivePair>> triangles;

    // The sorted triangles of the pairs of surfaces for which counts(pair) is true.
    template <class Counts>
    std::vector<PrimitivePair> triangles_where(Counts&& counts) const {
        std::vector<PrimitivePair> all;
        for (const auto& [surfaces, pairs] : triangles)
            if (counts(surfaces)) all.insert(all.end(), pairs.begin(), pairs.end());
        std::sort(all.begin(), all.end());
        return all;
    }
    std::vector<PrimitivePair> all_triangles() const {
        return triangles_where([](const SurfacePair&) { return true; });
    }
};

// If the budget is exhausted, returns false; the next call can continue from io_position.
bool find_intersections(const FacetPairs& facets, JudgeBudget& io_budget, FacetPairs::Position& io_position,
                        Found& io_found) {
    return facets.for_each_within(0.0, io_budget, io_position, [&](const Facet& a, const Facet& b) {
        if (!triangles_intersect(a.corners_w, b.corners_w)) return;
        io_found.triangles[{a.surface, b.surface}].push_back({a.index, b.index});
    });
}

// Whether the list is right. If wants_all, it must contain all found pairs. Otherwise it must be a subset, which is
// empty only if no pair was found.
bool are_listed_right(std::span<const PrimitivePair> listed, const std::vector<PrimitivePair>& found,
                      bool wants_all) {
    return wants_all ? std::ranges::equal(listed, found)
                     : std::ranges::includes(found, listed) && listed.empty() == found.empty();
}

double height_over_w(const BodySurface& surface, const glm::dvec3& point_w) {
    return height_over(*surface.shape->polytope(), inverse_rigid(surface.world_from_surface) * point_w);
}

glm::dvec3 corner_w(const BodySurface& surface) {
    return surface.world_from_surface * surface.shape->polytope()->positions()[0];
}

// Adds the pairs of parts where one part contains the other. It is enough to test one corner of the inner part.
void add_nested(const Body& a, const Body& b, Found& io_found) {
    for (std::uint32_t i = 0; i < surface_count(a); ++i)
        for (std::uint32_t k = 0; k < surface_count(b); ++k) {
            const BodySurface own = surface_of(a, i), other = surface_of(b, k);
            if (height_over_w(own, corner_w(other)) <= 0.0 || height_over_w(other, corner_w(own)) <= 0.0)
                io_found.triangles.try_emplace({i, k});
        }
}

// --- parts in contact that were not reported ---------------------------------------------------------------

// The narrow phase uses the relative pose of two parts. For translations t and s, the error of this pose is at most
//     2 u |t|                 for the origin of a part in the world, and for its vertices,
//     6 u |t|                 for the inverse of the first pose, three products and sums for each coordinate,
//     8 u (|s| + |t|)         for the product of both,
// where u = 2^-53. The sum is less than 16 u (|s| + |t|) = 2^-49 (|s| + |t|). The narrow phase can report surfaces that
// overlap by less as disjoint.
constexpr double kPoseRounding = 0x1p-49;

double pose_rounding_of(const Body& body, const BodySurface& surface) {
    return kPoseRounding *
           (glm::length(body.world_from_body.origin) + glm::length(surface.world_from_surface.origin) +
            surface.shape->polytope()->extent());
}

// A part with the axes of the world, relative to an origin near both parts. The parts' distance from the world's origin
// then does not cost precision.
struct NearPart {
    const Polytope& polytope;
    glm::dmat3 near_from_part;
    glm::dvec3 origin;

    glm::dvec3 into(const glm::dvec3& point) const { return (point - origin) * near_from_part; }
    glm::dvec3 out_of(const glm::vec3& point) const { return origin + near_from_part * glm::dvec3(point); }
};

struct PointSum {
    glm::dvec3 sum{0.0};
    std::size_t count = 0;
};

// For each edge of `of` that is partly inside `in`, adds the end points of the part inside.
void add_common_points(const NearPart& of, const NearPart& in, PointSum& io_points) {
    for (const Polytope::Edge& edge : of.polytope.edges()) {
        const glm::dvec3 tail = of.out_of(of.polytope.positions()[edge.tail]),
                         head = of.out_of(of.polytope.positions()[edge.head]);
        const glm::dvec3 tail_in = in.into(tail), head_in = in.into(head);
        double begin = 0.0, end = 1.0; // parameters from tail to head
        for (const Polytope::Face& face : in.polytope.faces()) {
            const double at_tail = glm::dot(face.normal, tail_in) - face.offset,
                         at_head = glm::dot(face.normal, head_in) - face.offset;
            if (at_tail > 0.0 && at_head > 0.0)
                end = -1.0; // empty
            else if (at_tail > 0.0)
                begin = std::max(begin, at_tail / (at_tail - at_head));
            else if (at_head > 0.0)
                end = std::min(end, at_tail / (at_tail - at_head));
        }
        if (begin > end) continue;
        for (const double t : {begin, end}) io_points.sum += tail + t * (head - tail);
        io_points.count += 2;
    }
}

// True if a common point lies deeper than the error bound in one of the parts. No translation shorter than the error
// bound then separates the parts. The point is the centroid of the corners of the intersection. An overlap that is not
// detected is therefore at most as thick as the error bound times the number of these corners.
bool overlap_deeper(const BodySurface& a, const BodySurface& b, double error_bound) {
    const NearPart own{*a.shape->polytope(), a.world_from_surface.linear, glm::dvec3(0.0)},
        other{*b.shape->polytope(), b.world_from_surface.linear,
              b.world_from_surface.origin - a.world_from_surface.origin};
    PointSum points;
    add_common_points(own, other, points);
    add_common_points(other, own, points);
    if (points.count == 0) return false;
    const glm::dvec3 middle = points.sum / static_cast<double>(points.count);
    return std::min(height_over(own.polytope, own.into(middle)),
                    height_over(other.polytope, other.into(middle))) < -error_bound;
}

std::set<SurfacePair> list_parts(std::span<const PartContact> listed) {
    std::set<SurfacePair> listed_parts;
    for (const PartContact& contact : listed) listed_parts.insert({contact.part_a, contact.part_b});
    return listed_parts;
}

// Returns a message about a missing contact of parts. Empty if none is missing.
std::optional<std::string> judge_missing_contacts(const Body& a, const Body& b,
                                                  const std::set<SurfacePair>& listed_parts,
                                                  const Found& found) {
    for (const auto& [parts, triangles] : found.triangles) {
        if (listed_parts.contains(parts)) continue;
        const BodySurface own = surface_of(a, parts.first), other = surface_of(b, parts.second);
        if (overlap_deeper(own, other, pose_rounding_of(a, own) + pose_rounding_of(b, other)))
            return "parts " + std::to_string(parts.first) + " and " + std::to_string(parts.second) +
                   " intersect, but are not listed";
    }
    return std::nullopt;
}

std::optional<std::string> judge_part_contacts(const Body& a, const Body& b,
                                               std::span<const PartContact> listed, double error_bound) {
    for (const PartContact& contact : listed) {
        if (height_over_w(surface_of(a, contact.part_a), contact.point_w) > error_bound ||
            height_over_w(surface_of(b, contact.part_b), contact.point_w) > error_bound)
            return "parts are reported as in contact, but have no common point";
    }
    return std::nullopt;
}

// Checks that the witness points lie on the reported parts at the reported distance, and that no parts are closer.
std::optional<std::string> judge_part_distance(const Body& a, const Body& b, const PairResult& pair,
                                               double nearest, double error_bound) {
    if (nearest < pair.distance - error_bound) return "parts are closer than reported";
    if (pair.is_lower_bound) return std::nullopt;
    if (std::abs(glm::distance(pair.point_on_a_w, pair.point_on_b_w) - pair.distance) > error_bound)
        return "the distance of the witness points is not the reported distance";
    if (height_over_w(surface_of(a, pair.part_a), pair.point_on_a_w) > error_bound ||
        height_over_w(surface_of(b, pair.part_b), pair.point_on_b_w) > error_bound)
        return "a witness point is not on its part";
    return std::nullopt;
}

// --- nesting in solids ------------------------------------------------------------------------------------------

std::vector<Triangle64> triangles_of(const BodySurface& surface) {
    std::vector<Triangle64> triangles;
    const MeshView mesh = surface.shape->mesh();
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        triangles.push_back(world_triangle(surface.world_from_surface, mesh, t));
    return triangles;
}

struct Nested {
    bool a_in_b = false, b_in_a = false;
    bool any() const { return a_in_b || b_in_a; }
};

// Requires surfaces that do not intersect. Empty if the budget is exhausted, or if rounding decides.
std::optional<Nested> find_nested(const Body& a, const Body& b, JudgeBudget& io_budget,
                                  bool& out_is_undecided) {
    constexpr std::size_t kAngleCost = 50; // of a solid angle, in comparisons of boxes
    std::size_t angles = io_budget / kAngleCost;
    Nested nested;
    bool is_certain = true;
    out_is_undecided = false;
    const auto add = [&](const BodySurface& solid, const BodySurface& inner, bool& io_is_inside) {
        if (!solid.shape->is_solid() || io_is_inside) return;
        const std::vector<Triangle64> around = triangles_of(solid);
        const std::optional<bool> found = contains_part(around, triangles_of(inner), angles);
        io_is_inside |= found.value_or(false);
        is_certain &= found.has_value();
        out_is_undecided |= !found && angles >= around.size();
    };
    for (std::uint32_t i = 0; i < surface_count(a); ++i)
        for (std::uint32_t k = 0; k < surface_count(b); ++k) {
            add(surface_of(b, k), surface_of(a, i), nested.a_in_b);
            add(surface_of(a, i), surface_of(b, k), nested.b_in_a);
        }
    io_budget = angles * kAngleCost;
    return is_certain ? std::optional(nested) : std::nullopt;
}

// For a pair with a mesh whose surfaces do not intersect.
std::optional<std::string> judge_nesting(const PairResult& pair, const Nested& nested, bool has_parts) {
    if (pair.is_contact() && !nested.any())
        return "reported as in contact, but no triangles intersect, and neither body lies inside the other";
    if (!pair.is_contact() && nested.any())
        return "one body lies inside the other, a solid, but no contact is reported";
    if (pair.is_contact() != (pair.nesting != Nesting::none))
        return pair.is_contact()
                   ? "reported as in contact, but one body lies inside the other, and this is not reported"
                   : "reported as disjoint, but one body is reported to lie inside the other";
    const bool reports_a_in_b = pair.nesting == Nesting::a_in_b || pair.nesting == Nesting::both,
               reports_b_in_a = pair.nesting == Nesting::b_in_a || pair.nesting == Nesting::both;
    // For compounds, the nesting refers to the first nested parts.
    const bool is_right = has_parts ? (!reports_a_in_b || nested.a_in_b) && (!reports_b_in_a || nested.b_in_a)
                                    : reports_a_in_b == nested.a_in_b && reports_b_in_a == nested.b_in_a;
    if (!is_right) return "the wrong body is reported to lie inside the other";
    return std::nullopt;
}

SurfaceVerdict conclude(const PairResult& pair, std::optional<std::string> wrong) {
    if (wrong) wrong = name_of(pair.bodies) + ": " + *wrong;
    return {true, std::move(wrong)};
}

} // namespace

struct TriangleSearch::State {
    FacetPairs facets;
    FacetPairs::Position position;
    Found found;
    bool is_complete = false;
};

TriangleSearch::TriangleSearch() = default;
TriangleSearch::~TriangleSearch() = default;
TriangleSearch::TriangleSearch(TriangleSearch&&) noexcept = default;
TriangleSearch& TriangleSearch::operator=(TriangleSearch&&) noexcept = default;

bool TriangleSearch::is_interrupted() const {
    return state_ && !state_->is_complete;
}

SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget) {
    TriangleSearch search;
    return judge_triangles(pair, io_budget, search);
}

SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search) {
    const PairResult& result = pair.result;
    if (!io_search.state_) {
        if (!take(triangle_count(pair.a) + triangle_count(pair.b), io_budget)) return {};
        io_search.state_ = std::make_unique<TriangleSearch::State>(
            TriangleSearch::State{FacetPairs(pair.a, pair.b), {}, {}});
    }
    TriangleSearch::State& search = *io_search.state_;
    search.is_complete =
        search.is_complete || find_intersections(search.facets, io_budget, search.position, search.found);
    if (!search.is_complete) return {};
    const std::vector<PrimitivePair> triangles = search.found.all_triangles();
    if (!result.has_distance() && triangles.empty()) {
        bool is_undecided = false;
        const std::optional<Nested> nested = find_nested(pair.a, pair.b, io_budget, is_undecided);
        if (!nested) return {false, std::nullopt, is_undecided};
        if (const auto wrong = judge_nesting(result, *nested, pair.a.parts || pair.b.parts))
            return conclude(result, wrong);
    } else if (!result.has_distance() && (!result.is_contact() || result.nesting != Nesting::none)) {
        return conclude(result, "triangles intersect, but this is not reported");
    }
    const QueryMode mode = pair.settings.mesh_query.mode;
    const bool wants_all = result.has_distance() || mode == QueryMode::all,
               wants_none =
                   !result.has_distance() && (mode == QueryMode::distance || mode == QueryMode::within);
    if (wants_none ? !pair.triangles.empty() : !are_listed_right(pair.triangles, triangles, wants_all))
        return conclude(result, "the listed triangles are not the intersecting triangles");
    return conclude(result, std::nullopt);
}

SurfaceVerdict judge_self_contacts(const Body& body, const SelfContactResult& result,
                                   std::span<const PrimitivePair> listed, JudgeBudget& io_budget) {
    const MeshView mesh = body.shape->mesh();
    const std::span<const glm::vec3> rest = body.deforming->rest()->mesh().positions;
    if (!take(mesh.triangles.size(), io_budget)) return {};
    const Patch patch = patch_of({body.shape.get(), kNone, 0, Pose{}}, 0);
    const auto are_neighbors = [&](std::uint32_t i, std::uint32_t k) {
        for (const std::uint32_t v : mesh.triangles[i])
            for (const std::uint32_t w : mesh.triangles[k])
                if (v == w || rest[v] == rest[w]) return true;
        return false;
    };
    std::vector<PrimitivePair> found;
    const bool is_done = visit_facets(patch, patch, 0.0, io_budget, [&](const Facet& p, const Facet& q) {
        if (p.index < q.index && !are_neighbors(p.index, q.index) &&
            triangles_intersect(p.corners_w, q.corners_w))
            found.push_back({p.index, q.index});
    });
    if (!is_done) return {};
    std::sort(found.begin(), found.end());
    if (result.is_complete ? std::ranges::equal(listed, found) : std::ranges::includes(found, listed))
        return {true, std::nullopt};
    return {true, "body " + std::to_string(result.body) +
                      ": the listed self-contacts differ from the intersecting triangles of its mesh"};
}

SurfaceVerdict judge_distance(const JudgedPair& judged, double error_bound, JudgeBudget& io_budget) {
    const Body &a = judged.a, &b = judged.b;
    const PairResult& pair = judged.result;
    const Pose a_from_b = inverse_rigid(a.world_from_body) * b.world_from_body;
    // If one polytope contains the other, the centroid of the inner polytope is inside both.
    if (height_over(*a.shape->polytope(), a_from_b * b.shape->polytope()->centroid()) < -error_bound ||
        height_over(*b.shape->polytope(), inverse_rigid(a_from_b) * a.shape->polytope()->centroid()) <
            -error_bound)
        return {true, "reported as disjoint, but one body contains the centroid of the other"};
    if (!take(triangle_count(a) + triangle_count(b), io_budget)) return {};
    double nearest = std::numeric_limits<double>::infinity();
    const bool is_done = FacetPairs(a, b).for_each_within(
        pair.distance + error_bound, io_budget, [&](const Facet& p, const Facet& q) {
            nearest = std::min(nearest, find_closest_points(p.corners_w, q.corners_w).distance);
        });
    if (!is_done) return {};
    if (std::abs(nearest - pair.distance) <= error_bound) return {true, std::nullopt};
    return {true, nearest < pair.distance ? "their triangles are closer than the reported distance"
                                          : "no two triangles are as close as the reported distance"};
}

std::optional<double> find_distance(const BodySurface& a, const BodySurface& b, double reach,
                                    JudgeBudget& io_budget) {
    if (!take(a.shape->mesh().triangles.size() + b.shape->mesh().triangles.size(), io_budget))
        return std::nullopt;
    double nearest = std::numeric_limits<double>::infinity();
    const Patch own = patch_of(a, 0), other = patch_of(b, 0);
    if (!are_within(own, other, reach)) return nearest;
    const bool is_done = visit_facets(own, other, reach, io_budget, [&](const Facet& p, const Facet& q) {
        const bool meet = triangles_intersect(p.corners_w, q.corners_w);
        nearest = std::min(nearest, meet ? 0.0 : find_closest_points(p.corners_w, q.corners_w).distance);
    });
    if (!is_done) return std::nullopt;
    const bool are_nested =
        (a.shape->polytope() && height_over_w(a, glm::dvec3(other.facets[0].corners_w[0])) <= 0.0) ||
        (b.shape->polytope() && height_over_w(b, glm::dvec3(own.facets[0].corners_w[0])) <= 0.0);
    if (are_nested) return 0.0;
    return nearest <= reach ? nearest : std::numeric_limits<double>::infinity();
}

SurfaceVerdict judge_parts(const JudgedPair& judged, double error_bound, JudgeBudget& io_budget) {
    const Body &a = judged.a, &b = judged.b;
    const PairResult& pair = judged.result;
    if (!take(triangle_count(a) + triangle_count(b), io_budget)) return {};
    const FacetPairs facets(a, b);
    Found found;
    FacetPairs::Position position;
    if (!find_intersections(facets, io_budget, position, found)) return {};
    add_nested(a, b, found);
    const std::span<const PartContact> listed = judged.parts;
    if (pair.is_contact() == listed.empty())
        return conclude(pair, "the contact of the bodies contradicts the list of touching parts");
    if (const auto wrong = judge_part_contacts(a, b, listed, error_bound)) return conclude(pair, wrong);
    const std::set<SurfacePair> listed_parts = list_parts(listed);
    if (const auto wrong = judge_missing_contacts(a, b, listed_parts, found)) return conclude(pair, wrong);
    if (pair.is_contact()) {
        // Triangles are listed only for parts that are listed as in contact.
        const auto is_listed = [&](const SurfacePair& parts) { return listed_parts.contains(parts); };
        if (judged.settings.find_polytope_triangles &&
            !are_listed_right(judged.triangles, found.triangles_where(is_listed), true))
            return conclude(pair, "the listed triangles are not the intersecting triangles");
        return conclude(pair, std::nullopt);
    }
    double nearest = std::numeric_limits<double>::infinity();
    const glm::dvec3 direction_w = glm::normalize(pair.point_on_b_w - pair.point_on_a_w);
    const auto add_distance = [&](const Facet& p, const Facet& q) {
        nearest = std::min(nearest, find_closest_points(p.corners_w, q.corners_w).distance);
    };
    const bool is_done = facets.for_each_nearer(std::max(0.0, pair.distance - error_bound), direction_w,
                                                io_budget, add_distance);
    if (!is_done) return {};
    return conclude(pair, judge_part_distance(a, b, pair, nearest, error_bound));
}

} // namespace boxwood
