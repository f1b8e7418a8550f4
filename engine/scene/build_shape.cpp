#include "engine/scene/build_shape.hpp"

#include "engine/import/import.hpp"
#include "engine/import/polytope_library.hpp"
#include "engine/import/text_file.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/random.hpp"

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

Result<std::shared_ptr<Shape>> shape_of(const Result<Mesh>& mesh) {
    if (!mesh) return mesh.error();
    return make_shape(mesh->view());
}

Result<std::shared_ptr<Shape>> shape_of(Result<Polytope> polytope) {
    if (!polytope) return polytope.error();
    return make_shape(std::move(*polytope));
}

Result<Polytope> hull_of(const Result<Mesh>& mesh) {
    if (!mesh) return mesh.error();
    return make_hull(mesh->positions);
}

// A part becomes a group that its joint moves, with its polytope in it; what it carries hangs on the group.
void add_part(const PartDescription& part, std::uint32_t parent, Polytope polytope,
              std::vector<HullTreeNode>& io_nodes) {
    HullTreeNode group;
    group.parent = parent;
    group.parent_from_node = make_pose(part.pose);
    group.mode = part.mode;
    if (const auto& joint = part.joint)
        group.joint = Joint{joint->point_p, joint->axis_p, to_joint_unit(joint->kind, joint->lower),
                            to_joint_unit(joint->kind, joint->upper), joint->kind};
    io_nodes.push_back(std::move(group));
    HullTreeNode leaf;
    leaf.parent = static_cast<std::uint32_t>(io_nodes.size() - 1);
    leaf.polytope = std::move(polytope);
    io_nodes.push_back(std::move(leaf));
}

} // namespace

Result<std::shared_ptr<Shape>> ShapeBuilder::build(const ShapeDescription& shape, std::uint32_t copy) {
    if (const auto* file = std::get_if<MeshFile>(&shape)) return build_mesh(*file);
    if (const auto* recipe = std::get_if<MeshRecipe>(&shape)) return shape_of(make_mesh(*recipe));
    if (const auto* file = std::get_if<PolytopeFile>(&shape)) return shape_of(find_polytope(*file));
    if (const auto* parts = std::get_if<PartsDescription>(&shape)) return build_parts(*parts);
    RandomPolytopeParams params = std::get<RandomPolytopeParams>(shape);
    if (copy > 0) params.seed = mix_seed(params.seed, copy);
    return shape_of(make_random_polytope(params));
}

Result<std::shared_ptr<Shape>> ShapeBuilder::build_mesh(const MeshFile& file) {
    if (const auto known = files_.find(file.path); known != files_.end()) return known->second;
    Result<std::shared_ptr<Shape>> shape = shape_of(import_mesh(folder_ / file.path));
    if (shape) files_.emplace(file.path, *shape);
    return shape;
}

Result<Polytope> ShapeBuilder::find_polytope(const PolytopeFile& file) {
    Result<std::vector<NamedPolytope>> library = load_polytopes(folder_ / file.path);
    if (!library) return library.error();
    if (file.name.empty() && library->size() == 1) return std::move(library->front().polytope);
    std::string names;
    for (NamedPolytope& one : *library) {
        if (one.name == file.name) return std::move(one.polytope);
        if (names.size() < 200) names.append(" ").append(one.name);
    }
    const std::string why = file.name.empty() ? "has several polytopes; give the \"name\" of one:"
                                              : "has no polytope '" + file.name + "'; it has:";
    return Error{shown(folder_ / file.path) + ": " + why + names};
}

Result<Polytope> ShapeBuilder::make_part(const PartShape& shape) {
    if (const auto* file = std::get_if<MeshFile>(&shape)) return hull_of(import_mesh(folder_ / file->path));
    if (const auto* recipe = std::get_if<MeshRecipe>(&shape)) return hull_of(make_mesh(*recipe));
    if (const auto* file = std::get_if<PolytopeFile>(&shape)) return find_polytope(*file);
    return make_random_polytope(std::get<RandomPolytopeParams>(shape));
}

Result<std::shared_ptr<Shape>> ShapeBuilder::build_parts(const PartsDescription& parts) {
    std::vector<HullTreeNode> nodes(1);
    std::vector<std::uint32_t> group_of, leaf_of;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;
    for (std::size_t k = 0; k < parts.parts.size(); ++k) {
        const PartDescription& part = parts.parts[k];
        Result<Polytope> polytope = make_part(part.shape);
        if (!polytope)
            return Error{std::string("parts/").append(std::to_string(k)) + ": " + polytope.error().message};
        group_of.push_back(static_cast<std::uint32_t>(nodes.size()));
        leaf_of.push_back(group_of.back() + 1);
        if (part.mode == HullMode::whole_range && part.parent == kNone) nodes[0].mode = part.mode;
        add_part(part, part.parent == kNone ? 0 : group_of[part.parent], std::move(*polytope), nodes);
    }
    for (const auto& [x, y] : parts.apart) apart.emplace_back(leaf_of[x], leaf_of[y]);
    Result<HullTree> tree = make_hull_tree(std::move(nodes), &make_hull, apart);
    if (!tree) return Error{"parts: " + tree.error().message};
    return make_shape(std::move(*tree));
}

} // namespace boxwood
