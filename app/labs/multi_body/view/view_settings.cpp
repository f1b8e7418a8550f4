// The setting rows of CrowdView.
#include "app/labs/multi_body/view/crowd_view.hpp"

#include <array>

namespace boxwood {

void CrowdView::add_display_settings(SettingTable& io_table) {
    io_table.begin_group("Show");
    display.add_pair_settings(io_table);
    io_table.add(findings.distances.setting([this] { requests_.update_display(); }));
    display.add_contact_settings(io_table);
    add_point_settings(io_table);
    io_table.add(flag(
        {"region", "Voronoi region",
         "The points nearer to one feature of the selected pair than to any other; click a selected body "
         "to pick the feature"},
        ShownRegion{}.is_on, member(region.is_on)));
    display.add_body_settings(io_table);
}

void CrowdView::add_point_settings(SettingTable& io_table) {
    ContactView& contacts = findings.contacts;
    const auto update_display = [this] { requests_.update_display(); };
    io_table.add(
        choice({"contact-points", "Contact points",
                "Contact points, and an arrow along the normal whose length shows the depth: none, of "
                "the selected pair, or of all pairs if at most 12 are in contact (Shift+C)"},
               {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(ContactView{}.which),
               member(contacts.which, update_display))
            .segmented());
    io_table.add(
        number({"contact-scale", "Arrow length",
                "Length of a contact arrow, divided by the depth; auto fits the longest arrow to the bodies"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "× depth", .is_logarithmic = true, .zero = "auto"},
               member(contacts.chosen_scale, update_display)));
}

void CrowdView::add_walk_settings(SettingTable& io_table) {
    io_table.begin_group("Walk");
    SettingOptions starts = options_of(kWalkStartNames);
    constexpr std::array<std::array<const char*, 2>, kWalkStartNames.size()> kStarts{
        {{"last frame",
          "The start of the world's own walk in this frame: the closest features of the previous frame"},
         {"first vertices", "Vertex 0 of both"},
         {"random", "A random vertex of each"},
         {"directional", "Support vertices along the line of centers, from a table"},
         {"far sides", "The vertices that face away from each other: the longest walk"}}};
    for (std::size_t i = 0; i < starts.size(); ++i) {
        starts[i].title = kStarts[i][0];
        starts[i].help = kStarts[i][1];
    }
    io_table.add(choice({"walk-start", "Start", "Where the displayed walk starts"}, std::move(starts),
                        static_cast<std::size_t>(FeatureWalkPlayer{}.start),
                        member(walk.start, [this] { requests_.update_display(); })));
    io_table.add(whole({"walk-step", "", "Displayed step of the walk, from 1"}, {.low = 1, .high = 1e6},
                       {{}, [this](double v) { walk.go_to(static_cast<std::size_t>(v) - 1); }}));
    io_table.add(display.only_pair_setting());
}

Setting CrowdView::page_setting() {
    return page.setting([this] { requests_.update_display(); });
}

} // namespace boxwood
