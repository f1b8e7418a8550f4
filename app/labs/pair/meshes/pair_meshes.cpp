#include "app/labs/pair/meshes/pair_meshes.hpp"

#include "app/labs/settings/hierarchy_fields.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/measure.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Whether the shape can be used without a build. Polytopes are rebuilt as surfaces, because the library chose their
// hierarchy and they cannot be scaled.
bool is_ready(const Shape& shape, const HierarchyConfig& config) {
    return !shape.polytope() && shape.hierarchy() && shape.hierarchy()->config() == config;
}

} // namespace

Status PairMeshes::load_built_in() {
    const std::array<std::pair<const char*, Mesh>, 2> built_in{
        std::pair{"rock", make_bumpy_sphere({.frequency = 32, .seed = 11})},
        std::pair{"torus knot",
                  make_torus_knot({.major_radius = 0.5, .minor_radius = 0.22, .tube_radius = 0.09})}};
    for (const BodyId side : kBothBodies) {
        Result<std::shared_ptr<Shape>> shape = make_shape(built_in[side].second.view(), config_);
        if (!shape) return shape.error();
        sides_[side] = {built_in[side].first,  *shape, make_report(built_in[side].second.view()), false, true,
                        static_cast<int>(side)};
    }
    return ok();
}

// --- replacements -----------------------------------------------------------------------------------

bool PairMeshes::open(const std::vector<UserMesh>& meshes, BodyId selected) {
    PairSides sides = latest();
    const auto make_side = [this](const UserMesh& mesh) {
        return PairSide{
            mesh.name,      mesh.shape, make_report(mesh.shape->mesh()), true, mesh.shape->is_solid(),
            ++last_mesh_id_};
    };
    if (meshes.size() == 2)
        sides = {make_side(meshes[0]), make_side(meshes[1])};
    else
        sides[selected] = make_side(meshes[0]);
    if (pending_) pending_->at.reset(); // the poses belong to other meshes
    return build_sides(std::move(sides), wanted_);
}

bool PairMeshes::choose(const HierarchyConfig& config) {
    const bool is_same = resolved(config) == resolved(wanted_);
    wanted_ = config;
    if (is_same && are_loaded()) return false;
    error_.clear();
    if (!are_loaded()) { // load_built_in() will build the hierarchies
        installed_ = config;
        config_ = resolved(config);
        return false;
    }
    return build_sides(latest(), config);
}

bool PairMeshes::restore_meshes(const Snapshot& snapshot, const Placement& at) {
    const bool is_complete = build_sides(snapshot.sides, wanted_);
    pending_->at = at;
    return is_complete;
}

bool PairMeshes::build_sides(PairSides sides, const HierarchyConfig& wanted) {
    const HierarchyConfig config = resolved(wanted);
    error_.clear(); // it belongs to an earlier build
    builder_.cancel();
    pending_ = Pending{std::move(sides), pending_ ? pending_->at : std::nullopt};
    const PairSides& requested = pending_->sides;
    if (faults_.empty() &&
        std::ranges::all_of(requested, [&](const PairSide& side) { return is_ready(*side.shape, config); }))
        return true;
    builder_.start([meshes = ShapePair{requested[kBodyA].shape, requested[kBodyB].shape}, config] {
        return build_shape_pair(meshes, config);
    });
    return false;
}

void PairMeshes::cancel() {
    builder_.cancel();
    pending_.reset();
    wanted_ = installed_;
}

PairMeshes::Built PairMeshes::take_built() {
    std::optional<Result<BuiltShapes>> outcome = builder_.take_result();
    if (!outcome) return Built::nothing;
    if (!*outcome) {
        error_ = outcome->error().message;
        return Built::failed;
    }
    for (const BodyId id : kBothBodies) pending_->sides[id].shape = (*outcome)->shapes[id];
    return Built::ready;
}

bool PairMeshes::pending_meshes_have_poses() const {
    return std::ranges::none_of(pending_->sides, &PairSide::is_new);
}

std::optional<Placement> PairMeshes::install() {
    sides_ = std::move(pending_->sides);
    for (PairSide& side : sides_) side.is_new = false;
    const std::optional<Placement> at = pending_->at;
    pending_.reset();
    installed_ = wanted_;
    config_ = resolved(wanted_);
    faults_.clear();
    return at;
}

bool PairMeshes::set_pending_placement(const Placement& at) {
    if (!pending_) return false;
    if (pending_->at) pending_->at = at; // install() must not restore an older pose
    const auto is_other = [this](BodyId id) { return pending_->sides[id].mesh != sides_[id].mesh; };
    if (!pending_meshes_have_poses() || std::ranges::none_of(kBothBodies, is_other)) return false;
    pending_->at = at;
    return true;
}

// --- undo -------------------------------------------------------------------------------------------------

bool PairMeshes::has_other_meshes(const Snapshot& snapshot) const {
    const PairSides& now = latest();
    return snapshot.sides[kBodyA].mesh != now[kBodyA].mesh || snapshot.sides[kBodyB].mesh != now[kBodyB].mesh;
}

bool PairMeshes::try_restore(const Snapshot& snapshot) {
    if (snapshot.config != config_) return false;
    for (const BodyId id : kBothBodies) sides_[id].shape = snapshot.sides[id].shape;
    faults_ = snapshot.faults;
    return true;
}

// --- solids -----------------------------------------------------------------------------------------------

// Copies a shape before it becomes solid or a surface, because other labs can share it.
std::vector<std::string> PairMeshes::declare_solids() {
    std::vector<std::string> notes;
    for (const BodyId id : kBothBodies) {
        PairSide& side = sides_[id];
        if (wanted_solid_) side.is_solid = (*wanted_solid_)[id];
        if (side.shape->is_solid() == side.is_solid) continue;
        side.shape = make_unchecked_shape(side.shape->mesh(), *side.shape->hierarchy());
        if (!side.is_solid) continue;
        if (const Status status = side.shape->declare_solid(); !status) {
            notes.push_back(side.name + " is not solid and stays a surface: " + status.error().message);
            side.is_solid = false;
            if (wanted_solid_) (*wanted_solid_)[id] = false;
        }
    }
    return notes;
}

// --- settings ---------------------------------------------------------------------------------------------

void PairMeshes::add_hierarchy_settings(SettingTable& io_table,
                                        std::function<void(const HierarchyConfig&)> choose) {
    io_table.begin_group("Hierarchy");
    boxwood::add_hierarchy_settings(
        io_table, [this] { return wanted_; }, std::move(choose));
}

void PairMeshes::add_solid_setting(SettingTable& io_table, std::function<void()> rebuild_world) {
    io_table.begin_group("Meshes");
    io_table.add(choice(
        {"solid", "Solid",
         "Meshes that are solid, so that a mesh inside them is in contact. The generated meshes are solid; "
         "opened "
         "files are surfaces. A mesh that is not closed stays a surface, and a message names its first "
         "open edge"},
        {{"none"}, {"a"}, {"b"}, {"both"}}, 3,
        {[this] { return (is_solid_wanted(kBodyA) ? 1.0 : 0.0) + (is_solid_wanted(kBodyB) ? 2.0 : 0.0); },
         [this, rebuild_world = std::move(rebuild_world)](double v) {
             const int bits = static_cast<int>(v);
             wanted_solid_ = {(bits & 1) != 0, (bits & 2) != 0};
             if (are_loaded()) rebuild_world();
         }}));
}

} // namespace boxwood
