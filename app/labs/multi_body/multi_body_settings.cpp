// `--set name=value` in the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/settings.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

#include <array>

namespace boxwood {
namespace {

const std::vector<std::string_view> kSwitch{"off", "on"};

constexpr std::array kCubePercents{0.0, 100.0, 50.0, 0.0};
constexpr std::size_t kAlwaysClimbs = 3;

std::vector<std::string_view> narrow_phase_words() {
    std::vector<std::string_view> words;
    for (const NarrowPhase& one : kAllNarrowPhases) words.push_back(one.name);
    return words;
}

} // namespace

Status MultiBodyLab::set(std::string_view name, std::string_view value) {
    MultiBodyParams& p = params_;
    const MultiBodyParams before = params_;
    const auto pick = [this](FeatureKind kind) {
        return [this, kind](double v) {
            picked_ = PickedFeature{kNone, {kind, static_cast<std::uint32_t>(v)}, 0};
            show_.region = true;
        };
    };
    Status status = apply_setting(
        name, value,
        {{"bodies", 1, kMaxWorkloadBodies, true, [&](double v) { p.bodies = static_cast<int>(v); }},
         {"faces", 4, kMaxFaces, true, [&](double v) { p.faces = static_cast<int>(v); }},
         {"most-faces", 4, kMaxFaces, true, [&](double v) { p.most_faces = static_cast<int>(v); }},
         {"spin", 0, 180, false, [&](double v) { p.spin_degrees = v; }},
         {"velocity", 0, 100, false, [&](double v) { p.speed_percent = v; }},
         {"density", 0.01, 40, false, [&](double v) { p.density_percent = v; }},
         {"meshes", 0, 100, false, [&](double v) { p.mesh_percent = v; }},
         {"aspect-ratio", 1, 20, false, [&](double v) { p.aspect_ratio = v; }},
         {"speed", 0.01, 4, false, [&](double v) { simulation_.settings.speed = v; }},
         {"aabb-margin", 0, 4, false, [&](double v) { simulation_.settings.aabb_margin = v; }},
         {"graph", 1, 6, true, [&](double v) { graphs_.choose(static_cast<int>(v)); }},
         {"cubes", 0, 100, false, [&](double v) { choices_.cube_percent = v; }},
         {"cell", 0, 10, false, [&](double v) { choices_.broad.cell_factor = static_cast<float>(v); }},
         {"threads", 1, kMaxThreads, true, [&](double v) { choices_.threads = static_cast<int>(v); }},
         {"line-below", 0, 1e6, false, [&](double v) { line_below_ = v; }},
         {"select", 0, kMaxWorkloadBodies, true, [&](double v) { chosen_body_ = static_cast<BodyId>(v); }},
         {"with", 0, kMaxWorkloadBodies, true, [&](double v) { chosen_partner_ = static_cast<BodyId>(v); }},
         {"joint", 0, 4095, true, [&](double v) { chosen_joint_ = static_cast<std::uint32_t>(v); }},
         {"position", -kMaxJointPosition, kMaxJointPosition, false, [&](double v) { chosen_position_ = v; }},
         {"walk-step", 1, 1e6, true, [&](double v) { walk_.go_to(static_cast<std::size_t>(v) - 1); }},
         {"pick-vertex", 0, 1e6, true, pick(FeatureKind::vertex)},
         {"pick-edge", 0, 1e6, true, pick(FeatureKind::edge)},
         {"pick-face", 0, 1e6, true, pick(FeatureKind::face)}},
        {{"broad-phase",
          {list_broad_phases().begin(), list_broad_phases().end()},
          [&](std::size_t i) { choices_.broad_phase = list_broad_phases()[i]; }},
         {"narrow-phase", narrow_phase_words(),
          [&](std::size_t i) { choices_.narrow_phase = kAllNarrowPhases[i].name; }},
         {"storage",
          {"automatic", "dense", "sparse"},
          [&](std::size_t i) { choices_.broad.storage = static_cast<PairStorage>(i); }},
         {"warm-start",
          {kWarmStartNames.begin(), kWarmStartNames.end()},
          [&](std::size_t i) { choices_.start = static_cast<WarmStart>(i); }},
         {"box",
          {"dynamic", "cube", "mixed", "climbed"},
          [&](std::size_t i) {
              choices_.cube_percent = kCubePercents[i];
              choices_.always_climb = i == kAlwaysClimbs;
          }},
         {"response",
          {"approaching", "all-pairs"},
          [&](std::size_t i) { simulation_.settings.response = static_cast<ResponseRule>(i); }},
         {"boxes",
          {"none", "overlapping", "all"},
          [&](std::size_t i) { show_.boxes = static_cast<Boxes>(i); }},
         {"features",
          {"none", "selected", "all"},
          [&](std::size_t i) { show_.features = static_cast<Glyphs>(i); }},
         {"sweep",
          {"off", "quick"},
          [&](std::size_t i) {
              if (i == 1) graphs_.start_and_wait(SweepSize::quick);
          }},
         {"graph-view",
          {"times", "causes", "claims"},
          [&](std::size_t i) { graphs_.show(static_cast<GraphsPanel::View>(i)); }},
         {"page", page_words(), [&](std::size_t i) { page_ = static_cast<int>(i); }},
         {"walk-start",
          {kWalkStartNames.begin(), kWalkStartNames.end()},
          [&](std::size_t i) { walk_.start = static_cast<FeatureWalkStart>(i); }},
         {"oracle", {"off", "pair", "all"}, [&](std::size_t i) { oracle_ = static_cast<Oracle>(i); }},
         {"region", kSwitch, [&](std::size_t i) { show_.region = i == 1; }},
         {"only-pair", kSwitch, [&](std::size_t i) { show_.only_pair = i == 1; }},
         {"lines", kSwitch, [&](std::size_t i) { show_.lines = i == 1; }},
         {"contacts", kSwitch, [&](std::size_t i) { show_.contacts = i == 1; }},
         {"triangles", kSwitch, [&](std::size_t i) { show_.triangles = asks_for_triangles_ = i == 1; }},
         {"velocities", kSwitch, [&](std::size_t i) { show_.velocities = i == 1; }},
         {"names", kSwitch, [&](std::size_t i) { show_.names = i == 1; }}});
    wants_restart_ |= params_ != before;
    return status;
}

Error MultiBodyLab::needs_chosen_body(std::string_view setting) {
    return Error{"setting " + std::string(setting) + ": select=BODY must say which body it is about"};
}

Status MultiBodyLab::check_settings() const {
    const std::uint64_t bodies = simulation_.world.bodies().size();
    if (chosen_body_)
        if (Status status = check_is_there("select", *chosen_body_, bodies, "bodies"); !status) return status;
    if (chosen_partner_) {
        if (!chosen_body_) return needs_chosen_body("with");
        if (Status status = check_is_there("with", *chosen_partner_, bodies, "bodies"); !status)
            return status;
        if (*chosen_partner_ == *chosen_body_)
            return Error{"setting with: a pair is of two bodies, but " + std::to_string(*chosen_body_) +
                         " is the selected one"};
    }
    if (Status status = check_chosen_joint(); !status) return status;
    return check_picked_feature();
}

// Of the first convex part of a body, for the pick settings.
Status MultiBodyLab::check_picked_feature() const {
    if (!picked_ || picked_->body != kNone) return ok();
    const std::array kinds{std::pair{"pick-vertex", "vertices"}, std::pair{"pick-edge", "edges"},
                           std::pair{"pick-face", "faces"}};
    const auto& [setting, things] = kinds[static_cast<std::size_t>(picked_->feature.kind)];
    if (!chosen_body_) return needs_chosen_body(setting);
    const std::optional<Solid> solid = solid_of(simulation_.world.bodies()[*chosen_body_], picked_->part);
    if (!solid)
        return Error{std::string("setting ") + setting + ": body " + std::to_string(*chosen_body_) +
                     " is a mesh; features are picked on polytopes"};
    const std::array counts{solid->polytope->positions().size(), solid->polytope->edges().size(),
                            solid->polytope->faces().size()};
    return check_is_there(setting, picked_->feature.index,
                          counts[static_cast<std::size_t>(picked_->feature.kind)], things);
}

} // namespace boxwood
