// What: stores the scene that the settings of the deformation lab describe: meshes, motion, hierarchy, and a policy per
//       copy.
// Invariants: an edit that requires a new pair or a restart sets a flag that take_change() clears.
#pragma once

#include "app/labs/deformation/setup/copy_policies.hpp"
#include "app/labs/deformation/setup/deformation_hierarchy.hpp"
#include "app/labs/deformation/setup/deformation_motion.hpp"
#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace boxwood {

class DeformationSetup {
  public:
    void set_seed(std::uint64_t seed) { seed_ = seed; }
    DeformationPlan plan() const;
    Deformation deformation() const;
    const DeformationMotion& motion() const { return motion_; }
    const DeformationMeshes& meshes() const { return meshes_; }
    bool take_change() { return std::exchange(is_changed_, false); } // true once after an edit

    // Chooses meshes that the user has opened. If their build fails, reject_opened() restores the previous meshes.
    void open(const DeformationMeshes& meshes);
    void show(const DeformationMeshes& meshes); // like open(), but reject_opened() does not undo it
    void play(const MotionClip& clip) { motion_.play(clip); }
    // Call one of these after a build. keep_opened() keeps the meshes and returns whether the build followed open().
    // reject_opened() restores the meshes from before open().
    bool keep_opened() { return std::exchange(before_opened_, std::nullopt).has_value(); }
    void reject_opened();

    void add_motion_settings(SettingTable& io_table);
    void add_copy_settings(SettingTable& io_table);
    void show_copy_parameters(const PanelRows& rows) {
        copies_.show_parameters(rows, hierarchy_, note_change());
    }

  private:
    std::function<void()> note_change() {
        return [this] { is_changed_ = true; };
    }

    DeformationMotion motion_;
    DeformationMeshes meshes_;
    std::optional<DeformationMeshes> before_opened_; // set while opened meshes are being built
    CopyPolicies copies_;
    DeformationHierarchy hierarchy_;
    std::uint64_t seed_ = 1;
    bool is_changed_ = false;
};

} // namespace boxwood
