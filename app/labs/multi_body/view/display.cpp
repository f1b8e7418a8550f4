#include "app/labs/multi_body/view/display.hpp"

namespace boxwood {
namespace {

template <class Choice>
void choose_next(Choice& io_choice, int count) {
    io_choice = static_cast<Choice>((static_cast<int>(io_choice) + 1) % count);
}

} // namespace

bool Display::act(std::string_view action) {
    if (action == "show.boxes")
        choose_next(boxes, 3);
    else if (action == "show.features")
        choose_next(features, 3);
    else if (action == "show.lines")
        lines = !lines;
    else if (action == "show.triangles")
        contacts = triangles = !contacts;
    else if (action == "show.others")
        choose_next(others, 4);
    else if (action == "show.names")
        names = !names;
    else if (action == "show.velocities")
        velocities = !velocities;
    else
        return false;
    return true;
}

void Display::add_line_limit(SettingTable& io_table) {
    io_table.add(
        number({"line-below", "Lines up to",
                "Closest features at a larger distance are not drawn; auto draws all pairs, or the 400 "
                "nearest if there are more"},
               {.low = 0, .high = 1e6, .reset = 0, .unit = "m", .is_logarithmic = true, .zero = "auto"},
               member(line_below)));
}

void Display::add_pair_settings(SettingTable& io_table) {
    const Display usual;
    io_table.add(choice({"boxes", "Boxes", "World boxes: none, of overlapping pairs, or all (B)"},
                        {{"none"}, {"overlapping", "pairs"}, {"all"}}, static_cast<std::size_t>(usual.boxes),
                        member(boxes))
                     .segmented());
    io_table.add(
        choice({"others", "Others",
                "How the other bodies are drawn while one is selected: shown, dimmed, glass, or hidden (I)"},
               {{"shown"}, {"dimmed", "dim"}, {"glass"}, {"hidden", "hide"}}, 0, member(others))
            .segmented());
    io_table.add(
        choice({"features", "Features",
                "Closest features as a dot, a thick line or a filled face: none, of the selected pair, or of "
                "all pairs (C)"},
               {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(usual.features),
               member(features))
            .segmented());
    io_table.add(
        flag({"lines", "Closest-feature lines",
              "A line between the closest points of each pair; the setting line-below limits their length"},
             usual.lines, member(lines)));
}

void Display::add_contact_settings(SettingTable& io_table) {
    const Display usual;
    io_table.add(flag({"contacts", "Bodies in contact", "Tints and hatches colliding bodies"}, usual.contacts,
                      member(contacts)));
    io_table.add(
        flag({"triangles", "Colliding triangles",
              "Colors intersecting triangles solid red; the triangles of solids need an extra search, timed "
              "as the phase highlight"},
             usual.triangles, member(triangles, [this] { requests_triangles = triangles; })));
    io_table.add(flag({"part-colors", "Colors of parts", "Tints each convex part of a body in its own color"},
                      usual.part_colors, member(part_colors)));
}

void Display::add_body_settings(SettingTable& io_table) {
    const Display usual;
    io_table.add(flag({"velocities", "Velocities", "Draws the motion of every body in 20 steps"},
                      usual.velocities, member(velocities)));
    io_table.add(flag({"names", "Names", "The name of every body"}, usual.names, member(names)));
}

Setting Display::only_pair_setting() {
    return flag({"only-pair", "Only this pair", "Hides all other bodies while the walk is shown"},
                Display{}.only_pair, member(only_pair));
}

} // namespace boxwood
