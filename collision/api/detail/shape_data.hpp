// What: the data that the handles of the facade refer to. Internal: not installed.
// Invariants: a MeshState is immutable once published, except for its BuiltOnce members. A reader increments one of the
//             two counters in ShapeData::readers before it loads the state. update() exchanges the state before it
//             looks for readers, and frees a replaced state only after it has found each counter at 0. These operations
//             are sequentially consistent. Therefore either the reader loads the new state, or update() finds the
//             reader. New readers use one counter until the other is 0. Each counter can therefore reach 0, and
//             replaced states are freed, even if at least one query is always in progress.
// Cost: an atomic increment and an atomic decrement for each mesh in a query.
#pragma once

#include "collision/api/mesh.hpp"
#include "collision/core/built_once.hpp"
#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/world/shape.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace boxwood::api::detail {

// The hierarchies that a mesh can have. The preset determines which one a query uses.
enum class Slot : std::uint8_t { boxes, oriented, compact };
inline constexpr std::size_t kSlots = 3;

HierarchyConfig config_of(Slot slot);
Slot contact_slot(Preset preset);
Slot distance_slot(Preset preset);

// The number of updates of all meshes of the process. An update is counted after its state has been published: a thread
// that loads this number and then the state of a mesh sees all counted updates.
std::uint64_t update_count();

struct MeshState {
    std::vector<glm::vec3> positions;
    std::shared_ptr<const std::vector<TriangleIndices>> triangles;
    Aabb bounds;
    std::uint64_t revision = 0;
    // HierarchyQuality::surface_area_cost of each hierarchy when it was last built; 0 if unknown.
    std::array<double, kSlots> cost_when_built{};
    std::uint32_t refits_until_check = 0; // number of refits before the cost is checked again
    mutable std::array<BuiltOnce<AnyHierarchy>, kSlots> trees;
    std::shared_ptr<const MeshShells> solid_shells; // of a solid; states share them
    mutable BuiltOnce<MeshShells> surface_shells;   // of a surface, for queries against a solid
    mutable BuiltOnce<std::shared_ptr<boxwood::Shape>> built_world_shape;

    MeshView view() const { return {positions, *triangles}; }
    const AnyHierarchy& tree(Slot slot, Executor* executor) const; // builds it if necessary
    const MeshShells& shells() const;
    const std::shared_ptr<boxwood::Shape>& world_shape(Slot slot) const;
};

struct ShapeData {
    ShapeKind kind = ShapeKind::mesh;
    bool is_solid = true;
    std::atomic<void*> user_data{nullptr};

    // Meshes.
    std::atomic<MeshState*> mesh{nullptr};
    mutable std::array<std::atomic<std::uint32_t>, 2> readers{};
    std::atomic<std::uint32_t> counter_of_new_readers{0}; // index in `readers`
    std::atomic<Preset> preset{Preset::general};
    double max_rounding = 0.0;
    struct ReplacedState {
        std::unique_ptr<MeshState> state;
        std::array<bool, 2> has_drained{}; // for each counter: it was 0 after the state had been replaced
    };
    std::mutex update_lock; // guards `replaced` and the exchange of `mesh`
    std::vector<ReplacedState> replaced;
    // Removes all replaced states without readers, and returns the newest of them. Requires update_lock.
    std::unique_ptr<MeshState> take_unread_state();

    // Convex shapes and compounds. For a sphere or capsule, the axis as a mesh of one degenerate triangle.
    std::shared_ptr<boxwood::Shape> solid;
    double radius = 0.0;                               // of a sphere or capsule
    std::unique_ptr<const HullHierarchyState> at_rest; // of a compound

    ShapeData() = default;
    ~ShapeData() { delete mesh.load(); }
    ShapeData(const ShapeData&) = delete;
    ShapeData& operator=(const ShapeData&) = delete;

    bool is_round() const { return kind == ShapeKind::sphere || kind == ShapeKind::capsule; }
};

// Holds the state of a mesh for the duration of a query.
class MeshReader {
  public:
    explicit MeshReader(const ShapeData& data)
        : readers_(data.readers[data.counter_of_new_readers.load(std::memory_order_relaxed)]) {
        readers_.fetch_add(1);
        state_ = data.mesh.load();
    }
    ~MeshReader() { readers_.fetch_sub(1, std::memory_order_release); }
    MeshReader(const MeshReader&) = delete;
    MeshReader& operator=(const MeshReader&) = delete;

    const MeshState* operator->() const { return state_; }
    const MeshState& operator*() const { return *state_; }

  private:
    std::atomic<std::uint32_t>& readers_;
    const MeshState* state_ = nullptr;
};

} // namespace boxwood::api::detail
