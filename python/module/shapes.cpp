// Python bindings for poses and shapes.
#include "python/module/convert.hpp"

namespace boxwood_python {
namespace {

py::array_t<double> positions_of(const bw::Mesh& mesh) {
    const std::vector<bw::Vec3> points = mesh.positions();
    py::array_t<double> array({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}});
    double* out = array.mutable_data();
    for (const bw::Vec3& p : points) *out++ = p.x, *out++ = p.y, *out++ = p.z;
    return array;
}

py::array_t<std::uint32_t> triangles_of(const bw::Mesh& mesh) {
    const auto triangles = mesh.triangles();
    py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(triangles.size()), py::ssize_t{3}});
    std::uint32_t* out = array.mutable_data();
    for (const auto& triangle : triangles) out = std::copy(triangle.begin(), triangle.end(), out);
    return array;
}

bw::Mesh make_mesh(const py::object& vertices, const py::object& faces, bw::Preset preset, bool is_solid,
                   double max_rounding) {
    const Points points(vertices, "vertices");
    const Triangles triangles(faces, "faces");
    py::gil_scoped_release unlocked;
    return value_of(bw::Mesh::create(points.view, triangles.view, {preset, is_solid, max_rounding}));
}

std::vector<std::vector<std::uint32_t>> index_lists_of(const py::object& faces) {
    try {
        return faces.cast<std::vector<std::vector<std::uint32_t>>>();
    } catch (const py::cast_error&) {
        throw Failure("faces: expected a list of vertex indices for each face, each at least 0");
    }
}

bw::Convex make_convex(const py::object& vertices, const py::object& faces) {
    const Points points(vertices, "vertices");
    if (py::isinstance<py::list>(faces) || py::isinstance<py::tuple>(faces)) {
        const std::vector<std::vector<std::uint32_t>> lists = index_lists_of(faces);
        py::gil_scoped_release unlocked;
        return value_of(bw::Convex::create(points.view, lists));
    }
    const Triangles triangles(faces, "faces");
    py::gil_scoped_release unlocked;
    return value_of(bw::Convex::create(points.view, triangles.view));
}

bw::Compound make_compound(const py::sequence& parts) {
    std::vector<bw::Compound::Part> list;
    for (const py::handle part : parts) {
        if (py::isinstance<bw::Convex>(part)) {
            list.push_back({part.cast<bw::Convex>(), {}});
            continue;
        }
        const auto is_pair = [](const py::sequence& pair) {
            return pair.size() == 2 && py::isinstance<bw::Convex>(pair[0]);
        };
        if (!py::isinstance<py::sequence>(part) || !is_pair(py::reinterpret_borrow<py::sequence>(part)))
            throw Failure("parts: each part must be a Convex, or a pair of a Convex and its pose");
        const auto pair = py::reinterpret_borrow<py::sequence>(part);
        list.push_back({pair[0].cast<bw::Convex>(), pose_of(pair[1], "part")});
    }
    py::gil_scoped_release unlocked;
    return value_of(bw::Compound::create(list));
}

void add_poses(py::module_& module) {
    py::class_<bw::Pose>(module, "Pose",
                         "A checked pose world_from_shape. Queries also accept an array instead.")
        .def(py::init([](const py::object& matrix) { return pose_of(matrix, "matrix"); }),
             py::arg("matrix") = py::none())
        .def_static(
            "from_quaternion",
            [](const std::array<double, 4>& q, const py::object& translation, const py::object& scale) {
                const bw::Vec3 sizes = scale.is_none()         ? bw::Vec3{1.0, 1.0, 1.0}
                                       : py::isinstance<py::float_>(scale) || py::isinstance<py::int_>(scale)
                                           ? bw::Vec3{scale.cast<double>(), scale.cast<double>(), scale.cast<double>()}
                                           : vector_of(scale, "scale");
                return value_of(bw::Pose::from_quaternion({q[0], q[1], q[2], q[3]},
                                                          translation.is_none() ? bw::Vec3{} : vector_of(translation, "translation"),
                                                          sizes));
            },
            py::arg("wxyz"), py::arg("translation") = py::none(), py::arg("scale") = py::none(),
            "Scales first, then rotates, then translates. The quaternion is w, x, y, z of any length.")
        .def_static(
            "from_translation",
            [](const py::object& v) {
                return value_of(bw::Pose::from_translation(vector_of(v, "translation")));
            },
            py::arg("translation"))
        .def_property_readonly("matrix", &matrix_of, "4x4, world_from_shape")
        .def_property_readonly("translation",
                               [](const bw::Pose& pose) { return array_of(pose.translation()); })
        .def_property_readonly("is_rigid", &bw::Pose::is_rigid)
        .def("__repr__", [](const bw::Pose& pose) {
            return "boxwood.Pose(" + py::repr(matrix_of(pose)).cast<std::string>() + ")";
        });
}

} // namespace

void add_shapes(py::module_& module) {
    add_poses(module);
    py::enum_<bw::Preset>(module, "Preset", "The intended use of a mesh. It selects the hierarchies.")
        .value("general", bw::Preset::general)
        .value("contacts", bw::Preset::contacts)
        .value("distance", bw::Preset::distance)
        .value("deforming", bw::Preset::deforming)
        .value("small_memory", bw::Preset::small_memory);
    py::enum_<bw::Update>(module, "Update", "How the hierarchies of a mesh are updated for new positions.")
        .value("automatic", bw::Update::automatic)
        .value("refit", bw::Update::refit)
        .value("rebuild", bw::Update::rebuild);
    py::class_<bw::Shape>(module, "Shape", "A handle of a shape. Copies refer to the same shape.")
        .def_property_readonly("is_solid", &bw::Shape::is_solid)
        .def_property_readonly("triangle_count", &bw::Shape::triangle_count)
        .def_property_readonly("vertex_count", &bw::Shape::vertex_count)
        .def_property_readonly("bounds",
                               [](const bw::Shape& shape) {
                                   const bw::Box box = shape.bounds();
                                   py::array_t<double> array({2, 3});
                                   double* out = array.mutable_data();
                                   for (const bw::Vec3& p : {box.lower, box.upper})
                                       *out++ = p.x, *out++ = p.y, *out++ = p.z;
                                   return array;
                               })
        .def(
            "__eq__", [](const bw::Shape& a, const bw::Shape& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const bw::Shape& shape) { return std::hash<const void*>()(&shape.data()); });
    py::class_<bw::Mesh, bw::Shape>(module, "Mesh", "Triangles with the hierarchies for queries.")
        .def(py::init(&make_mesh), py::arg("vertices"), py::arg("faces"),
             py::arg("preset") = bw::Preset::general, py::kw_only(), py::arg("solid") = false,
             py::arg("max_rounding") = std::numeric_limits<double>::infinity())
        .def(
            "update",
            [](bw::Mesh& mesh, const py::object& vertices, bw::Update how, int threads) {
                const Points points(vertices, "vertices");
                bw::Context& context = context_of(threads);
                py::gil_scoped_release unlocked;
                require(mesh.update(points.view, how, context));
            },
            py::arg("vertices"), py::arg("how") = bw::Update::automatic, py::arg("threads") = 1,
            "Sets the positions of all vertices. All copies of the handle use the new positions.")
        .def(
            "prepare",
            [](bw::Mesh& mesh, bw::Preset preset, int threads) {
                bw::Context& context = context_of(threads);
                py::gil_scoped_release unlocked;
                mesh.prepare(preset, context);
            },
            py::arg("preset"), py::arg("threads") = 1,
            "Sets the preset and builds its hierarchies immediately.")
        .def_property_readonly("vertices", &positions_of)
        .def_property_readonly("faces", &triangles_of)
        .def_property_readonly("preset", &bw::Mesh::preset)
        .def_property_readonly("revision", &bw::Mesh::revision)
        .def_property_readonly("memory_bytes", [](const bw::Mesh& mesh) { return mesh.memory().total(); })
        .def(
            "save", [](const bw::Mesh& mesh, const py::object& path) { require(mesh.save(path_of(path))); },
            py::arg("path"))
        .def_static(
            "load", [](const py::object& path) { return value_of(bw::Mesh::load(path_of(path))); },
            py::arg("path"));
    py::class_<bw::Convex, bw::Shape>(module, "Convex", "A solid convex polytope.")
        .def(py::init(&make_convex), py::arg("vertices"), py::arg("faces"))
        .def_static("box", [](const py::object& half) { return value_of(bw::Convex::box(vector_of(half, "half"))); },
                    py::arg("half"), "The box [-half, half].")
        .def_static(
            "hull",
            [](const py::object& points) {
                const Points view(points, "points");
                py::gil_scoped_release unlocked;
                return value_of(bw::Convex::hull(view.view));
            },
            py::arg("points"), "The convex hull of points.")
        .def_property_readonly("volume", &bw::Convex::volume)
        .def_property_readonly("centroid", [](const bw::Convex& convex) { return array_of(convex.centroid()); });
    py::class_<bw::Sphere, bw::Shape>(module, "Sphere", "A solid ball.")
        .def(py::init([](double radius, const py::object& center) {
                 return value_of(bw::Sphere::create(radius, vector_of(center, "center")));
             }),
             py::arg("radius"), py::arg("center") = std::array{0.0, 0.0, 0.0})
        .def_property_readonly("radius", &bw::Sphere::radius);
    py::class_<bw::Capsule, bw::Shape>(module, "Capsule", "All points within the radius of a segment.")
        .def(py::init([](double radius, const py::object& tail, const py::object& head) {
                 return value_of(bw::Capsule::create(radius, vector_of(tail, "tail"), vector_of(head, "head")));
             }),
             py::arg("radius"), py::arg("tail"), py::arg("head"))
        .def_property_readonly("radius", &bw::Capsule::radius);
    py::class_<bw::Compound, bw::Shape>(module, "Compound",
                                        "A solid that consists of convex parts with poses.")
        .def(py::init(&make_compound), py::arg("parts"))
        .def_property_readonly("part_count", &bw::Compound::part_count);
}

} // namespace boxwood_python
