#include "engine/meshes/repair/repair_stages.hpp"

#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/polytope_checks.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood::preprocess_detail {
namespace {

bool runs_forward(const Polygon& face, std::uint32_t a, std::uint32_t b) {
    const auto at = std::find(face.begin(), face.end(), a);
    return *(at + 1 == face.end() ? face.begin() : at + 1) == b;
}

// The faces to flip so that neighbors traverse shared edges in opposite directions; empty if the surface is one-sided.
std::vector<bool> find_flips(const Draft& draft) {
    const auto edges = faces_of_edges(draft);
    std::vector<std::vector<std::pair<std::uint32_t, bool>>> neighbors(draft.faces.size());
    for (const auto& [key, users] : edges) {
        const bool agree = runs_forward(draft.faces[users[0]], key.first, key.second) !=
                           runs_forward(draft.faces[users[1]], key.first, key.second);
        neighbors[users[0]].emplace_back(users[1], agree);
        neighbors[users[1]].emplace_back(users[0], agree);
    }
    std::vector<bool> is_flipped(draft.faces.size(), false), is_reached(draft.faces.size(), false);
    std::vector<std::uint32_t> stack{0};
    is_reached[0] = true;
    while (!stack.empty()) {
        const std::uint32_t f = stack.back();
        stack.pop_back();
        for (const auto& [neighbor, agree] : neighbors[f]) {
            const bool must_flip = is_flipped[f] == agree;
            if (is_reached[neighbor] && is_flipped[neighbor] != must_flip) return {};
            if (is_reached[neighbor]) continue;
            is_reached[neighbor] = true;
            is_flipped[neighbor] = must_flip;
            stack.push_back(neighbor);
        }
    }
    return is_flipped;
}

void flip(Polygon& io_face) {
    std::reverse(io_face.begin(), io_face.end());
}

void report_flipped(const Draft& draft, const std::vector<bool>& is_flipped, Findings& io_findings) {
    const auto count = static_cast<std::size_t>(std::count(is_flipped.begin(), is_flipped.end(), true));
    if (count == 0) return;
    if (count == is_flipped.size()) {
        io_findings.push_back(
            {Defect::inside_out, true, count, "every face is clockwise seen from outside; all were flipped"});
        return;
    }
    const auto first =
        static_cast<std::size_t>(std::find(is_flipped.begin(), is_flipped.end(), true) - is_flipped.begin());
    io_findings.push_back({Defect::mixed_orientation, true, count,
                           "face " + draft.face(first) + " is clockwise seen from outside; it was flipped"});
}

} // namespace

// Requires two faces at every edge and a connected surface.
bool orient(Draft& io_draft, Findings& io_findings) {
    std::vector<bool> is_flipped = find_flips(io_draft);
    if (is_flipped.empty()) {
        io_findings.push_back({Defect::not_orientable, false, io_draft.faces.size(),
                               "the surface has only one side; ask for the hull"});
        return false;
    }
    for (std::size_t f = 0; f < is_flipped.size(); ++f)
        if (is_flipped[f]) flip(io_draft.faces[f]);
    if (measure(io_draft.positions, io_draft.faces).volume < 0.0) {
        for (Polygon& face : io_draft.faces) flip(face);
        is_flipped.flip();
    }
    report_flipped(io_draft, is_flipped, io_findings);
    return true;
}

void orient_outwards(Draft& io_draft, Findings& io_findings) {
    glm::dvec3 middle(0.0);
    for (const glm::vec3& p : io_draft.positions) middle += glm::dvec3(p);
    middle /= static_cast<double>(io_draft.positions.size());
    std::vector<bool> is_flipped(io_draft.faces.size(), false);
    for (std::size_t f = 0; f < is_flipped.size(); ++f) {
        Polygon& face = io_draft.faces[f];
        const glm::dvec3 corner(io_draft.positions[face[0]]);
        is_flipped[f] = glm::dot(area_vector(io_draft.positions, face), middle - corner) > 0.0;
        if (is_flipped[f]) flip(face);
    }
    report_flipped(io_draft, is_flipped, io_findings);
}

bool check_euler(const Draft& draft, Findings& io_findings) {
    const auto v = static_cast<std::ptrdiff_t>(draft.positions.size());
    const auto e = static_cast<std::ptrdiff_t>(faces_of_edges(draft).size());
    const auto f = static_cast<std::ptrdiff_t>(draft.faces.size());
    if (v - e + f == 2) return true;
    io_findings.push_back(
        {Defect::hole, false, 1,
         "vertices - edges + faces is " + std::to_string(v - e + f) +
             " instead of 2: the surface has a hole through it, or touches itself; cut it into "
             "convex parts (--decompose), or ask for the hull (--hull)"});
    return false;
}

} // namespace boxwood::preprocess_detail
