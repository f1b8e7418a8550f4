#include "app/shell/window/actions/popups.hpp"

#include "app/shell/everything.hpp"

#include <vector>

namespace boxwood {

void Popups::draw(const ui::Rect& viewport, const ui::Rect& free_place,
                  const std::function<void(const ui::Action&)>& act) {
    messages_.draw_toasts(free_place);
    welcome_.draw_hints(viewport);
    welcome_.draw_start_screen();
    help_.draw(keymap_, labs_.entry().name,
               help_.is_open() ? list_help(labs_.lab()) : std::vector<ui::HelpTopic>());
    if (const ui::Action* action = palette_.draw()) act(*action);
    palette_.go_back();
    opener_.draw_dialog();
}

} // namespace boxwood
