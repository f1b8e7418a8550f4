// What: the plain values of the facade: points, quaternions, and views of the caller's arrays.
// Units: lengths as in the caller's scene.
// Invariants: conversions recognize the vector types of other libraries by their members and sizes, so the headers of
//             GLM and Eigen are not included. A view does not own its data and must not outlive it.
// Cost: creating a view takes O(1) time; it does not read the elements.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/result.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>

namespace boxwood::api {

using boxwood::Error;
using boxwood::Executor;
using boxwood::Result;
using boxwood::SerialExecutor;
using boxwood::Status;

namespace detail {

template <class V>
concept WithXyz = requires(const V& v) {
    { v.x } -> std::convertible_to<double>;
    { v.y } -> std::convertible_to<double>;
    { v.z } -> std::convertible_to<double>;
}
&&!requires(const V& v) {
    v.w;
};

// The number of elements of a type with a fixed size. 0 for other types, except matrices of Eigen with a dynamic size:
// the largest std::size_t.
template <class V>
consteval std::size_t fixed_size() {
    if constexpr (std::is_bounded_array_v<V>)
        return std::extent_v<V>;
    else if constexpr (requires { V::SizeAtCompileTime; }) // Eigen
        return static_cast<std::size_t>(V::SizeAtCompileTime);
    else if constexpr (requires { std::tuple_size<V>::value; })
        return std::tuple_size<V>::value;
    else
        return 0;
}
template <class V>
concept WithThreeElements = fixed_size<V>()
== 3 && requires(const V& v) {
    { v[0] } -> std::convertible_to<double>;
};

} // namespace detail

// A point or a direction.
struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;

    constexpr Vec3() = default;
    constexpr Vec3(double of_x, double of_y, double of_z)
        : x(of_x)
        , y(of_y)
        , z(of_z) {}
    // From glm::vec3, Eigen::Vector3d, std::array<double, 3>, double[3] and the like.
    template <class V>
    requires(!std::same_as<V, Vec3> &&
             (detail::WithXyz<V> || detail::WithThreeElements<V>)) constexpr Vec3(const V& v) {
        if constexpr (detail::WithXyz<V>)
            *this = {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
        else
            *this = {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
    }
    // Converts to a type that V{x, y, z} constructs from doubles, for example answer.point.as<Eigen::Vector3d>().
    template <class V>
    constexpr V as() const {
        return V{x, y, z};
    }
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

// A rotation as a quaternion of any length except 0. Pose normalizes it.
struct Quaternion {
    double w = 1.0, x = 0.0, y = 0.0, z = 0.0;

    constexpr Quaternion() = default;
    constexpr Quaternion(double of_w, double of_x, double of_y, double of_z)
        : w(of_w)
        , x(of_x)
        , y(of_y)
        , z(of_z) {}
    // From glm::dquat, Eigen::Quaterniond and the like.
    template <class Q>
    requires(!std::same_as<Q, Quaternion> &&
             (
                 requires(const Q& q) { double(q.w); } ||
                 requires(const Q& q) { double(q.w()); })) constexpr Quaternion(const Q& q) {
        if constexpr (requires { double(q.w()); })
            *this = {double(q.w()), double(q.x()), double(q.y()), double(q.z())};
        else
            *this = {double(q.w), double(q.x), double(q.y), double(q.z)};
    }
    friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

namespace detail {

template <class E>
concept Coordinate = std::same_as<E, float> || std::same_as<E, double>;

template <class E>
struct CoordinateOf {};
template <Coordinate E>
struct CoordinateOf<E> {
    using type = E;
};
template <WithXyz E>
struct CoordinateOf<E> {
    using type = std::remove_cvref_t<decltype(std::declval<const E&>().x)>;
};
template <class E>
requires(WithThreeElements<E> && !WithXyz<E>) struct CoordinateOf<E> {
    using type = std::remove_cvref_t<decltype(std::declval<const E&>()[0])>;
};

// An element of an array of points: three consecutive coordinates or a single coordinate.
template <class E>
concept PointElement = requires {
    typename CoordinateOf<E>::type;
}
&&Coordinate<typename CoordinateOf<E>::type> &&
    (Coordinate<E> || sizeof(E) == 3 * sizeof(typename CoordinateOf<E>::type));

template <class E>
concept Index = std::integral<E> && !std::same_as<E, bool> && sizeof(E) >= 2;

template <class E>
struct IndexOf {};
template <Index E>
struct IndexOf<E> {
    using type = E;
};
template <class E>
requires(fixed_size<E>() == 3 ||
         (WithXyz<E> &&
          std::integral<std::remove_cvref_t<decltype(std::declval<E>().x)>>)) struct IndexOf<E> {
    using type = std::remove_cvref_t<decltype(std::declval<const E&>()[0])>;
};
template <class E>
concept TriangleElement = requires {
    typename IndexOf<E>::type;
}
&&Index<typename IndexOf<E>::type> && (Index<E> || sizeof(E) == 3 * sizeof(typename IndexOf<E>::type));

template <class R>
using ElementOf = std::remove_cvref_t<decltype(*std::declval<const R&>().data())>;

template <class R>
concept Array = requires(const R& r) {
    { r.size() } -> std::convertible_to<std::size_t>;
    r.data();
};

// A matrix of Eigen, or a part of one.
template <class R>
concept StridedMatrix = requires(const R& r) {
    R::IsVectorAtCompileTime;
    r.innerSize();
    r.innerStride();
    r.outerStride();
};
// The stride from one group of three numbers to the next, counted in numbers. 0 if the three numbers of a group are not
// consecutive in memory.
template <class R>
std::size_t group_stride(const R& array) {
    if constexpr (StridedMatrix<R>) {
        if (array.size() == 0) return 3;
        if (array.innerStride() != 1) return 0;
        if (!R::IsVectorAtCompileTime)
            return array.innerSize() == 3 ? static_cast<std::size_t>(array.outerStride()) : 0;
    }
    return 3;
}

} // namespace detail

// The caller's points: three consecutive floats or doubles per point, with `stride` bytes from one point to the next.
class PointsView {
  public:
    PointsView() = default;
    // A vector, array or span of points (glm::vec3, Eigen::Vector3f, std::array<double, 3>, ...) or of coordinates
    // x, y, z, x, y, z, ... A matrix of Eigen must store the coordinates of each point together: one point per column,
    // or with Eigen::RowMajor one point per row.
    template <detail::Array R>
    requires detail::PointElement<detail::ElementOf<R>> PointsView(const R& points) {
        using Element = detail::ElementOf<R>;
        using Number = typename detail::CoordinateOf<Element>::type;
        constexpr std::size_t kPerElement = sizeof(Element) / sizeof(Number);
        set(points.data(), static_cast<std::size_t>(points.size()) * kPerElement, sizeof(Number));
        const std::size_t numbers = detail::group_stride(points);
        is_grouped_ = numbers > 0;
        if (is_grouped_) stride_ = numbers * sizeof(Number);
    }
    PointsView(std::initializer_list<Vec3> points) { set(points.begin(), 3 * points.size(), sizeof(double)); }
    // `count` points that are members of larger records with a size of `stride` bytes.
    PointsView(const float* first, std::size_t count, std::size_t stride) {
        set(first, 3 * count, sizeof(float));
        stride_ = stride;
    }
    PointsView(const double* first, std::size_t count, std::size_t stride) {
        set(first, 3 * count, sizeof(double));
        stride_ = stride;
    }

    std::size_t size() const { return numbers_ / 3; }
    bool is_whole() const { return numbers_ % 3 == 0; } // false if the last point lacks coordinates
    bool is_grouped() const { return is_grouped_; } // false if the coordinates of a point are not consecutive
    bool is_double() const { return number_bytes_ == sizeof(double); }
    const std::byte* data() const { return data_; }
    std::size_t stride() const { return stride_; }

  private:
    void set(const void* data, std::size_t numbers, std::size_t number_bytes) {
        data_ = static_cast<const std::byte*>(data);
        numbers_ = numbers;
        number_bytes_ = number_bytes;
        stride_ = 3 * number_bytes;
    }

    const std::byte* data_ = nullptr;
    std::size_t numbers_ = 0, number_bytes_ = sizeof(float), stride_ = 3 * sizeof(float);
    bool is_grouped_ = true;
};

// The caller's triangles: three consecutive vertex indices per triangle, of 2, 4 or 8 bytes each.
class TrianglesView {
  public:
    TrianglesView() = default;
    // A vector, array or span of triangles (std::array<int, 3>, glm::uvec3, Eigen::Vector3i, ...) or of indices. For a
    // matrix of Eigen, see PointsView.
    template <detail::Array R>
    requires detail::TriangleElement<detail::ElementOf<R>> TrianglesView(const R& triangles) {
        using Element = detail::ElementOf<R>;
        using Number = typename detail::IndexOf<Element>::type;
        constexpr std::size_t kPerElement = sizeof(Element) / sizeof(Number);
        data_ = reinterpret_cast<const std::byte*>(triangles.data());
        numbers_ = static_cast<std::size_t>(triangles.size()) * kPerElement;
        number_bytes_ = sizeof(Number);
        is_signed_ = std::signed_integral<Number>;
        stride_ = detail::group_stride(triangles) * sizeof(Number);
    }
    TrianglesView(std::initializer_list<std::array<std::uint32_t, 3>> triangles)
        : data_(reinterpret_cast<const std::byte*>(triangles.begin()))
        , numbers_(3 * triangles.size()) {}

    std::size_t size() const { return numbers_ / 3; }
    bool is_whole() const { return numbers_ % 3 == 0; }
    bool is_grouped() const { return stride_ > 0; } // false if the indices of a triangle are not consecutive
    std::size_t stride() const { return stride_; }  // bytes from one triangle to the next
    std::size_t number_bytes() const { return number_bytes_; }
    bool is_signed() const { return is_signed_; }
    const std::byte* data() const { return data_; }

  private:
    const std::byte* data_ = nullptr;
    std::size_t numbers_ = 0, number_bytes_ = sizeof(std::uint32_t), stride_ = 3 * sizeof(std::uint32_t);
    bool is_signed_ = false;
};

} // namespace boxwood::api
