#include "collision/query/any_hierarchy.hpp"

#include "collision/core/check.hpp"
#include "collision/core/executor.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/stored_bvh8.hpp"

#include <algorithm>
#include <atomic>

namespace boxwood {
namespace {

template <class... Named>
std::vector<std::string_view> names_of(const std::tuple<Named...>*) {
    return {Named::kName...};
}

Error make_unknown(const char* what, const std::string& name, const std::vector<std::string_view>& known) {
    std::string message = std::string("unknown ") + what + " '" + name + "'; known:";
    for (const std::string_view k : known) message.append(" ").append(k);
    return {message};
}

bool is_known(const std::string& name, const std::vector<std::string_view>& known) {
    return std::find(known.begin(), known.end(), name) != known.end();
}

Status check(const HierarchyConfig& config, const MeshView& mesh) {
    if (!is_known(config.kind, list_hierarchy_kinds()))
        return make_unknown("kind", config.kind, list_hierarchy_kinds());
    if (!is_known(config.volume, list_volumes()))
        return make_unknown("volume", config.volume, list_volumes());
    if (!is_known(config.builder, list_builders()))
        return make_unknown("builder", config.builder, list_builders());
    if (config.leaf_size < 1 || config.leaf_size > kMaxLeafSize)
        return Error{"leaf size " + std::to_string(config.leaf_size) + " is outside 1 to " +
                     std::to_string(kMaxLeafSize)};
    if (Status status = check_mesh(mesh); !status) return Error{"mesh: " + status.error().message};
    return ok();
}

template <class Kind, class... V>
bool takes(std::string_view kind, std::string_view volume, const std::tuple<V...>*) {
    return Kind::kName == kind && ((Kind::template kTakes<V> && V::kName == volume) || ...);
}
template <class... Kind>
bool any_takes(std::string_view kind, std::string_view volume, const std::tuple<Kind...>*) {
    return (takes<Kind>(kind, volume, static_cast<const AllVolumes*>(nullptr)) || ...);
}

const Builder& builder_named(const std::string& name) {
    return *std::find_if(kAllBuilders.begin(), kAllBuilders.end(),
                         [&](const Builder& b) { return b.name == name; });
}

} // namespace

bool takes_volume(std::string_view kind, std::string_view volume) {
    return any_takes(kind, volume, static_cast<const AllKinds*>(nullptr));
}

HierarchyConfig resolved(HierarchyConfig config) {
    if (config.kind.empty())
        config.kind = takes_volume(Bvh8Kind::kName, config.volume) ? Bvh8Kind::kName : Bvh2Kind::kName;
    return config;
}

std::vector<std::string_view> list_hierarchy_kinds() {
    return names_of(static_cast<const AllKinds*>(nullptr));
}

std::vector<std::string_view> list_volumes() {
    return names_of(static_cast<const AllVolumes*>(nullptr));
}

std::vector<std::string_view> list_builders() {
    std::vector<std::string_view> names;
    for (const Builder& builder : kAllBuilders) names.push_back(builder.name);
    return names;
}

AnyHierarchy::AnyHierarchy(HierarchyVariant tree, HierarchyConfig config, std::size_t vertex_count)
    : tree_(std::make_unique<HierarchyVariant>(std::move(tree)))
    , config_(std::move(config))
    , vertex_count_(vertex_count) {
    BOXWOOD_REQUIRE(primitive_count() > 0);
}

AnyHierarchy::~AnyHierarchy() = default;
AnyHierarchy::AnyHierarchy(AnyHierarchy&&) noexcept = default;
AnyHierarchy& AnyHierarchy::operator=(AnyHierarchy&&) noexcept = default;

AnyHierarchy::AnyHierarchy(const AnyHierarchy& other)
    : tree_(std::make_unique<HierarchyVariant>(other.tree()))
    , config_(other.config_)
    , vertex_count_(other.vertex_count_)
    , revision_(other.revision_) {}

AnyHierarchy& AnyHierarchy::operator=(const AnyHierarchy& other) {
    if (this == &other) return *this;
    if (tree_ != nullptr)
        *tree_ = other.tree(); // reuses the allocated arrays
    else
        tree_ = std::make_unique<HierarchyVariant>(other.tree());
    config_ = other.config_;
    vertex_count_ = other.vertex_count_;
    revision_ = other.revision_;
    return *this;
}

const HierarchyVariant& AnyHierarchy::tree() const {
    BOXWOOD_REQUIRE(tree_ != nullptr); // moved-from
    return *tree_;
}

HierarchyVariant& AnyHierarchy::edit_tree() {
    BOXWOOD_REQUIRE(tree_ != nullptr); // moved-from
    revision_ = next_revision();
    return *tree_;
}

std::size_t AnyHierarchy::node_count() const {
    return std::visit([](const auto& tree) { return node_count_of(tree); }, tree());
}

std::size_t AnyHierarchy::primitive_count() const {
    return std::visit([](const auto& tree) { return primitive_count_of(tree); }, tree());
}

Aabb AnyHierarchy::bounds() const {
    return std::visit([](const auto& tree) { return tree.volume(tree.root()).bounds(); }, tree());
}

std::span<const std::string_view> AnyHierarchy::axis_names() const {
    return std::visit(
        []<class H>(const H&) { return std::span<const std::string_view>(H::VolumeType::kAxisNames); },
        tree());
}

std::uint64_t AnyHierarchy::next_revision() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Status AnyHierarchy::begin_refit(const MeshView& mesh) {
    if (Status status = check_mesh(mesh); !status) return Error{"mesh: " + status.error().message};
    if (mesh.triangles.size() != primitive_count())
        return Error{"mesh: has " + std::to_string(mesh.triangles.size()) +
                     " triangles, but the hierarchy was built for " + std::to_string(primitive_count())};
    revision_ = next_revision();
    vertex_count_ = mesh.positions.size();
    return ok();
}

Result<std::uint64_t> AnyHierarchy::refit(const MeshView& mesh) {
    if (Status status = begin_refit(mesh); !status) return status.error();
    std::visit([&](auto& tree) { boxwood::refit(tree, mesh); }, *tree_);
    return node_count();
}

Result<std::uint64_t> AnyHierarchy::refit(const MeshView& mesh, Executor& executor) {
    if (Status status = begin_refit(mesh); !status) return status.error();
    std::visit(
        [&](auto& tree) {
            if constexpr (requires { boxwood::refit(tree, mesh, executor); })
                boxwood::refit(tree, mesh, executor);
            else
                boxwood::refit(tree, mesh);
        },
        *tree_);
    return node_count();
}

namespace {

struct BuildInput {
    const HierarchyConfig& config;
    const MeshView& mesh;
    Executor& executor;
};

// Builds the tree if the configuration names Kind and V and if Kind takes V. Returns true if it built the tree.
template <class Kind, class V>
bool build_if_named(const BuildInput& in, std::optional<HierarchyVariant>& out_tree) {
    if constexpr (Kind::template kTakes<V>) {
        if (Kind::kName != in.config.kind || V::kName != in.config.volume) return false;
        out_tree = Kind::template build<V>(in.mesh, builder_named(in.config.builder), in.config.leaf_size,
                                           in.executor);
        return true;
    } else {
        return false;
    }
}
template <class Kind, class... V>
bool build_kind(const BuildInput& in, std::optional<HierarchyVariant>& out_tree, const std::tuple<V...>*) {
    return (build_if_named<Kind, V>(in, out_tree) || ...);
}
template <class... Kind>
bool build_named(const BuildInput& in, std::optional<HierarchyVariant>& out_tree,
                 const std::tuple<Kind...>*) {
    return (build_kind<Kind>(in, out_tree, static_cast<const AllVolumes*>(nullptr)) || ...);
}

// Returns a text that lists the volumes that this kind takes and gives the reason. Empty if it takes all volumes.
template <class... Kind>
std::string takes_only(std::string_view name, const std::tuple<Kind...>*) {
    std::string_view only;
    const auto check_kind = [&]<class One>(std::type_identity<One>) {
        if constexpr (requires { One::kTakesOnly; })
            if (One::kName == name) only = One::kTakesOnly;
    };
    (check_kind(std::type_identity<Kind>{}), ...);
    return std::string(only);
}

} // namespace

Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& requested, const MeshView& mesh,
                                         Executor& executor) {
    const HierarchyConfig config = resolved(requested);
    if (const Status status = check(config, mesh); !status) return status.error();
    std::optional<HierarchyVariant> tree;
    if (!build_named({config, mesh, executor}, tree, static_cast<const AllKinds*>(nullptr)))
        return Error{"kind '" + config.kind + "' does not take volume '" + config.volume + "', only " +
                     takes_only(config.kind, static_cast<const AllKinds*>(nullptr))};
    return AnyHierarchy(std::move(*tree), config, mesh.positions.size());
}

Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& config, const MeshView& mesh) {
    SerialExecutor serial;
    return build_any_hierarchy(config, mesh, serial);
}

const Bvh8* find_bvh8(const AnyHierarchy& hierarchy) {
    return std::get_if<Bvh8>(&hierarchy.tree());
}

Result<AnyHierarchy> adopt_bvh8(Bvh8 tree, const HierarchyConfig& config, const MeshView& mesh) {
    if (const std::optional<ValidationError> defect = find_defect(tree, mesh)) return Error{defect->message};
    return AnyHierarchy(HierarchyVariant(std::move(tree)), config, mesh.positions.size());
}

} // namespace boxwood
