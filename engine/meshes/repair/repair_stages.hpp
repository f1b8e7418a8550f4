// What: the stages of repair.hpp; each looks for its defects, mends them in place and adds findings.
// Frame: the model's own. For the files of the preprocessor only.
#pragma once

#include "engine/meshes/repair/repair.hpp"

#include <map>

namespace boxwood::preprocess_detail {

// The model between two stages. `ids`: what an element was in the model that the caller gave.
struct Draft {
    const PolygonMesh* model = nullptr; // for names
    std::vector<glm::vec3> positions;
    std::vector<Polygon> faces;
    std::vector<std::uint32_t> vertex_ids, face_ids;
    double tolerance = 0.0; // length up to which points are one

    std::string vertex(std::uint32_t v) const { return model->vertex_name(vertex_ids[v]); }
    std::string face(std::size_t f) const { return model->face_name(face_ids[f]); }
    std::string edge(std::uint32_t a, std::uint32_t b) const { return vertex(a) + "-" + vertex(b); }
    void erase_faces(const std::vector<bool>& is_erased);
};
using Findings = std::vector<Finding>;

// Vertices and faces one by one (preprocess_elements.cpp).
bool check_elements(const PolygonMesh& model, Findings& io_findings); // false: nothing can be done
void weld(Draft& io_draft, Findings& io_findings);
void drop_degenerate_faces(Draft& io_draft, Findings& io_findings);
void drop_duplicate_faces(Draft& io_draft, Findings& io_findings);
void drop_unused_vertices(Draft& io_draft, Findings* io_findings);

// Edges and what they join (preprocess_edges.cpp).
using EdgeKey = std::pair<std::uint32_t, std::uint32_t>; // lower vertex first
std::map<EdgeKey, std::vector<std::uint32_t>> faces_of_edges(const Draft& draft);
void drop_inner_faces(Draft& io_draft, Findings& io_findings);
void join_split_edges(Draft& io_draft, Findings& io_findings);
std::vector<Draft> split_parts(const Draft& draft, Findings& io_findings);
// What cannot be mended edge by edge: false if there are such edges.
bool check_edges(const Draft& draft, Findings& io_findings);

// Which side is out, and holes (preprocess_orientation.cpp).
bool orient(Draft& io_draft, Findings& io_findings);
// Where edges are open: each face by the side on which the middle of all vertices lies, right if the solid is convex.
void turn_outward(Draft& io_draft, Findings& io_findings);
bool check_euler(const Draft& draft, Findings& io_findings);

// Planes and convexity (preprocess_faces.cpp).
void cut_faces(Draft& io_draft, Findings& io_findings);
// Edges between faces that form a valley, for a message; 0 if there are none.
std::size_t count_concave_edges(const Draft& draft, std::string& out_first);
// No vertex lies above any face: the faces are part of the hull's surface.
bool are_faces_of_hull(const Draft& draft);

} // namespace boxwood::preprocess_detail
