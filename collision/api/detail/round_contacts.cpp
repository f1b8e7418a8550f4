#include "collision/api/detail/round_contacts.hpp"

#include "collision/api/detail/scratch.hpp"
#include "collision/core/normalized.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/query/points/point_location.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood::api::detail {
namespace {

// A contact of a round shape with another shape.
struct Touch {
    glm::dvec3 normal{0.0}; // unit, from the other shape to the round one
    double depth = 0.0;
    bool is_unique = true;
    struct Point {
        glm::dvec3 on_other{0.0}, on_round{0.0};
        double depth = 0.0;
    };
    std::array<Point, 2> points;
    std::size_t count = 0;
    Feature feature; // of the other shape

    void add(const glm::dvec3& on_other, const glm::dvec3& on_round, double depth_there) {
        points[count++] = {on_other, on_round, depth_there};
    }
};

void add_region(const Touch& touch, const Feature& of_round, bool is_round_a, Contacts& io_contacts) {
    io_contacts.collide = true;
    ContactRegion& region = io_contacts.regions.emplace_back();
    region.normal = to_api(is_round_a ? -touch.normal : touch.normal);
    region.depth = touch.depth;
    region.is_unique = touch.is_unique;
    region.first_point = io_contacts.points.size();
    region.point_count = touch.count;
    region.first_triangle = io_contacts.triangles.size();
    for (std::size_t i = 0; i < touch.count; ++i) {
        const Touch::Point& point = touch.points[i];
        io_contacts.points.push_back({to_api(0.5 * (point.on_other + point.on_round)), point.depth,
                                      is_round_a ? of_round : touch.feature,
                                      is_round_a ? touch.feature : of_round,
                                      std::uint64_t{touch.feature.index} << 1 | i});
    }
}

constexpr Feature kRoundFeature{FeatureKind::round, 0, 0};

// The contact of two round shapes that intersect.
Touch contact_of_round_shapes(const RoundAxis& round, const RoundAxis& other) {
    const TriangleDistance found = find_closest_points(other.as_triangle(), round.as_triangle());
    Touch touch;
    const glm::dvec3 between = found.point_on_b - found.point_on_a;
    touch.is_unique = found.distance > 0.0 && between != glm::dvec3(0.0);
    if (touch.is_unique) {
        touch.normal = normalized(between);
    } else {
        const glm::dvec3 along = round.head - round.tail, other_along = other.head - other.tail;
        const glm::dvec3 both = glm::cross(along, other_along);
        touch.normal = both != glm::dvec3(0.0)
                           ? normalized(both)
                           : perpendicular_to(along != glm::dvec3(0.0) ? along : other_along);
    }
    touch.depth = round.radius + other.radius - found.distance;
    touch.feature = kRoundFeature;
    touch.add(found.point_on_a + other.radius * touch.normal, found.point_on_b - round.radius * touch.normal,
              touch.depth);
    return touch;
}

// The minimum cosine between the contact normal and the normal of a face that a capsule lies on. kFaceNormal applies if
// the axis of the capsule intersects the part.
constexpr double kNearFaceNormal = 0.999, kFaceNormal = 1.0 - 1e-12;

// If a capsule lies on a face, replaces the contact point by two points: one below each end of the piece of the axis
// that is above the face. The capsule lies on the face if the cosine between contact normal and face normal is at least
// min_cosine and the heights of the axis ends along the contact normal differ by at most 1 % of the radius.
template <class Corner>
void spread_over_face(const RoundAxis& round, std::size_t corners, const Corner& corner_w, double min_cosine,
                      Touch& io_touch) {
    const glm::dvec3 along = round.head - round.tail, n = io_touch.normal;
    constexpr double kMaxSlope = 0.01;
    if (along == glm::dvec3(0.0) || std::fabs(glm::dot(n, along)) > kMaxSlope * round.radius) return;
    const glm::dvec3 normal = glm::cross(corner_w(1) - corner_w(0), corner_w(2) - corner_w(0));
    if (normal == glm::dvec3(0.0)) return;
    const glm::dvec3 face = normalized(normal);
    if (std::fabs(glm::dot(face, n)) < min_cosine) return;
    double first = 0.0, last = 1.0;
    for (std::size_t i = 0; i < corners; ++i) {
        const glm::dvec3 p = corner_w(i), q = corner_w(i + 1 == corners ? 0 : i + 1);
        const glm::dvec3 outward = glm::cross(q - p, face);
        const double at_tail = glm::dot(outward, round.tail - p), speed = glm::dot(outward, along);
        if (speed == 0.0) {
            if (at_tail > 0.0) return;
            continue;
        }
        const double crossing = -at_tail / speed;
        if (speed > 0.0)
            last = std::fmin(last, crossing);
        else
            first = std::fmax(first, crossing);
    }
    if (!(first < last)) return;
    // Heights along n are relative to the contact point. Relative to a corner of a large face, they would be wrong if n
    // is not exactly the normal of the face.
    const glm::dvec3 on_other = io_touch.points[0].on_other;
    Touch touch_on_face = io_touch;
    touch_on_face.count = 0;
    for (const double at : {first, last}) {
        const glm::dvec3 axis = round.tail + at * along;
        const double height = glm::dot(n, axis - on_other);
        const double depth = round.radius - height;
        if (!(depth >= 0.0)) return;
        touch_on_face.add(axis - height * n, axis - round.radius * n, std::fmin(depth, io_touch.depth));
    }
    if (touch_on_face.points[0].depth < touch_on_face.points[1].depth)
        std::swap(touch_on_face.points[0], touch_on_face.points[1]);
    io_touch = touch_on_face;
}

// The contact of a round shape whose axis intersects the polytope. Its point is at the end of the axis that is deeper
// along the normal.
// The depth is the radius plus the length of the shortest translation that moves the axis out of the polytope. This
// translation is along a face normal of the Minkowski difference of polytope and axis: a face normal of the polytope,
// or the cross product of an edge with the axis.
Touch contact_from_inside(const RoundAxis& round, const Polytope& part,
                          const boxwood::Pose& world_from_part) {
    const boxwood::Pose part_from_world = inverse_rigid(world_from_part);
    const glm::dvec3 tail = part_from_world * round.tail, head = part_from_world * round.head;
    double smallest = std::numeric_limits<double>::infinity();
    glm::dvec3 best{0.0, 0.0, 1.0};
    bool is_unique = true;
    constexpr double kTolerance = 1e-12;
    const auto try_direction = [&](const glm::dvec3& n) {
        double farthest = -std::numeric_limits<double>::infinity();
        for (const glm::vec3& p : part.positions())
            farthest = std::fmax(farthest, glm::dot(n, glm::dvec3(p)));
        const double depth = farthest - std::fmin(glm::dot(n, tail), glm::dot(n, head));
        const double slack = kTolerance * part.extent();
        if (depth > smallest + slack) return;
        if (depth >= smallest - slack) is_unique = is_unique && glm::dot(n, best) > 1.0 - kTolerance;
        if (depth < smallest - slack) is_unique = true;
        if (depth < smallest) {
            smallest = depth;
            best = n;
        }
    };
    for (const Polytope::Face& face : part.faces()) try_direction(face.normal);
    for (const Polytope::Edge& edge : part.edges()) {
        const glm::dvec3 n = glm::cross(edge.direction, head - tail);
        if (!(glm::dot(n, n) > 0.0)) continue;
        try_direction(normalized(n));
        try_direction(-normalized(n));
    }
    Touch touch;
    touch.normal = world_from_part.linear * best;
    touch.depth = std::fmax(smallest, 0.0) + round.radius;
    touch.is_unique = is_unique;
    const glm::dvec3 deepest =
        glm::dot(touch.normal, round.tail) <= glm::dot(touch.normal, round.head) ? round.tail : round.head;
    const glm::dvec3 on_round = deepest - round.radius * touch.normal;
    touch.add(on_round + touch.depth * touch.normal, on_round, touch.depth);
    return touch;
}

std::uint32_t face_along(const Polytope& part, const glm::dvec3& normal) {
    std::uint32_t best = 0;
    for (std::uint32_t face = 1; face < part.faces().size(); ++face)
        if (glm::dot(part.faces()[face].normal, normal) > glm::dot(part.faces()[best].normal, normal))
            best = face;
    return best;
}

// A function object that returns the corners of a triangle in world space.
struct TriangleCorners {
    Triangle64 corners;
    const glm::dvec3& operator()(std::size_t i) const { return corners[i]; }
};

class RoundContacts {
  public:
    RoundContacts(const RoundAxis& round, const Operand& other, bool is_round_a, Context& context,
                  Contacts& io_contacts)
        : round_(round)
        , other_(other)
        , is_round_a_(is_round_a)
        , context_(context)
        , contacts_(io_contacts) {}

    void run() {
        if (other_.is_round()) {
            const TriangleDistance found =
                find_closest_points(other_.round().as_triangle(), round_.as_triangle());
            if (found.distance <= round_.radius + other_.radius())
                add(contact_of_round_shapes(round_, other_.round()));
            return;
        }
        for (std::uint32_t i = 0; i < other_.surface_count(); ++i) {
            const Surface surface =
                other_.surface(i, other_.contact_slot(), other_.has_solid_surface(), context_.executor());
            if (other_.has_rigid_convex_parts())
                add_part_contact(surface, i);
            else
                add_surface_contacts(surface);
        }
    }

  private:
    void add(const Touch& touch) { add_region(touch, kRoundFeature, is_round_a_, contacts_); }

    ClosestPoint closest_of(const Surface& surface, double within) {
        ClosestPoint closest;
        require_ok(find_closest_point(surface.operand(), round_.tail, round_.head, within,
                                      context_.scratch().closest, closest));
        return closest;
    }
    bool is_inside(const Surface& surface, const glm::dvec3& point) {
        return surface.shells != nullptr && other_.is_solid() &&
               require_ok(locate_point(surface.operand(), point)) == PointLocation::inside;
    }

    void add_part_contact(const Surface& surface, std::uint32_t part) {
        const ClosestPoint closest = closest_of(surface, round_.radius);
        const bool meets = closest && closest.distance == 0.0;
        if (meets || is_inside(surface, round_.tail)) {
            Touch touch = contact_from_inside(round_, other_.part(part), other_.world_from_part(part));
            touch.feature = {FeatureKind::triangle,
                             surface.first_triangle +
                                 (closest ? closest.triangle : closest_of(surface, HUGE_VAL).triangle),
                             surface.part};
            if (round_.head != round_.tail) move_to_contact(surface, touch);
            // Only the normal of the face gives two points: along any other normal, parts of the axis can be farther
            // below the plane of the face than the contact point is.
            return add_spread(part, kFaceNormal, touch);
        }
        if (!closest) return;
        Touch touch;
        touch.normal = normalized(closest.point_on_axis_w - closest.point_on_mesh_w);
        touch.depth = round_.radius - closest.distance;
        touch.feature = {FeatureKind::triangle, surface.first_triangle + closest.triangle, surface.part};
        touch.add(closest.point_on_mesh_w, closest.point_on_axis_w - round_.radius * touch.normal,
                  touch.depth);
        add_spread(part, kNearFaceNormal, touch);
    }
    // For a capsule whose axis intersects the part. On entry, the contact point is at the deeper end of the axis, which
    // can be far from the part. Moves it to the point where the axis touches the part after the translation by
    // `out`.
    void move_to_contact(const Surface& surface, Touch& io_touch) {
        const glm::dvec3 out = (io_touch.depth - round_.radius) * io_touch.normal;
        ClosestPoint touching;
        require_ok(find_closest_point(surface.operand(), round_.tail + out, round_.head + out, HUGE_VAL,
                                      context_.scratch().closest, touching));
        const glm::dvec3 on_round = touching.point_on_axis_w - out - round_.radius * io_touch.normal;
        io_touch.count = 0;
        io_touch.add(on_round + io_touch.depth * io_touch.normal, on_round, io_touch.depth);
        io_touch.feature.index = surface.first_triangle + touching.triangle;
    }
    void add_spread(std::uint32_t part, double min_cosine, Touch& io_touch) {
        const Polytope& polytope = other_.part(part);
        const boxwood::Pose pose = other_.world_from_part(part);
        const auto loop = polytope.face_vertices(face_along(polytope, io_touch.normal * pose.linear));
        spread_over_face(
            round_, loop.size(),
            [&](std::size_t i) { return pose * glm::dvec3(polytope.positions()[loop[i]]); }, min_cosine,
            io_touch);
        add(io_touch);
    }

    void add_surface_contacts(const Surface& surface) {
        found_.clear();
        require_ok(find_capsule_contacts(surface.operand(), round_.tail, round_.head, round_.radius,
                                         context_.scratch().closest, found_));
        if (found_.empty()) {
            if (!is_inside(surface, round_.tail)) return;
            const ClosestPoint closest = closest_of(surface, HUGE_VAL);
            RoundContact& contact = found_.emplace_back();
            contact.triangle = closest.triangle;
            contact.depth = round_.radius - closest.distance;
            contact.normal_w = normalized(closest.point_on_axis_w - closest.point_on_mesh_w);
            contact.point_on_mesh_w = closest.point_on_mesh_w;
            contact.point_on_axis_w = closest.point_on_axis_w;
        }
        find_neighbors(surface);
        for (const RoundContact& contact : found_) {
            if (!is_local_minimum(surface, contact)) continue;
            const double distance = round_.radius - contact.depth;
            const bool is_inward = distance > 0.0 && is_inside(surface, contact.point_on_axis_w);
            Touch touch;
            touch.normal = is_inward ? -contact.normal_w : contact.normal_w;
            touch.depth = is_inward ? round_.radius + distance : contact.depth;
            touch.feature = {FeatureKind::triangle, surface.first_triangle + contact.triangle, surface.part};
            touch.add(contact.point_on_mesh_w, contact.point_on_axis_w - round_.radius * touch.normal,
                      touch.depth);
            if (!is_inward)
                spread_over_face(round_, 3, TriangleCorners{triangle_in_world(surface, contact.triangle)},
                                 kNearFaceNormal, touch);
            add(touch);
        }
    }

    static Triangle64 triangle_in_world(const Surface& surface, std::uint32_t triangle) {
        return world_triangle(surface.world_from_surface, surface.mesh, triangle);
    }

    // A vertex of a triangle in contact. Vertices at the same position count as one vertex.
    struct Corner {
        std::array<float, 3> position{};
        std::uint32_t contact = 0;
        friend auto operator<=>(const Corner&, const Corner&) = default;
    };
    static std::array<float, 3> position_of(const Surface& surface, std::uint32_t triangle, std::size_t k) {
        const glm::vec3& p = surface.mesh.positions[surface.mesh.triangles[triangle][k]];
        return {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
    }
    void find_neighbors(const Surface& surface) {
        corners_.clear();
        for (std::uint32_t i = 0; i < found_.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k)
                corners_.push_back({position_of(surface, found_[i].triangle, k), i});
        std::sort(corners_.begin(), corners_.end());
    }
    // Whether no neighbor at the edge or vertex that contains the closest point is closer to the axis. Of several
    // contacts at the same point of an edge or vertex, only that with the smallest triangle number is a local minimum.
    bool is_local_minimum(const Surface& surface, const RoundContact& contact) {
        const Triangle64 t = triangle_in_world(surface, contact.triangle);
        const std::array<bool, 3> has_weight = corners_at(t, contact.point_on_mesh_w);
        if (has_weight[0] && has_weight[1] && has_weight[2]) return true; // in the interior of the triangle
        std::size_t needed = 0;
        for (const bool counts : has_weight) needed += counts ? 1 : 0;
        neighbors_.clear();
        for (std::size_t k = 0; k < 3; ++k) {
            if (!has_weight[k]) continue;
            const std::array<float, 3> position = position_of(surface, contact.triangle, k);
            for (auto at = std::lower_bound(corners_.begin(), corners_.end(), Corner{position, 0});
                 at != corners_.end() && at->position == position; ++at)
                neighbors_.push_back(at->contact);
        }
        std::sort(neighbors_.begin(), neighbors_.end());
        constexpr double kNearer = 1e-9; // relative to the radius
        for (std::size_t first = 0, last = 0; first < neighbors_.size(); first = last) {
            while (last < neighbors_.size() && neighbors_[last] == neighbors_[first]) ++last;
            if (last - first < needed) continue; // shares a vertex, but not the edge
            const RoundContact& other = found_[neighbors_[first]];
            const double gain = other.depth - contact.depth;
            const bool is_same_place =
                glm::distance(other.point_on_mesh_w, contact.point_on_mesh_w) <= kNearer * round_.radius;
            if (gain > kNearer * round_.radius || (is_same_place && other.triangle < contact.triangle))
                return false;
        }
        return true;
    }
    // Marks the vertices whose barycentric weight at the point exceeds the rounding error. Marks all vertices of a
    // degenerate triangle.
    static std::array<bool, 3> corners_at(const Triangle64& t, const glm::dvec3& point) {
        const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
        const double squared = glm::dot(normal, normal);
        constexpr double kZero = 1e-9;
        std::array<bool, 3> has_weight{true, true, true};
        if (!(squared > 0.0)) return has_weight;
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::dvec3 &p = t[(k + 1) % 3], &q = t[(k + 2) % 3];
            has_weight[k] = glm::dot(glm::cross(q - p, point - p), normal) > kZero * squared;
        }
        return has_weight;
    }

    const RoundAxis& round_;
    const Operand& other_;
    bool is_round_a_ = false;
    Context& context_;
    Contacts& contacts_;
    std::vector<RoundContact> found_;
    std::vector<Corner> corners_;
    std::vector<std::uint32_t> neighbors_;
};

} // namespace

void add_round_contacts(const Operand& a, const Operand& b, Context& context, Contacts& io_contacts) {
    if (a.is_round())
        RoundContacts(a.round(), b, true, context, io_contacts).run();
    else
        RoundContacts(b.round(), a, false, context, io_contacts).run();
}

} // namespace boxwood::api::detail
