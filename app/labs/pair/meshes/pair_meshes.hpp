// What: the two meshes of the pair lab, their hierarchies and the faults injected into these. Hierarchies are built on a
//       background thread: until they are ready, and if they cannot be built, the current ones stay.
// Invariants: both sides have a hierarchy of config(), unless a fault was injected. What was ordered replaces them in
//             install(), which is due as soon as a function here says that it is ready.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/pair/meshes/pair_side.hpp"

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
    // What undo and redo restore.
    struct Snapshot {
        PairSides sides;
        HierarchyConfig config{}; // of these hierarchies
        std::vector<Fault> faults{};
    };
    enum class Built : std::uint8_t { nothing, failed, ready };

    bool are_loaded() const { return sides_[kBodyA].shape != nullptr; }
    const PairSide& operator[](BodyId id) const { return sides_[id]; }
    ShapePair shapes() const { return {sides_[kBodyA].shape, sides_[kBodyB].shape}; }
    std::string title() const { return sides_[kBodyA].name + " and " + sides_[kBodyB].name; }
    const HierarchyConfig& config() const { return config_; } // resolved
    // As chosen, without a kind if none was chosen; or the one being built.
    const HierarchyConfig& wanted() const { return wanted_; }
    const std::string& error() const { return error_; } // of the last build
    bool is_building() const { return builder_.is_busy(); }
    double building_seconds() const { return builder_.seconds(); }
    std::span<const Fault> faults() const { return faults_; }
    bool is_solid_wanted(BodyId id) const {
        return wanted_solid_ ? (*wanted_solid_)[id] : sides_[id].is_solid;
    }

    Status load_built_in();

    // --- what replaces them; true: it is ready, install() is due ---
    // One mesh replaces the selected side, two replace both.
    [[nodiscard]] bool open(const std::vector<UserMesh>& meshes, BodyId selected);
    [[nodiscard]] bool choose(const HierarchyConfig& config);
    [[nodiscard]] bool order(const Snapshot& snapshot, const Placement& at);
    void cancel();
    // Once per frame: what the background thread has finished.
    Built take_built();
    void wait() { builder_.wait(); }
    bool are_ordered_placed() const; // no mesh that was ordered is new
    // Returns where the meshes are to be placed, if that was ordered.
    std::optional<Placement> install();
    // False: nothing is being built.
    bool place_ordered_at(const Placement& at);

    // --- undo ---
    Snapshot snapshot() const { return {sides_, config_, faults_}; }
    bool has_other_meshes(const Snapshot& snapshot) const; // than those on screen, or ordered
    // False: the hierarchies were built otherwise in the meantime, and stay.
    bool try_restore(const Snapshot& snapshot);

    // --- solids ---
    // Makes solid or not what does not match its side. Returns what the user should read.
    std::vector<std::string> declare_solids();

    // --- faults ---
    // Shrinks the volume of a node; an Error if that is impossible.
    Status inject(const Fault& fault);
    // Requested by a setting: once, as soon as the meshes are loaded.
    std::optional<Fault> take_requested_fault();
    Status rebuild(); // without faults

    // `choose`: called with the chosen config. `remake`: solids changed.
    void add_hierarchy_settings(SettingTable& io_table, std::function<void(const HierarchyConfig&)> choose);
    void add_solid_setting(SettingTable& io_table, std::function<void()> remake);
    void add_fault_settings(SettingTable& io_table);

  private:
    struct Ordered {
        PairSides sides;
        std::optional<Placement> at{}; // of meshes that undo brings back
    };
    const PairSides& latest() const { return ordered_ ? ordered_->sides : sides_; }
    bool order_sides(PairSides sides, const HierarchyConfig& wanted);

    PairSides sides_;
    HierarchyConfig config_ = resolved({}); // of both bodies
    HierarchyConfig installed_;             // as chosen
    HierarchyConfig wanted_;
    std::optional<Ordered> ordered_;
    int opened_count_ = 1;                            // 0 and 1 are the built-in meshes
    std::optional<std::array<bool, 2>> wanted_solid_; // overrides is_solid of the sides
    ShapePairJob builder_;
    std::string error_;
    std::vector<Fault> faults_;
    std::optional<Fault> requested_fault_;
};

std::string name_of(const PairMeshes::Fault& fault); // "node 7 of A"

} // namespace boxwood
