#include "app/cli/bench.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/hierarchy_options.hpp"
#include "app/cli/usage_error.hpp"
#include "app/labs/lab.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/workloads/workload.hpp"

#include <array>

namespace boxwood {
namespace {

using Names = std::vector<std::string_view>;

Names names_of(const auto& entries) {
    Names names;
    for (const auto& entry : entries) names.push_back(entry.name);
    return names;
}

template <class Tuple>
Names names_of_types() {
    return []<class... Ts>(std::type_identity<std::tuple<Ts...>>) {
        return Names{Ts::kName...};
    }(std::type_identity<Tuple>{});
}

struct List {
    std::string_view name;
    Names (*names)();
};

constexpr std::array kLists{
    List{"volumes", list_volumes},
    List{"kinds", list_hierarchy_kinds},
    List{"builders", list_builders},
    List{"modes", [] { return names_of(kAllQueryModes); }},
    List{"tests", [] { return names_of(kAllOverlapTests); }},
    List{"descents", [] { return names_of(kAllDescents); }},
    List{"leaf-tests", [] { return names_of(kAllLeafTests); }},
    List{"triangle-tests", [] { return names_of(kAllTriangleTests); }},
    List{"broad-phases", names_of_types<AllBroadPhases>},
    List{"narrow-phases", [] { return names_of(kAllNarrowPhases); }},
    List{"labs", [] { return names_of(all_labs()); }},
    List{"workloads", [] { return names_of(all_workloads()); }},
    List{"benches", nullptr}, // listed by boxwood-bench
};

int print_list(std::string_view wanted) {
    for (const List& list : kLists) {
        if (list.name != wanted) continue;
        if (list.names == nullptr) return start_bench({"--list"});
        for (const std::string_view name : list.names())
            std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
        return 0;
    }
    return usage_error(check_name("list", wanted, names_of(kLists)).error());
}

} // namespace

void add_list_command(Command& line) {
    const auto wanted = std::make_shared<std::string>();
    Command verb = line.add_command("list", "Print the names that the options take, one per line");
    verb.option("LIST", wanted.get(), joined(names_of(kLists))).required();
    verb.set_action([wanted] { return print_list(*wanted); });
}

} // namespace boxwood
