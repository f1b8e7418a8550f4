// Sets all settings of all labs by name, as --set does, and by mouse on their controls. Both ways must accept the same
// values.
#include "app/labs/lab.hpp"
#include "tests/engine/ui/ui_harness.hpp"

#include <cmath>
#include <limits>
#include <regex>
#include <set>

namespace boxwood::settings_test {
namespace {

struct State {
    const char* lab;
    std::vector<std::pair<const char*, const char*>> settings{};
};

// Every lab in its first state, and states that make more settings available.
std::vector<State> all_states() {
    std::vector<State> states;
    for (const LabEntry& entry : all_labs()) states.push_back({entry.name.data()});
    states.push_back(
        {"deformation",
         {{"policy-1", "every"}, {"policy-2", "partial"}, {"policy-3", "area"}, {"policy-4", "overlap"}}});
    states.push_back({"deformation", {{"motion", "taper"}}});
    states.push_back({"multi-body", {{"bodies", "20"}, {"broad-phase", "octree"}}});
    states.push_back({"pair", {{"volume", "obb"}, {"visit", "5"}}});
    return states;
}

std::unique_ptr<Lab> open(const State& state) {
    std::unique_ptr<Lab> lab = find_lab(state.lab)->make();
    for (const auto& [name, value] : state.settings) EXPECT_TRUE(lab->set(name, value)) << name;
    EXPECT_TRUE(lab->restart(1995)) << state.lab;
    return lab;
}

Setting of_now(Lab& lab, std::string_view name) {
    return *lab.settings().find(name);
}

std::vector<std::string> names_of(Lab& lab) {
    std::vector<std::string> names;
    const SettingTable table = lab.settings();
    for (const Setting& setting : table.all()) names.emplace_back(setting.text.name);
    return names;
}

std::string as_text(double value) {
    return Setting{.text = {}}.text_of(value);
}

// The lab refuses the value with an error that names the setting, and the setting keeps its value.
void expect_refused(Lab& lab, const std::string& name, const std::string& value) {
    const std::string before = of_now(lab, name).value_text();
    const Status status = lab.set(name, value);
    ASSERT_FALSE(status) << name << "=" << value << " is accepted";
    EXPECT_EQ(status.error().message.rfind("setting " + name + ": ", 0), 0u) << status.error().message;
    EXPECT_EQ(of_now(lab, name).value_text(), before) << name << "=" << value;
}

void expect_taken(Lab& lab, const std::string& name, const std::string& value, const std::string& read_back) {
    const Status status = lab.set(name, value);
    ASSERT_TRUE(status) << status.error().message;
    if (!of_now(lab, name).has_value()) return;
    EXPECT_EQ(of_now(lab, name).value_text(), read_back) << name;
}

TEST(Settings, have_unique_names_help_texts_and_valid_defaults) {
    std::size_t count = 0;
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        std::set<std::string> names;
        const SettingTable table = lab->settings();
        for (const Setting& setting : table.all()) {
            const std::string name(setting.text.name), what = std::string(state.lab) + ": " + name;
            EXPECT_TRUE(names.insert(name).second) << what << " twice";
            EXPECT_TRUE(std::regex_match(name, std::regex("[a-z][a-z0-9-]*"))) << what;
            EXPECT_GT(setting.text.help.size(), 5u) << what;
            EXPECT_NE(setting.text.help.substr(setting.text.help.size() - 1), ".") << what;
            EXPECT_FALSE(setting.group.empty()) << what;
            EXPECT_TRUE(setting.kind == Setting::Kind::text || setting.access.set) << what;
            EXPECT_TRUE(setting.text.label.empty() || setting.has_value())
                << what << ": a control without a value";
            ++count;
            if (!setting.range.reset) continue;
            if (setting.kind == Setting::Kind::number) {
                EXPECT_LT(setting.range.low, setting.range.high) << what;
                EXPECT_GE(*setting.range.reset, setting.range.low) << what;
                EXPECT_LE(*setting.range.reset, setting.range.high) << what;
            } else {
                EXPECT_LT(static_cast<std::size_t>(*setting.range.reset), setting.options.size()) << what;
            }
        }
    }
    EXPECT_GT(count, 300u);
}

TEST(Settings, accept_their_limits_by_name_and_refuse_values_beyond) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        for (const std::string& name : names_of(*lab)) {
            const Setting setting = of_now(*lab, name);
            SCOPED_TRACE(std::string(state.lab) + ": " + name);
            if (setting.kind == Setting::Kind::text) continue;
            const std::string before = setting.value_text();
            for (const char* wrong : {"", "nan", "inf", "-inf", "1 2", "no-such", "1e999"})
                expect_refused(*lab, name, wrong);
            if (!setting.unavailable.empty()) {
                expect_refused(*lab, name, setting.text_of(setting.range.low));
                continue;
            }
            if (setting.kind == Setting::Kind::number) {
                const SettingRange range = setting.range;
                expect_refused(*lab, name, as_text(std::nextafter(range.low, -kInfinity)));
                expect_refused(*lab, name, as_text(std::nextafter(range.high, kInfinity)));
                if (range.is_whole) expect_refused(*lab, name, as_text(range.low + 0.5));
                for (const double value : {range.low, range.high})
                    expect_taken(*lab, name, as_text(value), as_text(value));
            }
            for (const SettingOption& option : setting.options) {
                expect_taken(*lab, name, option.word, option.word);
                if (!option.alias.empty()) expect_taken(*lab, name, option.alias, option.word);
            }
            if (setting.has_value() && name != "copies") expect_taken(*lab, name, before, before);
        }
    }
}

TEST(Settings, error_for_an_unknown_name_lists_all_names) {
    for (const LabEntry& entry : all_labs()) {
        const std::unique_ptr<Lab> lab = entry.make();
        const Status status = lab->set("no-such", "1");
        ASSERT_FALSE(status);
        std::string known;
        for (const std::string& name : names_of(*lab)) known += (known.empty() ? "" : ", ") + name;
        EXPECT_EQ(status.error().message, "unknown setting 'no-such'; known: " + known);
    }
}

// Changes the settings of a lab and sets their values by name in another lab. Both labs must then have equal settings.
TEST(Settings, can_be_restored_from_their_texts) {
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        for (const std::string& name : names_of(*lab)) {
            const Setting setting = of_now(*lab, name);
            if (!setting.has_value() || !setting.unavailable.empty() || setting.kind == Setting::Kind::text ||
                name == "copies")
                continue;
            const double value = setting.kind == Setting::Kind::number
                                     ? std::floor(0.5 * (setting.range.low + setting.range.high))
                                     : static_cast<double>(setting.options.size() - 1);
            EXPECT_TRUE(lab->set(name, setting.text_of(value))) << name;
        }
        const SettingTable table = lab->settings();
        const std::unique_ptr<Lab> again = find_lab(state.lab)->make();
        for (const auto& [name, value] : state.settings) EXPECT_TRUE(again->set(name, value)) << name;
        for (const Setting& setting : table.all())
            if (setting.has_value() && setting.unavailable.empty()) {
                EXPECT_TRUE(again->set(setting.text.name, setting.value_text())) << setting.text.name;
            }
        EXPECT_EQ(values_json(again->settings()), values_json(table)) << state.lab;
    }
}

TEST(Settings, are_refused_with_the_reason_if_unavailable) {
    const std::unique_ptr<Lab> lab = open({"deformation"});
    EXPECT_EQ(lab->set("threshold-1", "5").error().message,
              "setting threshold-1: the policy never has no threshold");
    EXPECT_EQ(lab->set("kind-3", "bvh8").error().message,
              "setting kind-3: there are only 2 copies; first set policy-3=NAME or copies=3");
    EXPECT_TRUE(lab->set("threshold-2", "5"));
    EXPECT_TRUE(lab->set("policy-3", "every"));
    EXPECT_TRUE(lab->set("threshold-3", "5000"));
}

class SettingRows : public ui::UiTest {
  protected:
    // Draws only the control of one setting.
    void show(Lab& lab, const std::string& name) {
        in_panel([this, &lab, name] {
            setting_row(of_now(lab, name));
            rect_ = {{ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y},
                     {ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y}};
        });
    }
    glm::vec2 at(float share) const { return {glm::mix(rect_.min.x, rect_.max.x, share), rect_.center().y}; }
    void type_number(const std::string& text) {
        click(at(0.5f), {.ctrl = true});
        type(text);
        tap(platform::Key::enter);
    }

    ui::Rect rect_;
};

TEST_F(SettingRows, reach_exactly_the_limits_of_the_settings) {
    std::size_t count = 0;
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        for (const std::string& name : names_of(*lab)) {
            const Setting setting = of_now(*lab, name);
            if (setting.text.label.empty() || setting.kind != Setting::Kind::number ||
                !setting.unavailable.empty())
                continue;
            SCOPED_TRACE(std::string(state.lab) + ": " + name);
            const auto value = [&] { return of_now(*lab, name).access.get(); };
            show(*lab, name);
            drag(at(0.5f), at(-3.0f));
            EXPECT_EQ(value(), setting.range.low);
            drag(at(0.5f), at(3.0f));
            EXPECT_EQ(value(), setting.range.high);
            double_click(at(0.3f));
            EXPECT_EQ(value(), *of_now(*lab, name).range.reset);
            frames(kFramesBetweenClicks);
            type_number("-1e12");
            EXPECT_EQ(value(), setting.range.low);
            type_number("1e12");
            EXPECT_EQ(value(), setting.range.high);
            // --set accepts every value that the mouse can set
            for (const float share : {0.1f, 0.37f, 0.8f}) {
                click(at(share));
                EXPECT_TRUE(lab->set(name, setting.text_of(value()))) << value();
            }
            ++count;
        }
    }
    draw_ = [] {};
    EXPECT_GT(count, 40u);
}

TEST_F(SettingRows, choose_the_options_that_their_words_choose) {
    std::size_t count = 0;
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        for (const std::string& name : names_of(*lab)) {
            const Setting setting = of_now(*lab, name);
            if (setting.text.label.empty() || setting.kind == Setting::Kind::number ||
                !setting.unavailable.empty())
                continue;
            SCOPED_TRACE(std::string(state.lab) + ": " + name);
            const auto word = [&] { return of_now(*lab, name).value_text(); };
            show(*lab, name);
            if (setting.kind == Setting::Kind::flag) {
                const std::string before = word();
                click(at(0.1f));
                EXPECT_NE(word(), before);
                click(at(0.1f));
                EXPECT_EQ(word(), before);
                ++count;
            } else if (setting.is_segmented) { // rect_ is the rectangle of the last option
                const float width = rect_.max.x - rect_.min.x;
                for (std::size_t i = 0; i < setting.options.size(); ++i) {
                    const float back = width * static_cast<float>(setting.options.size() - 1 - i);
                    click({rect_.center().x - back, rect_.center().y});
                    EXPECT_EQ(word(), setting.options[i].word);
                }
                ++count;
            } else { // a list: chooses its second and its first option
                // read before the list opens, because the open list changes the last item
                const ui::Rect field = rect_;
                for (const std::size_t i : {1u, 0u}) {
                    click(field.center());
                    click({field.center().x,
                           field.max.y + 8.0f + (static_cast<float>(i) + 0.5f) * ui::grid::kControl});
                    EXPECT_EQ(word(), setting.options[i].word);
                }
                ++count;
            }
        }
    }
    draw_ = [] {};
    EXPECT_GT(count, 60u);
}

TEST(Settings, that_change_the_bodies_of_a_crowd_request_a_restart) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->restart(1));
    const std::pair<const char*, const char*> bodies[]{
        {"bodies", "20"},      {"faces", "12"},  {"most-faces", "48"}, {"density", "7"},
        {"aspect-ratio", "3"}, {"meshes", "50"}, {"spin", "25"},       {"velocity", "30"}};
    (void)lab->take_restart_request();
    for (const auto& [name, value] : bodies) {
        ASSERT_TRUE(lab->set(name, value)) << name;
        EXPECT_TRUE(lab->take_restart_request()) << name;
        ASSERT_TRUE(lab->set(name, value)) << name;
        EXPECT_FALSE(lab->take_restart_request()) << name << ": the same value again";
    }
    for (const auto& [name, value] :
         {std::pair{"solid", "on"}, {"response", "all-pairs"}, {"broad-phase", "octree"}}) {
        ASSERT_TRUE(lab->set(name, value)) << name;
        EXPECT_FALSE(lab->take_restart_request()) << name;
    }
    EXPECT_FALSE(lab->set("bodies", "none"));
    EXPECT_FALSE(lab->take_restart_request());
}

TEST(Settings, are_reset_to_their_defaults) {
    for (const State& state : all_states()) {
        const std::unique_ptr<Lab> lab = open(state);
        for (const std::string& name : names_of(*lab)) {
            of_now(*lab, name).reset();
            const Setting now = of_now(*lab, name);
            if (!now.has_value() || !now.unavailable.empty() || !now.range.reset) continue;
            EXPECT_EQ(now.value_text(), now.text_of(*now.range.reset)) << state.lab << ": " << name;
        }
    }
}

} // namespace
} // namespace boxwood::settings_test
