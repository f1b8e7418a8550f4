#include "app/labs/pair/visits/reach_colors.hpp"

namespace boxwood {
namespace {

constexpr float kFade = 0.5f; // blends surfaces that were not reached towards the background

} // namespace

void ReachColors::paint(std::span<const ComparedRow* const> rows, std::uint64_t revision,
                        const draw::Palette& palette) {
    if (painted_revision_ == revision && painted_as_ == palette.body_a) return;
    painted_revision_ = revision;
    painted_as_ = palette.body_a;
    ++revision_;
    for (std::size_t view = 0; view < rows.size(); ++view)
        for (const std::size_t side : {0u, 1u}) {
            const draw::Color body = side == 0 ? palette.body_a : palette.body_b;
            const std::array<draw::Color, 3> color_of_reach{draw::mix(body, palette.view, kFade),
                                                            palette.overlapping, palette.rebuild};
            std::vector<draw::Color>& colors = colors_[view][side];
            colors.clear();
            for (const std::uint8_t reach : rows[view]->reached[side])
                colors.push_back(color_of_reach[reach]);
        }
}

} // namespace boxwood
