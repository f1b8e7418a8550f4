// What: the list of all triangle intersection tests, by option name. All give the same exact result; they differ only
//       in the floating-point filter. triangle_intersect.hpp decides the pairs that a filter cannot decide.
// To add a test: write a function that returns FilterResult, in its own header, and add a line to kAllTriangleTests.
#pragma once

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/geometry/triangle/triangle_moller.hpp"
#include "collision/geometry/triangle/triangle_sat.hpp"

#include <array>
#include <string_view>

namespace boxwood {

// Returns whether the closed triangles share a point. Adds 1 to io_exact_tests if the test's filter cannot decide.
using TriangleTestFunction = bool (*)(const Triangle64& a, const Triangle64& b,
                                      std::uint64_t& io_exact_tests);

struct TriangleTest {
    std::string_view name;
    std::string_view meaning; // for help and tooltips
    TriangleTestFunction intersect;
};

template <FilterResult (*kFilter)(const Triangle64&, const Triangle64&)>
bool intersect_by_filter(const Triangle64& a, const Triangle64& b, std::uint64_t& io_exact_tests) {
    const FilterResult verdict = kFilter(a, b);
    if (verdict != FilterResult::unsure) return verdict == FilterResult::intersect;
    ++io_exact_tests;
    return triangles_intersect(a, b);
}

// The first is the default.
inline constexpr std::array kAllTriangleTests{
    TriangleTest{"devillers", "signs of orientations, without divisions", triangles_intersect},
    TriangleTest{"moller", "the triangles' intervals on the intersection line of their planes",
                 intersect_by_filter<moller_filter>},
    TriangleTest{"sat", "separating axes: normals and products of edges", intersect_by_filter<sat_filter>},
};

// Null if no test has that name.
inline const TriangleTest* find_triangle_test(std::string_view name) {
    for (const TriangleTest& test : kAllTriangleTests)
        if (test.name == name) return &test;
    return nullptr;
}

} // namespace boxwood
