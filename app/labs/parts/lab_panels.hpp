// What: the panels of a lab. The shell opens the windows around them. Settings that a panel edits take effect in the
//       next frame.
#pragma once

#include "app/labs/view.hpp"

namespace boxwood {

inline constexpr float kDetailsShare = 0.42f; // usual share of the bottom panel's width, for details()

class LabPanels {
  public:
    virtual void parameters(ViewContext& context) = 0; // left
    virtual void inspector(ViewContext& context) = 0;  // right
    virtual void headline(ViewContext& context) = 0;   // readouts at the top left of the viewport
    virtual void details(ViewContext& context) = 0;    // bottom right
    // Draws the lab's own plot of the frames in the timeline. False: the lab has no such plot, and the times of the
    // phases are plotted.
    virtual bool draw_frames(ViewContext& context) {
        (void)context;
        return false;
    }
    // Draws the lab's own interface over the view.
    virtual void overlay(ViewContext& context) { (void)context; }

  protected:
    ~LabPanels() = default;
};

} // namespace boxwood
