// What: the page "Outliner" of the pair lab: a searchable list of both bodies, their meshes and the hierarchies of
//       every view. In it, the user also chooses how they are shown.
#pragma once

#include "app/labs/pair/drawing/pair_visibility.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/panels/outliner.hpp"

#include <optional>
#include <vector>

namespace boxwood {

class PairOutlinerPage {
  public:
    // An action of the user on things of one body. For an action on a hierarchy, `view` is its view.
    struct Event {
        OutlinerAction act = OutlinerAction::none;
        BodyId body = kBodyA;
        std::optional<std::size_t> view{};
        std::vector<PairThing> things{};
    };
    Event draw(const PairMeshes& meshes, const ComparedHierarchies& compared,
               const PairVisibility& visibility, std::optional<BodyId> selected,
               const draw::Palette& palette);

    std::size_t found_count() const { return outliner_.found_count(); }

  private:
    Outliner outliner_;
};

} // namespace boxwood
