// The legend of the multi-body lab's view: one row per kind of object that is drawn.
#include "app/labs/multi_body/drawing/crowd_picture.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

#include <cmath>

namespace boxwood {
namespace {

using LegendRows = std::vector<LegendEntry>;

void add_pair_rows(LegendRows& io_rows, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const Display& display = view.display;
    const draw::Palette& palette = picture.palette;
    if (display.boxes != Display::Boxes::none)
        io_rows.push_back({{ui::Sample::line, palette.overlapping}, "box of an overlapping pair"});
    if (display.boxes == Display::Boxes::all)
        io_rows.push_back({{ui::Sample::dashed, palette.pruned}, "box without a pair"});
    const bool has_too_many = display.line_below == 0.0 && std::isfinite(longest_line(view));
    if (display.lines)
        io_rows.push_back({{ui::Sample::dots, palette.closest},
                           has_too_many
                               ? "closest features of the " + std::to_string(kMaxLines) + " nearest pairs"
                               : "closest features"});
    if (display.contacts)
        io_rows.push_back({{picture.has_simple_bodies() ? ui::Sample::square : ui::Sample::hatch,
                            contact_tint(palette.body, palette)},
                           "body in contact"});
    if (display.triangles) io_rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    view.findings.contacts.add_legend(io_rows, palette);
    if (!view.findings.continuous.missed(view.simulation().frame).empty())
        io_rows.push_back({{ui::Sample::dots, palette.bad}, "point where a missed pair meets"});
}

void add_region_rows(LegendRows& io_rows, const CrowdPicture& picture) {
    const draw::Palette& palette = picture.palette;
    const std::optional<PickedFeature> feature = region_feature(picture.view);
    if (!feature) return;
    const std::optional<BodyPair>& pair = picture.view.selection().pair();
    const bool is_b = pair && pair->b == feature->body;
    io_rows.push_back({{ui::Sample::square, is_b ? palette.body_b : palette.body_a},
                       "region of " + feature_name(feature->feature) + " of " + body_name(feature->body)});
    if (failed_plane(picture.view) >= 0)
        io_rows.push_back({{ui::Sample::square, palette.current}, "plane that the walk crosses"});
}

} // namespace

std::vector<LegendEntry> crowd_legend(const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    LegendRows rows;
    if (picture.is_simplified())
        rows.push_back({{ui::Sample::square, palette.body},
                        "simplified bodies and few boxes, because there is no graphics card"});
    if (view.is_walk_shown())
        rows.push_back(view.walk.current().moves == WalkSide::none
                           ? LegendEntry{{ui::Sample::dots, palette.closest}, "the result: closest features"}
                           : LegendEntry{{ui::Sample::dots, palette.current},
                                         "this step: two features and their closest points"});
    if (!view.is_walk_alone()) add_pair_rows(rows, picture);
    add_region_rows(rows, picture);
    if (picture.former != nullptr && picture.former->is_shown && !picture.former->different.empty())
        rows.push_back(
            {{ui::Sample::dashed, palette.text2}, "body of the replaced frames, where it differs"});
    if (view.display.velocities && !view.is_walk_alone())
        rows.push_back({{ui::Sample::line, palette.text2},
                        "motion in " + ui::format_fixed(kVelocitySteps, 0) + " steps at speed 1"});
    return rows;
}

} // namespace boxwood
