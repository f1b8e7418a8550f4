// What: the contestants of bench_peers_build_hierarchy: builders of ours, and those of the libraries found, over one
//     mesh.
// Units: seconds of processor time.
// Invariants: a contender starts from the mesh's positions and triangles; the mesh outlives it. A refit assumes that
//     every vertex may have moved, and that its tree has been built before.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {

struct Contender {
    std::string name, what; // "build aabb": identifies comparable entries
    std::function<void()> run;
    std::vector<double> seconds{}; // per round

    double median() const {
        std::vector<double> sorted = seconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
    bool is_refit() const { return what.starts_with("refit"); }
};
using Contenders = std::vector<Contender>;

// One per library, each in its own file; main calls those that CMake has found.
void add_fcl(const Mesh& mesh, Contenders& io_all);
void add_bullet(const Mesh& mesh, Contenders& io_all);
void add_ode(const Mesh& mesh, Contenders& io_all);
void add_cgal(const Mesh& mesh, Contenders& io_all);
void add_embree(const Mesh& mesh, Contenders& io_all);

} // namespace boxwood::bench
