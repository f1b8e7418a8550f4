// What: the display settings of the multi-body lab.
#pragma once

#include "app/labs/settings/settings.hpp"

#include <cstdint>
#include <string_view>

namespace boxwood {

enum class PairScope : std::uint8_t { none, selected, all }; // the pairs to which a display setting applies

struct Display {
    enum class Boxes : std::uint8_t { none, overlapping, all };
    enum class Others : std::uint8_t { shown, dimmed, glass, hidden }; // bodies that are not selected

    Boxes boxes = Boxes::overlapping;
    Others others = Others::shown;
    PairScope features = PairScope::selected; // closest features
    bool lines = true;
    double line_below = 0.0; // largest distance of drawn closest features; 0: see longest_line()
    bool contacts = true;
    bool triangles = true;
    // The user turned the setting `triangles` on explicitly, so triangles are found also in runs without a view.
    bool requests_triangles = false;
    bool part_colors = true;
    bool velocities = false;
    bool names = false;
    bool only_pair = true; // hides other bodies while the walk is shown
    // Whether the world finds the colliding triangles of polytopes. `is_unseen`: the run has no view.
    bool wants_triangles(bool is_unseen) const {
        return is_unseen ? requests_triangles : contacts && triangles;
    }
    bool act(std::string_view action); // false: not an action of the display

    void add_line_limit(SettingTable& io_table);
    void add_pair_settings(SettingTable& io_table);
    void add_contact_settings(SettingTable& io_table);
    void add_body_settings(SettingTable& io_table);
    Setting only_pair_setting();
};

} // namespace boxwood
