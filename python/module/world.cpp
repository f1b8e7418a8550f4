// Python bindings for worlds of bodies.
#include "python/module/convert.hpp"

#include <boxwood/collision/parallel/tbb_executor.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

namespace boxwood_python {
namespace {

std::shared_ptr<bw::Executor> executor_of(int threads) {
    if (threads < 0)
        throw Failure("threads: " + std::to_string(threads) + "; expected 0 (all cores) or more");
    if (threads == 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (threads == 1) return nullptr;
    return boxwood::make_tbb_executor(threads);
}

using Impact = std::tuple<bw::Body, bw::Body, bw::TimeOfImpact>;

// A copy of the results of one step.
struct Step {
    py::array_t<std::uint32_t> pairs, contacts, began, ended;
    std::vector<Impact> impacts;
};

template <class Pairs>
py::array_t<std::uint32_t> bodies_of(const Pairs& pairs) {
    py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}});
    std::uint32_t* out = array.mutable_data();
    for (const auto& pair : pairs) *out++ = pair.a.id, *out++ = pair.b.id;
    return array;
}

Step copy_of(const bw::WorldStep& step) {
    std::vector<bw::ContactEvent> contacts;
    contacts.reserve(step.contact_count);
    for (const bw::WorldPair& pair : step.pairs)
        if (pair.in_contact) contacts.push_back({pair.a, pair.b});
    std::vector<Impact> impacts;
    for (const bw::WorldImpact& found : step.impacts) impacts.emplace_back(found.a, found.b, found.impact);
    return {bodies_of(step.pairs), bodies_of(contacts), bodies_of(step.began), bodies_of(step.ended),
            std::move(impacts)};
}

// Converts an answer to the pair (body, answer), or to None if no body was found.
template <class Found, class Answer>
std::optional<std::pair<bw::Body, Answer>> if_found(const Found& found, const Answer& answer) {
    if (!found) return std::nullopt;
    return std::pair(found.body, answer);
}

bw::BodyFilter filter_of(std::uint32_t groups, std::uint32_t mask, bool sensors,
                         const std::optional<bw::Body>& ignored) {
    return {groups, mask, sensors, ignored.value_or(bw::Body{})};
}

constexpr std::uint32_t kAll = ~std::uint32_t{0};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Queries can run on any number of threads, so they release the interpreter lock.
void add_world_queries(py::class_<bw::World>& io_class) {
    const auto groups = py::arg("groups") = kAll, mask = py::arg("mask") = kAll;
    const auto sensors = py::arg("sensors") = false;
    const auto ignore = py::arg("ignore") = py::none();
    io_class
        .def(
            "ray_cast",
            [](const bw::World& world, const py::object& origin, const py::object& direction, double max_t,
               std::uint32_t g, std::uint32_t m, bool s, const std::optional<bw::Body>& ignored) {
                const bw::Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction"), max_t};
                py::gil_scoped_release unlocked;
                const bw::WorldRayHit found = value_of(world.ray_cast(ray, filter_of(g, m, s, ignored)));
                return if_found(found, found.hit);
            },
            py::arg("origin"), py::arg("direction"), py::kw_only(), py::arg("max_t") = kInfinity, groups,
            mask, sensors, ignore, "The first body that a ray hits, and the hit; or None.")
        .def(
            "ray_cast_all",
            [](const bw::World& world, const py::object& origin, const py::object& direction, double max_t,
               std::uint32_t g, std::uint32_t m, bool s, const std::optional<bw::Body>& ignored) {
                const bw::Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction"), max_t};
                py::gil_scoped_release unlocked;
                std::vector<std::pair<bw::Body, bw::RayHit>> hits;
                for (const bw::WorldRayHit& found :
                     value_of(world.ray_cast_all(ray, filter_of(g, m, s, ignored))))
                    hits.emplace_back(found.body, found.hit);
                return hits;
            },
            py::arg("origin"), py::arg("direction"), py::kw_only(), py::arg("max_t") = kInfinity, groups,
            mask, sensors, ignore, "All hits, sorted by t.")
        .def(
            "nearest",
            [](const bw::World& world, const bw::Shape& shape, const py::object& pose, double tolerance,
               double cutoff, std::uint32_t g, std::uint32_t m, bool s,
               const std::optional<bw::Body>& ignored) {
                const bw::DistanceOptions options{non_negative(tolerance, "tolerance"),
                                                  non_negative(cutoff, "cutoff")};
                const bw::Pose at = pose_of(shape, pose, "pose");
                py::gil_scoped_release unlocked;
                const bw::WorldDistance found =
                    world.nearest(shape, at, options, filter_of(g, m, s, ignored));
                return if_found(found, found.distance);
            },
            py::arg("shape"), py::arg("pose") = py::none(), py::kw_only(), py::arg("tolerance") = 0.0,
            py::arg("cutoff") = kInfinity, groups, mask, sensors, ignore,
            "The body with the smallest distance from a shape, up to the cutoff, or None.")
        .def(
            "closest_point",
            [](const bw::World& world, const py::object& point, double within, std::uint32_t g,
               std::uint32_t m, bool s, const std::optional<bw::Body>& ignored) {
                const bw::Vec3 p = vector_of(point, "point");
                py::gil_scoped_release unlocked;
                const bw::WorldClosest found =
                    value_of(world.closest_point(p, {within}, filter_of(g, m, s, ignored)));
                return if_found(found, found.closest);
            },
            py::arg("point"), py::kw_only(), py::arg("within") = kInfinity, groups, mask, sensors, ignore,
            "The body with the surface closest to a point, and the closest point; or None.")
        .def(
            "overlapping",
            [](const bw::World& world, const bw::Shape& shape, const py::object& pose, std::uint32_t g,
               std::uint32_t m, bool s, const std::optional<bw::Body>& ignored) {
                const bw::Pose at = pose_of(shape, pose, "pose");
                py::gil_scoped_release unlocked;
                return world.overlapping(shape, at, filter_of(g, m, s, ignored));
            },
            py::arg("shape"), py::arg("pose") = py::none(), py::kw_only(), groups, mask, sensors, ignore,
            "The bodies that collide with a shape, sorted by id.")
        .def(
            "sweep",
            [](const bw::World& world, const bw::Shape& shape, const py::object& pose,
               const py::object& displacement, double tolerance, std::uint32_t g, std::uint32_t m, bool s,
               const std::optional<bw::Body>& ignored) {
                const bw::Pose at = pose_of(shape, pose, "pose");
                const bw::Vec3 motion = vector_of(displacement, "displacement");
                non_negative(tolerance, "tolerance");
                py::gil_scoped_release unlocked;
                const bw::WorldSweep found =
                    value_of(world.sweep(shape, at, motion, {tolerance}, filter_of(g, m, s, ignored)));
                return if_found(found, found.impact);
            },
            py::arg("shape"), py::arg("pose"), py::arg("displacement"), py::kw_only(),
            py::arg("tolerance") = 0.0, groups, mask, sensors, ignore,
            "The first body that a translated shape touches, and the time of impact; or None.");
}

} // namespace

void add_world(py::module_& module) {
    py::class_<bw::Body>(module, "Body", "A handle of a body in a world. Handles are never reused.")
        .def_readonly("id", &bw::Body::id)
        .def(
            "__eq__", [](const bw::Body& a, const bw::Body& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const bw::Body& body) { return std::hash<std::uint64_t>()(body.serial); })
        .def("__repr__",
             [](const bw::Body& body) { return "boxwood.Body(" + std::to_string(body.id) + ")"; });
    py::class_<Step>(module, "Step", "Pairs of body ids in ascending order, one per row.")
        .def_readonly("pairs", &Step::pairs, "Bodies whose boxes overlap")
        .def_readonly("contacts", &Step::contacts, "Bodies in contact")
        .def_readonly("began", &Step::began, "Contacts that did not exist in the previous step")
        .def_readonly("ended", &Step::ended, "Contacts of the previous step that no longer exist")
        .def_readonly("impacts", &Step::impacts,
                      "Impacts of continuous bodies: two bodies and a TimeOfImpact each, sorted by time");
    py::class_<bw::World> world(
        module, "World",
        "Many bodies: finds pairs and contacts step by step, and answers queries about all bodies.");
    world.def(py::init([](int threads) { return bw::World(executor_of(threads)); }), py::arg("threads") = 1)
        .def(
            "add",
            [](bw::World& world, const bw::Shape& shape, const py::object& pose, bool is_fixed,
               bool is_continuous, bool is_sensor, std::uint32_t groups, std::uint32_t mask, double margin) {
                bw::BodyOptions options;
                options.is_fixed = is_fixed;
                options.is_continuous = is_continuous;
                options.is_sensor = is_sensor;
                options.groups = groups;
                options.mask = mask;
                options.margin = margin;
                return value_of(world.add(shape, pose_of(pose, "pose"), options));
            },
            py::arg("shape"), py::arg("pose") = py::none(), py::kw_only(), py::arg("fixed") = false,
            py::arg("continuous") = false, py::arg("sensor") = false, py::arg("groups") = 1u,
            py::arg("mask") = kAll, py::arg("margin") = 0.0)
        .def(
            "add_many",
            [](bw::World& world, const bw::Shape& shape, const py::object& poses) {
                std::vector<bw::World::NewBody> bodies;
                for (const bw::Pose& pose : poses_of(poses, "poses")) bodies.push_back({shape, pose});
                return value_of(world.add(bodies));
            },
            py::arg("shape"), py::arg("poses"),
            "Adds one body of the shape at each pose; adds none if one fails.")
        .def(
            "remove", [](bw::World& world, bw::Body body) { require(world.remove(body)); }, py::arg("body"))
        .def(
            "set_pose",
            [](bw::World& world, bw::Body body, const py::object& pose) {
                require(world.set_pose(body, pose_of(pose, "pose")));
            },
            py::arg("body"), py::arg("pose"))
        .def(
            "set_poses",
            [](bw::World& world, const std::vector<bw::Body>& bodies, const py::object& poses) {
                const std::vector<bw::Pose> list = poses_of(poses, "poses");
                if (list.size() != bodies.size())
                    throw Failure("poses: " + std::to_string(list.size()) + " for " +
                                  std::to_string(bodies.size()) + " bodies; each body needs one pose");
                for (std::size_t i = 0; i < list.size(); ++i) require(world.set_pose(bodies[i], list[i]));
            },
            py::arg("bodies"), py::arg("poses"),
            "Moves bodies, in order. If one fails, the bodies before it have already moved.")
        .def(
            "teleport",
            [](bw::World& world, bw::Body body, const py::object& pose) {
                require(world.teleport(body, pose_of(pose, "pose")));
            },
            py::arg("body"), py::arg("pose"), "Moves a body without testing the path to the new pose.")
        .def("bodies", &bw::World::bodies, "All bodies, sorted by id.")
        .def(
            "save",
            [](const bw::World& world, const py::object& path) { require(world.save(path_of(path))); },
            py::arg("path"))
        .def_static(
            "load",
            [](const py::object& path, int threads) {
                return value_of(bw::World::load(path_of(path), executor_of(threads)));
            },
            py::arg("path"), py::arg("threads") = 1)
        .def(
            "pose", [](const bw::World& world, bw::Body body) { return value_of(world.pose(body)); },
            py::arg("body"))
        .def(
            "set_broad_phase",
            [](bw::World& world, const std::string& name) { require(world.set_broad_phase(name)); },
            py::arg("name"))
        .def("__contains__", &bw::World::contains)
        .def("__len__", &bw::World::body_count)
        .def("step", [](bw::World& world) {
            const bw::WorldStep* step = nullptr;
            {
                py::gil_scoped_release unlocked;
                step = &world.step();
            }
            return copy_of(*step);
        });
    add_world_queries(world);
}

} // namespace boxwood_python
