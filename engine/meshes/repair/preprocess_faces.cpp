#include "engine/meshes/repair/repair_stages.hpp"

#include "collision/geometry/polytope/polygon_plane.hpp"

#include <algorithm>

namespace boxwood::preprocess_detail {
namespace {

// Appends the triangles of polygons to a list.
class Cutter {
  public:
    Cutter(const Draft& draft, std::vector<Polygon>& out_triangles)
        : draft_(draft)
        , out_(out_triangles) {}

    // Triangulates a non-planar face like the surface of a convex solid: no corner is above any triangle.
    void cut_roof(const Polygon& polygon) {
        if (polygon.size() < 3) return;
        const std::uint32_t a = polygon.front(), b = polygon.back();
        std::size_t apex = 1;
        for (std::size_t k = 2; k + 1 < polygon.size(); ++k)
            if (height(b, a, polygon[apex], polygon[k]) > 0.0) apex = k;
        out_.push_back({a, polygon[apex], b});
        cut_roof(Polygon(polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(apex) + 1));
        cut_roof(Polygon(polygon.begin() + static_cast<std::ptrdiff_t>(apex), polygon.end()));
    }

    // Ear clipping: an ear is a convex corner with no other corner in its triangle. Returns false if no ear is left.
    bool cut_ears(Polygon polygon, const glm::dvec3& normal) {
        while (polygon.size() > 3) {
            std::size_t ear = 0;
            while (ear < polygon.size() && !is_ear(polygon, ear, normal)) ++ear;
            if (ear == polygon.size()) return false;
            out_.push_back({at(polygon, ear + polygon.size() - 1), polygon[ear], at(polygon, ear + 1)});
            polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(ear));
        }
        out_.push_back(polygon);
        return true;
    }

  private:
    static std::uint32_t at(const Polygon& polygon, std::size_t k) { return polygon[k % polygon.size()]; }
    glm::dvec3 point(std::uint32_t v) const { return glm::dvec3(draft_.positions[v]); }
    double height(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t x) const {
        return glm::dot(glm::cross(point(b) - point(a), point(c) - point(a)), point(x) - point(a));
    }
    double turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, const glm::dvec3& normal) const {
        return glm::dot(glm::cross(point(b) - point(a), point(c) - point(b)), normal);
    }
    bool is_ear(const Polygon& polygon, std::size_t k, const glm::dvec3& normal) const {
        const std::uint32_t a = at(polygon, k + polygon.size() - 1), b = polygon[k], c = at(polygon, k + 1);
        if (turn(a, b, c, normal) <= 0.0) return false;
        for (const std::uint32_t v : polygon) {
            if (v == a || v == b || v == c) continue;
            if (turn(a, b, v, normal) >= 0.0 && turn(b, c, v, normal) >= 0.0 && turn(c, a, v, normal) >= 0.0)
                return false;
        }
        return true;
    }

    const Draft& draft_;
    std::vector<Polygon>& out_;
};

// True if some corner lies inwards of the line between its neighbors by more than the tolerance.
bool has_reflex_corner(const Draft& draft, const Polygon& face, const glm::dvec3& normal) {
    for (std::size_t k = 0; k < face.size(); ++k) {
        const glm::dvec3 a(draft.positions[face[k]]), b(draft.positions[face[(k + 1) % face.size()]]),
            c(draft.positions[face[(k + 2) % face.size()]]);
        const double dent = -glm::dot(glm::cross(b - a, c - a), normal);
        if (dent > draft.tolerance * glm::distance(a, c)) return true;
    }
    return false;
}

struct FaceDefect {
    Defect defect;
    const char* message; // follows the name of the face
    std::size_t count = 0;
    std::string first; // message about the first face
};

} // namespace

void cut_faces(Draft& io_draft, Solid solid, Findings& io_findings) {
    const Rounding rounding(io_draft.positions, kRoundedInputError);
    FaceDefect bent{Defect::non_planar_faces, " is not planar; it was cut into triangles", 0, {}};
    FaceDefect dented{Defect::non_convex_faces, " is not convex; it was cut into triangles", 0, {}};
    std::vector<Polygon> faces;
    std::vector<std::uint32_t> ids;
    for (std::size_t f = 0; f < io_draft.faces.size(); ++f) {
        const Polygon& face = io_draft.faces[f];
        const glm::dvec3 area = area_vector(io_draft.positions, face);
        const double length = glm::length(area);
        const glm::dvec3 normal = length > 0.0 ? area / length : glm::dvec3(0.0);
        const bool is_bent =
            face.size() > 3 && range_along(io_draft.positions, face, normal).size() > rounding.along(normal);
        // Seen along its normal, a non-planar face of a convex solid can look non-convex. Such a face is still cut by
        // cut_roof().
        const bool is_dented = face.size() > 3 && !(is_bent && solid == Solid::convex) &&
                               has_reflex_corner(io_draft, face, normal);
        Cutter cutter(io_draft, faces);
        const std::size_t before = faces.size();
        if (is_dented && !cutter.cut_ears(face, normal)) faces.resize(before);
        if (is_bent && faces.size() == before) cutter.cut_roof(face);
        if (faces.size() == before) faces.push_back(face);
        ids.resize(faces.size(), io_draft.face_ids[f]);
        FaceDefect* found = is_bent ? &bent : is_dented ? &dented : nullptr;
        if (found != nullptr && found->count++ == 0)
            found->first = "face " + io_draft.face(f) + found->message;
    }
    io_draft.faces = std::move(faces);
    io_draft.face_ids = std::move(ids);
    for (const FaceDefect& found : {bent, dented})
        if (found.count > 0) io_findings.push_back({found.defect, true, found.count, found.first});
}

std::size_t count_concave_edges(const Draft& draft, std::string& out_first) {
    const Rounding rounding(draft.positions, kRoundedInputError);
    std::size_t count = 0;
    for (const auto& [key, users] : faces_of_edges(draft)) {
        if (users.size() != 2) continue;
        const glm::dvec3 area = area_vector(draft.positions, draft.faces[users[0]]);
        if (glm::length(area) == 0.0) continue;
        const glm::dvec3 normal = glm::normalize(area);
        double highest = 0.0;
        for (const std::uint32_t v : draft.faces[users[1]])
            highest = std::max(highest, glm::dot(normal, glm::dvec3(draft.positions[v]) -
                                                             glm::dvec3(draft.positions[key.first])));
        if (highest <= rounding.along(normal)) continue;
        if (count++ == 0)
            out_first = "edge " + draft.edge(key.first, key.second) + " between faces " +
                        draft.face(users[0]) + " and " + draft.face(users[1]) + " is a valley";
    }
    return count;
}

bool are_faces_of_hull(const Draft& draft) {
    const Rounding rounding(draft.positions, kRoundedInputError);
    for (const Polygon& face : draft.faces) {
        const glm::dvec3 area = area_vector(draft.positions, face);
        if (glm::length(area) == 0.0) return false;
        const glm::dvec3 normal = glm::normalize(area);
        const double error_bound = rounding.along(normal);
        const glm::dvec3 corner(draft.positions[face[0]]);
        for (const glm::vec3& p : draft.positions)
            if (glm::dot(normal, glm::dvec3(p) - corner) > error_bound) return false;
    }
    return true;
}

} // namespace boxwood::preprocess_detail
