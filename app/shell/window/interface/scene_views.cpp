#include "app/shell/window/interface/scene_views.hpp"

#include "app/shell/viewport_input.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/theme.hpp"

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

render::Viewport pixels_of(const ui::Rect& rect) {
    return {static_cast<int>(rect.min.x), static_cast<int>(rect.min.y), static_cast<int>(rect.width()),
            static_cast<int>(rect.height())};
}

} // namespace

void SceneViews::gather(const ui::Rect& viewport, bool has_text) {
    views_ = labs_.lab().viewport().views(ui::palette());
    if (views_.size() > kMaxViews) views_.resize(kMaxViews);
    places_ = place_views(viewport, std::max(views_.size(), std::size_t{1}), has_text);
}

draw::Camera SceneViews::camera_in(std::size_t view) const {
    return camera_in_view(labs_.lab().viewport().camera, places_.views[view], places_.views.size());
}

void SceneViews::draw(const ui::Rect& viewport, bool has_text) {
    const draw::Palette& palette = ui::palette();
    gather(viewport, has_text);
    const platform::SizeI size = surface_.window->size_pixels();
    // The background color shows as a dividing line in the gaps between several views.
    surface_.renderer.begin_frame({size.width, size.height}, are_linked() ? palette.line2 : palette.view);
    const render::Style style = render::make_style(palette);
    draw_views(style);
    magnifier_.reset();
    if (const std::optional<Focus> magnified = labs_.lab().presentation().magnified;
        magnified && !are_linked() && has_text)
        magnifier_ = place_magnifier(camera_in(0), places_.views[0], magnified->center_w, magnified->radius);
    if (magnifier_)
        surface_.renderer.draw_inset(scenes_[0], magnifier_->camera, pixels_of(magnifier_->rect),
                                     ui::theme().scale, style);
    surface_.renderer.begin_overlay();
}

void SceneViews::draw_views(const render::Style& style) {
    const auto draw_at = [&](const draw::DrawList& scene, const draw::Camera& camera, const ui::Rect& at) {
        if (!at.is_empty()) surface_.renderer.draw(scene, camera, pixels_of(at), ui::theme().scale, style);
    };
    for (std::size_t i = 0; i < places_.views.size(); ++i) {
        draw::DrawList& scene = scenes_[i];
        scene.clear();
        if (are_linked())
            views_[i].draw(scene, ui::palette());
        else
            labs_.lab().viewport().draw(scene, ui::palette());
        draw_at(scene, camera_in(i), places_.views[i]);
    }
    draw_at({}, labs_.lab().viewport().camera, places_.rest);
}

void SceneViews::draw_alone() {
    // The picture is drawn offscreen, because the window still shows the frame with the interface.
    surface_.renderer.set_draws_into_window(false);
    draw({{0.0f, 0.0f}, surface_.ui->size_pixels()}, false);
    surface_.renderer.set_draws_into_window(surface_.is_drawn_directly);
}

void SceneViews::draw_overlay(const ui::Rect& viewport, ViewContext& context) {
    Lab& lab = labs_.lab();
    const std::vector<LegendEntry> legend = lab.viewport().legend(ui::palette());
    const Presentation presentation = lab.presentation();
    std::vector<ui::Rect> covered(presentation.covered.begin(), presentation.covered.end());
    if (magnifier_) covered.push_back(magnifier_->rect);
    std::vector<OverlayView> views;
    for (std::size_t i = 0; i < places_.views.size(); ++i) {
        views.push_back({.rect = places_.views[i], .scene = scenes_[i], .camera = camera_in(i)});
        views.back().covered = covered;
        if (!are_linked()) continue;
        views.back().title = views_[i].title;
        views.back().note = views_[i].note;
        views.back().legend = views_[i].legend;
    }
    const float spacing = scenes_[0].grid_spacing;
    const std::string grid =
        spacing > 0.0f ? " · grid " + ui::format_significant(static_cast<double>(spacing), 1) + " m" : "";
    free_place_ = draw_viewport_overlay(viewport, {places_, views, legend, presentation.hint + grid,
                                                   [&] { lab.panels().headline(context); }});
    if (magnifier_ && draw_magnifier(*magnifier_, ui::palette())) labs_.focus(true);
    lab.panels().overlay(context);
}

} // namespace boxwood
