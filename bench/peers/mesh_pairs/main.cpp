// Question: how do Boxwood's queries between two meshes compare with queries of other libraries, on the same meshes
// and placements, in one process? Two copies of a mesh are placed at random and tumbling. The queries are first
// contact, all contacts, and distances from near to far. Answers to queries for all contacts are compared with the
// answers of the exact method kExact, if CGAL is installed and --only does not leave it out; all other answers are
// compared with the answers of Boxwood's default. The program fails if an answer of Boxwood differs. First contacts are
// measured twice: after the other methods, when the caches contain their data; and directly after a pass of the same
// method ("again").
//
// Options: bench/peers/options.hpp.
// Generated meshes: a rock and a knot of 70 000 triangles, a rock of 1.1 million triangles, and a knot of 20 088
//     triangles. The last one stands for the scan of a rocker arm that has performance targets
//     (bench/experiments/peers/targets.hpp) but is not part of the project; both are concave.
#include "bench/peers/mesh_pairs/measure.hpp"
#include "bench/peers/mesh_pairs/placements.hpp"
#include "bench/peers/options.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace boxwood::bench {
namespace {

std::vector<Mesh> make_meshes(bool is_quick) {
    if (is_quick) {
        std::vector<Mesh> small{make_bumpy_sphere({.frequency = 8})};
        small[0].name = "small rock";
        return small;
    }
    std::vector<Mesh> meshes{make_bumpy_sphere({}), make_torus_knot({.n_along = 1060, .n_around = 33}),
                             make_torus_knot({.n_along = 372, .n_around = 27}),
                             make_bumpy_sphere({.frequency = 235})};
    meshes[0].name = "rock";
    meshes[1].name = "knot";
    meshes[2].name = "for the rocker arm";
    meshes[3].name = "large rock";
    return meshes;
}

std::vector<NamedCompetitor> list_competitors(const std::vector<std::string>& only) {
    std::vector<NamedCompetitor> all;
    add_ours(all);
#ifdef BOXWOOD_HAS_FCL
    add_fcl(all);
#endif
#ifdef BOXWOOD_HAS_BULLET
    add_bullet(all);
#endif
#ifdef BOXWOOD_HAS_ODE
    add_ode(all);
#endif
#ifdef BOXWOOD_HAS_CGAL
    add_cgal(all);
#endif
#ifdef BOXWOOD_HAS_EMBREE
    add_embree(all);
#endif
    std::erase_if(all, [&](const NamedCompetitor& one) {
        const auto is_part = [&](const std::string& text) {
            return one.name.find(text) != std::string::npos;
        };
        return !only.empty() && std::none_of(only.begin(), only.end(), is_part) && one.name != kOurDefault;
    });
    return all;
}

void print(const Mesh& mesh, std::string_view workload, const char* what, Wanted wanted,
           const std::vector<Score>& scores, std::FILE* csv) {
    std::printf("\n%s, %zu triangles, %s, %s\n%-40s %10s %6s %5s/%-8s %5s %8s  %s\n", mesh.name.c_str(),
                mesh.triangles.size(), std::string(workload).c_str(), what, "", "us", "ratio", "timed",
                "answered", "hits", "pairs", "answers");
    for (const Score& s : scores) {
        const std::string answers =
            wanted == Wanted::distance ? explain_distances(s.differences) : explain(s.differences, s.content);
        std::printf("%-40s %10.2f %6.2f %5zu/%-8zu %5zu %8zu  %s\n", s.name.c_str(), s.us_per_query, s.ratio,
                    s.timed, s.placements, s.hits, s.pairs, answers.c_str());
        if (csv != nullptr)
            std::fprintf(csv, "%s,%zu,%s,%s,\"%s\",%.2f,%.2f,%zu,%zu,%zu,%zu,%zu,\"%s\"\n", mesh.name.c_str(),
                         mesh.triangles.size(), std::string(workload).c_str(), what, s.name.c_str(),
                         s.us_per_query, s.ratio, s.rounds, s.timed, s.placements, s.hits, s.pairs,
                         answers.c_str());
    }
    std::fflush(stdout);
}

// Returns whether all of Boxwood's answers are right.
bool run_mesh(Mesh& io_mesh, const PeerOptions& options, std::FILE* csv) {
    normalize(io_mesh);
    std::vector<CompetitorInstance> instances;
    for (const NamedCompetitor& one : list_competitors(options.only))
        if (std::unique_ptr<Competitor> competitor = one.make(io_mesh))
            instances.push_back({one, std::move(competitor)});
    const AreTouching are_touching = [&](const Placement& at) {
        PairAnswer answer;
        instances.front().competitor->answer(at, Wanted::first, answer);
        return answer.intersects;
    };
    const auto is_selected = [&options](const char* what) {
        return options.wanted.empty() || options.wanted == what;
    };
    bool are_equal = true;
    for (const Workload& workload : kWorkloads) {
        if (options.wanted == "distance") break;
        const std::vector<Placement> placements = workload.place(are_touching);
        for (const Wanted wanted : {Wanted::first, Wanted::all}) {
            if (!is_selected(wanted == Wanted::first ? "first" : "all")) continue;
            const Scores scores =
                measure({io_mesh, placements, wanted, options.rounds, options.seconds}, instances);
            print(io_mesh, workload.name, wanted == Wanted::first ? "first" : "all", wanted,
                  scores.after_others, csv);
            if (!scores.again.empty())
                print(io_mesh, workload.name, "first again", wanted, scores.again, csv);
            for (const Score& s : scores.after_others)
                are_equal = are_equal && (!s.is_ours || s.differences.is_none());
        }
    }
    for (const Workload& workload : kDistanceWorkloads) {
        if (!is_selected("distance")) break;
        const std::vector<Placement> placements = workload.place(are_touching);
        const Scores scores =
            measure({io_mesh, placements, Wanted::distance, options.rounds, options.seconds}, instances);
        print(io_mesh, workload.name, "distance", Wanted::distance, scores.after_others, csv);
        for (const Score& s : scores.after_others)
            are_equal =
                are_equal && (!s.is_ours || (s.differences.is_none() && s.differences.farthest_off == 0.0));
    }
    return are_equal;
}

int run(int argc, char** argv) {
    const PeerOptions options = read_peer_options(argc, argv);
    std::vector<Mesh> meshes = gather_meshes(options, make_meshes(options.is_quick));
    std::FILE* csv = options.out.empty() ? nullptr : open_out(options);
    if (csv != nullptr)
        std::fprintf(csv, "mesh,triangles,workload,wanted,method,us_per_query,ratio_to_our_best,rounds,timed,"
                          "placements,hits,"
                          "pairs,answers\n");
    bool are_equal = true;
    for (Mesh& mesh : meshes) are_equal = run_mesh(mesh, options, csv) && are_equal;
    if (csv != nullptr) std::fclose(csv);
    return are_equal ? 0 : 1;
}

} // namespace
} // namespace boxwood::bench

int main(int argc, char** argv) {
    return boxwood::bench::run(argc, argv);
}
