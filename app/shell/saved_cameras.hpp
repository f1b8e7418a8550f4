// What: the cameras that the user saved in one lab; stored as text in the preferences.
// Units: lengths in the unit of the scene, angles in radians.
// Degenerate input: read() skips entries that are not cameras.
#pragma once

#include "engine/draw/camera.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

class SavedCameras {
  public:
    static constexpr std::size_t kMaxSaved = 9; // after that, the oldest is replaced

    void save(const draw::Camera& camera);
    // Cycles through the saved cameras; none: no camera is saved.
    std::optional<draw::Camera> next();
    std::size_t count() const { return saved_.size(); }
    std::size_t number() const { return current_; } // of the camera that the next removal removes, from 1; 0: none
    bool remove_last_returned();

    std::string text() const; // without spaces
    void read(std::string_view text);

  private:
    std::vector<draw::Camera> saved_;
    std::size_t current_ = 0;
};

} // namespace boxwood
