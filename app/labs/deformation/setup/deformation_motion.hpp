// What: stores the motion of the mesh in the deformation lab (deformer, amplitude and period) and provides its
//       settings.
// Units: the amplitude is in the unit of the deformer, the period in frames.
// Invariants: choosing a deformer sets its default amplitude, so the amplitude is always within the deformer's limits.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/deform/deformers/deformer.hpp"
#include "engine/deform/deformers/motion_clip.hpp"

#include <cstddef>
#include <functional>

namespace boxwood {

class DeformationMotion {
  public:
    const Deformer& deformer() const;
    double amplitude() const { return amplitude_; }
    int period() const { return period_; }
    // Plays the frames of an imported clip.
    void play(const MotionClip& clip);

    // `changed` is called when an edit is complete.
    void add_settings(SettingTable& io_table, const std::function<void()>& changed);

  private:
    void choose(std::size_t index);

    std::size_t deformer_ = 1; // index in the list of all deformers; 1 is swirl
    double amplitude_ = 525.0;
    int period_ = 600;
};

} // namespace boxwood
