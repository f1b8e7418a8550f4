#include "app/labs/multi_body/edits/group_rules.hpp"

namespace boxwood {

std::optional<GroupRules::Chosen> GroupRules::chosen() const {
    const std::vector<std::string> names = groups_.names();
    if (a_ >= names.size() || b_ >= names.size()) return std::nullopt;
    return Chosen{names[a_], names[b_]};
}

void GroupRules::add(const Chosen& chosen, bool is_enabled) {
    rules_.push_back({chosen.a, chosen.b, is_enabled});
    requests_.collide_again();
}

Status GroupRules::read(std::string_view text, bool is_enabled) {
    Result<std::vector<GroupRule>> read = read_group_rules(text, is_enabled);
    if (!read) return read.error();
    rules_.insert(rules_.end(), read->begin(), read->end());
    requests_.collide_again();
    return ok();
}

void GroupRules::apply(CollisionWorld& io_world) {
    for (; applied_count_ < rules_.size(); ++applied_count_)
        requests_.report_error(groups_.apply(rules_[applied_count_], io_world));
}

void GroupRules::apply_to(BodyId body, std::size_t first, CollisionWorld& io_world) {
    for (std::size_t i = first; i < applied_count_; ++i)
        requests_.report_error(groups_.apply_to(body, rules_[i], io_world));
}

Status GroupRules::check() const {
    for (const GroupRule& rule : rules_)
        if (Status status = groups_.check(rule); !status)
            return Error{"setting " + std::string(rule.is_enabled ? "enable" : "disable") +
                         "-pairs: " + status.error().message};
    return ok();
}

void GroupRules::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pairs");
    SettingOptions options;
    for (std::string& name : groups_.names()) options.push_back({std::move(name)});
    io_table.add(
        choice({"group-a", "Group", "First group of the pairs that the buttons below enable or disable"},
               options, 0, member(a_)));
    io_table.add(
        choice({"group-b", "With", "Second group of the pairs that the buttons below enable or disable"},
               options, 0, member(b_)));
    const auto rules = [this](bool is_enabled) {
        return [this, is_enabled](std::string_view text) { return read(text, is_enabled); };
    };
    io_table.add(
        free_text({"disable-pairs", "",
                   "Disables every pair of two groups of bodies, such as meshes:polytopes; commas separate "
                   "several of these. Groups are all, polytopes, meshes, compounds, deforming, fixed, moving "
                   "and the groups of the scene file"},
                  rules(false)));
    io_table.add(free_text({"enable-pairs", "",
                            "Enables every pair of two groups of bodies, for example after "
                            "disable-pairs=all"},
                           rules(true)));
}

} // namespace boxwood
