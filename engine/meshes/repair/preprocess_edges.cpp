#include "engine/meshes/repair/repair_stages.hpp"

#include <algorithm>
#include <numeric>

#include <glm/geometric.hpp>

namespace boxwood::preprocess_detail {
namespace {

template <class Visit>
void for_each_edge(const Polygon& face, Visit&& visit) {
    for (std::size_t k = 0; k < face.size(); ++k) visit(face[k], face[(k + 1) % face.size()]);
}

EdgeKey key_of(std::uint32_t a, std::uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
}

} // namespace

std::map<EdgeKey, std::vector<std::uint32_t>> faces_of_edges(const Draft& draft) {
    std::map<EdgeKey, std::vector<std::uint32_t>> edges;
    for (std::uint32_t f = 0; f < draft.faces.size(); ++f)
        for_each_edge(draft.faces[f],
                      [&](std::uint32_t a, std::uint32_t b) { edges[key_of(a, b)].push_back(f); });
    return edges;
}

// An inner face, such as a wall or a fin, has an edge that more than two faces share, and no edge that it shares with
// exactly one other face.
void drop_inner_faces(Draft& io_draft, Findings& io_findings) {
    const auto edges = faces_of_edges(io_draft);
    std::vector<bool> is_inner(io_draft.faces.size(), false);
    std::string first;
    for (std::size_t f = 0; f < io_draft.faces.size(); ++f) {
        bool has_crowded = false, has_regular = false;
        for_each_edge(io_draft.faces[f], [&](std::uint32_t a, std::uint32_t b) {
            const std::size_t users = edges.at(key_of(a, b)).size();
            has_crowded = has_crowded || users > 2;
            has_regular = has_regular || users == 2;
        });
        is_inner[f] = has_crowded && !has_regular;
        if (is_inner[f] && first.empty())
            first = "face " + io_draft.face(f) +
                    " is attached only to edges that two other faces share; it was dropped";
    }
    const auto count = static_cast<std::size_t>(std::count(is_inner.begin(), is_inner.end(), true));
    if (count == 0 || count == io_draft.faces.size()) return;
    io_draft.erase_faces(is_inner);
    io_findings.push_back({Defect::inner_faces, true, count, first});
}

// If an end of an open edge lies on another open edge, inserts this end into the face of the other edge. Inserts
// nothing into an edge if one of the ends on it is already a corner of its face.
void join_split_edges(Draft& io_draft, Findings& io_findings) {
    const auto edges = faces_of_edges(io_draft);
    std::vector<std::uint32_t> open_ends; // ends of open edges
    for (const auto& [key, users] : edges)
        if (users.size() == 1) open_ends.insert(open_ends.end(), {key.first, key.second});
    std::sort(open_ends.begin(), open_ends.end());
    open_ends.erase(std::unique(open_ends.begin(), open_ends.end()), open_ends.end());
    std::size_t count = 0;
    std::string first;
    for (const auto& [key, users] : edges) {
        if (users.size() != 1) continue;
        const glm::dvec3 a(io_draft.positions[key.first]), b(io_draft.positions[key.second]);
        const double length = glm::distance(a, b);
        std::vector<std::pair<double, std::uint32_t>> between;
        for (const std::uint32_t v : open_ends) {
            if (v == key.first || v == key.second) continue;
            const glm::dvec3 p(io_draft.positions[v]);
            const double along = glm::dot(p - a, b - a) / length;
            const bool is_inside = along > io_draft.tolerance && along < length - io_draft.tolerance;
            if (is_inside && glm::distance(p, a + along / length * (b - a)) <= io_draft.tolerance)
                between.emplace_back(along, v);
        }
        Polygon& face = io_draft.faces[users[0]];
        const auto is_in_face = [&face](const auto& item) {
            return std::find(face.begin(), face.end(), item.second) != face.end();
        };
        if (between.empty() || std::any_of(between.begin(), between.end(), is_in_face)) continue;
        std::sort(between.begin(), between.end());
        auto at = std::find(face.begin(), face.end(), key.first);
        const bool is_forward = *(at + 1 == face.end() ? face.begin() : at + 1) == key.second;
        if (!is_forward) {
            at = std::find(face.begin(), face.end(), key.second);
            std::reverse(between.begin(), between.end());
        }
        if (count == 0)
            first = "vertex " + io_draft.vertex(between[0].second) + " lies on edge " +
                    io_draft.edge(key.first, key.second) + " of face " + io_draft.face(users[0]) +
                    " without being a corner of the face; it was inserted";
        count += between.size();
        std::vector<std::uint32_t> inserted;
        for (const auto& item : between) inserted.push_back(item.second);
        face.insert(at + 1, inserted.begin(), inserted.end());
    }
    if (count > 0) io_findings.push_back({Defect::split_edges, true, count, first});
}

namespace {

// Copies the vertices of the part's faces from the whole, in the order of the whole, and renumbers the faces.
// io_new_index is scratch memory, one entry per vertex of the whole.
void take_vertices(const Draft& whole, Draft& io_part, std::vector<std::uint32_t>& io_new_index) {
    std::vector<std::uint32_t> used;
    for (const Polygon& face : io_part.faces) used.insert(used.end(), face.begin(), face.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const std::uint32_t v : used) {
        io_new_index[v] = static_cast<std::uint32_t>(io_part.positions.size());
        io_part.positions.push_back(whole.positions[v]);
        io_part.vertex_ids.push_back(whole.vertex_ids[v]);
    }
    for (Polygon& face : io_part.faces)
        for (std::uint32_t& v : face) v = io_new_index[v];
}

} // namespace

std::vector<Draft> split_parts(const Draft& draft, Findings& io_findings) {
    std::vector<std::uint32_t> parent(draft.faces.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root_of = [&parent](std::uint32_t f) {
        while (parent[f] != f) f = parent[f] = parent[parent[f]];
        return f;
    };
    for (const auto& [key, users] : faces_of_edges(draft))
        for (const std::uint32_t f : users) {
            const std::uint32_t a = root_of(users[0]), b = root_of(f);
            parent[std::max(a, b)] = std::min(a, b);
        }
    std::vector<Draft> parts;
    std::vector<std::uint32_t> part_of(draft.faces.size(), kNone);
    for (std::uint32_t f = 0; f < draft.faces.size(); ++f) {
        const std::uint32_t root = root_of(f);
        if (root == f) {
            part_of[f] = static_cast<std::uint32_t>(parts.size());
            parts.push_back({draft.model, {}, {}, {}, {}, draft.tolerance});
        }
        Draft& part = parts[part_of[root]];
        part.faces.push_back(draft.faces[f]);
        part.face_ids.push_back(draft.face_ids[f]);
    }
    std::vector<std::uint32_t> new_index(draft.positions.size(), kNone);
    for (Draft& part : parts) take_vertices(draft, part, new_index);
    if (parts.size() > 1)
        io_findings.push_back({Defect::several_parts, true, parts.size(),
                               "face " + parts[1].face(0) + " and face " + parts[0].face(0) +
                                   " are not connected by edges; each part became a separate object"});
    return parts;
}

bool check_edges(const Draft& draft, Findings& io_findings) {
    std::size_t open = 0, crowded = 0;
    std::string first_open, first_crowded;
    for (const auto& [key, users] : faces_of_edges(draft)) {
        if (users.size() == 1 && open++ == 0)
            first_open = "edge " + draft.edge(key.first, key.second) + " belongs to face " +
                         draft.face(users[0]) + " only";
        if (users.size() > 2 && crowded++ == 0)
            first_crowded = "edge " + draft.edge(key.first, key.second) + " belongs to " +
                            std::to_string(users.size()) + " faces instead of 2";
    }
    if (crowded > 0)
        io_findings.push_back({Defect::crowded_edges, false, crowded,
                               first_crowded + "; remove the extra faces, or ask for the hull"});
    if (open > 0) io_findings.push_back({Defect::open_edges, false, open, first_open});
    return open == 0 && crowded == 0;
}

} // namespace boxwood::preprocess_detail
