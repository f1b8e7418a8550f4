// Settings of the deformation lab by name, and its report fields.
#include "app/labs/deformation/deformation.hpp"

#include "app/labs/deformation/deformation_scenes.hpp"
#include "app/labs/settings.hpp"

namespace boxwood {

std::vector<ReportField> DeformationLab::facts() const {
    std::vector<ReportField> facts;
    const auto add = [&](const char* name, std::string json) { facts.push_back({name, std::move(json)}); };
    const auto quoted = [](std::string_view text) { return "\"" + std::string(text) + "\""; };
    add("motion", quoted(deformer().name));
    add("amplitude", std::to_string(motion_.amplitude));
    add("period", std::to_string(motion_.period));
    add("mesh", quoted(mesh_names()[meshes_.chosen]));
    add("depth", std::to_string(show_.heat.depth));
    add("boxes", std::to_string(static_cast<int>(show_.boxes)));
    add("heat", show_.heat.is_on ? "true" : "false");
    add("sentence", quoted(sentence_));
    add("agree", pair_ && pair_->policies_agree() ? "true" : "false");
    add("shown_frame", std::to_string(pair_ && pair_->place() > 0 ? shown_frame() : 0));
    add("recorded", std::to_string(pair_ ? pair_->frames() : 0));
    add("building", maker_.is_busy() ? "true" : "false");
    add("quantity", quoted(kAllNodeInflation[show_.heat.quantity].name));
    add("self_contacts", std::to_string(pair_ ? pair_->runs()[0].self_pairs().size() : 0));
    add("self_contacts_complete", !pair_ || pair_->has_all_self_pairs() ? "true" : "false");
    add("incomplete_frames", std::to_string(incomplete_frames_));
    std::string list;
    for (std::size_t i = 0; pair_ && i < pair_->runs().size(); ++i) {
        const PolicyRun& run = pair_->runs()[i];
        const PolicyTotals& totals = standings_.totals()[i];
        list += (list.empty() ? "" : ", ") + std::string("{\"name\": ") + quoted(totals.name) +
                ", \"rebuilds\": " + std::to_string(totals.rebuilds) +
                ", \"volume_tests\": " + std::to_string(totals.volume_tests) +
                ", \"contacts\": " + std::to_string(run.pairs().size()) + "}";
    }
    add("policies", "[" + list + "]");
    add("replayed", std::to_string(replayed_ ? replayed_->policies.size() : 0));
    return facts;
}

// Settings of a copy follow the setting that creates it.
Status DeformationLab::check_copy(std::string_view setting, std::size_t copy) const {
    if (copy < policies_.size()) return ok();
    const std::string number = std::to_string(copy + 1);
    return Error{"setting " + std::string(setting) + ": there are " + std::to_string(policies_.size()) +
                 " copies; policy-" + number + "=NAME or copies=" + number + " comes first"};
}

Status DeformationLab::set(std::string_view name, std::string_view value) {
    std::vector<std::string_view> motions, meshes, policies, quantities;
    for (const Deformer* d : all_motions()) motions.push_back(d->name);
    for (const DeformationMesh& mesh : all_deformation_meshes()) meshes.push_back(mesh.name);
    for (const NodeInflationName& name_of_one : kAllNodeInflation) quantities.push_back(name_of_one.name);
    for (const PolicyEntry& entry : all_policies()) policies.push_back(entry.name);
    const std::vector<std::string_view> on_off{"off", "on"}, boxes{"none", "worst", "all"};
    const auto policy = [&](std::string_view setting, std::size_t copy) {
        return ChoiceSetting{setting, policies,
                             [this, copy, policies](std::size_t i) { choose_policy(copy, policies[i]); }};
    };
    Status is_there = ok();
    const auto change = [&](std::string_view setting, std::size_t copy, auto&& edit) {
        is_there = check_copy(setting, copy);
        if (!is_there) return;
        edit(policies_[copy]);
        wants_build_ = true;
    };
    const auto parameter = [&](std::string_view setting, std::size_t copy) {
        return NumberSetting{setting, 1, 10000, false, [&change, setting, copy](double v) {
                                 change(setting, copy, [v](PolicyConfig& one) { one.parameter = v; });
                             }};
    };
    const auto volume = [&](std::string_view setting, std::size_t copy) {
        return ChoiceSetting{setting, list_volumes(), [&change, setting, copy](std::size_t i) {
                                 change(setting, copy,
                                        [i](PolicyConfig& one) { one.volume = list_volumes()[i]; });
                             }};
    };
    const auto kind = [&](std::string_view setting, std::size_t copy) {
        return ChoiceSetting{setting, list_hierarchy_kinds(), [&change, setting, copy](std::size_t i) {
                                 change(setting, copy,
                                        [i](PolicyConfig& one) { one.kind = list_hierarchy_kinds()[i]; });
                             }};
    };
    const Status status = apply_setting(
        name, value,
        {{"amplitude", deformer().lower, deformer().upper, false,
          [&](double v) {
              motion_.amplitude = v;
              wants_build_ = true;
          }},
         {"period", 2, 100000, true,
          [&](double v) {
              motion_.period = static_cast<int>(v);
              wants_build_ = true;
          }},
         {"speed", 0.01, 4, false, [&](double v) { simulation_.settings.speed = v; }},
         {"depth", 0, 40, true, [&](double v) { show_.heat.depth = static_cast<int>(v); }},
         {"copies", static_cast<double>(kFewest), static_cast<double>(kMaxViews), true,
          [&](double v) {
              while (policies_.size() < static_cast<std::size_t>(v))
                  choose_policy(policies_.size(), "always");
              policies_.resize(static_cast<std::size_t>(v));
              wants_build_ = true;
          }},
         {"leaf-size", 1, kMaxLeafSize, true,
          [&](double v) {
              tree_.leaf_size = static_cast<int>(v);
              wants_build_ = true;
          }},
         {"threads", 1, 64, true,
          [&](double v) {
              tree_.threads = static_cast<int>(v);
              wants_build_ = true;
          }},
         parameter("threshold-1", 0),
         parameter("threshold-2", 1),
         parameter("threshold-3", 2),
         parameter("threshold-4", 3)},
        {{"motion", motions, [&](std::size_t i) { choose_deformer(i); }},
         {"mesh", meshes,
          [&](std::size_t i) {
              meshes_.chosen = i;
              wants_build_ = true;
          }},
         policy("policy-1", 0),
         policy("policy-2", 1),
         policy("policy-3", 2),
         policy("policy-4", 3),
         {"volume", list_volumes(),
          [&](std::size_t i) {
              for (PolicyConfig& p : policies_) p.volume = list_volumes()[i];
              wants_build_ = true;
          }},
         {"kind", list_hierarchy_kinds(),
          [&](std::size_t i) {
              for (PolicyConfig& p : policies_) p.kind = list_hierarchy_kinds()[i];
              wants_build_ = true;
          }},
         {"builder", list_builders(),
          [&](std::size_t i) {
              tree_.builder = list_builders()[i];
              wants_build_ = true;
          }},
         {"boxes", boxes, [&](std::size_t i) { show_.boxes = static_cast<Boxes>(i); }},
         {"heat", on_off, [&](std::size_t i) { show_.heat.is_on = i == 1; }},
         {"quantity", quantities, [&](std::size_t i) { show_.heat.quantity = i; }},
         volume("volume-1", 0),
         volume("volume-2", 1),
         volume("volume-3", 2),
         volume("volume-4", 3),
         kind("kind-1", 0),
         kind("kind-2", 1),
         kind("kind-3", 2),
         kind("kind-4", 3),
         {"self", on_off,
          [&](std::size_t i) {
              tree_.meets_itself = i == 1;
              wants_build_ = true;
          }},
         {"edges", on_off, [&](std::size_t i) { show_.edges = i == 1; }},
         {"triangles", on_off, [&](std::size_t i) { show_.triangles = i == 1; }},
         {"replay", on_off, [&](std::size_t i) { wants_replay_ = i == 1; }},
         {"oracle",
          {"off", "agree", "all"},
          [&](std::size_t i) {
              oracle_ = static_cast<Oracle>(i);
              is_judged_ = false;
          }},
         {"page", {"times", "work", "policies"}, [&](std::size_t i) { page_ = static_cast<int>(i); }}});
    return status ? is_there : status;
}

} // namespace boxwood
