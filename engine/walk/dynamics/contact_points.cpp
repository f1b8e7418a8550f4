#include "engine/walk/dynamics/contact_points.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// A contact is a face contact if the cosine between its normal and a face normal of either polytope is at least kFlat.
constexpr double kFlat = 0.985;

struct BestFace {
    std::uint32_t face = kNone;
    double cosine = -1.0;
};
BestFace face_towards(const Polytope& polytope, const glm::dvec3& direction) {
    BestFace best;
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const double cosine = glm::dot(polytope.faces()[f].normal, direction);
        if (cosine > best.cosine) best = {f, cosine};
    }
    return best;
}

// Clips a polygon to the inner side of a plane, where normal . p <= offset.
void clip(std::vector<glm::dvec3>& io_polygon, const glm::dvec3& normal, double offset) {
    std::vector<glm::dvec3> clipped;
    for (std::size_t i = 0; i < io_polygon.size(); ++i) {
        const glm::dvec3& from = io_polygon[i];
        const glm::dvec3& to = io_polygon[(i + 1) % io_polygon.size()];
        const double d_from = glm::dot(normal, from) - offset, d_to = glm::dot(normal, to) - offset;
        if (d_from <= 0.0) clipped.push_back(from);
        if ((d_from < 0.0 && d_to > 0.0) || (d_from > 0.0 && d_to < 0.0))
            clipped.push_back(from + (d_from / (d_from - d_to)) * (to - from));
    }
    io_polygon.swap(clipped);
}

// The two faces of a face contact. shared_polygon() clips the other face to the prism above the reference face, in the
// frame of the reference polytope.
struct Faces {
    const Polytope& reference;
    const Polytope& other;
    Pose reference_from_other;
    std::uint32_t reference_face, other_face;
};
std::vector<glm::dvec3> shared_polygon(const Faces& faces) {
    std::vector<glm::dvec3> polygon;
    for (const std::uint32_t v : faces.other.face_vertices(faces.other_face))
        polygon.push_back(faces.reference_from_other * faces.other.positions()[v]);
    for (const Polytope::SidePlane& side : faces.reference.face_sides(faces.reference_face)) {
        clip(polygon, side.normal, side.offset);
        if (polygon.empty()) break;
    }
    return polygon;
}

// Reduces the points, which are in the order of the polygon, to kMaxContactPoints evenly chosen points.
void thin_out(std::vector<ContactPoint>& io_points, std::size_t first) {
    const std::size_t count = io_points.size() - first;
    if (count <= kMaxContactPoints) return;
    for (std::size_t i = 0; i < kMaxContactPoints; ++i)
        io_points[first + i] = io_points[first + i * count / kMaxContactPoints];
    io_points.resize(first + kMaxContactPoints);
}

} // namespace

void find_contact_points(const Piece& a, const BodySurface& b, double reach, ClearanceScratch& io_scratch,
                         std::vector<ContactPoint>& io_points) {
    const Clearance clearance = find_clearance(a, b, io_scratch);
    if (clearance.distance > reach || clearance.normal_w == glm::dvec3(0.0)) return;
    const std::size_t first = io_points.size();
    const Polytope* other = b.shape->polytope();
    if (other != nullptr) {
        const Pose& world_from_a = a.surface.world_from_surface;
        const BestFace face_a = face_towards(a.polytope(), -clearance.normal_w * world_from_a.linear);
        const BestFace face_b = face_towards(*other, clearance.normal_w * b.world_from_surface.linear);
        const bool a_is_reference = face_a.cosine > face_b.cosine;
        if (std::max(face_a.cosine, face_b.cosine) >= kFlat) {
            const Pose& world_from_reference = a_is_reference ? world_from_a : b.world_from_surface;
            const Pose& world_from_other = a_is_reference ? b.world_from_surface : world_from_a;
            const Faces faces{a_is_reference ? a.polytope() : *other, a_is_reference ? *other : a.polytope(),
                              inverse_rigid(world_from_reference) * world_from_other,
                              a_is_reference ? face_a.face : face_b.face,
                              a_is_reference ? face_b.face : face_a.face};
            const Polytope::Face& plane = faces.reference.faces()[faces.reference_face];
            const double side = a_is_reference ? -1.0 : 1.0;
            for (const glm::dvec3& p : shared_polygon(faces)) {
                const double separation = glm::dot(plane.normal, p) - plane.offset;
                if (separation <= reach)
                    io_points.push_back({world_from_reference * p,
                                         side * (world_from_reference.linear * plane.normal), separation});
            }
        }
    }
    thin_out(io_points, first);
    if (io_points.size() == first)
        io_points.push_back(
            {0.5 * (clearance.on_a_w + clearance.on_b_w), clearance.normal_w, clearance.distance});
}

} // namespace boxwood
