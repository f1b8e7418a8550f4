// What: shows the context menu of a body that was right-clicked.
#pragma once

#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

#include <optional>

namespace boxwood {

class BodyMenu {
  public:
    BodyMenu(CrowdView& view, CrowdEdits& edits)
        : view_(view)
        , edits_(edits) {}

    void open(std::optional<BodyId> body); // opens the menu in the next show(); none: closes it
    void show();
    void forget_dead();

  private:
    void show_items(BodyId id);

    CrowdView& view_;
    CrowdEdits& edits_;
    std::optional<BodyId> body_;
    bool is_opening_ = false;
};

} // namespace boxwood
