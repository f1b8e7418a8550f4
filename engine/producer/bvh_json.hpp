// What: reads a capture from JSON (.bvh.json), for programs that print a hierarchy from a script.
// Format: docs/capture.md: an object with a list of records per topic; the names are those of the binary messages.
// Degenerate input: an unknown name, a value of another type and a number out of range are Errors that name the file and
//       the field ("a.bvh.json: hierarchy[0].first_child[3]: ..."). What is well-formed is not checked as geometry.
// Cost: about 50 bytes of memory per number while it is read.
#pragma once

#include "engine/capture/capture.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace boxwood::capture {

// `source` stands in the messages.
Result<Capture> parse_bvh_json(std::string_view text, const std::string& source);

// A capture of either form, by the ending of its name: .json, or else MCAP.
Result<Capture> read_any_capture(const std::filesystem::path& path);
bool is_capture_file(const std::filesystem::path& path); // .mcap or .bvh.json

} // namespace boxwood::capture
