#include "app/shell/window/actions/popups.hpp"

#include "app/shell/everything.hpp"
#include "app/shell/window/actions/lab_actions.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {
namespace {

// The actions of the menu of the view, before and after those of the lab.
constexpr std::array<std::string_view, 2> kFirst{"view.focus", "select.none"};
constexpr std::array<std::string_view, 4> kLast{"view.axis-front", "view.axis-top", "view.orthographic",
                                                "file.picture"};

} // namespace

const ui::Action* Popups::draw_view_menu() {
    if (!view_menu_.is_open()) return nullptr;
    std::vector<const ui::Action*> actions;
    std::vector<ViewMenuEntry> entries;
    for (const std::span<const std::string_view> group :
         {std::span<const std::string_view>(kFirst), labs_.entry().menu,
          std::span<const std::string_view>(kLast)}) {
        bool begins_group = !entries.empty();
        for (const std::string_view id : group)
            for (const ui::Action& action : keymap_.actions()) {
                if (action.id != id || !ui::is_active_in(action.context, labs_.entry().name)) continue;
                actions.push_back(&action);
                entries.push_back({action.title, ui::chord_name(action.chord),
                                   why_unavailable(id, labs_.current()), begins_group});
                begins_group = false;
            }
    }
    const std::optional<std::size_t> chosen = view_menu_.draw(entries);
    return chosen ? actions[*chosen] : nullptr;
}

void Popups::draw(const ui::Rect& viewport, const ui::Rect& free_place,
                  const std::function<void(const ui::Action&)>& act) {
    messages_.draw_toasts(free_place);
    welcome_.draw_hints(viewport);
    welcome_.draw_start_screen();
    help_.draw(keymap_, labs_.entry().name,
               help_.is_open() ? list_help(labs_.lab()) : std::vector<ui::HelpTopic>());
    if (const ui::Action* action = palette_.draw()) act(*action);
    palette_.go_back();
    if (const ui::Action* action = draw_view_menu()) act(*action);
    opener_.draw_dialog();
}

} // namespace boxwood
