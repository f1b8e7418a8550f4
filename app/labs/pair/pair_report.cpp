// The fields that the pair lab adds to a report.
#include "app/labs/pair/pair.hpp"

#include <string>

namespace boxwood {

std::vector<ReportField> PairLab::report_fields() const {
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
        return std::to_string(meshes_[id].shape->mesh().triangles.size());
    };
    std::vector<ReportField> fields{
        {"triangles_a", triangles(kBodyA)},
        {"triangles_b", triangles(kBodyB)},
        {"position_a", position(kBodyA)},
        {"position_b", position(kBodyB)},
        {"colliding_pairs", std::to_string(simulation_.output.triangle_pairs.size())},
        {"show_triangles", flag(display_.triangles)},
        {"contact_regions", std::to_string(display_.contacts.details().size())},
        {"contact_points", std::to_string(display_.contacts.point_count())},
        {"show_hierarchy", flag(display_.boxes.is_shown)},
        {"depth", std::to_string(display_.boxes.first_depth())},
        {"hierarchy", std::string(1, '"').append(name_of(meshes_.config())).append(1, '"')},
        {"building", flag(meshes_.is_building())},
        {"selected", poses_.selected() ? (*poses_.selected() == kBodyA ? "\"A\"" : "\"B\"") : "null"}};
    const PairResult* pair = contact_of(simulation_);
    fields.push_back(
        {"inside", pair && pair->nesting != Nesting::none
                       ? '"' + std::string(kNestingNames[static_cast<std::size_t>(pair->nesting)]) + '"'
                       : "null"});
    fields.push_back({"solid", std::string("[")
                                   .append(flag(meshes_[kBodyA].is_solid))
                                   .append(", ")
                                   .append(flag(meshes_[kBodyB].is_solid))
                                   .append("]")});
    fields.push_back({"distance", distance_.distance() ? std::to_string(*distance_.distance()) : "null"});
    fields.push_back({"query_volume_tests", std::to_string(query_.counters.volume_tests)});
    fields.push_back({"faults", std::to_string(meshes_.faults().size())});
    fields.push_back({"slice", std::to_string(surfaces_.slice_axis())});
    fields.push_back({"slice_at", std::to_string(surfaces_.slice_percent())});
    fields.push_back({"cost_range", "[" + std::to_string(visits_.own_inspector().heat().low) + ", " +
                                        std::to_string(visits_.own_inspector().heat().high) + "]"});
    const std::optional<OracleStatus>& verdict = oracle_.verdict();
    if (verdict) {
        std::string text;
        for (const char c : verdict->tooltip)
            if (c != '"' && c != '\\') text += c;
        fields.push_back({"verdict", '"' + text + '"'});
    }
    fields.push_back({"oracle", verdict ? flag(verdict->agrees) : "null"});
    fields.push_back({"compared", visits_.compared().report_fields(visits_.own_inspector())});
    fields.push_back({"comparison", pages_.comparison_report(comparison_subject())});
    const PairVisibility& visibility = display_.visibility;
    fields.push_back({"outliner_rows", std::to_string(pages_.outliner.found_count())});
    fields.push_back({"hidden_surfaces", std::to_string(visibility.hidden_surfaces())});
    fields.push_back(
        {"hidden_hierarchies", std::to_string(visibility.hidden_hierarchies(visits_.compared()))});
    if (pages_.is_tumbling()) fields.push_back({"tumbling", pages_.tumbling.report_fields()});
    fields.push_back({"followed", std::to_string(visits_.followed_view() + 1)});
    if (visits_.followed_view() > 0 && !visits_.is_open())
        fields.push_back({"visit_open", "false"});
    else
        visits_.followed().add_report_fields(fields);
    return fields;
}

} // namespace boxwood
