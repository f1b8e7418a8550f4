#include "app/labs/lab_registry.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {
namespace {

std::vector<LabEntry>& entries() {
    static std::vector<LabEntry> list;
    return list;
}

} // namespace

LabRegistration::LabRegistration(const LabEntry& entry) {
    std::vector<LabEntry>& list = entries();
    const auto place =
        std::find_if(list.begin(), list.end(), [&](const LabEntry& e) { return e.order > entry.order; });
    list.insert(place, entry);
}

std::span<const LabEntry> all_labs() {
    return entries();
}

const LabEntry* find_lab(std::string_view name) {
    for (const LabEntry& entry : entries())
        if (entry.name == name) return &entry;
    return nullptr;
}

} // namespace boxwood
