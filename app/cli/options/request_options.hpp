// What: the options of a query request, shared by all commands that run queries.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "collision/core/result.hpp"
#include "collision/query/mesh_query.hpp"

namespace boxwood {

// Adds --mode and the options of add_traversal_options(). `out_request` must outlive the parsing.
void add_request_options(Command& verb, QueryRequest& out_request);
// Adds --test, --descent, --leaf-test, --triangle-test, --tolerance and --max-distance. The values of the first four
// options are listed in query_choices.hpp and triangle_tests.hpp.
void add_traversal_options(Command& verb, QueryRequest& out_request);

// Returns an Error if options are incompatible. Call it before reading any file.
Status check_request_options(const QueryRequest& request);

} // namespace boxwood
