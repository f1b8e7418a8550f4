#include "bench/experiments/peers/cited_peers.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Tables A (builds) and B (refits), in ns per triangle. FCL was compiled for the machine on which it ran, except where
// the name of the table says "pkg".
void add_hierarchies(std::vector<CitedPeer>& out) {
    constexpr CitedBuild native = CitedBuild::for_its_machine;
    constexpr std::string_view morton = "A: Embree Morton, in place", binned = "A: Embree binned SAH",
                               dop = "A: FCL KDOP18", obb = "A: FCL OBB", refit = "B: Embree",
                               opcode = "B: OPCODE, inside ODE", gimpact = "B: Bullet GImpact",
                               fcl = "B: FCL AABB pkg", fcl_native = "B: FCL AABB nat",
                               dop_refit = "B: FCL KDOP18", obb_refit = "B: FCL OBB";
    out.insert(out.end(), {
                              {"Morton build, 70 k", "embree in place", 52, morton},
                              {"Morton build, 1.1 M", "embree in place", 66, morton},
                              {"binned SAH build, 70 k", "embree scene medium", 327, binned},
                              {"binned SAH build, 1.1 M", "embree scene medium", 335, binned},
                              {"AABB refit, 70 k", "embree refit", 20, refit},
                              {"AABB refit, 70 k", "ode", 30, opcode},
                              {"AABB refit, 70 k", "bullet gimpact", 32, gimpact},
                              {"AABB refit, 70 k", "fcl aabb", 52, fcl},
                              {"AABB refit, 1.1 M", "embree refit", 25, refit},
                              {"AABB refit, 1.1 M", "ode", 42, opcode},
                              {"AABB refit, 1.1 M", "bullet gimpact", 41, gimpact},
                              {"AABB refit, 1.1 M", "fcl aabb", 58, fcl_native, native},
                              {"k-DOP18 build, 70 k", "fcl kdop18", 940, dop, native},
                              {"k-DOP18 build, 1.1 M", "fcl kdop18", 1060, dop, native},
                              {"k-DOP18 refit, 70 k", "fcl kdop18", 106, dop_refit, native},
                              {"k-DOP18 refit, 1.1 M", "fcl kdop18", 136, dop_refit, native},
                              {"OBB build, 70 k", "fcl obb", 1804, obb, native},
                              {"OBB build, 1.1 M", "fcl obb", 1961, obb, native},
                              {"OBB refit, 70 k", "fcl obb", 314, obb_refit, native},
                              {"OBB refit, 1.1 M", "fcl obb", 345, obb_refit, native},
                          });
}

// Table C (mesh queries), in µs per query, for the bunny. For the other two scans, the table lists only libraries
// without a package.
void add_meshes(std::vector<CitedPeer>& out) {
    constexpr std::string_view fcl = "C: FCL OBB pkg", ode = "C: ODE";
    out.insert(out.end(), {
                              {"first contact, bunny, random", "fcl obb", 23.5, fcl},
                              {"first contact, bunny, random", "ode", 376, ode},
                              {"first contact, bunny, tumbling", "fcl obb", 21.6, fcl},
                              {"first contact, bunny, tumbling", "ode", 136, ode},
                              {"all pairs, bunny, random", "fcl obb", 1372, fcl},
                              {"all pairs, bunny, tumbling", "fcl obb", 552, fcl},
                          });
}

// Table D (broad phase), converted from ms per frame to ns per box. ODE is left out, because the table does not say
// which of its spaces was measured.
void add_boxes(std::vector<CitedPeer>& out) {
    constexpr std::string_view embree = "D: Embree rebuild + collide", fcl = "D: FCL dynamic tree",
                               bullet = "D: Bullet 32-bit sweep and prune", cgal = "D: CGAL";
    out.insert(out.end(), {
                              {"broad phase, 1 k, coherent", "embree rebuild", 390, embree},
                              {"broad phase, 1 k, coherent", "fcl dynamic tree", 110, fcl},
                              {"broad phase, 1 k, coherent", "bullet sweep and prune", 140, bullet},
                              {"broad phase, 1 k, coherent", "cgal box intersection", 330, cgal},
                              {"broad phase, 10 k, coherent", "embree rebuild", 220, embree},
                              {"broad phase, 10 k, coherent", "fcl dynamic tree", 205, fcl},
                              {"broad phase, 10 k, coherent", "bullet sweep and prune", 380, bullet},
                              {"broad phase, 10 k, coherent", "cgal box intersection", 790, cgal},
                              {"broad phase, 100 k, coherent", "embree rebuild", 235, embree},
                              {"broad phase, 100 k, coherent", "fcl dynamic tree", 410, fcl},
                              {"broad phase, 100 k, coherent", "cgal box intersection", 1290, cgal},
                              {"broad phase, 1 k, teleporting", "embree rebuild", 410, embree},
                              {"broad phase, 1 k, teleporting", "fcl dynamic tree", 3800, fcl},
                              {"broad phase, 1 k, teleporting", "bullet sweep and prune", 25'000, bullet},
                              {"broad phase, 1 k, teleporting", "cgal box intersection", 330, cgal},
                              {"broad phase, 10 k, teleporting", "embree rebuild", 220, embree},
                              {"broad phase, 10 k, teleporting", "fcl dynamic tree", 32'600, fcl},
                              {"broad phase, 10 k, teleporting", "bullet sweep and prune", 261'000, bullet},
                              {"broad phase, 10 k, teleporting", "cgal box intersection", 790, cgal},
                              {"broad phase, 100 k, teleporting", "embree rebuild", 240, embree},
                              {"broad phase, 100 k, teleporting", "cgal box intersection", 1290, cgal},
                              {"sweep and prune, 10 k coherent", "bullet sweep and prune", 3.8, bullet},
                          });
}

// Table E (closest distance of convex polytopes), in ns per query.
void add_closest(std::vector<CitedPeer>& out) {
    constexpr std::string_view fcl = "E: FCL", bullet = "E: Bullet";
    out.insert(out.end(), {
                              {"closest features, 20 faces", "FCL", 554, fcl},
                              {"closest features, 20 faces", "Bullet", 598, bullet},
                              {"closest features, 100 faces", "FCL", 1246, fcl},
                              {"closest features, 100 faces", "Bullet", 1447, bullet},
                              {"closest features, 500 faces", "FCL", 4001, fcl},
                              {"closest features, 500 faces", "Bullet", 5087, bullet},
                          });
}

Verdict verdict_of(double required, double found, CitedBuild build) {
    if (found < required) return Verdict::not_reproduced;
    return build == CitedBuild::for_its_machine ? Verdict::unclear : Verdict::reproduced;
}

} // namespace

const std::vector<CitedPeer>& all_cited_peers() {
    static const std::vector<CitedPeer> kAll = [] {
        std::vector<CitedPeer> all;
        add_hierarchies(all);
        add_meshes(all);
        add_boxes(all);
        add_closest(all);
        return all;
    }();
    return kAll;
}

std::vector<CitedPeer> find_cited_peers(std::string_view target) {
    std::vector<CitedPeer> found;
    std::copy_if(all_cited_peers().begin(), all_cited_peers().end(), std::back_inserter(found),
                 [target](const CitedPeer& one) { return one.target == target; });
    return found;
}

RatioOutcome judge_ratio(const PeerGroup& row, const PeerEntry& ours, double most,
                         const std::vector<CitedPeer>& cited) {
    RatioOutcome best;
    for (const CitedPeer& peer : cited)
        for (const PeerEntry& entry : row.entries) {
            if (entry.method != peer.method || ours.value <= 0.0) continue;
            const double found = ratio_between(entry, ours);
            if (best.peer != nullptr && best.found <= found) continue;
            best = {&peer, &entry, peer.figure / most, found};
            best.verdict = verdict_of(best.required, best.found, peer.build);
        }
    return best;
}

} // namespace boxwood
