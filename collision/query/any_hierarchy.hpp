// What: a hierarchy of any kind, volume and builder, chosen at run time by name.
// Frame: the mesh's own.
// Invariants: a query between two hierarchies of the same type dispatches to the types once per pair of meshes, outside
//     the traversal loop.
// Degenerate input: unknown names, a kind that does not take the volume, a leaf size outside 1 to kMaxLeafSize and a
//     mesh that check_mesh rejects are Errors. The Error for an unknown name lists the known names.
// Cost: that of the builder, the refit or the query to which a call dispatches, plus the dispatch.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/hierarchy_quality.hpp"
#include "collision/hierarchy/leaf_size.hpp"
#include "collision/hierarchy/validation_error.hpp"
#include "collision/volumes/aabb.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

class Executor;
class HierarchyVariant;

// The default is the fastest configuration for contact queries on all measured models (docs/hierarchies.md). For
// distance queries, use default_config(QueryMode) of mesh_query.hpp.
struct HierarchyConfig {
    std::string kind{}; // empty: "bvh8" if that kind takes the volume, else "bvh2"
    std::string volume = "aabb";
    std::string builder = "binned-sah";
    std::uint32_t leaf_size = 2; // maximum number of primitives per leaf, 1 to kMaxLeafSize

    friend bool operator==(const HierarchyConfig&, const HierarchyConfig&) = default;
};

// Returns the config with an empty kind replaced by "bvh8" or "bvh2". The config() of a built hierarchy names its kind.
HierarchyConfig resolved(HierarchyConfig config);

// Whether hierarchies of this kind can have nodes of this volume; false for unknown names.
bool takes_volume(std::string_view kind, std::string_view volume);

// The names that HierarchyConfig accepts.
std::vector<std::string_view> list_hierarchy_kinds();
std::vector<std::string_view> list_volumes();
std::vector<std::string_view> list_builders();

// The box of a node, or the box around its volume, for display.
struct NodeBox {
    Aabb box;
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    bool is_leaf = false;
};

class AnyHierarchy {
  public:
    // Takes an existing tree over a mesh of vertex_count vertices. Does not check the tree; validate() does. Requires
    // at least one primitive.
    AnyHierarchy(HierarchyVariant tree, HierarchyConfig config, std::size_t vertex_count);
    ~AnyHierarchy();
    AnyHierarchy(const AnyHierarchy& other);
    AnyHierarchy& operator=(const AnyHierarchy& other);
    // A moved-from hierarchy can only be assigned to or destroyed; functions that need its tree abort with a message.
    AnyHierarchy(AnyHierarchy&& other) noexcept;
    AnyHierarchy& operator=(AnyHierarchy&& other) noexcept;

    // The type is defined in hierarchy_types.hpp.
    const HierarchyVariant& tree() const;
    // The tree for an edit. Call it before each edit, because the call changes revision(). Edits must preserve the
    // invariants of the tree's type.
    HierarchyVariant& edit_tree();
    // Identifies the state of the hierarchy. Two hierarchies with the same revision are copies in the same state.
    std::uint64_t revision() const { return revision_; }
    const HierarchyConfig& config() const { return config_; }
    std::size_t node_count() const;
    std::size_t primitive_count() const;
    std::size_t vertex_count() const { return vertex_count_; } // of the mesh of the last build or refit
    Aabb bounds() const;                                       // of the root
    std::span<const std::string_view> axis_names() const;      // of the volume's overlap test

    // Fits every volume to the current mesh and keeps the topology. Returns the number of nodes. It is an Error if
    // check_mesh rejects the mesh, or if the number of triangles has changed since the build. After an Error, nothing
    // has changed.
    Result<std::uint64_t> refit(const MeshView& mesh);
    // The result has the same bits as without an executor. Only refits of the kinds bvh2, bvh8 and box-tree use the
    // executor's threads.
    Result<std::uint64_t> refit(const MeshView& mesh, Executor& executor);

    HierarchyQuality measure() const;
    // Returns the first defect, if there is one. Checks the mesh's indices first, then the hierarchy over the mesh,
    // then the mesh. Accepts any mesh. Slow: intended for tests and `boxwood inspect`.
    std::optional<ValidationError> validate(const MeshView& mesh) const;

    // Appends the boxes of the nodes whose depth is in [first_depth, last_depth], parents before children.
    void collect_boxes(std::uint32_t first_depth, std::uint32_t last_depth,
                       std::vector<NodeBox>& out_boxes) const;

    // Calls line(node, from, to) for each segment of the wireframes of the volumes of the nodes whose depth is in
    // [first_depth, last_depth].
    using LineSink = std::function<void(const NodeBox& node, const glm::vec3& from, const glm::vec3& to)>;
    void visit_outlines(std::uint32_t first_depth, std::uint32_t last_depth, const LineSink& line) const;

  private:
    static std::uint64_t next_revision();
    Status begin_refit(const MeshView& mesh);

    std::unique_ptr<HierarchyVariant> tree_; // null if moved from
    HierarchyConfig config_;
    std::size_t vertex_count_ = 0;
    std::uint64_t revision_ = next_revision();
};

Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& config, const MeshView& mesh,
                                         Executor& executor);
Result<AnyHierarchy> build_any_hierarchy(const HierarchyConfig& config, const MeshView& mesh); // serially

} // namespace boxwood
