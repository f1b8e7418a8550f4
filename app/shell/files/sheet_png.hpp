// What: writes sheets as PNG files, rendered offscreen by the renderer of the window.
// Units: one sheet pixel is two by two pixels of the file.
// Degenerate input: without OpenGL, open() returns a one-line Error that names what is missing.
#pragma once

#include "collision/core/result.hpp"
#include "engine/draw/sheet.hpp"

#include <filesystem>
#include <memory>

namespace boxwood {

class SheetPainter {
  public:
    static Result<SheetPainter> open();
    SheetPainter(SheetPainter&&) noexcept;
    ~SheetPainter();

    Status save(const draw::Sheet& sheet, const std::filesystem::path& path);

  private:
    struct State;
    explicit SheetPainter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace boxwood
