// What: the surface of a body whose vertices can move: the mesh with its current vertices, and a hierarchy that is
//     updated when the vertices move.
// Frame: the body's own. Units: lengths as in the scene.
// Invariants: no other body of the world uses the shape. apply_next() replaces the vertices and updates the hierarchy
//     together, so mesh and hierarchy always match. Results do not depend on the number of threads: each body reads and
//     writes only its own data.
// Degenerate input: set_next() returns an Error for a different number of vertices and for a coordinate that
//     check_mesh rejects. The surface is then unchanged.
// Cost: apply_next() updates the hierarchy and makes a few passes over the vertices. A refit does not allocate.
// Source: [van den Bergen 1997] section 4 (refit).
#pragma once

#include "collision/query/contacts/self_contacts.hpp"
#include "collision/world/shape.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct HierarchyChange {
    std::uint64_t volumes = 0; // recomputed
    bool is_rebuilt = false;   // the complete hierarchy
    // Vertices of a solid mesh that coincided when it was declared solid have just separated. The mesh counts as a
    // surface until they coincide again.
    bool is_torn = false;
};

// Updates a hierarchy so that it is valid for moved vertices. Its decisions depend only on its input and its state.
class HierarchyUpdate {
  public:
    virtual ~HierarchyUpdate() = default;
    // `before`: the vertices before the move, for which the hierarchy is still valid.
    virtual HierarchyChange update(AnyHierarchy& io_hierarchy, const MeshView& mesh,
                                   std::span<const glm::vec3> before) = 0;
    virtual std::unique_ptr<HierarchyUpdate> clone() const = 0;
};

// How the hierarchy of a deforming body is updated; part of the body's description.
struct DeformableDesc {
    std::shared_ptr<const HierarchyUpdate> update; // each body uses a clone; null means refit
    bool finds_self_contacts = false;
};

class DeformingSurface {
  public:
    // The data that can change from step to step: vertices, hierarchy, whether the mesh is solid, the state of
    // HierarchyUpdate, and results.
    struct State {
        std::vector<glm::vec3> positions, next;
        bool has_next = false, is_torn = false;
        std::shared_ptr<const MeshShells> solid_shells; // null if the mesh was not declared solid
        std::shared_ptr<const AnyHierarchy> hierarchy;
        std::shared_ptr<const HierarchyUpdate> update; // null means refit
        std::string tear_reason;
        SelfContacts self_contacts;
    };

    // Requires that `rest` is a mesh. Copies it.
    DeformingSurface(std::shared_ptr<Shape> rest, const DeformableDesc& desc);

    const std::shared_ptr<Shape>& shape() const { return shape_; }
    const std::shared_ptr<Shape>& rest() const { return rest_; } // as passed to the constructor
    const DeformableDesc& desc() const { return desc_; }

    Status set_next(std::span<const glm::vec3> positions);
    bool has_next() const { return has_next_; }
    // Replaces the vertices by those of the last set_next() and updates the hierarchy. Does nothing if set_next() was
    // not called since the last apply_next().
    HierarchyChange apply_next();

    // For keyframes. restore() changes the shape in place.
    State save() const;
    void restore(const State& state);

    // The reason why the mesh last stopped being a solid; empty if this never happened.
    const std::string& tear_reason() const { return tear_reason_; }

    void find_self_contacts(); // does nothing unless desc().finds_self_contacts
    // The result of the last find_self_contacts().
    const SelfContacts& self_contacts() const { return self_contacts_; }

  private:
    DeformableDesc desc_;
    std::shared_ptr<Shape> rest_, shape_;
    std::unique_ptr<HierarchyUpdate> update_; // null means refit
    std::vector<glm::vec3> next_;             // after apply_next(): the previous vertices
    bool has_next_ = false;
    std::string tear_reason_;
    // By vertex, for self-contacts: a number that is equal for vertices whose positions at rest are equal.
    std::vector<std::uint32_t> representatives_;
    SelfContacts self_contacts_;
};

} // namespace boxwood
