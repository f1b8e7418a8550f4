#include "app/labs/pair/panels/outliner_page.hpp"

#include "app/labs/wording.hpp"
#include "app/panels/method_titles.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace boxwood {
namespace {

enum Listed : std::size_t { kBodies, kMeshes, kHierarchies };

struct ListedHierarchy {
    std::size_t view = 0; // from 0
    BodyId side = kBodyA;
    const AnyHierarchy* hierarchy = nullptr;
    std::size_t slot = 0;
};

// Lists the hierarchies of all views; a compared hierarchy is listed as soon as it is built.
std::vector<ListedHierarchy> list_hierarchies(const PairMeshes& meshes, const ComparedHierarchies& compared) {
    std::vector<ListedHierarchy> list;
    for (const BodyId side : kBothBodies) list.push_back({0, side, meshes[side].shape->hierarchy(), 0});
    for (std::size_t view = 1; view <= compared.count(); ++view) {
        if (!compared.has_shapes(view)) continue;
        for (const BodyId side : kBothBodies)
            list.push_back({view, side, compared.shapes(view)[side]->hierarchy(), compared.slot(view)});
    }
    return list;
}

// The surface of a body and its hierarchies in all views.
std::vector<PairThing> things_of_body(BodyId side, std::span<const ListedHierarchy> hierarchies) {
    std::vector<PairThing> things{{side}};
    for (const ListedHierarchy& one : hierarchies)
        if (one.side == side) things.push_back({side, false, one.slot});
    return things;
}

OutlinerRow describe_things(const std::vector<PairThing>& things, const PairVisibility& visibility,
                            const draw::Palette& palette) {
    OutlinerRow row;
    row.is_hidden =
        std::ranges::all_of(things, [&](const PairThing& one) { return visibility.is_hidden(one); });
    row.is_alone =
        std::ranges::all_of(things, [&](const PairThing& one) { return visibility.is_alone(one); });
    row.color = things.front().side == kBodyA ? palette.body_a : palette.body_b;
    return row;
}

std::string letter_and_name(const PairSide& side, std::size_t number) {
    return (number == kBodyA ? "A  " : "B  ") + side.name;
}

// A hash of the listed names and the words that the search uses.
std::uint64_t revision_of(std::span<const OutlinerKind> kinds) {
    std::string all;
    for (const OutlinerKind& kind : kinds)
        for (std::size_t i = 0; i < kind.count; ++i) all += kind.name(i) + '\n' + kind.words(i) + '\n';
    return std::hash<std::string>{}(all);
}

} // namespace

PairOutlinerPage::Event PairOutlinerPage::draw(const PairMeshes& meshes, const ComparedHierarchies& compared,
                                               const PairVisibility& visibility,
                                               std::optional<BodyId> selected, const draw::Palette& palette) {
    const std::vector<ListedHierarchy> hierarchies = list_hierarchies(meshes, compared);
    const auto side_of = [&](std::size_t i) -> const PairSide& { return meshes[static_cast<BodyId>(i)]; };
    const auto kind_of_body = [&](std::size_t i) {
        return std::string(side_of(i).is_solid ? "solid" : "surface");
    };
    const auto kind_of_mesh = [&](std::size_t i) {
        return std::string(side_of(i).report.is_closed ? "closed" : "open");
    };
    const std::array kinds{
        OutlinerKind{"Bodies", kBothBodies.size(),
                     [&](std::size_t i) { return letter_and_name(side_of(i), i); }, kind_of_body,
                     [&](std::size_t i) {
                         const BodyId side = static_cast<BodyId>(i);
                         OutlinerRow row =
                             describe_things(things_of_body(side, hierarchies), visibility, palette);
                         row.kind = kind_of_body(i);
                         row.detail = ui::format_count(hierarchies.size() / 2) +
                                      (hierarchies.size() == 2 ? " hierarchy" : " hierarchies");
                         row.is_selected = selected == side;
                         return row;
                     },
                     true, false},
        OutlinerKind{"Meshes", kBothBodies.size(), [&](std::size_t i) { return side_of(i).name; },
                     kind_of_mesh,
                     [&](std::size_t i) {
                         const BodyId side = static_cast<BodyId>(i);
                         OutlinerRow row = describe_things({{side}}, visibility, palette);
                         row.kind = kind_of_mesh(i);
                         row.detail = ui::format_count(side_of(i).report.triangles) + " triangles";
                         row.is_selected = selected == side;
                         return row;
                     },
                     true, false},
        OutlinerKind{
            "Hierarchies", hierarchies.size(),
            [&](std::size_t i) {
                const std::string name = hierarchies[i].side == kBodyA ? "of A" : "of B";
                return compared.is_empty() ? name
                                           : name + " in view " + std::to_string(hierarchies[i].view + 1);
            },
            [&](std::size_t i) { return hierarchy_title(hierarchies[i].hierarchy->config()); },
            [&](std::size_t i) {
                const ListedHierarchy& one = hierarchies[i];
                OutlinerRow row = describe_things({{one.side, false, one.slot}}, visibility, palette);
                row.kind = method_title(one.hierarchy->config().volume);
                row.detail = hierarchy_title(one.hierarchy->config()) + " · " +
                             ui::format_count(one.hierarchy->node_count()) + " nodes";
                row.is_selected = selected == one.side;
                return row;
            },
            true, false}};
    const OutlinerEvent event = outliner_.draw(kinds, revision_of(kinds), palette);
    if (event.act == OutlinerAction::none) return {};
    if (event.kind == kHierarchies) {
        const ListedHierarchy& one = hierarchies[event.item];
        return {event.act, one.side, one.view, {{one.side, false, one.slot}}};
    }
    const BodyId side = static_cast<BodyId>(event.item);
    return {event.act, side, std::nullopt,
            event.kind == kBodies ? things_of_body(side, hierarchies) : std::vector<PairThing>{{side}}};
}

} // namespace boxwood
