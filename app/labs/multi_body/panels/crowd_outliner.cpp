#include "app/labs/multi_body/panels/crowd_outliner.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/wording.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace boxwood {
namespace {

std::string kind_of_body(const Body& body) {
    if (body.deforming) return "deforming";
    if (body.shape->parts()) return "compound";
    return body.shape->polytope() ? "polytope" : "mesh";
}

std::string uses_text(std::size_t bodies) {
    return ui::format_count(bodies) + (bodies == 1 ? " body" : " bodies");
}

// "of b007", or "of b007 and 11 more": names the bodies that share a mesh or a hierarchy.
std::string users_name(const std::vector<BodyId>& users) {
    std::string name = "of " + body_name(users.front());
    return users.size() == 1 ? name : name + " and " + ui::format_count(users.size() - 1) + " more";
}

} // namespace

// Lists the bodies again if the scene or its set of bodies has changed since the last call.
void CrowdOutliner::list_bodies() {
    if (std::exchange(listed_, revision_) == revision_) return;
    list_ = {};
    const CollisionWorld& world = view_.world();
    std::unordered_map<const void*, std::size_t> mesh_index, hierarchy_index;
    const auto add = [](auto& io_index, auto& io_users, const void* shared, BodyId id) {
        const auto [found, is_new] = io_index.emplace(shared, io_users.size());
        if (is_new) io_users.emplace_back();
        io_users[found->second].push_back(id);
    };
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const Shape& shape = *world.bodies()[id].shape;
        list_.bodies.push_back(id);
        add(mesh_index, list_.mesh_users, &shape, id);
        if (shape.hierarchy()) add(hierarchy_index, list_.hierarchy_users, shape.hierarchy(), id);
    }
}

// Notes whether the words "fixed" and "disabled" of a body have changed since the last search, by an edit or by a jump to
// another frame. The search must then run again.
void CrowdOutliner::follow_words() {
    constexpr std::size_t kBodiesTab = 0;
    if (outliner_.searched().empty() || outliner_.chosen() != kBodiesTab) return;
    bool has_changed = flags_.size() != list_.bodies.size();
    flags_.resize(list_.bodies.size());
    for (std::size_t i = 0; i < flags_.size(); ++i) {
        const Body& body = view_.world().bodies()[list_.bodies[i]];
        const auto flags = static_cast<std::uint8_t>((body.is_fixed ? 1 : 0) | (body.is_enabled ? 2 : 0));
        has_changed |= std::exchange(flags_[i], flags) != flags;
    }
    if (has_changed) ++flag_changes_;
}

OutlinerRow CrowdOutliner::describe_users(const std::vector<BodyId>& users) const {
    OutlinerRow row;
    row.is_hidden = std::ranges::all_of(users, [this](BodyId id) { return view_.marks.is_hidden(id); });
    row.is_alone = std::ranges::all_of(users, [this](BodyId id) { return view_.marks.is_alone(id); });
    row.is_selected =
        std::ranges::any_of(users, [this](BodyId id) { return view_.selection().body() == id; });
    row.color = view_.marks.color(users.front());
    return row;
}

std::vector<OutlinerKind> CrowdOutliner::kinds() const {
    const std::span<const Body> bodies = view_.world().bodies();
    const auto body = [bodies, this](std::size_t i) -> const Body& { return bodies[list_.bodies[i]]; };
    const auto mesh_text = [](const Shape& shape) {
        const Polytope* polytope = shape.polytope();
        return polytope ? ui::format_count(polytope->faces().size()) + " faces"
                        : ui::format_count(shape.mesh().triangles.size()) + " triangles";
    };
    const auto kind_of_mesh = [bodies](const std::vector<BodyId>& users) {
        return kind_of_body(bodies[users.front()]);
    };
    const auto hierarchy = [bodies](const std::vector<BodyId>& users) -> const AnyHierarchy& {
        return *bodies[users.front()].shape->hierarchy();
    };
    const std::vector<PairResult>& pairs = view_.simulation().output.pairs;
    return {
        {"Bodies", list_.bodies.size(), [this](std::size_t i) { return body_name(list_.bodies[i]); },
         [body](std::size_t i) {
             return kind_of_body(body(i)) + (body(i).is_fixed ? " fixed" : "") +
                    (body(i).is_enabled ? "" : " disabled");
         },
         [this, body, mesh_text](std::size_t i) {
             OutlinerRow row = describe_users({list_.bodies[i]});
             row.kind = kind_of_body(body(i));
             row.detail = mesh_text(*body(i).shape) + (body(i).is_fixed ? " · fixed" : "") +
                          (body(i).is_enabled ? "" : " · disabled");
             return row;
         }},
        {"Meshes", list_.mesh_users.size(), [this](std::size_t i) { return users_name(list_.mesh_users[i]); },
         [this, kind_of_mesh](std::size_t i) { return kind_of_mesh(list_.mesh_users[i]); },
         [this, bodies, kind_of_mesh, mesh_text](std::size_t i) {
             const std::vector<BodyId>& users = list_.mesh_users[i];
             OutlinerRow row = describe_users(users);
             row.kind = kind_of_mesh(users);
             row.detail = mesh_text(*bodies[users.front()].shape) + " · " + uses_text(users.size());
             return row;
         }},
        {"Hierarchies", list_.hierarchy_users.size(),
         [this](std::size_t i) { return users_name(list_.hierarchy_users[i]); },
         [this, hierarchy](std::size_t i) {
             return hierarchy_title(hierarchy(list_.hierarchy_users[i]).config());
         },
         [this, hierarchy](std::size_t i) {
             const std::vector<BodyId>& users = list_.hierarchy_users[i];
             OutlinerRow row = describe_users(users);
             row.kind = hierarchy_title(hierarchy(users).config());
             row.detail =
                 ui::format_count(hierarchy(users).node_count()) + " nodes · " + uses_text(users.size());
             return row;
         }},
        {"Pairs", pairs.size(),
         [&pairs](std::size_t i) {
             return body_name(pairs[i].bodies.a) + " · " + body_name(pairs[i].bodies.b);
         },
         [&pairs](std::size_t i) { return std::string(status_word(pairs[i].status)); },
         [this, &pairs](std::size_t i) {
             OutlinerRow row;
             row.kind = std::string(status_word(pairs[i].status));
             row.detail = pairs[i].has_distance() ? ui::format_fixed(pairs[i].distance, 3) + " m"
                          : pairs[i].triangle_pair_count > 0
                              ? ui::format_count(pairs[i].triangle_pair_count) + " triangle pairs"
                              : "";
             row.is_selected = view_.selection().pair() == pairs[i].bodies;
             return row;
         },
         false},
    };
}

void CrowdOutliner::show(const draw::Palette& palette) {
    list_bodies();
    follow_words();
    const std::vector<OutlinerKind> kinds = this->kinds();
    const bool lists_pairs = outliner_.chosen() + 1 == kinds.size();
    const std::uint64_t revision =
        2 * (revision_ + flag_changes_) + (lists_pairs ? (view_.simulation().frame + 1) << 24 : 0);
    const OutlinerEvent event = outliner_.draw(kinds, revision, palette);
    if (event.act == OutlinerAction::none) return;
    if (event.kind == 3) {
        view_.select_pair(view_.simulation().output.pairs[event.item].bodies);
    } else {
        const std::vector<BodyId> users = event.kind == 0   ? std::vector{list_.bodies[event.item]}
                                          : event.kind == 1 ? list_.mesh_users[event.item]
                                                            : list_.hierarchy_users[event.item];
        if (event.act == OutlinerAction::select || event.act == OutlinerAction::focus) {
            view_.select(users.front());
        } else {
            for (const BodyId id : users) mark(id, event.act);
        }
    }
    if (event.act == OutlinerAction::focus) view_.frame_selection();
}

void CrowdOutliner::mark(BodyId id, OutlinerAction act) {
    if (act == OutlinerAction::hide) view_.marks.toggle_hidden(view_.world(), id);
    if (act == OutlinerAction::alone) view_.marks.toggle_alone(view_.world(), id);
    if (act == OutlinerAction::color) view_.marks.next_color(view_.world(), id);
}

} // namespace boxwood
