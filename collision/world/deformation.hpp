// What: a body whose vertices move: the mesh at its current vertices, and the hierarchy that follows them.
// Frame: the body's own. Units: lengths as in the scene.
// Invariants: the shape is the body's alone. New vertices replace the old ones together with the hierarchy, in take_next(),
//             so that mesh and hierarchy always match. Results do not depend on threads: each body reads and writes only
//             its own data.
// Degenerate input: set_next() names the defect: another number of vertices, a coordinate that check_mesh rejects; nothing
//                   changes then.
// Cost: take_next(): the update of the hierarchy, and one pass over the vertices. No allocations by a refit.
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
    bool is_rebuilt = false;   // all of it
    bool is_torn = false; // a solid mesh is no longer closed, and counts as a surface until it closes again
};

// Keeps a hierarchy valid for vertices that have moved. Its decisions depend on its input and on its own state only.
class HierarchyUpdate {
  public:
    virtual ~HierarchyUpdate() = default;
    // `before`: the vertices at the last update.
    virtual HierarchyChange update(AnyHierarchy& io_hierarchy, const MeshView& mesh,
                                   std::span<const glm::vec3> before) = 0;
    virtual std::unique_ptr<HierarchyUpdate> clone() const = 0;
};

// How a body deforms, part of its description.
struct DeformableDesc {
    std::shared_ptr<const HierarchyUpdate> update; // each body uses a clone; null: refit
    bool finds_self_contacts = false;
};

class DeformingSurface {
  public:
    // Everything that changes: vertices, hierarchy, and the state of its update.
    struct State {
        std::vector<glm::vec3> positions, next;
        bool has_next = false, is_torn = false;
        std::shared_ptr<const AnyHierarchy> hierarchy;
        std::shared_ptr<const HierarchyUpdate> update; // null: refit
        std::string tear;
        SelfContacts self_contacts;
    };

    // Requires a mesh shape. Copies it.
    DeformingSurface(std::shared_ptr<Shape> rest, const DeformableDesc& desc);

    const std::shared_ptr<Shape>& shape() const { return shape_; }
    const std::shared_ptr<Shape>& rest() const { return rest_; } // as given
    const DeformableDesc& desc() const { return desc_; }

    Status set_next(std::span<const glm::vec3> positions);
    bool has_next() const { return has_next_; }
    // Replaces the vertices by those of the last set_next() and updates the hierarchy; does nothing if there are none.
    HierarchyChange take_next();

    // For keyframes. The shape stays the same object.
    State save() const;
    void restore(const State& state);

    // Why the mesh stopped being solid the last time; empty if it never did.
    const std::string& tear() const { return tear_; }

    void find_self_contacts();
    // The result of the last find_self_contacts().
    const SelfContacts& self_contacts() const { return self_contacts_; }

  private:
    DeformableDesc desc_;
    std::shared_ptr<Shape> rest_, shape_;
    std::unique_ptr<HierarchyUpdate> update_; // null: refit
    std::vector<glm::vec3> next_;             // after take_next(): the vertices before
    bool has_next_ = false;
    std::string tear_;
    std::vector<std::uint32_t> places_; // of the vertices, for self-contacts
    SelfContacts self_contacts_;
};

} // namespace boxwood
