// What: stores the user's marks that hide surfaces and hierarchies of the pair lab, or show them alone.
// Invariants: while any mark shows a thing alone, only things with that mark are shown. The marks of a hierarchy are
//             dropped when the hierarchy is removed.
#pragma once

#include "app/labs/pair/meshes/pair_side.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace boxwood {

// A surface in all views, or the boxes of a hierarchy. Slot 0 contains the lab's own hierarchies.
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
    // The numbers of surfaces and of hierarchies that are not shown, because of either mark.
    std::size_t hidden_surfaces() const;
    std::size_t hidden_hierarchies(const ComparedHierarchies& compared) const;

    // Hides the things, or shows them again if all of them are hidden.
    void toggle_hidden(const std::vector<PairThing>& things);
    // Marks the things as shown alone. If all of them already have this mark, removes it. Returns whether the things
    // now have the mark.
    bool toggle_alone(const std::vector<PairThing>& things);
    // Call it once per frame. Drops the marks of removed hierarchies. A new hierarchy starts with the marks of the
    // lab's own hierarchy, so that a hidden body stays hidden in a new view.
    void update(const ComparedHierarchies& compared);

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
    std::array<bool, ComparedHierarchies::kMax + 1> was_used_{};       // by slot, at the last update()
};

} // namespace boxwood
