// What: the multi-body lab: N bodies in a room, exchanging velocities; which boxes overlap, which features are
//       closest, which bodies touch.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "app/panels/graphs_panel.hpp"
#include "engine/workloads/multi_body.hpp"

#include <optional>

namespace boxwood {

class MultiBodyLab final : public Lab {
  public:
    Status restart(std::uint64_t seed) override;
    Status take_scene(Simulation simulation, std::string name) override;
    Status take_meshes(std::vector<BroughtMesh> meshes) override;
    Status set(std::string_view name, std::string_view value) override;
    void step(Clock clock) override;
    void refresh(Clock clock) override;

    std::string scene_name() const override { return scene_name_; }
    void draw(draw::DrawList& out, const draw::Palette& palette) const override;
    std::vector<LegendEntry> legend(const draw::Palette& palette) const override;
    void parameters(ViewContext& context) override;
    void inspector(ViewContext& context) override;
    void headline(ViewContext& context) override;
    void details(ViewContext& context) override;
    float details_share() const override;
    bool mouse(const ViewMouse& mouse) override;
    bool act(std::string_view action) override;
    Focus focus(bool of_selection) const override;
    std::vector<LabFact> facts() const override;

  private:
    enum class Boxes : std::uint8_t { none, overlapping, all };
    struct Show {
        Boxes boxes = Boxes::overlapping;
        bool lines = true;
        bool contacts = true;
        bool triangles = true;
        bool names = false;
    };

    void adopt(Simulation simulation);
    void rescale_motion(double spin_degrees, double speed_percent);
    void set_box_kind(BoxKind kind);
    void select(std::optional<BodyId> body);
    void remember_gap();
    const PairResult* selected_pair() const;

    void draw_bodies(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_boxes(draw::DrawList& out, const draw::Palette& palette) const;
    void draw_pairs(draw::DrawList& out, const draw::Palette& palette) const;

    void show_scene_parameters();
    void show_motion_parameters();
    void show_broad_parameters();
    void show_narrow_parameters();
    void show_display_parameters(const draw::Palette& palette);
    void show_pair(const PairResult& pair, const ViewContext& context);
    void show_why(const PairResult& pair);
    void show_intervals(const PairResult& pair, const draw::Palette& palette);
    void show_contact_list();
    void show_body(BodyId id);

    struct Page;
    static std::span<const Page> pages();
    static std::vector<std::string_view> page_words();
    void show_counters(ViewContext& context);
    void show_graphs(ViewContext& context);

    MultiBodyParams params_; // what the next restart uses
    std::vector<BroughtMesh> brought_;
    std::string scene_name_ = "polytopes";
    bool is_own_scene_ = true; // made from params_, not taken from a file
    StateHistory start_;       // of a scene that was taken: where restart() returns to
    ShapeGallery gallery_;
    GraphsPanel graphs_;
    Show show_;
    int page_ = 0;            // of pages()
    double line_below_ = 0.0; // closest-feature lines shorter than this; 0: all
    std::optional<BodyId> selected_;
    std::optional<BodyPair> selected_pair_;
    std::vector<float> selected_gaps_; // distance of the selected pair, frame by frame
};

} // namespace boxwood
