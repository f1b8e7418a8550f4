// The k-DOP kernels of refit_kernels.cpp for one instruction set. The including namespace defines Projections (a
// vector of kWide doubles) and its operations. Do not include headers here: they would be compiled for this
// instruction set only. The kernels perform the operations of kdop.cpp, in the same order.

// The projections of a point on the slab normals other than the coordinate axes.
template <int K>
struct Slanted {
    static constexpr std::size_t kCount = K / 2 - 3, kVectors = (kCount + kWide - 1) / kWide;
    using Table = std::array<double, kWide * kVectors>;
    static constexpr Table list(std::size_t coordinate) {
        Table all{};
        for (std::size_t i = 0; i < kCount; ++i) all[i] = Kdop<K>::kDirections[3 + i][coordinate];
        return all;
    }
    alignas(64) static constexpr Table kX = list(0);
    alignas(64) static constexpr Table kY = list(1);
    alignas(64) static constexpr Table kZ = list(2);

    std::array<Projections, kVectors> projections;

    explicit Slanted(const glm::vec3& p) {
        const Projections x = broadcast(&p.x), y = broadcast(&p.y), z = broadcast(&p.z);
        for (std::size_t i = 0; i < kVectors; ++i)
            projections[i] = (load(&kX[kWide * i]) * x + load(&kY[kWide * i]) * y) + load(&kZ[kWide * i]) * z;
    }
};

template <int K>
struct FitLeaf {
    void operator()(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, typename Bvh2<Kdop<K>>::Node& out) const {
        using Columns = Slanted<K>;
        const Columns p(a), q(b), r(c);
        const __m128 p_axes = load_point(a), q_axes = load_point(b), r_axes = load_point(c);
        auto &lower = out.volume.lower, &upper = out.volume.upper;
        // The fourth lane is overwritten by the stores below.
        _mm_storeu_ps(lower.data(), _mm_min_ps(_mm_min_ps(p_axes, q_axes), r_axes));
        for (std::size_t i = 0; i < Columns::kVectors; ++i)
            store_below(min_of(min_of(p.projections[i], q.projections[i]), r.projections[i]),
                        lower.data() + 3 + kWide * i, Columns::kCount - kWide * i);
        _mm_storeu_ps(upper.data(), _mm_max_ps(_mm_max_ps(p_axes, q_axes), r_axes));
        for (std::size_t i = 0; i < Columns::kVectors; ++i)
            store_above(max_of(max_of(p.projections[i], q.projections[i]), r.projections[i]),
                        upper.data() + 3 + kWide * i, Columns::kCount - kWide * i);
    }
};

// Merges eight, four or one at a time.
inline void merge_low(const float* a, const float* b, float* out, std::size_t count) {
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) _mm256_storeu_ps(out + i, _mm256_min_ps(_mm256_loadu_ps(b + i), _mm256_loadu_ps(a + i)));
    for (; i + 4 <= count; i += 4) _mm_storeu_ps(out + i, _mm_min_ps(_mm_loadu_ps(b + i), _mm_loadu_ps(a + i)));
    for (; i < count; ++i) _mm_store_ss(out + i, _mm_min_ss(_mm_load_ss(b + i), _mm_load_ss(a + i)));
}
inline void merge_high(const float* a, const float* b, float* out, std::size_t count) {
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) _mm256_storeu_ps(out + i, _mm256_max_ps(_mm256_loadu_ps(b + i), _mm256_loadu_ps(a + i)));
    for (; i + 4 <= count; i += 4) _mm_storeu_ps(out + i, _mm_max_ps(_mm_loadu_ps(b + i), _mm_loadu_ps(a + i)));
    for (; i < count; ++i) _mm_store_ss(out + i, _mm_max_ss(_mm_load_ss(b + i), _mm_load_ss(a + i)));
}

// Computes merge(Kdop, Kdop). If both operands are equal, it takes the first one, as merge does.
template <int K>
void merge(Bvh2<Kdop<K>>& io_tree, const MeshView&, const RefitBlock& of, RefitPrefetcher ahead) {
    auto* const nodes = io_tree.nodes.data();
    const std::span<const std::uint32_t> inner = of.inner();
    for (std::size_t k = inner.size(); k-- > 0;) {
        ahead.template prefetch_with_inner<kLinesPerInner<Kdop<K>>>();
        auto& node = nodes[inner[k]];
        const Kdop<K>&a = nodes[node.first].volume, &b = nodes[node.first + 1].volume;
        merge_low(a.lower.data(), b.lower.data(), node.volume.lower.data(), K / 2);
        merge_high(a.upper.data(), b.upper.data(), node.volume.upper.data(), K / 2);
    }
    ahead.prefetch_remaining_nodes();
}
