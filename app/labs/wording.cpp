#include "app/labs/wording.hpp"

#include <array>

namespace boxwood {

std::string_view status_word(ContactStatus status) {
    switch (status) {
    case ContactStatus::disjoint:
        return "apart";
    case ContactStatus::touching:
        return "touching";
    case ContactStatus::penetrating:
        return "penetrating";
    }
    return "";
}

std::string feature_name(Feature feature) {
    constexpr std::array<const char*, 3> kKinds{"vertex ", "edge ", "face "};
    return kKinds[static_cast<std::size_t>(feature.kind)] + std::to_string(feature.index);
}

} // namespace boxwood
