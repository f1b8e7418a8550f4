#include "app/cli/options/request_options.hpp"

#include "app/cli/options/hierarchy_options.hpp"
#include "collision/query/query_choices.hpp"

#include <cmath>

namespace boxwood {
namespace {

// Adds an option whose values are the names in a table. take(entry) receives the chosen entry.
void add_choice(Command& verb, const std::string& option, const auto& entries, const std::string& help,
                const auto& take) {
    std::vector<std::string_view> names;
    for (const auto& entry : entries) names.push_back(entry.name);
    const auto choose = [&entries, names, option, take](const std::string& text) {
        for (const auto& entry : entries)
            if (entry.name == text) take(entry);
        return check_name(option, text, names);
    };
    verb.text_option(option, choose, help).value_name(joined(names));
}

} // namespace

void add_request_options(Command& verb, QueryRequest& out_request) {
    QueryRequest* const request = &out_request;
    add_choice(
        verb, "--mode", kAllQueryModes,
        "All intersecting pairs, any one of them, the distance, or whether it is within --max-distance",
        [request](const auto& choice) { request->mode = choice.value; });
    add_traversal_options(verb, out_request);
}

void add_traversal_options(Command& verb, QueryRequest& out_request) {
    QueryRequest* const request = &out_request;
    add_choice(verb, "--test", kAllOverlapTests,
               "Axes of a volume test: all, or only the cheap ones (for boxes, the 6 face normals)",
               [request](const auto& choice) { request->test = choice.value; });
    add_choice(verb, "--descent", kAllDescents,
               "Which node of a pair is replaced by its children: the larger one, the one with the longest "
               "side, the nodes of A and B in turn, or both",
               [request](const auto& choice) { request->descent = choice.value; });
    add_choice(verb, "--leaf-test", kAllLeafTests,
               "When a leaf meets an inner node: test the volume of the leaf or its triangles against the "
               "volume of the node",
               [request](const auto& choice) { request->leaf_test = choice.value; });
    add_choice(verb, "--triangle-test", kAllTriangleTests,
               "Test of two triangles; it does not change the answers",
               [request](const TriangleTest& test) { request->triangle_test = test.intersect; });
    verb.option("--tolerance", &request->tolerance,
                "Largest relative error of a distance; a larger one saves time, mainly between parallel "
                "faces")
        .within(0.0, 1.0)
        .show_default();
    verb.option("--max-distance", &request->max_distance,
                "Ignore greater distances; a smaller limit makes the query faster")
        .not_negative()
        .value_name("LENGTH");
}

Status check_request_options(const QueryRequest& request) {
    if (request.tolerance != 0.0 && request.mode == QueryMode::within)
        return Error{
            "--tolerance cannot be used with --mode within, which accepts any distance up to --max-distance"};
    if (request.tolerance != 0.0 && request.mode != QueryMode::distance)
        return Error{"--tolerance requires --mode distance; contacts are exact"};
    const bool has_max_distance = std::isfinite(request.max_distance);
    if (has_max_distance && !is_distance_mode(request.mode))
        return Error{"--max-distance requires --mode distance or within"};
    if (!has_max_distance && request.mode == QueryMode::within)
        return Error{"--mode within requires --max-distance"};
    return ok();
}

} // namespace boxwood
