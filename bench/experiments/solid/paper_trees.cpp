#include "bench/experiments/solid/paper_trees.hpp"

#include "bench/experiments/box_tree/counting_scalar.hpp"
#include "collision/core/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

using std::fabs;

template <class T>
struct Vector {
    std::array<T, 3> elements;
    T& operator[](std::size_t i) { return elements[i]; }
    const T& operator[](std::size_t i) const { return elements[i]; }
};
// The columns are the axes of the source frame.
template <class T>
struct Matrix {
    std::array<Vector<T>, 3> columns;
    Vector<T>& operator[](std::size_t j) { return columns[j]; }
    const Vector<T>& operator[](std::size_t j) const { return columns[j]; }
};

template <class T>
Vector<T> product(const Matrix<T>& m, const Vector<T>& v) {
    Vector<T> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = (m[0][i] * v[0] + m[1][i] * v[1]) + m[2][i] * v[2];
    return result;
}
template <class T>
Vector<T> product_of_transposed(const Matrix<T>& m, const Vector<T>& v) {
    Vector<T> result;
    for (std::size_t j = 0; j < 3; ++j) result[j] = (m[j][0] * v[0] + m[j][1] * v[1]) + m[j][2] * v[2];
    return result;
}
template <class T>
Vector<T> sum(const Vector<T>& a, const Vector<T>& b) {
    return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
template <class T>
Vector<T> difference(const Vector<T>& a, const Vector<T>& b) {
    return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}

// a_from_b.
template <class T>
struct Map {
    Matrix<T> r;
    Vector<T> t;
};

// Added to each absolute matrix entry, so that rounding does not make the cross axis of nearly parallel edges separate
// overlapping boxes.
template <class T>
constexpr double kParallel = sizeof(T) == sizeof(float) ? 1e-6 : 1e-12;
// Length by which half extents are enlarged, relative to the size of the tree. Exceeds the rounding of the maps along a
// path from the root.
template <class T>
constexpr double kSlack = sizeof(T) == sizeof(float) ? 2e-5 : 1e-12;

template <class T>
void set_absolutes(const Matrix<T>& r, Matrix<T>& out) {
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) out[j][i] = fabs(r[j][i]) + T(kParallel<T>);
}

// Tests the fifteen axes (six with kLite) of boxes with half extents a and b. In a's frame, t is b's center, r has
// b's axes as columns, and f = |r|. Returns true if no axis separates the boxes.
template <bool kLite, class T>
bool overlap(const Vector<T>& a, const Vector<T>& b, const Vector<T>& t, const Matrix<T>& r,
             const Matrix<T>& f) {
    for (std::size_t i = 0; i < 3; ++i)
        if (fabs(t[i]) > a[i] + ((b[0] * f[0][i] + b[1] * f[1][i]) + b[2] * f[2][i])) return false;
    for (std::size_t j = 0; j < 3; ++j)
        if (fabs((t[0] * r[j][0] + t[1] * r[j][1]) + t[2] * r[j][2]) >
            b[j] + ((a[0] * f[j][0] + a[1] * f[j][1]) + a[2] * f[j][2]))
            return false;
    if constexpr (!kLite)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                if (fabs(t[i2] * r[j][i1] - t[i1] * r[j][i2]) >
                    (a[i1] * f[j][i2] + a[i2] * f[j][i1]) + (b[j1] * f[j2][i] + b[j2] * f[j1][i]))
                    return false;
            }
        }
    return true;
}

// A node of either tree. `volume`, an eighth of the box's volume, decides which of two nodes is opened.
template <class Box, class T>
struct Node {
    Box box;
    T volume;
    std::uint32_t first; // the first of two adjacent children; in a leaf, the triangle
    bool is_leaf;
};

template <class T>
struct AxisAligned {
    using Scalar = T;
    struct Box {
        Vector<T> center, half;
    };
    // Computed once per pair of trees.
    struct Pair {
        Map<T> map;
        Matrix<T> f;
        explicit Pair(const Map<T>& a_from_b)
            : map(a_from_b) {
            set_absolutes(map.r, f);
        }
    };
    // Nothing is stored per pair of nodes.
    struct State {};
    static State root_state(const Pair&, const Box&, const Box&) { return {}; }
    static State descend_a(const State&, const Box&) { return {}; }
    static State descend_b(const State&, const Box&) { return {}; }

    template <bool kLite>
    static bool test(const Pair& pair, const State&, const Box& a, const Box& b) {
        const Vector<T> t = difference(sum(product(pair.map.r, b.center), pair.map.t), a.center);
        return overlap<kLite>(a.half, b.half, t, pair.map.r, pair.f);
    }
};

template <class T>
struct Oriented {
    using Scalar = T;
    struct Box {
        Matrix<T> axes; // in the frame of the parent's box
        Vector<T> center, half;
    };
    struct Pair {
        Map<T> map;
        explicit Pair(const Map<T>& a_from_b)
            : map(a_from_b) {}
    };
    using State = Map<T>; // maps the frame of b's box to the frame of a's box

    static State descend_a(const State& state, const Box& a) {
        State next;
        for (std::size_t j = 0; j < 3; ++j) next.r[j] = product_of_transposed(a.axes, state.r[j]);
        next.t = product_of_transposed(a.axes, difference(state.t, a.center));
        return next;
    }
    static State descend_b(const State& state, const Box& b) {
        State next;
        for (std::size_t j = 0; j < 3; ++j) next.r[j] = product(state.r, b.axes[j]);
        next.t = sum(product(state.r, b.center), state.t);
        return next;
    }
    static State root_state(const Pair& pair, const Box& a, const Box& b) {
        return descend_b(descend_a(pair.map, a), b);
    }

    template <bool kLite>
    static bool test(const Pair&, const State& state, const Box& a, const Box& b) {
        Matrix<T> f;
        set_absolutes(state.r, f);
        return overlap<kLite>(a.half, b.half, state.t, state.r, f);
    }
};

template <class T>
Vector<T> converted(const glm::dvec3& v) {
    return {{static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)}};
}
template <class T>
Matrix<T> converted(const glm::dmat3& m) {
    return {{converted<T>(m[0]), converted<T>(m[1]), converted<T>(m[2])}};
}

template <class Kind>
class Tree final : public PaperTree {
  public:
    using T = typename Kind::Scalar;
    using Box = typename Kind::Box;

    std::vector<Node<Box, T>> nodes;

    PaperQuery query(const PaperTree& other, const Pose& world_from_this, const Pose& world_from_other,
                     PaperTest test, PaperTriangleTest triangle_test, void* context) const override {
        const auto& b = static_cast<const Tree&>(other);
        const Pose a_from_b = inverse_rigid(world_from_this) * world_from_other;
        const typename Kind::Pair pair(Map<T>{converted<T>(a_from_b.linear), converted<T>(a_from_b.origin)});
        return test == PaperTest::lite ? walk<true>(b, pair, triangle_test, context)
                                       : walk<false>(b, pair, triangle_test, context);
    }

  private:
    struct Visit {
        std::uint32_t a, b;
        typename Kind::State state;
    };

    template <bool kLite>
    PaperQuery walk(const Tree& other, const typename Kind::Pair& pair, PaperTriangleTest triangle_test,
                    void* context) const {
        PaperQuery result;
        std::array<Visit, 2 * kMaxBuiltDepth + 2> stack;
        std::size_t count = 0;
        stack[count++] = {0, 0, Kind::root_state(pair, nodes[0].box, other.nodes[0].box)};
        while (count > 0) {
            const Visit visit = stack[--count];
            const auto &a = nodes[visit.a], &b = other.nodes[visit.b];
            ++result.box_tests;
            if (!Kind::template test<kLite>(pair, visit.state, a.box, b.box)) continue;
            if (a.is_leaf && b.is_leaf) {
                ++result.triangle_tests;
                result.intersects = triangle_test(context, a.first, b.first);
                if (result.intersects) break;
            } else if (b.is_leaf || (!a.is_leaf && a.volume >= b.volume)) {
                for (std::uint32_t i = 2; i-- > 0;)
                    stack[count++] = {a.first + i, visit.b,
                                      Kind::descend_a(visit.state, nodes[a.first + i].box)};
            } else {
                for (std::uint32_t i = 2; i-- > 0;)
                    stack[count++] = {visit.a, b.first + i,
                                      Kind::descend_b(visit.state, other.nodes[b.first + i].box)};
            }
        }
        return result;
    }
};

glm::dvec3 half_of(const Aabb& box, double slack) {
    const glm::dvec3 center(box.center());
    return glm::max(glm::dvec3(box.upper) - center, center - glm::dvec3(box.lower)) + slack;
}
double size_of(const Aabb& root) {
    return static_cast<double>(glm::length(glm::max(glm::abs(root.lower), glm::abs(root.upper))));
}

template <class T>
std::unique_ptr<PaperTree> make_axis_aligned(const Bvh2<Aabb>& tree) {
    auto paper_tree = std::make_unique<Tree<AxisAligned<T>>>();
    const double slack = kSlack<T> * size_of(tree.nodes[0].volume);
    for (const auto& node : tree.nodes) {
        const glm::dvec3 half = half_of(node.volume, slack);
        paper_tree->nodes.push_back({{converted<T>(glm::dvec3(node.volume.center())), converted<T>(half)},
                                     static_cast<T>(half.x * half.y * half.z),
                                     node.first,
                                     node.is_leaf()});
    }
    return paper_tree;
}

template <class T>
std::unique_ptr<PaperTree> make_oriented(const Bvh2<Obb>& tree) {
    auto paper_tree = std::make_unique<Tree<Oriented<T>>>();
    const double slack = kSlack<T> * size_of(tree.nodes[0].volume.bounds());
    paper_tree->nodes.resize(tree.nodes.size());
    std::vector<Pose> frames(tree.nodes.size()); // mesh_from_parent; the root's parent is the mesh
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        const Pose mesh_from_box{node.volume.axes.template matrix<double>(), glm::dvec3(node.volume.center)};
        const Pose parent_from_box = inverse_rigid(frames[i]) * mesh_from_box;
        const glm::dvec3 half = glm::dvec3(node.volume.half) + slack;
        paper_tree->nodes[i] = {
            {converted<T>(parent_from_box.linear), converted<T>(parent_from_box.origin), converted<T>(half)},
            static_cast<T>(half.x * half.y * half.z),
            node.first,
            node.is_leaf()};
        if (node.is_leaf()) continue;
        frames[node.first] = frames[node.first + 1] = mesh_from_box;
    }
    return paper_tree;
}

template <class Kind>
PaperOperations count(bool is_lite) {
    using T = typename Kind::Scalar;
    typename Kind::Box box{};
    box.half = {{T(1.0f), T(2.0f), T(3.0f)}};
    Matrix<T> r{};
    for (std::size_t i = 0; i < 3; ++i) r[i][i] = T(1.0f);
    if constexpr (requires { box.axes; }) box.axes = r;
    const typename Kind::Pair pair(Map<T>{r, {}});
    const typename Kind::State start = Kind::root_state(pair, box, box);
    bool is_overlapping = false;
    const counted::Operations spent = counted::count_operations([&] {
        const typename Kind::State state = Kind::descend_b(start, box);
        is_overlapping = is_lite ? Kind::template test<true>(pair, state, box, box)
                                 : Kind::template test<false>(pair, state, box, box);
    });
    BOXWOOD_REQUIRE(is_overlapping);
    return {spent.flops(), spent.absolutes};
}

} // namespace

std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Aabb>& tree, PaperScalar scalar) {
    return scalar == PaperScalar::float32 ? make_axis_aligned<float>(tree) : make_axis_aligned<double>(tree);
}
std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Obb>& tree, PaperScalar scalar) {
    return scalar == PaperScalar::float32 ? make_oriented<float>(tree) : make_oriented<double>(tree);
}

PaperOperations count_paper_operations(PaperVolume volume, PaperTest test) {
    using Number = counted::CountingScalar<float>;
    const bool is_lite = test == PaperTest::lite;
    return volume == PaperVolume::obb ? count<Oriented<Number>>(is_lite)
                                      : count<AxisAligned<Number>>(is_lite);
}

} // namespace boxwood
