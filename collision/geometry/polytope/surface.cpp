#include "collision/geometry/polytope/surface.hpp"

#include "collision/core/ids.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace boxwood {
namespace {

std::string name_of(const HalfEdge& h) {
    return std::to_string(h.tail) + "-" + std::to_string(h.head);
}

Status check_polygons(std::size_t vertex_count, std::span<const Polygon> faces) {
    if (vertex_count < 4)
        return Error{"a polytope needs at least 4 vertices, got " + std::to_string(vertex_count)};
    if (faces.size() < 4)
        return Error{"a polytope needs at least 4 faces, got " + std::to_string(faces.size())};
    std::vector<std::uint32_t> last_face(vertex_count, kNone);
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
        const std::string face = "face " + std::to_string(f);
        if (faces[f].size() < 3) return Error{face + " has fewer than 3 vertices"};
        for (const std::uint32_t v : faces[f]) {
            if (v >= vertex_count)
                return Error{face + " refers to vertex " + std::to_string(v) + ", but there are only " +
                             std::to_string(vertex_count) + " vertices"};
            if (last_face[v] == f) return Error{face + " refers to vertex " + std::to_string(v) + " twice"};
            last_face[v] = f;
        }
    }
    const auto unused = std::find(last_face.begin(), last_face.end(), kNone);
    if (unused != last_face.end())
        return Error{"vertex " + std::to_string(unused - last_face.begin()) +
                     " is used by no face; remove it"};
    return ok();
}

Surface flatten(std::size_t vertex_count, std::span<const Polygon> faces) {
    Surface surface;
    surface.first.push_back(0);
    surface.of_vertex.assign(vertex_count, kNone);
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
        const Polygon& polygon = faces[f];
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            surface.of_vertex[polygon[k]] = static_cast<std::uint32_t>(surface.half_edges.size());
            surface.half_edges.push_back({polygon[k], polygon[(k + 1) % polygon.size()], f, kNone});
        }
        surface.first.push_back(static_cast<std::uint32_t>(surface.half_edges.size()));
    }
    return surface;
}

// Checks that an undirected edge has exactly two half-edges, in opposite directions.
Status check_edge(std::span<const HalfEdge> half_edges, std::span<const std::uint32_t> users) {
    const HalfEdge& h = half_edges[users[0]];
    if (users.size() == 1)
        return Error{"edge " + name_of(h) + " belongs to face " + std::to_string(h.face) +
                     " only: the surface is open there"};
    if (users.size() > 2)
        return Error{"edge " + name_of(h) + " belongs to " + std::to_string(users.size()) +
                     " faces instead of 2"};
    const HalfEdge& other = half_edges[users[1]];
    if (h.tail == other.tail)
        return Error{"edge " + name_of(h) + " has the same direction in faces " + std::to_string(h.face) +
                     " and " + std::to_string(other.face) +
                     ": one face is reversed, or the same face is listed twice"};
    return ok();
}

Status find_twins(Surface& io_surface) {
    std::vector<HalfEdge>& half_edges = io_surface.half_edges;
    const auto ends = [&](std::uint32_t h) { return std::minmax(half_edges[h].tail, half_edges[h].head); };
    std::vector<std::uint32_t> order(half_edges.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
        const auto [x_low, x_high] = ends(x);
        const auto [y_low, y_high] = ends(y);
        if (x_low != y_low) return x_low < y_low;
        return x_high != y_high ? x_high < y_high : x < y;
    });
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && ends(order[end]) == ends(order[begin])) ++end;
        if (Status status = check_edge(half_edges, std::span(order).subspan(begin, end - begin)); !status)
            return status;
        half_edges[order[begin]].twin = order[begin + 1];
        half_edges[order[begin + 1]].twin = order[begin];
        begin = end;
    }
    return ok();
}

Status check_connected(const Surface& surface) {
    std::vector<bool> is_reached(surface.face_count(), false);
    std::vector<std::uint32_t> stack{0};
    is_reached[0] = true;
    while (!stack.empty()) {
        const std::uint32_t f = stack.back();
        stack.pop_back();
        for (const HalfEdge& h : surface.face(f)) {
            const std::uint32_t beyond = surface.half_edges[h.twin].face;
            if (is_reached[beyond]) continue;
            is_reached[beyond] = true;
            stack.push_back(beyond);
        }
    }
    const auto missed = std::find(is_reached.begin(), is_reached.end(), false);
    if (missed == is_reached.end()) return ok();
    return Error{"face " + std::to_string(missed - is_reached.begin()) +
                 " is not connected to face 0: the surface has several components"};
}

// One full rotation around each vertex must visit all of its half-edges. Otherwise two fans touch at the vertex.
Status check_fans(const Surface& surface) {
    std::vector<std::uint32_t> remaining(surface.of_vertex.size(), 0);
    for (const HalfEdge& h : surface.half_edges) ++remaining[h.tail];
    for (std::uint32_t v = 0; v < surface.of_vertex.size(); ++v) {
        std::uint32_t h = surface.of_vertex[v];
        do {
            --remaining[v];
            h = surface.rotate(h);
        } while (h != surface.of_vertex[v]);
        if (remaining[v] != 0)
            return Error{"vertex " + std::to_string(v) +
                         " is not manifold: parts of the surface touch only at this vertex"};
    }
    return ok();
}

Status check_euler(const Surface& surface) {
    const auto v = static_cast<std::ptrdiff_t>(surface.of_vertex.size());
    const auto e = static_cast<std::ptrdiff_t>(surface.half_edges.size() / 2);
    const auto f = static_cast<std::ptrdiff_t>(surface.face_count());
    if (v - e + f == 2) return ok();
    return Error{"vertices - edges + faces is " + std::to_string(v - e + f) +
                 " instead of 2: the surface has a hole through it"};
}

} // namespace

Result<Surface> make_surface(std::size_t vertex_count, std::span<const Polygon> faces) {
    if (Status status = check_polygons(vertex_count, faces); !status) return status.error();
    Surface surface = flatten(vertex_count, faces);
    if (Status status = find_twins(surface); !status) return status.error();
    if (Status status = check_connected(surface); !status) return status.error();
    if (Status status = check_fans(surface); !status) return status.error();
    if (Status status = check_euler(surface); !status) return status.error();
    return surface;
}

} // namespace boxwood
