// What: the settings of the deformation lab for building and updating the trees of all copies.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/deform/policies/update_policy.hpp"

#include <functional>
#include <string>

namespace boxwood {

struct DeformationHierarchy {
    std::string builder = "midpoint";
    int leaf_size = 1;
    int threads = 1; // for refit, rebuild and deformation
    bool finds_self_pairs = false;

    // The configuration of a copy with this policy.
    HierarchyConfig config(const PolicyConfig& policy) const;
    // `changed` is called when an edit is complete.
    void add_settings(SettingTable& io_table, const std::function<void()>& changed);

    friend bool operator==(const DeformationHierarchy&, const DeformationHierarchy&) = default;
};

} // namespace boxwood
