#include "app/labs/pair/query/distance_query.hpp"

#include "app/labs/pair/meshes/placement.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {
namespace {

constexpr float kSegmentWidth = 2.5f;
constexpr double kPercent = 100.0;

} // namespace

std::optional<double> DistanceQuery::distance() const {
    return answer_ ? std::optional(answer_->found.distance) : std::nullopt;
}

QueryRequest DistanceQuery::request(const QueryRequest& for_contacts) const {
    QueryRequest request = for_contacts;
    request.mode = QueryMode::distance;
    request.tolerance = tolerance_percent_ / kPercent;
    return request;
}

void DistanceQuery::run(const Simulation& simulation, const PairMeshes& meshes, Clock clock) {
    answer_.reset();
    if (!is_on_ || contact_of(simulation)) return;
    const std::span<const Body> bodies = simulation.world.bodies();
    const auto operand = [&](BodyId id) {
        const Shape& shape = *meshes[id].shape;
        return MeshOperand{shape.mesh(), shape.hierarchy(), &bodies[id].world_from_body};
    };
    const QueryRequest distance_request = request(simulation.world.settings.mesh_query);
    Answer& answer = answer_.emplace(Answer{});
    const double start_ms = clock ? clock() : 0.0;
    require_ok(query_meshes(operand(kBodyA), operand(kBodyB), distance_request, scratch_, answer.found));
    answer.ms = clock ? clock() - start_ms : 0.0;
}

void DistanceQuery::draw(draw::DrawList& out, const draw::Palette& palette) const {
    if (!answer_) return;
    const QueryResult& found = answer_->found;
    const glm::vec3 from_w(found.point_on_a_w), to_w(found.point_on_b_w);
    out.lines.push_back({from_w, to_w, palette.closest, kSegmentWidth, false, draw::Layer::xray});
    for (const glm::vec3& end_w : {from_w, to_w})
        out.points.push_back({end_w, palette.closest, 3.0f * kSegmentWidth, draw::Layer::xray});
    out.labels.push_back({.anchor_w = 0.5f * (from_w + to_w),
                          .text = ui::format_significant(found.distance, 4) + " m",
                          .color = palette.closest});
}

void DistanceQuery::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    if (answer_) io_rows.push_back({{ui::Sample::dots, palette.closest}, "closest points"});
}

void DistanceQuery::show_readout(const Simulation& simulation, const draw::Palette& palette) const {
    if (!is_on_) return;
    ui::section("Distance");
    if (!answer_) {
        const PairResult* pair = contact_of(simulation);
        ui::stat("0",
                 pair && pair->nesting != Nesting::none ? "m, one mesh lies inside the other"
                                                        : "m, triangles intersect",
                 {ui::Font::readout_large, palette.contact});
        return;
    }
    const QueryResult& found = answer_->found;
    const std::string above =
        tolerance_percent_ > 0.0
            ? "m, at most " + ui::format_significant(tolerance_percent_, 2) + " % above the minimum"
            : std::string("m, the minimum");
    ui::stat(ui::format_significant(found.distance, 4), above, {ui::Font::readout_large, palette.closest});
    value_row("triangle of A", ui::format_count(found.closest.a));
    value_row("triangle of B", ui::format_count(found.closest.b));
    count_row("volume tests", found.counters.volume_tests);
    count_row("triangles compared", found.counters.primitive_tests);
    value_row("time of this query", ui::format_time_text(answer_->ms));
}

void DistanceQuery::add_settings(SettingTable& io_table, PairChanges changes) {
    const auto update_display = [changes] { changes.request_update(); };
    io_table.add(flag(
        {"distance", "Distance", "Distance and closest points of separated meshes, found by a second query"},
        false, member(is_on_, update_display)));
    io_table.add(
        number({"tolerance", "Tolerance",
                "The reported distance can exceed the minimum by this percentage; faster, especially between "
                "parallel faces"},
               {.low = 0, .high = 100, .reset = 0, .unit = "%", .decimals = 1},
               member(tolerance_percent_, update_display)));
}

Status DistanceQuery::check_settings() const {
    if (tolerance_percent_ > 0.0 && !is_on_)
        return Error{"tolerance: has no effect without distances; --set distance=on computes them"};
    return ok();
}

} // namespace boxwood
