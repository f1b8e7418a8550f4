#include "app/labs/deformation/setup/deformation_setup.hpp"

#include "app/labs/view.hpp"

namespace boxwood {

DeformationPlan DeformationSetup::plan() const {
    const Deformer& deformer = motion_.deformer();
    DeformationPlan plan{meshes_, hierarchy_, copies_.all(), deformer.tears};
    if (deformer.plays_frames) {
        plan.played = &deformer;
        plan.period = motion_.period();
    }
    return plan;
}

Deformation DeformationSetup::deformation() const {
    return {&motion_.deformer(), motion_.amplitude(), motion_.period(), seed_, meshes_.clip};
}

void DeformationSetup::open(const DeformationMeshes& meshes) {
    if (!before_opened_) before_opened_ = meshes_;
    show(meshes);
}

void DeformationSetup::show(const DeformationMeshes& meshes) {
    meshes_ = meshes;
    is_changed_ = true;
}

void DeformationSetup::reject_opened() {
    if (before_opened_) meshes_ = *std::exchange(before_opened_, std::nullopt);
}

void DeformationSetup::add_motion_settings(SettingTable& io_table) {
    io_table.begin_group("Deformation");
    motion_.add_settings(io_table, note_change());
    SettingOptions meshes;
    for (const char* name : meshes_.names()) meshes.push_back({name});
    io_table.add(choice({"mesh", "Mesh", "The deforming mesh; a dropped file is added to the list"},
                        std::move(meshes), 0, member(meshes_.chosen))
                     .then(note_change()));
}

void DeformationSetup::add_copy_settings(SettingTable& io_table) {
    copies_.add_shared_settings(io_table, note_change());
    for (std::size_t copy = 0; copy < kMaxViews; ++copy)
        copies_.add_settings_of(copy, io_table, note_change());
    hierarchy_.add_settings(io_table, note_change());
}

} // namespace boxwood
