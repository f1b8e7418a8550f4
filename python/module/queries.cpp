// Python bindings for queries about one or two shapes.
#include "python/module/convert.hpp"

namespace boxwood_python {
namespace {

const char* name_of(bw::FeatureKind kind) {
    switch (kind) {
    case bw::FeatureKind::vertex: return "vertex";
    case bw::FeatureKind::edge: return "edge";
    case bw::FeatureKind::face: return "face";
    case bw::FeatureKind::triangle: return "triangle";
    case bw::FeatureKind::round: return "round";
    case bw::FeatureKind::none: break;
    }
    return "none";
}

const char* name_of(bw::ImpactStatus status) {
    switch (status) {
    case bw::ImpactStatus::impact: return "impact";
    case bw::ImpactStatus::starts_in_contact: return "starts_in_contact";
    case bw::ImpactStatus::iteration_limit: return "iteration_limit";
    case bw::ImpactStatus::none: break;
    }
    return "none";
}

// One array row per contact point, so that a solver needs no loop in Python.
py::array_t<double> points_of(const bw::Contacts& contacts) {
    py::array_t<double> array({static_cast<py::ssize_t>(contacts.points.size()), py::ssize_t{3}});
    double* out = array.mutable_data();
    for (const bw::ContactPoint& p : contacts.points) *out++ = p.point.x, *out++ = p.point.y, *out++ = p.point.z;
    return array;
}

py::array_t<double> depths_of(const bw::Contacts& contacts) {
    py::array_t<double> array(static_cast<py::ssize_t>(contacts.points.size()));
    double* out = array.mutable_data();
    for (const bw::ContactPoint& p : contacts.points) *out++ = p.depth;
    return array;
}

// For each point, the normal of its region.
py::array_t<double> normals_of(const bw::Contacts& contacts) {
    py::array_t<double> array({static_cast<py::ssize_t>(contacts.points.size()), py::ssize_t{3}});
    double* const out = array.mutable_data();
    for (const bw::ContactRegion& region : contacts.regions)
        for (std::size_t i = region.first_point; i < region.first_point + region.point_count; ++i)
            out[3 * i] = region.normal.x, out[3 * i + 1] = region.normal.y, out[3 * i + 2] = region.normal.z;
    return array;
}

py::array_t<std::uint32_t> pairs_of(const bw::Contacts& contacts) {
    py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(contacts.triangles.size()), py::ssize_t{2}});
    std::uint32_t* out = array.mutable_data();
    for (const bw::TrianglePair& pair : contacts.triangles) *out++ = pair.a, *out++ = pair.b;
    return array;
}

py::dict columns_of(const std::vector<bw::Distance>& answers) {
    const auto count = static_cast<py::ssize_t>(answers.size());
    py::array_t<bool> found(count);
    py::array_t<double> value(count), point_a({count, py::ssize_t{3}}), point_b({count, py::ssize_t{3}});
    bool* const out_found = found.mutable_data();
    double *const out_value = value.mutable_data(), *a = point_a.mutable_data(), *b = point_b.mutable_data();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const bw::Distance& answer = answers[i];
        out_found[i] = answer.found;
        out_value[i] = answer.value;
        *a++ = answer.point_a.x, *a++ = answer.point_a.y, *a++ = answer.point_a.z;
        *b++ = answer.point_b.x, *b++ = answer.point_b.y, *b++ = answer.point_b.z;
    }
    py::dict columns;
    columns["found"] = found;
    columns["distance"] = value;
    columns["point_a"] = point_a;
    columns["point_b"] = point_b;
    return columns;
}

bw::Ray ray_of(const py::object& origin, const py::object& direction, double max_t) {
    return {vector_of(origin, "origin"), vector_of(direction, "direction"), max_t};
}

std::vector<bw::Ray> rays_of(const py::object& origins, const py::object& directions, double max_t) {
    const Doubles from = Doubles::ensure(origins), along = Doubles::ensure(directions);
    if (!from || !along || from.ndim() != 2 || along.ndim() != 2 || from.shape(1) != 3 || along.shape(1) != 3 ||
        (from.shape(0) != along.shape(0) && along.shape(0) != 1 && from.shape(0) != 1))
        throw Failure(
            "origins, directions: expected shapes (N, 3), or (1, 3) if all rays have the same value");
    const bool is_empty = from.shape(0) == 0 || along.shape(0) == 0;
    const py::ssize_t count = is_empty ? 0 : std::max(from.shape(0), along.shape(0));
    std::vector<bw::Ray> rays;
    for (py::ssize_t i = 0; i < count; ++i) {
        const double* const p = from.data() + (from.shape(0) == 1 ? 0 : 3 * i);
        const double* const d = along.data() + (along.shape(0) == 1 ? 0 : 3 * i);
        rays.push_back({{p[0], p[1], p[2]}, {d[0], d[1], d[2]}, max_t});
    }
    return rays;
}

void add_answers(py::module_& module) {
    py::class_<bw::Feature>(module, "Feature", "The part of a shape that a point lies on.")
        .def_property_readonly("kind", [](const bw::Feature& f) { return name_of(f.kind); })
        .def_readonly("index", &bw::Feature::index)
        .def_readonly("part", &bw::Feature::part)
        .def("__repr__", [](const bw::Feature& f) {
            return std::string(name_of(f.kind)) + " " + std::to_string(f.index);
        });
    py::class_<bw::Distance>(module, "Distance")
        .def_readonly("found", &bw::Distance::found)
        .def_readonly("value", &bw::Distance::value)
        .def_property_readonly("point_a", [](const bw::Distance& d) { return array_of(d.point_a); })
        .def_property_readonly("point_b", [](const bw::Distance& d) { return array_of(d.point_b); })
        .def_property_readonly("normal", [](const bw::Distance& d) { return array_of(d.normal); })
        .def_readonly("feature_a", &bw::Distance::feature_a)
        .def_readonly("feature_b", &bw::Distance::feature_b)
        .def("__repr__", [](const bw::Distance& d) {
            return d.found ? "boxwood.Distance(" + std::to_string(d.value) + ")" : std::string("boxwood.Distance(beyond the cutoff)");
        });
    py::class_<bw::ContactRegion>(module, "ContactRegion")
        .def_property_readonly("normal", [](const bw::ContactRegion& r) { return array_of(r.normal); })
        .def_readonly("depth", &bw::ContactRegion::depth)
        .def_readonly("is_unique", &bw::ContactRegion::is_unique)
        .def_readonly("first_point", &bw::ContactRegion::first_point)
        .def_readonly("point_count", &bw::ContactRegion::point_count)
        .def_readonly("first_triangle", &bw::ContactRegion::first_triangle)
        .def_readonly("triangle_count", &bw::ContactRegion::triangle_count);
    py::class_<bw::ContactPoint>(module, "ContactPoint")
        .def_property_readonly("point", [](const bw::ContactPoint& p) { return array_of(p.point); })
        .def_readonly("depth", &bw::ContactPoint::depth)
        .def_readonly("id", &bw::ContactPoint::id)
        .def_readonly("feature_a", &bw::ContactPoint::feature_a)
        .def_readonly("feature_b", &bw::ContactPoint::feature_b);
    py::class_<bw::Contacts>(module, "Contacts",
                             "Contact points, normals and depths as arrays with one row per point.")
        .def_readonly("collide", &bw::Contacts::collide)
        .def_readonly("truncated", &bw::Contacts::truncated)
        .def_readonly("regions", &bw::Contacts::regions)
        .def_readonly("contact_points", &bw::Contacts::points)
        .def_property_readonly("points", &points_of)
        .def_property_readonly("normals", &normals_of)
        .def_property_readonly("depths", &depths_of)
        .def_property_readonly("triangles", &pairs_of)
        .def("__bool__", [](const bw::Contacts& c) { return c.collide; })
        .def("__len__", [](const bw::Contacts& c) { return c.points.size(); });
    py::class_<bw::RayHit>(module, "RayHit")
        .def_readonly("hit", &bw::RayHit::hit)
        .def_readonly("t", &bw::RayHit::t)
        .def_property_readonly("point", [](const bw::RayHit& h) { return array_of(h.point); })
        .def_property_readonly("normal", [](const bw::RayHit& h) { return array_of(h.normal); })
        .def_property_readonly("triangle", [](const bw::RayHit& h) { return h.feature.index; })
        .def_readonly("is_front", &bw::RayHit::is_front)
        .def("__bool__", [](const bw::RayHit& h) { return h.hit; });
    py::class_<bw::Closest>(module, "Closest")
        .def_readonly("found", &bw::Closest::found)
        .def_readonly("distance", &bw::Closest::distance)
        .def_property_readonly("point", [](const bw::Closest& c) { return array_of(c.point); })
        .def_property_readonly("triangle", [](const bw::Closest& c) { return c.feature.index; })
        .def("__bool__", [](const bw::Closest& c) { return c.found; });
    py::class_<bw::TimeOfImpact>(module, "TimeOfImpact")
        .def_property_readonly("status", [](const bw::TimeOfImpact& t) { return name_of(t.status); })
        .def_readonly("time", &bw::TimeOfImpact::time)
        .def_readonly("distance", &bw::TimeOfImpact::distance)
        .def_property_readonly("normal", [](const bw::TimeOfImpact& t) { return array_of(t.normal); })
        .def_property_readonly("point_a", [](const bw::TimeOfImpact& t) { return array_of(t.point_a); })
        .def_property_readonly("point_b", [](const bw::TimeOfImpact& t) { return array_of(t.point_b); })
        .def("__bool__", [](const bw::TimeOfImpact& t) { return static_cast<bool>(t); });
}

void add_pair_queries(py::module_& module) {
    const auto infinity = std::numeric_limits<double>::infinity();
    module.def(
        "collide",
        [](const bw::Shape& a, const py::object& pose_a, const bw::Shape& b, const py::object& pose_b) {
            const bw::Pose at_a = pose_of(a, pose_a, "pose_a"), at_b = pose_of(b, pose_b, "pose_b");
            py::gil_scoped_release unlocked;
            return bw::collide(a, at_a, b, at_b);
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"),
        "True if the shapes have a point in common.");
    module.def(
        "contacts",
        [](const bw::Shape& a, const py::object& pose_a, const bw::Shape& b, const py::object& pose_b,
           std::optional<std::size_t> max_contacts, bool points) {
            const bw::Pose at_a = pose_of(a, pose_a, "pose_a"), at_b = pose_of(b, pose_b, "pose_b");
            py::gil_scoped_release unlocked;
            return bw::contacts(a, at_a, b, at_b, {max_contacts.value_or(bw::ContactOptions{}.max_contacts), points});
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::kw_only(),
        py::arg("max_contacts") = py::none(), py::arg("points") = true,
        "Contacts with depths and with normals that point from a to b.");
    module.def(
        "distance",
        [](const bw::Shape& a, const py::object& pose_a, const bw::Shape& b, const py::object& pose_b,
           double tolerance, double cutoff) {
            const bw::DistanceOptions options{non_negative(tolerance, "tolerance"),
                                              non_negative(cutoff, "cutoff")};
            const bw::Pose at_a = pose_of(a, pose_a, "pose_a"), at_b = pose_of(b, pose_b, "pose_b");
            py::gil_scoped_release unlocked;
            return bw::distance(a, at_a, b, at_b, options);
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::kw_only(),
        py::arg("tolerance") = 0.0, py::arg("cutoff") = infinity, "The distance and the closest points.");
    module.def(
        "is_within",
        [](const bw::Shape& a, const py::object& pose_a, const bw::Shape& b, const py::object& pose_b,
           double limit) {
            non_negative(limit, "limit");
            const bw::Pose at_a = pose_of(a, pose_a, "pose_a"), at_b = pose_of(b, pose_b, "pose_b");
            py::gil_scoped_release unlocked;
            return bw::is_within(a, at_a, b, at_b, limit);
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::arg("limit"),
        "True if the distance is at most `limit`; faster than distance().");
    module.def(
        "self_collisions",
        [](const bw::Mesh& mesh, std::optional<std::size_t> max_contacts, bool points) {
            py::gil_scoped_release unlocked;
            return bw::self_collisions(mesh, {max_contacts.value_or(bw::ContactOptions{}.max_contacts), points});
        },
        py::arg("mesh"), py::kw_only(), py::arg("max_contacts") = py::none(), py::arg("points") = true,
        "Pairs of triangles of one mesh that intersect and share no vertex.");
    module.def(
        "time_of_impact",
        [](const bw::Shape& a, const py::object& start_a, const py::object& end_a, const bw::Shape& b,
           const py::object& start_b, const py::object& end_b, double tolerance) {
            const bw::Motion moving_a =
                value_of(bw::Motion::between(pose_of(start_a, "start_a"), pose_of(end_a, "end_a")));
            const bw::Motion moving_b =
                value_of(bw::Motion::between(pose_of(start_b, "start_b"), pose_of(end_b, "end_b")));
            py::gil_scoped_release unlocked;
            return value_of(bw::time_of_impact(a, moving_a, b, moving_b, {tolerance}));
        },
        py::arg("a"), py::arg("start_a"), py::arg("end_a"), py::arg("b"), py::arg("start_b"),
        py::arg("end_b"), py::kw_only(), py::arg("tolerance") = 0.0,
        "The first time from 0 to 1 when the moving shapes touch; never later than the exact time.");
    module.def(
        "sweep",
        [](const bw::Shape& a, const py::object& pose_a, const py::object& displacement, const bw::Shape& b,
           const py::object& pose_b, double tolerance) {
            const bw::Pose at_a = pose_of(a, pose_a, "pose_a"), at_b = pose_of(b, pose_b, "pose_b");
            const bw::Vec3 motion = vector_of(displacement, "displacement");
            py::gil_scoped_release unlocked;
            return value_of(bw::sweep(a, at_a, motion, b, at_b, {tolerance}));
        },
        py::arg("a"), py::arg("pose_a"), py::arg("displacement"), py::arg("b"), py::arg("pose_b"),
        py::kw_only(), py::arg("tolerance") = 0.0,
        "time_of_impact() of shape a, translated by a displacement, and shape b at rest.");
    module.def(
        "collide_many",
        [](const bw::Shape& a, const py::object& poses_a, const bw::Shape& b, const py::object& poses_b,
           int threads) {
            const std::vector<bw::Pose> at_a = poses_of(a, poses_a, "poses_a"),
                                        at_b = poses_of(b, poses_b, "poses_b");
            std::vector<std::uint8_t> answers;
            {
                bw::Context& context = context_of(threads);
                py::gil_scoped_release unlocked;
                answers = value_of(bw::collide_many(a, at_a, b, at_b, context));
            }
            py::array_t<bool> array(static_cast<py::ssize_t>(answers.size()));
            std::copy(answers.begin(), answers.end(), array.mutable_data());
            return array;
        },
        py::arg("a"), py::arg("poses_a"), py::arg("b"), py::arg("poses_b"), py::kw_only(),
        py::arg("threads") = 0, "collide() at many poses (N, 4, 4). A single pose applies to all queries.");
    module.def(
        "distance_many",
        [](const bw::Shape& a, const py::object& poses_a, const bw::Shape& b, const py::object& poses_b,
           double tolerance, double cutoff, int threads) {
            const bw::DistanceOptions options{non_negative(tolerance, "tolerance"),
                                              non_negative(cutoff, "cutoff")};
            const std::vector<bw::Pose> at_a = poses_of(a, poses_a, "poses_a"),
                                        at_b = poses_of(b, poses_b, "poses_b");
            std::vector<bw::Distance> answers;
            {
                bw::Context& context = context_of(threads);
                py::gil_scoped_release unlocked;
                answers = value_of(bw::distance_many(a, at_a, b, at_b, options, context));
            }
            return columns_of(answers);
        },
        py::arg("a"), py::arg("poses_a"), py::arg("b"), py::arg("poses_b"), py::kw_only(),
        py::arg("tolerance") = 0.0, py::arg("cutoff") = infinity, py::arg("threads") = 0,
        "distance() at many poses, as arrays.");
}

void add_single_queries(py::module_& module) {
    const auto infinity = std::numeric_limits<double>::infinity();
    module.def(
        "ray_cast",
        [](const bw::Shape& shape, const py::object& pose, const py::object& origin,
           const py::object& direction, double max_t) {
            const bw::Pose at = pose_of(pose, "pose");
            const bw::Ray ray = ray_of(origin, direction, max_t);
            py::gil_scoped_release unlocked;
            return value_of(bw::ray_cast(shape, at, ray));
        },
        py::arg("shape"), py::arg("pose"), py::arg("origin"), py::arg("direction"), py::kw_only(),
        py::arg("max_t") = infinity, "The first hit of a ray; t is in units of the direction's length.");
    module.def(
        "ray_cast_all",
        [](const bw::Shape& shape, const py::object& pose, const py::object& origin,
           const py::object& direction, double max_t) {
            const bw::Pose at = pose_of(pose, "pose");
            const bw::Ray ray = ray_of(origin, direction, max_t);
            py::gil_scoped_release unlocked;
            return value_of(bw::ray_cast_all(shape, at, ray));
        },
        py::arg("shape"), py::arg("pose"), py::arg("origin"), py::arg("direction"), py::kw_only(),
        py::arg("max_t") = infinity, "All hits, sorted by t.");
    module.def(
        "ray_cast_many",
        [](const bw::Shape& shape, const py::object& pose, const py::object& origins, const py::object& directions, double max_t,
           int threads) {
            const bw::Pose at = pose_of(pose, "pose");
            const std::vector<bw::Ray> rays = rays_of(origins, directions, max_t);
            std::vector<bw::RayHit> hits;
            {
                bw::Context& context = context_of(threads);
                py::gil_scoped_release unlocked;
                hits = value_of(bw::ray_cast_many(shape, at, rays, context));
            }
            const auto count = static_cast<py::ssize_t>(hits.size());
            py::array_t<bool> hit(count);
            py::array_t<double> t(count);
            py::array_t<std::uint32_t> triangle(count);
            for (py::ssize_t i = 0; i < count; ++i) {
                const bw::RayHit& found = hits[static_cast<std::size_t>(i)];
                hit.mutable_at(i) = found.hit;
                t.mutable_at(i) = found.t;
                triangle.mutable_at(i) = found.feature.index;
            }
            py::dict columns;
            columns["hit"] = hit;
            columns["t"] = t;
            columns["triangle"] = triangle;
            return columns;
        },
        py::arg("shape"), py::arg("pose"), py::arg("origins"), py::arg("directions"), py::kw_only(), py::arg("max_t") = infinity,
        py::arg("threads") = 0, "The first hit of each ray, as arrays.");
    module.def(
        "closest_point",
        [](const bw::Shape& shape, const py::object& pose, const py::object& point, double within) {
            const bw::Pose at = pose_of(pose, "pose");
            const bw::Vec3 p = vector_of(point, "point");
            py::gil_scoped_release unlocked;
            return value_of(bw::closest_point(shape, at, p, {within}));
        },
        py::arg("shape"), py::arg("pose"), py::arg("point"), py::kw_only(), py::arg("within") = infinity,
        "The point on the surface that is closest to a point.");
    module.def(
        "contains",
        [](const bw::Shape& shape, const py::object& pose, const py::object& point) {
            const bw::Pose at = pose_of(pose, "pose");
            const bw::Vec3 p = vector_of(point, "point");
            py::gil_scoped_release unlocked;
            return value_of(bw::contains(shape, at, p));
        },
        py::arg("shape"), py::arg("pose"), py::arg("point"),
        "True if a solid contains a point. Exact, except for spheres and capsules.");
}

} // namespace

void add_queries(py::module_& module) {
    add_answers(module);
    add_pair_queries(module);
    add_single_queries(module);
}

} // namespace boxwood_python
