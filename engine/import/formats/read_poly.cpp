#include "engine/import/formats/poly_file.hpp"
#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"

namespace boxwood {

// Reads all polytopes of a library as one surface.
Result<Mesh> read_poly(std::string_view text) {
    const Result<std::vector<PolygonMesh>> polytopes = parse_poly(text);
    if (!polytopes) return polytopes.error();
    MeshBuilder builder;
    std::vector<std::uint32_t> corners;
    for (const PolygonMesh& polytope : *polytopes) {
        const auto first = static_cast<std::uint32_t>(builder.vertex_count());
        for (const glm::vec3& p : polytope.positions) builder.add_position(p.x, p.y, p.z);
        for (const Polygon& face : polytope.faces) {
            corners.clear();
            for (const std::uint32_t v : face) corners.push_back(first + v);
            builder.add_polygon(corners);
        }
    }
    return builder.take();
}

} // namespace boxwood
