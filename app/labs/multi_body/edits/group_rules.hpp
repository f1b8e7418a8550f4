// What: the user's rules that enable or disable all pairs of two groups of bodies, in order, and the two groups that the
//       panel offers.
// Invariants: a rule is applied once per world, before its next collision step.
#pragma once

#include "app/labs/multi_body/edits/body_groups.hpp"
#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/settings/settings.hpp"

#include <optional>
#include <vector>

namespace boxwood {

class GroupRules {
  public:
    // `groups`: of the scene.
    GroupRules(const BodyGroups& groups, const LabRequests& requests)
        : groups_(groups)
        , requests_(requests) {}

    // The two groups that the settings name; none: the scene has no such groups.
    struct Chosen {
        std::string a, b;
    };
    std::optional<Chosen> chosen() const;
    void add(const Chosen& chosen, bool is_enabled);
    void choose_first() { a_ = b_ = 0; } // another scene has other groups

    void apply(CollisionWorld& io_world);                // unless this was done
    void apply_again() { is_applied_ = rules_.empty(); } // to new bodies, or from the start of the scene
    bool is_applied() const { return is_applied_; }
    Status check() const; // that all groups exist

    void add_settings(SettingTable& io_table);

  private:
    Status read(std::string_view text, bool is_enabled);

    const BodyGroups& groups_;
    LabRequests requests_;
    std::vector<GroupRule> rules_;
    bool is_applied_ = true;
    std::size_t a_ = 0, b_ = 0; // in groups_.names()
};

} // namespace boxwood
