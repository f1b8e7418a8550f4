// What: the names of methods as people write them.
#pragma once

#include <string>
#include <string_view>

namespace boxwood {

// An option's word as people write the method: "binned-sah" -> "Binned SAH", "sweep-and-prune" -> "sweep & prune".
std::string method_title(std::string_view name);

} // namespace boxwood
