// The fields that the multi-body lab adds to a report.
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "app/labs/multi_body/multi_body.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

// A JSON number with all digits.
std::string exact(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string exact(const glm::dvec3& v) {
    return "[" + exact(v.x) + ", " + exact(v.y) + ", " + exact(v.z) + "]";
}

std::string json_flag(bool on) {
    return on ? "true" : "false";
}

std::string json_text(std::string_view text) {
    return std::string("\"").append(text).append("\"");
}

template <class Numbers>
std::string json_list(const Numbers& numbers) {
    std::string text = "[";
    for (const std::uint64_t number : numbers)
        text += (text.size() == 1 ? "" : ", ") + std::to_string(number);
    return text + "]";
}

// [[a, b, time], ...]
std::string list_missed(std::span<const SweptImpact> missed) {
    std::string text;
    for (const SweptImpact& impact : missed)
        text += (text.empty() ? "[" : ", [") + std::to_string(impact.bodies.a) + ", " +
                std::to_string(impact.bodies.b) + ", " + exact(impact.time) + "]";
    return "[" + text + "]";
}

} // namespace

std::vector<ReportField> MultiBodyLab::report_fields() const {
    const std::array kBoxes{"none", "overlapping", "all"}, kGlyphs{"none", "selected", "all"};
    const std::array kOthers{"shown", "dimmed", "glass", "hidden"};
    const CollisionWorld& world = simulation_.world;
    const std::optional<BodyPair>& pair = view_.selection().pair();
    const SwapHistory::Frame* watched = view_.findings.swaps.find(simulation_.frame);
    const ContinuousSteps& continuous = view_.findings.continuous;
    return {{"bodies", std::to_string(world.body_count())},
            {"boxes", json_text(kBoxes[static_cast<std::size_t>(view_.display.boxes)])},
            {"features", json_text(kGlyphs[static_cast<std::size_t>(view_.display.features)])},
            {"lines", json_flag(view_.display.lines)},
            {"others", json_text(kOthers[static_cast<std::size_t>(view_.display.others)])},
            {"mesh_distances", std::to_string(view_.findings.distances.all().size())},
            {"contacts", json_flag(view_.display.contacts)},
            {"region", json_flag(view_.region.is_on)},
            {"hidden_bodies", std::to_string(view_.count_hidden())},
            {"outliner_rows", std::to_string(panels_.pages.outliner_rows())},
            {"page", json_text(view_.page.word())},
            {"broad_phase", json_text(world.broad_phase_name())},
            {"narrow_phase", json_text(world.narrow_phase_name())},
            {"fixed_cubes", std::to_string(count_cubes(world))},
            {"threads", std::to_string(world_.threads())},
            {"selected", view_.selection().body() ? std::to_string(*view_.selection().body()) : "null"},
            {"pair", pair ? json_list(std::array{pair->a, pair->b}) : "null"},
            {"pair_enabled", json_flag(pair && world.is_pair_enabled(*pair))},
            {"pairs_enabled_by_default", json_flag(world.pair_filter().is_enabled_by_default())},
            {"pairs_that_differ", std::to_string(world.pair_filter().exception_count())},
            {"pair_active", json_flag(view_.selected_pair() != nullptr)},
            {"walk_steps", std::to_string(view_.walk.replay().steps.size())},
            {"walk_step", std::to_string(view_.walk.is_empty() ? 0 : view_.walk.step() + 1)},
            {"pair_iterations",
             view_.selected_pair() ? std::to_string(view_.selected_pair()->iterations) : "null"},
            {"swaps", json_list(simulation_.output.swaps_by_axis)},
            {"shown_swaps", watched ? json_list(watched->counts) : "null"},
            {"frame_counters", json_list(simulation_.output.counters.list())},
            {"bodies_on_slider", std::to_string(scene_.params().bodies)},
            {"building", json_flag(scene_.is_building())},
            {"joints", joint_positions_json(parts_of_body(world, view_.selection().body()))},
            {"sum_of_squared_speeds", exact(sum_of_squared_speeds(simulation_))},
            {"sum_of_velocities", exact(sum_of_velocities(simulation_))},
            {"own_contacts", std::to_string(view_.findings.self_collision.contacts.size())},
            {"contact_points", std::to_string(view_.findings.contacts.point_count())},
            {"missed", list_missed(continuous.missed(simulation_.frame))},
            {"missed_in_total", std::to_string(continuous.total_missed(simulation_.frame))},
            {"stopped_pairs", std::to_string(continuous.last().stops.size())},
            {"user_meshes", std::to_string(scene_.mesh_count())},
            {"deforming", std::to_string(simulation_.deforming.size())},
            {"hierarchies_rebuilt", std::to_string(simulation_.output.deformation.rebuilds)},
            {"self_triangle_pairs", std::to_string(simulation_.output.self_triangle_pairs.size())},
            {"vertices_refused", json_flag(!simulation_.deformation_error.empty())}};
}

} // namespace boxwood
