#include "app/cli/bench.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/options/hierarchy_options.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/labs/lab_registry.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/judge/faults.hpp"
#include "engine/meshes/generate/recipe.hpp"
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
    List{"meshes", [] { return names_of(all_generators()); }},
    List{"workloads", [] { return names_of(all_workloads()); }},
    List{"faults", [] { return names_of(judge::list_faults()); }},
    List{"commands", nullptr}, // print_list() gets these names from the CommandLine
    List{"benches", nullptr},  // listed by boxwood-bench
};

int print_list(std::string_view wanted, const std::vector<std::string>& commands) {
    for (const List& list : kLists) {
        if (list.name != wanted) continue;
        if (wanted == "benches") return start_bench({"--list"});
        if (wanted == "commands") {
            for (const std::string& command : commands) std::printf("%s\n", command.c_str());
            return 0;
        }
        for (const std::string_view name : list.names())
            std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
        return 0;
    }
    return usage_error(check_name("list", wanted, names_of(kLists)).error());
}

} // namespace

void add_list_command(Command& line) {
    const auto wanted = std::make_shared<std::string>();
    Command verb = line.add_command("list", "Print the names that an option accepts, one per line");
    verb.option("LIST", wanted.get(), joined(names_of(kLists))).required();
    verb.set_action([wanted, line] { return print_list(*wanted, line.command_names()); });
}

} // namespace boxwood
