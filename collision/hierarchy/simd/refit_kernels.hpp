// What: refit kernels for AABBs and k-DOPs. Memory limits the speed of their refit more than computation does.
// Frame: the mesh's own.
// Invariants: the volumes equal the results of fit_primitives and merge, bit for bit, on every instruction set.
// Cost: if the data is cached, 1.7 ns per node for AABBs and 5 ns for 18-DOPs.
// Oracle: fit_primitives and merge (tests/collision/hierarchy/refit_kernels_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <span>
#include <string_view>

namespace boxwood {

template <Volume V>
struct RefitKernel {
    std::string_view name;
    void (*refit)(Bvh2<V>& io_tree, const MeshView& mesh) = nullptr; // refits all nodes
};

// The kernels that this machine supports, fastest first; the last one is plain C++.
template <Volume V>
std::span<const RefitKernel<V>> list_refit_kernels() = delete;
template <>
std::span<const RefitKernel<Aabb>> list_refit_kernels();
template <>
std::span<const RefitKernel<Kdop14>> list_refit_kernels();
template <>
std::span<const RefitKernel<Kdop18>> list_refit_kernels();
template <>
std::span<const RefitKernel<Kdop24>> list_refit_kernels();
template <>
std::span<const RefitKernel<Kdop26>> list_refit_kernels();

template <class V>
inline constexpr bool kHasRefitKernels = false;
template <>
inline constexpr bool kHasRefitKernels<Aabb> = true;
template <int K>
inline constexpr bool kHasRefitKernels<Kdop<K>> = true;

} // namespace boxwood
