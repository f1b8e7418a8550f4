// What: the deformation lab: a deforming mesh against a rigid one, its hierarchy updated by two to four policies in
//       parallel; what each costs, where its tree degrades, and whether rebuilding pays.
// Invariants: meshes requested in the interface are built on a background thread; the current pair stays on screen
//             until then. Frames that were run are stored as a recording: going back runs them once more, and their
//             records stay.
#pragma once

#include "app/jobs/job.hpp"
#include "app/jobs/policy_replay_job.hpp"
#include "app/labs/deformation/deformation_heat.hpp"
#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "engine/deform/deformers/motion_clip.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"
#include "engine/scene/motion_files.hpp"
#include "engine/ui/plot/plot.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class DeformationLab final : public Lab {
  public:
    DeformationLab() { simulation_.settings.speed = 1.0; } // frames of the motion per step
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<UserMesh> meshes) override;
    SettingTable settings() override; // deformation_settings.cpp
    void step(Clock clock) override;
    bool seek(std::uint64_t frame, Clock clock) override;
    FrameRange frame_range() const override;
    std::vector<std::uint64_t> edited_frames() const override { return {}; }
    void refresh(Clock clock) override;
    void update() override;
    void settle() override;
    void run_unseen() override;

    Presentation presentation() const override;
    std::uint64_t hash_state() const override { return hash_; }
    void hash_frame(std::vector<std::uint64_t>& out_hashes) const override { out_hashes = {hash_}; }
    void draw(draw::DrawList& out, const draw::Palette& palette) const override {
        draw_copy(0, out, palette);
    }
    std::vector<LabView> views(const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    bool mouse(const ViewMouse&) override { return false; }
    bool act(std::string_view action) override;
    std::string why_unavailable(std::string_view action) const override;
    Focus focus(bool of_selection) const override;
    std::vector<ReportField> facts() const override;
    std::optional<OracleStatus> verdict() override;
    void judge() override;
    std::optional<OracleTally> judged() const override;

  private:
    static constexpr std::size_t kFewest = 2;
    static constexpr int kDeepest = 40;
    static constexpr int kReplayPage = 2;
    static constexpr double kPerFrame_ms = 12.0; // frame budget for replaying the recording
    static constexpr double kUnlimited_ms = 1e12;
    enum class Boxes : std::uint8_t { none, worst, all };
    // Whether all policies find the same contacts; in full checks also brute force, and that each tree contains its
    // triangles.
    enum class Oracle : std::uint8_t { off, agree, all };

    struct Motion {
        std::size_t deformer = 1; // index into all_motions(): swirl
        double amplitude = 525.0;
        int period = 600; // frames
        friend bool operator==(const Motion&, const Motion&) = default;
    };
    struct Show {
        bool triangles = true, edges = true;
        Boxes boxes = Boxes::worst;
        TreeHeat::Look heat; // its depth is that of the drawn boxes
        friend bool operator==(const Show&, const Show&) = default;
    };
    struct Tree {
        std::string builder = "midpoint";
        int leaf_size = 1;
        int threads = 1; // of the hierarchy update
        bool meets_itself = false;
        friend bool operator==(const Tree&, const Tree&) = default;
    };
    struct Meshes {
        std::size_t chosen = 0; // index into the list; past its end: the imported mesh
        std::shared_ptr<const Mesh> user_meshes, obstacle;
        std::shared_ptr<const MotionClip> clip; // imported with it
        friend bool operator==(const Meshes&, const Meshes&) = default;
    };
    // The parameters whose change requires a build; other parameters of a motion do not.
    struct Made {
        Meshes meshes;
        Tree tree;
        std::vector<PolicyConfig> policies;
        bool tears = false;
        const Deformer* played = nullptr; // and its period in frames
        int period = 0;
        friend bool operator==(const Made&, const Made&) = default;
    };
    // The plotted series of a copy, frame by frame.
    struct Curves {
        std::vector<float> update_ms, query_ms, total_ms, volume_tests, inflation, saved_ms;
    };
    struct Copy {
        std::string name; // "2 area at 1.6 ×"
        Curves curves;
        std::array<std::vector<std::uint32_t>, 2>
            colliding; // triangles of the deforming mesh and of the obstacle
    };

    static constexpr const char *kUsualVolume = "aabb", *kUsualKind = "bvh2"; // of every copy
    static std::vector<PolicyConfig> default_policies();
    // Settings: deformation_settings.cpp.
    void add_motion_settings(SettingTable& io_table);
    void add_copy_settings(SettingTable& io_table, std::size_t copy);
    void add_tree_settings(SettingTable& io_table);
    void add_display_settings(SettingTable& io_table);
    static std::string amplitude_text(double amplitude, const Deformer& deformer);
    static std::vector<const Deformer*> all_motions();
    const Deformer& deformer() const { return *all_motions()[motion_.deformer]; }
    Deformation deformation() const {
        return {&deformer(), motion_.amplitude, motion_.period, seed_, meshes_.clip};
    }
    std::vector<const char*> mesh_names() const;

    // Builds and frames: deformation.cpp.
    Made wanted() const;
    static DeformingPairConfig describe(const Made& made, const Deformation& motion);
    void adopt(DeformingPair pair, Made made);
    void start_build();
    void take_made();
    void take_motion();
    void open_meshes(Meshes opened);
    void start_over();
    void choose_deformer(std::size_t place);
    void choose_policy(std::size_t copy, std::string_view name);
    static HierarchyConfig hierarchy_of(const PolicyConfig& policy, const Tree& tree);
    std::string_view policy_of_fourth() const;
    void run_next_frame(Clock clock);
    void go_to(std::size_t frame);
    void catch_up(double budget_ms);
    std::size_t shown_frame() const { return pair_->place() - 1; }
    void note_frame();
    void show_frame();
    std::string find_missed_pairs(std::size_t& out_wrong) const;
    std::string find_missed_nesting(std::size_t& out_wrong) const;
    void show_solidity() const;
    bool has_whole_period() const;
    void start_replay();
    void take_replay();

    void draw_copy(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_boxes(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const;
    std::string note_of(const PolicyRun& run) const;

    void show_motion_parameters();
    void show_policy_parameters(std::size_t copy);
    void show_copy_buttons();
    void show_tree_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_totals(const draw::Palette& palette);
    void show_plots(const draw::Palette& palette);
    void show_replay(const draw::Palette& palette);
    std::vector<ui::Series> series_of(std::vector<float> Curves::*values, std::size_t first,
                                      const draw::Palette& palette) const;
    void add_marks(ui::Plot& io_plot, const draw::Palette& palette) const;
    std::vector<ui::PlotFlag> break_even_flags() const;
    void follow(const ui::PlotEvents& events);
    void show_plot_legend(const draw::Palette& palette, float free_width);
    void show_heat_parameters(const draw::Palette& palette);

    Motion motion_;
    Tree tree_;
    Show show_;
    Meshes meshes_;
    std::vector<PolicyConfig> policies_ = default_policies();
    std::uint64_t seed_ = 1;

    std::optional<DeformingPair> pair_;
    Made made_; // how the current pair was made
    Job<Result<MeshInMotion>> motion_reader_;
    std::optional<Made> coming_;          // being built
    std::optional<Meshes> meshes_before_; // previous meshes while imported ones are built
    Job<Result<DeformingPair>> maker_;
    bool wants_build_ = false;                // the settings differ from those of the pair
    double at_ = 0.0;                         // next frame of the motion
    std::optional<std::size_t> wanted_frame_; // chosen in a plot
    std::optional<std::size_t> goal_;         // target frame while the recording is replayed
    std::uint64_t hash_ = 0;                  // of the last frame's state; read at every redraw
    std::vector<Copy> copies_;
    mutable TreeHeat heat_; // colors are computed when they are drawn
    std::uint32_t revision_ = 0;
    std::vector<float> rebuild_frames_, partial_frames_; // of any copy
    PolicyRanking standings_;
    std::size_t incomplete_frames_ = 0; // with a truncated search for self-contacts
    std::string sentence_;
    std::string error_;
    draw::MeshKey mesh_key_ = draw::next_mesh_key(), obstacle_key_ = draw::next_mesh_key();

    int page_ = 0; // times, work, every policy
    std::array<ui::PlotState, 6> plots_{};
    std::uint32_t hidden_copies_ = 0; // in the plots, one bit per copy
    PolicyReplayJob replay_;
    std::optional<ReplayResult> replayed_;
    Oracle oracle_ = Oracle::agree;
    std::optional<OracleStatus> verdict_; // of this frame, once checked
    bool is_judged_ = false;
    OracleTally tally_;
    bool wants_replay_ = false; // after the last headless frame; in a window, after a whole period
    bool is_unattended_ = false;
    bool keeps_past_ = true; // records curves and frames
};

// How copies differ in plots, chips and tables: colour, and solid or dashed lines.
struct CopyLook {
    draw::Color color;
    bool is_dashed = false;
};
CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette);

} // namespace boxwood
