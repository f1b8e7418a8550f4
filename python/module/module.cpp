// The compiled module of the Python package boxwood, see docs/python.md.
#include "python/module/convert.hpp"

PYBIND11_MODULE(_boxwood, module) {
    namespace py = pybind11;
    module.doc() = "Bounding-volume hierarchies, broad phase and closest features.";
    module.attr("__version__") = BOXWOOD_VERSION;
    py::register_exception<boxwood_python::Failure>(module, "Error", PyExc_ValueError);
    boxwood_python::add_shapes(module);
    boxwood_python::add_queries(module);
    boxwood_python::add_world(module);
}
