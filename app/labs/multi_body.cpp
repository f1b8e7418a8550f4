#include "app/labs/multi_body.hpp"

#include "app/labs/settings.hpp"
#include "engine/draw/picking.hpp"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

const LabRegistration kRegistration({"multi-body", "Multi-body", 10, []() -> std::unique_ptr<Lab> {
                                         return std::make_unique<MultiBodyLab>();
                                     }});

constexpr double kSlowest = 1e-6;      // percent: a body at rest would forget its direction
constexpr std::size_t kGapsKept = 240; // frames in the plot of a pair's distance

const std::vector<std::string_view> kSwitch{"off", "on"};

} // namespace

Status MultiBodyLab::restart(std::uint64_t seed) {
    if (!is_own_scene_) {
        StateHistory start = start_;
        start.pop(simulation_);
        history_.clear();
        dirty_ = true;
        return ok();
    }
    params_.seed = seed;
    Result<Simulation> made = make_multi_body(params_);
    if (!made) return made.error();
    const char* kind = params_.mesh_percent == 0.0     ? "polytopes-"
                       : params_.mesh_percent == 100.0 ? "meshes-"
                                                       : "mixed-";
    scene_name_ = kind + std::to_string(params_.bodies);
    adopt(std::move(*made));
    return ok();
}

Status MultiBodyLab::take_scene(Simulation simulation, std::string name) {
    is_own_scene_ = false;
    scene_name_ = std::move(name);
    adopt(std::move(simulation));
    start_.clear();
    start_.push(simulation_);
    return ok();
}

Status MultiBodyLab::take_meshes(std::vector<BroughtMesh> meshes) {
    MultiBodyParams next = params_;
    for (const BroughtMesh& mesh : meshes) next.shapes.push_back(mesh.shape);
    if (next.mesh_percent == 0.0) next.mesh_percent = 20.0;
    Result<Simulation> made = make_multi_body(next);
    if (!made) return made.error();
    params_ = std::move(next);
    std::move(meshes.begin(), meshes.end(), std::back_inserter(brought_));
    is_own_scene_ = true;
    scene_name_ = "mixed-" + std::to_string(params_.bodies);
    adopt(std::move(*made));
    return ok();
}

Status MultiBodyLab::set(std::string_view name, std::string_view value) {
    MultiBodyParams& p = params_;
    const MultiBodyParams before = params_;
    Status status = apply_setting(
        name, value,
        {{"bodies", 1, kMostBodies, true, [&](double v) { p.bodies = static_cast<int>(v); }},
         {"faces", 4, kMostFaces, true, [&](double v) { p.faces = static_cast<int>(v); }},
         {"spin", 0, 180, false, [&](double v) { p.spin_degrees = v; }},
         {"velocity", 0, 100, false, [&](double v) { p.speed_percent = v; }},
         {"density", 0.01, 40, false, [&](double v) { p.density_percent = v; }},
         {"meshes", 0, 100, false, [&](double v) { p.mesh_percent = v; }},
         {"oblongness", 1, 20, false, [&](double v) { p.oblongness = v; }},
         {"speed", 0.01, 4, false, [&](double v) { simulation_.settings.speed = v; }},
         {"fattening", 0, 4, false, [&](double v) { simulation_.settings.fattening = v; }},
         {"graph", 1, 6, true, [&](double v) { graphs_.choose(static_cast<int>(v)); }},
         {"line-below", 0, 1e6, false, [&](double v) { line_below_ = v; }},
         {"select", 0, kMostBodies, true, [&](double v) { selected_ = static_cast<BodyId>(v); }}},
        {{"box",
          {"dynamic", "cube"},
          [&](std::size_t i) { p.box = i == 0 ? BoxKind::dynamic_box : BoxKind::fixed_cube; }},
         {"exchange",
          {"approaching", "literal"},
          [&](std::size_t i) { simulation_.settings.exchange = static_cast<ExchangeRule>(i); }},
         {"boxes",
          {"none", "overlapping", "all"},
          [&](std::size_t i) { show_.boxes = static_cast<Boxes>(i); }},
         {"sweep",
          {"off", "quick"},
          [&](std::size_t i) {
              if (i == 1) graphs_.start_and_wait(SweepSize::quick);
          }},
         {"graph-view",
          {"times", "causes", "claims"},
          [&](std::size_t i) { graphs_.show(static_cast<GraphsPanel::View>(i)); }},
         {"page", page_words(), [&](std::size_t i) { page_ = static_cast<int>(i); }},
         {"lines", kSwitch, [&](std::size_t i) { show_.lines = i == 1; }},
         {"contacts", kSwitch, [&](std::size_t i) { show_.contacts = i == 1; }},
         {"triangles", kSwitch, [&](std::size_t i) { show_.triangles = i == 1; }},
         {"names", kSwitch, [&](std::size_t i) { show_.names = i == 1; }}});
    wants_restart_ |= params_ != before;
    return status;
}

// What the person set stays; the bodies, their motions and their room are new.
void MultiBodyLab::adopt(Simulation simulation) {
    simulation.settings = simulation_.settings;
    simulation.world.settings = simulation_.world.settings;
    simulation.world.settings.find_polytope_triangles = true;
    simulation_ = std::move(simulation);
    history_.clear();
    gallery_.update(simulation_.world);
    if (selected_ && !simulation_.world.is_live(*selected_)) selected_.reset();
    selected_pair_.reset();
    selected_gaps_.clear();
    dirty_ = true;
}

void MultiBodyLab::refresh(Clock clock) {
    Lab::refresh(clock);
    remember_gap();
}

void MultiBodyLab::step(Clock clock) {
    Lab::step(clock);
    remember_gap();
}

// The pair in the inspector: the chosen one while it lives, else the closest of the selected body.
const PairResult* MultiBodyLab::selected_pair() const {
    if (!selected_) return nullptr;
    const PairResult* nearest = nullptr;
    for (const PairResult& pair : simulation_.output.pairs) {
        if (selected_pair_ && pair.bodies == *selected_pair_) return &pair;
        if (pair.bodies.a != *selected_ && pair.bodies.b != *selected_) continue;
        if (!nearest || pair.distance < nearest->distance) nearest = &pair;
    }
    return nearest;
}

void MultiBodyLab::remember_gap() {
    const PairResult* pair = selected_pair();
    if (!pair) return;
    if (selected_pair_ != pair->bodies) selected_gaps_.clear();
    selected_pair_ = pair->bodies;
    if (selected_gaps_.size() == kGapsKept) selected_gaps_.erase(selected_gaps_.begin());
    selected_gaps_.push_back(static_cast<float>(pair->distance));
}

void MultiBodyLab::select(std::optional<BodyId> body) {
    selected_ = body;
    selected_pair_.reset();
    selected_gaps_.clear();
    remember_gap();
}

// Bodies keep their directions and axes.
void MultiBodyLab::rescale_motion(double spin_degrees, double speed_percent) {
    params_.spin_degrees = spin_degrees;
    params_.speed_percent = speed_percent;
    for (BodyId id = 0; id < simulation_.motions.size(); ++id) {
        Motion& motion = simulation_.motions[id];
        const double speed = glm::length(motion.velocity_w);
        if (speed > 0.0) motion.velocity_w *= std::max(speed_percent, kSlowest) / 100.0 / speed;
        motion.spin = glm::radians(spin_degrees);
    }
}

void MultiBodyLab::set_box_kind(BoxKind kind) {
    params_.box = kind;
    for (BodyId id = 0; id < simulation_.world.bodies().size(); ++id)
        if (simulation_.world.is_live(id)) (void)simulation_.world.set_box_kind(id, kind);
    dirty_ = true;
}

namespace {

// The body whose surface the ray meets first.
std::optional<BodyId> find_body(const Simulation& simulation, const draw::Ray& ray_w) {
    std::optional<BodyId> found;
    float nearest = std::numeric_limits<float>::infinity();
    for (BodyId id = 0; id < simulation.world.bodies().size(); ++id) {
        const Aabb& box_w = simulation.world.boxes()[id];
        if (!simulation.world.is_live(id) || !draw::hit_box(ray_w, box_w.lower, box_w.upper)) continue;
        const Body& body = simulation.world.bodies()[id];
        const MeshView mesh = body.shape->mesh();
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            const Triangle64 t_w = world_triangle(body.world_from_body, mesh, t);
            const auto hit =
                draw::hit_triangle(ray_w, glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]));
            if (!hit || *hit >= nearest) continue;
            nearest = *hit;
            found = id;
        }
    }
    return found;
}

} // namespace

bool MultiBodyLab::mouse(const ViewMouse& mouse) {
    if (mouse.button != platform::MouseButton::left || mouse.gesture != MouseGesture::click) return false;
    select(find_body(simulation_, mouse.ray_w));
    return true;
}

bool MultiBodyLab::act(std::string_view action) {
    if (action == "show.boxes")
        show_.boxes = static_cast<Boxes>((static_cast<int>(show_.boxes) + 1) % 3);
    else if (action == "show.lines")
        show_.lines = !show_.lines;
    else if (action == "show.triangles")
        show_.contacts = show_.triangles = !show_.contacts;
    else if (action == "show.names")
        show_.names = !show_.names;
    else if (action == "select.none")
        select(std::nullopt);
    else
        return false;
    return true;
}

std::vector<LabFact> MultiBodyLab::facts() const {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    const char* boxes[] = {"\"none\"", "\"overlapping\"", "\"all\""};
    return {{"bodies", std::to_string(simulation_.world.body_count())},
            {"boxes", boxes[static_cast<int>(show_.boxes)]},
            {"lines", flag(show_.lines)},
            {"contacts", flag(show_.contacts)},
            {"selected", selected_ ? std::to_string(*selected_) : "null"},
            {"brought_meshes", std::to_string(brought_.size())}};
}

} // namespace boxwood
