#include "engine/scene/build_shape.hpp"

#include "engine/import/import.hpp"
#include "engine/import/polytope_library.hpp"
#include "engine/import/text_file.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/solid.hpp"

#include <functional>
#include <string_view>

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

constexpr std::size_t kPiecesPerGroup = 4; // in a part with many pieces; a query can cull a complete group

std::uint32_t add_node(HullNode node, std::vector<HullNode>& io_nodes) {
    io_nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(io_nodes.size() - 1);
}

std::uint32_t add_group(std::uint32_t parent, std::vector<HullNode>& io_nodes) {
    HullNode group;
    group.parent = parent;
    return add_node(std::move(group), io_nodes);
}

std::uint32_t add_leaf(std::uint32_t parent, Polytope polytope, std::vector<HullNode>& io_nodes) {
    HullNode leaf;
    leaf.parent = parent;
    leaf.polytope = std::move(polytope);
    return add_node(std::move(leaf), io_nodes);
}

// Adds polytopes under `parent`; more than 2 * kPiecesPerGroup polytopes in groups of consecutive ones. Returns the
// leaves.
std::vector<std::uint32_t> add_leaves(std::uint32_t parent, std::vector<Polytope> polytopes,
                                      std::vector<HullNode>& io_nodes) {
    const bool is_grouped = polytopes.size() > 2 * kPiecesPerGroup;
    std::vector<std::uint32_t> leaves;
    std::uint32_t group = parent;
    for (std::size_t k = 0; k < polytopes.size(); ++k) {
        if (is_grouped && k % kPiecesPerGroup == 0) group = add_group(parent, io_nodes);
        leaves.push_back(add_leaf(group, std::move(polytopes[k]), io_nodes));
    }
    return leaves;
}

// Adds the group of a part, which its joint moves. The polytopes of the part and the parts that it carries become
// children of the group.
std::uint32_t add_part(const PartDescription& part, std::uint32_t parent, std::vector<HullNode>& io_nodes) {
    HullNode group;
    group.parent = parent;
    group.parent_from_node = make_pose(part.pose);
    group.mode = part.mode;
    if (const auto& joint = part.joint)
        group.joint = Joint{joint->point_p, joint->axis_p, to_joint_unit(joint->kind, joint->lower),
                            to_joint_unit(joint->kind, joint->upper), joint->kind};
    return add_node(std::move(group), io_nodes);
}

Result<std::vector<Polytope>> hulls_of(const SolidMesh& solid) {
    std::vector<Polytope> polytopes;
    for (const std::vector<glm::vec3>& points : solid.pieces) {
        Result<Polytope> polytope = make_hull(points);
        if (!polytope) return polytope.error();
        polytopes.push_back(std::move(*polytope));
    }
    return polytopes;
}

Result<BuiltShape> with_one_surface(Result<std::shared_ptr<Shape>> shape) {
    if (!shape) return shape.error();
    return BuiltShape{std::move(*shape), {ShapeSurface{}}};
}

// --- a hash of descriptions: equal descriptions have equal hashes -------------------------------------------

class DescriptionHash {
  public:
    std::size_t of(const ShapeDescription& shape) {
        std::visit([this](const auto& one) { add(one); }, shape);
        return hash_;
    }

  private:
    template <class Number>
    void add_number(Number value) {
        hash_ =
            static_cast<std::size_t>(mix_seed(hash_, std::hash<Number>{}(value))); // equal for 0.0 and -0.0
    }
    void add(const std::string& text) { add_number(std::string_view(text)); }
    void add(const MeshFile& file) { add(file.path); }
    void add(const PolytopeFile& file) {
        add(file.path);
        add(file.name);
    }
    void add(const SolidRecipe& solid) { add(solid.recipe); }
    void add(const MeshRecipe& recipe) {
        add(recipe.kind);
        add_number(recipe.seed);
        for (const NamedValue& value : recipe.values) add_number(value.value);
        for (const glm::dvec2& point : recipe.outline) {
            add_number(point.x);
            add_number(point.y);
        }
    }
    void add(const RandomPolytopeParams& params) {
        add_number(params.faces);
        add_number(params.seed);
        add_number(params.radius);
        add_number(params.aspect_ratio);
    }
    void add(const PartsDescription& parts) {
        for (const PartDescription& part : parts.parts) {
            std::visit([this](const auto& one) { add(one); }, part.shape);
            add(part.name);
            for (int i = 0; i < 3; ++i) add_number(part.pose.t[i]);
            for (int i = 0; i < 4; ++i) add_number(part.pose.q[i]);
            if (!part.joint) continue;
            add_number(part.joint->lower);
            add_number(part.joint->upper);
            add_number(part.joint->position);
        }
    }

    std::size_t hash_ = 0;
};

} // namespace

Result<BuiltShape> ShapeBuilder::build(const ShapeDescription& shape, std::uint32_t copy, bool is_solid) {
    if (copy > 0) return build_uncached(shape, copy);
    const std::size_t hash = DescriptionHash().of(shape);
    const auto [first, last] = built_.equal_range(hash);
    for (auto built = first; built != last; ++built)
        if (built->second.description == shape && built->second.is_solid == is_solid)
            return built->second.shape;
    Result<BuiltShape> built = is_solid ? build_solid_mesh(shape) : build_uncached(shape, copy);
    if (built) built_.emplace(hash, Built{shape, is_solid, *built});
    return built;
}

// Builds a separate shape, because a scene can use the same file both as a surface and as a solid.
Result<BuiltShape> ShapeBuilder::build_solid_mesh(const ShapeDescription& shape) {
    const auto* file = std::get_if<MeshFile>(&shape);
    Result<BuiltShape> built = file != nullptr ? with_one_surface(shape_of(import_mesh(folder_ / file->path)))
                                               : build_uncached(shape, 0);
    if (!built) return built;
    if (Status status = built->shape->declare_solid(); !status)
        return Error{"solid: " + (file != nullptr ? file->path + ": " : std::string()) +
                     status.error().message};
    return built;
}

Result<BuiltShape> ShapeBuilder::build_uncached(const ShapeDescription& shape, std::uint32_t copy) {
    if (const auto* file = std::get_if<MeshFile>(&shape)) return with_one_surface(build_mesh(*file));
    if (const auto* recipe = std::get_if<MeshRecipe>(&shape))
        return with_one_surface(shape_of(make_mesh(*recipe)));
    if (const auto* file = std::get_if<PolytopeFile>(&shape))
        return with_one_surface(shape_of(find_polytope(*file)));
    if (const auto* solid = std::get_if<SolidRecipe>(&shape)) return build_solid(solid->recipe);
    if (const auto* parts = std::get_if<PartsDescription>(&shape)) return build_parts(*parts);
    RandomPolytopeParams params = std::get<RandomPolytopeParams>(shape);
    if (copy > 0) params.seed = mix_seed(params.seed, copy);
    return with_one_surface(shape_of(make_random_polytope(params)));
}

// A single piece becomes a polytope, several pieces become a compound.
Result<BuiltShape> ShapeBuilder::build_solid(const MeshRecipe& recipe) {
    Result<PartPieces> piece = make_pieces(SolidRecipe{recipe});
    if (!piece) return piece.error();
    const auto count = static_cast<std::uint32_t>(piece->polytopes.size());
    const ShapeSurface surface{piece->surface, 0, count, ""};
    if (count == 1) return BuiltShape{make_shape(std::move(piece->polytopes[0])), {surface}};
    std::vector<HullNode> nodes(1);
    add_leaves(0, std::move(piece->polytopes), nodes);
    Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), &make_hull);
    if (!tree) return tree.error();
    return BuiltShape{make_shape(std::move(*tree)), {surface}};
}

Result<ShapeBuilder::PartPieces> ShapeBuilder::make_pieces(const PartShape& shape) {
    const auto* solid = std::get_if<SolidRecipe>(&shape);
    if (solid == nullptr) {
        Result<Polytope> polytope = make_part(shape);
        if (!polytope) return polytope.error();
        PartPieces piece;
        piece.polytopes.push_back(std::move(*polytope));
        return piece;
    }
    Result<SolidMesh> mesh = make_solid(solid->recipe);
    if (!mesh) return mesh.error();
    Result<std::vector<Polytope>> polytopes = hulls_of(*mesh);
    if (!polytopes) return Error{solid->recipe.kind + ": " + polytopes.error().message};
    return PartPieces{std::move(*polytopes), std::make_shared<Mesh>(std::move(mesh->surface))};
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
    for (NamedPolytope& polytope : *library) {
        if (polytope.name == file.name) return std::move(polytope.polytope);
        if (names.size() < 200) names.append(" ").append(polytope.name);
    }
    const std::string reason = file.name.empty() ? "has several polytopes; give the \"name\" of one:"
                                                 : "has no polytope '" + file.name + "'; it has:";
    return Error{shown(folder_ / file.path) + ": " + reason + names};
}

Result<Polytope> ShapeBuilder::make_part(const PartShape& shape) {
    if (const auto* file = std::get_if<MeshFile>(&shape)) return hull_of(import_mesh(folder_ / file->path));
    if (const auto* recipe = std::get_if<MeshRecipe>(&shape)) return hull_of(make_mesh(*recipe));
    if (const auto* file = std::get_if<PolytopeFile>(&shape)) return find_polytope(*file);
    return make_random_polytope(std::get<RandomPolytopeParams>(shape));
}

Result<BuiltShape> ShapeBuilder::build_parts(const PartsDescription& parts) {
    std::vector<HullNode> nodes(1);
    std::vector<std::uint32_t> group_of;
    std::vector<std::vector<std::uint32_t>> leaves_of;
    BuiltShape built;
    std::uint32_t leaf_count = 0;
    for (std::size_t k = 0; k < parts.parts.size(); ++k) {
        const PartDescription& part = parts.parts[k];
        Result<PartPieces> piece = make_pieces(part.shape);
        if (!piece)
            return Error{std::string("parts/").append(std::to_string(k)) + ": " + piece.error().message};
        const auto count = static_cast<std::uint32_t>(piece->polytopes.size());
        if (part.mode == HullMode::whole_range && part.parent == kNone) nodes[0].mode = part.mode;
        group_of.push_back(add_part(part, part.parent == kNone ? 0 : group_of[part.parent], nodes));
        leaves_of.push_back(add_leaves(group_of.back(), std::move(piece->polytopes), nodes));
        built.surfaces.push_back({piece->surface, leaf_count, count, part.material});
        leaf_count += count;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;
    for (const auto& [x, y] : parts.disabled_pairs)
        for (const std::uint32_t leaf_x : leaves_of[x])
            for (const std::uint32_t leaf_y : leaves_of[y]) apart.emplace_back(leaf_x, leaf_y);
    Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), &make_hull, apart);
    if (!tree) return Error{"parts: " + tree.error().message};
    built.shape = make_shape(std::move(*tree));
    return built;
}

} // namespace boxwood
