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

// Faces to flip so that neighbors traverse shared edges in opposite directions; empty if impossible.
std::vector<bool> flood(const Draft& draft) {
    const auto edges = faces_of_edges(draft);
    std::vector<std::vector<std::pair<std::uint32_t, bool>>> neighbors(draft.faces.size());
    for (const auto& [key, users] : edges) {
        const bool agree = runs_forward(draft.faces[users[0]], key.first, key.second) !=
                           runs_forward(draft.faces[users[1]], key.first, key.second);
        neighbors[users[0]].emplace_back(users[1], agree);
        neighbors[users[1]].emplace_back(users[0], agree);
    }
    std::vector<bool> is_turned(draft.faces.size(), false), is_reached(draft.faces.size(), false);
    std::vector<std::uint32_t> stack{0};
    is_reached[0] = true;
    while (!stack.empty()) {
        const std::uint32_t f = stack.back();
        stack.pop_back();
        for (const auto& [beyond, agree] : neighbors[f]) {
            const bool turned = is_turned[f] == agree;
            if (is_reached[beyond] && is_turned[beyond] != turned) return {};
            if (is_reached[beyond]) continue;
            is_reached[beyond] = true;
            is_turned[beyond] = turned;
            stack.push_back(beyond);
        }
    }
    return is_turned;
}

void turn_over(Polygon& io_face) {
    std::reverse(io_face.begin(), io_face.end());
}

// Reports the flipped faces.
void report_turned(const Draft& draft, const std::vector<bool>& is_turned, Findings& io_findings) {
    const auto count = static_cast<std::size_t>(std::count(is_turned.begin(), is_turned.end(), true));
    if (count == 0) return;
    if (count == is_turned.size()) {
        io_findings.push_back({Defect::inside_out, true, count,
                               "every face is clockwise seen from outside; all were turned over"});
        return;
    }
    const auto first =
        static_cast<std::size_t>(std::find(is_turned.begin(), is_turned.end(), true) - is_turned.begin());
    io_findings.push_back(
        {Defect::mixed_orientation, true, count,
         "face " + draft.face(first) + " is clockwise seen from outside; it was turned over"});
}

} // namespace

// Requires two faces at every edge and a connected surface.
bool orient(Draft& io_draft, Findings& io_findings) {
    std::vector<bool> is_turned = flood(io_draft);
    if (is_turned.empty()) {
        io_findings.push_back({Defect::not_orientable, false, io_draft.faces.size(),
                               "the surface has one side only; ask for the hull"});
        return false;
    }
    for (std::size_t f = 0; f < is_turned.size(); ++f)
        if (is_turned[f]) turn_over(io_draft.faces[f]);
    if (measure(io_draft.positions, io_draft.faces).volume < 0.0) {
        for (Polygon& face : io_draft.faces) turn_over(face);
        is_turned.flip();
    }
    report_turned(io_draft, is_turned, io_findings);
    return true;
}

void turn_outward(Draft& io_draft, Findings& io_findings) {
    glm::dvec3 middle(0.0);
    for (const glm::vec3& p : io_draft.positions) middle += glm::dvec3(p);
    middle /= static_cast<double>(io_draft.positions.size());
    std::vector<bool> is_turned(io_draft.faces.size(), false);
    for (std::size_t f = 0; f < is_turned.size(); ++f) {
        Polygon& face = io_draft.faces[f];
        const glm::dvec3 corner(io_draft.positions[face[0]]);
        is_turned[f] = glm::dot(area_vector(io_draft.positions, face), middle - corner) > 0.0;
        if (is_turned[f]) turn_over(face);
    }
    report_turned(io_draft, is_turned, io_findings);
}

bool check_euler(const Draft& draft, Findings& io_findings) {
    const auto v = static_cast<std::ptrdiff_t>(draft.positions.size());
    const auto e = static_cast<std::ptrdiff_t>(faces_of_edges(draft).size());
    const auto f = static_cast<std::ptrdiff_t>(draft.faces.size());
    if (v - e + f == 2) return true;
    io_findings.push_back(
        {Defect::hole, false, 1,
         "vertices - edges + faces is " + std::to_string(v - e + f) +
             " instead of 2: the surface goes through itself or touches itself; cut it into "
             "convex parts (--decompose), or ask for the hull (--hull)"});
    return false;
}

} // namespace boxwood::preprocess_detail
