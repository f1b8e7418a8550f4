// What: the settings of the pair lab's query for contacts.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "collision/query/mesh_query.hpp"

#include <functional>

namespace boxwood {

// `query` must outlive the table. `changed` is called after each change.
void add_query_settings(SettingTable& io_table, QueryRequest& query, const std::function<void()>& changed);

} // namespace boxwood
