// Drives a lab for a long time, as a headless run does, and prints its memory use: soak LAB SECONDS [SEED]
// SECONDS are processor time.
// Phase "steady": runs frames of the first scene. Phase "churn": makes random changes of settings, bodies, meshes and
// kinds of hierarchy, with some frames after each change. After every four changes, it returns to the first scene and
// takes a sample there, so that the samples are comparable.
// Prints one line per sample: PHASE FRAMES HEAP_BYTES RSS_BYTES JUDGED WRONG. JUDGED: frames that the oracle checked.
// WRONG: wrong results that it found; if not 0, a line "wrong TEXT" with the first of them follows.
// scripts/soak.py decides whether memory grows.
#include "app/labs/lab.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <malloc.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>

namespace boxwood {
namespace {

using Setting = std::pair<const char*, std::vector<const char*>>;

// The settings and actions of a lab from which random changes are drawn. The first value of a setting is its default.
struct Plan {
    const char* lab;
    std::vector<Setting> settings;
    std::vector<const char*> actions, back; // `back`: actions that reset the state
    bool takes_meshes = false;
    int frames = 0; // between two changes
};

const std::array kPlans{
    Plan{
        "multi-body",
        {{"bodies", {"200", "60", "350", "1000"}},
         {"meshes", {"10", "0", "30"}},
         {"density", {"6", "2", "12"}},
         {"faces", {"20", "6", "60"}},
         {"most-faces", {"20", "60"}},
         {"spin", {"10", "0", "60"}},
         {"broad-phase", {"sweep-and-prune", "grid", "column-grid", "octree", "dynamic-tree", "brute-force"}},
         {"narrow-phase", {"v-clip", "lin-canny", "gjk"}},
         {"storage", {"automatic", "dense", "sparse"}},
         {"warm-start", {"stored", "first", "random", "directional"}},
         {"box", {"dynamic", "cube", "mixed", "climbed"}},
         {"response", {"approaching", "all-pairs"}},
         {"threads", {"1", "2"}},
         {"page", {"pairs", "intervals", "walk", "counters"}},
         {"aabb-margin", {"0.5", "0", "2"}},
         {"triangles", {"on", "off"}},
         {"oracle", {"all", "off", "pair"}}},
        {"edit.insert", "edit.scatter", "edit.remove", "edit.body", "edit.pair", "select.back",
         "show.region"},
        {"select.none"},
        false, // the lab keeps imported meshes, so its memory would grow
        40},
    Plan{"pair",
         {{"kind", {"bvh2", "box-tree", "box-tree-shrunk", "box-tree8", "bvh2-lazy", "bvh8"}},
          {"volume", {"aabb", "obb", "kdop18", "sphere", "rss", "capsule", "obbrss"}},
          {"builder", {"midpoint", "object-median", "binned-sah", "lbvh"}},
          {"leaf-size", {"1", "4"}},
          {"answer", {"all", "any"}},
          {"test", {"sat", "sat-lite"}},
          {"distance", {"off", "on"}},
          {"hierarchy", {"off", "on"}},
          {"cost", {"none", "volume-tests"}},
          {"slice", {"none", "x", "z"}},
          {"oracle", {"all", "off"}}},
         {"visit.open", "compare.add", "nudge.left", "nudge.up", "edit.undo", "edit.redo", "select.next",
          "depth.more", "depth.less", "visit.last"},
         {"compare.remove", "compare.remove", "compare.remove", "select.none"},
         true,
         8},
    Plan{"deformation",
         {{"motion", {"swirl", "bend", "wave", "twist", "tear", "permute"}},
          {"mesh", {"rock", "sheet", "craft", "torus knot"}},
          {"volume", {"aabb", "obb", "kdop18", "sphere"}},
          {"kind", {"bvh2", "bvh8", "box-tree", "bvh2-lazy"}},
          {"leaf-size", {"1", "2"}},
          {"builder", {"midpoint", "object-median"}},
          {"copies", {"2", "3"}},
          {"policy-1", {"never", "always", "rotate"}},
          {"policy-2", {"area", "never"}},
          {"heat", {"off", "on"}},
          {"threads", {"1", "2"}}},
         {"deform.boxes", "deform.more", "deform.less", "deform.heat"},
         {},
         true,
         15},
    Plan{"walkthrough",
         {{"scene", {"table", "kitchen"}}, {"detection", {"on", "off"}}, {"spectator", {"off", "on"}}},
         {"hand.drop", "held.axis", "walk.detection", "walk.tips"},
         {},
         false,
         60}};

class Soak {
  public:
    Soak(const Plan& plan, std::uint64_t seed)
        : plan_(plan)
        , random_(seed)
        , lab_(find_lab(plan.lab)->make()) {
        for (std::size_t k = 0; k < 2; ++k) {
            const Mesh mesh = k == 0 ? make_bumpy_sphere({.frequency = 12, .seed = 3})
                                     : make_torus_knot({.tube_radius = 0.1, .n_along = 120, .n_around = 10});
            meshes_[k] = {k == 0 ? "rock" : "knot", "", *make_shape(mesh.view())};
        }
        return_to_start();
        lab_->frames().begin_unseen_run();
    }

    void step(int frames) {
        for (int i = 0; i < frames; ++i) {
            lab_->update();
            if (lab_->take_restart_request()) start();
            lab_->frames().step(clock_ms);
            lab_->oracle().judge();
            (void)lab_->take_notes();
            ++frames_;
        }
    }

    void churn() {
        for (int change = 0; change < 4; ++change) {
            const std::size_t what = pick(plan_.actions.size() + 2 * plan_.settings.size() + 2);
            if (what < plan_.actions.size()) {
                act(plan_.actions[what]);
            } else if (what < plan_.actions.size() + 2 * plan_.settings.size()) {
                const auto& [name, values] = plan_.settings[pick(plan_.settings.size())];
                (void)lab_->set(name, values[pick(values.size())]);
            } else if (plan_.takes_meshes) {
                (void)lab_->take_meshes({meshes_[pick(2)]});
            } else {
                start();
            }
            lab_->settle();
            step(plan_.frames);
        }
    }

    // Returns to the first scene, in the same lab.
    void return_to_start() {
        for (const char* action : plan_.back) (void)lab_->act(action);
        set_default();
        if (std::string_view(plan_.lab) == "pair") {
            (void)lab_->take_meshes({meshes_[0], meshes_[1]});
            lab_->settle();
            // Each view caches tables of the hierarchies that it showed last. Opening the views here gives the caches
            // the same content in every cycle.
            for (const char* action : {"visit.open", "compare.add", "compare.add", "compare.add"})
                (void)lab_->act(action);
            lab_->settle();
            step(2);
            for (const char* action : plan_.back) (void)lab_->act(action);
        }
        start();
        step(20);
        lab_->history().clear();
    }

    void act(std::string_view action) {
        if (action == "edit.undo" && lab_->history().can_undo())
            (void)lab_->undo();
        else if (action == "edit.redo" && lab_->history().can_redo())
            (void)lab_->redo();
        else
            (void)lab_->act(action);
    }

    void print_sample(const char* phase) {
        lab_->settle();
        malloc_trim(0);
        const struct mallinfo2 heap = mallinfo2();
        const OracleTally tally = lab_->oracle().tally().value_or(OracleTally{});
        std::printf("%s %llu %zu %zu %llu %llu\n", phase, static_cast<unsigned long long>(frames_),
                    heap.uordblks + heap.hblkhd, resident_bytes(),
                    static_cast<unsigned long long>(tally.frames),
                    static_cast<unsigned long long>(tally.wrong));
        if (tally.wrong > 0) std::printf("wrong %s\n", tally.first_wrong.c_str());
        std::fflush(stdout);
    }

  private:
    static double clock_ms() {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    static std::size_t resident_bytes() {
        std::ifstream statm("/proc/self/statm");
        std::size_t all = 0, resident = 0;
        statm >> all >> resident;
        return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    }
    std::size_t pick(std::size_t count) { return random_() % count; }
    void set_default() {
        for (const auto& [name, values] : plan_.settings)
            if (const Status status = lab_->set(name, values.front()); !status) {
                std::fprintf(stderr, "soak: %s=%s: %s\n", name, values.front(),
                             status.error().message.c_str());
                std::exit(2);
            }
    }
    void start() {
        if (const Status status = lab_->restart(7); !status) {
            std::fprintf(stderr, "soak: %s\n", status.error().message.c_str());
            std::exit(2);
        }
        lab_->settle();
    }

    const Plan& plan_;
    std::mt19937_64 random_;
    std::unique_ptr<Lab> lab_;
    std::array<UserMesh, 2> meshes_;
    std::uint64_t frames_ = 0;
};

void run(const Plan& plan, double seconds, std::uint64_t seed) {
    // The limit is processor time, not real time, so that a run gives as many samples on a busy machine as on an idle
    // one.
    const auto spent = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
    Soak soak(plan, seed);
    do {
        soak.step(plan.frames * 5);
        soak.print_sample("steady");
    } while (spent() < 0.4 * seconds);
    do {
        soak.churn();
        soak.return_to_start();
        soak.print_sample("churn");
    } while (spent() < seconds);
}

} // namespace
} // namespace boxwood

int main(int argc, char** argv) {
    mallopt(M_ARENA_MAX, 1); // mallinfo2() then counts the allocations of all threads
    for (const boxwood::Plan& plan : boxwood::kPlans)
        if (argc >= 3 && std::string_view(argv[1]) == plan.lab) {
            boxwood::run(plan, std::atof(argv[2]), argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
            return 0;
        }
    std::fprintf(stderr, "usage: soak LAB SECONDS [SEED]; labs:");
    for (const boxwood::Plan& plan : boxwood::kPlans) std::fprintf(stderr, " %s", plan.lab);
    std::fprintf(stderr, "\n");
    return 2;
}
