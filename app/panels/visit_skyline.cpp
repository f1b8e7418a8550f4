#include "app/panels/visit_skyline.hpp"

#include "engine/ui/format.hpp"
#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

namespace boxwood {
namespace {

// What falls into one column of pixels: the deepest visit, and whether any of them overlapped or met triangles.
struct Column {
    std::uint32_t depth = 0;
    bool overlaps = false, has_contact = false;
};

std::vector<Column> gather(std::span<const Visit> visits, std::size_t columns) {
    std::vector<Column> all(columns);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        Column& column = all[i * columns / visits.size()];
        const Visit& visit = visits[i];
        if (visit.kind == VisitKind::primitive_pair) {
            column.has_contact |= visit.verdict;
            continue;
        }
        column.overlaps |= visit.verdict;
        column.depth = std::max(column.depth, visit.depth);
    }
    return all;
}

std::uint32_t deepest_of(std::span<const Visit> visits) {
    std::uint32_t deepest = 0;
    for (const Visit& visit : visits) deepest = std::max(deepest, visit.depth);
    return deepest;
}

} // namespace

void visit_skyline(const Skyline& skyline) {
    using ui::px;
    std::string title = ui::format_count(static_cast<std::int64_t>(skyline.seen)) +
                        " visits in order, height is depth, down to " +
                        std::to_string(deepest_of(skyline.visits));
    if (skyline.seen > skyline.visits.size())
        title += "; the first " + ui::format_count(static_cast<std::int64_t>(skyline.visits.size())) +
                 " are shown";
    ui::text(title, {ui::Font::small, skyline.palette.text3});
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float marks = px(10.0f), height = room.y - marks - px(6.0f);
    if (room.x < px(40.0f) || height < px(20.0f) || skyline.visits.empty()) return;
    ImGui::Dummy(room);

    const std::vector<Column> columns = gather(skyline.visits, static_cast<std::size_t>(room.x));
    std::uint32_t deepest = 1;
    for (const Column& column : columns) deepest = std::max(deepest, column.depth);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float base = at.y + height;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const float x = at.x + static_cast<float>(i);
        const float top =
            base - height * static_cast<float>(columns[i].depth + 1) / static_cast<float>(deepest + 1);
        const draw::Color color = columns[i].overlaps ? skyline.palette.overlapping : skyline.palette.pruned;
        list.AddRectFilled({x, top}, {x + 1.0f, base}, ui::packed(color, 0.8f));
        if (columns[i].has_contact)
            list.AddRectFilled({x, base + px(3.0f)}, {x + 1.0f, base + marks},
                               ui::packed(skyline.palette.contact));
    }
}

} // namespace boxwood
