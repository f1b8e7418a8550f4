// What: stores the update policy of each copy in the deformation lab, with the volume and the kind of the copy's tree.
//       Provides the settings and controls for them.
// Invariants: there are kMinCopies to kMaxViews copies. A new copy has the volume and the kind of the first copy.
#pragma once

#include "app/labs/deformation/setup/deformation_hierarchy.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

class CopyPolicies {
  public:
    static constexpr std::size_t kMinCopies = 2;
    static constexpr const char *kDefaultVolume = "aabb", *kDefaultKind = "bvh2"; // defaults

    CopyPolicies();
    const std::vector<PolicyConfig>& all() const { return policies_; }

    // `changed` is called when an edit is complete.
    void add_shared_settings(SettingTable& io_table, const std::function<void()>& changed);
    void add_settings_of(std::size_t copy, SettingTable& io_table, const std::function<void()>& changed);
    // Shows the controls of all copies, and the buttons that add and remove a copy. `hierarchy` determines the policies
    // that a new copy can have.
    void show_parameters(const PanelRows& rows, const DeformationHierarchy& hierarchy,
                         const std::function<void()>& changed);

  private:
    void choose(std::size_t copy, std::string_view name); // adds copies up to this index if needed
    void choose_count(std::size_t count);
    std::string_view policy_for_fourth_copy(const DeformationHierarchy& hierarchy) const;
    void add_policy_setting(std::size_t copy, std::string_view name, SettingTable& io_table,
                            const std::function<void()>& changed);
    void add_threshold_setting(std::size_t copy, std::string_view name, SettingTable& io_table,
                               const std::function<void()>& changed);
    void add_name_setting(std::size_t copy, const SettingText& text, std::string PolicyConfig::*field,
                          const std::vector<std::string_view>& known, std::string_view usual,
                          SettingTable& io_table, const std::function<void()>& changed);
    std::string why_missing(std::size_t copy) const; // empty: the copy exists

    std::vector<PolicyConfig> policies_;
};

} // namespace boxwood
