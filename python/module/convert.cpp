#include "python/module/convert.hpp"

#include <boxwood/collision/parallel/tbb_executor.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

namespace boxwood_python {
namespace {

// Converts an array of any type, or a list, to an array of doubles in C order.
Doubles doubles_of(const py::handle& object, const char* name) {
    Doubles array = Doubles::ensure(object);
    if (!array) {
        PyErr_Clear();
        throw Failure(std::string(name) + ": expected an array of numbers");
    }
    return array;
}

bool is_matrix(const Doubles& array, py::ssize_t first) {
    const py::ssize_t rows = array.shape(first), columns = array.shape(first + 1);
    return rows >= 3 && rows <= 4 && columns >= rows && columns <= 4;
}

} // namespace

bw::Vec3 vector_of(const py::handle& object, const char* name) {
    const Doubles array = doubles_of(object, name);
    if (array.size() != 3)
        throw Failure(std::string(name) + ": shape " + shape_text(array) + ", expected (3,)");
    const double* const v = array.data();
    return {v[0], v[1], v[2]};
}

bw::Pose pose_of(const py::handle& object, const char* name) {
    if (object.is_none()) return {};
    if (py::isinstance<bw::Pose>(object)) return object.cast<bw::Pose>();
    const Doubles array = doubles_of(object, name);
    if (array.ndim() != 2 || !is_matrix(array, 0))
        throw Failure(std::string(name) + ": shape " + shape_text(array) +
                      ", expected (4, 4), (3, 4) or (3, 3)");
    auto pose = bw::Pose::from_row_major({array.data(), static_cast<std::size_t>(array.size())});
    if (!pose) throw Failure(std::string(name) + ": " + pose.error().message);
    return *pose;
}

namespace {

void require_uniform_scale(const bw::Shape& shape, const bw::Pose& pose, const std::string& name) {
    if (shape.kind() != bw::ShapeKind::sphere && shape.kind() != bw::ShapeKind::capsule) return;
    constexpr double kTolerance = 1e-9;
    const bw::Vec3 s = pose.scale();
    const auto [smallest, largest] = std::minmax({std::fabs(s.x), std::fabs(s.y), std::fabs(s.z)});
    if (pose.shears() || !(largest - smallest <= kTolerance * largest))
        throw Failure(name + ": a sphere or capsule must be scaled uniformly");
}

} // namespace

bw::Pose pose_of(const bw::Shape& shape, const py::handle& object, const char* name) {
    const bw::Pose pose = pose_of(object, name);
    require_uniform_scale(shape, pose, name);
    return pose;
}

std::vector<bw::Pose> poses_of(const bw::Shape& shape, const py::handle& object, const char* name) {
    const std::vector<bw::Pose> poses = poses_of(object, name);
    for (std::size_t i = 0; i < poses.size(); ++i)
        require_uniform_scale(shape, poses[i], std::string(name) + "[" + std::to_string(i) + "]");
    return poses;
}

double non_negative(double number, const char* name) {
    if (number >= 0.0) return number;
    throw Failure(std::string(name) + ": expected a number of at least 0");
}

std::string path_of(const py::handle& object) {
    PyObject* encoded = nullptr; // bytes
    if (PyUnicode_FSConverter(object.ptr(), &encoded) == 0) {
        PyErr_Clear();
        throw Failure("path: expected a str, bytes or os.PathLike without a null character");
    }
    return py::reinterpret_steal<py::bytes>(encoded);
}

std::vector<bw::Pose> poses_of(const py::handle& object, const char* name) {
    if (object.is_none() || py::isinstance<bw::Pose>(object)) return {pose_of(object, name)};
    const Doubles array = doubles_of(object, name);
    if (array.ndim() == 2) return {pose_of(array, name)};
    if (array.ndim() != 3 || !is_matrix(array, 1))
        throw Failure(std::string(name) + ": shape " + shape_text(array) +
                      ", expected (N, 4, 4), (N, 3, 4) or (N, 3, 3)");
    const auto count = static_cast<std::size_t>(array.shape(0));
    const auto numbers = static_cast<std::size_t>(array.shape(1) * array.shape(2));
    std::vector<bw::Pose> poses;
    poses.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto pose = bw::Pose::from_row_major({array.data() + i * numbers, numbers});
        if (!pose) throw Failure(std::string(name) + "[" + std::to_string(i) + "]: " + pose.error().message);
        poses.push_back(*pose);
    }
    return poses;
}

py::array_t<double> matrix_of(const bw::Pose& pose) {
    py::array_t<double> matrix({4, 4});
    double* const out = matrix.mutable_data();
    const auto& columns = pose.columns();
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column) out[4 * row + column] = columns[3 * column + row];
    out[12] = out[13] = out[14] = 0.0;
    out[15] = 1.0;
    return matrix;
}

Points::Points(const py::handle& object, const char* name) {
    array = py::array::ensure(object);
    if (!array) PyErr_Clear();
    if (!array || array.ndim() != 2 || array.shape(1) != 3)
        throw Failure(std::string(name) + ": shape " + (array ? shape_text(array) : "unknown") +
                      ", expected (N, 3)");
    const auto count = static_cast<std::size_t>(array.shape(0));
    if (py::isinstance<py::array_t<float>>(array)) {
        array = py::array_t<float, py::array::c_style>::ensure(array);
        view = {static_cast<const float*>(array.data()), count, 3 * sizeof(float)};
        return;
    }
    array = doubles_of(array, name);
    view = {static_cast<const double*>(array.data()), count, 3 * sizeof(double)};
}

Triangles::Triangles(const py::handle& object, const char* name) {
    array = py::array::ensure(object);
    if (!array) PyErr_Clear();
    if (!array || array.ndim() != 2 || array.shape(1) != 3)
        throw Failure(std::string(name) + ": shape " + (array ? shape_text(array) : "unknown") +
                      ", expected (N, 3)");
    if (array.dtype().kind() != 'i' && array.dtype().kind() != 'u')
        throw Failure(std::string(name) + ": indices must be whole numbers");
    const auto view_as = [&](auto type) {
        using Number = decltype(type);
        if (!py::isinstance<py::array_t<Number>>(array)) return false;
        array = py::array_t<Number, py::array::c_style>::ensure(array);
        view = std::span<const Number>(static_cast<const Number*>(array.data()), static_cast<std::size_t>(array.size()));
        return true;
    };
    if (view_as(std::int64_t{}) || view_as(std::uint32_t{}) || view_as(std::int32_t{}) || view_as(std::uint64_t{}) ||
        view_as(std::int16_t{}) || view_as(std::uint16_t{}))
        return;
    array = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
    view = std::span<const std::int64_t>(static_cast<const std::int64_t*>(array.data()), static_cast<std::size_t>(array.size()));
}

bw::Context& context_of(int threads) {
    if (threads < 0)
        throw Failure("threads: " + std::to_string(threads) + "; expected 0 (all cores) or more");
    if (threads == 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (threads == 1) return bw::thread_context();
    thread_local std::map<int, bw::Context> contexts;
    auto found = contexts.find(threads);
    if (found == contexts.end())
        found = contexts.emplace(threads, bw::Context(boxwood::make_tbb_executor(threads))).first;
    return found->second;
}

} // namespace boxwood_python
