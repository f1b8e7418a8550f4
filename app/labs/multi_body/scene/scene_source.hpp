// What: which scene the lab shows and where it comes from: made of parameters, of these and opened meshes, or given by a file
//       or a workload; and the scene that is to replace it.
// Invariants: params() are those of the scene on screen, or of the one that the next restart makes. A scene that cannot be
//             made leaves the one on screen as it is. The lab itself puts simulations on screen.
#pragma once

#include "app/labs/lab.hpp"
#include "app/labs/multi_body/edits/body_groups.hpp"
#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/multi_body/scene/given_scene.hpp"
#include "app/labs/multi_body/scene/scene_maker.hpp"

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
    bool is_own() const { return is_own_; } // made of parameters
    const BodyGroups& groups() const { return groups_; }
    std::size_t mesh_count() const { return meshes_.size(); } // opened by the user
    bool knows_faces() const { return is_own_ || given_.numbers().has_faces; }
    bool knows_density() const { return is_own_ || given_.numbers().has_density; }

    // --- scenes of its own ---
    bool restarts_given() const { return !is_own_ && !wants_own_; } // the next restart keeps the given scene
    void stop_making() { maker_.cancel(); }
    Result<Simulation> make(std::uint64_t seed);
    Result<Simulation> make_with(std::vector<UserMesh> meshes);
    // After an edit of the parameters: the next restart makes a scene of them.
    void make_own_next();
    void rescale_motion(); // to the parameters: bodies keep their directions and spin axes

    // --- in the background ---
    void note_window() { maker_.note_window(); }
    bool should_make_in_background() const { return maker_.should_make(params_); }
    void start_making(std::uint64_t seed, const WorldChoices& choices);
    void wait_for_made() { maker_.wait(); }
    std::unique_ptr<SceneMaker::Made> take_made(); // null: none
    // The parameters of its motions were edited while it was made.
    bool has_other_motion() const;
    void cancel_making(); // the scene on screen stays, and the sliders show its parameters
    bool is_making() const { return maker_.is_busy(); }
    double making_seconds() const { return maker_.seconds(); }

    // --- given scenes ---
    void take_given(LoadedScene scene); // its simulation is on screen
    bool has_lost_given_bodies() const { return given_.has_other_bodies(); }
    Result<Simulation> make_given_again();
    void put_back_given() const { given_.put_back(simulation_); }
    void note_other_bodies(); // bodies were added or removed

    void add_settings(SettingTable& io_table); // groups Scene and Motion

  private:
    // What undo restores, with a restart.
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
    MultiBodyParams params_; // of a given scene, its numbers
    MultiBodyParams shown_;  // of the last scene of its own on screen
    SceneMaker maker_;
    std::vector<UserMesh> meshes_;
    bool declares_solid_ = false; // opened meshes
    std::string name_ = "polytopes";
    bool is_own_ = true;
    bool wants_own_ = false; // from the next restart on
    GivenScene given_;
    BodyGroups groups_;
};

} // namespace boxwood
