// What: converts between NumPy arrays and the values of the facade.
// Frame: poses are 4x4, 3x4 or 3x3 matrices world_from_shape in row-major order.
// Degenerate input: an array of the wrong shape, or a value that the facade rejects, raises boxwood.Error, which is a
//                   ValueError.
// Cost: contiguous points of type float32 or float64 are read in place; others are copied once.
#pragma once

#include <boxwood/boxwood.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

namespace boxwood_python {

namespace py = pybind11;
namespace bw = boxwood::api;

// An exception that becomes boxwood.Error in Python.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
T value_of(bw::Result<T> result) {
    if (!result) throw Failure(result.error().message);
    return std::move(*result);
}
inline void require(const bw::Status& status) {
    if (!status) throw Failure(status.error().message);
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

inline std::string shape_text(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis)
        text += (axis ? ", " : "") + std::to_string(array.shape(axis));
    return text + ")";
}

inline py::array_t<double> array_of(const bw::Vec3& v) {
    py::array_t<double> array(3);
    double* const out = array.mutable_data();
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
    return array;
}

// Converts a sequence of three numbers.
bw::Vec3 vector_of(const py::handle& object, const char* name);
// Converts None (the identity), a Pose, or an array of shape 3x3, 3x4 or 4x4.
bw::Pose pose_of(const py::handle& object, const char* name);
// Also raises if the pose of a sphere or capsule does not scale uniformly.
bw::Pose pose_of(const bw::Shape& shape, const py::handle& object, const char* name);
// Returns the number. Raises if it is negative or NaN.
double non_negative(double number, const char* name);
// Converts what os.fspath() accepts: a str, bytes or an os.PathLike.
std::string path_of(const py::handle& object);
// Converts one pose, or an array of N poses of shape 3x3, 3x4 or 4x4.
std::vector<bw::Pose> poses_of(const py::handle& object, const char* name);
std::vector<bw::Pose> poses_of(const bw::Shape& shape, const py::handle& object, const char* name);
py::array_t<double> matrix_of(const bw::Pose& pose);

// Views of N x 3 numbers of any type (Triangles: of any integer type). They keep the array alive.
struct Points {
    explicit Points(const py::handle& object, const char* name);
    bw::PointsView view;
    py::array array;
};
struct Triangles {
    explicit Triangles(const py::handle& object, const char* name);
    bw::TrianglesView view;
    py::array array;
};

// The context of the calling thread, with an executor of this number of threads. 0 selects all cores.
bw::Context& context_of(int threads);

void add_shapes(py::module_& module);
void add_queries(py::module_& module);
void add_world(py::module_& module);

} // namespace boxwood_python
