#include "app/labs/contact_view.hpp"

#include "app/labs/drawing.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Maximum length of an arrow at the automatic scale / radius of the smallest body whose contacts are shown.
constexpr double kLongestArrow = 0.8;
constexpr double kHeadShare = 0.16; // length of an arrowhead / longest_arrow_
constexpr float kArrowWidth = 2.5f, kPointSize = 7.0f;
constexpr std::size_t kMaxDepthLabels = 6;
constexpr int kLengthDigits = 4;

// The largest of 1, 2 and 5 times a power of ten that is at most `limit`.
double round_arrow_scale(double limit) {
    const double power = std::pow(10.0, std::floor(std::log10(limit)));
    const double share = limit / power;
    return power * (share >= 5.0 ? 5.0 : share >= 2.0 ? 2.0 : 1.0);
}

double radius_in_world(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

std::string length_text_of(double length) {
    return ui::format_significant(length, kLengthDigits) + " m";
}

std::string vector_text(const glm::dvec3& v) {
    return ui::format_fixed(v.x, 3) + "  " + ui::format_fixed(v.y, 3) + "  " + ui::format_fixed(v.z, 3);
}

glm::dvec3 middle_of(const ContactDetail& detail) {
    glm::dvec3 sum(0.0);
    for (const ContactDetail::Point& point : detail.points) sum += point.point_w;
    return sum / static_cast<double>(std::max<std::size_t>(1, detail.points.size()));
}

// Two unit vectors perpendicular to a unit vector and to each other.
std::array<glm::dvec3, 2> tangent_basis(const glm::dvec3& n) {
    const glm::dvec3 other = std::fabs(n.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 u = glm::normalize(glm::cross(n, other));
    return {u, glm::cross(n, u)};
}

void add_arrow(draw::DrawList& out, const glm::dvec3& from_w, const glm::dvec3& direction, double length,
               double head, draw::Color color) {
    const glm::dvec3 tip_w = from_w + std::max(length, head) * direction;
    const auto line = [&](const glm::dvec3& p, const glm::dvec3& q) {
        out.lines.push_back({glm::vec3(p), glm::vec3(q), color, kArrowWidth, false, draw::Layer::on_top});
    };
    line(from_w, tip_w);
    for (const glm::dvec3& side : tangent_basis(direction))
        for (const double sign : {-0.4, 0.4}) line(tip_w, tip_w + head * (sign * side - direction));
}

// The contact polygon: the points sorted by angle about the normal.
void add_outline(draw::DrawList& out, const ContactDetail& detail, draw::Color color) {
    if (detail.points.size() < 2) return;
    const glm::dvec3 middle_w = middle_of(detail);
    const auto [u, v] = tangent_basis(detail.normal_w);
    std::vector<std::pair<double, glm::vec3>> corners;
    for (const ContactDetail::Point& point : detail.points) {
        const glm::dvec3 arm = point.point_w - middle_w;
        corners.emplace_back(std::atan2(glm::dot(arm, v), glm::dot(arm, u)), glm::vec3(point.point_w));
    }
    std::ranges::sort(corners, {}, &std::pair<double, glm::vec3>::first);
    const std::size_t sides = corners.size() == 2 ? 1 : corners.size();
    for (std::size_t i = 0; i < sides; ++i)
        out.lines.push_back({corners[i].second, corners[(i + 1) % corners.size()].second, color, 1.5f, false,
                             draw::Layer::on_top});
}

std::string pair_text(BodyPair pair) {
    return body_name(pair.a) + " · " + body_name(pair.b);
}

// "region of 14 triangle pairs", "solids", "parts 2 · 0", or "parts 2 · whole" if the second body has no parts.
std::string kind_text(const ContactDetail& detail) {
    if (detail.triangle_pairs > 0)
        return "region of " + ui::format_count(detail.triangle_pairs) + " triangle pairs";
    if (detail.part_a == kNone && detail.part_b == kNone) return "solids";
    const auto part = [](std::uint32_t id) {
        return id == kNone ? std::string("whole") : std::to_string(id);
    };
    return "parts " + part(detail.part_a) + " · " + part(detail.part_b);
}

} // namespace

void ContactView::update(const Simulation& simulation, std::optional<BodyPair> selected) {
    details_.clear();
    note_.clear();
    if (which == Which::none) return;
    const std::vector<PairResult>& pairs = simulation.output.pairs;
    const auto contacts = static_cast<std::size_t>(std::ranges::count_if(pairs, &PairResult::is_contact));
    const bool shows_all = which == Which::all && contacts <= kMaxPairs;
    if (which == Which::all && !shows_all)
        note_ = "contact points of the selected pair only, because " + ui::format_count(contacts) +
                " pairs are in contact";
    const std::span<const Body> bodies = simulation.world.bodies();
    double radius = 0.0; // of the smallest body whose contacts are shown
    for (const PairResult& pair : pairs) {
        if (!pair.is_contact() || (!shows_all && pair.bodies != selected)) continue;
        append_contact_details(simulation.world, pair, simulation.output.parts_of(pair), details_);
        const double smaller =
            std::min(radius_in_world(bodies[pair.bodies.a]), radius_in_world(bodies[pair.bodies.b]));
        radius = radius == 0.0 ? smaller : std::min(radius, smaller);
    }
    double deepest = 0.0;
    for (const ContactDetail& detail : details_) deepest = std::max(deepest, detail.depth);
    longest_arrow_ = kLongestArrow * radius;
    scale_ = chosen_scale > 0.0 ? chosen_scale
             : deepest > 0.0    ? round_arrow_scale(longest_arrow_ / deepest)
                                : 1.0;
}

std::size_t ContactView::point_count() const {
    std::size_t count = 0;
    for (const ContactDetail& detail : details_) count += detail.points.size();
    return count;
}

void ContactView::draw(draw::DrawList& out, const draw::Palette& palette) const {
    std::size_t labels = 0;
    for (const ContactDetail& detail : details_) {
        add_outline(out, detail, palette.text1);
        for (const ContactDetail::Point& point : detail.points)
            out.points.push_back(
                {glm::vec3(point.point_w), palette.contact, kPointSize, draw::Layer::on_top});
        const glm::dvec3 from_w = middle_of(detail);
        const double length = scale_ * detail.depth;
        add_arrow(out, from_w, detail.normal_w, length, kHeadShare * longest_arrow_, palette.text1);
        if (labels++ < kMaxDepthLabels)
            out.labels.push_back(
                {glm::vec3(from_w + std::max(length, kHeadShare * longest_arrow_) * detail.normal_w),
                 length_text_of(detail.depth) + " deep", palette.text1});
    }
}

void ContactView::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    if (!details_.empty())
        io_rows.push_back(
            {{ui::Sample::line, palette.text1},
             "contact normal from A to B, " + ui::format_significant(scale_, 3) + " × its depth"});
    if (!note_.empty()) io_rows.push_back({{ui::Sample::none, palette.text2}, note_});
}

void ContactView::show_readout(BodyPair pair) const {
    const ContactDetail* deepest = nullptr;
    std::size_t contacts = 0, points = 0;
    for (const ContactDetail& detail : details_) {
        if (detail.bodies != pair) continue;
        ++contacts;
        points += detail.points.size();
        if (deepest == nullptr || detail.depth > deepest->depth) deepest = &detail;
    }
    if (deepest == nullptr) return;
    value_row(contacts == 1 ? "depth" : "depth, deepest of " + ui::format_count(contacts) + " contacts",
              length_text_of(deepest->depth));
    value_row(deepest->is_unique ? "normal from A to B" : "normal from A to B (not unique)",
              vector_text(deepest->normal_w));
    count_row("contact points", points);
}

bool ContactView::show_table(const draw::Palette& palette, float height) const {
    if (which == Which::none) {
        ui::text("Contact points are off.", {ui::Font::body, palette.text3, ui::grid::kControl});
        ui::same_line();
        return ui::button("Show them",
                          {.tooltip = "Shows the contact points in the view and here (Shift+C)"});
    }
    if (details_.empty()) {
        ui::text(!note_.empty()             ? note_ + "; select one."
                 : which == Which::selected ? "The selected pair has no contact points in this frame."
                                            : "No pair has contact points in this frame.",
                 {ui::Font::body, palette.text3});
        return false;
    }
    ui::export_button({.label = "Contacts as CSV",
                       .name = "contacts",
                       .tooltip = "All contact points with normals and depths, lengths in meters, as CSV"},
                      [this] { return contact_details_csv(details_); });
    ui::same_line();
    ui::text(note_.empty()
                 ? ui::format_count(point_count()) + " points of " + ui::format_count(details_.size()) +
                       (details_.size() == 1 ? " contact" : " contacts")
                 : note_,
             {ui::Font::small, palette.text3, ui::grid::kControl});
    constexpr std::array kColumns{
        ui::Column{"pair", 92.0f},
        ui::Column{"contact"},
        ui::Column{"depth m", 64.0f, true,
                   "Penetration along the normal at this point; for meshes, the depth of the contact region"},
        ui::Column{"normal from A to B", 150.0f, true},
        ui::Column{"point m", 170.0f, true, "In world coordinates"},
        ui::Column{"features", 0.0f, false, "Features of A and B that define the point"}};
    if (!ui::begin_table("contacts", kColumns, {.height = height - ui::px(32.0f), .has_bar = true}))
        return false;
    struct Row {
        const ContactDetail* detail;
        const ContactDetail::Point* point;
    };
    std::vector<Row> rows;
    for (const ContactDetail& detail : details_)
        for (const ContactDetail::Point& point : detail.points) rows.push_back({&detail, &point});
    ui::table_rows(static_cast<int>(rows.size()), [&](int i) {
        const auto [detail, point] = rows[static_cast<std::size_t>(i)];
        ui::table_row(i);
        ui::table_cell(pair_text(detail->bodies));
        ui::table_cell(kind_text(*detail));
        ui::table_cell(ui::format_significant(point->depth, kLengthDigits));
        ui::table_cell(vector_text(detail->normal_w));
        ui::table_cell(vector_text(point->point_w));
        ui::table_cell(point->features);
    });
    ui::end_table();
    return false;
}

} // namespace boxwood
