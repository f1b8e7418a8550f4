// What: which surfaces and hierarchies of the pair lab are hidden or shown alone.
// Invariants: while something is marked to be shown alone, only what has that mark is shown. Marks of a hierarchy end with
//             it.
#pragma once

#include "app/labs/pair/meshes/pair_side.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace boxwood {

// A surface, in all views, or the boxes of a hierarchy. Slot 0: of the lab's own hierarchies.
struct PairThing {
    BodyId side = kBodyA;
    bool is_surface = true;
    std::size_t slot = 0; // of a hierarchy
};

class PairVisibility {
  public:
    bool shows(const PairThing& thing) const;
    bool is_hidden(const PairThing& thing) const { return mark(thing).is_hidden; }
    bool is_alone(const PairThing& thing) const { return mark(thing).is_alone; }
    // Not shown, for whatever reason.
    std::size_t hidden_surfaces() const;
    std::size_t hidden_hierarchies(const ComparedHierarchies& compared) const;

    // Hides them, or shows them again if all are hidden.
    void toggle_hidden(const std::vector<PairThing>& things);
    // The same with the mark to be shown alone. Returns whether they have it now.
    bool toggle_alone(const std::vector<PairThing>& things);
    // Once per frame: drops the marks of hierarchies that are gone; new ones start with those of the lab's own, so that
    // a hidden body stays hidden in a new view.
    void keep(const ComparedHierarchies& compared);

  private:
    struct Mark {
        bool is_hidden = false, is_alone = false;
    };
    using SideMarks = std::array<Mark, 2>;

    const Mark& mark(const PairThing& thing) const;
    Mark& mark(const PairThing& thing);
    bool has_alone() const;

    SideMarks surfaces_;
    std::array<SideMarks, ComparedHierarchies::kMax + 1> hierarchies_; // by slot
    std::array<bool, ComparedHierarchies::kMax + 1> was_used_{};       // the slot, at the last keep()
};

} // namespace boxwood
