// What: the page "Outliner" of the deformation lab: a searchable list of copies, meshes and hierarchies. In it, the
//       user chooses the copies that have a view, the meshes that all views show, and the trees whose volumes are
//       drawn.
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
    void restart(const DeformingPair& pair); // for a new pair: everything is shown
    const ShownThings& shown() const { return shown_; }
    std::size_t row_count() const { return outliner_.found_count(); }
    // Requires a pair. True: the camera must frame the selected thing.
    bool draw(const DeformationPlayback& playback, const draw::Palette& palette);
    // The bounding sphere of the selected mesh; none if no mesh is selected.
    std::optional<Focus> focus_of_selection(const DeformingPair& pair) const;

  private:
    enum Kind : std::size_t { kCopies, kMeshes, kTrees };
    struct Item {
        std::size_t kind = 0, thing = 0;
        friend bool operator==(const Item&, const Item&) = default;
    };
    std::vector<OutlinerKind> kinds(const DeformationPlayback& playback) const;
    OutlinerRow row_of(const OutlinerMarks& marks, const Item& item) const;

    Outliner outliner_;
    std::uint64_t revision_ = 0;
    ShownThings shown_;
    std::optional<Item> selected_;
};

} // namespace boxwood
