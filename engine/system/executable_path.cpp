#include "engine/system/executable_path.hpp"

namespace boxwood {

std::filesystem::path executable_path() {
    std::error_code ignored;
    return std::filesystem::read_symlink(kThisProgram, ignored);
}

} // namespace boxwood
