#include "app/shell/files/sheet_png.hpp"

#include "engine/platform/window.hpp"
#include "engine/render/renderer.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/plot/sheet_view.hpp"
#include "engine/ui/ui_context.hpp"

#include <cmath>

namespace boxwood {
namespace {

constexpr float kScale = 2.0f, kMargin = 12.0f; // of the sheet's pixels

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
    std::string why;
    state->window = platform::Window::open({"Boxwood", 64, 64, true, false}, why);
    if (!state->window) return Error{why};
    if (why = state->renderer.create(platform::Window::gl_proc_address()); !why.empty()) return Error{why};
    state->ui = std::make_unique<ui::Ui>(state->window.get());
    if (!state->ui->error().empty()) return Error{state->ui->error()};
    state->ui->set_theme(ui::ThemeKind::light);
    state->ui->set_scale(kScale);
    return SheetPainter(std::move(state));
}

Status SheetPainter::save(const draw::Sheet& sheet, const std::filesystem::path& path) {
    const glm::vec2 whole = kScale * (sheet.size + 2.0f * kMargin);
    const platform::SizeI size{static_cast<int>(std::ceil(whole.x)), static_cast<int>(std::ceil(whole.y))};
    state_->ui->begin_frame(state_->window->poll(), {size, size}, 1.0f / 60.0f);
    state_->renderer.begin_frame({size.width, size.height}, ui::palette().panel);
    state_->renderer.begin_overlay();
    if (ui::begin_overlay("sheet", {glm::vec2(kScale * kMargin), whole})) {
        ui::sheet_view(sheet);
        ui::end_panel();
    }
    state_->ui->render();
    const std::string why = render::save_png(path.string(), state_->renderer.read_pixels());
    return why.empty() ? ok() : Status(Error{why});
}

} // namespace boxwood
