// Many bodies.
#include "python/module/convert.hpp"

#include <boxwood/collision/parallel/tbb_executor.hpp>

#include <algorithm>
#include <thread>

namespace boxwood_python {
namespace {

std::shared_ptr<bw::Executor> executor_of(int threads) {
    if (threads < 0) throw Failure("threads: " + std::to_string(threads) + " where 0 (all) or more is wanted");
    if (threads == 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (threads == 1) return nullptr;
    return boxwood::make_tbb_executor(threads);
}

// A copy of what one step found.
struct Step {
    py::array_t<std::uint32_t> pairs, contacts, began, ended;
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
    return {bodies_of(step.pairs), bodies_of(contacts), bodies_of(step.began), bodies_of(step.ended)};
}

} // namespace

void add_world(py::module_& module) {
    py::class_<bw::Body>(module, "Body", "Names one body of a world for good.")
        .def_readonly("id", &bw::Body::id)
        .def("__eq__", [](const bw::Body& a, const bw::Body& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const bw::Body& body) { return std::hash<std::uint64_t>()(body.serial); })
        .def("__repr__", [](const bw::Body& body) { return "boxwood.Body(" + std::to_string(body.id) + ")"; });
    py::class_<Step>(module, "Step", "Pairs of body ids, a row each, ascending.")
        .def_readonly("pairs", &Step::pairs, "Boxes that overlap")
        .def_readonly("contacts", &Step::contacts, "Bodies in contact")
        .def_readonly("began", &Step::began, "Contacts that the step before did not have")
        .def_readonly("ended", &Step::ended, "Contacts that are no more");
    py::class_<bw::World>(module, "World", "Many bodies: pairs and contacts, step by step.")
        .def(py::init([](int threads) { return bw::World(executor_of(threads)); }), py::arg("threads") = 1)
        .def(
            "add",
            [](bw::World& world, const bw::Shape& shape, const py::object& pose, bool is_fixed, std::uint32_t groups,
               std::uint32_t mask, double margin) {
                bw::BodyOptions options;
                options.is_fixed = is_fixed;
                options.groups = groups;
                options.mask = mask;
                options.margin = margin;
                return value_of(world.add(shape, pose_of(pose, "pose"), options));
            },
            py::arg("shape"), py::arg("pose") = py::none(), py::kw_only(), py::arg("fixed") = false, py::arg("groups") = 1u,
            py::arg("mask") = ~std::uint32_t{0}, py::arg("margin") = 0.0)
        .def(
            "add_many",
            [](bw::World& world, const bw::Shape& shape, const py::object& poses) {
                std::vector<bw::World::NewBody> bodies;
                for (const bw::Pose& pose : poses_of(poses, "poses")) bodies.push_back({shape, pose});
                return value_of(world.add(bodies));
            },
            py::arg("shape"), py::arg("poses"), "A body of the shape at each pose; all or none.")
        .def("remove", [](bw::World& world, bw::Body body) { require(world.remove(body)); }, py::arg("body"))
        .def(
            "set_pose",
            [](bw::World& world, bw::Body body, const py::object& pose) { require(world.set_pose(body, pose_of(pose, "pose"))); },
            py::arg("body"), py::arg("pose"))
        .def(
            "set_poses",
            [](bw::World& world, const std::vector<bw::Body>& bodies, const py::object& poses) {
                const std::vector<bw::Pose> list = poses_of(poses, "poses");
                if (list.size() != bodies.size())
                    throw Failure("poses: " + std::to_string(list.size()) + " for " + std::to_string(bodies.size()) + " bodies");
                for (std::size_t i = 0; i < list.size(); ++i) require(world.set_pose(bodies[i], list[i]));
            },
            py::arg("bodies"), py::arg("poses"))
        .def("pose", [](const bw::World& world, bw::Body body) { return value_of(world.pose(body)); }, py::arg("body"))
        .def("set_broad_phase", [](bw::World& world, const std::string& name) { require(world.set_broad_phase(name)); },
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
}

} // namespace boxwood_python
