// What: cameras that a person saves and returns to, per lab; kept as text in the preferences.
// Units: lengths as in the scene, angles in radians.
// Degenerate input: text that is no camera is skipped.
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
    static constexpr std::size_t kMaxSaved = 9; // the oldest makes room

    void save(const draw::Camera& camera);
    // The one after the one returned last; none: nothing is saved.
    std::optional<draw::Camera> next();
    std::size_t count() const { return saved_.size(); }
    std::size_t place() const { return next_; } // of the one returned last, from 1
    bool remove_last_returned();

    std::string text() const; // one word
    void read(std::string_view text);

  private:
    std::vector<draw::Camera> saved_;
    std::size_t next_ = 0;
};

} // namespace boxwood
