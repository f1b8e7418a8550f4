// What: gives the names of methods in the spelling of the literature.
#pragma once

#include <string>
#include <string_view>

namespace boxwood {

// The title of the method that an option names: "binned-sah" -> "Binned SAH", "sweep-and-prune" -> "sweep & prune". In
// a name without an entry in the list, "-and-" becomes " & " and other hyphens become spaces.
std::string method_title(std::string_view name);

} // namespace boxwood
