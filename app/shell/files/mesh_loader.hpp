// What: loads meshes: imports them in the guarded child process, validates them, and builds their hierarchies. Also
//       reads polytope libraries and makes sample meshes. load_meshes() runs on the calling thread, MeshLoader on a
//       background thread. The meshes of one load are returned together.
#pragma once

#include "app/labs/parts/user_mesh.hpp"

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
    std::string hint; // shown to the user; usually empty
};
LoadedMeshes load_meshes(const std::vector<std::filesystem::path>& paths,
                         const std::atomic<bool>* cancel = nullptr);

// One load at a time on a background thread; further loads are queued.
class MeshLoader {
  public:
    ~MeshLoader();

    void start(std::vector<std::filesystem::path> paths);
    void cancel(); // drops the queued loads too; waits until the current load has ended
    bool is_busy() const { return current_load_.valid(); }
    const std::string& file_names() const {
        return file_names_;
    } // of the current load, for the progress line
    double elapsed_seconds(double now) const { return now - started_at_; }

    // If no load runs, starts the next one in the queue. Otherwise takes the result of the load if it has finished.
    std::optional<LoadedMeshes> poll(double now);

  private:
    void start_next(double now);

    std::vector<std::vector<std::filesystem::path>> queue_;
    std::future<LoadedMeshes> current_load_;
    std::atomic<bool> is_cancelled_ = false;
    std::string file_names_;
    double started_at_ = 0.0;
};

} // namespace boxwood
