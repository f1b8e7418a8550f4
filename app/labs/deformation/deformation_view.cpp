// 3D view of the deformation lab: copies of one scene, one per policy.
#include "app/labs/deformation/deformation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <functional>

namespace boxwood {
namespace {

constexpr std::size_t kWorst = 5; // number of boxes drawn

void add_triangles(draw::DrawList& out, const MeshView& mesh, const Pose& world_from_mesh,
                   std::span<const std::uint32_t> triangles, const draw::Palette& palette) {
    for (const std::uint32_t index : triangles) {
        const Triangle64 t_w = world_triangle(world_from_mesh, mesh, index);
        out.triangles.push_back({glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]), palette.contact,
                                 false, draw::Layer::shine_through});
    }
}

// The nodes `depth` levels below the root, from left to right.
template <class H, class Visit>
void visit_level(const H& tree, typename H::Cursor cursor, int depth, const Visit& visit) {
    if (depth == 0) return visit(tree.volume(cursor));
    if (tree.is_leaf(cursor)) return;
    visit_level(tree, tree.child(cursor, 0), depth - 1, visit);
    visit_level(tree, tree.child(cursor, 1), depth - 1, visit);
}

} // namespace

// Shortest first: text that does not fit is dropped from the end.
std::string DeformationLab::note_of(const PolicyRun& run) const {
    const PolicyFrame& last = run.frame(shown_frame());
    const std::string since = run.last_rebuild() == 0 ? std::string("never rebuilt")
                                                      : "rebuilt at " + std::to_string(run.last_rebuild());
    const std::string area =
        has_sums(run.tree().config()) ? ui::format_fixed(last.inflation, 2) + " × area · " : "";
    return "update " + ui::format_fixed(last.update_ms, 2) + " ms · query " +
           ui::format_fixed(last.query_ms, 2) + " ms · " + area + since +
           (last.has_all_self_contacts ? "" : " · search stopped");
}

std::vector<LabView> DeformationLab::views(const draw::Palette& palette) const {
    std::vector<LabView> views;
    if (!pair_) return views;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        const PolicyRun& run = pair_->runs()[i];
        LabView view{.title = name_of(run.config()), .note = note_of(run), .draw = {}};
        view.draw = [this, i](draw::DrawList& out, const draw::Palette& colors) {
            draw_copy(i, out, colors);
        };
        const CopyLook look = look_of_copy(i, palette);
        view.legend.push_back(
            {{look.is_dashed ? ui::Sample::dashed : ui::Sample::line, look.color}, "its line in the plots"});
        views.push_back(std::move(view));
    }
    return views;
}

std::vector<LegendEntry> DeformationLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (show_.heat.is_on) {
        const NodeInflationName& quantity = kAllNodeInflation[show_.heat.quantity];
        const std::string name(quantity.name), more = quantity.needs_fresh ? " and more" : "";
        rows.push_back(
            {{ui::Sample::square, draw::ramp(palette, 0.0f)}, name + " " + heat_.text_at(heat_.low)});
        rows.push_back({{ui::Sample::square, draw::ramp(palette, 0.5f)},
                        heat_.text_at(0.5f * (heat_.low + heat_.high))});
        rows.push_back({{ui::Sample::square, draw::ramp(palette, 1.0f)}, heat_.text_at(heat_.high) + more});
    }
    if (show_.boxes != Boxes::none)
        rows.push_back({{ui::Sample::line, palette.current},
                        (show_.boxes == Boxes::worst ? "five largest volumes, depth " : "volumes, depth ") +
                            std::to_string(show_.heat.depth)});
    if (show_.triangles) rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    return rows;
}

void DeformationLab::draw_copy(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const {
    if (!pair_ || copy >= copies_.size()) return;
    const Copy& shown = copies_[copy];
    const MeshView mesh = pair_->mesh().view();
    draw::MeshData data{
        .key = mesh_key_, .revision = revision_, .positions = mesh.positions, .triangles = mesh.triangles};
    data.smooth = true; // a torn mesh shares no vertices, so each triangle keeps its own normal
    data.triangle_colors = heat_.colors(copy, palette);
    data.coloring = static_cast<std::uint32_t>(copy);
    out.meshes.push_back(data);
    out.meshes.push_back({.key = obstacle_key_,
                          .revision = 0,
                          .positions = pair_->obstacle().positions,
                          .triangles = pair_->obstacle().triangles,
                          .smooth = true});
    out.instances.push_back({.mesh = 0, .color = palette.body_a, .edges = show_.edges});
    out.instances.push_back(
        {.mesh = 1, .world_from_mesh = to_mat4(pair_->world_from_obstacle()), .color = palette.body_b});
    if (show_.triangles) {
        add_triangles(out, mesh, Pose{}, shown.colliding[0], palette);
        add_triangles(out, pair_->obstacle().view(), pair_->world_from_obstacle(), shown.colliding[1],
                      palette);
    }
    if (show_.boxes != Boxes::none) draw_boxes(copy, out, palette);
    const Focus all = focus(false);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

// Visits only the levels down to the requested one: a tree of a million triangles has twenty more.
void DeformationLab::draw_boxes(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const {
    const AnyHierarchy& tree = pair_->runs()[copy].tree();
    std::vector<float> areas;
    const auto walk = [&](const auto& visit) {
        std::visit([&](const auto& t) { visit_level(t, t.root(), show_.heat.depth, visit); }, tree.tree());
    };
    walk([&](const auto& volume) { areas.push_back(volume.half_area()); });
    float least = 0.0f; // smallest value drawn
    if (show_.boxes == Boxes::worst && areas.size() > kWorst) {
        std::nth_element(areas.begin(), areas.begin() + kWorst - 1, areas.end(), std::greater<>());
        least = areas[kWorst - 1];
    }
    const float width = show_.boxes == Boxes::worst ? 2.0f : 1.0f;
    walk([&](const auto& volume) {
        if (volume.half_area() < least) return;
        volume.outline([&](const glm::vec3& from, const glm::vec3& to) {
            out.lines.push_back({from, to, palette.current, width, false, draw::Layer::shine_through});
        });
    });
}

Focus DeformationLab::focus(bool) const {
    if (!pair_) return {};
    const RestMesh& rest = pair_->mesh().rest();
    glm::dvec3 middle = rest.center;
    if (pair_->motion().deformer->record != nullptr) middle.y -= 0.4 * rest.radius; // a falling mesh
    return {glm::vec3(middle), static_cast<float>(rest.radius)};
}

} // namespace boxwood
