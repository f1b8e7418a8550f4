// What: loads meshes on a background thread: import in the guarded child, validation, hierarchy; results arrive whole.
#pragma once

#include "app/labs/lab.hpp"

#include <atomic>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// The meshes that were read, and an Error for each file that failed.
struct LoadedMeshes {
    std::vector<UserMesh> meshes;
    std::vector<Error> errors;
    std::string hint; // for the user; mostly empty
};
LoadedMeshes load_meshes(const std::vector<std::filesystem::path>& paths,
                         const std::atomic<bool>* cancel = nullptr);

// One load at a time on a background thread; further loads are queued.
class MeshLoader {
  public:
    ~MeshLoader();

    void start(std::vector<std::filesystem::path> paths);
    void cancel();
    bool is_busy() const { return running_.valid(); }
    const std::string& what() const { return what_; } // file names, for the progress line
    double elapsed_seconds(double now) const { return now - started_at_; }

    // The result of a finished load, once.
    std::optional<LoadedMeshes> poll(double now);

  private:
    void start_next(double now);

    std::vector<std::vector<std::filesystem::path>> waiting_;
    std::future<LoadedMeshes> running_;
    std::atomic<bool> is_cancelled_ = false;
    std::string what_;
    double started_at_ = 0.0;
};

} // namespace boxwood
