// What: plots the cost of each copy of the deformation lab, frame by frame, on two pages and in the right panel. All
//       plots share the frame that the user picks. The plots of the two pages also share the set of hidden copies.
#pragma once

#include "app/labs/deformation/run/deformation_playback.hpp"
#include "app/labs/deformation/run/deformation_record.hpp"
#include "engine/ui/plot/plot.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace boxwood {

class DeformationPlots {
  public:
    enum class Page : std::uint8_t { times, work, every_policy, outliner };

    void add_setting(SettingTable& io_table);
    Page page() const { return page_; }
    void open(Page page) { page_ = page; }
    void show_all_copies() { hidden_copies_ = 0; }
    // The frame that the user picked in a plot since the last call.
    std::optional<std::size_t> take_wanted_frame() { return std::exchange(wanted_frame_, std::nullopt); }

    // Draws the plot in the right panel: the time that each copy has saved, compared with the first copy. Requires a
    // pair, like show_page().
    void show_saved(const DeformationRecord& record, const DeformationPlayback& playback,
                    const draw::Palette& palette);
    // Draws the page of times or the page of work. `free_width` is the width to the left of the tabs.
    void show_page(const DeformationRecord& record, const DeformationPlayback& playback,
                   const draw::Palette& palette, float free_width);

  private:
    void show_legend(const DeformationRecord& record, const draw::Palette& palette, float free_width);
    void follow(const ui::PlotEvents& events, const DeformationPlayback& playback);

    Page page_ = Page::times;
    std::array<ui::PlotState, 6> states_{}; // 0: the plot in the right panel; then the plots of both pages
    std::uint32_t hidden_copies_ = 0;       // one bit per copy
    std::optional<std::size_t> wanted_frame_;
};

} // namespace boxwood
