// What: actions of the window on the lab on screen: its time, its saved cameras, and why they have no effect now.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/shell/window/opening/open_labs.hpp"

#include <string>
#include <string_view>

namespace boxwood {

// False: the id is none of these actions.
bool act_on_time(std::string_view id, OpenLab& io_open);
bool act_on_camera(std::string_view id, OpenLab& io_open, Messages& io_messages);

// As a sentence; empty: the action has an effect.
std::string why_unavailable(std::string_view id, const OpenLab& open);

} // namespace boxwood
