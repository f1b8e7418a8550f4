// What: makes polytopes from a polygon model. It reports the model's defects, repairs them where possible, and rejects
//       the parts that it cannot repair.
// Frame: the model's own. Units: the units of the model.
// Invariants: a model without findings becomes a polytope without changes. A repair moves no vertex by more than the
//             weld tolerance (farther only in a chain of vertices that are each within the tolerance of the next).
//             A rejected part has no polytope; the other parts are unaffected.
// Degenerate input: any input is accepted. Messages name elements as the model does, or by their indices.
// Cost: O(n log n) time; in addition, for a part with b open edges, O(b^2), and O(V F) to find whether its hull can
//       close the holes.
// Oracle: tests/engine/meshes/repair_test.cpp injects most of the defects into random polytopes.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

enum class Defect : std::uint8_t {
    bad_index,
    not_finite,
    duplicate_vertices,
    degenerate_faces,
    duplicate_faces,
    unused_vertices,
    several_parts,
    inner_faces,
    split_edges,
    crowded_edges,
    open_edges,
    not_orientable,
    mixed_orientation,
    inside_out,
    hole,
    flat,
    non_planar_faces,
    non_convex_faces,
    extraneous_vertices,
    not_convex,
    no_polytope
};
inline constexpr std::array<std::string_view, 21> kDefectNames{"bad index",
                                                               "not finite",
                                                               "duplicate vertices",
                                                               "degenerate faces",
                                                               "duplicate faces",
                                                               "unused vertices",
                                                               "several parts",
                                                               "inner faces",
                                                               "split edges",
                                                               "crowded edges",
                                                               "open edges",
                                                               "not orientable",
                                                               "mixed orientation",
                                                               "inside out",
                                                               "hole",
                                                               "flat",
                                                               "non-planar faces",
                                                               "non-convex faces",
                                                               "extraneous vertices",
                                                               "not convex",
                                                               "no polytope"};
inline std::string_view name_of(Defect defect) {
    return kDefectNames[static_cast<std::size_t>(defect)];
}

struct Finding {
    Defect defect = Defect::bad_index;
    // False: the part or the model is rejected because of the defect. Only triangulate_model() reports not_orientable
    // without a rejection.
    bool is_repaired = false;
    std::size_t count = 0; // number of affected elements
    std::string text;      // one line: the first affected element, and what was done or can be done
};

struct PreparedPart {
    std::string name;
    std::optional<Polytope> polytope; // none: rejected
    std::vector<Finding> findings;
};

struct RepairReport {
    std::vector<Finding> findings; // about the model before it is split into parts
    std::vector<PreparedPart> parts;

    bool is_clean() const;             // no findings
    bool is_usable() const;            // at least one part, and all parts have polytopes
    std::string first_refusal() const; // one line; empty if nothing was rejected
};

// Vertices closer than this fraction of the model's diagonal are merged: about 16 times the relative rounding error of
// float.
inline constexpr double kWeldTolerance = 1e-6;

RepairReport prepare_polytopes(const PolygonMesh& model);

// Makes one triangle mesh of the model, which need not be convex or closed. Merges duplicates, removes degenerate
// faces, and cuts non-planar and non-convex faces into triangles. In closed parts, flips faces where the orientations
// of neighbors disagree.
struct TriangulatedModel {
    std::vector<Finding> findings;
    std::optional<Mesh> mesh; // if there is none, a finding has the reason
};
TriangulatedModel triangulate_model(const PolygonMesh& model);

} // namespace boxwood
