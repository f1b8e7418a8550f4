#include "app/labs/pair/query/query_settings.hpp"

#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/query/query_choices.hpp"

#include <array>
#include <utility>

namespace boxwood {
namespace {

// Access to a choice from a table of query_choices.hpp.
template <class T, std::size_t N>
SettingAccess access_to_choice(const std::array<Choice<T>, N>& choices, T& value,
                               std::function<void()> hook) {
    return {[&choices, &value] { return static_cast<double>(index_of_choice(choices, value)); },
            [&choices, &value, hook = std::move(hook)](double i) {
                value = choices[static_cast<std::size_t>(i)].value;
                hook();
            }};
}

double place_of_triangle_test(TriangleTestFunction test) {
    for (std::size_t i = 0; i < kAllTriangleTests.size(); ++i)
        if (kAllTriangleTests[i].intersect == test) return static_cast<double>(i);
    return 0.0;
}

} // namespace

void add_query_settings(SettingTable& io_table, QueryRequest& query, const std::function<void()>& changed) {
    io_table.begin_group("Query");
    io_table.add(
        choice({"answer", "Answer", "Stops at the first intersecting triangles, or finds all of them"},
               {{"any"}, {"all"}}, static_cast<std::size_t>(QueryRequest{}.mode), member(query.mode, changed))
            .segmented());
    io_table.add(
        choice({"test", "Volume test", "Axes on which two volumes are compared; cheaper tests prune less"},
               options_of(kAllOverlapTests), 0, access_to_choice(kAllOverlapTests, query.test, changed)));
    io_table.add(choice({"descent", "Descent", "Which of two overlapping nodes is opened"},
                        options_of(kAllDescents), 0, access_to_choice(kAllDescents, query.descent, changed)));
    io_table.add(
        choice({"leaf-test", "Leaf test",
                "Whether a leaf's volume or its triangles are tested against the volume of an inner node"},
               options_of(kAllLeafTests), 0, access_to_choice(kAllLeafTests, query.leaf_test, changed)));
    io_table.add(
        choice({"triangle-test", "Triangle test",
                "All triangle tests are exact: exact arithmetic decides the cases that the floating-point "
                "filter cannot decide"},
               options_of(kAllTriangleTests), 0,
               {[&query] { return place_of_triangle_test(query.triangle_test); },
                [&query, changed](double i) {
                    query.triangle_test = kAllTriangleTests[static_cast<std::size_t>(i)].intersect;
                    changed();
                }}));
}

} // namespace boxwood
