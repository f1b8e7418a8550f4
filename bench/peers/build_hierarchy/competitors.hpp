// What: the methods that bench_peers_build_hierarchy compares on one mesh: Boxwood's builders, and the builders of
//     the libraries that CMake found.
// Units: seconds of processor time.
// Invariants: a build starts from the positions and triangles of the mesh, in the format of the library. A refit starts
//     from a finished tree and assumes that every vertex can have moved. The mesh must outlive the competitors.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {

struct Competitor {
    std::string name, what; // `what`: the task, for example "build aabb"
    std::function<void()> run;
    std::vector<double> seconds{}; // per round

    double median() const {
        std::vector<double> sorted = seconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
    bool is_refit() const { return what.starts_with("refit"); }
};
using Competitors = std::vector<Competitor>;

// One function per library, each in its own file. The main program calls the functions of the libraries that CMake
// found.
void add_fcl(const Mesh& mesh, Competitors& io_all);
void add_bullet(const Mesh& mesh, Competitors& io_all);
void add_ode(const Mesh& mesh, Competitors& io_all);
void add_cgal(const Mesh& mesh, Competitors& io_all);
void add_embree(const Mesh& mesh, Competitors& io_all);

} // namespace boxwood::bench
