// What: stores the user's rules, in order, and the two groups chosen in the panel. A rule enables or disables all pairs
//       of two groups of bodies.
// Invariants: a rule is applied once, before the next collision step, so that later switches of single pairs stay. At
//             the start of a scene, all rules are applied in order. Bodies that are added later follow the rules, too.
#pragma once

#include "app/labs/multi_body/edits/body_groups.hpp"
#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/settings/settings.hpp"

#include <optional>
#include <vector>

namespace boxwood {

class GroupRules {
  public:
    // `groups` are the groups of the scene.
    GroupRules(const BodyGroups& groups, const LabRequests& requests)
        : groups_(groups)
        , requests_(requests) {}

    // The two groups that the settings name; none if the scene does not have both.
    struct Chosen {
        std::string a, b;
    };
    std::optional<Chosen> chosen() const;
    void add(const Chosen& chosen, bool is_enabled);
    void choose_first() { a_ = b_ = 0; }  // for another scene, which can have other groups
    void apply(CollisionWorld& io_world); // does nothing if is_applied()
    // Makes the next apply() apply all rules. Call it at the start of a scene.
    void apply_again() { applied_count_ = 0; }
    bool is_applied() const { return applied_count_ == rules_.size(); }
    std::size_t applied_count() const { return applied_count_; }
    // Applies the rules with the indices `first` to applied_count() - 1 to the pairs of one body only.
    void apply_to(BodyId body, std::size_t first, CollisionWorld& io_world);
    Status check() const; // an Error if a rule names an unknown group

    void add_settings(SettingTable& io_table);

  private:
    Status read(std::string_view text, bool is_enabled);

    const BodyGroups& groups_;
    LabRequests requests_;
    std::vector<GroupRule> rules_;
    std::size_t applied_count_ = 0; // rules_ before this index are applied
    std::size_t a_ = 0, b_ = 0;     // indices in groups_.names()
};

} // namespace boxwood
