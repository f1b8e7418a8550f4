// What: converts an answer of `boxwood query`, which is a line of JSON, to CSV or to readable text.
// Invariants: CSV has the same columns for every answer of a mode; missing values are empty. There is one row per
//             answer. With --mode contacts, there is one row per contact point; an answer without contact points has
//             one row.
#pragma once

#include <string>
#include <string_view>

namespace boxwood {

enum class AnswerFormat { text, json, csv, npy };

// Includes the line break.
std::string csv_heading(std::string_view mode);

// `line`: one answer as JSON. Both return complete lines. `with_id`: the text begins with the id.
std::string csv_rows(std::string_view mode, std::string_view line);
std::string readable_text(std::string_view line, bool with_id);

} // namespace boxwood
