// What: the page Outliner of the deformation lab: copies, meshes and hierarchies as a searchable list, and which of them are
//       shown: the view of a copy, a mesh in all views, the volumes of a tree.
// Invariants: at least one copy stays in view.
#pragma once

#include "app/labs/deformation/run/deformation_playback.hpp"
#include "app/labs/deformation/view/shown_things.hpp"
#include "app/labs/view.hpp"
#include "app/panels/outliner.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace boxwood {

class DeformationOutliner {
  public:
    void restart(const DeformingPair& pair); // another one: all is shown
    const ShownThings& shown() const { return shown_; }
    std::size_t row_count() const { return outliner_.found_count(); }
    // Requires a pair. True: the selected thing is to be framed.
    bool draw(const DeformationPlayback& playback, const draw::Palette& palette);
    // The sphere around the selected mesh; none: a copy or a tree is selected, or nothing.
    std::optional<Focus> focus_of_selection(const DeformingPair& pair) const;

  private:
    enum Kind : std::size_t { kCopies, kMeshes, kTrees };
    struct Place {
        std::size_t kind = 0, thing = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::vector<OutlinerKind> kinds(const DeformationPlayback& playback) const;
    OutlinerRow row_of(const OutlinerMarks& marks, const Place& place) const;

    Outliner outliner_;
    std::uint64_t revision_ = 0;
    ShownThings shown_;
    std::optional<Place> selected_;
};

} // namespace boxwood
