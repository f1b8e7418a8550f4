#include "app/labs/deformation/view/copies_view.hpp"

#include "app/labs/drawing.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <functional>

namespace boxwood {
namespace {

constexpr std::size_t kWorst = 5; // number of boxes drawn in the mode `worst`

std::vector<std::uint32_t> sorted_and_unique(std::vector<std::uint32_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

void add_triangles(draw::DrawList& out, const MeshView& mesh, const Pose& world_from_mesh,
                   std::span<const std::uint32_t> triangles, const draw::Palette& palette) {
    for (const std::uint32_t index : triangles) {
        const Triangle64 t_w = world_triangle(world_from_mesh, mesh, index);
        out.triangles.push_back({glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]), palette.contact,
                                 false, draw::Layer::xray});
    }
}

// Visits the volumes of the nodes `depth` levels below the cursor, from left to right. Does not split the nodes of a
// lazy hierarchy, because that would change the counters of later frames.
template <class H, class Visit>
void visit_level(const H& tree, typename H::Cursor cursor, int depth, const Visit& visit) {
    if (depth == 0) return visit(tree.volume(cursor));
    if (tree.is_leaf(cursor)) return;
    if constexpr (kIsLazy<H>)
        if (!tree.is_split(cursor)) return;
    visit_level(tree, tree.child(cursor, 0), depth - 1, visit);
    visit_level(tree, tree.child(cursor, 1), depth - 1, visit);
}

// Visits only the levels down to the displayed depth; a tree of a million triangles has about twenty levels.
void draw_boxes(const AnyHierarchy& tree, const DeformationDisplay& display, draw::DrawList& out,
                const draw::Palette& palette) {
    const bool is_worst = display.boxes() == DeformationDisplay::Boxes::worst;
    std::vector<float> areas;
    const auto walk = [&](const auto& visit) {
        std::visit([&](const auto& t) { visit_level(t, t.root(), display.depth(), visit); }, tree.tree());
    };
    walk([&](const auto& volume) { areas.push_back(volume.half_area()); });
    float min_area = 0.0f; // of the boxes drawn
    if (is_worst && areas.size() > kWorst) {
        std::nth_element(areas.begin(), areas.begin() + kWorst - 1, areas.end(), std::greater<>());
        min_area = areas[kWorst - 1];
    }
    const float width = is_worst ? 2.0f : 1.0f;
    walk([&](const auto& volume) {
        if (volume.half_area() < min_area) return;
        volume.outline([&](const glm::vec3& from, const glm::vec3& to) {
            out.lines.push_back({from, to, palette.current, width, false, draw::Layer::xray});
        });
    });
}

} // namespace

void CopiesView::restart(const DeformingPair& pair) {
    colliding_.assign(pair.runs().size(), {});
    mesh_key_ = draw::next_mesh_key();
    obstacle_key_ = draw::next_mesh_key();
    heat_.restart(pair);
}

void CopiesView::show_frame(const DeformingPair& pair, const DeformationDisplay& display) {
    for (std::size_t i = 0; i < colliding_.size(); ++i) {
        const PolicyRun& run = pair.runs()[i];
        std::vector<std::uint32_t> of_mesh, of_obstacle;
        for (const PrimitivePair& triangles : run.pairs()) {
            of_mesh.push_back(triangles.a);
            of_obstacle.push_back(triangles.b);
        }
        for (const PrimitivePair& triangles : run.self_pairs())
            of_mesh.insert(of_mesh.end(), {triangles.a, triangles.b});
        colliding_[i] = {sorted_and_unique(std::move(of_mesh)), sorted_and_unique(std::move(of_obstacle))};
    }
    recolor(pair, display);
}

void CopiesView::recolor(const DeformingPair& pair, const DeformationDisplay& display) {
    heat_.find(pair, display.heat());
    ++revision_;
}

void CopiesView::take_heat(const DeformingPair& pair, const DeformationDisplay& display) {
    if (!heat_.take_result()) return;
    ++revision_;
    if (heat_.is_outdated()) heat_.find(pair, display.heat());
}

void CopiesView::finish_heat(const DeformingPair& pair, const DeformationDisplay& display) {
    while (heat_.is_busy()) {
        heat_.wait();
        take_heat(pair, display);
    }
}

void CopiesView::show_heat_range(const draw::Palette& palette) {
    if (heat_.parameters(palette)) ++revision_;
}

void CopiesView::draw_copy(std::size_t copy, const DeformingPair& pair, const DeformationDisplay& display,
                           const ShownThings& things, draw::DrawList& out,
                           const draw::Palette& palette) const {
    if (copy >= colliding_.size()) return;
    if (things.meshes.is_shown(0)) {
        const MeshView mesh = pair.mesh().view();
        draw::MeshData data{.key = mesh_key_,
                            .revision = revision_,
                            .positions = mesh.positions,
                            .triangles = mesh.triangles};
        data.smooth = true; // has no effect on a torn mesh, whose triangles share no vertices
        data.triangle_colors = heat_.colors(copy, palette);
        data.coloring = static_cast<std::uint32_t>(copy);
        out.instances.push_back({.mesh = static_cast<std::uint32_t>(out.meshes.size()),
                                 .color = palette.body_a,
                                 .edges = display.shows_edges()});
        out.meshes.push_back(data);
    }
    if (things.meshes.is_shown(1)) {
        out.instances.push_back({.mesh = static_cast<std::uint32_t>(out.meshes.size()),
                                 .world_from_mesh = to_mat4(pair.world_from_obstacle()),
                                 .color = palette.body_b});
        out.meshes.push_back({.key = obstacle_key_,
                              .revision = 0,
                              .positions = pair.obstacle().positions,
                              .triangles = pair.obstacle().triangles,
                              .smooth = true});
    }
    if (display.shows_triangles()) draw_triangles(copy, pair, things, out, palette);
    if (display.boxes() != DeformationDisplay::Boxes::none && things.trees.is_shown(copy))
        draw_boxes(pair.runs()[copy].tree(), display, out, palette);
    const Focus all = focus_of(pair);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

void CopiesView::draw_triangles(std::size_t copy, const DeformingPair& pair, const ShownThings& things,
                                draw::DrawList& out, const draw::Palette& palette) const {
    if (things.meshes.is_shown(0))
        add_triangles(out, pair.mesh().view(), Pose{}, colliding_[copy][0], palette);
    if (things.meshes.is_shown(1))
        add_triangles(out, pair.obstacle().view(), pair.world_from_obstacle(), colliding_[copy][1], palette);
}

std::vector<LegendEntry> CopiesView::legend(const DeformationDisplay& display,
                                            const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (display.heat().is_on) {
        const NodeInflationName& quantity = kAllNodeInflation[display.heat().quantity];
        const std::string name(quantity.name), more = quantity.is_relative_to_rebuild ? " and more" : "";
        rows.push_back(
            {{ui::Sample::square, draw::ramp(palette, 0.0f)}, name + " " + heat_.text_at(heat_.low)});
        rows.push_back({{ui::Sample::square, draw::ramp(palette, 0.5f)},
                        heat_.text_at(0.5f * (heat_.low + heat_.high))});
        rows.push_back({{ui::Sample::square, draw::ramp(palette, 1.0f)}, heat_.text_at(heat_.high) + more});
    }
    if (display.boxes() != DeformationDisplay::Boxes::none)
        rows.push_back({{ui::Sample::line, palette.current},
                        (display.boxes() == DeformationDisplay::Boxes::worst ? "five largest volumes, depth "
                                                                             : "volumes, depth ") +
                            std::to_string(display.depth())});
    if (display.shows_triangles())
        rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    return rows;
}

Focus focus_of(const DeformingPair& pair) {
    const RestMesh& rest = pair.mesh().rest();
    glm::dvec3 middle = rest.center;
    if (pair.motion().deformer->record != nullptr) middle.y -= 0.4 * rest.radius; // a falling mesh
    return {glm::vec3(middle), static_cast<float>(rest.radius)};
}

std::string note_of_copy(const PolicyRun& run, std::size_t shown_frame) {
    const PolicyFrame& last = run.frame(shown_frame);
    const std::string rebuilt = run.last_rebuild() == 0 ? std::string("never rebuilt")
                                                        : "rebuilt at " + std::to_string(run.last_rebuild());
    const std::string area =
        has_sums(run.tree().config()) ? ui::format_fixed(last.inflation, 2) + " × area · " : "";
    const std::string times = shown_frame == 0
                                  ? "nothing measured in frame 0 · "
                                  : "update " + ui::format_fixed(last.update_ms, 2) + " ms · query " +
                                        ui::format_fixed(last.query_ms, 2) + " ms · ";
    return times + area + rebuilt + (last.has_all_self_contacts ? "" : " · search stopped");
}

} // namespace boxwood
