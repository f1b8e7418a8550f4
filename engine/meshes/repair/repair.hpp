// What: makes polytopes out of a model of polygons: says what is wrong with it, mends what can be mended, refuses
//       the rest by name.
// Frame: the model's own. Units: those of the model.
// Invariants: a model without findings is a polytope as it stands. A repair moves no vertex by more than the weld
//             tolerance; a part that is refused has no polytope, the other parts have theirs.
// Degenerate input: anything; that is its purpose. Elements are named as the model names them, or by number.
// Cost: O(n log n), and O(V F) for a part whose holes are closed by its hull.
// Source: algorithms 1.13.
// Oracle: tests/engine/meshes/repair_test.cpp injects every defect into random polytopes.
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
    bool is_repaired = false; // false: the part is refused for it
    std::size_t count = 0;    // of elements concerned
    std::string text;         // one line: the first of them, what was done, or what to do
};

struct PreparedPart {
    std::string name;
    std::optional<Polytope> polytope; // none: refused
    std::vector<Finding> findings;
};

struct RepairReport {
    std::vector<Finding> findings; // of the model before it was split
    std::vector<PreparedPart> parts;

    bool is_clean() const;             // no finding at all
    bool is_usable() const;            // there are parts, and all have polytopes
    std::string first_refusal() const; // one line; empty if nothing was refused
};

// Vertices nearer than this fraction of the model's diagonal are one: 16 roundings of a float.
inline constexpr double kWeldTolerance = 1e-6;

RepairReport prepare_polytopes(const PolygonMesh& model);

} // namespace boxwood
