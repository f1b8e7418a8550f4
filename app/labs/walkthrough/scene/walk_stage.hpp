// What: stores the scenes of the walkthrough: the chosen scene, the scene that the user opened, and the scene on screen
//       with the geometry of its shapes for drawing.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/walkthrough/scene/walkthrough_scene.hpp"
#include "collision/core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace boxwood {

class WalkStage {
  public:
    // The scene of the next walk. It is the scene that the user opened; without one, the scene that a script names; if
    // no script names a scene, the chosen scene. A relative path in a script belongs to the folder of the script, and
    // a chosen one to the current folder. With `leaves_user_scene`, ignores the scene that the user opened.
    Result<WalkthroughScene> next(const std::string& script_scene, const std::filesystem::path& script_folder,
                                  bool leaves_user_scene) const;
    // Puts a scene on screen, with the world that was built from it.
    void enter(WalkthroughScene scene, const CollisionWorld& world);
    const WalkthroughScene& scene() const { return scene_; } // has no name before the first walk
    const ShapeGallery& gallery() const { return gallery_; }

    const std::string& choice() const { return choice_; }
    void choose(std::string name) { choice_ = std::move(name); }
    bool has_user_scene() const { return user_scene_.has_value(); }
    const std::optional<WalkthroughScene>& user_scene() const { return user_scene_; }
    void take_user_scene(std::optional<WalkthroughScene> scene) { user_scene_ = std::move(scene); }
    void drop_user_scene() { user_scene_.reset(); }

  private:
    WalkthroughScene scene_; // its bodies are in their initial state
    std::string choice_ = "kitchen";
    std::optional<WalkthroughScene> user_scene_;
    ShapeGallery gallery_;
};

} // namespace boxwood
