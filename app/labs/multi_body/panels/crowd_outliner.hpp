// What: the page Outliner: bodies, meshes, hierarchies and pairs as a searchable list, and how each is shown.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"
#include "app/panels/outliner.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

class CrowdOutliner {
  public:
    explicit CrowdOutliner(CrowdView& view)
        : view_(view) {}

    void show(const draw::Palette& palette);
    void note_other_bodies() { ++revision_; } // another scene, or bodies that came or went
    std::size_t row_count() const { return outliner_.found_count(); }

  private:
    void list_bodies();
    std::vector<OutlinerKind> kinds() const;
    OutlinerRow describe_users(const std::vector<BodyId>& users) const;
    void mark(BodyId id, OutlinerAct act);

    // The bodies, and those that share a mesh or a hierarchy.
    struct BodyList {
        std::vector<BodyId> bodies;
        std::vector<std::vector<BodyId>> mesh_users, hierarchy_users;
    };

    CrowdView& view_;
    Outliner outliner_;
    BodyList list_;
    std::uint64_t revision_ = 1; // changes with the bodies
    std::uint64_t listed_ = 0;   // the revision of list_
};

} // namespace boxwood
