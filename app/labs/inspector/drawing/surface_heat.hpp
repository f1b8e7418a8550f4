// What: colors both surfaces by the cost of each triangle: the number of tests that recorded queries spent on it.
// Invariants: both meshes share one ramp. It is logarithmic, because most triangles cost nothing and a few cost much.
//             Only update() changes the colors.
// Units: costs are numbers of tests; positions on the ramp are from 0 to 1.
#pragma once

#include "app/labs/inspector/recording/query_recording.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "engine/draw/palette.hpp"
#include "engine/explain/hierarchy/cost_map.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

class SurfaceHeat {
  public:
    enum class Kind : std::uint8_t { none, volume_tests, triangle_tests };

    Kind kind = Kind::none;
    bool adds_costs = false;       // adds up the queries from now on instead of showing the last one
    float low = 0.0f, high = 1.0f; // color range on the ramp

    bool is_on() const { return kind != Kind::none; }
    void update(const QueryRecording& recording, const draw::Palette& palette);
    void clear_costs() { costs_.clear(); } // call it when a hierarchy changes
    void copy_settings_from(const SurfaceHeat& other);

    std::span<const draw::Color> colors(std::size_t side) const { return colors_[side]; } // by triangle
    std::uint32_t colors_revision() const { return colors_revision_; }
    std::size_t query_count() const { return costs_.query_count(); }
    std::uint64_t sum() const {
        return kind == Kind::triangle_tests ? costs_.triangle_tests() : costs_.volume_tests();
    }

    void add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const;
    // Shows the settings, and the ramp with its histogram if `has_costs`.
    void parameters(bool has_costs, const draw::Palette& palette);

  private:
    // The inputs from which the colors were computed.
    struct Key {
        std::uint64_t revision = 0;
        Kind kind = Kind::none;
        const draw::Palette* palette = nullptr;
        float low = 0.0f, high = 0.0f;
        bool adds_costs = false;
        friend bool operator==(const Key&, const Key&) = default;
    };
    const std::vector<double>& costs_of(std::size_t side) const;
    std::string text_at(float share) const;

    CostMap costs_;
    std::uint64_t added_revision_ = 0; // of the last recording added to costs_
    CostHistogram histogram_{};
    double max_cost_ = 0.0;
    std::array<std::vector<draw::Color>, 2> colors_;
    std::uint32_t colors_revision_ = 0;
    Key colors_key_;
};

} // namespace boxwood
