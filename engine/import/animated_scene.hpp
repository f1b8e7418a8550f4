// What: evaluates an Assimp scene at a given time of its first animation. Keys move the nodes; morph targets and bones
//       move the vertices. For the import child only.
// Frame: the file's. Units: the time as a fraction of the animation's length, 0 to 1.
// Invariants: without a time or an animation, the scene is unchanged. Between two keys, positions and scales are
//             interpolated linearly, and rotations along the shortest arc.
// Degenerate input: ignores bones without a node, weight indices and vertex indices out of range, and channels without
//                   keys.
// Source: the glTF 2.0 specification, sections 3.7 (skins, morph targets) and 3.11 (animations).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <assimp/scene.h>

namespace boxwood {

class AnimatedScene {
  public:
    AnimatedScene(const aiScene& scene, std::optional<double> moment);

    aiMatrix4x4 parent_from(const aiNode& node) const;
    // The vertices of a skin are in the scene's frame; the node's transform does not apply to them.
    bool is_skinned(const aiMesh& mesh) const { return animation_ != nullptr && mesh.HasBones(); }
    std::vector<aiVector3D> vertices_of(const aiMesh& mesh, const aiNode& node) const;

  private:
    void store_transforms(const aiNode& root, const aiMatrix4x4& root_from_parent);
    void apply_morphs(const aiMesh& mesh, const aiNode& node, std::vector<aiVector3D>& io_vertices) const;
    void apply_bones(const aiMesh& mesh, std::vector<aiVector3D>& io_vertices) const;

    const aiAnimation* animation_ = nullptr;
    double ticks_ = 0.0;
    std::map<std::string, const aiNodeAnim*> channels_;
    std::map<std::string, const aiMeshMorphAnim*> morphs_;
    std::map<std::string, aiMatrix4x4> root_from_; // for every node name, at the given time
};

} // namespace boxwood
