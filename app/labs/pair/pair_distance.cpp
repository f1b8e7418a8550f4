// The distance of the pair lab's meshes: a second query, next to that for contacts, on the same hierarchies.
#include "app/labs/pair/pair.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {
namespace {

constexpr float kSegmentWidth = 2.5f;
constexpr double kPercent = 100.0;

} // namespace

QueryRequest PairLab::distance_request() const {
    QueryRequest request = simulation_.world.settings.mesh_query;
    request.mode = QueryMode::distance;
    request.tolerance = tolerance_percent_ / kPercent;
    return request;
}

// Of meshes that intersect the answer is known: 0.
void PairLab::ask_distance(Clock clock) {
    distance_.reset();
    if (!asks_distance_ || contact()) return;
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto operand = [&](BodyId id) {
        return MeshOperand{sides_[id].shape->mesh(), sides_[id].shape->hierarchy(),
                           &bodies[id].world_from_body};
    };
    const QueryRequest request = distance_request();
    Distance& asked = distance_.emplace(Distance{});
    const double from = clock ? clock() : 0.0;
    require_ok(query_meshes(operand(kA), operand(kB), request, distance_scratch_, asked.found));
    asked.ms = clock ? clock() - from : 0.0;
}

void PairLab::draw_distance(draw::DrawList& out, const draw::Palette& palette) const {
    if (!distance_) return;
    const QueryResult& found = distance_->found;
    const glm::vec3 from_w(found.point_on_a_w), to_w(found.point_on_b_w);
    out.lines.push_back({from_w, to_w, palette.closest, kSegmentWidth, false, draw::Layer::shine_through});
    for (const glm::vec3& end_w : {from_w, to_w})
        out.points.push_back({end_w, palette.closest, 3.0f * kSegmentWidth, draw::Layer::shine_through});
    out.labels.push_back({.anchor_w = 0.5f * (from_w + to_w),
                          .text = ui::format_significant(found.distance, 4) + " m",
                          .color = palette.closest});
}

void PairLab::show_distance(const draw::Palette& palette) {
    if (!asks_distance_) return;
    ui::section("Distance");
    if (!distance_) {
        const PairResult* pair = contact();
        ui::stat("0",
                 pair && pair->nesting != Nesting::none ? "m: one lies inside the other"
                                                        : "m: triangles intersect",
                 {ui::Font::readout_large, palette.contact});
        return;
    }
    const QueryResult& found = distance_->found;
    const std::string above =
        tolerance_percent_ > 0.0
            ? "m, at most " + ui::format_significant(tolerance_percent_, 2) + " % above the least"
            : std::string("m, the least");
    ui::stat(ui::format_significant(found.distance, 4), above, {ui::Font::readout_large, palette.closest});
    value_row("triangle of A", ui::format_count(found.closest.a));
    value_row("triangle of B", ui::format_count(found.closest.b));
    count_row("volume tests", found.counters.volume_tests);
    count_row("triangles compared", found.counters.primitive_tests);
    value_row("time of this query", ui::format_time_text(distance_->ms));
}

} // namespace boxwood
