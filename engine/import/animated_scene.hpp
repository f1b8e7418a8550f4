// What: a scene of Assimp's at a moment of its first animation: nodes where their keys put them, vertices where morph
//       targets and bones take them. For the import child only.
// Frame: that of the file. Units: the moment as a share of the animation's length, 0 to 1.
// Invariants: no moment, or no animation: the scene as it is stored. Between keys positions and scales go straight,
//     turns along the shortest arc.
// Degenerate input: a bone without a node, a weight or vertex number out of range, a channel without keys: has no say.
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
    // A skin's vertices stand in the scene's own frame: its node does not place them.
    bool is_skinned(const aiMesh& mesh) const { return animation_ != nullptr && mesh.HasBones(); }
    std::vector<aiVector3D> vertices_of(const aiMesh& mesh, const aiNode& node) const;

  private:
    void place(const aiNode& node, const aiMatrix4x4& root_from_parent);
    void morph(const aiMesh& mesh, const aiNode& node, std::vector<aiVector3D>& io_vertices) const;
    void bend(const aiMesh& mesh, std::vector<aiVector3D>& io_vertices) const;

    const aiAnimation* animation_ = nullptr;
    double ticks_ = 0.0;
    std::map<std::string, const aiNodeAnim*> channels_;
    std::map<std::string, const aiMeshMorphAnim*> morphs_;
    std::map<std::string, aiMatrix4x4> root_from_; // of every node, where animated
};

} // namespace boxwood
