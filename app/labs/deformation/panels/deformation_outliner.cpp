#include "app/labs/deformation/panels/deformation_outliner.hpp"

#include "app/labs/deformation/view/copies_view.hpp"
#include "app/labs/deformation/view/copy_look.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/method_titles.hpp"
#include "collision/volumes/aabb.hpp"
#include "engine/ui/text/format.hpp"

#include <array>

#include <glm/geometric.hpp>

namespace boxwood {

void DeformationOutliner::restart(const DeformingPair& pair) {
    ++revision_;
    shown_.copies.restart(pair.runs().size());
    shown_.meshes.restart(2);
    shown_.trees.restart(pair.runs().size());
    selected_.reset();
}

OutlinerRow DeformationOutliner::row_of(const OutlinerMarks& marks, const Item& item) const {
    OutlinerRow row;
    row.is_selected = selected_ == item;
    row.is_hidden = marks.is_hidden(item.thing);
    row.is_alone = marks.is_alone(item.thing);
    return row;
}

std::vector<OutlinerKind> DeformationOutliner::kinds(const DeformationPlayback& playback) const {
    const DeformingPair& pair = *playback.pair();
    const std::size_t frame = playback.shown_frame();
    const auto run = [&pair](std::size_t i) -> const PolicyRun& { return pair.runs()[i]; };
    const auto mesh = [&pair](std::size_t i) -> const Mesh& {
        return i == 0 ? pair.mesh().rest().mesh : pair.obstacle();
    };
    const auto mesh_kind = [](std::size_t i) { return std::string(i == 0 ? "deforming" : "rigid"); };
    const auto tree_kind = [run](std::size_t i) { return hierarchy_title(run(i).tree().config()); };
    const auto volume = [run](std::size_t i) { return method_title(run(i).tree().config().volume); };
    std::vector<OutlinerKind> kinds{
        {"Copies", pair.runs().size(), [run](std::size_t i) { return name_of_copy(i, run(i)); }, tree_kind,
         [this, run, volume, frame](std::size_t i) {
             OutlinerRow row = row_of(shown_.copies, {kCopies, i});
             row.kind = volume(i);
             row.detail = note_of_copy(run(i), frame);
             return row;
         }},
        {"Meshes", 2, [mesh](std::size_t i) { return mesh(i).name; }, mesh_kind,
         [this, mesh, mesh_kind, &pair](std::size_t i) {
             OutlinerRow row = row_of(shown_.meshes, {kMeshes, i});
             const ShellsIfClosed& shells = i == 0 ? pair.mesh_shells() : pair.obstacle_shells();
             row.kind = mesh_kind(i);
             row.detail = ui::format_count(mesh(i).triangles.size()) + " triangles · " +
                          (shells.is_solid() ? "solid" : "surface");
             return row;
         }},
        {"Hierarchies", pair.runs().size(), [run](std::size_t i) { return "of " + name_of_copy(i, run(i)); },
         tree_kind,
         [this, run, volume, tree_kind](std::size_t i) {
             OutlinerRow row = row_of(shown_.trees, {kTrees, i});
             const std::uint64_t rebuilt = run(i).last_rebuild();
             row.kind = volume(i);
             row.detail = tree_kind(i) + " · " + ui::format_count(run(i).tree().node_count()) + " nodes · " +
                          (rebuilt == 0 ? "never rebuilt" : "rebuilt at " + std::to_string(rebuilt));
             return row;
         }},
    };
    for (OutlinerKind& kind : kinds) kind.can_color = false;
    return kinds;
}

bool DeformationOutliner::draw(const DeformationPlayback& playback, const draw::Palette& palette) {
    const std::vector<OutlinerKind> kinds = this->kinds(playback);
    const OutlinerEvent event = outliner_.draw(kinds, revision_, palette);
    if (event.act == OutlinerAction::none) return false;
    const std::array<OutlinerMarks*, 3> all{&shown_.copies, &shown_.meshes, &shown_.trees};
    OutlinerMarks& marks = *all[event.kind];
    const auto toggle = [&] {
        if (event.act == OutlinerAction::hide) marks.toggle_hidden(event.item);
        if (event.act == OutlinerAction::alone) marks.toggle_alone(event.item);
    };
    toggle();
    // Undoes the toggle, because at least one copy must stay in view.
    if (shown_.copies.hidden_count() == playback.pair()->runs().size()) toggle();
    if (event.act == OutlinerAction::select || event.act == OutlinerAction::focus)
        selected_ = Item{event.kind, event.item};
    return event.act == OutlinerAction::focus;
}

std::optional<Focus> DeformationOutliner::focus_of_selection(const DeformingPair& pair) const {
    if (!selected_ || selected_->kind != kMeshes) return std::nullopt;
    std::vector<glm::vec3> points_w;
    if (selected_->thing == 0)
        points_w.assign(pair.mesh().view().positions.begin(), pair.mesh().view().positions.end());
    else
        for (const glm::vec3& p : pair.obstacle().positions)
            points_w.emplace_back(pair.world_from_obstacle() * glm::dvec3(p));
    const Aabb box_w = Aabb::fit(points_w);
    return Focus{box_w.center(), glm::length(box_w.half())};
}

} // namespace boxwood
