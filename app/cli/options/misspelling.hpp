// What: finds the command that a person meant.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace boxwood {

// Ok if the first of the words after `boxwood` may be a file. A word without a dot or a slash that names no file is taken for
// a misspelt command: the Error suggests the nearest one, if one is near.
Status check_no_misspelt_command(std::span<const std::filesystem::path> words,
                                 std::span<const std::string> commands);

} // namespace boxwood
