// What: what the view of the multi-body lab shows of a frame.
#pragma once

#include "app/labs/settings/settings.hpp"

#include <cstdint>
#include <string_view>

namespace boxwood {

enum class PairScope : std::uint8_t { none, selected, all }; // the pairs for which something is shown

struct Display {
    enum class Boxes : std::uint8_t { none, overlapping, all };
    enum class Others : std::uint8_t { shown, dimmed, glass, hidden }; // bodies that are not selected

    Boxes boxes = Boxes::overlapping;
    Others others = Others::shown;
    PairScope features = PairScope::selected; // closest features
    bool lines = true;
    double line_below = 0.0; // draws closest features below this distance; 0: of the nearest pairs
    bool contacts = true;
    bool triangles = true;
    bool asks_for_triangles = false; // set by name: searches them also in a run without a view
    bool part_colors = true;
    bool velocities = false;
    bool names = false;
    bool only_pair = true; // while the walk is shown

    // Whether the world searches the colliding triangles of polytopes. `is_unseen`: nothing is drawn.
    bool wants_triangles(bool is_unseen) const {
        return is_unseen ? asks_for_triangles : contacts && triangles;
    }
    bool act(std::string_view action); // false: it is none of the display's

    void add_line_limit(SettingTable& io_table);
    void add_pair_settings(SettingTable& io_table);
    void add_contact_settings(SettingTable& io_table);
    void add_body_settings(SettingTable& io_table);
    Setting only_pair_setting();
};

} // namespace boxwood
