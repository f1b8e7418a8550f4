#include "engine/meshes/repair/repair_stages.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "collision/geometry/polytope/polygon_plane.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include <glm/geometric.hpp>

namespace boxwood::preprocess_detail {

void Draft::erase_faces(const std::vector<bool>& is_erased) {
    std::size_t kept = 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        if (is_erased[f]) continue;
        if (kept != f) faces[kept] = std::move(faces[f]);
        face_ids[kept++] = face_ids[f];
    }
    faces.resize(kept);
    face_ids.resize(kept);
}

bool check_elements(const PolygonMesh& model, Findings& io_findings) {
    const auto reject = [&](Defect defect, std::string text) {
        io_findings.push_back({defect, false, 1, std::move(text)});
        return false;
    };
    for (std::size_t v = 0; v < model.positions.size(); ++v) {
        const glm::vec3& p = model.positions[v];
        const float largest = std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        if (!std::isfinite(p.x + p.y + p.z) || largest > kMaxCoordinate)
            return reject(Defect::not_finite,
                          "vertex " + model.vertex_name(v) + " is not finite or is beyond 1e12");
    }
    for (std::size_t f = 0; f < model.faces.size(); ++f)
        for (const std::uint32_t v : model.faces[f])
            if (v >= model.positions.size())
                return reject(Defect::bad_index, "face " + model.face_name(f) + " refers to vertex " +
                                                     std::to_string(v) + ", but the model has only " +
                                                     std::to_string(model.positions.size()) + " vertices");
    return true;
}

namespace {

std::uint32_t find_root(std::vector<std::uint32_t>& io_parent, std::uint32_t v) {
    while (io_parent[v] != v) v = io_parent[v] = io_parent[io_parent[v]];
    return v;
}

} // namespace

// Sorts the vertices along an oblique direction, so that nearby vertices are close together in the list. Even in a
// regular mesh, few vertices then have the same coordinate along this direction. Vertices at exactly the same position
// are merged first, because n of them would otherwise give n^2 / 2 pairs to compare.
void weld(Draft& io_draft, Findings& io_findings) {
    const auto count = static_cast<std::uint32_t>(io_draft.positions.size());
    const glm::dvec3 direction = glm::normalize(glm::dvec3(1.0, 1.3247179572, 1.7548776662));
    std::vector<std::uint32_t> order(count), parent(count);
    std::vector<double> along(count);
    for (std::uint32_t v = 0; v < count; ++v)
        along[v] = glm::dot(direction, glm::dvec3(io_draft.positions[v]));
    std::iota(order.begin(), order.end(), 0u);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto key_of = [&](std::uint32_t v) {
        const glm::vec3& p = io_draft.positions[v];
        return std::tuple(along[v], p.x, p.y, p.z, v);
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key_of(a) < key_of(b); });
    std::vector<std::uint32_t> distinct; // the first vertex at each position
    for (const std::uint32_t v : order) {
        if (!distinct.empty() && io_draft.positions[v] == io_draft.positions[distinct.back()])
            parent[v] = distinct.back();
        else
            distinct.push_back(v);
    }
    const double reach = 2.0 * io_draft.tolerance; // more than the tolerance and the rounding of `along`
    for (std::size_t i = 0; i < distinct.size(); ++i)
        for (std::size_t k = i + 1; k < distinct.size() && along[distinct[k]] - along[distinct[i]] <= reach;
             ++k) {
            const glm::dvec3 p(io_draft.positions[distinct[i]]), q(io_draft.positions[distinct[k]]);
            if (glm::distance(p, q) > io_draft.tolerance) continue;
            const std::uint32_t a = find_root(parent, distinct[i]), b = find_root(parent, distinct[k]);
            parent[std::max(a, b)] = std::min(a, b);
        }
    std::size_t merged = 0;
    std::string first;
    for (std::uint32_t v = 0; v < count; ++v) {
        const std::uint32_t root = find_root(parent, v);
        if (root == v) continue;
        if (merged++ == 0)
            first = "vertex " + io_draft.vertex(v) + " is at the position of vertex " +
                    io_draft.vertex(root) + "; the two were merged";
    }
    if (merged == 0) return;
    for (Polygon& face : io_draft.faces)
        for (std::uint32_t& v : face) v = find_root(parent, v);
    io_findings.push_back({Defect::duplicate_vertices, true, merged, first});
    // Removes the merged duplicates, which would otherwise be reported as unused vertices.
    std::vector<std::uint32_t> new_index(count, kNone);
    std::uint32_t kept = 0;
    for (std::uint32_t v = 0; v < count; ++v) {
        if (parent[v] != v) continue;
        io_draft.positions[kept] = io_draft.positions[v];
        io_draft.vertex_ids[kept] = io_draft.vertex_ids[v];
        new_index[v] = kept++;
    }
    io_draft.positions.resize(kept);
    io_draft.vertex_ids.resize(kept);
    for (Polygon& face : io_draft.faces)
        for (std::uint32_t& v : face) v = new_index[v];
}

void drop_degenerate_faces(Draft& io_draft, Findings& io_findings) {
    std::vector<bool> is_bad(io_draft.faces.size(), false);
    std::string first;
    for (std::size_t f = 0; f < io_draft.faces.size(); ++f) {
        Polygon& face = io_draft.faces[f];
        face.erase(std::unique(face.begin(), face.end()), face.end());
        while (face.size() > 1 && face.front() == face.back()) face.pop_back();
        Polygon sorted = face;
        std::sort(sorted.begin(), sorted.end());
        const bool has_repeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
        const char* problem = has_repeated      ? "a vertex twice"
                              : face.size() < 3 ? "fewer than 3 vertices"
                              : area_vector(io_draft.positions, face) == glm::dvec3(0.0) ? "no area"
                                                                                         : nullptr;
        is_bad[f] = problem != nullptr;
        if (is_bad[f] && first.empty())
            first = "face " + io_draft.face(f) + " has " + problem + "; it was dropped";
    }
    const auto count = static_cast<std::size_t>(std::count(is_bad.begin(), is_bad.end(), true));
    if (count == 0) return;
    io_draft.erase_faces(is_bad);
    io_findings.push_back({Defect::degenerate_faces, true, count, first});
}

void drop_duplicate_faces(Draft& io_draft, Findings& io_findings) {
    std::map<Polygon, std::size_t> seen;
    std::vector<bool> is_copy(io_draft.faces.size(), false);
    std::string first;
    for (std::size_t f = 0; f < io_draft.faces.size(); ++f) {
        Polygon sorted = io_draft.faces[f];
        std::sort(sorted.begin(), sorted.end());
        const auto [first_use, is_new] = seen.try_emplace(std::move(sorted), f);
        is_copy[f] = !is_new;
        if (!is_new && first.empty())
            first = "face " + io_draft.face(f) + " has the same vertices as face " +
                    io_draft.face(first_use->second) + "; face " + io_draft.face(f) + " was dropped";
    }
    const auto count = static_cast<std::size_t>(std::count(is_copy.begin(), is_copy.end(), true));
    if (count == 0) return;
    io_draft.erase_faces(is_copy);
    io_findings.push_back({Defect::duplicate_faces, true, count, first});
}

void drop_unused_vertices(Draft& io_draft, Findings* io_findings) {
    std::vector<std::uint32_t> new_index(io_draft.positions.size(), kNone);
    for (const Polygon& face : io_draft.faces)
        for (const std::uint32_t v : face) new_index[v] = 0;
    std::uint32_t kept = 0;
    std::string first;
    const std::size_t before = io_draft.positions.size();
    for (std::uint32_t v = 0; v < before; ++v) {
        if (new_index[v] == kNone) {
            if (first.empty()) first = "vertex " + io_draft.vertex(v) + " is in no face; it was dropped";
            continue;
        }
        io_draft.positions[kept] = io_draft.positions[v];
        io_draft.vertex_ids[kept] = io_draft.vertex_ids[v];
        new_index[v] = kept++;
    }
    io_draft.positions.resize(kept);
    io_draft.vertex_ids.resize(kept);
    for (Polygon& face : io_draft.faces)
        for (std::uint32_t& v : face) v = new_index[v];
    if (io_findings != nullptr && kept < before)
        io_findings->push_back({Defect::unused_vertices, true, before - kept, first});
}

} // namespace boxwood::preprocess_detail
