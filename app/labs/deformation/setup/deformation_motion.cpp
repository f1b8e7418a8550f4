#include "app/labs/deformation/setup/deformation_motion.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {
namespace {

std::vector<const Deformer*> all_motions() {
    std::vector<const Deformer*> motions;
    for (const std::span<const Deformer> list : {procedural_deformers(), clip_deformers()})
        for (const Deformer& deformer : list) motions.push_back(&deformer);
    return motions;
}

} // namespace

const Deformer& DeformationMotion::deformer() const {
    return *all_motions()[deformer_];
}

void DeformationMotion::choose(std::size_t index) {
    deformer_ = index;
    amplitude_ = deformer().default_value;
}

void DeformationMotion::play(const MotionClip& clip) {
    const auto motions = all_motions();
    const auto frames = std::find_if(motions.begin(), motions.end(), [](const Deformer* d) {
        return d->plays_frames && d->record == nullptr;
    });
    choose(static_cast<std::size_t>(frames - motions.begin()));
    period_ = static_cast<int>(clip.frames.size());
}

void DeformationMotion::add_settings(SettingTable& io_table, const std::function<void()>& changed) {
    const DeformationMotion usual;
    SettingOptions motions;
    for (const Deformer* d : all_motions())
        motions.push_back({std::string(d->name), {}, std::string(d->about)});
    io_table.add(
        choice({"motion", "Motion", "How the mesh deforms; sets the usual amplitude; restarts at frame 0"},
               std::move(motions), usual.deformer_,
               {[this] { return static_cast<double>(deformer_); },
                [this, changed](double i) {
                    choose(static_cast<std::size_t>(i));
                    changed();
                }}));
    const Deformer& d = deformer();
    io_table.add(
        number({"amplitude", "Amplitude",
                "Deformation in the middle of a period; unit and limits depend on the motion; restarts"},
               {.low = d.lower,
                .high = d.upper,
                .reset = d.default_value,
                .unit = d.unit,
                .decimals = d.upper > 50.0 ? 0 : 2},
               member(amplitude_))
            .then(changed));
    io_table.add(
        whole({"period", "Period",
               "Number of frames in which the motion plays forwards and then backwards; restarts at frame 0"},
              {.low = 2, .high = 100000, .reset = usual.period_, .unit = "frames", .is_logarithmic = true},
              member(period_))
            .then(changed));
}

} // namespace boxwood
