#include "engine/judge/judge_rays.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "engine/judge/locate_fault.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace boxwood::judge {
namespace {

using capture::kUnknown;
using capture::QueryRecord;

constexpr double kNoHit = std::numeric_limits<double>::infinity();
constexpr double kMaxDepthWork = 2e8;

Finding right_answer(std::string text) {
    return {Outcome::right, Stage::none, {}, {}, {}, std::move(text)};
}
Finding within_error(const QueryRecord& query, const Scene& scene, double deviation) {
    return {Outcome::within_precision,
            Stage::none,
            {},
            {},
            {},
            "off by " + length_text(deviation) + ", within " + error_text(query, scene)};
}
Finding wrong_at(Stage stage, std::string text) {
    return {Outcome::wrong, stage, {}, {}, {}, std::move(text)};
}

bool is_finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// The vector of three finite numbers; empty for any other input.
std::optional<glm::dvec3> vector_from(const capture::Reals& numbers) {
    if (numbers.size() != 3) return std::nullopt;
    const glm::dvec3 v(numbers[0], numbers[1], numbers[2]);
    return is_finite(v) ? std::optional(v) : std::nullopt;
}

Triangle64 segment_of(const glm::dvec3& p, const glm::dvec3& q) {
    return {p, q, q};
}

// Extends the scene's reach, and with it the default error, by a point of the query.
void include_point(const QueryRecord& query, const glm::dvec3& point, Scene& io_scene) {
    io_scene.reach = std::max({io_scene.reach, std::abs(point.x), std::abs(point.y), std::abs(point.z)});
    if (std::isnan(query.declared_error)) io_scene.error = default_error(query.scalar_bits, io_scene.reach);
}

// The finding for a triangle of a that is missing in the answer. Its stage is the first faulty stage that the hierarchy
// and the visits reveal.
Finding missed_triangle(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                        const QueryRecord& query, std::uint32_t triangle, const std::string& what) {
    const capture::QuerySideRecord& side = query.sides[0];
    const auto judged = hierarchies.find({side.hierarchy, side.hierarchy_revision});
    const bool is_of_mesh = judged != hierarchies.end() && judged->second.mesh->id == side.mesh &&
                            judged->second.record->mesh_revision == side.mesh_revision;
    if (judged != hierarchies.end() && !is_of_mesh)
        return wrong_at(Stage::input, what + ", because hierarchy " + std::to_string(side.hierarchy) +
                                          " was built over another mesh or revision");
    const auto visits = capture.visits.find(query.id);
    Finding located =
        locate_missed_triangle(is_of_mesh ? &judged->second : nullptr,
                               visits == capture.visits.end() ? nullptr : &visits->second, triangle);
    located.text = what + (located.stage == Stage::none ? "; " : ", because ") + located.text;
    return located;
}

// --- rays ---

struct RayHit {
    std::uint32_t triangle = 0;
    double length = 0; // from the origin
    glm::dvec3 point{0};
    double margin = 0; // the ray still hits the triangle after a translation of at most this length
};

struct Ray {
    glm::dvec3 origin{0}, unit{0}, end{0};
    bool has_end = false;
    Triangle64 segment() const { return segment_of(origin, end); }
};

RayHit hit_at(const Ray& ray, const WorldTriangles& triangles, std::uint32_t index) {
    using Vec = glm::vec<3, long double>;
    const Triangle64& t = triangles[index];
    const Vec o(ray.origin), d(ray.unit), a(t[0]), normal = glm::cross(Vec(t[1]) - a, Vec(t[2]) - a);
    const long double reach = glm::length(Vec(ray.end) - o), slope = glm::dot(normal, d);
    long double length = 0;
    if (std::abs(slope) > 1e-15L * glm::length(normal)) {
        length = std::clamp(glm::dot(normal, a - o) / slope, 0.0L, reach);
    } else if (!triangles_intersect(segment_of(ray.origin, ray.origin), t)) {
        // The ray lies in the triangle's plane and enters the triangle through an edge.
        length = reach;
        for (std::size_t i = 0; i < 3; ++i) {
            const Triangle64 edge = segment_of(t[i], t[(i + 1) % 3]);
            if (!triangles_intersect(edge, ray.segment())) continue;
            const ExactDistance near = triangle_distance(edge, ray.segment());
            length = std::min(length, glm::dot(Vec(near.on_b) - o, d));
        }
    }
    RayHit hit{index, static_cast<double>(length), glm::dvec3(o + length * d), kNoHit};
    for (std::size_t i = 0; i < 3; ++i)
        hit.margin =
            std::min(hit.margin, triangle_distance(segment_of(t[i], t[(i + 1) % 3]), ray.segment()).distance);
    hit.margin = std::min(hit.margin, triangle_distance(t, segment_of(ray.origin, ray.origin)).distance);
    if (ray.has_end)
        hit.margin = std::min(hit.margin, triangle_distance(t, segment_of(ray.end, ray.end)).distance);
    return hit;
}

// All triangles that the ray hits, nearest first.
std::vector<RayHit> find_hits(const Ray& ray, const WorldTriangles& triangles) {
    const glm::dvec3 lower = glm::min(ray.origin, ray.end), upper = glm::max(ray.origin, ray.end);
    std::vector<RayHit> hits;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle64& t = triangles[i];
        const bool is_near = glm::all(glm::lessThanEqual(glm::min(t[0], glm::min(t[1], t[2])), upper)) &&
                             glm::all(glm::lessThanEqual(lower, glm::max(t[0], glm::max(t[1], t[2]))));
        if (is_near && triangles_intersect(t, ray.segment())) hits.push_back(hit_at(ray, triangles, i));
    }
    std::sort(hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) {
        return a.length != b.length ? a.length < b.length : a.triangle < b.triangle;
    });
    return hits;
}

// The distance from the ray to the nearest triangle.
double gap_to(const WorldTriangles& triangles, const Ray& ray) {
    double smallest = kNoHit;
    const double reach = glm::length(ray.end - ray.origin);
    for (const Triangle64& t : triangles) {
        // Skips a triangle if its bounding sphere is too far away. The last term covers rounding.
        const glm::dvec3 center = (t[0] + t[1] + t[2]) / 3.0, offset = center - ray.origin;
        const double radius = std::max({glm::length(t[0] - center), glm::length(t[1] - center),
                                        glm::length(t[2] - center)}),
                     along = std::clamp(glm::dot(offset, ray.unit), 0.0, reach),
                     away = glm::length(offset - along * ray.unit);
        if (away - radius - 1e-12 * (away + along + radius) > smallest) continue;
        smallest = std::min(smallest, triangle_distance(t, ray.segment()).distance);
    }
    return smallest;
}

std::string hit_text(const RayHit& hit) {
    return "the ray hits triangle " + std::to_string(hit.triangle) + " at " + length_text(hit.length);
}

// Reads the ray of a query; returns "" or a description of the defect.
std::string ray_from(const QueryRecord& query, const Scene& scene, Ray& out_ray) {
    const auto origin = vector_from(query.origin), direction = vector_from(query.direction);
    if (!origin) return "the origin of the ray is not three finite numbers";
    if (!direction || glm::length(*direction) == 0)
        return "the direction of the ray is zero, or is not three finite numbers";
    out_ray.origin = *origin;
    out_ray.unit = *direction / glm::length(*direction);
    out_ray.has_end = std::isfinite(query.max_t);
    if (out_ray.has_end && query.max_t < 0) return "max_t of the ray is negative";
    // An unbounded ray ends at a point beyond all triangles.
    const double far = 2 * std::sqrt(3.0) * (scene.reach + glm::length(*origin)) + 1;
    out_ray.end = out_ray.has_end ? *origin + query.max_t * *direction : *origin + far * out_ray.unit;
    if (!is_finite(out_ray.unit) || !is_finite(out_ray.end)) return "the coordinates of the ray overflow";
    return "";
}

} // namespace

Finding judge_ray(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                  const QueryRecord& query, Scene& io_scene) {
    Ray ray;
    if (const std::string defect = ray_from(query, io_scene, ray); !defect.empty())
        return wrong_input(defect);
    const bool claims_none = query.verdict == 0;
    if (query.verdict == kUnknown && query.pairs_a.empty() && std::isnan(query.distance))
        return undecided("no answer was recorded");
    include_point(query, ray.origin, io_scene);
    const Scene& scene = io_scene;
    const WorldTriangles& triangles = scene.triangles[0];
    const std::vector<RayHit> hits = find_hits(ray, triangles);
    const auto missed = [&](const RayHit& hit, const std::string& claim) {
        return missed_triangle(capture, hierarchies, query, hit.triangle,
                               hit_text(hit) + ", but the answer " + claim);
    };
    if (claims_none) {
        for (const RayHit& hit : hits)
            if (hit.margin > scene.error) return missed(hit, "is that it hits nothing");
        if (hits.empty()) return right_answer("the ray hits nothing");
        return {Outcome::within_precision,
                Stage::none,
                {},
                {},
                {},
                "the ray passes within " + length_text(hits[0].margin) + " of the border of triangle " +
                    std::to_string(hits[0].triangle) + ", less than " + error_text(query, scene)};
    }
    double worst = 0;
    std::set<std::uint32_t> claimed;
    for (const std::uint32_t triangle : query.pairs_a) {
        if (triangle >= triangles.size())
            return wrong_at(Stage::report, "the answer names a triangle that does not exist");
        if (!claimed.insert(triangle).second)
            return wrong_at(Stage::report, "triangle " + std::to_string(triangle) + " is listed twice");
        const double gap = triangle_distance(triangles[triangle], ray.segment()).distance;
        worst = std::max(worst, gap);
        if (gap > scene.error)
            return wrong_at(Stage::primitive_test, "the ray passes triangle " + std::to_string(triangle) +
                                                       " at a distance of " + length_text(gap) +
                                                       ", but the answer claims a hit");
    }
    if (lists_all(query)) {
        for (const RayHit& hit : hits) {
            if (claimed.contains(hit.triangle)) continue;
            if (hit.margin > scene.error) return missed(hit, "does not list it");
            worst = std::max(worst, hit.margin);
        }
    }
    if (query.mode == "distance" && !std::isnan(query.distance)) {
        const glm::dvec3 point = ray.origin + query.distance * ray.unit;
        const double away = distance_to(triangles, point),
                     allowed = scene.error + query.tolerance * query.distance;
        if (query.distance < 0) return wrong_at(Stage::report, "the distance along the ray is negative");
        if (query.distance > glm::length(ray.end - ray.origin) + allowed)
            return wrong_at(Stage::report, "the answer is a hit at " + length_text(query.distance) +
                                               ", beyond the end of the ray");
        for (const RayHit& hit : hits) {
            if (!(hit.length < query.distance)) break;
            const double past = triangle_distance(triangles[hit.triangle], segment_of(point, point)).distance;
            if (past > allowed && hit.margin > scene.error)
                return missed(hit, "is " + length_text(query.distance));
            worst = std::max(worst, std::min(past, hit.margin));
        }
        if (away > allowed)
            return wrong_at(Stage::primitive_test,
                            "the answer is a hit at " + length_text(query.distance) +
                                ", where the surface is " + length_text(away) + " away" +
                                (hits.empty() ? "; the ray hits nothing" : "; " + hit_text(hits[0])));
        worst = std::max(worst, away);
    }
    if (query.mode == "distance" && claimed.size() == 1) {
        for (const RayHit& hit : hits) {
            if (claimed.contains(hit.triangle)) break;
            const Triangle64 at = segment_of(hit.point, hit.point);
            const double gap = triangle_distance(triangles[*claimed.begin()], at).distance;
            if (gap > scene.error && hit.margin > scene.error)
                return missed(hit, "is triangle " + std::to_string(*claimed.begin()) + ", behind it");
            worst = std::max(worst, std::min(gap, hit.margin));
        }
    }
    if (hits.empty() && query.pairs_a.empty() && std::isnan(query.distance)) {
        const double gap = gap_to(triangles, ray);
        if (gap > scene.error)
            return wrong_at(Stage::primitive_test, "the ray passes the surface at a distance of " +
                                                       length_text(gap) + ", but the answer claims a hit");
        worst = std::max(worst, gap);
    }
    if (const auto witness = vector_from(query.witness_a)) {
        const double away =
            std::max(distance_to(triangles, *witness),
                     triangle_distance(ray.segment(), segment_of(*witness, *witness)).distance);
        if (away > scene.error)
            return wrong_at(Stage::primitive_test, "the point of the hit is " + length_text(away) +
                                                       " away from the ray or the surface");
        worst = std::max(worst, away);
    }
    if (worst > 8 * default_error(64, scene.reach)) return within_error(query, scene, worst);
    return right_answer(hits.empty() ? "the ray touches the surface" : hit_text(hits[0]));
}

// --- points ---

Finding judge_point(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const QueryRecord& query, Scene& io_scene) {
    const auto point = vector_from(query.origin);
    if (!point) return wrong_input("the point is not three finite numbers");
    include_point(query, *point, io_scene);
    const Scene& scene = io_scene;
    const WorldTriangles& triangles = scene.triangles[0];
    const auto [nearest, surface] = find_nearest(triangles, *point);
    const bool is_solid = query.sides[0].is_solid != 0;
    const bool is_inside = is_solid && std::abs(winding_number(triangles, *point)) > 0.5;
    if (query.mode != "distance") {
        if (query.verdict == kUnknown) return undecided("no answer was recorded");
        const bool is_in = is_inside || surface == 0;
        if ((query.verdict != 0) == is_in)
            return right_answer(is_in ? "the point lies in the object" : "the point lies outside");
        if (surface <= scene.error) return within_error(query, scene, surface);
        return wrong_at(Stage::primitive_test,
                        std::string("the point lies ") + (is_in ? "inside" : "outside") + ", " +
                            length_text(surface) + " away from the surface, but the answer is the opposite");
    }
    if (std::isnan(query.distance)) return undecided("no distance was recorded");
    // For a point inside a solid, a producer reports either 0 or the negated depth.
    const double exact = !is_inside ? surface : query.distance < 0 ? -surface : 0.0;
    const double excess = query.distance - exact;
    if (std::abs(excess) > scene.error + query.tolerance * surface) {
        const std::string what =
            "the distance is " + length_text(exact) + ", but the answer is " + length_text(query.distance);
        if (is_inside)
            return wrong_at(Stage::primitive_test, what + ", because the point lies inside the solid");
        if (excess < 0)
            return wrong_at(Stage::primitive_test, what + ", because every triangle is farther away");
        return missed_triangle(capture, hierarchies, query, nearest,
                               what + ": triangle " + std::to_string(nearest) + " is nearer");
    }
    if (const auto witness = vector_from(query.witness_a); witness && !is_inside) {
        const double away = distance_to(triangles, *witness),
                     off = std::abs(glm::length(*witness - *point) - surface);
        if (std::max(away, off) > 2 * scene.error + query.tolerance * surface)
            return wrong_at(Stage::primitive_test, "the closest point is " +
                                                       length_text(std::max(away, off)) +
                                                       " off, but the distance is right");
    }
    if (std::abs(excess) > 8 * default_error(64, scene.reach) && query.tolerance == 0)
        return within_error(query, scene, std::abs(excess));
    return right_answer("the distance is " + length_text(exact));
}

// --- casts ---

namespace {

WorldTriangles moved_by(const WorldTriangles& triangles, const glm::dvec3& offset) {
    WorldTriangles out = triangles;
    for (Triangle64& t : out)
        for (glm::dvec3& p : t) p += offset;
    return out;
}

// Whether two triangles overlap by more than `allowed` at one of 16 sampled times. The first sample is `to`. Each
// further sample halves the distance to `from`.
bool overlaps_between(const WorldTriangles& a, const WorldTriangles& b, const glm::dvec3& motion, double from,
                      double to, double allowed) {
    constexpr int kSamples = 16;
    double step = to - from;
    for (int i = 0; i < kSamples; ++i, step /= 2) {
        const WorldTriangles moved = moved_by(a, (from + step) * motion);
        for (const TrianglePair& pair : find_contacts(moved, b).pairs)
            if (overlap_depth(moved[pair.first], b[pair.second]) > allowed) return true;
    }
    return false;
}

} // namespace

Finding judge_cast(const QueryRecord& query, Scene& io_scene) {
    const auto motion = vector_from(query.direction);
    if (!motion) return wrong_input("the motion is not three finite numbers");
    if (!is_finite(glm::abs(*motion) + 2 * io_scene.reach))
        return wrong_input("the coordinates of the motion overflow");
    if (query.verdict == kUnknown && std::isnan(query.time)) return undecided("no answer was recorded");
    include_point(query, glm::abs(*motion) + io_scene.reach, io_scene);
    const Scene& scene = io_scene;
    const WorldTriangles &a = scene.triangles[0], &b = scene.triangles[1];
    const ExactImpact exact = find_impact(a, b, *motion);
    const bool claims_none = query.verdict == 0;
    if (!claims_none && std::isnan(query.time))
        return undecided("no time of impact was recorded: record it, so that it can be judged");
    if (!claims_none && !(query.time >= 0 && query.time <= 1))
        return wrong_at(Stage::report, "the time of impact is not between 0 and 1");
    const std::string claim = claims_none ? "there is none" : length_text(query.time);
    const double claimed = claims_none ? 1.0 : query.time;
    const double allowed = scene.error + query.tolerance;
    if (exact.time < claimed || (claims_none && exact.time <= 1)) {
        const double early = (claimed - exact.time) * glm::length(*motion);
        // Every claim of no impact is tested: even if the motion is shorter than the error, it can start in a deep
        // overlap.
        const bool is_late = claims_none || early > allowed;
        if (is_late && overlaps_between(a, b, *motion, exact.time, claimed, allowed))
            return wrong_at(Stage::primitive_test, "triangles " + std::to_string(exact.pair.first) +
                                                       " of a and " + std::to_string(exact.pair.second) +
                                                       " of b meet at time " + length_text(exact.time) +
                                                       ", but the answer is " + claim);
        if (early > 8 * default_error(64, scene.reach))
            return within_error(query, scene, std::min(early, scene.error));
    } else if (!claims_none) {
        const double gap = find_distance(moved_by(a, query.time * *motion), b, kNoHit).distance;
        if (gap > allowed)
            return wrong_at(
                Stage::primitive_test,
                "at the claimed time of impact " + claim + " the objects are separated by " +
                    length_text(gap) +
                    (exact.time <= 1 ? "; they meet at " + length_text(exact.time) : "; they never meet"));
        if (gap > 8 * default_error(64, scene.reach)) return within_error(query, scene, gap);
    }
    return right_answer(exact.time <= 1 ? "the objects meet at time " + length_text(exact.time)
                                        : "the objects do not meet");
}

// --- depths ---

namespace {

// The vertices, distinct unit normals and distinct edge directions of a convex closed surface.
struct ConvexSides {
    std::vector<glm::dvec3> vertices, normals, edges;
};

void add_direction(std::vector<glm::dvec3>& io_list, const glm::dvec3& v, bool has_sign) {
    const double length = glm::length(v);
    if (!(length > 0)) return;
    const glm::dvec3 unit = v / length;
    for (const glm::dvec3& known : io_list) {
        const double c = glm::dot(known, unit);
        if ((has_sign ? c : std::abs(c)) > 1 - 1e-14) return;
    }
    io_list.push_back(unit);
}

// Empty if the surface is not convex within `error`, is not closed, is flat, or has more than kMaxTriangles triangles.
std::optional<ConvexSides> convex_sides(const WorldTriangles& triangles, double error) {
    constexpr std::size_t kMaxTriangles = 2000;
    if (triangles.size() > kMaxTriangles) return std::nullopt;
    ConvexSides out;
    std::set<std::array<double, 3>> seen;
    for (const Triangle64& t : triangles)
        for (const glm::dvec3& p : t)
            if (seen.insert({p.x, p.y, p.z}).second) out.vertices.push_back(p);
    glm::dvec3 center(0);
    for (const glm::dvec3& v : out.vertices) center += v / static_cast<double>(out.vertices.size());
    double seen_share = 0; // the fraction of all directions from the center in which there is a triangle
    for (const Triangle64& t : triangles) {
        const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
        const double length = glm::length(normal);
        if (!(length > 0)) continue;
        const glm::dvec3 unit = (glm::dot(normal, t[0] - center) < 0 ? -1.0 : 1.0) / length * normal;
        double deepest = 0;
        for (const glm::dvec3& v : out.vertices) {
            const double above = glm::dot(unit, v - t[0]);
            if (above > error) return std::nullopt;
            deepest = std::max(deepest, -above);
        }
        if (deepest <= error) return std::nullopt;
        seen_share += std::abs(winding_number({t}, center));
        add_direction(out.normals, unit, true);
        for (std::size_t i = 0; i < 3; ++i) add_direction(out.edges, t[(i + 1) % 3] - t[i], false);
    }
    constexpr double kRounding = 1e-6;
    return seen_share >= 1 - kRounding ? std::optional(out) : std::nullopt;
}

// The distance by which b must move along `unit` to be separated from a.
double separating_distance(const ConvexSides& a, const ConvexSides& b, const glm::dvec3& unit) {
    double far_a = -kNoHit, near_b = kNoHit;
    for (const glm::dvec3& v : a.vertices) far_a = std::max(far_a, glm::dot(v, unit));
    for (const glm::dvec3& v : b.vertices) near_b = std::min(near_b, glm::dot(v, unit));
    return far_a - near_b;
}

} // namespace

Finding judge_depth(const QueryRecord& query, const Scene& scene) {
    if (std::isnan(query.depth)) return undecided("no depth was recorded");
    if (query.depth < 0) return wrong_at(Stage::report, "the depth is negative");
    if (!std::isfinite(query.depth + 2 * scene.reach))
        return wrong_at(Stage::report, "the depth is not finite");
    const double rounding = 64 * default_error(64, scene.reach);
    const auto a = convex_sides(scene.triangles[0], rounding), b = convex_sides(scene.triangles[1], rounding);
    const double work = a && b ? static_cast<double>(a->edges.size()) * static_cast<double>(b->edges.size()) *
                                     static_cast<double>(a->vertices.size() + b->vertices.size())
                               : kNoHit;
    if (work > kMaxDepthWork) {
        // Without the exact depth, the claim is refuted only if the claimed motion does not separate the objects.
        const auto normal = vector_from(query.normal);
        if (normal && glm::length(*normal) > 0 && query.depth > 0) {
            const glm::dvec3 unit =
                (query.normal_rule.starts_with("b-to-a") ? -1.0 : 1.0) / glm::length(*normal) * *normal;
            const WorldTriangles away = moved_by(scene.triangles[1], (query.depth + scene.error) * unit);
            for (const TrianglePair& pair : find_contacts(scene.triangles[0], away).pairs)
                if (overlap_depth(scene.triangles[0][pair.first], away[pair.second]) > 2 * scene.error)
                    return wrong_at(Stage::primitive_test,
                                    "moving b by the claimed depth of " + length_text(query.depth) +
                                        " along the claimed normal leaves triangles " +
                                        std::to_string(pair.first) + " of a and " +
                                        std::to_string(pair.second) + " of b in contact");
        }
        return undecided(
            "depths are judged only for convex closed objects of at most 2000 triangles with few directions "
            "of edges; for other objects, only whether the claimed motion separates them is tested");
    }
    double exact = kNoHit;
    const auto try_direction = [&](const glm::dvec3& unit) {
        exact = std::min(exact, separating_distance(*a, *b, unit));
    };
    for (const glm::dvec3& n : a->normals) try_direction(n);
    for (const glm::dvec3& n : b->normals) try_direction(-n);
    for (const glm::dvec3& u : a->edges)
        for (const glm::dvec3& v : b->edges) {
            const glm::dvec3 axis = glm::cross(u, v);
            const double length = glm::length(axis);
            if (!(length > 1e-9)) continue; // nearly parallel edges: a face normal gives about the same depth
            try_direction(axis / length);
            try_direction(-axis / length);
        }
    exact = std::max(exact, 0.0);
    const double deviation = std::abs(query.depth - exact);
    if (deviation > scene.error + query.tolerance * exact)
        return wrong_at(Stage::primitive_test, "the depth is " + length_text(exact) + ", but the answer is " +
                                                   length_text(query.depth));
    if (const auto normal = vector_from(query.normal);
        normal && glm::length(*normal) > 0 && exact > scene.error) {
        const glm::dvec3 unit =
            (query.normal_rule.starts_with("b-to-a") ? -1.0 : 1.0) / glm::length(*normal) * *normal;
        const double needed = separating_distance(*a, *b, unit);
        if (needed > query.depth + 2 * scene.error + query.tolerance * exact)
            return wrong_at(Stage::primitive_test, "along the claimed normal the objects separate after " +
                                                       length_text(needed) + ", but the depth is " +
                                                       length_text(exact));
    }
    if (deviation > rounding && query.tolerance == 0) return within_error(query, scene, deviation);
    return right_answer("the depth is " + length_text(exact));
}

} // namespace boxwood::judge
