// What: draws and tabulates contact points, normals and depths of pairs of bodies.
// Frame: world. Units: meters.
// Invariants: shows the contacts of the selected pair, or of all pairs in contact. With `all` and more than kMaxPairs
//             pairs in contact, only the selected pair is shown, and note() says so. The length of an arrow is the
//             depth of its contact times a factor that is the same for all arrows, but at least the length of its head.
//             The legend shows the factor.
#pragma once

#include "app/panels/window/viewport_overlay.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/explain/explanations/contact_details.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class ContactView {
  public:
    enum class Which : std::uint8_t { none, selected, all };
    static constexpr std::size_t kMaxPairs = 12;

    explicit ContactView(Which shown = Which::selected)
        : which(shown) {}

    // Settings of the lab.
    Which which;
    double chosen_scale = 0.0; // 0: automatic

    // Call it after each step, and after a change of the selection or a setting.
    void update(const Simulation& simulation, std::optional<BodyPair> selected);
    std::span<const ContactDetail> details() const { return details_; }
    std::size_t point_count() const;

    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    // Why the contacts of some pairs are not shown; empty if all contacts that `which` selects are shown.
    const std::string& note() const { return note_; }

    // Shows the depth, the normal and the number of contact points of a pair as inspector rows. Shows no row if the
    // view has no contacts of the pair.
    void show_readout(BodyPair pair) const;
    // Shows an export button and a table with one row per point; without contacts, a text that gives the reason.
    // `height` is in real pixels. If contact points are off, shows a button instead; true: the user pressed it.
    bool show_table(const draw::Palette& palette, float height) const;

  private:
    std::vector<ContactDetail> details_;
    double scale_ = 1.0;         // arrow length divided by contact depth
    double longest_arrow_ = 0.0; // maximum arrow length at the automatic scale, in meters
    std::string note_;
};

} // namespace boxwood
