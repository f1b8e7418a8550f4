// What: the value of --size, of the window or of a picture in pixels.
#pragma once

#include "app/shell/show.hpp"

#include <string>

namespace boxwood {

// "1600x1000"; an Error states the form and the limits.
Status parse_picture_size(const std::string& text, ShowOptions& io_options);

} // namespace boxwood
