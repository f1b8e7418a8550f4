#include "app/labs/walkthrough/panels/walk_outliner.hpp"

#include "app/labs/walkthrough/drawing/walk_structure.hpp"

#include <array>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::string kind_of_thing(const WalkBody& body) {
    return body.hinge ? "hinged" : body.is_movable ? "loose" : "fixed";
}

std::string state_of_thing(const CurrentWalk& now, BodyId id) {
    if (now.walk.held() == id) return "held";
    return now.walk.is_touched(id) ? "in contact" : "";
}

std::vector<BodyId> list_touched(const CurrentWalk& now) {
    std::vector<BodyId> touched;
    for (BodyId id = 0; id < now.scene.bodies.size(); ++id)
        if (now.walk.held() == id || now.walk.is_touched(id)) touched.push_back(id);
    return touched;
}

} // namespace

void WalkOutliner::add_setting(SettingTable& io_table) {
    io_table.add(
        choice({"page", "", "Page at the bottom: the events of the walk, or the objects of the scene"},
               {{"events", "What happened"}, {"outliner", "Outliner"}}, 0, member(page_))
            .page());
}

void WalkOutliner::restart(const CurrentWalk& now) {
    ++revision_;
    fixed_.clear();
    loose_.clear();
    for (BodyId id = 0; id < now.scene.bodies.size(); ++id)
        (now.is_loose(id) ? loose_ : fixed_).push_back(id);
    marks_.restart(now.scene.bodies.size());
    selected_ = kNone;
}

OutlinerKind WalkOutliner::kind_of(const char* title, const std::vector<BodyId>& bodies,
                                   const CurrentWalk& now) const {
    OutlinerKind kind;
    kind.title = title;
    kind.count = bodies.size();
    kind.name = [&](std::size_t i) { return now.scene.bodies[bodies[i]].name; };
    kind.words = [&](std::size_t i) { return kind_of_thing(now.scene.bodies[bodies[i]]); };
    kind.describe = [&](std::size_t i) {
        const BodyId id = bodies[i];
        const std::string state = state_of_thing(now, id);
        OutlinerRow row;
        row.kind = kind_of_thing(now.scene.bodies[id]);
        row.detail = structure_of(now.simulation.world.bodies()[id]) + (state.empty() ? "" : " · " + state);
        row.is_selected = selected_ == id;
        row.is_hidden = marks_.is_hidden(id);
        row.is_alone = marks_.is_alone(id);
        return row;
    };
    kind.can_color = false;
    return kind;
}

bool WalkOutliner::draw(const CurrentWalk& now, const draw::Palette& palette) {
    const std::vector<BodyId> touched = list_touched(now);
    const std::array<const std::vector<BodyId>*, 3> lists{&fixed_, &loose_, &touched};
    const std::array kinds{kind_of("Furniture", fixed_, now), kind_of("Loose things", loose_, now),
                           kind_of("In contact", touched, now)};
    const bool is_of_frame = outliner_.chosen() == 2;
    const std::uint64_t revision = 2 * revision_ + (is_of_frame ? (now.simulation.frame + 1) << 24 : 0);
    const OutlinerEvent event = outliner_.draw(kinds, revision, palette);
    if (event.act == OutlinerAction::none) return false;
    const BodyId id = (*lists[event.kind])[event.item];
    if (event.act == OutlinerAction::hide) marks_.toggle_hidden(id);
    if (event.act == OutlinerAction::alone) marks_.toggle_alone(id);
    if (event.act == OutlinerAction::select || event.act == OutlinerAction::focus)
        selected_ = event.act == OutlinerAction::select && selected_ == id ? kNone : id;
    return event.act == OutlinerAction::focus;
}

Focus focus_of_body(const CurrentWalk& now, BodyId id) {
    const Aabb& box_w = now.simulation.world.boxes()[id];
    return {box_w.center(), glm::length(box_w.half())};
}

} // namespace boxwood
