#include "app/labs/assets.hpp"

#include "engine/system/executable_path.hpp"

#include <cstdlib>
#include <vector>

namespace boxwood {

Result<std::filesystem::path> find_asset(const std::filesystem::path& name) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::vector<fs::path> folders;
    if (const char* folder = std::getenv("BOXWOOD_ASSETS")) folders.emplace_back(folder);
    const fs::path program = executable_path().parent_path();
    for (const char* folder : {"assets", "../assets", "../share/boxwood/assets"})
        folders.push_back((program / folder).lexically_normal());
    // In a build tree, the assets are in the source folder above the program.
    for (const char* above : {"../..", "../../..", "../../../.."})
        if (fs::exists(program / above / "CMakePresets.json", ignored))
            folders.push_back((program / above / "assets").lexically_normal());
    folders.emplace_back("assets");
    for (const fs::path& folder : folders)
        if (!folder.empty() && fs::exists(folder / name, ignored)) return folder / name;
    return Error{name.string() +
                 ": not found. The environment variable BOXWOOD_ASSETS can name the folder of the assets"};
}

} // namespace boxwood
