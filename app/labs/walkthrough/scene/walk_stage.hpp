// What: the scenes of the walkthrough: the chosen one, the one that the user opened, and the one on screen with the
//       geometry of its shapes for drawing.
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
    // The scene of the next walk: the one that the user opened, or else the one that a script names, or else the chosen
    // one.
    // Paths of scene files are relative to `folder`.
    Result<WalkthroughScene> next(const std::string& script_scene, const std::filesystem::path& folder) const;
    // Puts a scene on screen, with the world that was built from it.
    void enter(WalkthroughScene scene, const CollisionWorld& world);
    const WalkthroughScene& scene() const { return scene_; } // has no name before the first walk
    const ShapeGallery& gallery() const { return gallery_; }

    const std::string& choice() const { return choice_; }
    void choose(std::string name) { choice_ = std::move(name); }
    bool has_user_scene() const { return user_scene_.has_value(); }
    void take_user_scene(WalkthroughScene scene) { user_scene_ = std::move(scene); }
    void drop_user_scene() { user_scene_.reset(); }

  private:
    WalkthroughScene scene_; // its bodies are in their initial state
    std::string choice_ = "kitchen";
    std::optional<WalkthroughScene> user_scene_;
    ShapeGallery gallery_;
};

} // namespace boxwood
