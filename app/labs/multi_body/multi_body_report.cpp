// What the multi-body lab adds to a report.
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "app/labs/multi_body/multi_body.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

// As JSON, with all digits.
std::string exact(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string exact(const glm::dvec3& v) {
    return "[" + exact(v.x) + ", " + exact(v.y) + ", " + exact(v.z) + "]";
}

} // namespace

std::vector<ReportField> MultiBodyLab::facts() const {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    const auto name = [](std::string_view text) { return std::string("\"").append(text).append("\""); };
    const std::array kBoxes{"none", "overlapping", "all"}, kGlyphs{"none", "selected", "all"};
    const std::array kOthers{"shown", "dimmed", "glass", "hidden"};
    const CollisionWorld& world = simulation_.world;
    const std::optional<BodyPair>& pair = view_.selection().pair();
    const auto triple = [](const std::array<std::uint64_t, 3>& counts) {
        return "[" + std::to_string(counts[0]) + ", " + std::to_string(counts[1]) + ", " +
               std::to_string(counts[2]) + "]";
    };
    const SwapHistory::Frame* watched = view_.findings.swaps.find(simulation_.frame);
    const ContinuousSteps& continuous = view_.findings.continuous;
    std::string missed_pairs; // [[a, b, time], ...]
    for (const SweptImpact& impact : continuous.missed(simulation_.frame))
        missed_pairs += (missed_pairs.empty() ? "[" : ", [") + std::to_string(impact.bodies.a) + ", " +
                        std::to_string(impact.bodies.b) + ", " + exact(impact.time) + "]";
    missed_pairs = "[" + missed_pairs + "]";
    std::string counters;
    for (const std::uint64_t count : simulation_.output.counters.list())
        counters += (counters.empty() ? "[" : ", ") + std::to_string(count);
    counters += "]";
    return {{"bodies", std::to_string(world.body_count())},
            {"boxes", name(kBoxes[static_cast<std::size_t>(view_.display.boxes)])},
            {"features", name(kGlyphs[static_cast<std::size_t>(view_.display.features)])},
            {"lines", flag(view_.display.lines)},
            {"others", name(kOthers[static_cast<std::size_t>(view_.display.others)])},
            {"mesh_distances", std::to_string(view_.findings.distances.all().size())},
            {"contacts", flag(view_.display.contacts)},
            {"region", flag(view_.region.is_on)},
            {"hidden_bodies", std::to_string(view_.count_hidden())},
            {"outliner_rows", std::to_string(panels_.details.outliner_rows())},
            {"page", name(view_.page.word())},
            {"broad_phase", name(world.broad_phase_name())},
            {"narrow_phase", name(world.narrow_phase_name())},
            {"fixed_cubes", std::to_string(count_cubes(world))},
            {"threads", std::to_string(world_.threads())},
            {"selected", view_.selection().body() ? std::to_string(*view_.selection().body()) : "null"},
            {"pair", pair ? std::string("[")
                                .append(std::to_string(pair->a))
                                .append(", ")
                                .append(std::to_string(pair->b))
                                .append("]")
                          : "null"},
            {"pair_enabled", flag(pair && world.is_pair_enabled(*pair))},
            {"pairs_enabled_by_default", flag(world.pair_switches().is_enabled_by_default())},
            {"pairs_that_differ", std::to_string(world.pair_switches().exception_count())},
            {"pair_active", flag(view_.selected_pair() != nullptr)},
            {"walk_steps", std::to_string(view_.walk.replay().steps.size())},
            {"walk_step", std::to_string(view_.walk.is_empty() ? 0 : view_.walk.step() + 1)},
            {"pair_iterations",
             view_.selected_pair() ? std::to_string(view_.selected_pair()->iterations) : "null"},
            {"swaps", triple(simulation_.output.swaps_by_axis)},
            {"swaps_on_rulers", watched ? triple(watched->counts) : "null"},
            {"frame_counters", counters},
            {"bodies_on_slider", std::to_string(scene_.params().bodies)},
            {"building", flag(scene_.is_making())},
            {"joints", joint_positions_json(parts_of_body(world, view_.selection().body()))},
            {"sum_of_squared_speeds", exact(sum_of_squared_speeds(simulation_))},
            {"sum_of_velocities", exact(sum_of_velocities(simulation_))},
            {"own_contacts", std::to_string(view_.findings.own_parts.contacts.size())},
            {"contact_points", std::to_string(view_.findings.contacts.point_count())},
            {"missed", missed_pairs},
            {"missed_in_total", std::to_string(continuous.total_missed(simulation_.frame))},
            {"stopped_pairs", std::to_string(continuous.last().stops.size())},
            {"user_meshes", std::to_string(scene_.mesh_count())},
            {"deforming", std::to_string(simulation_.deforming.size())},
            {"hierarchies_rebuilt", std::to_string(simulation_.output.deformation.rebuilds)},
            {"self_triangle_pairs", std::to_string(simulation_.output.self_triangle_pairs.size())},
            {"vertices_refused", flag(!simulation_.deformation_error.empty())}};
}

} // namespace boxwood
