#include "collision/api/round.hpp"

#include "collision/api/detail/read_arrays.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <array>
#include <cmath>
#include <string>

namespace boxwood::api {
namespace {

Result<std::shared_ptr<detail::ShapeData>> make_round(ShapeKind kind, const char* name, double radius,
                                                      const Vec3& tail, const Vec3& head) {
    if (!(radius > 0.0 && radius <= static_cast<double>(kMaxCoordinate)))
        return Error{std::string(name) + ": the radius must be a number above 0, up to 1e12"};
    const std::array<glm::vec3, 2> ends{
        glm::vec3(detail::to_float(tail.x), detail::to_float(tail.y), detail::to_float(tail.z)),
        glm::vec3(detail::to_float(head.x), detail::to_float(head.y), detail::to_float(head.z))};
    const std::array<TriangleIndices, 1> axis{TriangleIndices{0, 1, 1}};
    Result<std::shared_ptr<boxwood::Shape>> shape = make_shape(MeshView{ends, axis});
    if (!shape) return Error{std::string(name) + ": " + shape.error().message};
    auto data = std::make_shared<detail::ShapeData>();
    data->kind = kind;
    data->solid = std::move(*shape);
    data->radius = radius;
    return data;
}

} // namespace

Result<Sphere> Sphere::create(double radius, const Vec3& center) {
    auto data = make_round(ShapeKind::sphere, "sphere", radius, center, center);
    if (!data) return data.error();
    return Sphere(std::move(*data));
}

double Sphere::radius() const {
    return data().radius;
}

Result<Capsule> Capsule::create(double radius, const Vec3& tail, const Vec3& head) {
    auto data = make_round(ShapeKind::capsule, "capsule", radius, tail, head);
    if (!data) return data.error();
    return Capsule(std::move(*data));
}

Result<Capsule> Capsule::create(double radius, double half_length) {
    if (!(half_length >= 0.0)) return Error{"capsule: half_length must be a number of at least 0"};
    return create(radius, {0.0, 0.0, -half_length}, {0.0, 0.0, half_length});
}

double Capsule::radius() const {
    return data().radius;
}

} // namespace boxwood::api
