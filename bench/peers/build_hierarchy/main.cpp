// Question: what do building and refitting a hierarchy over the same triangles cost with Boxwood and with the
// installed peers? Boxwood builds AABBs with every builder that is not slow by design, and 18-DOPs and OBBs with the
// fastest split rule. The methods are interleaved. Writes CSV with the processor time per triangle, as a median over
// rounds. "ratio" is this time divided by the time of Boxwood's fastest method for the same "what" in this run.
// A refit is measured twice: after all other methods, with cold caches; and again directly after itself, as if only
//     one mesh moved ("again"). Boxwood's trees have one triangle per leaf unless "what" says "leaves of 4"; Embree's
//     trees have up to four. bench/build_hierarchy.cpp describes the effects of memory.
// Options: bench/peers/options.hpp. Generated meshes: rocks of 69 620 and 1 104 500 triangles.
#include "bench/peers/build_hierarchy/competitors.hpp"
#include "bench/peers/options.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {
namespace {

double processor_time() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <Volume V>
void add_ours_of(const Mesh& mesh, Competitors& out) {
    const std::string name = "boxwood " + std::string(V::kName), of = " " + std::string(V::kName);
    const auto build = [&mesh] {
        SerialExecutor serial;
        return Bvh2Kind::build<V>(mesh.view(), kAllBuilders[0], 1, serial);
    };
    if constexpr (!std::same_as<V, Aabb>)
        out.push_back({name, "build" + of, [build] {
                           if (build().nodes.empty()) std::abort();
                       }});
    const auto tree = std::make_shared<Bvh2<V>>(build());
    out.push_back({name, "refit" + of, [&mesh, tree] { refit(*tree, mesh.view()); }});
}

void add_ours_with_leaves_of_four(const Mesh& mesh, Competitors& out) {
    SerialExecutor serial;
    const auto tree =
        std::make_shared<Bvh2<Aabb>>(Bvh2Kind::build<Aabb>(mesh.view(), kAllBuilders[0], 4, serial));
    out.push_back({"boxwood aabb", "refit aabb leaves of 4", [&mesh, tree] { refit(*tree, mesh.view()); }});
}

// Like the peers, every build starts from the mesh, so the time includes computing the boxes of the triangles.
void add_ours(const Mesh& mesh, Competitors& out) {
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
    add_ours_with_leaves_of_four(mesh, out);
    add_ours_of<Kdop18>(mesh, out);
    add_ours_of<Obb>(mesh, out);
}

double time_of(const Competitor& competitor) {
    const double start = processor_time();
    competitor.run();
    return processor_time() - start;
}

// Times each competitor once per round, one after another. Returns the refits that are repeated directly after
// themselves.
std::vector<Competitor> measure(Competitors& io_competitors, const PeerOptions& options) {
    std::vector<Competitor> again;
    for (const Competitor& one : io_competitors) again.push_back({one.name, one.what + " again", one.run});
    for (std::size_t round = 0; round < options.rounds; ++round)
        for (std::size_t i = 0; i < io_competitors.size(); ++i) {
            Competitor& one = io_competitors[i];
            one.seconds.push_back(time_of(one));
            if (one.is_refit()) again[i].seconds.push_back(time_of(one));
        }
    std::erase_if(again, [](const Competitor& one) { return !one.is_refit(); });
    return again;
}

void report(const std::string& what, const Mesh& mesh, const Competitors& competitors, std::FILE* out) {
    double fastest = 0.0;
    for (const Competitor& c : competitors)
        if (c.what == what && c.name.starts_with("boxwood"))
            fastest = fastest == 0.0 ? c.median() : std::min(fastest, c.median());
    for (const Competitor& c : competitors)
        if (c.what == what)
            std::fprintf(out, "%s,%zu,%s,%s,%.2f,%.2f,%zu\n", mesh.name.c_str(), mesh.triangles.size(),
                         what.c_str(), c.name.c_str(),
                         1e9 * c.median() / static_cast<double>(mesh.triangles.size()), c.median() / fastest,
                         c.seconds.size());
    std::fflush(out);
}

void compare(const Mesh& mesh, const PeerOptions& options, std::FILE* out) {
    Competitors competitors;
    add_ours(mesh, competitors);
#ifdef BOXWOOD_HAS_FCL
    add_fcl(mesh, competitors);
#endif
#ifdef BOXWOOD_HAS_BULLET
    add_bullet(mesh, competitors);
#endif
#ifdef BOXWOOD_HAS_ODE
    add_ode(mesh, competitors);
#endif
#ifdef BOXWOOD_HAS_CGAL
    add_cgal(mesh, competitors);
#endif
#ifdef BOXWOOD_HAS_EMBREE
    add_embree(mesh, competitors);
#endif
    const std::vector<Competitor> again = measure(competitors, options);
    competitors.insert(competitors.end(), again.begin(), again.end());
    for (const std::string what : {"build aabb", "refit aabb", "refit aabb again", "refit aabb leaves of 4",
                                   "refit aabb leaves of 4 again", "build kdop18", "refit kdop18",
                                   "refit kdop18 again", "build obb", "refit obb", "refit obb again"})
        report(what, mesh, competitors, out);
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
