// What: the walkthrough lab: the user walks through furnished rooms with a hand that touches, lifts, scales and drops
//       objects; whatever the hand or a held object touches turns red, and every fingertip shows its distance to the
//       nearest surface.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "app/labs/walkthrough/walkthrough_scene.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"
#include "engine/platform/tone.hpp"
#include "engine/walk/taking.hpp"
#include "engine/walk/walk.hpp"
#include "engine/walk/walk_script.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class WalkthroughLab final : public Lab {
  public:
    WalkthroughLab() { simulation_.settings.speed = 1.0; }
    Status restart(std::uint64_t seed) override;
    Status take_scene(LoadedScene scene) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override;
    void input(const LabInput& input) override;
    void step(Clock clock) override;
    void refresh(Clock clock) override;
    void look(FrameChange change, Clock clock) override;
    std::optional<OracleStatus> verdict() override;
    void judge() override;
    std::optional<OracleTally> judged() const override;

    Presentation presentation() const override;
    std::uint64_t hash_state() const override { return walk_.hash(simulation_); }
    void hash_frame(std::vector<std::uint64_t>& out_hashes) const override {
        hash_bodies(simulation_, out_hashes);
        out_hashes.push_back(hash_state());
    }
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void overlay(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool mouse(const ViewMouse& mouse) override;
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Focus focus(bool of_selection) const override;
    std::vector<ReportField> facts() const override;

  protected:
    TimelineHooks timeline_hooks(Clock clock) override;
    bool can_branch() const override { return false; }

  private:
    enum class GrowAxis : std::uint8_t { all, x, y, z };
    enum class Structure : std::uint8_t { none, parts, boxes, hierarchy, features };
    // What the cross-hair, or the free mouse, points at.
    struct Aim {
        BodyId body = kNone;
        float distance = 0.0f; // from the eye
    };
    struct Question {
        std::string what, verb; // "Recording begins with a new walk.", "Restart and record"
        std::function<void()> yes;
    };
    struct Show {
        bool tips = true, triangles = true, edges = false, names = true, shadows = true;
        friend bool operator==(const Show&, const Show&) = default;
    };
    struct Options {
        bool has_sound = false;
        bool has_reduced_motion = false;
        float mouse_speed = 1.0f, field_of_view = 60.0f; // a factor; degrees
        friend bool operator==(const Options&, const Options&) = default;
    };
    // Wheel notches and buttons start motions that take several frames.
    struct Pending {
        double reach = 0.0;    // metres
        double scale = 0.0;    // of the logarithm
        double curl = 0.0;     // frames, below 0: opens
        glm::dvec3 wrist{0.0}; // radians
        double turn_right = 0.0, look_up = 0.0;
        bool shuts = false; // until it is pressed again
        bool drops = false;
    };
    // Cost of a frame, smoothed, with and without detection.
    struct Cost {
        double frame_ms = 0.0, detection_ms = 0.0;
        std::uint64_t frames = 0;
    };

    // What a keyframe holds besides the simulation.
    struct Moment {
        Walk walk;
        std::optional<WalkPlayer> player;
        float view_height = 0.0f;
    };

    Status begin(WalkthroughScene scene);
    Status load_script(const std::string& path);
    WalkInput take_input();
    void take_events(const platform::InputFrame& frame);
    void take_held(std::span<const std::string> held);
    void take_gamepad(const platform::Gamepad& pad);
    void toggle_grip();
    void turn_by(glm::dvec2 points, bool turns_hand);
    void turn_wheel(const platform::WheelEvent& wheel);
    void look_from_outside();
    glm::dvec3 grow_axes() const;
    void note_step();
    void write_log(std::string_view text, Status write(const std::filesystem::path&, std::string_view));
    void note_cost(const PhaseTimes& times);
    void place_camera();
    void toggle_record();
    void play_sounds();

    // walkthrough_aim.cpp
    Aim find_aim(const draw::Ray& ray_w) const;
    bool can_take(const Aim& aim) const;
    void use_hand();
    std::optional<WalkInput> take_by_itself();
    void tell(std::string text); // for some seconds
    std::string told() const;
    void ask_before_restart(std::string what, std::string verb, std::function<void()> yes);
    void answer(bool is_yes);
    void show_question(const ui::Rect& view);

    // walkthrough_structure.cpp
    std::vector<BodyId> structure_subjects() const;
    void draw_contact_mark(draw::DrawList& out, const Touch& touch, draw::Color color) const;
    void draw_structure(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_hierarchy_of(const Body& body, draw::DrawList& out, const draw::Palette& palette) const;
    void show_touched(const draw::Palette& palette);

    void judge_touches(FrameVerdict& io_verdict);
    void judge_touches_of(BodyId own, std::span<const BodySurface> pieces, std::size_t& io_budget,
                          FrameVerdict& io_verdict);

    void draw_bodies(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_hand(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_touches(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_tips(draw::DrawList& out, const draw::Palette& palette) const;

    void show_scene_parameters();
    void show_held_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_costs(const ViewContext& context);
    void show_costs_chip(const ViewContext& context, const ui::Rect& view);
    void show_keys(const ui::Rect& view);
    void show_told(const ui::Rect& view);
    std::size_t convex_pieces() const; // of the scene and the hand
    void cover(const ui::Rect& chip);
    std::string target_name() const;
    BodyId find_target() const; // the body that is nearest to most fingertips
    std::array<std::string, kFingers> tip_words() const;
    glm::vec3 label_anchor(BodyId touched) const;
    bool is_loose(BodyId id) const { return scene_.bodies[id].is_movable || scene_.bodies[id].hinge; }

    WalkthroughScene scene_; // initial scene; its simulation moved to simulation_
    std::string scene_choice_ = "kitchen";
    std::optional<WalkthroughScene> user_meshes_;
    std::string script_path_, log_path_;
    Walk walk_;
    Show show_;
    Options options_;
    GrowAxis grow_axis_ = GrowAxis::all;
    bool is_spectator_ = false, has_mouse_ = false, turns_hand_ = false;
    glm::vec2 drag_{0.0f}; // where the mouse button was pressed

    Aim aim_;
    std::optional<draw::Ray> free_ray_; // of the mouse over the view, while it is not captured
    std::optional<Taking> taking_;
    Structure structure_ = Structure::none;
    std::optional<Question> question_;
    std::string told_;
    std::uint64_t told_until_ = 0;

    WalkInput held_input_; // of keys and gamepad, while they are held
    Pending pending_;
    platform::Gamepad pad_before_;
    std::optional<WalkPlayer> player_;
    std::optional<WalkRecorder> recorder_;
    std::vector<WalkInput> inputs_; // of each step since the start, for going back
    bool wants_recording_ = false;
    std::string log_; // last lines of the log
    bool has_log_begun_ = false;
    std::uint64_t log_lines_ = 0, worst_frame_ = 0;
    double worst_ms_ = 0.0;

    bool asks_oracle_ = false, is_judged_ = false;
    BodyId held_at_look_ = kNone; // held body when the touches were found; it may be released by now
    OracleTally tally_;
    std::map<BodyId, bool>
        touch_verdicts_; // of this frame: whether the oracle agrees with the touches of a body
    std::optional<OracleStatus> verdict_; // of this frame, once computed

    std::array<Cost, 2> costs_{}; // without and with detection
    float view_height_ = 0.0f;    // of the eye above the feet, smoothed over steps
    platform::ToneOutput tones_;
    bool is_live_ = false; // runs in a window
    bool is_playing_ = true;
    std::vector<ui::Rect> covered_; // rectangles of the chips over the view
    ShapeGallery gallery_;
};

} // namespace boxwood
