#include "app/labs/deformation.hpp"

#include "app/labs/settings.hpp"
#include "app/work/thread_clock.hpp"
#include "engine/deform/looseness.hpp"
#include "engine/draw/palette.hpp"
#include "engine/meshes/generators.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

const LabRegistration kRegistration({"deformation", "Deformation", 40, []() -> std::unique_ptr<Lab> {
                                         return std::make_unique<DeformationLab>();
                                     }});

constexpr double kRingRadius = 0.16, kRingTube = 0.04, kRingPlace = 0.34; // of the deforming mesh's radius

// Stands upright: a heightfield lies.
Mesh make_sheet() {
    Mesh sheet = make_heightfield(
        {.half_x = 1.0, .half_z = 1.0, .height = 0.06, .detail = 3.0, .n_x = 105, .n_z = 105, .seed = 4});
    sheet.name = "sheet";
    for (glm::vec3& p : sheet.positions) p = {p.x, p.z, p.y};
    for (TriangleIndices& t : sheet.triangles) std::swap(t[1], t[2]); // the mirror turned them over
    return sheet;
}

// One through the middle and four around it, across the thin axis of the sheet.
Mesh make_rings(double radius) {
    Mesh rings;
    rings.name = "rings";
    const double place = kRingPlace * radius;
    const std::array<glm::dvec2, 5> places{{{0, 0}, {place, 0}, {-place, 0}, {0, place}, {0, -place}}};
    for (const glm::dvec2& at : places) {
        Mesh ring = make_torus(kRingRadius * radius, kRingTube * radius, 96, 24);
        const Pose turned = make_pose({glm::angleAxis(glm::radians(70.0), glm::dvec3(0.0, 1.0, 0.0)),
                                       {at.x, at.y, 0.0},
                                       glm::dvec3(1.0)});
        for (glm::vec3& p : ring.positions) p = glm::vec3(turned * p);
        append(rings, ring);
    }
    return rings;
}

Mesh make_rock() {
    return make_bumpy_sphere({.frequency = 32, .seed = 11});
}

Mesh make_knot() {
    return make_torus_knot({});
}

struct BuiltIn {
    const char* name;
    Mesh (*make)();
};
constexpr std::array kBuiltIn{BuiltIn{"sheet", make_sheet}, BuiltIn{"torus knot", make_knot},
                              BuiltIn{"rock", make_rock}, BuiltIn{"craft", [] { return make_craft(); }}};

Mesh copy_mesh(const BroughtMesh& brought) {
    const MeshView view = brought.shape->mesh();
    Mesh mesh;
    mesh.name = brought.name;
    mesh.positions.assign(view.positions.begin(), view.positions.end());
    mesh.triangles.assign(view.triangles.begin(), view.triangles.end());
    return mesh;
}

std::vector<std::uint32_t> sorted_once(std::vector<std::uint32_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace

CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette) {
    switch (copy) {
    case 0:
        return {palette.left_series, false};
    case 1:
        return {palette.right_series, true};
    case 2:
        return {palette.overlapping, false};
    default:
        return {palette.phase_narrow, true};
    }
}

std::vector<PolicyConfig> DeformationLab::usual_policies() {
    return {usual_policy("never"), usual_policy("area")};
}

// --- making the scene -------------------------------------------------------------------------------------

std::vector<const char*> DeformationLab::mesh_names() const {
    std::vector<const char*> names;
    for (const BuiltIn& mesh : kBuiltIn) names.push_back(mesh.name);
    if (brought_) names.push_back(brought_->name.c_str());
    return names;
}

DeformingPairConfig DeformationLab::pair_config(std::vector<PolicyConfig> policies) const {
    DeformingPairConfig config;
    config.motion = {&deformer(), motion_.amplitude, motion_.period, seed_};
    config.hierarchy.volume = tree_.volume;
    config.hierarchy.builder = tree_.builder;
    config.policies = std::move(policies);
    config.mesh = motion_.mesh < kBuiltIn.size() ? kBuiltIn[motion_.mesh].make() : *brought_;
    const RestMesh rest = make_rest_mesh(config.mesh);
    Transform placed{.t = rest.center};
    if (brought_obstacle_) {
        config.obstacle = *brought_obstacle_;
        placed.t -= make_rest_mesh(config.obstacle).center;
    } else {
        config.obstacle = make_rings(rest.radius);
    }
    config.world_from_obstacle = make_pose(placed);
    return config;
}

Status DeformationLab::restart(std::uint64_t seed) {
    seed_ = seed;
    Result<DeformingPair> pair = DeformingPair::make(pair_config(policies_));
    if (!pair) {
        error_ = pair.error().message;
        return pair.error();
    }
    error_.clear();
    replay_.cancel();
    pair_ = std::move(*pair);
    copies_.resize(pair_->runs().size());
    for (Copy& copy : copies_) {
        copy.curves = {};
        copy.key = draw::next_mesh_key();
    }
    obstacle_key_ = draw::next_mesh_key();
    rebuild_frames_.clear();
    at_ = 0.0;
    simulation_.frame = 0;
    simulation_.output.times = {};
    simulation_.output.counters = {};
    run_next_frame(nullptr);
    return ok();
}

// One mesh is the one that deforms; a second takes the ring's place.
Status DeformationLab::take_meshes(std::vector<BroughtMesh> meshes) {
    if (meshes.empty()) return ok();
    if (meshes.size() > 2) return Error{meshes[2].name + ": the deformation lab takes two meshes"};
    const std::optional<Mesh> before = brought_, obstacle_before = brought_obstacle_;
    const std::size_t mesh_before = motion_.mesh;
    brought_ = copy_mesh(meshes[0]);
    brought_obstacle_.reset();
    if (meshes.size() == 2) brought_obstacle_ = copy_mesh(meshes[1]);
    motion_.mesh = kBuiltIn.size();
    const Status status = restart(seed_);
    if (status) return status;
    brought_ = before;
    brought_obstacle_ = obstacle_before;
    motion_.mesh = mesh_before;
    return status;
}

void DeformationLab::choose_deformer(std::size_t place) {
    motion_.deformer = place;
    motion_.amplitude = deformer().usual;
    wants_restart_ = true;
}

void DeformationLab::choose_policy(std::size_t copy, std::string_view name) {
    while (policies_.size() <= copy) policies_.push_back(usual_policy("always"));
    policies_[copy] = usual_policy(name);
    wants_restart_ = true;
}

// --- frames -----------------------------------------------------------------------------------------------

void DeformationLab::step(Clock clock) {
    dirty_ = false;
    // Processor time: what other programs take would look like work of a policy.
    run_next_frame(clock ? thread_milliseconds : nullptr);
}

void DeformationLab::refresh(Clock) {
    find_heat(draw::dark_palette());
    dirty_ = false;
}

// On an Error the last good state stays on screen.
void DeformationLab::run_next_frame(Clock clock) {
    if (Status status = pair_->run_frame_at(at_, clock); !status) {
        notes_.push_back(status.error().message);
        return;
    }
    at_ += simulation_.settings.speed;
    note_frame();
}

void DeformationLab::note_frame() {
    PhaseTimes times;
    StepCounters counters;
    const auto frame = static_cast<float>(pair_->frames() - 1);
    bool is_rebuilt = false;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        const PolicyRun& run = pair_->runs()[i];
        const PolicyFrame& last = run.frames().back();
        const PolicyFrame& first_copy = pair_->runs()[0].frames().back();
        Curves& curves = copies_[i].curves;
        curves.update_ms.push_back(static_cast<float>(last.update_ms));
        curves.query_ms.push_back(static_cast<float>(last.query_ms));
        curves.volume_tests.push_back(0.001f * static_cast<float>(last.volume_tests));
        curves.inflation.push_back(static_cast<float>(last.inflation));
        const float saved_before = curves.saved_ms.empty() ? 0.0f : curves.saved_ms.back();
        curves.saved_ms.push_back(saved_before + static_cast<float>(first_copy.total_ms() - last.total_ms()));
        times[Phase::update] += last.update_ms;
        times[Phase::narrow] += last.query_ms;
        counters.volume_tests += last.volume_tests;
        counters.triangle_tests += last.triangle_tests;
        is_rebuilt = is_rebuilt || last.update.kind == UpdateKind::rebuild;
        std::vector<std::uint32_t> of_mesh, of_obstacle;
        for (const PrimitivePair& pair : run.pairs()) {
            of_mesh.push_back(pair.a);
            of_obstacle.push_back(pair.b);
        }
        copies_[i].colliding = {sorted_once(std::move(of_mesh)), sorted_once(std::move(of_obstacle))};
    }
    counters.bodies = 2;
    counters.triangle_contacts = pair_->runs()[0].pairs().size();
    if (is_rebuilt) rebuild_frames_.push_back(frame);
    simulation_.output.times = times;
    simulation_.output.counters = counters;
    simulation_.frame = pair_->frames() - 1;
    sentence_ = tell_policies(pair_->runs());
    hash_ = state_hash(*pair_);
    ++revision_;
    find_heat(draw::dark_palette());
}

void DeformationLab::find_heat(const draw::Palette& palette) {
    ++revision_;
    constexpr float kMost = 10.0f; // times a fresh tree: the end of the ramp
    std::vector<float> fresh;
    if (show_.heat) {
        const Result<AnyHierarchy> tree =
            build_any_hierarchy(pair_->runs()[0].tree().config(), pair_->mesh().view());
        if (tree) fresh = areas_above(*tree);
    }
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        std::vector<draw::Color>& colors = copies_[i].heat;
        colors.clear();
        if (fresh.empty()) continue;
        const std::vector<float> kept = areas_above(pair_->runs()[i].tree());
        for (std::size_t t = 0; t < kept.size(); ++t) {
            const float ratio = fresh[t] > 0.0f ? kept[t] / fresh[t] : 1.0f;
            colors.push_back(draw::ramp(palette, std::log(std::max(ratio, 1.0f)) / std::log(kMost)));
        }
    }
}

// --- the same recording under every policy ----------------------------------------------------------------

void DeformationLab::start_replay() {
    std::vector<PolicyConfig> all;
    for (const PolicyEntry& entry : all_policies()) {
        const auto shown = std::find_if(policies_.begin(), policies_.end(),
                                        [&](const PolicyConfig& p) { return p.name == entry.name; });
        all.push_back(shown == policies_.end() ? usual_policy(entry.name) : *shown);
    }
    const std::span<const double> recording = pair_->recording();
    replayed_.reset();
    replay_.start(pair_config(std::move(all)), {recording.begin(), recording.end()});
}

void DeformationLab::take_replay() {
    std::optional<Result<ReplayNews>> news = replay_.take_news();
    if (!news) return;
    if (*news)
        replayed_ = std::move(**news);
    else
        notes_.push_back(news->error().message);
}

void DeformationLab::update() {
    take_replay();
}

void DeformationLab::settle() {
    if (wants_replay_ && pair_ && pair_->frames() > 1) {
        wants_replay_ = false;
        start_replay();
    }
    replay_.wait();
    take_replay();
}

// --- what the shell asks ----------------------------------------------------------------------------------

std::string DeformationLab::scene_name() const {
    return pair_ ? pair_->mesh().rest().mesh.name + " and " + pair_->obstacle().name : "deformation";
}

std::optional<LabVerdict> DeformationLab::verdict() {
    if (!pair_) return std::nullopt;
    const bool agree = pair_->policies_agree();
    const std::string all = copies_.size() == 2 ? "both find " : "all find ";
    return LabVerdict{
        agree, agree ? all + std::to_string(pair_->runs()[0].pairs().size()) + " pairs" : "policies disagree",
        "Whatever the policy, the same triangles collide: compared in every frame"};
}

bool DeformationLab::act(std::string_view action) {
    const auto change_depth = [this](int by) {
        if (show_.boxes == Boxes::none) show_.boxes = Boxes::worst;
        show_.depth = std::clamp(show_.depth + by, 0, 40);
    };
    if (action == "show.triangles")
        show_.triangles = !show_.triangles;
    else if (action == "deform.boxes")
        show_.boxes = show_.boxes == Boxes::none ? Boxes::worst : Boxes::none;
    else if (action == "deform.less")
        change_depth(-1);
    else if (action == "deform.more")
        change_depth(1);
    else if (action == "deform.heat") {
        show_.heat = !show_.heat;
        dirty_ = true;
    } else if (action == "deform.replay")
        start_replay();
    else
        return false;
    return true;
}

std::vector<LabFact> DeformationLab::facts() const {
    std::vector<LabFact> facts;
    const auto add = [&](const char* name, std::string json) { facts.push_back({name, std::move(json)}); };
    const auto quoted = [](std::string_view text) { return "\"" + std::string(text) + "\""; };
    add("motion", quoted(deformer().name));
    add("amplitude", std::to_string(motion_.amplitude));
    add("period", std::to_string(motion_.period));
    add("mesh", quoted(mesh_names()[motion_.mesh]));
    add("depth", std::to_string(show_.depth));
    add("boxes", std::to_string(static_cast<int>(show_.boxes)));
    add("heat", show_.heat ? "true" : "false");
    add("sentence", quoted(sentence_));
    add("agree", pair_ && pair_->policies_agree() ? "true" : "false");
    std::string list;
    for (const PolicyRun& run : pair_ ? pair_->runs() : std::span<const PolicyRun>()) {
        const PolicyTotals totals = sum_frames(run.config(), run.frames());
        list += (list.empty() ? "" : ", ") + std::string("{\"name\": ") + quoted(totals.name) +
                ", \"rebuilds\": " + std::to_string(totals.rebuilds) +
                ", \"volume_tests\": " + std::to_string(totals.volume_tests) +
                ", \"contacts\": " + std::to_string(run.pairs().size()) + "}";
    }
    add("policies", "[" + list + "]");
    add("replayed", std::to_string(replayed_ ? replayed_->policies.size() : 0));
    return facts;
}

// --- settings by name -------------------------------------------------------------------------------------

Status DeformationLab::set(std::string_view name, std::string_view value) {
    std::vector<std::string_view> motions, meshes, policies;
    for (const Deformer& d : all_deformers()) motions.push_back(d.name);
    for (const BuiltIn& mesh : kBuiltIn) meshes.push_back(mesh.name);
    for (const PolicyEntry& entry : all_policies()) policies.push_back(entry.name);
    const std::vector<std::string_view> on_off{"off", "on"}, boxes{"none", "worst", "all"};
    const auto policy = [&](std::string_view setting, std::size_t copy) {
        return ChoiceSetting{setting, policies,
                             [this, copy, policies](std::size_t i) { choose_policy(copy, policies[i]); }};
    };
    const auto parameter = [&](std::string_view setting, std::size_t copy) {
        return NumberSetting{setting, 1, 10000, false, [this, copy](double v) {
                                 if (copy < policies_.size()) policies_[copy].parameter = v;
                                 wants_restart_ = true;
                             }};
    };
    return apply_setting(
        name, value,
        {{"amplitude", deformer().lower, deformer().upper, false,
          [&](double v) {
              motion_.amplitude = v;
              wants_restart_ = true;
          }},
         {"period", 2, 100000, true,
          [&](double v) {
              motion_.period = static_cast<int>(v);
              wants_restart_ = true;
          }},
         {"speed", 0.01, 4, false, [&](double v) { simulation_.settings.speed = v; }},
         {"depth", 0, 40, true, [&](double v) { show_.depth = static_cast<int>(v); }},
         {"copies", static_cast<double>(kFewest), static_cast<double>(kMostViews), true,
          [&](double v) {
              policies_.resize(static_cast<std::size_t>(v), usual_policy("always"));
              wants_restart_ = true;
          }},
         parameter("threshold-1", 0),
         parameter("threshold-2", 1),
         parameter("threshold-3", 2),
         parameter("threshold-4", 3)},
        {{"motion", motions, [&](std::size_t i) { choose_deformer(i); }},
         {"mesh", meshes,
          [&](std::size_t i) {
              motion_.mesh = i;
              wants_restart_ = true;
          }},
         policy("policy-1", 0),
         policy("policy-2", 1),
         policy("policy-3", 2),
         policy("policy-4", 3),
         {"volume", list_volumes(),
          [&](std::size_t i) {
              tree_.volume = list_volumes()[i];
              wants_restart_ = true;
          }},
         {"builder", list_builders(),
          [&](std::size_t i) {
              tree_.builder = list_builders()[i];
              wants_restart_ = true;
          }},
         {"boxes", boxes, [&](std::size_t i) { show_.boxes = static_cast<Boxes>(i); }},
         {"heat", on_off, [&](std::size_t i) { show_.heat = i == 1; }},
         {"edges", on_off, [&](std::size_t i) { show_.edges = i == 1; }},
         {"triangles", on_off, [&](std::size_t i) { show_.triangles = i == 1; }},
         {"replay", on_off, [&](std::size_t i) { wants_replay_ = i == 1; }},
         {"page", {"plots", "policies"}, [&](std::size_t i) { page_ = static_cast<int>(i); }}});
}

} // namespace boxwood
