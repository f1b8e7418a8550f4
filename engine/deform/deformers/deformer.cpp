#include "engine/deform/deformers/deformer.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

constexpr std::array kDeformers{
    Deformer{"twist", "rotates about the longest axis, by an angle proportional to the position along it",
             "°", 360.0, 0.0, 3600.0, false, true, deform_twist},
    Deformer{"swirl", "rotates about the shortest axis, by an angle that grows towards the axis", "°", 525.0,
             0.0, 3600.0, false, true, deform_swirl},
    Deformer{"bend", "bends the longest axis into an arc", "°", 180.0, 0.0, 360.0, false, true, deform_bend},
    Deformer{"wave", "moves waves along the longest axis", "radii", 0.1, 0.0, 1.0, false, true, deform_wave},
    Deformer{"taper", "widens one end and narrows the other", "×", 0.8, 0.0, 0.99, false, true, deform_taper},
    Deformer{"inflate", "enlarges the neighborhood of one vertex", "×", 10.0, 0.0, 100.0, false, true,
             deform_inflate},
    Deformer{"noise", "moves every vertex by a smooth random field", "radii", 0.15, 0.0, 2.0, false, true,
             deform_noise},
    Deformer{"tear", "moves every triangle in its own random direction, which breaks adjacency", "radii", 0.5,
             0.0, 4.0, true, false, deform_tear},
    Deformer{"permute", "moves every vertex towards the position of a random vertex", "× distance", 0.5, 0.0,
             1.0, false, false, deform_permute},
};

constexpr std::array kClipDeformers{
    Deformer{"cloth", "falls onto the other mesh, which moves; simulated by position-based dynamics",
             "× displacement", 1.0, 0.0, 1.0, false, true, deform_by_clip, true, record_cloth},
    Deformer{"frames", "plays vertex positions from a numbered series of files", "× displacement", 1.0, 0.0,
             1.0, false, true, deform_by_clip, true, nullptr},
};

} // namespace

std::span<const Deformer> procedural_deformers() {
    return kDeformers;
}

std::span<const Deformer> clip_deformers() {
    return kClipDeformers;
}

const Deformer* find_deformer(std::string_view name) {
    for (const std::span<const Deformer> list : {procedural_deformers(), clip_deformers()})
        for (const Deformer& deformer : list)
            if (deformer.name == name) return &deformer;
    return nullptr;
}

double swing(double time) {
    const double phase = time - std::floor(time); // exactly zero at integer times, where the result is too
    return 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * phase);
}

} // namespace boxwood
