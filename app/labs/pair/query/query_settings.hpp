// What: the settings of the query for contacts of the pair lab.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "collision/query/mesh_query.hpp"

#include <functional>

namespace boxwood {

// `query` must exist as long as the table; `ask` is called after each change.
void add_query_settings(SettingTable& io_table, QueryRequest& query, const std::function<void()>& ask);

} // namespace boxwood
