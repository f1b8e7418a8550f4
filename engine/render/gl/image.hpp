// What: an image in memory, and a function that writes it to a PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace boxwood::render {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba; // rows from top to bottom, opaque

    const std::uint8_t* at(int x, int y) const {
        return &rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                          static_cast<std::size_t>(x))];
    }
};

// Writes a temporary file in the folder of the final file, then renames it, so that no partial file remains. If `path`
// is a symbolic link to an existing file, the link stays and the file that it points to is replaced. A device is
// written directly. Returns an empty string on success, else the reason in one line.
std::string save_png(const std::string& path, const Image& image);

} // namespace boxwood::render
