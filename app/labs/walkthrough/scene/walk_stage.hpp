// What: the scene of the walkthrough: the one that is chosen, or that the user opened, the one on screen, and the geometry
//       of its shapes for drawing.
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
    // The scene of the next walk: the user's; else the one that a script names; else the chosen one. Scene files are
    // relative to `folder`.
    Result<WalkthroughScene> next(const std::string& script_scene, const std::filesystem::path& folder) const;
    // Puts a scene on screen, with the world that was made of it.
    void enter(WalkthroughScene scene, const CollisionWorld& world);
    const WalkthroughScene& scene() const { return scene_; } // without a name: none yet
    const ShapeGallery& gallery() const { return gallery_; }

    const std::string& choice() const { return choice_; }
    void choose(std::string name) { choice_ = std::move(name); }
    bool has_user_scene() const { return user_scene_.has_value(); }
    void take_user_scene(WalkthroughScene scene) { user_scene_ = std::move(scene); }
    void drop_user_scene() { user_scene_.reset(); }

  private:
    WalkthroughScene scene_; // its bodies as at the start
    std::string choice_ = "kitchen";
    std::optional<WalkthroughScene> user_scene_;
    ShapeGallery gallery_;
};

} // namespace boxwood
