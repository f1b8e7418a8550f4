#include "collision/core/check.hpp"
#include "collision/core/pose.hpp"
#include "engine/meshes/generate/assemblies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <glm/vec2.hpp>

namespace boxwood {
namespace {

using Loop = std::vector<glm::dvec2>; // counter-clockwise

constexpr double kQuarterTurn = 0.5 * std::numbers::pi, kFullTurn = 2.0 * std::numbers::pi;

Loop make_circle(std::uint32_t sides, double radius, double from = 0.0) {
    Loop loop;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = from + kFullTurn * i / sides;
        loop.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return loop;
}

// Four points per tooth.
Loop make_gear_outline(std::uint32_t teeth, double root, double tip) {
    constexpr std::array kShares{0.0, 0.25, 0.5, 0.75};
    Loop loop;
    for (std::uint32_t tooth = 0; tooth < teeth; ++tooth)
        for (std::size_t k = 0; k < kShares.size(); ++k) {
            const double angle = kFullTurn * (tooth + kShares[k]) / teeth, radius = k < 2 ? tip : root;
            loop.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
        }
    return loop;
}

Pose pose_at(const glm::dvec3& origin) {
    return {glm::dmat3(1.0), origin};
}

// A right-handed frame with the given axes; requires perpendicular unit vectors z and x.
Pose pose_along(const glm::dvec3& z, const glm::dvec3& x, const glm::dvec3& origin) {
    return {glm::dmat3(x, glm::cross(z, x), z), origin};
}

// A mesh to which parts are added. Extruded parts run along the z axis of their frame.
class PartSoup {
  public:
    explicit PartSoup(const char* name) { mesh_.name = name; }

    Mesh take() { return std::move(mesh_); }

    // Adds 2 (n - 2) + 2 n triangles for a convex loop with n sides.
    void add_prism(const Pose& at, const Loop& loop, double low, double high) {
        add_wall(at, loop, low, high, true);
        add_fan(at, loop, high, true);
        add_fan(at, loop, low, false);
    }
    // Adds 8 triangles per side.
    void add_pipe(const Pose& at, double outer, double inner, double low, double high, std::uint32_t sides) {
        add_collar(at, make_circle(sides, outer), make_circle(sides, inner), low, high);
    }
    // The solid between two loops around the axis: 4 triangles per point of each loop.
    void add_collar(const Pose& at, const Loop& outer, const Loop& inner, double low, double high) {
        add_wall(at, outer, low, high, true);
        add_wall(at, inner, low, high, false);
        add_ring(at, outer, inner, high, true);
        add_ring(at, outer, inner, low, false);
    }
    // A hexagonal head on top of z = 0 and a shank below: 48 triangles.
    void add_bolt(const Pose& at, double radius, double length) {
        add_prism(at, make_circle(6, 1.8 * radius), 0.0, 1.2 * radius);
        add_prism(at, make_circle(8, radius), -length, 0.0);
    }
    // A box whose top and bottom are divided into strips along x; its sides are undivided. 4 * strips + 8 triangles.
    void add_plate(const Pose& at, const glm::dvec3& half, std::uint32_t strips) {
        for (const double z : {half.z, -half.z})
            for (std::uint32_t i = 0; i < strips; ++i) {
                const double from = half.x * (2.0 * i / strips - 1.0),
                             to = half.x * (2.0 * (i + 1) / strips - 1.0);
                add_fan(at, {{from, -half.y}, {to, -half.y}, {to, half.y}, {from, half.y}}, z, z > 0.0);
            }
        const Loop outline{{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
        add_sides(at, outline, -half.z, half.z);
    }
    // 36 triangles. The end faces of the web and of the flanges meet at T-junctions.
    void add_beam(const Pose& at, double half_width, double half_height, double thickness, double length) {
        const double w = half_width, h = half_height, f = half_height - thickness, t = 0.5 * thickness;
        const Loop outline{{-w, -h}, {w, -h}, {w, -f}, {t, -f}, {t, f},   {w, f},
                           {w, h},   {-w, h}, {-w, f}, {-t, f}, {-t, -f}, {-w, -f}};
        add_sides(at, outline, 0.0, length);
        for (const bool is_top : {true, false}) {
            const double z = is_top ? length : 0.0;
            add_fan(at, {{-w, -h}, {w, -h}, {w, -f}, {-w, -f}}, z, is_top);
            add_fan(at, {{-w, f}, {w, f}, {w, h}, {-w, h}}, z, is_top);
            add_fan(at, {{-t, -f}, {t, -f}, {t, f}, {-t, f}}, z, is_top);
        }
    }
    // A quarter of a torus without end faces: it starts at the origin along z and bends towards x. 2 * arcs * sides
    // triangles.
    void add_elbow(const Pose& at, double bend, double radius, std::uint32_t arcs, std::uint32_t sides) {
        const std::uint32_t first = size();
        for (std::uint32_t i = 0; i <= arcs; ++i)
            for (std::uint32_t j = 0; j < sides; ++j) {
                const double along = kQuarterTurn * i / arcs, around = kFullTurn * j / sides;
                const double ring = bend - radius * std::cos(around);
                add(at, {bend - ring * std::cos(along), radius * std::sin(around), ring * std::sin(along)});
            }
        for (std::uint32_t i = 0; i < arcs; ++i)
            for (std::uint32_t j = 0; j < sides; ++j) {
                const std::uint32_t a = first + i * sides + j, b = first + i * sides + (j + 1) % sides;
                add_quad(a, b, b + sides, a + sides);
            }
    }
    // A row of square cells along x, each with a hole. Adds 4 * sides + 8 triangles per cell, and 8 triangles for the
    // undivided outline.
    void add_perforated_row(const Pose& at, std::uint32_t cells, double pitch, double hole, double half_depth,
                            std::uint32_t sides) {
        const double half = 0.5 * pitch, first = -half, last = pitch * cells - half;
        const double corner = 0.5 * kQuarterTurn;
        for (std::uint32_t i = 0; i < cells; ++i) {
            const Pose cell = at * pose_at({pitch * i, 0.0, 0.0});
            const Loop square = make_circle(4, half * std::numbers::sqrt2, corner);
            const Loop circle = make_circle(sides, hole, corner);
            add_ring(cell, square, circle, half_depth, true);
            add_ring(cell, square, circle, -half_depth, false);
            add_wall(cell, circle, -half_depth, half_depth, false);
        }
        add_sides(at, {{first, -half}, {last, -half}, {last, half}, {first, half}}, -half_depth, half_depth);
    }

  private:
    std::uint32_t size() const { return static_cast<std::uint32_t>(mesh_.positions.size()); }
    std::uint32_t add(const Pose& at, const glm::dvec3& p) {
        mesh_.positions.push_back(glm::vec3(at * p));
        return size() - 1;
    }
    void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh_.triangles.push_back({a, b, c});
        mesh_.triangles.push_back({a, c, d});
    }
    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool is_up) {
        mesh_.triangles.push_back(is_up ? TriangleIndices{a, b, c} : TriangleIndices{a, c, b});
    }

    // One curved face around a loop, over the full length of the part.
    void add_wall(const Pose& at, const Loop& loop, double low, double high, bool is_outside) {
        const std::uint32_t first = size(), n = static_cast<std::uint32_t>(loop.size());
        for (const double z : {low, high})
            for (const glm::dvec2& p : loop) add(at, {p, z});
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t a = first + i, b = first + (i + 1) % n;
            if (is_outside)
                add_quad(a, b, b + n, a + n);
            else
                add_quad(b, a, a + n, b + n);
        }
    }
    // One flat face per side of a loop.
    void add_sides(const Pose& at, const Loop& loop, double low, double high) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const glm::dvec2 &from = loop[i], &to = loop[(i + 1) % loop.size()];
            const std::uint32_t first = add(at, {from, low});
            add(at, {to, low});
            add(at, {to, high});
            add(at, {from, high});
            add_quad(first, first + 1, first + 2, first + 3);
        }
    }
    void add_fan(const Pose& at, const Loop& convex, double z, bool is_up) {
        const std::uint32_t first = size(), n = static_cast<std::uint32_t>(convex.size());
        for (const glm::dvec2& p : convex) add(at, {p, z});
        for (std::uint32_t i = 2; i < n; ++i) add_triangle(first, first + i - 1, first + i, is_up);
    }
    // The flat face between two loops that begin at the same angle. Each triangle advances on the loop that is behind.
    void add_ring(const Pose& at, const Loop& outer, const Loop& inner, double z, bool is_up) {
        const std::uint32_t first = size(), n = static_cast<std::uint32_t>(outer.size()),
                            m = static_cast<std::uint32_t>(inner.size());
        for (const glm::dvec2& p : outer) add(at, {p, z});
        for (const glm::dvec2& p : inner) add(at, {p, z});
        for (std::uint32_t i = 0, j = 0; i < n || j < m;) {
            const std::uint32_t a = first + i % n, b = first + n + j % m;
            const bool is_outer_next = j == m || (i < n && (i + 1) * m <= (j + 1) * n);
            i += is_outer_next ? 1 : 0;
            j += is_outer_next ? 0 : 1;
            add_triangle(a, is_outer_next ? first + i % n : first + n + j % m, b, is_up);
        }
    }

    Mesh mesh_;
};

// Number of columns of a nearly square grid of parts.
std::uint32_t columns_of(std::uint32_t parts) {
    return static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(parts))));
}

constexpr std::array kAssemblies{
    Assembly{"gear-train", "gears", "spur gears that mesh in rows, each on its shaft", make_gear_train, 636},
    Assembly{"pipe-rack", "pipes", "pipes that bend twice, with bolted flanges", make_pipe_rack, 2048},
    Assembly{"bracket-frame", "brackets", "angle brackets bolted to rails", make_bracket_frame, 412},
    Assembly{"heat-exchanger", "tubes", "a tube bundle through perforated plates, in a jacket",
             make_heat_exchanger, 376},
    Assembly{"steel-frame", "bays", "I-beams with bolted gusset plates", make_steel_frame, 2088},
};

} // namespace

// 16 * teeth + 96 triangles per gear, 92 per shaft.
Mesh make_gear_train(std::uint32_t gears) {
    BOXWOOD_REQUIRE(gears >= 1);
    constexpr std::uint32_t kSides = 24;
    constexpr double kWidth = 4.0, kBore = 2.0, kStage = 10.0, kSlope = 40.0 * std::numbers::pi / 180.0;
    PartSoup soup("gear-train");
    const std::uint32_t columns = columns_of(gears);
    double x = 0.0, y = 0.0, last = 0.0;
    for (std::uint32_t i = 0; i < gears; ++i) {
        const std::uint32_t column = i % columns, row = i / columns,
                            teeth = 12 + 8 * ((2 * column + row) % 5);
        const double pitch = 0.5 * teeth, side = column % 2 == 1 ? 1.0 : -1.0;
        x = column == 0 ? 0.0 : x + (last + pitch) * std::cos(kSlope);
        y = column == 0 ? 0.0 : y + side * (last + pitch) * std::sin(kSlope);
        last = pitch;
        const Pose at = pose_at({x, y, kStage * row});
        soup.add_collar(at, make_gear_outline(teeth, pitch - 1.25, pitch + 1.0), make_circle(kSides, kBore),
                        0.0, kWidth);
        soup.add_prism(at, make_circle(kSides, kBore), -2.0, kStage - 3.0);
    }
    return soup.take();
}

// 2048 triangles per pipe, which has three straight pieces, two elbows, and two flanges with eight bolts each.
Mesh make_pipe_rack(std::uint32_t pipes) {
    BOXWOOD_REQUIRE(pipes >= 1);
    constexpr std::uint32_t kSides = 16, kBolts = 8;
    constexpr double kRun = 30.0, kRise = 6.0, kBend = 2.0, kPitch = 4.0;
    const glm::dvec3 ex(1, 0, 0), ez(0, 0, 1);
    PartSoup soup("pipe-rack");
    const std::uint32_t columns = columns_of(pipes);
    for (std::uint32_t i = 0; i < pipes; ++i) {
        const double radius = 0.6 + 0.2 * (i % 3), y = kPitch * (i % columns),
                     z = 2.0 * kPitch * (i / columns);
        const auto add_straight = [&](const Pose& at, double length) {
            soup.add_pipe(at, radius, 0.8 * radius, 0.0, length, kSides);
        };
        const auto add_flange = [&](const Pose& at) {
            soup.add_pipe(at, 1.9 * radius, radius, -0.2, 0.2, 24);
            for (const glm::dvec2& p : make_circle(kBolts, 1.5 * radius))
                soup.add_bolt(at * pose_at({p, 0.2}), 0.12 * radius, 0.6);
        };
        const Pose run = pose_along(ex, ez, {0.0, y, z}), first_bend = run * pose_at({0.0, 0.0, kRun});
        const Pose rise = pose_along(ez, -ex, {kRun + kBend, y, z + kBend});
        const Pose second_bend = rise * pose_at({0.0, 0.0, kRise});
        const Pose back = pose_along(-ex, ez, {kRun, y, z + kRise + 2.0 * kBend});
        add_straight(run, kRun);
        soup.add_elbow(first_bend, kBend, radius, 8, kSides);
        add_straight(rise, kRise);
        soup.add_elbow(second_bend, kBend, radius, 8, kSides);
        add_straight(back, 0.5 * kRun);
        add_flange(run * pose_at({0.0, 0.0, 0.5 * kRun}));
        add_flange(rise * pose_at({0.0, 0.0, 0.5 * kRise}));
    }
    return soup.take();
}

// 408 triangles per bracket, and a rail of 4 * columns + 8 triangles per row of brackets.
Mesh make_bracket_frame(std::uint32_t brackets) {
    BOXWOOD_REQUIRE(brackets >= 1);
    constexpr double kPitch = 5.0, kRow = 6.0, kLeg = 1.5, kThick = 0.15;
    const glm::dvec3 ex(1, 0, 0), ey(0, 1, 0), ez(0, 0, 1);
    PartSoup soup("bracket-frame");
    const std::uint32_t columns = columns_of(brackets);
    for (std::uint32_t i = 0; i < brackets; ++i) {
        const std::uint32_t column = i % columns, row = i / columns;
        // The legs stand on the rail at an angle that differs from bracket to bracket.
        const double turn = std::numbers::pi / 12.0 * (i % 24);
        const Pose at =
            pose_along(ez, {std::cos(turn), std::sin(turn), 0.0}, {kPitch * column, kRow * row, 0.0});
        const Pose foot = at * pose_at({kLeg, 0.0, kThick});
        const Pose wall = at * pose_along(ex, ez, {kThick, 0.0, kLeg});
        for (const Pose& leg : {foot, wall}) {
            soup.add_plate(leg, {kLeg, 1.0, kThick}, 24);
            for (const double y : {-0.6, 0.6}) soup.add_bolt(leg * pose_at({0.7, y, kThick}), 0.15, 0.9);
        }
        // The rib between the legs, a triangular prism.
        soup.add_prism(at * pose_along(-ey, ex, {2.0 * kThick, 0.0, 2.0 * kThick}),
                       {{0.0, 0.0}, {2.0, 0.0}, {0.0, 2.0}}, -kThick, kThick);
        if (column > 0) continue;
        const double half = 0.5 * kPitch * columns;
        soup.add_plate(pose_at({half - 0.5 * kPitch, kRow * row, -0.5}), {half, 2.0, 0.5}, columns);
    }
    return soup.take();
}

// 376 triangles per tube including its holes in the plates, 40 per row, 512 for the jacket.
Mesh make_heat_exchanger(std::uint32_t tubes) {
    BOXWOOD_REQUIRE(tubes >= 1);
    constexpr std::uint32_t kSides = 12, kPlates = 5;
    constexpr double kPitch = 1.0, kHole = 0.4, kLength = 60.0;
    PartSoup soup("heat-exchanger");
    const std::uint32_t columns = columns_of(tubes);
    for (std::uint32_t i = 0; i < tubes; ++i)
        soup.add_pipe(pose_at({kPitch * (i % columns), kPitch * (i / columns), 0.0}), kHole, 0.35, 0.0,
                      kLength, kSides);
    for (std::uint32_t from = 0; from < tubes; from += columns)
        for (std::uint32_t plate = 0; plate < kPlates; ++plate)
            soup.add_perforated_row(
                pose_at({0.0, kPitch * (from / columns), kLength * (plate + 0.5) / kPlates}),
                std::min(columns, tubes - from), kPitch, kHole, 0.25, kSides);
    const double middle = 0.5 * kPitch * (columns - 1), radius = 0.75 * kPitch * columns + 1.0;
    soup.add_pipe(pose_at({middle, middle, 0.0}), radius + 0.2, radius, 1.0, kLength - 1.0, 64);
    return soup.take();
}

// 2088 triangles per bay, which has eight beams along its edges, two diagonal beams, and eight gussets with four bolts
// each.
Mesh make_steel_frame(std::uint32_t bays) {
    BOXWOOD_REQUIRE(bays >= 1);
    constexpr double kWidth = 20.0, kDepth = 14.0, kHeight = 12.0;
    const glm::dvec3 ex(1, 0, 0), ey(0, 1, 0), ez(0, 0, 1);
    PartSoup soup("steel-frame");
    const std::uint32_t columns = columns_of(bays);
    for (std::uint32_t i = 0; i < bays; ++i) {
        const glm::dvec3 corner(kWidth * (i % columns), 0.0, kHeight * (i / columns));
        const auto add_beam = [&](const glm::dvec3& from, const glm::dvec3& along, const glm::dvec3& across) {
            const double length = glm::length(along);
            soup.add_beam(pose_along(along / length, across, corner + from), 0.4, 0.5, 0.12, length);
        };
        for (const double y : {0.0, kDepth}) {
            add_beam({0.0, y, 0.0}, kHeight * ez, ex);
            add_beam({kWidth, y, 0.0}, kHeight * ez, ex);
            add_beam({0.0, y, kHeight}, kWidth * ex, ey);
            add_beam({0.0, y, 0.0}, {kWidth, 0.0, kHeight}, ey);
        }
        for (const double x : {0.0, kWidth}) add_beam({x, 0.0, kHeight}, kDepth * ey, ex);
        for (const double y : {0.0, kDepth})
            for (const double x : {1.0, kWidth - 1.0})
                for (const double z : {1.0, kHeight - 1.0}) {
                    const double side = y > 0.0 ? 1.0 : -1.0;
                    const Pose gusset = pose_along(side * ey, ex, corner + glm::dvec3(x, y + 0.6 * side, z));
                    soup.add_plate(gusset, {1.2, 0.9, 0.06}, 4);
                    for (const double u : {-0.8, 0.8})
                        for (const double v : {-0.5, 0.5})
                            soup.add_bolt(gusset * pose_at({u, v, 0.06}), 0.1, 0.5);
                }
    }
    return soup.take();
}

std::span<const Assembly> all_assemblies() {
    return kAssemblies;
}

Mesh make_assembly(const Assembly& assembly, std::size_t triangles) {
    const double parts = static_cast<double>(triangles) / assembly.triangles_per_part;
    return assembly.make(static_cast<std::uint32_t>(std::max(1.0, std::round(parts))));
}

} // namespace boxwood
