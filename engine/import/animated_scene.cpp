#include "engine/import/animated_scene.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// The keys before and after a time; fraction: the interpolation parameter between them, 0 to 1.
struct KeyInterval {
    unsigned from = 0, to = 0;
    float fraction = 0.0f;
};
template <class Key>
KeyInterval find_keys(const Key* keys, unsigned count, double ticks) {
    KeyInterval found;
    while (found.to + 1 < count && keys[found.to].mTime < ticks) ++found.to;
    found.from = found.to > 0 && keys[found.to].mTime > ticks ? found.to - 1 : found.to;
    const double length = keys[found.to].mTime - keys[found.from].mTime;
    if (length > 0.0) found.fraction = static_cast<float>((ticks - keys[found.from].mTime) / length);
    return found;
}

aiVector3D value_at(const aiVectorKey* keys, unsigned count, double ticks, const aiVector3D& otherwise) {
    if (count == 0) return otherwise;
    const KeyInterval k = find_keys(keys, count, ticks);
    return keys[k.from].mValue + (keys[k.to].mValue - keys[k.from].mValue) * k.fraction;
}

aiQuaternion value_at(const aiQuatKey* keys, unsigned count, double ticks, const aiQuaternion& otherwise) {
    if (count == 0) return otherwise;
    const KeyInterval k = find_keys(keys, count, ticks);
    aiQuaternion rotation;
    aiQuaternion::Interpolate(rotation, keys[k.from].mValue, keys[k.to].mValue, k.fraction);
    return rotation.Normalize();
}

// The name of the node or mesh that the weights apply to. For FBX files, Assimp appends "*" and a number to the name.
std::string target_of(const aiMeshMorphAnim& channel) {
    const std::string name = channel.mName.C_Str();
    const std::size_t star = name.find_last_not_of("0123456789");
    const bool is_numbered = star != std::string::npos && star + 1 < name.size() && name[star] == '*';
    return is_numbered ? name.substr(0, star) : name;
}

} // namespace

AnimatedScene::AnimatedScene(const aiScene& scene, std::optional<double> moment) {
    if (!moment || scene.mNumAnimations == 0) return;
    animation_ = scene.mAnimations[0];
    ticks_ = *moment * animation_->mDuration;
    for (unsigned i = 0; i < animation_->mNumChannels; ++i)
        channels_[animation_->mChannels[i]->mNodeName.C_Str()] = animation_->mChannels[i];
    for (unsigned i = 0; i < animation_->mNumMorphMeshChannels; ++i)
        morphs_[target_of(*animation_->mMorphMeshChannels[i])] = animation_->mMorphMeshChannels[i];
    store_transforms(*scene.mRootNode, aiMatrix4x4());
}

void AnimatedScene::store_transforms(const aiNode& root, const aiMatrix4x4& root_from_parent) {
    std::vector<std::pair<const aiNode*, aiMatrix4x4>> open{{&root, root_from_parent}};
    while (!open.empty()) {
        const auto [node, parent] = open.back();
        open.pop_back();
        const aiMatrix4x4 root_from_node = parent * parent_from(*node);
        root_from_.try_emplace(node->mName.C_Str(), root_from_node);
        for (unsigned c = 0; c < node->mNumChildren; ++c)
            open.emplace_back(node->mChildren[c], root_from_node);
    }
}

aiMatrix4x4 AnimatedScene::parent_from(const aiNode& node) const {
    const auto found = channels_.find(node.mName.C_Str());
    if (found == channels_.end()) return node.mTransformation;
    const aiNodeAnim& keys = *found->second;
    aiVector3D scale, position;
    aiQuaternion rotation;
    node.mTransformation.Decompose(scale, rotation, position);
    return {value_at(keys.mScalingKeys, keys.mNumScalingKeys, ticks_, scale),
            value_at(keys.mRotationKeys, keys.mNumRotationKeys, ticks_, rotation),
            value_at(keys.mPositionKeys, keys.mNumPositionKeys, ticks_, position)};
}

std::vector<aiVector3D> AnimatedScene::vertices_of(const aiMesh& mesh, const aiNode& node) const {
    std::vector<aiVector3D> vertices(mesh.mVertices, mesh.mVertices + mesh.mNumVertices);
    if (animation_ == nullptr) return vertices;
    apply_morphs(mesh, node, vertices);
    if (is_skinned(mesh)) apply_bones(mesh, vertices);
    return vertices;
}

// Assimp's morph targets store positions, not displacements.
void AnimatedScene::apply_morphs(const aiMesh& mesh, const aiNode& node,
                                 std::vector<aiVector3D>& io_vertices) const {
    auto found = morphs_.find(node.mName.C_Str());
    if (found == morphs_.end()) found = morphs_.find(mesh.mName.C_Str());
    if (found == morphs_.end() || found->second->mNumKeys == 0) return;
    const KeyInterval k = find_keys(found->second->mKeys, found->second->mNumKeys, ticks_);
    const auto add = [&](const aiMeshMorphKey& key, float fraction) {
        for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
            if (key.mValues[i] >= mesh.mNumAnimMeshes) continue;
            const aiAnimMesh& target = *mesh.mAnimMeshes[key.mValues[i]];
            if (target.mVertices == nullptr || target.mNumVertices != mesh.mNumVertices) continue;
            const float weight = fraction * static_cast<float>(key.mWeights[i]);
            for (unsigned v = 0; v < mesh.mNumVertices; ++v)
                io_vertices[v] += (target.mVertices[v] - mesh.mVertices[v]) * weight;
        }
    };
    add(found->second->mKeys[k.from], 1.0f - k.fraction);
    if (k.to != k.from) add(found->second->mKeys[k.to], k.fraction);
}

void AnimatedScene::apply_bones(const aiMesh& mesh, std::vector<aiVector3D>& io_vertices) const {
    std::vector<aiVector3D> moved(io_vertices.size());
    std::vector<float> weights(io_vertices.size(), 0.0f);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        const auto node = root_from_.find(bone.mName.C_Str());
        if (node == root_from_.end()) continue;
        const aiMatrix4x4 root_from_mesh = node->second * bone.mOffsetMatrix;
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const unsigned vertex = bone.mWeights[w].mVertexId;
            if (vertex >= io_vertices.size()) continue;
            moved[vertex] += (root_from_mesh * io_vertices[vertex]) * bone.mWeights[w].mWeight;
            weights[vertex] += bone.mWeights[w].mWeight;
        }
    }
    for (std::size_t v = 0; v < moved.size(); ++v)
        if (weights[v] > 0.0f) io_vertices[v] = moved[v] / weights[v];
}

} // namespace boxwood
