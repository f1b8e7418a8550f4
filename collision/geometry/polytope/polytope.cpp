#include "collision/geometry/polytope/polytope.hpp"

#include "collision/geometry/polytope/merge_coplanar.hpp"
#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/polytope_checks.hpp"
#include "collision/geometry/polytope/support_graph.hpp"
#include "collision/geometry/polytope/surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace boxwood {
namespace {

// The vertices that are still in use, and the faces with the new indices of these vertices.
struct Compacted {
    std::vector<glm::vec3> positions;
    std::vector<Polygon> faces;
};

Compacted compact(std::span<const glm::vec3> positions, std::vector<Polygon> faces) {
    std::vector<std::uint32_t> new_index(positions.size(), kNone);
    for (const Polygon& face : faces)
        for (const std::uint32_t v : face) new_index[v] = 0;
    Compacted result;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        if (new_index[v] == kNone) continue;
        new_index[v] = static_cast<std::uint32_t>(result.positions.size());
        result.positions.push_back(positions[v]);
    }
    for (Polygon& face : faces)
        for (std::uint32_t& v : face) v = new_index[v];
    result.faces = std::move(faces);
    return result;
}

} // namespace

// Builds a Polytope from a checked surface: first its arrays, then the values derived from them.
class PolytopeBuilder {
  public:
    PolytopeBuilder(const Surface& surface, Compacted compacted)
        : surface_(surface)
        , polygons_(std::move(compacted.faces))
        , positions_(std::move(compacted.positions)) {}

    Polytope build() {
        add_faces();
        add_edges();
        add_vertices();
        blocks_ = make_blocks(positions_);
        add_stars();
        add_triangles();
        polytope_.arrays_ = Polytope::Arrays(blocks_, stars_, vertices_, edges_, faces_, positions_,
                                             vertex_neighbors_, face_vertices_, triangles_, face_of_triangle_,
                                             vertex_directions_, vertex_edges_, face_sides_, face_edges_);
        measure_reflex();
        add_sizes();
        return std::move(polytope_);
    }

  private:
    glm::dvec3 position(std::uint32_t vertex) const { return glm::dvec3(positions_[vertex]); }

    void add_faces() {
        for (const Polygon& face : polygons_) {
            const glm::dvec3 normal = glm::normalize(area_vector(positions_, face));
            const Range range = range_along(positions_, face, normal);
            faces_.push_back({.normal = normal,
                              .offset = range.upper,
                              .side_count = static_cast<std::uint32_t>(face.size()),
                              .first = static_cast<std::uint32_t>(face_vertices_.size())});
            face_vertices_.insert(face_vertices_.end(), face.begin(), face.end());
            polytope_.flatness_ = std::fmax(polytope_.flatness_, range.size());
        }
    }

    // The half-edges of the surface are in the order of face_vertices, so one index serves both.
    void add_edges() {
        const std::size_t count = surface_.half_edges.size();
        edge_of_.resize(count);
        std::vector<Polytope::SidePlane> sides(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const HalfEdge& h = surface_.half_edges[i];
            if (h.twin < i) continue;
            const std::uint32_t right = surface_.half_edges[h.twin].face;
            const glm::dvec3 along = position(h.head) - position(h.tail);
            const glm::dvec3 direction = glm::normalize(along);
            const glm::dvec3 out_of_left = glm::normalize(glm::cross(direction, faces_[h.face].normal));
            const glm::dvec3 out_of_right = glm::normalize(glm::cross(faces_[right].normal, direction));
            edge_of_[i] = edge_of_[h.twin] = static_cast<std::uint32_t>(edges_.size());
            sides[i] = {out_of_left, glm::dot(out_of_left, position(h.tail))};
            sides[h.twin] = {out_of_right, glm::dot(out_of_right, position(h.tail))};
            edges_.push_back({h.tail, h.head, h.face, right, positions_[h.tail], positions_[h.head],
                              direction, glm::length(along), out_of_left, out_of_right});
        }
        for (Polytope::Face& face : faces_) {
            face.spilled =
                store_ring(std::span(edge_of_).subspan(face.first, face.side_count), face.edges, face_edges_);
            store_ring(std::span(sides).subspan(face.first, face.side_count), face.planes, face_sides_);
        }
    }

    void add_vertices() {
        std::vector<std::uint32_t> ring;
        std::vector<glm::dvec3> directions;
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            Polytope::Vertex& vertex = vertices_.emplace_back();
            vertex.position = positions_[v];
            vertex.first = static_cast<std::uint32_t>(vertex_neighbors_.size());
            ring.clear();
            directions.clear();
            std::uint32_t h = surface_.of_vertex[v];
            do {
                const Polytope::Edge& edge = edges_[edge_of_[h]];
                ring.push_back(edge_of_[h]);
                directions.push_back(edge.tail == v ? edge.direction : -edge.direction);
                vertex_neighbors_.push_back(surface_.half_edges[h].head);
                h = surface_.rotate(h);
            } while (h != surface_.of_vertex[v]);
            vertex.degree = static_cast<std::uint32_t>(ring.size());
            vertex.spilled = store_ring(std::span<const std::uint32_t>(ring), vertex.edges, vertex_edges_);
            store_ring(std::span<const glm::dvec3>(directions), vertex.directions, vertex_directions_);
        }
    }

    // Stores the ring in the record or, if it exceeds the capacity, appends it to the spilled rings. Returns the start
    // index of the ring in `io_spilled`.
    template <class Ring, class T, std::size_t kRoom>
    static std::uint32_t store_ring(Ring ring, std::array<T, kRoom>& out_own, std::vector<T>& io_spilled) {
        const auto first = static_cast<std::uint32_t>(io_spilled.size());
        if (ring.size() <= kRoom)
            std::copy(ring.begin(), ring.end(), out_own.begin());
        else
            io_spilled.insert(io_spilled.end(), ring.begin(), ring.end());
        return first;
    }

    void add_stars() {
        stars_ = make_stars(positions_, [this](std::uint32_t vertex) {
            return std::span<const std::uint32_t>(vertex_neighbors_)
                .subspan(vertices_[vertex].first, vertices_[vertex].degree);
        });
    }

    // Sets reflex_ to the largest height of a vertex above a plane through two adjacent edges. If these edges are
    // nearly parallel, the plane of the face between them is used instead.
    void measure_reflex() {
        constexpr double kOpenCorner = 1e-2; // sine
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            const auto directions = polytope_.vertex_directions(v);
            for (std::size_t k = 0; k < directions.size(); ++k) {
                const glm::dvec3 across = glm::cross(directions[k], directions[(k + 1) % directions.size()]);
                const Polytope::Edge& edge = edges_[polytope_.vertex_edges(v)[k]];
                const glm::dvec3 normal = glm::length(across) > kOpenCorner
                                              ? glm::normalize(across)
                                              : faces_[edge.tail == v ? edge.left : edge.right].normal;
                for (const glm::vec3& p : positions_)
                    polytope_.reflex_ =
                        std::fmax(polytope_.reflex_, glm::dot(normal, glm::dvec3(p) - position(v)));
            }
        }
    }

    void add_triangles() {
        for (std::uint32_t f = 0; f < polygons_.size(); ++f) {
            for (std::size_t k = 2; k < polygons_[f].size(); ++k) {
                triangles_.push_back({polygons_[f][0], polygons_[f][k - 1], polygons_[f][k]});
                face_of_triangle_.push_back(f);
            }
        }
    }

    void add_sizes() {
        const SolidSize solid = measure(positions_, polygons_);
        polytope_.volume_ = solid.volume;
        polytope_.centroid_ = solid.centroid;
        polytope_.inner_radius_ = std::numeric_limits<double>::infinity();
        for (const Polytope::Face& face : faces_)
            polytope_.inner_radius_ =
                std::fmin(polytope_.inner_radius_, face.offset - glm::dot(face.normal, solid.centroid));
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            polytope_.radius_ = std::fmax(polytope_.radius_, glm::distance(position(v), solid.centroid));
            polytope_.extent_ = std::fmax(polytope_.extent_, glm::length(position(v)));
        }
    }

    const Surface& surface_;
    std::vector<Polygon> polygons_;
    std::vector<glm::vec3> positions_;
    std::vector<std::uint32_t> edge_of_; // per half-edge
    std::vector<Polytope::VertexBlock> blocks_;
    std::vector<Polytope::VertexStar> stars_;
    std::vector<Polytope::Vertex> vertices_;
    std::vector<Polytope::Edge> edges_;
    std::vector<Polytope::Face> faces_;
    std::vector<std::uint32_t> vertex_neighbors_, face_vertices_;
    // Rings that exceed the capacity of a record.
    std::vector<glm::dvec3> vertex_directions_;
    std::vector<std::uint32_t> vertex_edges_;
    std::vector<Polytope::SidePlane> face_sides_;
    std::vector<std::uint32_t> face_edges_;

    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> face_of_triangle_;
    Polytope polytope_;
};

namespace {

// The largest allowed dent (reflex) as a fraction of the extent. If merging nearly coplanar faces fails,
// make_polytope() merges only exactly coplanar faces. It also does so if merging causes a larger dent, provided that
// the result is then convex.
constexpr double kMaxDent = 16.0 * kFloatRounding;

Result<Polytope> assemble(const Surface& given, std::span<const glm::vec3> positions,
                          std::span<const Polygon> faces, const Rounding& rounding) {
    Result<std::vector<Polygon>> merged = merge_coplanar(given, positions, faces, rounding);
    if (!merged) return merged.error();
    Compacted compacted = compact(positions, std::move(*merged));
    Result<Surface> surface = make_surface(compacted.positions.size(), compacted.faces);
    if (!surface) return Error{"after merging coplanar faces: " + surface.error().message};
    return PolytopeBuilder(*surface, std::move(compacted)).build();
}

// Checks all invariants except convexity.
Result<Surface> make_checked_surface(std::span<const glm::vec3> positions, std::span<const Polygon> faces,
                                     const Rounding& rounding) {
    if (Status status = check_coordinates(positions); !status) return status.error();
    Result<Surface> surface = make_surface(positions.size(), faces);
    if (!surface) return surface;
    if (Status status = check_edges(positions, *surface); !status) return status.error();
    if (Status status = check_faces(positions, faces, rounding); !status) return status.error();
    if (Status status = check_volume(measure(positions, faces)); !status) return status.error();
    return surface;
}

} // namespace

Result<Polytope> make_polytope(std::span<const glm::vec3> positions,
                               std::span<const std::vector<std::uint32_t>> faces) {
    const Rounding rounding(positions, kRoundedInputError);
    Result<Surface> given = make_checked_surface(positions, faces, rounding);
    if (!given) return given.error();

    Result<Polytope> polytope = assemble(*given, positions, faces, rounding);
    if (!polytope || polytope->reflex() > kMaxDent * polytope->extent()) {
        Result<Polytope> exact = assemble(*given, positions, faces, Rounding(positions, kExactInputError));
        if (exact && (!polytope || exact->reflex() <= kExactInputError * exact->extent()))
            polytope = std::move(exact);
    }
    if (!polytope) return polytope;
    if (Status status = check_convex(*polytope, positions, rounding); !status) return status.error();
    return polytope;
}

Result<Polytope> restore_polytope(std::span<const glm::vec3> positions,
                                  std::span<const std::vector<std::uint32_t>> faces) {
    const Rounding rounding(positions, 8.0 * kRoundedInputError);
    Result<Surface> surface = make_checked_surface(positions, faces, rounding);
    if (!surface) return surface.error();
    Compacted all{{positions.begin(), positions.end()}, {faces.begin(), faces.end()}};
    Polytope polytope = PolytopeBuilder(*surface, std::move(all)).build();
    if (Status status = check_convex(polytope, positions, rounding); !status) return status.error();
    return polytope;
}

namespace {

std::vector<Polygon> polygons_of(const Polytope& polytope) {
    std::vector<Polygon> polygons;
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const std::span<const std::uint32_t> corners = polytope.face_vertices(f);
        polygons.emplace_back(corners.begin(), corners.end());
    }
    return polygons;
}

Surface surface_of(const Polytope& polytope) {
    Surface surface;
    surface.first.push_back(0);
    surface.of_vertex.resize(polytope.positions().size());
    std::vector<std::uint32_t> half_edge_of(polytope.edges().size(), kNone);
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const auto corners = polytope.face_vertices(f), edges = polytope.face_edges(f);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const auto h = static_cast<std::uint32_t>(surface.half_edges.size());
            surface.half_edges.push_back(
                {corners[k], corners[(k + 1) % corners.size()], f, half_edge_of[edges[k]]});
            surface.of_vertex[corners[k]] = h;
            if (half_edge_of[edges[k]] == kNone)
                half_edge_of[edges[k]] = h;
            else
                surface.half_edges[half_edge_of[edges[k]]].twin = h;
        }
        surface.first.push_back(static_cast<std::uint32_t>(surface.half_edges.size()));
    }
    return surface;
}

// Checks that the angle between adjacent faces differs from 180 degrees by more than rounding.
Status check_bends(const Polytope& polytope, const Rounding& rounding) {
    const auto is_below = [&](std::uint32_t face, std::uint32_t neighbor) {
        const Polytope::Face& plane = polytope.faces()[face];
        return range_along(polytope.positions(), polytope.face_vertices(neighbor), plane.normal).lower <
               plane.offset - rounding.along(plane.normal);
    };
    for (const Polytope::Edge& edge : polytope.edges())
        if (!is_below(edge.left, edge.right) || !is_below(edge.right, edge.left))
            return Error{"faces " + std::to_string(edge.left) + " and " + std::to_string(edge.right) +
                         " are coplanar at the given positions"};
    return ok();
}

} // namespace

Result<Polytope> make_moved_polytope(const Polytope& polytope, std::span<const glm::vec3> positions) {
    if (polytope.positions().empty()) return Error{"the polytope is empty"};
    if (positions.size() != polytope.positions().size())
        return Error{"the polytope has " + std::to_string(polytope.positions().size()) + " vertices, but " +
                     std::to_string(positions.size()) + " positions were given"};
    if (Status status = check_coordinates(positions); !status) return status.error();
    const Surface surface = surface_of(polytope);
    if (Status status = check_edges(positions, surface); !status) return status.error();
    const Rounding rounding(positions, kRoundedInputError);
    Compacted kept{{positions.begin(), positions.end()}, polygons_of(polytope)};
    if (Status status = check_faces(positions, kept.faces, rounding); !status) return status.error();
    if (Status status = check_volume(measure(positions, kept.faces)); !status) return status.error();
    Polytope moved = PolytopeBuilder(surface, std::move(kept)).build();
    if (moved.reflex() > kMaxDent * moved.extent())
        return Error{"a corner is not convex: a vertex lies above the plane of two adjacent edges"};
    if (Status status = check_bends(moved, rounding); !status) return status.error();
    if (Status status = check_convex(moved, positions, rounding); !status) return status.error();
    return moved;
}

Result<Polytope> make_box_polytope(const glm::vec3& half) {
    if (!(half.x > 0.0f && half.y > 0.0f && half.z > 0.0f))
        return Error{"half extents of a box must be positive"};
    std::vector<glm::vec3> positions;
    for (int corner = 0; corner < 8; ++corner)
        positions.emplace_back((corner & 1) ? half.x : -half.x, (corner & 2) ? half.y : -half.y,
                               (corner & 4) ? half.z : -half.z);
    const std::vector<Polygon> faces{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    return make_polytope(positions, faces);
}

} // namespace boxwood
