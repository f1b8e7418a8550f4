#include "app/labs/capture/panels/own_tree_pages.hpp"

#include "app/labs/capture/panels/finding_panels.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace boxwood {

// --- quality ----------------------------------------------------------------------------------------------

void QualityPage::clear() {
    job_.cancel();
    comparison_.reset();
}

void QualityPage::start(const CaseOnScreen& current_case, std::shared_ptr<const OpenedCapture> owner) {
    if (comparison_ || job_.is_busy() || !current_case.seen().is_pair_query()) return;
    job_.start(
        [seen = current_case.seen(), owner = std::move(owner)](auto&) { return compare_with_ours(seen); });
}

void QualityPage::take_result() {
    if (std::optional<RecordedComparison> result = job_.take_result()) comparison_ = std::move(*result);
}

std::optional<std::string> QualityPage::sentence() const {
    if (!comparison_) return std::nullopt;
    return comparison_->problem.empty() ? comparison_->sentence : comparison_->problem;
}

void QualityPage::draw(const CaseOnScreen& current_case, const draw::Palette& palette) const {
    if (current_case.table(0).primitives.empty() && current_case.table(1).primitives.empty())
        return ui::text("No hierarchy that can be traversed is recorded for the objects on screen.",
                        {ui::Font::body, palette.text3});
    if (job_.is_busy())
        ui::text("Boxwood is building trees over the same meshes…", {ui::Font::body, palette.text3});
    else if (comparison_)
        ui::paragraph(std::array{
            ui::TextRun{comparison_->problem.empty() ? comparison_->sentence : comparison_->problem,
                        {ui::Font::title, palette.text1}}});
    struct Source {
        std::string name;
        const TreeQuality* quality = nullptr;
    };
    std::vector<Source> sources;
    for (std::size_t i = 0; i < std::min<std::size_t>(current_case.seen().objects.size(), 2); ++i) {
        if (current_case.table(i).primitives.empty()) continue;
        sources.push_back({current_case.seen().objects[i].name + ", recorded",
                           &current_case.seen().objects[i].recorded->quality});
        if (comparison_ && comparison_->problem.empty())
            sources.push_back(
                {current_case.seen().objects[i].name + ", " + comparison_->builder, &comparison_->ours[i]});
    }
    std::vector<ui::Column> columns{ui::Column{"metric"}};
    for (const Source& one : sources) columns.push_back({one.name.c_str(), 112.0f, true});
    if (!ui::begin_table("recorded quality", columns, {.height = details_height()})) return;
    int line = 0;
    const auto add = [&](const char* name, auto&& text) {
        ui::table_row(line++);
        ui::table_cell(name, palette.text2);
        for (const Source& one : sources) ui::table_cell(text(*one.quality));
    };
    if (comparison_ && comparison_->problem.empty() && sources.size() == 4) {
        const auto counts = [&](const char* name, std::uint64_t TestCounts::*member) {
            ui::table_row(line++);
            ui::table_cell(name, palette.text2);
            ui::table_cell(
                comparison_->recorded_tests ? ui::format_count((*comparison_->recorded_tests).*member) : "–");
            ui::table_cell(ui::format_count(comparison_->our_tests.*member));
        };
        counts("volume tests of the query", &TestCounts::volumes);
        counts("triangle tests of the query", &TestCounts::triangles);
    }
    const auto fixed = [](double value, int decimals) { return ui::format_fixed(value, decimals); };
    add("surface area cost", [](const TreeQuality& q) { return ui::format_significant(q.area_cost, 4); });
    add("sibling overlap", [&](const TreeQuality& q) { return fixed(q.overlap, 1) + " %"; });
    add("mean leaf depth", [&](const TreeQuality& q) { return fixed(q.mean_leaf_depth, 1); });
    add("deepest leaf", [](const TreeQuality& q) { return ui::format_count(q.deepest); });
    add("triangles per leaf", [&](const TreeQuality& q) { return fixed(q.mean_leaf_size, 2); });
    add("largest leaf", [](const TreeQuality& q) { return ui::format_count(q.largest_leaf); });
    add("children per inner node", [&](const TreeQuality& q) { return fixed(q.mean_children, 2); });
    add("nodes", [](const TreeQuality& q) { return ui::format_count(q.nodes); });
    add("unreachable nodes", [](const TreeQuality& q) { return ui::format_count(q.unreached); });
    ui::end_table();
}

// --- hierarchies -----------------------------------------------------------------------------------------

void HierarchiesPage::draw(const CaseOnScreen& current_case, std::uint64_t frame,
                           const draw::Palette& palette) {
    const SeenCase& seen = current_case.seen();
    if (!seen.is_pair_query())
        return ui::text(
            "Select a finding about a query to measure its meshes and poses with Boxwood's hierarchies.",
            {ui::Font::body, palette.text3});
    if (!meshes_) {
        Result<OwnMeshes> meshes = make_own_meshes(seen);
        if (!meshes) return ui::text(meshes.error().message, {ui::Font::body, palette.bad});
        meshes_ = std::make_shared<const OwnMeshes>(std::move(*meshes));
    }
    panel_.draw([&] {
        ComparisonPanel::Subject subject;
        subject.comparison.a = (*meshes_)[0].view();
        subject.comparison.b = (*meshes_)[1].view();
        subject.comparison.poses = {{seen.objects[0].world_from_mesh, seen.objects[1].world_from_mesh}};
        subject.comparison.request = own_request(*seen.query);
        subject.owner = meshes_;
        subject.current = resolved({});
        subject.frame = frame;
        return subject;
    });
}

} // namespace boxwood
