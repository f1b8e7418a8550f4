#include "app/shell/window/actions/picture_saver.hpp"

#include "engine/ui/export.hpp"

#include <string>
#include <utility>

namespace boxwood {

void PictureSaver::request(bool with_interface) {
    path_ = ui::next_output_path("", "png");
    with_interface_ = with_interface;
}

void PictureSaver::save_if_requested() {
    if (path_.empty()) return;
    const std::filesystem::path path = std::exchange(path_, {});
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    if (!with_interface_) views_.draw_alone();
    const std::string error = render::save_png(path.string(), surface_.renderer.read_pixels());
    if (error.empty())
        messages_.info("Saved " + path.string());
    else
        messages_.error(error);
}

} // namespace boxwood
