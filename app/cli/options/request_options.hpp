// What: the options of a query request, shared by all commands that run queries.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "collision/core/result.hpp"
#include "collision/query/mesh_query.hpp"

namespace boxwood {

// --mode and the options of add_traversal_options(). `out_request` outlives the parsing.
void add_request_options(Command& verb, QueryRequest& out_request);
// --test, --descent, --leaf-test and --triangle-test, from the tables of query_choices.hpp and triangle_tests.hpp,
// --tolerance and --max-distance.
void add_traversal_options(Command& verb, QueryRequest& out_request);

// Ok, or an Error that names incompatible options; checked before any file is read.
Status check_request_options(const QueryRequest& request);

} // namespace boxwood
