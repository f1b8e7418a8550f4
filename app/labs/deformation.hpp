// What: the deformation lab: a mesh bent out of shape against a rigid one, its tree kept by two to four policies side by
//       side; what each costs, where its tree rots, and whether rebuilding pays.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "app/work/policy_replay_worker.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/ui/plot.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class DeformationLab final : public Lab {
  public:
    DeformationLab() { simulation_.settings.speed = 1.0; } // frames of the motion per step
    Status restart(std::uint64_t seed) override;
    Status take_meshes(std::vector<BroughtMesh> meshes) override;
    Status set(std::string_view name, std::string_view value) override;
    void step(Clock clock) override;
    bool step_back(Clock) override { return false; } // trees depend on all frames before
    void refresh(Clock clock) override;
    void update() override;
    void settle() override;

    std::string scene_name() const override;
    std::uint64_t hash_state() const override { return hash_; }
    void draw(draw::DrawList& out, const draw::Palette& palette) const override {
        draw_copy(0, out, palette);
    }
    std::vector<LabView> views(const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    float details_share() const override { return 0.76f; }
    bool mouse(const ViewMouse&) override { return false; }
    bool act(std::string_view action) override;
    Focus focus(bool of_selection) const override;
    std::vector<LabFact> facts() const override;
    std::optional<LabVerdict> verdict() override;

  private:
    static constexpr std::size_t kFewest = 2;
    enum class Boxes : std::uint8_t { none, worst, all };

    struct Motion {
        std::size_t deformer = 1; // place in all_deformers(): swirl
        double amplitude = 525.0;
        int period = 600; // frames
        std::size_t mesh = 0;
        friend bool operator==(const Motion&, const Motion&) = default;
    };
    struct Show {
        bool heat = true, triangles = true, edges = true;
        Boxes boxes = Boxes::worst;
        int depth = 6;
        friend bool operator==(const Show&, const Show&) = default;
    };
    struct Tree {
        std::string volume = "aabb", builder = "midpoint";
        friend bool operator==(const Tree&, const Tree&) = default;
    };
    // What is plotted of a copy, frame by frame, and how it looks.
    struct Curves {
        std::vector<float> update_ms, query_ms, volume_tests, inflation, saved_ms;
    };
    struct Copy {
        Curves curves;
        draw::MeshKey key = draw::next_mesh_key();
        std::vector<draw::Color> heat; // per triangle, or none
        std::array<std::vector<std::uint32_t>, 2>
            colliding; // triangles of the deforming mesh and of the obstacle
    };

    static std::vector<PolicyConfig> usual_policies();
    static std::string amplitude_text(double amplitude, const Deformer& deformer);
    const Deformer& deformer() const { return all_deformers()[motion_.deformer]; }
    std::vector<const char*> mesh_names() const;
    DeformingPairConfig pair_config(std::vector<PolicyConfig> policies) const;
    void choose_deformer(std::size_t place);
    void choose_policy(std::size_t copy, std::string_view name);
    void run_next_frame(Clock clock);
    void note_frame();
    void find_heat(const draw::Palette& palette);
    void start_replay();
    void take_replay();

    void draw_copy(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const;
    void draw_boxes(std::size_t copy, draw::DrawList& out, const draw::Palette& palette) const;
    std::string note_of(const PolicyRun& run) const;

    void show_motion_parameters();
    void show_policy_parameters(std::size_t copy, const draw::Palette& palette);
    void show_tree_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_totals(const draw::Palette& palette);
    void show_plots(const draw::Palette& palette);
    void show_replay(const draw::Palette& palette);

    Motion motion_;
    Tree tree_;
    Show show_;
    std::vector<PolicyConfig> policies_ = usual_policies();
    std::uint64_t seed_ = 1;
    std::optional<Mesh> brought_, brought_obstacle_;

    std::optional<DeformingPair> pair_;
    double at_ = 0.0;        // frame of the motion that is next
    std::uint64_t hash_ = 0; // of the last frame's state; asked for at every redraw
    std::vector<Copy> copies_;
    std::uint32_t revision_ = 0;
    std::vector<float> rebuild_frames_; // of any copy
    std::vector<double> break_even_x_;
    std::string sentence_;
    std::string error_;
    draw::MeshKey obstacle_key_ = draw::next_mesh_key();

    int page_ = 0; // plots, every policy
    std::array<ui::PlotState, 5> plots_{};
    PolicyReplayWorker replay_;
    std::optional<ReplayNews> replayed_;
    bool wants_replay_ = false; // when the frames asked for have run
};

// How copies are told apart in plots, chips and tables: colour, and solid or dashed.
struct CopyLook {
    draw::Color color;
    bool is_dashed = false;
};
CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette);

} // namespace boxwood
