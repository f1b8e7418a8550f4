// What: the last files that the user opened, in the preferences.
// Invariants: at most kMaxRecentFiles, without repetition, the last one first. Any path survives, also with spaces.
#pragma once

#include "app/shell/preferences.hpp"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMaxRecentFiles = 6;

std::vector<std::filesystem::path> recent_files(const Preferences& preferences);
void note_recent_file(Preferences& io_preferences, const std::filesystem::path& file);

} // namespace boxwood
