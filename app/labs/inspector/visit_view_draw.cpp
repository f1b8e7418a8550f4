// 3D drawing of a visit: the tested pair, its ancestors, and the pairs pruned before.
#include "app/labs/inspector/traversal_inspector.hpp"

#include "app/panels/ramp_range.hpp"
#include "engine/explain/hierarchy/cut_slabs.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace boxwood {

namespace {

constexpr int kCostTicks = 10; // maximum, below the ramp

} // namespace

void TraversalInspector::add_node(std::size_t side, std::uint32_t node, Ink ink, bool is_dashed) {
    const Pose& world_from_shape = subject_.world_from_shape[side];
    const std::size_t first = strokes_.size();
    outline_node(*subject_.shapes[side]->hierarchy(), tables_[side], node,
                 [&](const glm::vec3& from, const glm::vec3& to) {
                     strokes_.push_back({glm::vec3(world_from_shape * from), glm::vec3(world_from_shape * to),
                                         ink, is_dashed});
                 });
    if (ink != Ink::current || strokes_.size() == first) return;
    tops_w_[side] = strokes_[first].from_w;
    for (std::size_t i = first; i < strokes_.size(); ++i)
        if (strokes_[i].from_w.y > tops_w_[side].y) tops_w_[side] = strokes_[i].from_w;
}

// The edges of each slab, and the diagonals of the side that moved.
void TraversalInspector::add_slabs(std::size_t side, std::uint32_t node) {
    if (!shows_slabs) return;
    const Pose& world_from_shape = subject_.world_from_shape[side];
    const auto add = [&](const glm::vec3& from, const glm::vec3& to) {
        strokes_.push_back(
            {glm::vec3(world_from_shape * from), glm::vec3(world_from_shape * to), Ink::slab, false});
    };
    for (const CutSlab& slab : list_cut_slabs(*subject_.shapes[side]->hierarchy(), tables_[side], node)) {
        slab.box.outline(add);
        Aabb face = slab.box;
        (slab.is_lower ? face.lower : face.upper)[slab.axis] =
            slab.is_lower ? face.upper[slab.axis] : face.lower[slab.axis];
        const int along = (slab.axis + 1) % 3;
        glm::vec3 third = face.lower, fourth = face.upper;
        std::swap(third[along], fourth[along]);
        add(face.lower, face.upper);
        add(third, fourth);
    }
}

bool TraversalInspector::has_slabs() const {
    return shows_slabs &&
           std::ranges::any_of(strokes_, [](const Stroke& stroke) { return stroke.ink == Ink::slab; });
}

void TraversalInspector::add_strokes(std::size_t visit, Ink ink) {
    add_node(0, (*replay_)[visit].a, ink, ink == Ink::pruned);
    add_node(1, (*replay_)[visit].b, ink, ink == Ink::pruned);
}

void TraversalInspector::draw(draw::DrawList& out, const draw::Palette& palette) const {
    if (!is_ready()) return;
    for (const Stroke& stroke : strokes_) {
        draw::Line line{stroke.from_w, stroke.to_w,      palette.current,
                        3.0f,          stroke.is_dashed, draw::Layer::on_top};
        if (stroke.is_dashed) line.width = 2.0f; // thick dashes make a small box unreadable
        if (stroke.ink == Ink::way) {
            line.color = palette.overlapping;
            line.width = 1.25f;
            line.layer = draw::Layer::shine_through;
        } else if (stroke.ink == Ink::pruned) {
            line.color = palette.pruned;
            line.width = 1.0f;
            line.layer = draw::Layer::shine_through;
        } else if (stroke.ink == Ink::slab) {
            line.color = palette.text2;
            line.width = 1.0f;
        } else if (stroke.ink == Ink::picked) {
            line.color = palette.accent;
            line.width = 2.5f;
        } else if (stroke.ink == Ink::closest) {
            line.color = palette.closest;
            line.width = 2.0f;
            out.points.push_back({stroke.from_w, palette.closest, 7.0f, draw::Layer::on_top});
            out.points.push_back({stroke.to_w, palette.closest, 7.0f, draw::Layer::on_top});
        }
        out.lines.push_back(line);
    }
    for (const std::size_t side : {0u, 1u}) // the hovered node of the icicles
        if (hovered_[side] != NodeTable::kNone && hovered_[side] < tables_[side].nodes.size())
            outline_node(*subject_.shapes[side]->hierarchy(), tables_[side], hovered_[side],
                         [&](const glm::vec3& from, const glm::vec3& to) {
                             const Pose& world_from_shape = subject_.world_from_shape[side];
                             out.lines.push_back({glm::vec3(world_from_shape * from),
                                                  glm::vec3(world_from_shape * to), palette.text1, 1.5f,
                                                  false, draw::Layer::on_top});
                         });
    for (const std::size_t side : {0u, 1u}) {
        const std::uint32_t node = side == 0 ? shown_nodes().a : shown_nodes().b;
        const draw::Color color = side == 0 ? palette.body_a : palette.body_b;
        const std::string name =
            shows_volumes() ? ui::format_count(node) : "triangle " + ui::format_count(shown_triangle(side));
        out.labels.push_back({tops_w_[side], (side == 0 ? "A " : "B ") + name, color});
        if (shows_volumes()) continue;
        const Triangle64 t = triangle_w(side);
        out.triangles.push_back({glm::vec3(t[0]), glm::vec3(t[1]), glm::vec3(t[2]),
                                 triangles_meet() ? palette.contact : color, triangles_meet(),
                                 draw::Layer::on_top});
    }
    for (const std::size_t side : {0u, 1u}) { // one triangle is picked, the other is not yet
        if (has_triangles() || picked_triangles_[side] == NodeTable::kNone) continue;
        const Triangle64 t = world_triangle(subject_.world_from_shape[side], subject_.shapes[side]->mesh(),
                                            picked_triangles_[side]);
        out.triangles.push_back(
            {glm::vec3(t[0]), glm::vec3(t[1]), glm::vec3(t[2]), palette.accent, false, draw::Layer::on_top});
    }
}

std::span<const draw::Color> TraversalInspector::heat_colors(std::size_t side) const {
    return is_ready() && heat != Heat::none ? std::span<const draw::Color>(heat_colors_[side])
                                            : std::span<const draw::Color>{};
}

// Both meshes on one logarithmic ramp: most triangles cost nothing, a few cost much.
void TraversalInspector::heat_up(const draw::Palette& palette) {
    const std::array range{heat_low, heat_high};
    if (heated_revision_ == revision_ && heated_ == heat && heated_palette_ == &palette &&
        heated_range_ == range)
        return;
    heated_revision_ = revision_;
    heated_ = heat;
    heated_palette_ = &palette;
    heated_range_ = range;
    ++heat_revision_;
    if (added_revision_ != revision_) {
        added_revision_ = revision_;
        if (!adds_costs) costs_.clear();
        costs_.add(*replay_, tables_);
    }
    const auto costs_of = [&](std::size_t side) -> const std::vector<double>& {
        return heat == Heat::triangle_tests ? costs_.of(side).triangle_tests : costs_.of(side).volume_tests;
    };
    hottest_ = 1.0;
    for (const std::size_t side : {0u, 1u})
        for (const double cost : costs_of(side)) hottest_ = std::max(hottest_, cost);
    histogram_.fill(0);
    const float width = std::max(heat_high - heat_low, 1e-6f);
    for (const std::size_t side : {0u, 1u}) {
        add_to_histogram(costs_of(side), hottest_, histogram_);
        heat_colors_[side].clear();
        for (const double cost : costs_of(side))
            heat_colors_[side].push_back(
                draw::ramp(palette, (static_cast<float>(share_of(cost, hottest_)) - heat_low) / width));
    }
}

void TraversalInspector::heat_parameters(const draw::Palette& palette) {
    if (ui::check_row(
            {.label = "Add up queries",
             .tooltip =
                 "Costs of all queries from now on, such as those of an animation, not of the last one"},
            adds_costs)) {
        costs_.clear();
        added_revision_ = heated_revision_ = 0;
    }
    if (!is_ready()) return;
    const auto text_at = [this](float share) {
        return share <= 0.0f ? std::string("0")
                             : ui::format_significant(cost_at(static_cast<double>(share), hottest_), 3);
    };
    std::vector<RampTick> ticks;
    for (const ui::Tick& tick : ui::nice_ticks({1.0, std::max(hottest_, 2.0), true}, kCostTicks))
        if (tick.value <= hottest_)
            ticks.push_back({static_cast<float>(share_of(tick.value, hottest_)), tick.label});
    ramp_range(
        "cost range",
        {.title = "Histogram of cost per triangle",
         .bins = histogram_,
         .text_at = text_at,
         .ticks = ticks,
         .unit = "tests",
         .tooltip =
             "Histogram of cost over the triangles of both meshes; the handles set where colors begin and "
             "end, a double click sets them back",
         .palette = palette},
        heat_low, heat_high);
    const std::uint64_t sum = heat == Heat::triangle_tests ? costs_.triangle_tests() : costs_.volume_tests();
    ui::text("sum of each mesh " + ui::format_count(static_cast<std::int64_t>(sum)) + " tests, " +
                 ui::format_count(static_cast<std::int64_t>(costs_.queries())) +
                 (costs_.queries() == 1 ? " query" : " queries"),
             {ui::Font::small, palette.text3});
}

void TraversalInspector::add_heat_legend(std::vector<LegendEntry>& io_rows,
                                         const draw::Palette& palette) const {
    if (!is_open || heat == Heat::none) return;
    const auto end = [&](float share) {
        return share <= 0.0f ? std::string("0")
                             : ui::format_significant(cost_at(static_cast<double>(share), hottest_), 3);
    };
    io_rows.push_back({{ui::Sample::square, draw::ramp(palette, 0.0f)},
                       (heat_low > 0.0f ? "up to " : "") + end(heat_low) + " tests per triangle"});
    io_rows.push_back({{ui::Sample::square, draw::ramp(palette, 1.0f)},
                       end(heat_high) + (heat_high < 1.0f ? " tests and more" : " tests")});
}

void TraversalInspector::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    if (!is_open) return;
    io_rows.push_back({{ui::Sample::thick_line, palette.current}, "current visit"});
    if (way_length > 0) io_rows.push_back({{ui::Sample::line, palette.overlapping}, "path from the roots"});
    if (pruned_kept > 0)
        io_rows.push_back({{ui::Sample::dashed, palette.pruned},
                           is_of_distance() ? "farther, pruned" : "disjoint, pruned"});
    if (has_slabs()) io_rows.push_back({{ui::Sample::line, palette.text2}, "slab that a child cuts off"});
}

} // namespace boxwood
