// What: the answers of `boxwood query` as lines of JSON, as CSV or as text for people. The line of JSON is the answer; the
//       other two are made of it.
// Invariants: CSV has the same columns for every answer of a mode; what an answer does not have is empty. A row per answer,
//             but of --mode contacts a row per contact point.
#pragma once

#include <string>
#include <string_view>

namespace boxwood {

enum class AnswerFormat { text, json, csv, npy };

// With its line break.
std::string csv_heading(std::string_view mode);

// `line`: one answer, as append_json_line and to_text write it. Returns whole lines. `with_id`: in the text.
std::string csv_rows(std::string_view mode, std::string_view line);
std::string readable_text(std::string_view line, bool with_id);

} // namespace boxwood
