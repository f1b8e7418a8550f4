#include "app/labs/pair/panels/pair_pages.hpp"

#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <utility>

namespace boxwood {

void PairPages::show_compare(const MakeSubject& make_subject) {
    if (wants_comparison_ && !is_unattended_) {
        wants_comparison_ = false;
        comparison_.start(make_subject());
    }
    comparison_.draw(make_subject);
}

std::optional<QualityPanel::PickedNode> PairPages::show_quality(const PairMeshes& meshes,
                                                                TraversalInspector& io_visits,
                                                                const draw::Palette& palette) {
    constexpr float kTrees = 56.0f, kGap = 16.0f, kMinTable = 150.0f; // pixels at scale 1
    const float room = ImGui::GetContentRegionAvail().y;
    const bool has_trees = io_visits.is_open && room > ui::px(kTrees + kGap + kMinTable);
    const auto hierarchy = [&meshes](BodyId id) { // shares ownership with the shape
        return std::shared_ptr<const AnyHierarchy>(meshes[id].shape, meshes[id].shape->hierarchy());
    };
    quality_.show({hierarchy(kBodyA), hierarchy(kBodyB)});
    ImGui::BeginChild("quality", {0.0f, has_trees ? room - ui::px(kTrees + kGap) : room}, false,
                      ImGuiWindowFlags_NoScrollbar);
    const auto picked = quality_.draw(io_visits.marks().nodes());
    ImGui::EndChild();
    if (has_trees) io_visits.show_trees(ui::px(kTrees), palette);
    return picked;
}

void PairPages::wait() {
    quality_.wait();
}

void PairPages::finish_unattended(const MakeSubject& make_subject) {
    if (std::exchange(is_unattended_, true) && std::exchange(wants_comparison_, false))
        comparison_.start_and_wait(make_subject());
}

void PairPages::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pages");
    io_table.add(choice({"page", "", "Page at the bottom"},
                        {{"visits", "Visits"},
                         {"compare", "Compare"},
                         {"quality", "Quality"},
                         {"side-by-side", "Side by side"},
                         {"tumbling", "Tumbling"},
                         {"contacts", "Contacts"},
                         {"outliner", "Outliner"}},
                        0,
                        member(page_,
                               [this] {
                                   if (is_tumbling()) tumbling.open();
                               }))
                     .page());
    tumbling.add_settings(io_table, [this] { page_ = PairPage::tumbling; });
    io_table.add(
        choice({"compare", "", "Opens the page compare and starts a measurement that varies this parameter"},
               {{"volumes"}, {"builders"}, {"kinds"}, {"everything"}}, std::nullopt,
               {{}, [this](double i) {
                    comparison_.choose(static_cast<CompareBy>(i));
                    page_ = PairPage::compare;
                    wants_comparison_ = true;
                }}));
    io_table.add(choice({"nodes-of", "", "Mesh whose nodes the page quality lists"}, {{"a"}, {"b"}}, 0,
                        member(quality_.side))
                     .page());
    io_table.add(choice({"nodes-by", "", "Column by which the page quality sorts the nodes"},
                        options_of(kNodeOrderNames), static_cast<std::size_t>(NodeOrder::overlap),
                        {[this] { return static_cast<double>(quality_.order()); },
                         [this](double i) { quality_.sort_by(static_cast<NodeOrder>(i)); }})
                     .page());
    io_table.add(choice({"histogram", "", "Histogram of the page quality"},
                        {{"depths"}, {"sizes"}, {"overlaps"}}, 0, member(quality_.histogram))
                     .page());
}

} // namespace boxwood
