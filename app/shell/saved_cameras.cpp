#include "app/shell/saved_cameras.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace boxwood {

void SavedCameras::save(const draw::Camera& camera) {
    if (saved_.size() == kMaxSaved) saved_.erase(saved_.begin());
    saved_.push_back(camera);
    current_ = saved_.size();
}

std::optional<draw::Camera> SavedCameras::next() {
    if (saved_.empty()) return std::nullopt;
    current_ = current_ % saved_.size() + 1;
    return saved_[current_ - 1];
}

bool SavedCameras::remove_last_returned() {
    if (current_ == 0 || current_ > saved_.size()) return false;
    saved_.erase(saved_.begin() + static_cast<std::ptrdiff_t>(current_ - 1));
    --current_;
    return true;
}

std::string SavedCameras::text() const {
    std::string text;
    for (const draw::Camera& c : saved_) {
        char one[200];
        std::snprintf(one, sizeof one, "%s%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d", text.empty() ? "" : ";",
                      static_cast<double>(c.target_w.x), static_cast<double>(c.target_w.y),
                      static_cast<double>(c.target_w.z), static_cast<double>(c.distance),
                      static_cast<double>(c.yaw), static_cast<double>(c.pitch), c.is_orthographic ? 1 : 0);
        text += one;
    }
    return text;
}

void SavedCameras::read(std::string_view text) {
    saved_.clear();
    current_ = 0;
    std::istringstream entries{std::string(text)};
    for (std::string entry; saved_.size() < kMaxSaved && std::getline(entries, entry, ';');) {
        std::ranges::replace(entry, ',', ' ');
        std::istringstream numbers(entry);
        draw::Camera c;
        int is_orthographic = 0;
        numbers >> c.target_w.x >> c.target_w.y >> c.target_w.z >> c.distance >> c.yaw >> c.pitch >>
            is_orthographic;
        if (!numbers || !(c.distance > 0.0f) || !std::isfinite(c.distance)) continue;
        c.is_orthographic = is_orthographic == 1;
        saved_.push_back(c);
    }
}

} // namespace boxwood
