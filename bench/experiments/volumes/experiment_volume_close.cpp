// Parallel close proximity: counts the tests for two nearly identical surfaces at small gaps. Compares the library's
//     volumes with spherical shells, pie slices and QuOSPOs on the same topology. A second study uses planes, to show
//     the effect of the angle between the planes and the slabs.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/tree_walk.hpp"
#include "bench/experiments/volumes/pie_slice.hpp"
#include "bench/experiments/volumes/quospo.hpp"
#include "bench/experiments/volumes/spherical_shell.hpp"
#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "collision/volumes/all_volumes.hpp"
#include "engine/measure/chart.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr double kFullCircle = 2.0 * std::numbers::pi;

// A tube of length 3 around z, without end caps.
Mesh make_open_tube(double radius, std::uint32_t around, std::uint32_t along) {
    Mesh mesh;
    for (std::uint32_t i = 0; i <= along; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            const double angle = kFullCircle * j / around;
            mesh.positions.push_back(glm::vec3(
                glm::dvec3(radius * std::cos(angle), radius * std::sin(angle), 3.0 * i / along - 1.5)));
        }
    for (std::uint32_t i = 0; i < along; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            const std::uint32_t a = i * around + j, b = i * around + (j + 1) % around;
            mesh.triangles.push_back({a, b, b + around});
            mesh.triangles.push_back({a, b + around, a + around});
        }
    return mesh;
}

// Two parallel surfaces. The second is offset from the first by `gap`.
struct CloseScene {
    std::string_view name;
    Mesh (*make)(double gap, bool is_quick); // if gap is 0, makes the first surface, otherwise the second
};
constexpr std::array kScenes{
    CloseScene{"spheres",
               [](double gap, bool is_quick) { return make_geodesic_sphere(1.0 + gap, is_quick ? 5 : 16); }},
    CloseScene{"tori",
               [](double gap, bool is_quick) {
                   return make_torus(2.0, 0.5 + gap, is_quick ? 24 : 90, is_quick ? 10 : 28);
               }},
    CloseScene{"tubes",
               [](double gap, bool is_quick) {
                   return make_open_tube(1.0 + gap, is_quick ? 20 : 70, is_quick ? 10 : 36);
               }},
    CloseScene{"patches",
               [](double gap, bool is_quick) {
                   Mesh waves = make_waves({.height = 0.4, .patches = 6, .steps = is_quick ? 2u : 8u});
                   for (glm::vec3& p : waves.positions) p.y += static_cast<float>(gap);
                   return waves;
               }},
};
// In full runs, the edges of the meshes are about as long as the smallest gap. At much smaller gaps, loose volumes
// would overlap at all leaves.
constexpr std::array kGaps{0.6, 0.4, 0.2, 0.1};

Bvh2<Aabb> build_midpoint(const Mesh& mesh) {
    SerialExecutor serial;
    return build_top_down(make_primitive_boxes(mesh.view()), {}, serial);
}

// Maps a mesh in the world to the frame of world_from_mesh.
Mesh in_frame_of(const Pose& world_from_mesh, Mesh mesh) {
    const Pose inverted = inverse_rigid(world_from_mesh);
    for (glm::vec3& p : mesh.positions) p = glm::vec3(inverted * p);
    return mesh;
}

// One mesh and the tree of boxes that defines its topology.
struct Side {
    Mesh mesh;
    Bvh2<Aabb> boxes;
    explicit Side(Mesh source)
        : mesh(std::move(source))
        , boxes(build_midpoint(mesh)) {}
};

struct Count {
    double tests = 0.0, leaf_pairs = 0.0, us = 0.0;
};

template <class Overlaps>
Count count_walk(const Side& a, const Side& b, const ExperimentRun& run, const Overlaps& overlaps) {
    const double start = run.now();
    const WalkCounts counts = walk_pairs(a.boxes, b.boxes, overlaps);
    return {static_cast<double>(counts.volume_tests), static_cast<double>(counts.leaf_pairs),
            1e3 * (run.now() - start)};
}

template <class V>
Count count_library(const Side& a, const Side& b, const Pose& b_pose, const ExperimentRun& run) {
    const Bvh2<V> of_a = fit_volumes<V>(a.boxes, a.mesh.view()),
                  of_b = fit_volumes<V>(b.boxes, b.mesh.view());
    const auto relation =
        V::make_relation(Pose{}, b_pose, of_a.nodes[0].volume, of_b.nodes[0].volume, OverlapTest::sat);
    return count_walk(a, b, run, [&](std::uint32_t i, std::uint32_t j) {
        return overlap(of_a.nodes[i].volume, of_b.nodes[j].volume, relation);
    });
}

// fit(corners, pose) returns the volume around the corners, in the frame of a. `pose` maps the corners to this frame.
template <class V, class Fit>
Count count_study(const Side& a, const Side& b, const Pose& b_pose, const ExperimentRun& run,
                  const Fit& fit) {
    std::vector<V> of_a(a.boxes.nodes.size()), of_b(b.boxes.nodes.size());
    visit_patches(a.boxes, a.mesh.view(),
                  [&](std::size_t i, std::span<const glm::vec3> corners) { of_a[i] = fit(corners, Pose{}); });
    visit_patches(b.boxes, b.mesh.view(),
                  [&](std::size_t i, std::span<const glm::vec3> corners) { of_b[i] = fit(corners, b_pose); });
    return count_walk(a, b, run, [&](std::uint32_t i, std::uint32_t j) { return overlap(of_a[i], of_b[j]); });
}

std::vector<glm::vec3> moved(std::span<const glm::vec3> corners, const Pose& pose) {
    std::vector<glm::vec3> placed;
    for (const glm::vec3& p : corners) placed.push_back(glm::vec3(pose * p));
    return placed;
}

struct StudiedVolume {
    std::string name;
    Count (*count)(const Side& a, const Side& b, const Pose& b_pose, const ExperimentRun& run);
    draw::Ink ink = nullptr; // null: not drawn
    bool is_dashed = false;
};

const std::vector<StudiedVolume>& study_volumes() {
    using draw::Palette;
    static const std::vector<StudiedVolume> kAll{
        {"aabb", count_library<Aabb>, &Palette::right_series},
        {"sphere", count_library<Sphere>, &Palette::text3},
        {"obb", count_library<Obb>, &Palette::contact},
        {"kdop14", count_library<Kdop14>},
        {"kdop18", count_library<Kdop18>},
        {"kdop24", count_library<Kdop24>, &Palette::phase_broad},
        {"kdop26", count_library<Kdop26>},
        {"capsule", count_library<Capsule>},
        {"rss", count_library<Rss>, &Palette::phase_update},
        {"shell",
         [](const Side& a, const Side& b, const Pose& pose, const ExperimentRun& run) {
             return count_study<SphericalShell>(a, b, pose, run,
                                                [](std::span<const glm::vec3> corners, const Pose& at) {
                                                    return fit_shell(moved(corners, at));
                                                });
         },
         &Palette::left_series, true},
        {"pie-slice",
         [](const Side& a, const Side& b, const Pose& pose, const ExperimentRun& run) {
             return count_study<PieSlice>(a, b, pose, run,
                                          [](std::span<const glm::vec3> corners, const Pose& at) {
                                              return fit_pie_slice(moved(corners, at));
                                          });
         },
         &Palette::left_series},
        {"quospo",
         [](const Side& a, const Side& b, const Pose& pose, const ExperimentRun& run) {
             return count_study<Quospo>(a, b, pose, run,
                                        [](std::span<const glm::vec3> corners, const Pose& at) {
                                            return placed(fit_quospo(corners), at);
                                        });
         },
         &Palette::phase_narrow},
    };
    return kAll;
}

// The counts of one volume in one scene: for each gap, one count per relative rotation.
using Counts = std::array<std::vector<Count>, kGaps.size()>;
struct SceneRun {
    std::string_view name;
    std::map<std::string, Counts> of_volume;

    const Counts& counts_of(const std::string& volume) const { return of_volume.at(volume); }
};

SceneRun measure_scene(const CloseScene& scene, const ExperimentRun& run) {
    SceneRun measured{scene.name, {}};
    const int frames = 6; // the smallest number for which a median has an interval
    Random random(run.seed);
    const Pose scene_pose = make_pose({random.rotation(), {}, glm::dvec3(1.0)});
    const Side a(in_frame_of(scene_pose, scene.make(0.0, run.is_quick)));
    for (int frame = 0; frame < frames; ++frame) {
        const Pose b_pose = make_pose({random.rotation(), {}, glm::dvec3(1.0)});
        for (std::size_t g = 0; g < kGaps.size(); ++g) {
            const Side b(in_frame_of(b_pose, in_frame_of(scene_pose, scene.make(kGaps[g], run.is_quick))));
            for (const StudiedVolume& volume : study_volumes())
                measured.of_volume[volume.name][g].push_back(volume.count(a, b, b_pose, run));
        }
    }
    run.report_progress(std::string(scene.name) + " at " + std::to_string(kGaps.size()) + " gaps");
    return measured;
}

Interval exponent_of(const Counts& counts) {
    std::vector<double> exponents, inverse_gaps;
    for (const double gap : kGaps) inverse_gaps.push_back(1.0 / gap);
    for (std::size_t frame = 0; frame < counts[0].size(); ++frame) {
        std::vector<double> tests;
        for (const std::vector<Count>& at_gap : counts) tests.push_back(at_gap[frame].tests);
        exponents.push_back(fit_exponent(inverse_gaps, tests));
    }
    return median_interval(exponents);
}

// The median of value(tests_of) over the relative rotations, at the smallest gap. tests_of(name) returns the number
// of tests of the named volume.
template <class Value>
Interval at_smallest_gap(const SceneRun& scene, const Value& value) {
    std::vector<double> values;
    for (std::size_t frame = 0; frame < scene.counts_of("obb").back().size(); ++frame)
        values.push_back(
            value([&](const char* volume) { return scene.counts_of(volume).back()[frame].tests; }));
    return median_interval(values);
}

std::vector<ClaimValue> list_ratios(std::span<const SceneRun> scenes, const char* over) {
    std::vector<ClaimValue> values;
    for (const SceneRun& scene : scenes)
        values.emplace_back(std::string(scene.name), at_smallest_gap(scene, [&](const auto& tests_of) {
                                return tests_of(over) / tests_of("obb");
                            }));
    return values;
}
ClaimResult judge_ratio(const char* key, std::span<const SceneRun> scenes, const char* over) {
    return judge_source_claim(key, list_ratios(scenes, over));
}

// This claim has no source. The expected reason: the directions of a k-DOP are fixed, whereas an OBB adapts.
ClaimResult judge_dops(std::span<const SceneRun> scenes) {
    constexpr VerdictRule kRule{"volume tests at the smallest gap: 24-DOPs / OBBs, per scene", above(1.05)};
    const std::vector<ClaimValue> values = list_ratios(scenes, "kdop24");
    const Ruling ruling = judge(kRule, values);
    return {"OBBs need fewer tests than 24-DOPs between close parallel surfaces",
            "own",
            rule_text(kRule),
            values_text(values),
            ruling.verdict,
            Basis::counts,
            ruling.reason};
}

std::vector<ClaimResult> judge_scenes(std::span<const SceneRun> scenes) {
    std::vector<ClaimValue> tight, loose, between;
    for (const SceneRun& scene : scenes) {
        const std::string name(scene.name);
        tight.emplace_back(name, exponent_of(scene.counts_of("obb")));
        for (const char* volume : {"sphere", "aabb"})
            loose.emplace_back(name + " " + volume, exponent_of(scene.counts_of(volume)));
        between.emplace_back(name, at_smallest_gap(scene, [](const auto& tests_of) {
                                 const double obb = std::log(tests_of("obb"));
                                 return (std::log(tests_of("quospo")) - obb) /
                                        (std::log(tests_of("kdop24")) - obb);
                             }));
    }
    return {judge_source_claim("volume-close/obb", std::move(tight)),
            judge_source_claim("volume-close/loose", std::move(loose)),
            judge_dops(scenes),
            judge_ratio("volume-close/shell", scenes, "shell"),
            judge_ratio("volume-close/pie-slice", scenes, "pie-slice"),
            judge_source_claim("volume-close/quospo", std::move(between))};
}

double median_of(const std::vector<Count>& counts, double Count::*member) {
    std::vector<double> values;
    for (const Count& count : counts) values.push_back(count.*member);
    return boxwood::median_of(values);
}

Picture draw_scene(const SceneRun& scene) {
    double low = 1e300, high = 0.0;
    for (const StudiedVolume& volume : study_volumes())
        for (const std::vector<Count>& counts : scene.counts_of(volume.name)) {
            low = std::min(low, median_of(counts, &Count::tests));
            high = std::max(high, median_of(counts, &Count::tests));
        }
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 300.0f};
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = 1.0 / kGaps.front(),
                        .x_high = 1.0 / kGaps.back(),
                        .y_high = draw::log_end_above(high),
                        .title = "Volume tests over 1/gap: " + std::string(scene.name),
                        .x_label = "1 / gap",
                        .y_label = "volume tests",
                        .y_low = draw::log_end_below(low),
                        .is_log_x = true,
                        .is_log_y = true,
                        .legend_width = 120.0f});
    for (const StudiedVolume& volume : study_volumes()) {
        if (volume.ink == nullptr) continue;
        std::vector<Chart::Point> points;
        for (std::size_t g = 0; g < kGaps.size(); ++g) {
            const double tests = median_of(scene.counts_of(volume.name)[g], &Count::tests);
            points.push_back({1.0 / kGaps[g], tests, std::nan(""), std::nan(""),
                              volume.name + ": " + short_number(tests)});
        }
        chart.add_curve(points, {volume.ink, 2.0f, volume.is_dashed, volume.name});
    }
    return {"close-" + std::string(scene.name), "Volume tests over 1/gap, " + std::string(scene.name),
            std::move(sheet)};
}

Picture draw_times(std::span<const SceneRun> scenes) {
    std::vector<BarPanel> panels;
    for (const SceneRun& scene : scenes) {
        BarPanel panel{std::string(scene.name), "µs at the smallest gap", {}, true};
        for (const StudiedVolume& volume : study_volumes()) {
            const double us = median_of(scene.counts_of(volume.name).back(), &Count::us);
            panel.bars.push_back({volume.name, us, short_number(us)});
        }
        panels.push_back(std::move(panel));
    }
    return {"times", "Time of a query at the smallest gap", draw_bar_panels(panels, kPictureWidth, 2)};
}

ExperimentSection study_scenes(const ExperimentRun& run) {
    std::vector<SceneRun> scenes;
    for (const CloseScene& scene : kScenes) scenes.push_back(measure_scene(scene, run));
    ExperimentSection section{
        "Parallel surfaces",
        "In three scenes, a surface lies inside a copy that is larger by the gap; in the fourth, a sheet of "
        "Bezier patches lies above an equal sheet. The two meshes have separate frames, at six relative "
        "rotations.\nA curved patch of size d has a thickness of about d². An OBB along the patch is as "
        "thin, so OBBs separate at d = √gap. Slabs with fixed directions are at an angle to the patch, so "
        "their thickness is d times that angle."};
    Table table{
        "close",
        "Medians over six relative rotations; one triangle per leaf, the same topology for all volumes",
        {"scene", "volume", "gap", "volume_tests", "leaf_pairs", "query_us", "exponent"}};
    for (const SceneRun& scene : scenes) {
        for (const StudiedVolume& volume : study_volumes())
            for (std::size_t g = 0; g < kGaps.size(); ++g) {
                const std::vector<Count>& counts = scene.counts_of(volume.name)[g];
                table.add({scene.name,
                           volume.name,
                           {kGaps[g], 3},
                           {median_of(counts, &Count::tests), 0},
                           {median_of(counts, &Count::leaf_pairs), 0},
                           {median_of(counts, &Count::us), 1},
                           {exponent_of(scene.counts_of(volume.name)).value, 3}});
            }
        section.pictures.push_back(draw_scene(scene));
    }
    section.pictures.push_back(draw_times(scenes));
    section.claims = judge_scenes(scenes);
    section.tables.push_back(std::move(table));
    return section;
}

// Two parallel planes in one frame, at a gap of 1 % of their side. They are rotated about an axis that is no slab
// normal.
ExperimentSection study_planes(const ExperimentRun& run) {
    constexpr double kGap = 0.02;
    constexpr std::array kDegrees{0.0, 2.0, 5.0, 10.0, 15.0, 20.0};
    const std::uint32_t quads = run.is_quick ? 12 : 48;
    const auto make_plane = [&](double height, const Pose& pose) {
        Mesh plane =
            make_heightfield({.half_x = 1.0, .half_z = 1.0, .height = 0.0, .n_x = quads, .n_z = quads});
        for (glm::vec3& p : plane.positions) p = glm::vec3(pose * glm::dvec3(p.x, height, p.z));
        return plane;
    };
    Table table{"planes",
                "Two planes at a gap of 0.02, side 2: volume tests by the angle between the planes and the "
                "nearest slab",
                {"degrees", "aabb", "kdop14", "kdop18", "kdop24", "kdop26", "obb", "quospo"}};
    double dop_level = 0.0, dop_tilted = 0.0, boxes = 0.0;
    for (const double degrees : kDegrees) {
        const Pose pose =
            make_pose({glm::angleAxis(glm::radians(degrees), glm::normalize(glm::dvec3(1.0, 0.3, 0.2))),
                       {},
                       glm::dvec3(1.0)});
        const Side below(make_plane(0.0, pose)), above(make_plane(kGap, pose));
        std::vector<Cell> row{{degrees, 0}};
        std::map<std::string, double> tests;
        for (const char* name : {"aabb", "kdop14", "kdop18", "kdop24", "kdop26", "obb", "quospo"}) {
            const auto volume = std::ranges::find(study_volumes(), std::string(name), &StudiedVolume::name);
            tests[name] = volume->count(below, above, Pose{}, run).tests;
            row.push_back({tests[name], 0});
        }
        if (degrees == 0.0) dop_level = tests["kdop24"];
        dop_tilted = std::max(dop_tilted, tests["kdop24"]);
        boxes = std::max(boxes, tests["obb"]);
        table.add(std::move(row));
    }
    ExperimentSection section{"Planes at an angle to the slabs",
                              "Why k-DOPs need more tests: if a slab is parallel to the planes, one test "
                              "separates them. At an angle, slabs separate only patches that are about as "
                              "small as the gap, so a query descends to such patches."};
    section.claims.push_back(
        {"k-DOPs need many tests because the planes are at an angle to the slabs", "own",
         "24-DOPs: one test at 0°, more than 100 at the worst angle; OBBs: one test at every angle",
         fixed_number(dop_level, 0) + ", " + fixed_number(dop_tilted, 0) + "; " + fixed_number(boxes, 0),
         verdict_if(dop_level == 1.0 && dop_tilted > 100.0 && boxes == 1.0)});
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_close(const ExperimentRun& run) {
    return ExperimentResult{{study_scenes(run), study_planes(run)},
                            "Volumes are fitted to all triangles below each node of the same tree of "
                            "boxes (split in the middle of the longest side). A query counts tests until "
                            "all pairs are separated or are leaves; the surfaces do not touch. Times "
                            "include the traversal but not the fit."};
}

} // namespace

extern const Experiment kVolumeClose{"volume-close",
                                     "Which volume separates parallel surfaces at a small gap?",
                                     "[Gottschalk 1996] section 6; [Akenine-Möller 2008] 17.3", run_close};

} // namespace boxwood
