#include "collision/geometry/mesh_checks.hpp"
#include "engine/import/animated_scene.hpp"
#include "engine/import/formats/collada_checks.hpp"
#include "engine/import/mesh_builder.hpp"
#include "engine/import/plain_words.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_file.hpp"

#include <array>
#include <limits>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

namespace boxwood {
namespace {

// Assimp's post-processing is off. Its vertex joining welds vertices within 1e-5, whatever the unit, and merges a NaN
// vertex with another vertex. Its triangulation and its flattening of the node tree reorder faces.

// An affine map in double precision, with the rows of Assimp's matrix.
struct AffineMap {
    std::array<std::array<double, 4>, 3> row{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    bool is_identity() const { return row == AffineMap{}.row; }
    double determinant() const {
        return row[0][0] * (row[1][1] * row[2][2] - row[1][2] * row[2][1]) -
               row[0][1] * (row[1][0] * row[2][2] - row[1][2] * row[2][0]) +
               row[0][2] * (row[1][0] * row[2][1] - row[1][1] * row[2][0]);
    }
};

AffineMap compose(const AffineMap& outer, const aiMatrix4x4& inner) {
    AffineMap product;
    for (std::size_t i = 0; i < 3; ++i)
        for (unsigned j = 0; j < 4; ++j) {
            double sum = j == 3 ? outer.row[i][3] : 0.0;
            for (unsigned k = 0; k < 3; ++k) sum += outer.row[i][k] * static_cast<double>(inner[k][j]);
            product.row[i][j] = sum;
        }
    return product;
}

class SceneFlattener {
  public:
    SceneFlattener(const aiScene& scene, std::optional<double> moment)
        : scene_(scene)
        , animated_(scene, moment) {}

    // Visits nodes depth first. The children of a node and the meshes of a node are in file order.
    Result<Mesh> flatten() {
        std::vector<Item> open{
            {scene_.mRootNode, compose(AffineMap{}, animated_.parent_from(*scene_.mRootNode))}};
        while (!open.empty()) {
            const Item item = open.back();
            open.pop_back();
            for (unsigned m = 0; m < item.node->mNumMeshes; ++m)
                if (const Status added = add_mesh(item.node->mMeshes[m], *item.node, item.root_from_node);
                    !added)
                    return added.error();
            for (unsigned c = item.node->mNumChildren; c-- > 0;) {
                const aiNode* child = item.node->mChildren[c];
                open.push_back({child, compose(item.root_from_node, animated_.parent_from(*child))});
            }
        }
        return builder_.take();
    }

  private:
    struct Item {
        const aiNode* node;
        AffineMap root_from_node;
    };

    Status add_mesh(unsigned index, const aiNode& node, const AffineMap& root_from_node) {
        if (index >= scene_.mNumMeshes)
            return Error{"a node uses mesh " + std::to_string(index) + ", but there are " +
                         std::to_string(scene_.mNumMeshes) + ", counted from 0"};
        const aiMesh& mesh = *scene_.mMeshes[index];
        const std::size_t first = builder_.vertex_count();
        if (first + mesh.mNumVertices > kMaxVertices) return Error{kOutOfMemory};
        const AffineMap map = animated_.is_skinned(mesh) ? AffineMap{} : root_from_node;
        const std::vector<aiVector3D> vertices = animated_.vertices_of(mesh, node);
        for (unsigned v = 0; v < mesh.mNumVertices; ++v)
            if (!add_vertex(vertices[v], map))
                return Error{"vertex " + std::to_string(first + v) + " is not finite"};
        const bool is_mirrored = map.determinant() < 0.0;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            corners_.clear();
            for (unsigned k = 0; k < face.mNumIndices; ++k) {
                const unsigned corner = face.mIndices[is_mirrored && k > 0 ? face.mNumIndices - k : k];
                if (corner >= mesh.mNumVertices)
                    return Error{"face " + std::to_string(f) + " of mesh " + std::to_string(index) +
                                 " uses vertex " + std::to_string(corner) + ", but there are " +
                                 std::to_string(mesh.mNumVertices) + ", counted from 0"};
                corners_.push_back(static_cast<std::uint32_t>(first + corner));
            }
            builder_.add_polygon(corners_);
        }
        return ok();
    }

    bool add_vertex(const aiVector3D& p, const AffineMap& map) {
        if (map.is_identity()) return builder_.add_position(p.x, p.y, p.z);
        std::array<float, 3> q{};
        for (std::size_t i = 0; i < 3; ++i)
            q[i] = static_cast<float>(map.row[i][0] * p.x + map.row[i][1] * p.y + map.row[i][2] * p.z +
                                      map.row[i][3]);
        return builder_.add_position(q[0], q[1], q[2]);
    }

    const aiScene& scene_;
    AnimatedScene animated_;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
};

Status check_if_collada(const std::filesystem::path& path) {
    if (lower_case_ending(path) != ".dae") return ok();
    const Result<std::string> text = read_text_file(path, std::numeric_limits<std::uint64_t>::max());
    return text ? check_collada(*text) : Status(text.error());
}

// "FBX" for "a.fbx".
std::string format_of(const std::filesystem::path& path) {
    std::string name = one_line(path.extension().string(), 12);
    if (!name.empty()) name.erase(0, 1);
    for (char& c : name)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return name;
}

Error explain(const Assimp::Importer& importer, const std::filesystem::path& path) {
    const std::string_view reason = importer.GetErrorString();
    if (reason.find("bad_alloc") != reason.npos || reason.find("bad allocation") != reason.npos)
        return Error{kOutOfMemory};
    if (!reason.empty() && reason.find("No suitable reader") == reason.npos)
        return Error{reason_in_plain_words(reason, format_of(path))};
    const bool is_known = importer.IsExtensionSupported(path.extension().string());
    return Error{is_known ? "is not a " + format_of(path) + " file, or is damaged or cut off"
                          : "is not in a supported mesh format"};
}

} // namespace

Result<Mesh> read_with_assimp(const std::filesystem::path& path, std::optional<double> moment) {
    if (Status is_readable = check_if_collada(path); !is_readable) return is_readable.error();
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path.string(), 0);
    if (scene == nullptr || scene->mRootNode == nullptr) return explain(importer, path);
    return SceneFlattener(*scene, moment).flatten();
}

} // namespace boxwood
