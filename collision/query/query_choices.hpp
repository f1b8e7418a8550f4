// What: tables of the query options that are enum values: query modes, overlap tests, descend rules and leaf tests.
//     Commands, labs and `boxwood list` read these tables. The first entry of each table is the default.
// To add an option: add a value to its enum and a line to its table. check_request() and is_plainly_valid() in
//     mesh_query.cpp reject values above the enum's last value: change both if the last value changes.
#pragma once

#include "collision/query/query_request.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace boxwood {

template <class T>
struct Choice {
    std::string_view name;
    std::string_view meaning; // for help and tooltips
    T value;
};

inline constexpr std::array kAllQueryModes{
    Choice<QueryMode>{"all", "every intersecting pair of triangles", QueryMode::all},
    Choice<QueryMode>{"any", "one intersecting pair of triangles, if there is one", QueryMode::any},
    Choice<QueryMode>{"distance", "the distance and a pair of closest points", QueryMode::distance},
    Choice<QueryMode>{"within", "whether the meshes are within a given distance of each other",
                      QueryMode::within},
};

inline constexpr std::array kAllOverlapTests{
    Choice<OverlapTest>{"sat", "tests all axes", OverlapTest::sat},
    Choice<OverlapTest>{"sat-lite", "tests only the cheap axes; for boxes, the 6 face normals",
                        OverlapTest::sat_lite},
    Choice<OverlapTest>{"aabb-of-obb",
                        "for boxes, tests only the 3 face normals of the first box; for other volumes, as "
                        "sat-lite",
                        OverlapTest::aabb_of_obb},
};

inline constexpr std::array kAllDescents{
    Choice<Descent>{"volume", "opens the node with the larger volume", Descent::larger_volume},
    Choice<Descent>{"extent", "opens the node whose longest side is longer", Descent::longest_extent},
    Choice<Descent>{"alternating", "opens a node of A and a node of B alternately", Descent::alternating},
    Choice<Descent>{"simultaneous", "opens both nodes; for distances, the larger node",
                    Descent::simultaneous},
};

inline constexpr std::array kAllLeafTests{
    Choice<LeafTest>{"volume", "tests the leaf's volume against the inner node's volume", LeafTest::volume},
    Choice<LeafTest>{"triangle", "tests the leaf's triangles against the inner node's volume",
                     LeafTest::triangle},
};

// Returns null if the name is unknown.
template <class T, std::size_t N>
const Choice<T>* find_choice(const std::array<Choice<T>, N>& choices, std::string_view name) {
    for (const Choice<T>& choice : choices)
        if (choice.name == name) return &choice;
    return nullptr;
}

// Returns the index of the value in the table, or 0, the index of the default, if the table does not contain the value.
template <class T, std::size_t N>
std::size_t index_of_choice(const std::array<Choice<T>, N>& choices, T value) {
    for (std::size_t i = 0; i < N; ++i)
        if (choices[i].value == value) return i;
    return 0;
}

} // namespace boxwood
