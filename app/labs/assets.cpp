#include "app/labs/assets.hpp"

#include <cstdlib>
#include <vector>

namespace boxwood {

Result<std::filesystem::path> find_asset(const std::filesystem::path& name) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::vector<fs::path> folders;
    if (const char* folder = std::getenv("BOXWOOD_ASSETS")) folders.emplace_back(folder);
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    if (!program.empty()) {
        const fs::path beside = program.parent_path(), above = beside.parent_path();
        for (const fs::path& folder : {beside / "assets", above / "assets", above / "share/boxwood/assets"})
            folders.push_back(folder);
    }
    folders.emplace_back("assets");
    folders.emplace_back(BOXWOOD_ASSETS);
    for (const fs::path& folder : folders)
        if (!folder.empty() && fs::exists(folder / name, ignored)) return folder / name;
    return Error{name.string() + ": not found; BOXWOOD_ASSETS can name the folder assets/ of the program"};
}

} // namespace boxwood
