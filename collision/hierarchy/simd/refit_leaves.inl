// Refits the leaves of a block, for refit_kernels.cpp. FitLeaf uses the instruction set that the including namespace
// enables, and can be inlined only where it is enabled. Do not include headers here.

// Reads no memory beyond the point.
inline __m128 load_point(const glm::vec3& p) {
    return _mm_maskload_ps(&p.x, _mm_setr_epi32(-1, -1, -1, 0));
}

template <Volume V, class FitLeaf>
void fit(Bvh2<V>& io_tree, const MeshView& mesh, const RefitBlock& of, RefitPrefetcher ahead) {
    auto* const nodes = io_tree.nodes.data();
    const glm::vec3* const positions = mesh.positions.data();
    const TriangleIndices* const triangles = mesh.triangles.data();
    const std::uint32_t *const leaves = of.leaves().data(), *const primitives = of.primitives().data();
    const std::size_t count = of.leaves().size(), paired = ahead.paired_leaf_count(count);
    const FitLeaf fit_leaf;
    for (std::size_t k = 0; k < paired; ++k) {
        ahead.prefetch_with_leaf(k);
        const TriangleIndices& t = triangles[primitives[k]];
        fit_leaf(positions[t[0]], positions[t[1]], positions[t[2]], nodes[leaves[k]]);
    }
    for (std::size_t k = paired; k < count; ++k) {
        const TriangleIndices& t = triangles[primitives[k]];
        fit_leaf(positions[t[0]], positions[t[1]], positions[t[2]], nodes[leaves[k]]);
    }
    ahead.prefetch_remaining_leaves(paired);
}
