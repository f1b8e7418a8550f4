// Building and refitting a hierarchy over the same triangles: of boxes by every builder of ours, of 18-DOPs and oriented
// boxes by the fastest rule of division, and by the peers that are installed. Methods interleaved, median over rounds,
// processor time per triangle. Writes CSV; "ratio" is the method's time to that of our fastest of the same volume in
// the run. See bench/build_hierarchy.cpp on memory.
// Options: bench/peers/options.hpp. Generated: rocks of 69 620 and 1 104 500 triangles.
#include "bench/peers/build_hierarchy/contenders.hpp"
#include "bench/peers/options.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/meshes/generators.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace boxwood::bench {
namespace {

constexpr std::size_t kFewestRounds = 3; // however long they take

double processor_time() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <Volume V>
void add_ours_of(const Mesh& mesh, Contenders& out) {
    const std::string name = "boxwood " + std::string(V::kName), of = " " + std::string(V::kName);
    const auto build = [&mesh] {
        SerialExecutor serial;
        return BvhKind::build<V>(mesh.view(), kAllBuilders[0], 1, serial);
    };
    if constexpr (!std::same_as<V, Aabb>)
        out.push_back({name, "build" + of, [build] {
                           if (build().nodes.empty()) std::abort();
                       }});
    const auto tree = std::make_shared<Bvh<V>>(build());
    out.push_back({name, "refit" + of, [&mesh, tree] { refit(*tree, mesh.view()); }});
}

// From the mesh, as the peers do: the boxes of the triangles are part of the time.
void add_ours(const Mesh& mesh, Contenders& out) {
    for (const Builder& builder : kAllBuilders) {
        if (builder.name == "least-overlap" || builder.name.starts_with("insertion"))
            continue; // slow by design
        out.push_back({"boxwood " + std::string(builder.name), "build aabb", [&mesh, &builder] {
                           SerialExecutor serial;
                           const auto tree = builder.build(make_primitive_boxes(mesh.view()), 1, serial);
                           if (tree.nodes.empty()) std::abort();
                       }});
    }
    add_ours_of<Aabb>(mesh, out);
    add_ours_of<Kdop18>(mesh, out);
    add_ours_of<Obb>(mesh, out);
}

void compare(const Mesh& mesh, const PeerOptions& options, std::FILE* out) {
    Contenders contenders;
    add_ours(mesh, contenders);
#ifdef BOXWOOD_HAS_FCL
    add_fcl(mesh, contenders);
#endif
#ifdef BOXWOOD_HAS_BULLET
    add_bullet(mesh, contenders);
#endif
#ifdef BOXWOOD_HAS_ODE
    add_ode(mesh, contenders);
#endif
#ifdef BOXWOOD_HAS_CGAL
    add_cgal(mesh, contenders);
#endif
#ifdef BOXWOOD_HAS_EMBREE
    add_embree(mesh, contenders);
#endif
    for (std::size_t round = 0; round < options.rounds; ++round)
        for (Contender& contender : contenders) {
            if (contender.spent() > options.seconds && contender.seconds.size() >= kFewestRounds) continue;
            const double start = processor_time();
            contender.run();
            contender.seconds.push_back(processor_time() - start);
        }
    for (const std::string what :
         {"build aabb", "refit aabb", "build kdop18", "refit kdop18", "build obb", "refit obb"}) {
        double fastest = 0.0;
        for (Contender& c : contenders)
            if (c.what == what && c.name.starts_with("boxwood"))
                fastest = fastest == 0.0 ? c.median() : std::min(fastest, c.median());
        for (Contender& c : contenders)
            if (c.what == what)
                std::fprintf(out, "%s,%zu,%s,%s,%.2f,%.2f,%zu\n", mesh.name.c_str(), mesh.triangles.size(),
                             what.c_str(), c.name.c_str(),
                             1e9 * c.median() / static_cast<double>(mesh.triangles.size()),
                             c.median() / fastest, c.seconds.size());
        std::fflush(out);
    }
}

} // namespace
} // namespace boxwood::bench

int main(int count, char** arguments) {
    using namespace boxwood;
    using boxwood::bench::compare;
    const bench::PeerOptions options = bench::read_peer_options(count, arguments);
    std::vector<Mesh> meshes;
    for (const std::uint32_t frequency : options.is_quick ? std::vector{8u} : std::vector{59u, 235u})
        meshes.push_back(make_bumpy_sphere({.frequency = frequency}));
    meshes = bench::gather_meshes(options, std::move(meshes));
    std::FILE* out = bench::open_out(options);
    std::fprintf(out, "mesh,triangles,what,method,ns_per_triangle,ratio,rounds\n");
    for (const Mesh& mesh : meshes) compare(mesh, options, out);
    if (out != stdout) std::fclose(out);
    return 0;
}
