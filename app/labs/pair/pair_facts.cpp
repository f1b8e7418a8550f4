// The fields that the pair lab adds to a report.
#include "app/labs/pair/pair.hpp"

#include <string>

namespace boxwood {

std::vector<ReportField> PairLab::facts() const {
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
    std::vector<ReportField> facts{
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
    facts.push_back(
        {"inside", pair && pair->nesting != Nesting::none
                       ? '"' + std::string(kNestingNames[static_cast<std::size_t>(pair->nesting)]) + '"'
                       : "null"});
    facts.push_back({"solid", std::string("[")
                                  .append(flag(meshes_[kBodyA].is_solid))
                                  .append(", ")
                                  .append(flag(meshes_[kBodyB].is_solid))
                                  .append("]")});
    facts.push_back({"distance", distance_.distance() ? std::to_string(*distance_.distance()) : "null"});
    facts.push_back({"query_volume_tests", std::to_string(query_.counters.volume_tests)});
    facts.push_back({"faults", std::to_string(meshes_.faults().size())});
    facts.push_back({"slice", std::to_string(surfaces_.slice_axis())});
    facts.push_back({"slice_at", std::to_string(surfaces_.slice_percent())});
    facts.push_back({"cost_range", "[" + std::to_string(visits_.own_inspector().heat().low) + ", " +
                                       std::to_string(visits_.own_inspector().heat().high) + "]"});
    const std::optional<OracleStatus>& verdict = oracle_.verdict();
    if (verdict) {
        std::string text;
        for (const char c : verdict->tooltip)
            if (c != '"' && c != '\\') text += c;
        facts.push_back({"verdict", '"' + text + '"'});
    }
    facts.push_back({"oracle", verdict ? flag(verdict->agrees) : "null"});
    facts.push_back({"compared", visits_.compared().facts(visits_.own_inspector())});
    facts.push_back({"comparison", pages_.compare_facts(comparison_subject())});
    const PairVisibility& visibility = display_.visibility;
    facts.push_back({"outliner_rows", std::to_string(pages_.outliner.found_count())});
    facts.push_back({"hidden_surfaces", std::to_string(visibility.hidden_surfaces())});
    facts.push_back(
        {"hidden_hierarchies", std::to_string(visibility.hidden_hierarchies(visits_.compared()))});
    if (pages_.is_tumbling()) facts.push_back({"tumbling", pages_.tumbling.facts()});
    facts.push_back({"followed", std::to_string(visits_.followed_view() + 1)});
    if (visits_.followed_view() > 0 && !visits_.is_open())
        facts.push_back({"visit_open", "false"});
    else
        visits_.followed().add_facts(facts);
    return facts;
}

} // namespace boxwood
