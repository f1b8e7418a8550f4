// The compiled module of the Python package boxwood, see docs/python.md.
#include "python/module/convert.hpp"

namespace py = pybind11;

namespace {

PyObject* g_error = nullptr; // boxwood.Error; the module keeps it alive

// pybind11 requires a message in UTF-8, but a path in it can have any bytes.
void translate(std::exception_ptr exception) {
    try {
        std::rethrow_exception(exception);
    } catch (const boxwood_python::Failure& failure) {
        const auto text = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefault(failure.what()));
        if (text) PyErr_SetObject(g_error, text.ptr());
    }
}

} // namespace

PYBIND11_MODULE(_boxwood, module) {
    module.doc() = "Bounding-volume hierarchies, broad phase and closest features.";
    module.attr("__version__") = BOXWOOD_VERSION;
    py::register_exception<boxwood_python::Failure>(module, "Error", PyExc_ValueError);
    g_error = py::object(module.attr("Error")).ptr();
    py::register_exception_translator(&translate);
    boxwood_python::add_shapes(module);
    boxwood_python::add_queries(module);
    boxwood_python::add_world(module);
}
