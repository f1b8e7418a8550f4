// What: the stages of repair.hpp. Each stage detects some defects, repairs them in place and adds findings.
// Frame: the model's own. Internal to engine/meshes/repair.
#pragma once

#include "engine/meshes/repair/repair.hpp"

#include <map>

namespace boxwood::preprocess_detail {

// The state of the model between two stages. The ids are the indices of the elements in the caller's model.
struct Draft {
    const PolygonMesh* model = nullptr; // for names
    std::vector<glm::vec3> positions;
    std::vector<Polygon> faces;
    std::vector<std::uint32_t> vertex_ids, face_ids;
    double tolerance = 0.0; // points within this distance are merged

    std::string vertex(std::uint32_t v) const { return model->vertex_name(vertex_ids[v]); }
    std::string face(std::size_t f) const { return model->face_name(face_ids[f]); }
    std::string edge(std::uint32_t a, std::uint32_t b) const { return vertex(a) + "-" + vertex(b); }
    void erase_faces(const std::vector<bool>& is_erased);
};
using Findings = std::vector<Finding>;

// Stages for individual vertices and faces (preprocess_elements.cpp).
bool check_elements(const PolygonMesh& model, Findings& io_findings); // false: not repairable
void weld(Draft& io_draft, Findings& io_findings);
void drop_degenerate_faces(Draft& io_draft, Findings& io_findings);
void drop_duplicate_faces(Draft& io_draft, Findings& io_findings);
void drop_unused_vertices(Draft& io_draft, Findings* io_findings);

// Stages for edges and connectivity (preprocess_edges.cpp).
using EdgeKey = std::pair<std::uint32_t, std::uint32_t>; // lower vertex first
std::map<EdgeKey, std::vector<std::uint32_t>> faces_of_edges(const Draft& draft);
void drop_inner_faces(Draft& io_draft, Findings& io_findings);
void join_split_edges(Draft& io_draft, Findings& io_findings);
std::vector<Draft> split_parts(const Draft& draft, Findings& io_findings);
// Returns false if an edge does not have exactly two faces. This defect cannot be repaired edge by edge.
bool check_edges(const Draft& draft, Findings& io_findings);

// Stages for orientation and holes (preprocess_orientation.cpp).
bool orient(Draft& io_draft, Findings& io_findings); // false: not orientable
// For parts with open edges: orients each face away from the mean of all vertices, which is correct for a convex solid.
void orient_outwards(Draft& io_draft, Findings& io_findings);
bool check_euler(const Draft& draft, Findings& io_findings);

// Stages for planarity and convexity (preprocess_faces.cpp).
// How non-planar faces are triangulated. Solid::convex: no corner of the face is above any of its triangles.
// Solid::any: the same, except that a face which is also non-convex is triangulated by ear clipping.
enum class Solid : std::uint8_t { convex, any };
void cut_faces(Draft& io_draft, Solid solid, Findings& io_findings);
// Number of concave edges; `out_first` describes the first one for a message.
std::size_t count_concave_edges(const Draft& draft, std::string& out_first);
// True if no vertex lies above any face; the faces are then part of the hull's surface.
bool are_faces_of_hull(const Draft& draft);

} // namespace boxwood::preprocess_detail
