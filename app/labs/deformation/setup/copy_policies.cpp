#include "app/labs/deformation/setup/copy_policies.hpp"

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/view.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

std::size_t index_of_policy(std::string_view name) {
    return static_cast<std::size_t>(find_policy(name) - all_policies().data());
}

} // namespace

CopyPolicies::CopyPolicies()
    : policies_{default_policy("never"), default_policy("area")} {
    for (PolicyConfig& policy : policies_) {
        policy.volume = kDefaultVolume;
        policy.kind = kDefaultKind;
    }
}

void CopyPolicies::choose(std::size_t copy, std::string_view name) {
    while (policies_.size() <= copy) {
        policies_.push_back(default_policy("always"));
        policies_.back().volume = policies_[0].volume;
        policies_.back().kind = policies_[0].kind;
    }
    const PolicyConfig before = policies_[copy];
    policies_[copy] = default_policy(name);
    policies_[copy].volume = before.volume;
    policies_[copy].kind = before.kind;
}

void CopyPolicies::choose_count(std::size_t count) {
    while (policies_.size() < count) choose(policies_.size(), "always");
    policies_.resize(count);
}

// A new copy gets the hierarchy kind of the first copy, so its policy must support that kind.
std::string_view CopyPolicies::policy_for_fourth_copy(const DeformationHierarchy& hierarchy) const {
    return supports(*find_policy("rotate"), hierarchy.config(policies_[0])) ? "rotate" : "every";
}

std::string CopyPolicies::why_missing(std::size_t copy) const {
    if (copy < policies_.size()) return {};
    const std::string number = std::to_string(copy + 1);
    return "there are only " + std::to_string(policies_.size()) + " copies; first set policy-" + number +
           "=NAME or copies=" + number;
}

void CopyPolicies::add_shared_settings(SettingTable& io_table, const std::function<void()>& changed) {
    io_table.begin_group("Copies");
    io_table.add(whole({"copies", "", "Number of copies of the scene, each under its own policy"},
                       {.low = kMinCopies, .high = kMaxViews, .reset = kMinCopies},
                       {[this] { return static_cast<double>(policies_.size()); },
                        [this](double v) { choose_count(static_cast<std::size_t>(v)); }})
                     .then(changed));
    io_table.add(choice({"volume", "", "Volume of all copies"}, options_of(list_volumes()), std::nullopt,
                        {{},
                         [this](double i) {
                             for (PolicyConfig& p : policies_)
                                 p.volume = list_volumes()[static_cast<std::size_t>(i)];
                         }})
                     .then(changed));
    io_table.add(choice({"kind", "", "Kind of hierarchy of all copies"}, options_of(list_hierarchy_kinds()),
                        std::nullopt,
                        {{},
                         [this](double i) {
                             for (PolicyConfig& p : policies_)
                                 p.kind = list_hierarchy_kinds()[static_cast<std::size_t>(i)];
                         }})
                     .then(changed));
}

// Setting policy-N of a copy that does not exist yet adds the copy; its other settings are unavailable until then.
void CopyPolicies::add_settings_of(std::size_t copy, SettingTable& io_table,
                                   const std::function<void()>& changed) {
    struct Names {
        std::string_view group, policy, threshold, volume, kind;
    };
    static constexpr std::array<Names, kMaxViews> kNames{
        {{"Policy 1", "policy-1", "threshold-1", "volume-1", "kind-1"},
         {"Policy 2", "policy-2", "threshold-2", "volume-2", "kind-2"},
         {"Policy 3", "policy-3", "threshold-3", "volume-3", "kind-3"},
         {"Policy 4", "policy-4", "threshold-4", "volume-4", "kind-4"}}};
    const Names& names = kNames[copy];
    io_table.begin_group(names.group);
    add_policy_setting(copy, names.policy, io_table, changed);
    add_threshold_setting(copy, names.threshold, io_table, changed);
    add_name_setting(copy, {names.volume, "Volume", "Bounding volume of the nodes of this copy; restarts"},
                     &PolicyConfig::volume, list_volumes(), kDefaultVolume, io_table, changed);
    add_name_setting(copy, {names.kind, "Kind", "Kind of this copy's hierarchy; restarts"},
                     &PolicyConfig::kind, list_hierarchy_kinds(), kDefaultKind, io_table, changed);
}

void CopyPolicies::add_policy_setting(std::size_t copy, std::string_view name, SettingTable& io_table,
                                      const std::function<void()>& changed) {
    const bool exists = copy < policies_.size();
    const std::vector<PolicyConfig> usual = CopyPolicies().all();
    SettingOptions options;
    for (const PolicyEntry& entry : all_policies())
        options.push_back(
            {std::string(entry.name), {}, std::string(entry.about) + "; takes " + supported_kinds(entry)});
    SettingAccess access{{}, [this, copy, changed](double i) {
                             choose(copy, all_policies()[static_cast<std::size_t>(i)].name);
                             changed();
                         }};
    if (exists)
        access.get = [this, copy] { return static_cast<double>(index_of_policy(policies_[copy].name)); };
    io_table.add(choice(
        {name, exists ? "Rebuild" : "",
         "Update policy of this copy's hierarchy; adds the copy if there is none; restarts at frame 0"},
        std::move(options), index_of_policy(copy < usual.size() ? usual[copy].name : "always"),
        std::move(access)));
}

// The access functions check the index, because the copy can be removed while the panel is drawn.
void CopyPolicies::add_threshold_setting(std::size_t copy, std::string_view name, SettingTable& io_table,
                                         const std::function<void()>& changed) {
    const std::string no_copy = why_missing(copy);
    const PolicyEntry& entry = *find_policy(no_copy.empty() ? policies_[copy].name : "every");
    const bool has_threshold = !entry.parameter.empty();
    const PolicyEntry& limits = has_threshold ? entry : *find_policy("every");
    std::string label(limits.parameter);
    label[0] = static_cast<char>(label[0] - 'a' + 'A');
    SettingRange range{.low = limits.lower,
                       .high = limits.upper,
                       .reset = limits.default_value,
                       .unit = limits.unit,
                       .is_logarithmic = true};
    if (limits.unit == "frames") {
        range.is_whole = true;
        range.decimals = 0;
    }
    io_table.add(
        number(
            {name, std::move(label),
             "Parameter of the policy: the growth at which it rebuilds or, for the policy every, the number "
             "of frames between rebuilds; limits and default depend on the policy"},
            range,
            {[this, copy] { return copy < policies_.size() ? policies_[copy].parameter : 0.0; },
             [this, copy](double v) {
                 if (copy < policies_.size()) policies_[copy].parameter = v;
             }})
            .then(changed)
            .unless(!no_copy.empty() ? no_copy
                    : !has_threshold ? "the policy " + std::string(entry.name) + " has no threshold"
                                     : ""));
}

// Checks the index for the same reason as add_threshold_setting().
void CopyPolicies::add_name_setting(std::size_t copy, const SettingText& text,
                                    std::string PolicyConfig::*field,
                                    const std::vector<std::string_view>& known, std::string_view usual,
                                    SettingTable& io_table, const std::function<void()>& changed) {
    const auto index_of = [known](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
    };
    io_table.add(choice(text, options_of(known), index_of(usual),
                        {[this, copy, index_of, field] {
                             return copy < policies_.size()
                                        ? static_cast<double>(index_of(policies_[copy].*field))
                                        : 0.0;
                         },
                         [this, copy, known, field](double i) {
                             if (copy < policies_.size())
                                 policies_[copy].*field = known[static_cast<std::size_t>(i)];
                         }})
                     .then(changed)
                     .unless(why_missing(copy)));
}

void CopyPolicies::show_parameters(const PanelRows& rows, const DeformationHierarchy& hierarchy,
                                   const std::function<void()>& changed) {
    for (std::size_t copy = 0; copy < policies_.size(); ++copy) {
        const std::string number = std::to_string(copy + 1);
        rows.section("Policy " + number);
        rows.row("policy-" + number);
        if (!find_policy(policies_[copy].name)->parameter.empty()) rows.row("threshold-" + number);
        rows.row("kind-" + number);
        rows.row("volume-" + number);
    }
    if (policies_.size() < kMaxViews) {
        if (ui::button("Add a copy",
                       {.tooltip = "Adds a copy of the scene under another policy, up to four copies"})) {
            choose(policies_.size(),
                   policies_.size() == kMinCopies ? "always" : policy_for_fourth_copy(hierarchy));
            changed();
        }
        if (policies_.size() > kMinCopies) ui::same_line();
    }
    if (policies_.size() > kMinCopies &&
        ui::button("Remove", {.tooltip = "Removes the last copy and restarts from frame 0"})) {
        policies_.pop_back();
        changed();
    }
}

} // namespace boxwood
