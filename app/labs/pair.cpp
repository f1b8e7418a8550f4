#include "app/labs/pair.hpp"

#include "app/labs/settings.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/draw/picking.hpp"
#include "engine/meshes/generators.hpp"
#include "engine/meshes/measure.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

const LabRegistration kRegistration({"pair", "Pair and hierarchies", 20,
                                     []() -> std::unique_ptr<Lab> { return std::make_unique<PairLab>(); }});

constexpr std::size_t kUndoLimit = 200;
constexpr int kDeepest = 64;
constexpr double kNudge = 0.02;      // of the selected body's radius, per key press
constexpr double kLargestRatio = 20; // of radii: beyond it, B is shown at A's size, and the panel says so
constexpr std::size_t kVisitLimit = 2'000'000;

double world_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

} // namespace

// --- scenes -----------------------------------------------------------------------------------------------

Status PairLab::restart(std::uint64_t) {
    if (!sides_[kA].shape) {
        const std::array<std::pair<const char*, Mesh>, 2> built_in{
            std::pair{"rock", make_bumpy_sphere({.frequency = 32, .seed = 11})},
            std::pair{"torus knot",
                      make_torus_knot({.major_radius = 0.5, .minor_radius = 0.22, .tube_radius = 0.09})}};
        for (const BodyId side : {kA, kB}) {
            Result<std::shared_ptr<Shape>> shape = make_shape(built_in[side].second.view(), config_);
            if (!shape) return shape.error();
            sides_[side] = {built_in[side].first, *shape, make_report(built_in[side].second.view())};
        }
    }
    place_meshes();
    return ok();
}

// One mesh takes the place of the selected side, two take both.
Status PairLab::take_meshes(std::vector<BroughtMesh> meshes) {
    const auto make_side = [](const BroughtMesh& mesh) {
        // This lab is about surfaces, and scales them: a polytope comes as one.
        if (mesh.shape->polytope())
            if (const auto surface = make_shape(mesh.shape->mesh()))
                return Side{mesh.name, *surface, make_report((*surface)->mesh())};
        return Side{mesh.name, mesh.shape, make_report(mesh.shape->mesh())};
    };
    const HierarchyConfig config = config_;
    if (meshes.empty()) return ok();
    if (meshes.size() > 2) return Error{meshes[2].name + ": the pair lab takes two meshes"};
    if (!sides_[kA].shape) (void)restart(0);
    if (meshes.size() == 2) {
        sides_ = {make_side(meshes[0]), make_side(meshes[1])};
    } else {
        sides_[selected_] = make_side(meshes[0]);
    }
    place_meshes();
    return set_hierarchy(config);
}

// Builds both hierarchies anew, over the meshes where they are. On an Error all stays as it was.
Status PairLab::set_hierarchy(const HierarchyConfig& config) {
    std::array<std::shared_ptr<Shape>, 2> shapes;
    for (const BodyId side : {kA, kB}) {
        if (!sides_[side].shape) { // not started yet
            config_ = config;
            return ok();
        }
        Result<std::shared_ptr<Shape>> shape = make_shape(sides_[side].shape->mesh(), config);
        if (!shape) return shape.error();
        shapes[side] = std::move(*shape);
    }
    config_ = config;
    const Placement at = placement();
    const std::vector<Placement> undo = undo_, redo = redo_;
    for (const BodyId side : {kA, kB}) sides_[side].shape = shapes[side];
    place_meshes();
    undo_ = undo;
    redo_ = redo;
    apply(at);
    return ok();
}

// The query on screen, at the poses on screen.
ComparisonPanel::Subject PairLab::comparison_subject() const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    ComparisonPanel::Subject subject;
    subject.comparison.a = sides_[kA].shape->mesh();
    subject.comparison.b = sides_[kB].shape->mesh();
    subject.comparison.poses = {{bodies[kA].world_from_body, bodies[kB].world_from_body}};
    subject.comparison.request = simulation_.world.settings.mesh_query;
    subject.owner = std::make_shared<std::pair<std::shared_ptr<Shape>, std::shared_ptr<Shape>>>(
        sides_[kA].shape, sides_[kB].shape);
    subject.current = config_;
    return subject;
}

// A at its own place; B beside its center, so that the surfaces meet at the start.
void PairLab::place_meshes() {
    const SimulationSettings settings = simulation_.settings;
    const WorldSettings world_settings = simulation_.world.settings;
    simulation_ = {};
    simulation_.settings = settings;
    simulation_.settings.respond = simulation_.settings.walls = false;
    simulation_.settings.fattening = 0.0;
    simulation_.world.settings = world_settings;
    simulation_.motions.assign(2, {});
    simulation_.motions[kB].spin_axis_w = glm::normalize(glm::dvec3(0.25, 1.0, 0.1));

    std::array<BodyDesc, 2> bodies{BodyDesc{sides_[kA].shape, {}, {}}, BodyDesc{sides_[kB].shape, {}, {}}};
    const double radius_a = sides_[kA].shape->radius(), radius_b = sides_[kB].shape->radius();
    const double ratio = radius_b / radius_a;
    if (ratio > kLargestRatio || ratio * kLargestRatio < 1.0)
        bodies[kB].transform.s = glm::dvec3(radius_a / radius_b);
    const Result<std::vector<BodyId>> ids = simulation_.world.add_bodies(bodies);
    BOXWOOD_ASSERT(ids); // both shapes exist and the poses are ours
    bring_into_contact();
    gallery_.update(simulation_.world);
    history_.clear();
    undo_.clear();
    redo_.clear();
    dirty_ = true;
}

// B comes from the side until the surfaces meet, so that both can be seen and something collides.
void PairLab::bring_into_contact() {
    constexpr double kStep = 0.05, kDeeper = 0.1; // of the way from side by side to center on center
    const glm::dvec3 direction_w = glm::normalize(glm::dvec3(0.8, 0.25, -0.55)); // across the usual view
    const auto reach = [&](BodyId id) {
        return glm::dot(glm::dvec3(sides_[id].shape->bounds().half()) *
                            simulation_.world.bodies()[id].transform.s,
                        direction_w);
    };
    const double side_by_side = reach(kA) + reach(kB);
    const auto place_at = [&](double share) {
        Transform b = simulation_.world.bodies()[kB].transform;
        b.t = sides_[kA].shape->center() + share * side_by_side * direction_w -
              b.s * sides_[kB].shape->center();
        simulation_.world.place(kB, b);
        simulation_.world.step(simulation_.output);
    };
    for (double share = 1.0; share > 0.0; share -= kStep) {
        place_at(share);
        if (!contact()) continue;
        place_at(std::max(0.0, share - kDeeper));
        if (!contact()) place_at(share);
        return;
    }
}

std::string PairLab::scene_name() const {
    return sides_[kA].name + " and " + sides_[kB].name;
}

namespace {

std::vector<std::string_view> names_in(const auto& table) {
    std::vector<std::string_view> names;
    for (const auto& entry : table) names.push_back(entry.name);
    return names;
}

} // namespace

Status PairLab::set(std::string_view name, std::string_view value) {
    QueryRequest& query = simulation_.world.settings.mesh_query;
    HierarchyConfig config = config_;
    bool compares = false;
    const Status status = apply_setting(
        name, value,
        {{"spin", 0, 180, false, [&](double v) { spin_degrees_ = v; }},
         {"speed", 0.01, 4, false, [&](double v) { simulation_.settings.speed = v; }},
         {"depth", 0, kDeepest, true,
          [&](double v) {
              depth_low_ = depth_high_ = static_cast<int>(v);
              show_.hierarchy = true;
          }},
         {"depth-high", 0, kDeepest, true, [&](double v) { depth_high_ = static_cast<int>(v); }},
         {"leaf-size", 1, kMaxLeafSize, true,
          [&](double v) { config.leaf_size = static_cast<std::uint32_t>(v); }}},
        {{"answer", {"any", "all"}, [&](std::size_t i) { query.mode = static_cast<QueryMode>(i); }},
         {"test", names_in(kAllOverlapTests), [&](std::size_t i) { query.test = kAllOverlapTests[i].value; }},
         {"descent", names_in(kAllDescents), [&](std::size_t i) { query.descent = kAllDescents[i].value; }},
         {"triangle-test", names_in(kAllTriangleTests),
          [&](std::size_t i) { query.triangle_test = kAllTriangleTests[i].intersect; }},
         {"kind", list_hierarchy_kinds(), [&](std::size_t i) { config.kind = list_hierarchy_kinds()[i]; }},
         {"volume", list_volumes(), [&](std::size_t i) { config.volume = list_volumes()[i]; }},
         {"builder", list_builders(), [&](std::size_t i) { config.builder = list_builders()[i]; }},
         {"page", {"visits", "compare"}, [&](std::size_t i) { page_ = static_cast<int>(i); }},
         {"compare",
          {"volumes", "builders", "kinds", "everything"},
          [&](std::size_t i) {
              comparison_.choose(static_cast<CompareBy>(i));
              page_ = 1;
              compares = true;
          }},
         {"triangles", {"off", "on"}, [&](std::size_t i) { show_.triangles = i == 1; }},
         {"hierarchy", {"off", "on"}, [&](std::size_t i) { show_.hierarchy = i == 1; }},
         {"pruned", {"off", "on"}, [&](std::size_t i) { show_.pruned = i == 1; }},
         {"edges", {"off", "on"}, [&](std::size_t i) { show_.mesh_edges = i == 1; }}});
    if (!status) return status;
    if (config != config_)
        if (Status built = set_hierarchy(config); !built) return built;
    wants_comparison_ |= compares;
    return ok();
}

void PairLab::step(Clock clock) {
    simulation_.motions[kB].spin = glm::radians(spin_degrees_);
    Lab::step(clock);
    record_visits();
}

void PairLab::refresh(Clock clock) {
    Lab::refresh(clock);
    record_visits();
}

// The same query once more with a recording trace; its time is shown nowhere.
void PairLab::record_visits() {
    visits_.clear();
    for (std::vector<std::uint8_t>& verdicts : node_verdicts_) verdicts.clear();
    if (!show_.hierarchy) return;
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto operand = [&](BodyId id) {
        return MeshOperand{sides_[id].shape->mesh(), sides_[id].shape->hierarchy(),
                           &bodies[id].world_from_body};
    };
    const WorldSettings& settings = simulation_.world.settings;
    QueryScratch scratch;
    query_meshes(operand(kA), operand(kB), settings.mesh_query, scratch, visits_, traced_);
    for (const BodyId id : {kA, kB})
        node_verdicts_[id].assign(sides_[id].shape->hierarchy()->node_count(), 0);
    for (const Visit& visit : visits_.visits()) {
        if (visit.kind != VisitKind::volume_pair) continue;
        const std::uint8_t verdict = visit.verdict ? 2 : 1;
        node_verdicts_[kA][visit.a] = std::max(node_verdicts_[kA][visit.a], verdict);
        node_verdicts_[kB][visit.b] = std::max(node_verdicts_[kB][visit.b], verdict);
    }
}

const PairResult* PairLab::contact() const {
    for (const PairResult& pair : simulation_.output.pairs)
        if (pair.is_contact()) return &pair;
    return nullptr;
}

// --- moving by hand ---------------------------------------------------------------------------------------

PairLab::Placement PairLab::placement() const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    return {bodies[kA].transform, bodies[kB].transform};
}

void PairLab::apply(const Placement& placement) {
    for (const BodyId id : {kA, kB}) simulation_.world.place(id, placement[id]);
    dirty_ = true;
}

void PairLab::remember_for_undo(const Placement& before) {
    undo_.push_back(before);
    if (undo_.size() > kUndoLimit) undo_.erase(undo_.begin());
    redo_.clear();
}

GizmoTarget PairLab::target(BodyId body) const {
    const Body& b = simulation_.world.bodies()[body];
    return {b.transform, b.shape->center()};
}

bool PairLab::mouse(const ViewMouse& mouse) {
    if (mouse.gesture == MouseGesture::hover && is_selected_)
        gizmo_.hover(mouse.ray_w, target(selected_), camera);
    if (mouse.button != platform::MouseButton::left || mouse.modifiers.alt) return false;
    switch (mouse.gesture) {
    case MouseGesture::press:
        if (!is_selected_ || !gizmo_.press(mouse.ray_w, target(selected_), camera)) return false;
        before_drag_ = placement();
        return true;
    case MouseGesture::drag:
        if (!gizmo_.is_dragging()) return false;
        simulation_.world.place(selected_, gizmo_.drag(mouse.ray_w));
        dirty_ = true;
        return true;
    case MouseGesture::release:
        if (!gizmo_.is_dragging()) return false;
        gizmo_.release();
        remember_for_undo(before_drag_);
        return true;
    case MouseGesture::click: {
        draw::DrawList list;
        draw(list, draw::dark_palette());
        const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w);
        is_selected_ = hit.has_value();
        if (hit) selected_ = hit->pick_id - 1;
        return true;
    }
    default:
        return false;
    }
}

// Arrow keys move in the view's plane, page keys along the view.
void PairLab::nudge(const glm::dvec3& direction_view) {
    if (!is_selected_) return;
    remember_for_undo(placement());
    const glm::dvec3 right(camera.right_w()), up(camera.up_w());
    const glm::dvec3 back = glm::cross(right, up);
    const Body& body = simulation_.world.bodies()[selected_];
    Transform moved = body.transform;
    moved.t += kNudge * world_radius(body) *
               (direction_view.x * right + direction_view.y * up + direction_view.z * back);
    simulation_.world.place(selected_, moved);
    dirty_ = true;
}

void PairLab::change_depth(int by) {
    show_.hierarchy = true;
    depth_low_ = std::clamp(depth_low_ + by, 0, kDeepest);
    depth_high_ = std::clamp(depth_high_ + by, depth_low_, kDeepest);
    dirty_ = true;
}

bool PairLab::act(std::string_view action) {
    const auto swap_with = [this](std::vector<Placement>& from, std::vector<Placement>& to) {
        if (from.empty()) return;
        to.push_back(placement());
        apply(from.back());
        from.pop_back();
    };
    if (action == "edit.undo")
        swap_with(undo_, redo_);
    else if (action == "edit.redo")
        swap_with(redo_, undo_);
    else if (action == "gizmo.move")
        gizmo_.mode = GizmoMode::move;
    else if (action == "gizmo.rotate")
        gizmo_.mode = GizmoMode::rotate;
    else if (action == "gizmo.scale")
        gizmo_.mode = GizmoMode::scale;
    else if (action == "nudge.left")
        nudge({-1, 0, 0});
    else if (action == "nudge.right")
        nudge({1, 0, 0});
    else if (action == "nudge.up")
        nudge({0, 1, 0});
    else if (action == "nudge.down")
        nudge({0, -1, 0});
    else if (action == "nudge.away")
        nudge({0, 0, -1});
    else if (action == "nudge.near")
        nudge({0, 0, 1});
    else if (action == "select.next") {
        selected_ = is_selected_ && selected_ == kA ? kB : kA;
        is_selected_ = true;
    } else if (action == "select.none")
        is_selected_ = false;
    else if (action == "show.triangles")
        show_.triangles = !show_.triangles;
    else if (action == "show.hierarchy") {
        show_.hierarchy = !show_.hierarchy;
        dirty_ = true;
    } else if (action == "depth.less")
        change_depth(-1);
    else if (action == "depth.more")
        change_depth(1);
    else
        return false;
    return true;
}

std::vector<LabFact> PairLab::facts() const {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto position = [&](BodyId id) {
        const glm::dvec3 p = bodies[id].transform.t;
        std::string text = "[";
        return text.append(std::to_string(p.x))
            .append(",")
            .append(std::to_string(p.y))
            .append(",")
            .append(std::to_string(p.z))
            .append("]");
    };
    const auto triangles = [&](BodyId id) {
        return std::to_string(sides_[id].shape->mesh().triangles.size());
    };
    return {{"triangles_a", triangles(kA)},
            {"triangles_b", triangles(kB)},
            {"position_a", position(kA)},
            {"position_b", position(kB)},
            {"colliding_pairs", std::to_string(simulation_.output.triangle_pairs.size())},
            {"show_triangles", flag(show_.triangles)},
            {"show_hierarchy", flag(show_.hierarchy)},
            {"depth", std::to_string(depth_low_)},
            {"selected", is_selected_ ? (selected_ == kA ? "\"A\"" : "\"B\"") : "null"}};
}

// --- looks ------------------------------------------------------------------------------------------------

void PairLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    gallery_.add_meshes(out);
    const std::span<const Body> bodies = simulation_.world.bodies();
    for (const BodyId id : {kA, kB}) {
        draw::MeshInstance instance;
        instance.mesh = gallery_.mesh_of(id);
        instance.world_from_mesh = to_mat4(bodies[id].world_from_body);
        instance.color = id == kA ? palette.body_a : palette.body_b;
        instance.edges = show_.mesh_edges;
        instance.pick_id = id + 1;
        out.instances.push_back(instance);
        const Aabb& box_w = simulation_.world.boxes()[id];
        const glm::vec3 top_w(box_w.center().x, box_w.upper.y, box_w.center().z);
        out.labels.push_back({top_w, (id == kA ? "A  " : "B  ") + sides_[id].name, instance.color});
    }
    const PairResult* pair = contact();
    if (show_.triangles && pair) add_colliding_triangles(out, simulation_, *pair, palette);
    if (show_.hierarchy)
        for (const BodyId id : {kA, kB}) draw_hierarchy(out, id, palette);
    if (is_selected_) gizmo_.draw(out, target(selected_), camera, palette);
    const Focus all = focus(false);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

void PairLab::draw_hierarchy(draw::DrawList& out, BodyId body, const draw::Palette& palette) const {
    const glm::mat4 world_from_mesh = to_mat4(simulation_.world.bodies()[body].world_from_body);
    const std::vector<std::uint8_t>& verdicts = node_verdicts_[body];
    const AnyHierarchy& hierarchy = *sides_[body].shape->hierarchy();
    const auto first = static_cast<std::uint32_t>(depth_low_), last = static_cast<std::uint32_t>(depth_high_);
    const auto look_of = [&](const NodeBox& node) -> std::optional<BoxLook> {
        const std::uint8_t verdict = node.node < verdicts.size() ? verdicts[node.node] : 0;
        if (verdict == 2) return BoxLook{palette.overlapping, 1.5f};
        if (verdict == 1 && show_.pruned) return BoxLook{palette.pruned, 1.0f, true};
        return std::nullopt;
    };
    if (config_.volume == Aabb::kName) { // boxes have a primitive of their own
        std::vector<NodeBox> boxes;
        hierarchy.collect_boxes(first, last, boxes);
        for (const NodeBox& node : boxes)
            if (const auto look = look_of(node)) add_box(out, node.box, world_from_mesh, *look);
        return;
    }
    hierarchy.visit_outlines(
        first, last, [&](const NodeBox& node, const glm::vec3& from, const glm::vec3& to) {
            if (const auto look = look_of(node))
                out.lines.push_back({glm::vec3(world_from_mesh * glm::vec4(from, 1.0f)),
                                     glm::vec3(world_from_mesh * glm::vec4(to, 1.0f)), look->color,
                                     look->width, look->dashed, look->layer});
        });
}

std::vector<LegendEntry> PairLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (show_.hierarchy) rows.push_back({{ui::Sample::line, palette.overlapping}, "overlapping volume"});
    if (show_.hierarchy && show_.pruned)
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "disjoint, pruned"});
    if (show_.triangles) rows.push_back({{ui::Sample::hatch, palette.contact}, "colliding triangles"});
    return rows;
}

Focus PairLab::focus(bool of_selection) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto sphere = [&](BodyId id) {
        return Focus{glm::vec3(target(id).pivot_w()), static_cast<float>(world_radius(bodies[id]))};
    };
    if (of_selection && is_selected_) return sphere(selected_);
    const Focus a = sphere(kA), b = sphere(kB);
    const float apart = glm::distance(a.center_w, b.center_w);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const float radius = 0.5f * (apart + a.radius + b.radius);
    return {a.center_w + (b.center_w - a.center_w) * ((radius - a.radius) / apart), radius};
}

} // namespace boxwood
