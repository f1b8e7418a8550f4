// What: builds the scenes of the multi-body lab, and describes the scene on screen. A scene is either the lab's own or
//       given. The lab's own scenes are built from parameters and from meshes that the user opened. A given scene comes
//       from a file or a workload.
// Invariants: params() describes the scene on screen, or the scene that the next restart builds. If a scene cannot be
//             built, the scene on screen stays. This class does not put simulations on screen; the lab does.
#pragma once

#include "app/labs/multi_body/edits/body_groups.hpp"
#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/multi_body/scene/given_scene.hpp"
#include "app/labs/multi_body/scene/scene_maker.hpp"
#include "app/labs/parts/user_mesh.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/scene/build_scene.hpp"

#include <memory>
#include <string>
#include <vector>

namespace boxwood {

class SceneSource {
  public:
    SceneSource(Simulation& simulation, const LabRequests& requests)
        : simulation_(simulation)
        , requests_(requests) {}

    // --- the scene on screen ---
    const std::string& name() const { return name_; }
    const MultiBodyParams& params() const { return params_; }
    bool is_own() const { return is_own_; } // built from parameters
    const BodyGroups& groups() const { return groups_; }
    std::size_t mesh_count() const { return meshes_.size(); } // opened by the user
    bool knows_faces() const { return is_own_ || given_.numbers().has_faces; }
    bool knows_density() const { return is_own_ || given_.numbers().has_density; }

    // --- the lab's own scenes ---
    // Whether the next restart restarts the given scene.
    bool restarts_given() const { return !is_own_ && !wants_own_; }
    void stop_building() { maker_.cancel(); }
    Result<Simulation> make(std::uint64_t seed);
    Result<Simulation> make_with(std::vector<UserMesh> meshes);
    // Call it after an edit of the parameters: the next restart builds a scene from them.
    void request_own_scene();
    // Sets the speeds and spins of the bodies to the parameters. The speed of a body of a given scene is relative to
    // its own radius. Bodies keep their directions and spin axes. Fixed bodies do not change, and a body without
    // velocity gets none.
    void rescale_motion();

    // --- in the background ---
    void note_window() { maker_.note_window(); }
    bool should_build_in_background() const { return maker_.should_build(params_); }
    void start_building(std::uint64_t seed, const WorldChoices& choices);
    void wait_for_build() { maker_.wait(); }
    std::unique_ptr<SceneMaker::Built> take_built(); // null: none is ready, or the build failed
    // Whether the parameters of the motion were edited while the scene was built.
    bool has_edited_motion() const;
    void cancel_building(); // keeps the scene on screen and shows its parameters in the sliders
    bool is_building() const { return maker_.is_busy(); }
    double build_seconds() const { return maker_.seconds(); }

    // --- given scenes ---
    void take_given(LoadedScene scene); // the scene's simulation is already on screen
    bool must_rebuild_given() const { return given_.has_changed_bodies(); }
    Result<Simulation> rebuild_given() { return given_.rebuild(simulation_); }
    void put_back_given() const { given_.put_back(simulation_); }
    void note_changed_bodies() { given_.note_changed_bodies(); } // bodies were added or removed

    void add_settings(SettingTable& io_table); // the groups "Scene" and "Motion"

  private:
    // The choice of a scene, which undo restores by a restart.
    struct Choice {
        MultiBodyParams params;
        std::vector<UserMesh> meshes;
        BodyGroups groups;
        std::string name;
        bool is_own = true;
    };
    Choice current_choice() const;
    void choose(const Choice& choice);
    void show_own();
    void clamp_params();

    Simulation& simulation_;
    LabRequests requests_;
    MultiBodyParams params_;          // for a given scene, estimated from its initial bodies
    MultiBodyParams last_own_params_; // of the last scene on screen that was the lab's own
    SceneMaker maker_;
    std::vector<UserMesh> meshes_;
    bool declares_solid_ = false; // whether opened meshes are declared solid
    std::string name_ = "polytopes";
    bool is_own_ = true;
    bool wants_own_ = false; // from the next restart on
    GivenScene given_;
    BodyGroups groups_;
};

} // namespace boxwood
