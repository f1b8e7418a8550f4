// One file adds a lab with a setting, a key, a table and a picture: no other file names the lab.
#include "app/shell/actions.hpp"
#include "engine/workloads/multi_body.hpp"
#include "tests/app/labs/screen.hpp"

#include <gtest/gtest.h>

#include <array>

namespace boxwood {
namespace {

class FallingPointsLab final : public Lab,
                               private LabFrames,
                               private LabViewport,
                               private LabPanels,
                               private LabOracle {
  public:
    FallingPointsLab()
        : Lab({*this, *this, *this, *this}) {}
    Status restart(std::uint64_t seed) override {
        MultiBodyParams params;
        params.bodies = 1;
        params.seed = seed;
        Result<Simulation> made = make_multi_body(params);
        if (!made) return made.error();
        simulation_ = std::move(*made);
        return ok();
    }
    Status take_meshes(std::vector<UserMesh>) override { return Error{"falling-points takes no meshes"}; }
    SettingTable settings() override {
        SettingTable table;
        table.begin_group("Points");
        table.add(whole({"points", "Points", "Number of points"}, {.low = 1, .high = 100, .reset = 3},
                        member(points_)));
        return table;
    }
    Presentation presentation() const override { return {.scene = "falling points"}; }
    void draw(draw::DrawList& out, const draw::Palette&) const override {
        for (int i = 0; i < points_; ++i)
            out.points.push_back(
                {.center_w = {0.1f * static_cast<float>(i), height_, 0.0f}, .color = draw::rgb(0xFF0000)});
    }
    std::vector<LegendEntry> legend(const draw::Palette&) const override { return {}; }
    void parameters(ViewContext&) override { row("points"); }
    void inspector(ViewContext&) override {}
    void headline(ViewContext&) override {}
    void details(ViewContext&) override {
        for (int i = 0; i < points_; ++i) ImGui::Text("point %d at %.2f", i, static_cast<double>(height_));
    }
    bool mouse(const ViewMouse&) override { return false; }
    bool act(std::string_view action) override {
        if (action != "points.drop") return false;
        height_ -= 1.0f;
        return true;
    }
    Focus focus(bool) const override { return {}; }
    std::vector<ReportField> report_fields() const override { return {{"points", std::to_string(points_)}}; }

  private:
    int points_ = 3;
    float height_ = 0.0f;
};

constexpr std::array kActions{LabAction{"points.drop", "Drop the points", "Y"}};
const LabRegistration
    kRegistration({.name = "falling-points",
                   .title = "Falling points",
                   .order = 900,
                   .make = []() -> std::unique_ptr<Lab> { return std::make_unique<FallingPointsLab>(); },
                   .actions = kActions});

TEST(OneFileLab, is_listed_with_its_key) {
    const LabEntry* entry = find_lab("falling-points");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(all_labs().back().name, "falling-points");
    const ui::Keymap keymap = make_keymap();
    const ui::Action* action = keymap.find("points.drop");
    ASSERT_NE(action, nullptr);
    EXPECT_EQ(action->context, "falling-points");
    EXPECT_EQ(ui::chord_name(action->chord), "Y");
    EXPECT_NE(keymap.find(kLabAction + std::to_string(all_labs().size())), nullptr);
    EXPECT_EQ(keymap.find_conflicts(), std::vector<std::string>());
}

TEST(OneFileLab, its_setting_and_its_key_change_the_picture_and_the_table) {
    const std::unique_ptr<Lab> lab = find_lab("falling-points")->make();
    ASSERT_TRUE(lab->restart(1));
    ScreenReader screen_reader;
    const Screen first = screen_reader.look_at(*lab);
    ASSERT_TRUE(lab->set("points", "5"));
    const Screen more = screen_reader.look_at(*lab);
    EXPECT_NE(more.view, first.view);
    EXPECT_NE(more.panels, first.panels);
    EXPECT_TRUE(lab->act("points.drop"));
    const Screen lower = screen_reader.look_at(*lab);
    EXPECT_NE(lower.view, more.view);
    EXPECT_NE(lower.panels, more.panels);
    EXPECT_EQ(lab->set("points", "101").error().message,
              "setting points: '101' is not a whole number from 1 to 100");
    EXPECT_EQ(lab->report_fields().front().json, "5");
}

} // namespace
} // namespace boxwood
