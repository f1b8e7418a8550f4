// What: stores the two meshes of the pair lab, their hierarchies, and the faults injected into the hierarchies.
//       Hierarchies are built on a background thread, except by load_built_in() and rebuild(). The current hierarchies
//       stay until the new ones are ready. They also stay if the build fails.
// Invariants: both hierarchies have the configuration config(). An injected fault keeps the configuration, but makes
//             the volume of a node too small, and possibly the volumes below it. install() puts the pending meshes in
//             place. Call it as soon as a function below reports that they are ready.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/pair/meshes/pair_side.hpp"
#include "app/labs/parts/user_mesh.hpp"
#include "app/labs/settings/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class PairMeshes {
  public:
    struct Fault {
        BodyId side = kBodyA;
        std::uint32_t node = 0;
    };
    // The state that undo and redo restore.
    struct Snapshot {
        PairSides sides;
        HierarchyConfig config{}; // of the hierarchies of `sides`
        std::vector<Fault> faults{};
    };
    enum class Built : std::uint8_t { nothing, failed, ready };

    bool are_loaded() const { return sides_[kBodyA].shape != nullptr; }
    const PairSide& operator[](BodyId id) const { return sides_[id]; }
    ShapePair shapes() const { return {sides_[kBodyA].shape, sides_[kBodyB].shape}; }
    std::string title() const { return sides_[kBodyA].name + " and " + sides_[kBodyB].name; }
    const HierarchyConfig& config() const { return config_; } // resolved
    // The configuration as the user chose it: the one that is being built or, if no build runs, the installed one.
    // After a failed build, it stays the one that failed until cancel() or the next choose(). The kind is empty if the
    // user chose no kind.
    const HierarchyConfig& wanted() const { return wanted_; }
    // The message of the last build; empty if it did not fail or still runs.
    const std::string& error() const { return error_; }
    bool is_building() const { return builder_.is_busy(); }
    double building_seconds() const { return builder_.seconds(); }
    std::span<const Fault> faults() const { return faults_; }
    bool is_solid_wanted(BodyId id) const {
        return wanted_solid_ ? (*wanted_solid_)[id] : sides_[id].is_solid;
    }

    Status load_built_in();

    // --- replacements ---
    // open(), choose() and restore_meshes() return true if nothing must be built: call install(). They return false if
    // a build was started; choose() also returns false if there is nothing to install.

    // One mesh replaces the selected one, two replace both.
    [[nodiscard]] bool open(const std::vector<UserMesh>& meshes, BodyId selected);
    [[nodiscard]] bool choose(const HierarchyConfig& config);
    [[nodiscard]] bool restore_meshes(const Snapshot& snapshot, const Placement& at);
    void cancel();
    // Call it once per frame: takes the result of the background thread.
    Built take_built();
    void wait() { builder_.wait(); }
    bool pending_meshes_have_poses() const; // requires pending meshes
    // Replaces the current meshes by the pending meshes; requires pending meshes. Returns the poses of the pending
    // meshes if restore_meshes() or set_pending_placement() set them.
    std::optional<Placement> install();
    // For undo and redo of a pose. True: at least one of the pending meshes is not on screen, and all of them already
    // have poses, so install() will return `at`. False: the caller must set the poses of the meshes on screen. In both
    // cases, `at` replaces poses that restore_meshes() has set, so that install() does not return older poses.
    bool set_pending_placement(const Placement& at);

    // --- undo ---
    Snapshot snapshot() const { return {sides_, config_, faults_}; }
    // Whether the meshes of the snapshot differ from the pending meshes; if no meshes are pending, from the meshes on
    // screen.
    bool has_other_meshes(const Snapshot& snapshot) const;
    // Restores the hierarchies and faults. False: the configuration has changed since the snapshot, so the current
    // hierarchies stay.
    bool try_restore(const Snapshot& snapshot);

    // --- solids ---
    // Makes each shape solid or a surface as its side requires. Returns messages for the user.
    std::vector<std::string> declare_solids();

    // --- faults ---
    // Shrinks the volume of a node; an Error if the volume cannot shrink or there is no such node.
    Status inject(const Fault& fault);
    // A fault that a setting requested. Each request is returned only one time, after the meshes are loaded.
    std::optional<Fault> take_requested_fault();
    Status rebuild(); // builds both hierarchies without faults, on the calling thread
    // `choose` is called with the chosen configuration, `rebuild_world` after a change of the solids.
    void add_hierarchy_settings(SettingTable& io_table, std::function<void(const HierarchyConfig&)> choose);
    void add_solid_setting(SettingTable& io_table, std::function<void()> rebuild_world);
    void add_fault_settings(SettingTable& io_table);

  private:
    struct Pending {
        PairSides sides;
        std::optional<Placement> at{}; // poses of meshes that undo or redo restores
    };
    const PairSides& latest() const { return pending_ ? pending_->sides : sides_; }
    bool build_sides(PairSides sides, const HierarchyConfig& wanted);

    PairSides sides_;
    HierarchyConfig config_ = resolved({}); // of both bodies
    HierarchyConfig installed_;             // the user's choice, of which config_ is the resolved form
    HierarchyConfig wanted_;
    std::optional<Pending> pending_;
    int last_mesh_id_ = 1;                            // largest PairSide::mesh; built-in meshes: 0 and 1
    std::optional<std::array<bool, 2>> wanted_solid_; // overrides is_solid of the sides
    ShapePairJob builder_;
    std::string error_;
    std::vector<Fault> faults_;
    std::array<std::optional<std::uint32_t>, 2> requested_faults_; // nodes, by side
};

std::string name_of(const PairMeshes::Fault& fault); // "node 7 of A"

} // namespace boxwood
