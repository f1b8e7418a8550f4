#include "app/labs/pair/drawing/pair_display.hpp"

namespace boxwood {

void PairDisplay::show_boxes(bool shows) {
    boxes.is_shown = shows;
    changes_.request_update();
}

void PairDisplay::show_contacts(bool shows) {
    contacts.which = shows ? ContactView::Which::selected : ContactView::Which::none;
    changes_.request_update();
}

bool PairDisplay::act(std::string_view action) {
    if (action == "show.triangles") {
        triangles = !triangles;
    } else if (action == "show.hierarchy") {
        show_boxes(!boxes.is_shown);
    } else if (action == "show.contact-regions") {
        show_contacts(!has_contacts());
    } else if (action == "depth.less" || action == "depth.more") {
        boxes.change_depth(action == "depth.less" ? -1 : 1);
        changes_.request_update();
    } else {
        return false;
    }
    return true;
}

void PairDisplay::add_settings(SettingTable& io_table) {
    const auto update_display = [this] { changes_.request_update(); };
    io_table.begin_group("Show");
    io_table.add(flag({"triangles", "Colliding triangles", "Colors the triangles that intersect"}, true,
                      member(triangles)));
    io_table.add(flag(
        {"contact-points", "Contact points",
         "Up to four points of each contact region, and an arrow along its normal whose length shows the "
         "depth (Shift+C)"},
        false,
        {[this] { return has_contacts() ? 1.0 : 0.0; }, [this](double v) { show_contacts(v != 0.0); }}));
    io_table.add(
        number({"contact-scale", "Arrow length",
                "Length of a contact arrow, divided by the depth; auto fits the longest arrow to the meshes"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "× depth", .is_logarithmic = true, .zero = "auto"},
               member(contacts.chosen_scale, update_display)));
    io_table.add(flag({"edges", "Mesh edges", "The edges of every triangle"}, true, member(mesh_edges)));
    boxes.add_settings(io_table, update_display);
}

} // namespace boxwood
