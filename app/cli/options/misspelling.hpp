// What: detects a misspelled command.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace boxwood {

// Checks the first word after `boxwood`. A word that contains neither dot nor slash and names no file is treated as a
// misspelled command. The Error suggests the nearest command if one is similar; otherwise it lists all commands.
Status check_no_misspelt_command(std::span<const std::filesystem::path> words,
                                 std::span<const std::string> commands);

} // namespace boxwood
