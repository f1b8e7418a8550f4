// Settings by name and text, and the settings file of the window: accepted values are within their limits, and saved
// settings load back equal. The input is such a file; each of its lines is also tried as a single setting.
#include "app/labs/settings/settings.hpp"
#include "app/shell/preferences.hpp"
#include "tests/fuzz/scratch_folder.hpp"
#include "tests/fuzz/text_target.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

using namespace boxwood;
using fuzz::require;

void set_by_name(std::string_view name, std::string_view value) {
    double whole = 5.0, real = 0.5;
    std::size_t choice = 1;
    std::string text;
    SettingTable table;
    table.add(boxwood::whole({"bodies", "", ""}, {.low = 1, .high = 1e5}, member(whole)));
    table.add(number({"density", "", ""}, {.low = 0.01, .high = 40}, member(real)));
    table.add(
        boxwood::choice({"box", "", ""}, {{"dynamic"}, {"cube"}, {"mixed"}, {"climbed"}}, 0, member(choice)));
    table.add(free_text({"motion", "", ""}, [&](std::string_view v) {
        text = v;
        return v.empty() ? Status(Error{"setting motion: empty"}) : ok();
    }));
    const Status status = set_by_text(table, name, value);
    if (!status) {
        fuzz::check_message(status.error());
        require(whole == 5.0 && real == 0.5 && choice == 1, "a refused setting has taken effect");
    }
    require(whole >= 1.0 && whole <= 1e5 && whole == std::floor(whole), "a whole number out of its range");
    require(real >= 0.01 && real <= 40.0, "a number out of its range");
    require(choice < 4, "a choice beyond the last one");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::ScratchFolder scratch;
    const std::filesystem::path& folder = scratch.path();
    const std::string text(fuzz::text_of(data, size));

    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t end = line.find_first_of(" =");
        if (end != std::string::npos) set_by_name(line.substr(0, end), line.substr(end + 1));
    }

    std::ofstream(folder / "given", std::ios::binary) << text;
    std::string problem;
    const Preferences given = Preferences::load(folder / "given", problem);
    require(problem.empty() || given.values_of("interface").empty(), "a part of a damaged file is used");
    require(bool(given.save(folder / "saved")), "what was loaded cannot be saved");
    const Preferences saved = Preferences::load(folder / "saved", problem);
    require(problem.empty(), "what was saved is damaged");
    for (const std::string owner : {"interface", "walkthrough", "multi-body"}) {
        require(given.values_of(owner) == saved.values_of(owner), "other settings are loaded than were saved");
        for (const auto& [name, value] : saved.values_of(owner))
            require(given.find(owner + "." + name) == value && !value.empty(),
                    "a setting is not found by its name");
    }
    return 0;
}
