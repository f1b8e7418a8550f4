#include "collision/query/any_hierarchy.hpp"

#include "collision/hierarchy/refit.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Calls apply with a null pointer to each type of hierarchy there is; stops when it returns true.
template <class Apply, std::size_t... kIndex>
bool find_type(Apply&& apply, std::index_sequence<kIndex...>) {
    return (apply(static_cast<std::variant_alternative_t<kIndex, HierarchyVariant>*>(nullptr)) || ...);
}
template <class Apply>
bool find_type(Apply&& apply) {
    return find_type(apply, std::make_index_sequence<std::variant_size_v<HierarchyVariant>>());
}

void append_new(std::string_view name, std::vector<std::string_view>& io_names) {
    if (std::find(io_names.begin(), io_names.end(), name) == io_names.end()) io_names.push_back(name);
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
    if (mesh.triangles.empty()) return Error{"the mesh has no triangles to build a hierarchy over"};
    return ok();
}

const Builder& builder_named(const std::string& name) {
    return *std::find_if(kAllBuilders.begin(), kAllBuilders.end(),
                         [&](const Builder& b) { return b.name == name; });
}

} // namespace

std::vector<std::string_view> list_hierarchy_kinds() {
    std::vector<std::string_view> names;
    find_type([&]<class H>(H*) { return append_new(H::kKind, names), false; });
    return names;
}

std::vector<std::string_view> list_volumes() {
    std::vector<std::string_view> names;
    find_type([&]<class H>(H*) { return append_new(H::VolumeType::kName, names), false; });
    return names;
}

std::vector<std::string_view> list_builders() {
    std::vector<std::string_view> names;
    for (const Builder& builder : kAllBuilders) names.push_back(builder.name);
    return names;
}

std::size_t AnyHierarchy::node_count() const {
    return std::visit([](const auto& tree) { return tree.nodes.size(); }, tree_);
}

std::size_t AnyHierarchy::primitive_count() const {
    return std::visit([](const auto& tree) { return std::size_t{tree.primitive_count}; }, tree_);
}

Aabb AnyHierarchy::bounds() const {
    return std::visit([](const auto& tree) { return tree.nodes[0].volume; }, tree_);
}

void AnyHierarchy::refit(const MeshView& mesh) {
    std::visit([&](auto& tree) { boxwood::refit(tree, mesh); }, tree_);
}

HierarchyQuality AnyHierarchy::measure() const {
    return std::visit([](const auto& tree) { return measure_quality(tree); }, tree_);
}

std::optional<HierarchyDefect> AnyHierarchy::validate(const MeshView& mesh) const {
    return std::visit([&](const auto& tree) { return find_defect(tree, mesh); }, tree_);
}

void AnyHierarchy::collect_boxes(std::uint32_t first_depth, std::uint32_t last_depth,
                                 std::vector<NodeBox>& out_boxes) const {
    const auto collect = [&](const auto& tree) {
        const std::vector<std::uint32_t> depths = compute_depths(tree);
        for (std::uint32_t i = 0; i < depths.size(); ++i)
            if (first_depth <= depths[i] && depths[i] <= last_depth)
                out_boxes.push_back({tree.nodes[i].volume, i, depths[i], tree.nodes[i].is_leaf()});
    };
    std::visit(collect, tree_);
}

Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& config, const MeshView& mesh,
                                         Executor& executor) {
    if (const Status status = check(config, mesh); !status) return status.error();
    Bvh<Aabb> boxes =
        builder_named(config.builder).build(make_primitive_boxes(mesh), config.leaf_size, executor);
    HierarchyVariant tree;
    const bool is_found = find_type([&]<class H>(H*) {
        if (H::kKind != config.kind || H::VolumeType::kName != config.volume) return false;
        tree = fit_volumes<typename H::VolumeType>(std::move(boxes), mesh);
        return true;
    });
    if (!is_found) return Error{"kind '" + config.kind + "' does not take volume '" + config.volume + "'"};
    return AnyHierarchy(std::move(tree), config);
}

Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& config, const MeshView& mesh) {
    SerialExecutor serial;
    return build_any_hierarchy(config, mesh, serial);
}

} // namespace boxwood
