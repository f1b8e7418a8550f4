#include "collision/api/shape.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/shape_data.hpp"

namespace boxwood::api {

const detail::ShapeData& Shape::data() const {
    BOXWOOD_REQUIRE(data_ != nullptr); // a moved-from shape has no data
    return *data_;
}

ShapeKind Shape::kind() const {
    return data().kind;
}

bool Shape::is_solid() const {
    return data().is_solid;
}

Box Shape::bounds() const {
    const auto box_of = [](const Aabb& box) {
        return Box{detail::to_api(glm::dvec3(box.lower)), detail::to_api(glm::dvec3(box.upper))};
    };
    if (kind() == ShapeKind::mesh) return box_of(detail::MeshReader(*data_)->bounds);
    Box box = box_of(data_->solid->bounds());
    const double r = data_->radius;
    box.lower = {box.lower.x - r, box.lower.y - r, box.lower.z - r};
    box.upper = {box.upper.x + r, box.upper.y + r, box.upper.z + r};
    return box;
}

std::size_t Shape::triangle_count() const {
    if (kind() == ShapeKind::mesh) return detail::MeshReader(*data_)->triangles->size();
    return data_->is_round() ? 0 : data_->solid->mesh().triangles.size();
}

std::size_t Shape::vertex_count() const {
    if (kind() == ShapeKind::mesh) return detail::MeshReader(*data_)->positions.size();
    return data_->is_round() ? 0 : data_->solid->mesh().positions.size();
}

void* Shape::user_data() const {
    return data().user_data.load();
}

void Shape::set_user_data(void* data_of_caller) {
    data();
    data_->user_data.store(data_of_caller);
}

} // namespace boxwood::api
