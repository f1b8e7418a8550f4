#include "app/labs/pair/tumbling/tumbling.hpp"

#include "app/jobs/thread_clock.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kValues = 360 / Tumbling::kStep + 1;
constexpr int kTimedRuns = 2;
constexpr double kFullRotation = 360.0;

struct Kind {
    std::string_view name;
    HierarchyConfig config;
    draw::Color draw::Palette::*color;
    bool is_dashed = false;
};

// Configurations of `boxwood bench boxtree`, except that the shrunk BoxTree has the builder of the BoxTree. Leaves have
// one triangle.
const std::array<Kind, 5>& tumbling_kinds() {
    static const std::array<Kind, 5> kAll{
        {{"BoxTree", {"box-tree", "aabb", "restricted", 1}, &draw::Palette::left_series},
         {"shrunk BoxTree", {"box-tree-shrunk", "aabb", "restricted", 1}, &draw::Palette::left_series, true},
         {"AABB", {"bvh2", "aabb", "midpoint", 1}, &draw::Palette::right_series},
         {"OBB", {"bvh2", "obb", "midpoint", 1}, &draw::Palette::contact},
         {"24-DOP", {"bvh2", "kdop24", "midpoint", 1}, &draw::Palette::closest, true}}};
    return kAll;
}

bool is_same_query(const QueryRequest& x, const QueryRequest& y) {
    return x.mode == y.mode && x.test == y.test && x.descent == y.descent && x.leaf_test == y.leaf_test &&
           x.triangle_test == y.triangle_test;
}

} // namespace

void Tumbling::take_meshes(const ShapePair& meshes) {
    if (meshes_ == meshes) return;
    meshes_ = meshes;
    built_.clear();
    error_.clear();
    clear();
    builder_.start([meshes](BuilderJob::Control& control) -> Result<std::vector<ShapePair>> {
        std::vector<ShapePair> built;
        for (const Kind& kind : tumbling_kinds()) {
            if (control.is_cancelled()) break;
            Result<BuiltShapes> shapes = build_shape_pair(meshes, kind.config);
            if (!shapes) return shapes.error();
            built.push_back(std::move(shapes->shapes));
            control.set_progress(static_cast<double>(built.size()) /
                                 static_cast<double>(tumbling_kinds().size()));
        }
        return built;
    });
}

bool Tumbling::update() {
    std::optional<Result<std::vector<ShapePair>>> outcome = builder_.take_result();
    if (!outcome) return false;
    if (*outcome)
        built_ = std::move(**outcome);
    else
        error_ = outcome->error().message;
    return is_ready();
}

void Tumbling::clear() {
    const std::vector<float> none(kValues, std::numeric_limits<float>::quiet_NaN());
    curves_.assign(tumbling_kinds().size(), {none, none});
}

void Tumbling::rotate_by(double degrees) {
    angle_degrees = std::fmod(angle_degrees + degrees, kFullRotation);
}

glm::dquat Tumbling::rotation() const {
    const double angle = glm::radians(angle_degrees);
    return glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0)) *
           glm::angleAxis(2.0 * angle, glm::dvec3(1.0, 0.0, 0.0));
}

glm::dvec3 Tumbling::offset_w(double radius_a, double radius_b) const {
    return {0.01 * distance_percent * (radius_a + radius_b), 0.0, 0.0};
}

void Tumbling::measure(const std::array<Pose, 2>& world_from_shape, const glm::dvec3& scale_b,
                       const QueryRequest& request) {
    if (!is_ready()) return;
    const Pose& a = world_from_shape[0];
    if (measured_.percent != distance_percent || !is_same_query(measured_.request, request) ||
        measured_.scale_b != scale_b || measured_.world_from_a.linear != a.linear ||
        measured_.world_from_a.origin != a.origin)
        clear();
    measured_ = {request, a, scale_b, distance_percent};
    const auto index = static_cast<std::size_t>(std::lround(angle_degrees / kStep));
    QueryResult result;
    for (std::size_t kind = 0; kind < built_.size(); ++kind) {
        const auto operand = [&](std::size_t side) {
            const Shape& shape = *built_[kind][side];
            return MeshOperand{shape.mesh(), shape.hierarchy(), &world_from_shape[side]};
        };
        double min_ms = std::numeric_limits<double>::infinity();
        for (int run = 0; run < kTimedRuns; ++run) {
            const double start = thread_milliseconds();
            require_ok(query_meshes(operand(0), operand(1), request, scratch_, result));
            min_ms = std::min(min_ms, thread_milliseconds() - start);
        }
        curves_[kind].tests[index] = static_cast<float>(result.counters.volume_tests);
        curves_[kind].us[index] = static_cast<float>(1e3 * min_ms);
    }
}

std::vector<ui::Series> Tumbling::series_of(std::vector<float> Curves::*values,
                                            const draw::Palette& palette) const {
    std::vector<ui::Series> series;
    for (std::size_t kind = 0; kind < curves_.size(); ++kind) {
        const Kind& one = tumbling_kinds()[kind];
        series.push_back({one.name, palette.*one.color, curves_[kind].*values, one.is_dashed});
    }
    return series;
}

void Tumbling::draw(const draw::Palette& palette) {
    if (!error_.empty())
        return ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::small, palette.bad}}});
    if (!is_ready()) {
        ui::text("building hierarchies · " + std::to_string(std::lround(100.0 * builder_.progress())) + " %",
                 {ui::Font::body, palette.text2});
        return;
    }
    std::vector<float> degrees;
    for (std::size_t i = 0; i < kValues; ++i)
        degrees.push_back(static_cast<float>(kStep) * static_cast<float>(i));
    struct Question {
        const char* title;
        const char* unit;
        std::vector<float> Curves::*values;
    };
    constexpr std::array<Question, 2> kQuestions{
        {{"How many volume tests does a query take?", "tests", &Curves::tests},
         {"How long does a query take?", "µs", &Curves::us}}};
    ui::series_names("tumbling kinds", series_of(&Curves::tests, palette), plots_[0].hidden);
    plots_[1].hidden = plots_[0].hidden;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ui::px(16.0f), width = std::floor(0.5f * (room.x - gap));
    for (std::size_t q = 0; q < kQuestions.size(); ++q) {
        if (q > 0) ImGui::SameLine(0.0f, gap);
        ImGui::BeginChild(kQuestions[q].title, {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        const std::vector<ui::Series> series = series_of(kQuestions[q].values, palette);
        ui::Plot data{.title = kQuestions[q].title,
                      .x_name = "rotation, degrees",
                      .unit = kQuestions[q].unit,
                      .series = series,
                      .xs = degrees,
                      .log_y = true,
                      .cursor_x = kStep * std::round(angle_degrees / kStep)};
        data.caller_shows_names = true;
        const ImVec2 left = ImGui::GetContentRegionAvail();
        const ui::PlotEvents events = ui::plot(kQuestions[q].title, data, {left.x, left.y}, plots_[q]);
        if (events.picked_x) angle_degrees = std::clamp(*events.picked_x, 0.0, kFullRotation);
        ImGui::EndChild();
    }
}

std::string Tumbling::report_fields() const {
    std::string text = "{\"distance\": " + std::to_string(distance_percent) +
                       ", \"turn\": " + std::to_string(angle_degrees) + ", \"kinds\": [";
    for (std::size_t kind = 0; kind < built_.size(); ++kind) {
        const std::vector<float>& tests = curves_[kind].tests;
        double sum = 0.0;
        std::size_t measured = 0;
        for (const float value : tests)
            if (!std::isnan(value)) sum += static_cast<double>(value), ++measured;
        text.append(kind > 0 ? ", " : "")
            .append("{\"name\": \"")
            .append(tumbling_kinds()[kind].name)
            .append("\", \"poses\": ")
            .append(std::to_string(measured))
            .append(", \"tests\": ")
            .append(std::to_string(static_cast<std::uint64_t>(sum)))
            .append("}");
    }
    return text.append("]}");
}

} // namespace boxwood
