// What: the shape of a body: a convex polytope, a triangle mesh with its hierarchy, or a compound of convex parts in a
//     hull hierarchy. Several bodies can share a shape. Polytopes and compounds are solid; a mesh is a surface unless
//     it is declared solid.
// Frame: the body's own.
// Invariants: immutable after construction, with three exceptions. First, the surface hierarchy and support table of a
//     polytope, the hull of a mesh and the shells are built by the first call of build_*; this is safe if several
//     threads use the shape. Second, the thread that owns the shape can call declare_solid and recheck_solid between
//     steps. Third, the shape of a deforming body belongs to that body alone and changes with its vertices
//     (deformation.hpp). Only make_shape and make_unchecked_shape create shapes; a deforming body copies one.
// Degenerate input: make_shape returns an Error for a mesh that check_mesh rejects, for an unknown name in the
//                   HierarchyConfig, and for a hierarchy that is not valid for the mesh.
// Cost: the first build_* of each kind takes about n log n steps for n vertices or triangles; later calls return at
//       once.
#pragma once

#include "collision/core/built_once.hpp"
#include "collision/geometry/hull/mesh_hull.hpp"
#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy.hpp"
#include "collision/narrow_phase/support_table.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/volumes/aabb.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace boxwood {

class Shape {
    struct Key {}; // restricts construction to make_shape and make_unchecked_shape

  public:
    explicit Shape(Key) {}

    const Polytope* polytope() const { return polytope_ ? &*polytope_ : nullptr; }
    // Null unless the shape is a compound. For a compound, mesh() contains the surfaces of the parts at rest, in
    // order.
    const HullHierarchy* parts() const { return parts_ ? &*parts_ : nullptr; }
    const std::shared_ptr<Shape>& part_shape(std::uint32_t part) const { return part_shapes_[part]; }
    std::uint32_t first_triangle_of_part(std::uint32_t part) const { return first_triangles_[part]; }

    bool supports_scale() const { return !polytope_ && !parts_; }
    MeshView mesh() const { return polytope_ ? polytope_->mesh() : MeshView{positions_, triangles_}; }
    const Aabb& bounds() const { return bounds_; } // of a compound: at rest
    // The centroid of a polytope, the center of a mesh's box, or the center of a compound's hull hierarchy.
    const glm::dvec3& center() const { return center_; }
    // Maximum distance of a vertex from center(); for a compound, an upper bound at all joint positions.
    double radius() const { return radius_; }

    // The hierarchy over the surface. For a polytope, null before build_hierarchy() is called. Always null for a
    // compound: the hierarchies are in the part shapes.
    const AnyHierarchy* hierarchy() const { return hierarchy_.get(); }
    void build_hierarchy(); // compounds: one per part
    // If true, a body that lies inside this shape is in contact with it, even if the surfaces have no common point.
    bool is_solid() const { return polytope_ || parts_ || (solid_shells_ && !is_torn_); }
    // If the mesh is not closed or not consistently oriented, returns an Error that names the first edge with such a
    // defect. The mesh then stays a surface.
    Status declare_solid();
    // Call after the vertices of a deforming shape have moved. While vertices are separated that coincided when the
    // mesh was declared solid, the mesh counts only as a surface (it is torn). If such vertices have just separated,
    // returns an Error, which names the first open edge if there is one.
    Status recheck_solid();
    // The shells of the surface. Null before build_shells() is called, unless the shape is a solid mesh. For a
    // compound, the shells are in the part shapes.
    const MeshShells* shells() const { return solid_shells_ && !is_torn_ ? &*solid_shells_ : shells_.get(); }
    void build_shells();
    // Support vertices of a polytope by direction. Null before build_support_table() is called.
    const SupportTable* support_table() const { return support_table_.get(); }
    void build_support_table(); // does nothing unless the shape is a polytope
    // The convex hull of a mesh's vertices, for tight boxes. Null before build_hull() is called.
    const MeshHull* hull() const { return hull_.get(); }
    void build_hull(); // does nothing unless the shape is a mesh that does not deform

    // True for the shape of a deforming body. Its center() stays the center of the mesh at rest, but bounds() and
    // radius() change.
    bool is_deforming() const { return is_deforming_; }

  private:
    friend class DeformingSurface;
    std::shared_ptr<Shape> copy_for_deformation() const; // requires a mesh
    // Swaps the vertices with io_positions and calls update(hierarchy, mesh), which must fit the hierarchy to the mesh.
    // Requires a deforming shape.
    template <class Update>
    void swap_positions(std::vector<glm::vec3>& io_positions, const Update& update) {
        positions_.swap(io_positions);
        measure_bounds();
        update(hierarchy_.mutable_value(), mesh());
    }
    void measure_bounds();
    // Restores what a keyframe stores: the shells of the solid (null for a surface), and whether the mesh is torn. Call
    // after the vertices of the keyframe have been restored.
    void restore_solid(std::shared_ptr<const MeshShells> solid_shells, bool is_torn);

    friend std::shared_ptr<Shape> make_shape(Polytope polytope, const std::shared_ptr<PagePool>& pool);
    friend std::shared_ptr<Shape> make_shape(HullHierarchy parts);
    friend std::shared_ptr<Shape> make_unchecked_shape(const MeshView& mesh, AnyHierarchy hierarchy);

    std::optional<Polytope> polytope_;
    std::optional<HullHierarchy> parts_;
    std::vector<std::shared_ptr<Shape>> part_shapes_; // a polytope shape for each part
    std::vector<std::uint32_t> first_triangles_;      // of each part in mesh()
    std::vector<glm::vec3> positions_;
    std::vector<TriangleIndices> triangles_;
    BuiltOnce<AnyHierarchy> hierarchy_;
    bool is_torn_ = false; // see recheck_solid()
    std::shared_ptr<const MeshShells>
        solid_shells_;             // of a mesh declared solid; shared with copies and keyframes
    BuiltOnce<MeshShells> shells_; // of a surface, or of a polytope
    BuiltOnce<SupportTable> support_table_;
    BuiltOnce<MeshHull> hull_;
    Aabb bounds_;
    glm::dvec3 center_{0.0};
    double radius_ = 0.0;
    bool is_deforming_ = false;
};

// Requires a non-empty polytope. If there is a pool, allocates the polytope's arrays in it; use a pool for the shapes
// of bodies that move together.
std::shared_ptr<Shape> make_shape(Polytope polytope, const std::shared_ptr<PagePool>& pool = nullptr);
// Requires a result of make_hull_hierarchy that was not moved from.
std::shared_ptr<Shape> make_shape(HullHierarchy parts);
// Copies the mesh and builds its hierarchy. Returns the Errors of build_any_hierarchy.
Result<std::shared_ptr<Shape>> make_shape(const MeshView& mesh, const HierarchyConfig& config = {});
// Uses an existing hierarchy. Validates it against the mesh, which takes about as long as building it.
Result<std::shared_ptr<Shape>> make_shape(const MeshView& mesh, AnyHierarchy hierarchy);
// Uses an existing hierarchy without validation, for tests with injected faults. Queries can then miss contacts.
std::shared_ptr<Shape> make_unchecked_shape(const MeshView& mesh, AnyHierarchy hierarchy);

} // namespace boxwood
