#include "collision/api/mesh.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/read_arrays.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>
#include <string>

namespace boxwood::api {
namespace detail {
namespace {

// Triangles per leaf, chosen by measurement. Leaves of four take two thirds of the memory of leaves of two.
constexpr std::uint32_t kLeaf = 2, kCompactLeaf = 4;
// Update::automatic rebuilds a hierarchy above this ratio of its cost to its cost after the last build. The area policy
// of the deformation lab uses the same ratio (docs/settings.md).
constexpr double kMaxCostRatio = 1.6;
// Measuring the cost takes longer than a refit, so it is measured only after the first refit and every fourth refit
// from there on.
constexpr std::uint32_t kRefitsPerCheck = 4;

std::atomic<std::uint64_t> g_last_revision{0}, g_update_count{0};

std::uint64_t next_revision() {
    return g_last_revision.fetch_add(1, std::memory_order_relaxed) + 1;
}

Status check(const MeshView& mesh) {
    const Status status = check_mesh(mesh);
    return status ? status : Status{Error{"mesh: " + status.error().message}};
}

// Neither build() nor refit() can fail, because the mesh was checked when the state was created.
AnyHierarchy build(Slot slot, const MeshView& mesh, Executor* executor) {
    return require_ok(executor ? build_any_hierarchy(config_of(slot), mesh, *executor)
                               : build_any_hierarchy(config_of(slot), mesh));
}
void refit(AnyHierarchy& io_tree, const MeshView& mesh, Executor* executor) {
    require_ok(executor ? io_tree.refit(mesh, *executor) : io_tree.refit(mesh));
}

double cost_of(const AnyHierarchy& tree) {
    return tree.measure().surface_area_cost;
}

std::size_t bytes_of(const AnyHierarchy* tree) {
    if (tree == nullptr) return 0;
    return static_cast<std::size_t>(
        tree->measure().bytes_per_primitive * static_cast<double>(tree->primitive_count()) + 0.5);
}

// Derives the hierarchy in `slot` of the new state from the hierarchy of the old state. Reuses the memory of an older
// state, `spare`, if it is not null.
void carry_over(const MeshState& from, MeshState* spare, std::size_t slot, Update how, bool checks_cost,
                Executor* executor, MeshState& io_to) {
    const AnyHierarchy* const tree = from.trees[slot].get();
    if (tree == nullptr) return;
    if (how == Update::rebuild)
        return io_to.trees[slot].build([&] { return build(Slot(slot), io_to.view(), executor); });
    double cost = from.cost_when_built[slot];
    if (cost == 0.0) cost = cost_of(*tree); // not refitted yet
    io_to.trees[slot].build([&] {
        const AnyHierarchy* const of_spare = spare ? spare->trees[slot].get() : nullptr;
        AnyHierarchy fitted = of_spare ? std::move(*const_cast<AnyHierarchy*>(of_spare)) : *tree;
        if (of_spare) fitted = *tree;
        refit(fitted, io_to.view(), executor);
        if (checks_cost && cost_of(fitted) > kMaxCostRatio * cost) {
            fitted = build(Slot(slot), io_to.view(), executor);
            cost = cost_of(fitted);
        }
        return fitted;
    });
    io_to.cost_when_built[slot] = cost;
}

} // namespace

std::uint64_t update_count() {
    return g_update_count.load();
}

std::unique_ptr<MeshState> ShapeData::take_unread_state() {
    for (std::size_t counter = 0; counter < readers.size(); ++counter)
        if (readers[counter].load() == 0)
            for (ReplacedState& old : replaced) old.has_drained[counter] = true;
    std::unique_ptr<MeshState> newest;
    for (ReplacedState& old : replaced)
        if (old.has_drained[0] && old.has_drained[1]) newest = std::move(old.state);
    std::erase_if(replaced, [](const ReplacedState& old) { return old.state == nullptr; });
    const std::uint32_t other = 1 - counter_of_new_readers.load();
    if (readers[other].load() == 0) counter_of_new_readers = other;
    return newest;
}

HierarchyConfig config_of(Slot slot) {
    switch (slot) {
    case Slot::boxes:
        return {.kind = "bvh8", .volume = "aabb", .builder = "binned-sah", .leaf_size = kLeaf};
    case Slot::oriented:
        return {.kind = "bvh8", .volume = "obb", .builder = "binned-sah", .leaf_size = kLeaf};
    case Slot::compact:
        break;
    }
    return {.kind = "bvh8", .volume = "aabb", .builder = "binned-sah", .leaf_size = kCompactLeaf};
}

Slot contact_slot(Preset preset) {
    if (preset == Preset::small_memory) return Slot::compact;
    return preset == Preset::distance ? Slot::oriented : Slot::boxes;
}

Slot distance_slot(Preset preset) {
    if (preset == Preset::small_memory) return Slot::compact;
    return preset == Preset::general || preset == Preset::distance ? Slot::oriented : Slot::boxes;
}

// With an executor, the hierarchy is built outside the lock, because a thread that waits for the executor can run a
// task that needs the same hierarchy. If two threads build it, both get the same bits; the first result is stored and
// the second is discarded.
const AnyHierarchy& MeshState::tree(Slot slot, Executor* executor) const {
    BuiltOnce<AnyHierarchy>& built = trees[static_cast<std::size_t>(slot)];
    if (built.get() == nullptr && executor != nullptr) {
        AnyHierarchy tree = build(slot, view(), executor);
        built.build([&] { return std::move(tree); });
    } else {
        built.build([&] { return build(slot, view(), nullptr); });
    }
    return *built.get();
}

const MeshShells& MeshState::shells() const {
    if (solid_shells) return *solid_shells;
    surface_shells.build([&] { return MeshShells::of_surface(view()); });
    return *surface_shells.get();
}

const std::shared_ptr<boxwood::Shape>& MeshState::world_shape(Slot slot) const {
    built_world_shape.build([&] {
        std::shared_ptr<boxwood::Shape> shape = make_unchecked_shape(view(), tree(slot, nullptr));
        if (solid_shells) require_ok(shape->declare_solid()); // checked when the state was created
        return shape;
    });
    return *built_world_shape.get();
}

} // namespace detail

using detail::MeshReader;
using detail::MeshState;
using detail::ShapeData;
using detail::Slot;

Result<Mesh> Mesh::create(PointsView positions, TrianglesView triangles, const MeshOptions& options) {
    if (options.preset > Preset::small_memory) return Error{"mesh: unknown preset"};
    if (!(options.max_rounding >= 0.0)) return Error{"mesh: max_rounding must be a number of at least 0"};
    auto state = std::make_unique<MeshState>();
    auto indices = std::make_shared<std::vector<TriangleIndices>>();
    if (const Status status = detail::read_points(positions, options.max_rounding, state->positions); !status)
        return Error{"mesh: " + status.error().message};
    if (const Status status = detail::read_triangles(triangles, state->positions.size(), *indices); !status)
        return Error{"mesh: " + status.error().message};
    state->triangles = std::move(indices);
    if (const Status status = detail::check(state->view()); !status) return status.error();
    if (options.solid) {
        Result<MeshShells> shells = MeshShells::of_solid(state->view());
        if (!shells) return Error{"mesh: is not solid: " + shells.error().message};
        state->solid_shells = std::make_shared<const MeshShells>(std::move(*shells));
    }
    state->bounds = Aabb::fit(state->positions);
    state->revision = detail::next_revision();
    auto data = std::make_shared<ShapeData>();
    data->is_solid = options.solid;
    data->mesh = state.release();
    data->preset = options.preset;
    data->max_rounding = options.max_rounding;
    return Mesh(std::move(data));
}

Preset Mesh::preset() const {
    return data().preset.load();
}

void Mesh::prepare(Preset preset, Context& context) {
    BOXWOOD_REQUIRE(preset <= Preset::small_memory);
    const MeshReader state(data());
    state->tree(detail::contact_slot(preset), context.executor());
    state->tree(detail::distance_slot(preset), context.executor());
    data_->preset = preset;
}

Status Mesh::update(PointsView positions, Update how, Context& context) {
    if (how > Update::rebuild) return Error{"mesh: unknown kind of update"};
    data();
    ShapeData& shape = *data_;
    const std::lock_guard guard(shape.update_lock);
    // Only update() replaces the state, so `old` stays valid while the lock is held.
    const MeshState& old = *shape.mesh.load();
    if (positions.size() != old.positions.size())
        return Error{"mesh: has " + std::to_string(old.positions.size()) + " vertices, but the update has " +
                     std::to_string(positions.size())};
    const std::unique_ptr<MeshState> spare = shape.take_unread_state();
    auto state = std::make_unique<MeshState>();
    if (spare) state->positions = std::move(spare->positions);
    if (const Status status = detail::read_points(positions, shape.max_rounding, state->positions); !status)
        return Error{"mesh: " + status.error().message};
    state->triangles = old.triangles;
    if (const Status status = detail::check(state->view()); !status) return status;
    state->solid_shells = old.solid_shells;
    if (old.solid_shells && !old.solid_shells->are_still_joined(state->view())) {
        Result<MeshShells> shells = MeshShells::of_solid(state->view());
        if (!shells)
            return Error{"mesh: would no longer be solid after the update: " + shells.error().message};
        state->solid_shells = std::make_shared<const MeshShells>(std::move(*shells));
    }
    state->bounds = Aabb::fit(state->positions);
    state->revision = detail::next_revision();
    const bool checks_cost = how == Update::automatic && old.refits_until_check == 0;
    state->refits_until_check = checks_cost                   ? detail::kRefitsPerCheck - 1
                                : old.refits_until_check == 0 ? 0
                                                              : old.refits_until_check - 1;
    for (std::size_t slot = 0; slot < detail::kSlots; ++slot)
        detail::carry_over(old, spare.get(), slot, how, checks_cost, context.executor(), *state);

    shape.replaced.reserve(shape.replaced.size() + 1); // no exception after the exchange
    shape.replaced.push_back({std::unique_ptr<MeshState>(shape.mesh.exchange(state.release())), {}});
    detail::g_update_count.fetch_add(1);
    // The next update of a deforming mesh reuses the memory of the replaced state. For other meshes, replaced states
    // without readers are freed.
    if (shape.preset.load() != Preset::deforming) static_cast<void>(shape.take_unread_state());
    return ok();
}

std::uint64_t Mesh::revision() const {
    return MeshReader(data())->revision;
}

std::vector<Vec3> Mesh::positions() const {
    const MeshReader state(data());
    std::vector<Vec3> all;
    all.reserve(state->positions.size());
    for (const glm::vec3& p : state->positions) all.push_back(Vec3(p));
    return all;
}

std::vector<std::array<std::uint32_t, 3>> Mesh::triangles() const {
    return *MeshReader(data())->triangles;
}

MeshMemory Mesh::memory() const {
    const MeshReader state(data());
    MeshMemory bytes;
    bytes.positions = state->positions.capacity() * sizeof(glm::vec3);
    bytes.triangles = state->triangles->capacity() * sizeof(TriangleIndices);
    for (const Slot slot : {Slot::boxes, Slot::compact})
        bytes.contact_hierarchy += detail::bytes_of(state->trees[static_cast<std::size_t>(slot)].get());
    bytes.distance_hierarchy = detail::bytes_of(state->trees[static_cast<std::size_t>(Slot::oriented)].get());
    if (const std::shared_ptr<boxwood::Shape>* shape = state->built_world_shape.get())
        bytes.world = state->positions.size() * sizeof(glm::vec3) +
                      state->triangles->size() * sizeof(TriangleIndices) +
                      detail::bytes_of((*shape)->hierarchy());
    return bytes;
}

} // namespace boxwood::api
