// What: a hierarchy of any kind, volume and builder, chosen at run time by name.
// Frame: the mesh's own.
// Invariants: the choice is made once per object pair, above the traversal's loop.
// Degenerate input: unknown names and a mesh that check_mesh refuses are Errors; an unknown name's Error lists the known ones.
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

// The default is what answers contacts fastest, over all models measured (docs/hierarchies.md). For distances take
// default_config(QueryMode) of mesh_query.hpp.
struct HierarchyConfig {
    std::string kind{}; // empty: "wide" where it takes the volume, else "bvh2"
    std::string volume = "aabb";
    std::string builder = "binned-sah";
    std::uint32_t leaf_size = 2; // most primitives in a leaf, 1 to kMaxLeafSize

    friend bool operator==(const HierarchyConfig&, const HierarchyConfig&) = default;
};

// With an empty kind replaced by the one that it stands for. The config() of a built hierarchy always is.
HierarchyConfig resolved(HierarchyConfig config);

// Whether hierarchies of that kind have nodes of that volume; false for unknown names.
bool takes_volume(std::string_view kind, std::string_view volume);

// The names that the options take, in the order of their lists.
std::vector<std::string_view> list_hierarchy_kinds();
std::vector<std::string_view> list_volumes();
std::vector<std::string_view> list_builders();

// A node as something to draw: its box, or the box around its volume.
struct NodeBox {
    Aabb box;
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    bool is_leaf = false;
};

class AnyHierarchy {
  public:
    // Of a tree that is there already, over a mesh of so many vertices, which validate() checks. Requires at least one
    // primitive.
    AnyHierarchy(HierarchyVariant tree, HierarchyConfig config, std::size_t vertex_count);
    ~AnyHierarchy();
    AnyHierarchy(const AnyHierarchy& other);
    AnyHierarchy& operator=(const AnyHierarchy& other);
    // What was moved from may be assigned to or destroyed; whatever else aborts with a message.
    AnyHierarchy(AnyHierarchy&& other) noexcept;
    AnyHierarchy& operator=(AnyHierarchy&& other) noexcept;

    // hierarchy_types.hpp has its type.
    const HierarchyVariant& tree() const;
    // Whoever edits it keeps the invariants of its type, and asks for it anew before each edit.
    HierarchyVariant& tree();
    // A number that no other state of any hierarchy has; copies share it.
    std::uint64_t revision() const { return revision_; }
    const HierarchyConfig& config() const { return config_; }
    std::size_t node_count() const;
    std::size_t primitive_count() const;
    std::size_t vertex_count() const { return vertex_count_; } // of the mesh of the last build or refit
    Aabb bounds() const;                                  // of the root
    std::span<const std::string_view> axis_names() const; // of the volume's overlap test

    // Fits every volume to the mesh as it is now; the topology stays. Returns the number of volumes computed. A mesh that
    // check_mesh refuses, or with another number of triangles than it was built over, is an Error, and nothing changes.
    Result<std::uint64_t> refit(const MeshView& mesh);
    // The same bits; plain hierarchies on the executor's threads.
    Result<std::uint64_t> refit(const MeshView& mesh, Executor& executor);

    HierarchyQuality measure() const;
    // The first defect found, or none: of the mesh's indices, of the hierarchy over the mesh, of the mesh. Any mesh may be given.
    // Slow: for tests and `boxwood inspect`.
    std::optional<ValidationError> validate(const MeshView& mesh) const;

    // Appends the boxes of the nodes whose depth is in [first_depth, last_depth], parents before children.
    void collect_boxes(std::uint32_t first_depth, std::uint32_t last_depth,
                       std::vector<NodeBox>& out_boxes) const;

    // The same with what each volume really looks like: calls line(node, from, to) for each segment of its wireframe.
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
