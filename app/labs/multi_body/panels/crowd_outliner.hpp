// What: the page "Outliner": a searchable list of bodies, meshes, hierarchies and pairs. In it, the user also chooses
//       how bodies are shown.
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
    void note_changed_bodies() { ++revision_; } // call it after a change of the scene or of the set of bodies
    std::size_t row_count() const { return outliner_.found_count(); }

  private:
    void list_bodies();
    void follow_words();
    std::vector<OutlinerKind> kinds() const;
    OutlinerRow describe_users(const std::vector<BodyId>& users) const;
    void mark(BodyId id, OutlinerAction act);

    // The bodies, and the lists of bodies that share a mesh or a hierarchy.
    struct BodyList {
        std::vector<BodyId> bodies;
        std::vector<std::vector<BodyId>> mesh_users, hierarchy_users;
    };

    CrowdView& view_;
    Outliner outliner_;
    BodyList list_;
    std::uint64_t revision_ = 1;      // changes with the bodies
    std::uint64_t listed_ = 0;        // the revision of list_
    std::vector<std::uint8_t> flags_; // per listed body: whether it is fixed and enabled
    std::uint64_t flag_changes_ = 0;
};

} // namespace boxwood
