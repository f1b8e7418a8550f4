#include "app/shell/files/sheet_png.hpp"

#include "engine/platform/window.hpp"
#include "engine/render/renderer.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/plot/sheet_view.hpp"
#include "engine/ui/ui_context.hpp"

#include <cmath>

namespace boxwood {
namespace {

constexpr float kScale = 2.0f, kMargin = 12.0f; // file pixels per sheet pixel; sheet pixels

} // namespace

struct SheetPainter::State {
    std::unique_ptr<platform::Window> window;
    render::Renderer renderer;
    std::unique_ptr<ui::Ui> ui;
};

SheetPainter::SheetPainter(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
SheetPainter::SheetPainter(SheetPainter&&) noexcept = default;
SheetPainter::~SheetPainter() = default;

Result<SheetPainter> SheetPainter::open() {
    auto state = std::make_unique<State>();
    std::string error;
    state->window = platform::Window::open({"Boxwood", 64, 64, true, false}, error);
    if (!state->window) return Error{error};
    if (error = state->renderer.create(platform::Window::gl_proc_address()); !error.empty())
        return Error{error};
    state->ui = std::make_unique<ui::Ui>(state->window.get());
    if (!state->ui->error().empty()) return Error{state->ui->error()};
    state->ui->set_theme(ui::ThemeKind::light);
    state->ui->set_scale(kScale);
    return SheetPainter(std::move(state));
}

Status SheetPainter::save(const draw::Sheet& sheet, const std::filesystem::path& path) {
    const glm::vec2 padded_size = kScale * (sheet.size + 2.0f * kMargin);
    const platform::SizeI size{static_cast<int>(std::ceil(padded_size.x)),
                               static_cast<int>(std::ceil(padded_size.y))};
    state_->ui->begin_frame(state_->window->poll(), {size, size}, 1.0f / 60.0f);
    state_->renderer.begin_frame({size.width, size.height}, ui::palette().panel);
    state_->renderer.begin_overlay();
    if (ui::begin_overlay("sheet", {glm::vec2(kScale * kMargin), padded_size})) {
        ui::sheet_view(sheet);
        ui::end_panel();
    }
    state_->ui->render();
    const std::string error = render::save_png(path.string(), state_->renderer.read_pixels());
    return error.empty() ? ok() : Status(Error{error});
}

} // namespace boxwood
