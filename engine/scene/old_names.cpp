#include "engine/scene/old_names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

namespace boxwood {
namespace {

struct OldName {
    std::string_view setting_prefix; // of the settings with this value; empty: the setting itself is renamed
    std::string_view old, current;
};

constexpr std::array kOldNames{
    OldName{"", "oblongness", "aspect-ratio"},
    OldName{"", "fattening", "aabb-margin"},
    OldName{"", "start", "warm-start"},
    OldName{"", "exchange", "response"},
    OldName{"", "beside", "compare-with"},
    OldName{"", "pulse", "heartbeat-file"},
    OldName{"", "plant", "inject"},
    OldName{"kind", "bvh", "bvh2"},
    OldName{"kind", "lazy-bvh", "bvh2-lazy"},
    OldName{"kind", "wide", "bvh8"},
    OldName{"volume", "lss", "capsule"},
    OldName{"builder", "median", "object-median"},
    OldName{"builder", "binned-area", "binned-sah"},
    OldName{"builder", "morton", "lbvh"},
    OldName{"builder", "bottom-up", "agglomerative"},
    OldName{"test", "lite", "sat-lite"},
    OldName{"test", "reboxing", "aabb-of-obb"},
    OldName{"broad-phase", "column-sweep", "column-grid"},
    OldName{"response", "literal", "all-pairs"},
    OldName{"motion", "blow-up", "inflate"},
    OldName{"quantity", "looseness", "path inflation"},
};

void print_note_once(std::string_view old, std::string_view current) {
    static std::set<std::string, std::less<>> noted;
    if (!noted.emplace(old).second) return;
    std::fprintf(stderr, "boxwood: note: '%.*s' is now called '%.*s'\n", static_cast<int>(old.size()),
                 old.data(), static_cast<int>(current.size()), current.data());
}

// Maps the value of one setting. A component of compare-with can be a value of any setting.
std::string find_value(std::string_view setting, std::string_view value) {
    const bool is_any = setting == "compare-with";
    for (const OldName& name : kOldNames)
        if (!name.setting_prefix.empty() && name.old == value &&
            (is_any || setting.starts_with(name.setting_prefix))) {
            print_note_once(name.old, name.current);
            return std::string(name.current);
        }
    return std::string(value);
}

std::string current_assignment(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string name = current_setting(text.substr(0, equals));
    if (equals == std::string_view::npos) return name;
    return name + "=" + current_value(name, text.substr(equals + 1));
}

} // namespace

std::string current_setting(std::string_view name) {
    for (const OldName& known : kOldNames)
        if (known.setting_prefix.empty() && known.old == name) {
            print_note_once(known.old, known.current);
            return std::string(known.current);
        }
    return std::string(name);
}

std::string current_value(std::string_view setting, std::string_view value) {
    const char separator = setting == "compare-with" ? '/' : ',';
    std::string text;
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find(separator, begin), value.size());
        text += find_value(setting, value.substr(begin, end - begin));
        if (end < value.size()) text += separator;
        begin = end + 1;
    }
    return text;
}

std::vector<std::string> with_current_names(const std::vector<std::string>& words) {
    std::vector<std::string> current;
    std::string pending_option; // the option that takes the next word as its value
    for (const std::string& word : words) {
        const bool is_option = word.size() > 2 && word.starts_with("--");
        if (pending_option == "set" && !is_option)
            current.push_back(current_assignment(word));
        else if (is_option && word.starts_with("--set="))
            current.push_back("--set=" + current_assignment(std::string_view(word).substr(6)));
        else if (is_option)
            current.push_back("--" + current_assignment(std::string_view(word).substr(2)));
        else
            current.push_back(pending_option.empty() ? word : current_value(pending_option, word));
        const std::string& last = current.back();
        pending_option = is_option && last.find('=') == std::string::npos ? last.substr(2) : "";
    }
    return current;
}

} // namespace boxwood
