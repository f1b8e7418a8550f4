// What: parses the value of --size, the size of the window or of a picture in pixels.
#pragma once

#include "app/shell/show.hpp"

#include <string>

namespace boxwood {

// Parses text such as "1600x1000". The Error states the form and the limits.
Status parse_picture_size(const std::string& text, ViewerOptions& io_options);

} // namespace boxwood
