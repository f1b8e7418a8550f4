// Each function injects one defect into a triangulated model of a convex polytope around the origin. all_injections()
// names the defect that must be found.
#pragma once

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/repair/repair.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood::test {

struct Injection {
    const char* name;
    Defect defect;
    bool is_repaired;
    void (*inject)(PolygonMesh& io_model, Random& io_random);
};

inline std::uint32_t add_vertex(PolygonMesh& io_model, const glm::dvec3& p) {
    io_model.positions.emplace_back(p);
    return static_cast<std::uint32_t>(io_model.positions.size() - 1);
}
inline glm::dvec3 point(const PolygonMesh& model, std::uint32_t v) {
    return glm::dvec3(model.positions[v]);
}
inline std::size_t any_face(const PolygonMesh& model, Random& io_random) {
    return io_random.below(model.faces.size());
}
// The face that has the directed edge a -> b, and the index of the corner a in this face. If there is none, `face` is
// the number of faces.
struct Place {
    std::size_t face = 0, corner = 0;
};
inline Place find_edge(const PolygonMesh& model, std::uint32_t a, std::uint32_t b) {
    for (std::size_t f = 0; f < model.faces.size(); ++f)
        for (std::size_t k = 0; k < model.faces[f].size(); ++k)
            if (model.faces[f][k] == a && model.faces[f][(k + 1) % model.faces[f].size()] == b) return {f, k};
    return {model.faces.size(), 0};
}

// Gives a corner of one face its own vertex, which is nearer to the old vertex than the weld tolerance.
inline void copy_vertex(PolygonMesh& io_model, Random& io_random) {
    Polygon& face = io_model.faces[any_face(io_model, io_random)];
    const std::size_t k = io_random.below(face.size());
    face[k] = add_vertex(io_model, point(io_model, face[k]) * (1.0 + 0.1 * kWeldTolerance));
}
inline void add_lone_vertex(PolygonMesh& io_model, Random& io_random) {
    add_vertex(io_model, io_random.in_box(glm::dvec3(0.3)));
}
// Splits a triangle into three around an interior point.
inline void add_point_in_face(PolygonMesh& io_model, Random& io_random) {
    const std::size_t f = any_face(io_model, io_random);
    const Polygon t = io_model.faces[f];
    const auto m = add_vertex(io_model, 0.4 * point(io_model, t[0]) + 0.35 * point(io_model, t[1]) +
                                            0.25 * point(io_model, t[2]));
    io_model.faces[f] = {t[0], t[1], m};
    io_model.faces.push_back({t[1], t[2], m});
    io_model.faces.push_back({t[2], t[0], m});
}
// Inserts the midpoint of an edge as a vertex into both faces of the edge (the vertex then has only two edges), or into
// only one of them.
inline std::uint32_t add_point_on_edge(PolygonMesh& io_model, Random& io_random, bool in_both) {
    const std::size_t f = any_face(io_model, io_random);
    const std::uint32_t a = io_model.faces[f][0], b = io_model.faces[f][1];
    const auto m = add_vertex(io_model, 0.5 * (point(io_model, a) + point(io_model, b)));
    io_model.faces[f].insert(io_model.faces[f].begin() + 1, m);
    if (!in_both) return m;
    const Place other = find_edge(io_model, b, a);
    Polygon& face = io_model.faces[other.face];
    face.insert(face.begin() + static_cast<std::ptrdiff_t>(other.corner) + 1, m);
    return m;
}
inline void add_point_on_both_sides(PolygonMesh& io_model, Random& io_random) {
    add_point_on_edge(io_model, io_random, true);
}
inline void add_point_on_one_side(PolygonMesh& io_model, Random& io_random) {
    add_point_on_edge(io_model, io_random, false);
}
// Joins two neighboring triangles to a polygon that is bent along the edge between them.
inline void join_faces(PolygonMesh& io_model, Random& io_random) {
    const std::size_t f = any_face(io_model, io_random);
    const Polygon t = io_model.faces[f];
    const Place other = find_edge(io_model, t[1], t[0]);
    const Polygon& u = io_model.faces[other.face];
    const std::uint32_t apex = u[(other.corner + 2) % 3];
    io_model.faces[f] = {t[0], apex, t[1], t[2]};
    io_model.faces.erase(io_model.faces.begin() + static_cast<std::ptrdiff_t>(other.face));
}
// Splits a triangle into a smaller triangle on one side, and a concave quad (arrowhead) on the other two sides.
inline void add_arrowhead(PolygonMesh& io_model, Random& io_random) {
    const std::size_t f = any_face(io_model, io_random);
    const Polygon t = io_model.faces[f];
    const auto m =
        add_vertex(io_model, (point(io_model, t[0]) + point(io_model, t[1]) + point(io_model, t[2])) / 3.0);
    io_model.faces[f] = {t[0], t[1], m};
    io_model.faces.push_back({t[1], t[2], t[0], m});
}
inline void turn_one_face(PolygonMesh& io_model, Random& io_random) {
    Polygon& face = io_model.faces[any_face(io_model, io_random)];
    std::reverse(face.begin(), face.end());
}
inline void turn_all_faces(PolygonMesh& io_model, Random&) {
    for (Polygon& face : io_model.faces) std::reverse(face.begin(), face.end());
}
inline void repeat_face(PolygonMesh& io_model, Random& io_random) {
    const Polygon face = io_model.faces[any_face(io_model, io_random)];
    io_model.faces.push_back({face[1], face[2], face[0]});
}
inline void repeat_face_turned(PolygonMesh& io_model, Random& io_random) {
    const Polygon face = io_model.faces[any_face(io_model, io_random)];
    io_model.faces.push_back({face[2], face[1], face[0]});
}
inline void add_needle(PolygonMesh& io_model, Random& io_random) {
    const Polygon face = io_model.faces[any_face(io_model, io_random)];
    io_model.faces.push_back({face[0], face[1], face[0]});
}
inline void drop_face(PolygonMesh& io_model, Random& io_random) {
    io_model.faces.erase(io_model.faces.begin() + static_cast<std::ptrdiff_t>(any_face(io_model, io_random)));
}
// Adds a triangle over three existing edges that is not a face, for example around a vertex of degree 3.
inline void add_inner_wall(PolygonMesh& io_model, Random& io_random) {
    const std::size_t first = any_face(io_model, io_random), count = io_model.faces.size();
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t f = (first + n) % count;
        const std::uint32_t a = io_model.faces[f][0], b = io_model.faces[f][1];
        const std::uint32_t c = io_model.faces[f][2];
        for (const Polygon& other : io_model.faces)
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t x = other[k], y = other[(k + 1) % 3];
                const bool joins =
                    x == a && y != b && y != c && find_edge(io_model, y, b).face < io_model.faces.size();
                Polygon wall{a, b, y};
                std::sort(wall.begin(), wall.end());
                const bool is_face =
                    std::any_of(io_model.faces.begin(), io_model.faces.end(), [&](Polygon face) {
                        std::sort(face.begin(), face.end());
                        return face == wall;
                    });
                if (!joins || is_face) continue;
                io_model.faces.push_back({a, b, y});
                return;
            }
    }
    // If none is found, adds a fin on an edge, which is the same kind of defect.
    const Polygon face = io_model.faces[0];
    const auto tip = add_vertex(io_model, 0.5 * point(io_model, face[2]));
    io_model.faces.push_back({face[0], face[1], tip});
}
// Moves the vertex with the most faces through the origin, to a tenth of its distance.
inline void dent(PolygonMesh& io_model, Random&) {
    std::vector<std::size_t> degree(io_model.positions.size(), 0);
    for (const Polygon& face : io_model.faces)
        for (const std::uint32_t v : face) ++degree[v];
    const auto most = std::max_element(degree.begin(), degree.end()) - degree.begin();
    io_model.positions[static_cast<std::size_t>(most)] *= -0.1f;
}
inline void flatten(PolygonMesh& io_model, Random&) {
    for (glm::vec3& p : io_model.positions) p.z = 0.0f;
}
// Adds a fin on one edge: a triangle whose tip lies outside the solid. Its two other edges belong to no other face.
inline void add_fin(PolygonMesh& io_model, Random& io_random) {
    const Polygon face = io_model.faces[any_face(io_model, io_random)];
    const auto tip = add_vertex(io_model, 3.0 * point(io_model, face[0]));
    io_model.faces.push_back({face[0], face[1], tip});
}
inline void set_bad_index(PolygonMesh& io_model, Random& io_random) {
    io_model.faces[any_face(io_model, io_random)][1] = 100000;
}
inline void set_not_finite(PolygonMesh& io_model, Random& io_random) {
    io_model.positions[io_random.below(io_model.positions.size())].y = std::nanf("");
}

inline const std::vector<Injection>& all_injections() {
    static const std::vector<Injection> all{
        {"copied vertex", Defect::duplicate_vertices, true, copy_vertex},
        {"vertex in no face", Defect::unused_vertices, true, add_lone_vertex},
        {"point inside a face", Defect::extraneous_vertices, true, add_point_in_face},
        {"point on an edge", Defect::extraneous_vertices, true, add_point_on_both_sides},
        {"point on one side of an edge", Defect::split_edges, true, add_point_on_one_side},
        {"bent face", Defect::non_planar_faces, true, join_faces},
        {"arrowhead", Defect::non_convex_faces, true, add_arrowhead},
        {"one face turned over", Defect::mixed_orientation, true, turn_one_face},
        {"all faces turned over", Defect::inside_out, true, turn_all_faces},
        {"face twice", Defect::duplicate_faces, true, repeat_face},
        {"face twice, once turned over", Defect::duplicate_faces, true, repeat_face_turned},
        {"needle", Defect::degenerate_faces, true, add_needle},
        {"missing face", Defect::open_edges, true, drop_face},
        {"inner wall", Defect::inner_faces, true, add_inner_wall},
        {"fin", Defect::inner_faces, true, add_fin},
        {"dent", Defect::not_convex, false, dent},
        {"flat", Defect::flat, false, flatten},
        {"index without a vertex", Defect::bad_index, false, set_bad_index},
        {"coordinate that is no number", Defect::not_finite, false, set_not_finite}};
    return all;
}

} // namespace boxwood::test
