// What: carries out the window's actions on the time and the cameras of the current lab, and gives the reason why an
//       action is unavailable.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/shell/window/opening/open_labs.hpp"

#include <string>
#include <string_view>

namespace boxwood {

// Both return false if the id is not one of their actions.
bool act_on_time(std::string_view id, OpenLab& io_open);
bool act_on_camera(std::string_view id, OpenLab& io_open, Messages& io_messages);

// Returns the reason as a sentence; empty: the action is available.
std::string why_unavailable(std::string_view id, const OpenLab& open);

} // namespace boxwood
