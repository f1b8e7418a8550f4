// The settings of the deformation lab, and its report fields. To add a setting: a row here, and row("name") in a panel.
#include "app/labs/deformation/deformation.hpp"

#include "app/labs/deformation/deformation_scenes.hpp"

#include <algorithm>
#include <array>

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
    const Nesting nesting = pair_ ? pair_->runs()[0].nesting() : Nesting::none;
    add("inside", quoted(kNestingNames[static_cast<std::size_t>(nesting)]));
    const auto solid = [](const ShellsIfClosed& shells) { return shells.is_solid() ? "true" : "false"; };
    add("mesh_solid", pair_ ? solid(pair_->mesh_shells()) : "false");
    add("obstacle_solid", pair_ ? solid(pair_->obstacle_shells()) : "false");
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

SettingTable DeformationLab::settings() {
    SettingTable table;
    add_motion_settings(table);
    for (std::size_t copy = 0; copy < kMaxViews; ++copy) add_copy_settings(table, copy);
    add_tree_settings(table);
    add_display_settings(table);
    return table;
}

void DeformationLab::add_motion_settings(SettingTable& io_table) {
    const auto rebuild = [this] { wants_build_ = true; };
    const Motion usual;
    io_table.group("Deformation");
    SettingOptions motions;
    for (const Deformer* d : all_motions())
        motions.push_back({std::string(d->name), {}, std::string(d->about)});
    io_table.add(
        choice({"motion", "Motion", "How the mesh deforms; sets the usual amplitude; restarts at frame 0"},
               std::move(motions), usual.deformer,
               {[this] { return static_cast<double>(motion_.deformer); },
                [this](double i) { choose_deformer(static_cast<std::size_t>(i)); }}));
    const Deformer& d = deformer();
    io_table.add(
        number(
            {"amplitude", "Amplitude",
             "Deformation in the middle of a period, in the unit of the motion, which also sets the limits; "
             "restarts"},
            {.low = d.lower,
             .high = d.upper,
             .reset = d.default_value,
             .unit = d.unit,
             .decimals = d.upper > 50.0 ? 0 : 2},
            member(motion_.amplitude))
            .then(rebuild));
    io_table.add(
        whole({"period", "Period", "Plays the motion forwards and backwards; restarts at frame 0"},
              {.low = 2, .high = 100000, .reset = usual.period, .unit = "frames", .is_logarithmic = true},
              member(motion_.period))
            .then(rebuild));
    SettingOptions meshes;
    for (const char* name : mesh_names()) meshes.push_back({name});
    io_table.add(choice({"mesh", "Mesh", "The deforming mesh; a dropped file is added to the list"},
                        std::move(meshes), 0, member(meshes_.chosen))
                     .then(rebuild));
    io_table.group("Playback");
    io_table.add(speed_setting(1.0));
    io_table.group("Copies");
    io_table.add(whole({"copies", "", "Number of copies of the scene, each under its own policy"},
                       {.low = kFewest, .high = kMaxViews, .reset = kFewest},
                       {[this] { return static_cast<double>(policies_.size()); },
                        [this](double v) {
                            const auto count = static_cast<std::size_t>(v);
                            while (policies_.size() < count) choose_policy(policies_.size(), "always");
                            policies_.resize(count);
                        }})
                     .then(rebuild));
    io_table.add(choice({"volume", "", "Volume of all copies"}, options_of(list_volumes()), std::nullopt,
                        {{},
                         [this](double i) {
                             for (PolicyConfig& p : policies_)
                                 p.volume = list_volumes()[static_cast<std::size_t>(i)];
                         }})
                     .then(rebuild));
    io_table.add(choice({"kind", "", "Kind of hierarchy of all copies"}, options_of(list_hierarchy_kinds()),
                        std::nullopt,
                        {{},
                         [this](double i) {
                             for (PolicyConfig& p : policies_)
                                 p.kind = list_hierarchy_kinds()[static_cast<std::size_t>(i)];
                         }})
                     .then(rebuild));
}

// A copy that does not exist yet is made by its setting policy-N; its other settings wait for that.
void DeformationLab::add_copy_settings(SettingTable& io_table, std::size_t copy) {
    struct Names {
        std::string_view group, policy, threshold, volume, kind;
    };
    static constexpr std::array<Names, kMaxViews> kNames{
        {{"Policy 1", "policy-1", "threshold-1", "volume-1", "kind-1"},
         {"Policy 2", "policy-2", "threshold-2", "volume-2", "kind-2"},
         {"Policy 3", "policy-3", "threshold-3", "volume-3", "kind-3"},
         {"Policy 4", "policy-4", "threshold-4", "volume-4", "kind-4"}}};
    const Names& names = kNames[copy];
    const bool is_there = copy < policies_.size();
    const std::string number_text = std::to_string(copy + 1);
    const std::string no_copy = is_there
                                    ? ""
                                    : "there are " + std::to_string(policies_.size()) + " copies; policy-" +
                                          number_text + "=NAME or copies=" + number_text + " comes first";
    const auto rebuild = [this] { wants_build_ = true; };
    const std::vector<PolicyConfig> usual = default_policies();

    io_table.group(names.group);
    SettingOptions policies;
    for (const PolicyEntry& entry : all_policies())
        policies.push_back(
            {std::string(entry.name), {}, std::string(entry.about) + "; takes " + kinds_of(entry)});
    const auto place_of = [](std::string_view name) {
        return static_cast<std::size_t>(find_policy(name) - all_policies().data());
    };
    SettingAccess policy{{}, [this, copy](double i) {
                             choose_policy(copy, all_policies()[static_cast<std::size_t>(i)].name);
                         }};
    if (is_there)
        policy.get = [this, copy, place_of] { return static_cast<double>(place_of(policies_[copy].name)); };
    io_table.add(choice(
        {names.policy, is_there ? "Rebuild" : "",
         "Update policy of this copy's hierarchy; adds the copy if there is none; restarts at frame 0"},
        std::move(policies), place_of(copy < usual.size() ? usual[copy].name : "always"), std::move(policy)));

    const PolicyEntry& entry = *find_policy(is_there ? policies_[copy].name : "every");
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
    // The copy may be removed while the panel is drawn.
    const auto of_copy = [this, copy](auto&& use) {
        if (copy < policies_.size()) use(policies_[copy]);
    };
    io_table.add(
        number(
            {names.threshold, std::move(label),
             "Parameter of the policy: the growth at which it rebuilds, or the interval of every in frames; "
             "the policy sets limits and default"},
            range,
            {[of_copy] {
                 double value = 0.0;
                 of_copy([&value](const PolicyConfig& one) { value = one.parameter; });
                 return value;
             },
             [of_copy](double v) { of_copy([v](PolicyConfig& one) { one.parameter = v; }); }})
            .then(rebuild)
            .unless(!is_there        ? no_copy
                    : !has_threshold ? "the policy " + std::string(entry.name) + " has no threshold"
                                     : ""));

    const auto add_name = [&](std::string_view setting, const char* label_of_it, std::string_view help,
                              std::string PolicyConfig::*field, std::vector<std::string_view> known,
                              std::string_view usual_name) {
        const auto at = [known](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
        };
        io_table.add(
            choice({setting, label_of_it, help}, options_of(known), at(usual_name),
                   {[of_copy, at, field] {
                        double place = 0.0;
                        of_copy(
                            [&](const PolicyConfig& one) { place = static_cast<double>(at(one.*field)); });
                        return place;
                    },
                    [of_copy, known, field](double i) {
                        of_copy([&](PolicyConfig& one) { one.*field = known[static_cast<std::size_t>(i)]; });
                    }})
                .then(rebuild)
                .unless(no_copy));
    };
    add_name(names.volume, "Volume", "Bounding volume of the nodes of this copy; restarts",
             &PolicyConfig::volume, list_volumes(), kUsualVolume);
    add_name(names.kind, "Kind", "Kind of this copy's hierarchy; restarts", &PolicyConfig::kind,
             list_hierarchy_kinds(), kUsualKind);
}

void DeformationLab::add_tree_settings(SettingTable& io_table) {
    const auto rebuild = [this] { wants_build_ = true; };
    const Tree usual;
    const std::vector<std::string_view> builders = list_builders();
    const auto place_of = [builders](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(builders, name) - builders.begin());
    };
    io_table.group("Hierarchy");
    io_table.add(
        choice({"builder", "Builder", "How a rebuild divides the triangles, in every copy; restarts"},
               options_of(builders), place_of(usual.builder),
               {[this, place_of] { return static_cast<double>(place_of(tree_.builder)); },
                [this, builders](double i) { tree_.builder = builders[static_cast<std::size_t>(i)]; }})
            .then(rebuild));
    io_table.add(whole({"leaf-size", "Leaf size", "Most triangles in a leaf, in every copy; restarts"},
                       {.low = 1, .high = kMaxLeafSize, .reset = usual.leaf_size, .unit = "tri"},
                       member(tree_.leaf_size))
                     .then(rebuild));
    io_table.add(
        whole({"threads", "Threads",
               "Threads for refit, rebuild and deformation; results do not depend on it. Times are then "
               "wall-clock times; restarts"},
              {.low = 1, .high = 64, .reset = usual.threads}, member(tree_.threads))
            .then(rebuild));
    io_table.add(
        flag({"self", "Self-contacts",
              "Also finds intersections of the deforming mesh with itself; triangles that share a vertex are "
              "excluded. A search stops at 5 million tests; restarts"},
             usual.meets_itself, member(tree_.meets_itself))
            .then(rebuild));
}

void DeformationLab::add_display_settings(SettingTable& io_table) {
    const auto recolor = [this] { dirty_ = true; };
    const Show usual;
    io_table.group("Show");
    io_table.add(choice({"boxes", "Boxes", "Volumes at one depth: none, the five largest, or all (H)"},
                        {{"none"}, {"worst"}, {"all"}}, static_cast<std::size_t>(usual.boxes),
                        member(show_.boxes))
                     .segmented());
    io_table.add(whole(
        {"depth", "Depth", "Depth of the displayed volumes and of the nodes that the colors show ([ and ])"},
        {.low = 0, .high = kDeepest, .reset = usual.heat.depth, .unit = "levels"},
        member(show_.heat.depth, recolor)));
    io_table.add(flag({"triangles", "Colliding triangles", "Triangles of both meshes that intersect"},
                      usual.triangles, member(show_.triangles)));
    io_table.add(flag({"edges", "Edges", "Outlines the triangles of the deforming mesh"}, usual.edges,
                      member(show_.edges)));
    io_table.add(flag({"heat", "Color by", "Colors each triangle by a measure of the nodes above it"},
                      usual.heat.is_on, member(show_.heat.is_on, recolor)));
    io_table.add(choice({"quantity", "Quantity", "Quantity that the colors show"},
                        options_of(kAllNodeInflation), usual.heat.quantity,
                        member(show_.heat.quantity, recolor)));
    io_table.add(
        choice(
            {"oracle", "Oracle",
             "What is verified in every frame: nothing; that all policies find the same pairs; or also that "
             "brute force over all pairs of triangles finds them and each tree contains its triangles"},
            {{"off"}, {"agree"}, {"all"}}, 1, member(oracle_, [this] { is_judged_ = false; }))
            .segmented());
    io_table.group("Pages");
    io_table.add(choice({"page", "", "Page at the bottom right"},
                        {{"times", "Times"}, {"work", "Work"}, {"policies", "Every policy"}}, 0,
                        member(page_))
                     .page());
    io_table.add(flag(
        {"replay", "",
         "Replays the recording under every policy: after the last headless frame, in the window after a "
         "whole period"},
        false, member(wants_replay_)));
}

} // namespace boxwood
