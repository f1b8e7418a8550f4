#include "engine/experiments/box_tree_study.hpp"

#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/box_tree_moves.hpp"
#include "engine/experiments/hierarchy_comparison.hpp"
#include "engine/experiments/quantised_box_tree.hpp"
#include "engine/meshes/generators.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

struct Model {
    std::string_view name;
    Mesh (*make)(std::size_t triangles); // about so many
};

std::uint32_t root_of(double value) {
    return std::max(3u, static_cast<std::uint32_t>(std::lround(std::sqrt(value))));
}

constexpr std::array kModels{
    Model{"sphere",
          [](std::size_t n) { return make_geodesic_sphere(1.0, root_of(static_cast<double>(n) / 20.0)); }},
    Model{"rock",
          [](std::size_t n) {
              return make_bumpy_sphere({.frequency = root_of(static_cast<double>(n) / 20.0)});
          }},
    Model{"torus",
          [](std::size_t n) {
              const std::uint32_t around = root_of(static_cast<double>(n) / 5.0);
              return make_torus(1.0, 0.4, around * 5 / 2, around);
          }},
    Model{"knot",
          [](std::size_t n) {
              const std::uint32_t around = root_of(static_cast<double>(n) / 26.0);
              return make_torus_knot({.n_along = 13 * around, .n_around = around});
          }},
};

// In a cube of size 2 about the origin.
Mesh make_fitted(const Model& model, std::size_t triangles) {
    Mesh mesh = model.make(triangles);
    const Aabb box = Aabb::fit(mesh.positions);
    const float scale = 2.0f / box.longest_side();
    for (glm::vec3& p : mesh.positions) p = (p - box.center()) * scale;
    return mesh;
}

[[gnu::format(printf, 2, 3)]] void add_row(std::string& io_csv, const char* format, ...) {
    char line[400];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    io_csv.append(line).push_back('\n');
}

double now(const StudySize& size) {
    return size.clock ? size.clock() : 0.0;
}

// Section 3 of the paper, on which the restriction rests: how many of a child's six sides are its parent's, and how
// much of the parent is left of a child where its best side alone is moved.
Result<std::string> study_shared_sides(const StudySize& size) {
    std::string csv = "model,triangles,children,mean_shared_sides,at_least_3,at_least_5,median_tightness\n";
    for (const Model& model : kModels) {
        const Mesh mesh = make_fitted(model, size.triangles);
        SerialExecutor serial;
        const Bvh<Aabb> tree = BvhKind::build<Aabb>(mesh.view(), kAllBuilders[0], 1, serial);
        std::array<std::size_t, 7> by_count{};
        std::vector<double> tightness; // the child's volume to that of its parent with one side moved
        for (const auto& parent : tree.nodes) {
            if (parent.is_leaf()) continue;
            for (unsigned which = 0; which < 2; ++which) {
                const Aabb& child = tree.nodes[parent.first + which].volume;
                std::size_t shared = 0;
                for (glm::length_t k = 0; k < 3; ++k)
                    shared += (child.lower[k] == parent.volume.lower[k] ? 1u : 0u) +
                              (child.upper[k] == parent.volume.upper[k] ? 1u : 0u);
                ++by_count[shared];
                BoxTreeNode node;
                set_best_move(parent.volume, child, node);
                const float restricted = node.derive(parent.volume).volume();
                if (restricted > 0.0f) tightness.push_back(static_cast<double>(child.volume() / restricted));
            }
        }
        std::size_t children = 0, sides = 0, three = 0, five = 0;
        for (std::size_t k = 0; k < by_count.size(); ++k) {
            children += by_count[k];
            sides += k * by_count[k];
            if (k >= 3) three += by_count[k];
            if (k >= 5) five += by_count[k];
        }
        std::nth_element(tightness.begin(),
                         tightness.begin() + static_cast<std::ptrdiff_t>(tightness.size() / 2),
                         tightness.end());
        const auto all = static_cast<double>(children);
        add_row(csv, "%s,%zu,%zu,%.3f,%.3f,%.3f,%.3f", model.name.data(), mesh.triangles.size(), children,
                static_cast<double>(sides) / all, static_cast<double>(three) / all,
                static_cast<double>(five) / all, tightness.empty() ? 0.0 : tightness[tightness.size() / 2]);
    }
    return csv;
}

template <class Kind, class V>
void add_memory(const Mesh& mesh, std::string& io_csv) {
    if constexpr (Kind::template kTakes<V>) {
        SerialExecutor serial;
        const auto tree = Kind::template build<V>(mesh.view(), kAllBuilders[0], 1, serial);
        const auto bytes = static_cast<double>(tree.size_in_bytes());
        add_row(io_csv, "%s,%s,%zu,%.2f,%.2f", Kind::kName.data(), V::kName.data(), mesh.triangles.size(),
                bytes / static_cast<double>(node_count_of(tree)),
                bytes / static_cast<double>(mesh.triangles.size()));
    }
}
template <class... V>
void add_memory_of_all(const Mesh& mesh, const std::tuple<V...>*, std::string& io_csv) {
    (add_memory<BvhKind, V>(mesh, io_csv), ...);
    add_memory<BoxTreeKind, Aabb>(mesh, io_csv);
}

Result<std::string> study_memory(const StudySize& size) {
    std::string csv = "kind,volume,triangles,bytes_per_node,bytes_per_triangle\n";
    add_memory_of_all(make_fitted(kModels[1], size.triangles), static_cast<const AllVolumes*>(nullptr), csv);
    return csv;
}

// How well times follow c f(n): the factor by least squares of relative errors, and their root mean square.
struct Fit {
    double factor = 0.0, residual = 0.0;
};
template <class Law>
Fit fit_law(const std::vector<std::pair<double, double>>& times, Law&& law) {
    double sum = 0.0, squares = 0.0;
    for (const auto& [n, t] : times) {
        const double x = law(n) / t;
        sum += x;
        squares += x * x;
    }
    Fit fit{sum / squares, 0.0};
    for (const auto& [n, t] : times) fit.residual += std::pow(fit.factor * law(n) / t - 1.0, 2.0);
    fit.residual = std::sqrt(fit.residual / static_cast<double>(times.size()));
    return fit;
}

Result<std::string> study_growth(const StudySize& size) {
    constexpr int kRepeats = 3;
    std::string csv = "model,triangles,build_ms,ns_per_triangle,residual_of_n,residual_of_n_log_n\n";
    for (const Model& model : kModels) {
        std::vector<std::pair<double, double>> times;
        for (std::size_t wanted = 1000; wanted <= size.most_triangles; wanted *= 4) {
            const Mesh mesh = make_fitted(model, wanted);
            const std::vector<Aabb> boxes = make_primitive_boxes(mesh.view());
            double best = 1e300;
            for (int repeat = 0; repeat < kRepeats; ++repeat) {
                const double start = now(size);
                build_box_tree(boxes, {});
                best = std::min(best, now(size) - start);
            }
            const auto n = static_cast<double>(boxes.size());
            times.emplace_back(n, std::max(best, 1e-6));
            add_row(csv, "%s,%zu,%.4f,%.1f,,", model.name.data(), boxes.size(), best, 1e6 * best / n);
        }
        const Fit linear = fit_law(times, [](double n) { return n; }),
                  logarithmic = fit_law(times, [](double n) { return n * std::log2(n); });
        add_row(csv, "%s,fits,,,%.4f,%.4f", model.name.data(), linear.residual, logarithmic.residual);
    }
    return csv;
}

// A turn about x inside each step of a turn about z, as far apart as `distance` along x.
std::vector<std::pair<Pose, Pose>> tumble_at(double distance, int turns) {
    std::vector<std::pair<Pose, Pose>> poses;
    for (int i = 0; i < turns; ++i)
        for (int k = 0; k < turns; ++k) {
            const glm::dquat turn = glm::angleAxis(2.0 * glm::pi<double>() * i / turns, glm::dvec3(0, 0, 1)) *
                                    glm::angleAxis(2.0 * glm::pi<double>() * k / turns, glm::dvec3(1, 0, 0));
            poses.emplace_back(Pose{}, make_pose({turn, glm::dvec3(distance, 0.0, 0.0), glm::dvec3(1.0)}));
        }
    return poses;
}

// From the first contact of the bounding spheres to half of that.
std::vector<double> tumble_distances(const Mesh& mesh, int count) {
    double radius = 0.0;
    for (const glm::vec3& p : mesh.positions) radius = std::max(radius, static_cast<double>(glm::length(p)));
    std::vector<double> distances;
    for (int i = 0; i < count; ++i) distances.push_back(radius * (2.0 - (i + 0.5) / count));
    return distances;
}

struct TumbleMethod {
    HierarchyConfig config;
    OverlapTest test = OverlapTest::sat;
    Descent descent = Descent::larger_volume;
};

std::string_view test_name(OverlapTest test) {
    return test == OverlapTest::sat ? "sat" : test == OverlapTest::lite ? "lite" : "reboxing";
}

Result<std::string> study_tumbling(const StudySize& size) {
    const auto of = [](const char* kind, const char* volume, const char* builder) {
        return HierarchyConfig{kind, volume, builder, 1};
    };
    const std::vector<TumbleMethod> methods{
        {of("box-tree", "aabb", "restricted"), OverlapTest::reboxing},
        {of("box-tree", "aabb", "restricted"), OverlapTest::lite},
        {of("box-tree", "aabb", "restricted"), OverlapTest::sat},
        {of("box-tree", "aabb", "restricted"), OverlapTest::lite, Descent::simultaneous},
        {of("bvh", "aabb", "midpoint"), OverlapTest::lite},
        {of("bvh", "aabb", "midpoint"), OverlapTest::sat},
        {of("bvh", "obb", "midpoint"), OverlapTest::sat},
        {of("bvh", "kdop24", "midpoint"), OverlapTest::sat},
        {of("bvh", "sphere", "midpoint"), OverlapTest::sat},
    };
    std::string csv =
        "model,triangles,distance,kind,volume,test,descent,query_us,volume_tests,triangle_tests,hits\n";
    for (const Model& model : kModels) {
        const Mesh mesh = make_fitted(model, size.triangles);
        for (const double distance : tumble_distances(mesh, size.distances)) {
            std::size_t expected = 0;
            for (const TumbleMethod& method : methods) {
                HierarchyComparison comparison(
                    {.a = mesh.view(),
                     .b = mesh.view(),
                     .poses = tumble_at(distance, size.turns),
                     .request = {.mode = QueryMode::any, .test = method.test, .descent = method.descent},
                     .configs = {method.config},
                     .repeats = 1},
                    size.clock);
                if (Status status = comparison.advance(); !status) return status.error();
                const ComparisonRow& row = comparison.rows()[0];
                if (&method == methods.data()) expected = row.hits;
                if (row.hits != expected) return Error{name_of(method.config) + " disagrees on " + mesh.name};
                add_row(csv, "%s,%zu,%.4f,%s,%s,%s,%s,%.3f,%llu,%llu,%zu", model.name.data(),
                        mesh.triangles.size(), distance, method.config.kind.c_str(),
                        method.config.volume.c_str(), test_name(method.test).data(),
                        method.descent == Descent::simultaneous ? "simultaneous" : "volume", row.query_us,
                        static_cast<unsigned long long>(row.counters.volume_tests),
                        static_cast<unsigned long long>(row.counters.primitive_tests), row.hits);
            }
        }
    }
    return csv;
}

// What a walk of all poses costs, down to the leaves, whose triangles are not tested: the overlap tests alone.
struct WalkCost {
    double query_us = 0.0;
    std::uint64_t volume_tests = 0, leaf_pairs = 0;
};

template <OverlapTest kTest, class MakeTest>
WalkCost walk_all(const BoxTree& tree, const std::vector<std::pair<Pose, Pose>>& poses, const StudySize& size,
                  MakeTest&& make_test) {
    const BoxTreeWalk walk(tree);
    const double start = now(size);
    WalkCost cost;
    using Test = std::remove_cvref_t<decltype(make_test(std::declval<const BoxSteps<kTest>&>()))>;
    std::vector<TestedPair<BoxTreeWalk, Test>> stack;
    for (const auto& [world_from_a, world_from_b] : poses) {
        const BoxRelation relation =
            Aabb::make_relation(world_from_a, world_from_b, tree.root_box, tree.root_box, kTest);
        const BoxSteps<kTest> steps =
            make_box_steps<kTest>(relation, {tree.root_box, tree.depth}, {tree.root_box, tree.depth});
        const Test test = make_test(steps);
        const DescentRule descent(world_from_a, world_from_b, true);
        QueryCounters counters;
        NoTrace no_trace;
        PairTraversal(walk, walk, descent, test, stack, counters, no_trace).run([&](auto&&...) {
            ++cost.leaf_pairs;
            return false;
        });
        cost.volume_tests += counters.volume_tests;
    }
    cost.query_us = 1e3 * (now(size) - start) / static_cast<double>(poses.size());
    return cost;
}

template <OverlapTest kTest>
Status add_lookup_rows(const Model& model, const Mesh& mesh, const StudySize& size, std::string& io_csv) {
    const BoxTree exact = build_box_tree(make_primitive_boxes(mesh.view()), {}).tree;
    const std::vector<std::pair<Pose, Pose>> poses =
        tumble_at(tumble_distances(mesh, 1)[0], std::min(size.turns, 12));
    const auto add = [&](const char* moves, const char* products, const WalkCost& cost) {
        add_row(io_csv, "%s,%zu,%s,%s,%s,%.3f,%llu,%llu", model.name.data(), mesh.triangles.size(),
                test_name(kTest).data(), moves, products, cost.query_us,
                static_cast<unsigned long long>(cost.volume_tests),
                static_cast<unsigned long long>(cost.leaf_pairs));
    };
    const auto multiply = [](const BoxSteps<kTest>& steps) { return BoxStepTest<kTest>(steps); };
    add("float", "multiplied", walk_all<kTest>(exact, poses, size, multiply));
    for (const unsigned bits : {16u, 8u}) {
        const BoxTree coarse = quantise_moves(exact, mesh.view(), bits);
        if (const auto defect = find_defect(coarse, mesh.view()))
            return Error{std::to_string(bits) + " bits: " + defect->message};
        const char* moves = bits == 8 ? "8 bits" : "16 bits";
        add(moves, "multiplied", walk_all<kTest>(coarse, poses, size, multiply));
        add(moves, "looked up",
            walk_all<kTest>(coarse, poses, size, [&coarse, bits](const BoxSteps<kTest>& steps) {
                return LookedUpStepTest<kTest>(steps, coarse, coarse, bits);
            }));
    }
    return ok();
}

Result<std::string> study_lookup(const StudySize& size) {
    std::string csv = "model,triangles,test,moves,products,walk_us,volume_tests,leaf_pairs\n";
    for (const Model& model : kModels) {
        const Mesh mesh = make_fitted(model, size.triangles);
        if (Status s = add_lookup_rows<OverlapTest::reboxing>(model, mesh, size, csv); !s) return s.error();
        if (Status s = add_lookup_rows<OverlapTest::lite>(model, mesh, size, csv); !s) return s.error();
        if (Status s = add_lookup_rows<OverlapTest::sat>(model, mesh, size, csv); !s) return s.error();
    }
    return csv;
}

Result<std::string> study_rules(const StudySize& size) {
    // Small: some rules cut slivers, and so make trees whose depth is a share of the triangles.
    struct NamedRule {
        const char* name;
        BoxTreeConfig config;
    };
    const std::array rules{
        NamedRule{"counted volume", {}},
        NamedRule{"volume (the paper's)", {.rule = BoxTreeRule::volume}},
        NamedRule{"volume, longest side only", {.rule = BoxTreeRule::volume, .only_longest_side = true}},
        NamedRule{"area", {.rule = BoxTreeRule::area}},
        NamedRule{"minkowski", {.rule = BoxTreeRule::minkowski}},
        NamedRule{"middle", {.rule = BoxTreeRule::middle}},
        NamedRule{"sweep", {.rule = BoxTreeRule::sweep}}};
    std::string csv = "model,triangles,rule,build_ms,depth,walk_us,volume_tests,leaf_pairs\n";
    for (const Model& model : kModels) {
        const Mesh mesh = make_fitted(model, std::min(size.triangles, std::size_t{2000}));
        const std::vector<Aabb> boxes = make_primitive_boxes(mesh.view());
        const std::vector<std::pair<Pose, Pose>> poses =
            tumble_at(tumble_distances(mesh, 1)[0], std::min(size.turns, 18));
        for (const NamedRule& rule : rules) {
            const double start = now(size);
            const BoxTree tree = build_box_tree(boxes, rule.config).tree;
            const double build_ms = now(size) - start;
            const WalkCost cost =
                walk_all<OverlapTest::lite>(tree, poses, size, [](const BoxSteps<OverlapTest::lite>& steps) {
                    return BoxStepTest<OverlapTest::lite>(steps);
                });
            add_row(csv, "%s,%zu,\"%s\",%.3f,%u,%.3f,%llu,%llu", model.name.data(), boxes.size(), rule.name,
                    build_ms, tree.depth, cost.query_us, static_cast<unsigned long long>(cost.volume_tests),
                    static_cast<unsigned long long>(cost.leaf_pairs));
        }
    }
    return csv;
}

constexpr std::array kStudies{
    BoxTreeStudy{"shared-sides", "How much of a child's box is its parent's already?", study_shared_sides},
    BoxTreeStudy{"memory", "What do hierarchies weigh?", study_memory},
    BoxTreeStudy{"growth", "Does the construction take linear time?", study_growth},
    BoxTreeStudy{"rules", "Which rule of construction pays?", study_rules},
    BoxTreeStudy{"tumbling", "Which overlap test is best, and how do others do?", study_tumbling},
    BoxTreeStudy{"lookup", "Do tables of products beat multiplying?", study_lookup},
};

} // namespace

std::span<const BoxTreeStudy> all_box_tree_studies() {
    return kStudies;
}

} // namespace boxwood
