// What: contact points, normals and depths of pairs of bodies, drawn and as a table, for the labs that show contacts.
// Frame: world. Units: metres.
// Invariants: the contacts of the chosen pair, or of all pairs in contact if there are at most kMaxPairs of them; otherwise of
//     the chosen pair, and note() says so. Arrows are as long as depth times one factor, which the legend names.
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

    // After a step, or when the selection or a setting has changed.
    void update(const Simulation& simulation, std::optional<BodyPair> selected);
    std::span<const ContactDetail> details() const { return details_; }
    std::size_t point_count() const;

    void draw(draw::DrawList& out, const draw::Palette& palette) const;
    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    // Why there are none, or not those of all pairs; empty: nothing to say.
    const std::string& note() const { return note_; }

    // Of a pair: depth, normal and points, for an inspector. Nothing if the pair has no contacts here.
    void readout(BodyPair pair) const;
    // One row per point, with an export button. `height` in real pixels.
    void table(const draw::Palette& palette, float height) const;

  private:
    std::vector<ContactDetail> details_;
    double scale_ = 1.0;  // length of an arrow over the depth
    double length_ = 0.0; // of the longest arrow
    std::string note_;
};

} // namespace boxwood
