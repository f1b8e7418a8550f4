// What: a field that a lab adds to the report of a run.
#pragma once

#include <string>

namespace boxwood {

struct ReportField {
    std::string name;
    std::string json; // the value, as JSON text
};

} // namespace boxwood
