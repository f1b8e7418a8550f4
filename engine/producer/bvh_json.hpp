// What: reads a capture from JSON (.bvh.json), a format that scripts can write easily.
// Format: docs/capture.md: an object with one key per topic, whose value is a record or a list of records, and the key
//       "library". The topics /run, /state, /input and /dropped are not supported. The fields have the same names as in
//       the binary messages.
// Degenerate input: returns an Error for invalid JSON, an unknown name, a value of a wrong type, or a number out of
//       range. The Error names the file and the field ("a.bvh.json: hierarchy[0].first_child[3]: ..."). The geometry is
//       not checked.
// Cost: about 50 bytes of memory per number during reading.
#pragma once

#include "engine/capture/capture.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace boxwood::capture {

// `source`: the name of the text in error messages.
Result<Capture> parse_bvh_json(std::string_view text, const std::string& source);

// Reads a capture in either format: JSON if the file extension is .json, otherwise MCAP.
Result<Capture> read_any_capture(const std::filesystem::path& path);
bool is_capture_file(const std::filesystem::path& path); // .mcap or .bvh.json

} // namespace boxwood::capture
