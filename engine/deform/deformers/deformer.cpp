#include "engine/deform/deformers/deformer.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

constexpr std::array kDeformers{
    Deformer{"twist", "turns about the longest axis, the more the further along it", "°", 360.0, 0.0, 3600.0,
             false, true, deform_twist},
    Deformer{"swirl", "turns about the thinnest axis, the more the nearer to it", "°", 525.0, 0.0, 3600.0,
             false, true, deform_swirl},
    Deformer{"bend", "bends the longest axis into an arc", "°", 180.0, 0.0, 360.0, false, true, deform_bend},
    Deformer{"wave", "waves run along the longest axis", "radii", 0.1, 0.0, 1.0, false, true, deform_wave},
    Deformer{"taper", "widens one end and narrows the other", "×", 0.8, 0.0, 0.99, false, true, deform_taper},
    Deformer{"inflate", "one feature grows far beyond the rest", "×", 10.0, 0.0, 100.0, false, true,
             deform_inflate},
    Deformer{"noise", "every vertex drifts in a smooth random field", "radii", 0.15, 0.0, 2.0, false, true,
             deform_noise},
    Deformer{"tear", "every triangle flies off on its own: adjacency is broken", "radii", 0.5, 0.0, 4.0, true,
             false, deform_tear},
    Deformer{"permute", "every vertex travels to the place of a random other one", "of the way", 0.5, 0.0,
             1.0, false, false, deform_permute},
};

constexpr std::array kPlayed{
    Deformer{"cloth", "falls onto the other mesh, which moves: position-based dynamics, simulated beforehand",
             "of the way", 1.0, 0.0, 1.0, false, true, deform_by_clip, true, record_cloth},
    Deformer{"frames", "vertices as a series of files has them", "of the way", 1.0, 0.0, 1.0, false, true,
             deform_by_clip, true, nullptr},
};

} // namespace

std::span<const Deformer> all_deformers() {
    return kDeformers;
}

std::span<const Deformer> all_played_deformers() {
    return kPlayed;
}

const Deformer* find_deformer(std::string_view name) {
    for (const std::span<const Deformer> list : {all_deformers(), all_played_deformers()})
        for (const Deformer& deformer : list)
            if (deformer.name == name) return &deformer;
    return nullptr;
}

double swing(double time) {
    const double phase = time - std::floor(time); // whole periods give exactly zero
    return phase == 0.0 ? 0.0 : 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * phase);
}

} // namespace boxwood
