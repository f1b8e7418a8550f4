// What: meshes from files: OBJ, PLY, STL, OFF, glTF, FBX and whatever else Assimp reads.
// Frame: that of the file.
// Units: those of the file.
// Invariants: parsers run in a child process (this same program with the hidden verb `import`) under a time
//             and a memory limit, because a damaged file can make them hang or crash. What comes back is
//             checked as if a stranger had sent it. Triangles are those of the file in its order, polygons
//             cut as fans from their first corner, degenerate ones included; points and lines are left out;
//             vertices at the same position are one.
// Degenerate input: always one line that begins with the path.
// Cost: about 10 ms to start the child, then what the parser takes.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace boxwood {

struct ImportLimits {
    // Of the first animation of formats that have them, 0 to 1: the scene as it is then. None: as it is stored.
    std::optional<double> moment{};
    std::chrono::milliseconds time{30'000};
    std::uint64_t memory_bytes = std::uint64_t{4} << 30; // of the child
    std::uint64_t file_bytes = std::uint64_t{1} << 30;
    std::uint64_t vertices = 100'000'000;
    std::uint64_t triangles = 100'000'000;
    // Who reads: empty means the environment variable BOXWOOD_IMPORT_PROGRAM, or else this same program. A
    // program of another kind that uses this room names one that knows the verb.
    std::filesystem::path program;
};

// Reads the file and waits for it; gives up soon after `cancel` becomes true.
Result<Mesh> import_mesh(const std::filesystem::path& path, const ImportLimits& limits = {},
                         const std::atomic<bool>* cancel = nullptr);

// The same in steps, for a window that must not wait. One thread at a time.
class ImportJob {
  public:
    explicit ImportJob(const std::filesystem::path& path, const ImportLimits& limits = {});
    ImportJob(ImportJob&&) noexcept;
    ImportJob& operator=(ImportJob&&) noexcept;
    ~ImportJob(); // ends the child

    // Takes in what has come, waiting for news no longer than `wait`; true when the result is there.
    bool poll(std::chrono::milliseconds wait = std::chrono::milliseconds{0});
    bool is_done() const;
    void cancel(); // ends the child now; the result is an Error, unless it was there already
    std::chrono::duration<double> elapsed() const;

    // Call once, when it is done.
    Result<Mesh> take_result();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood
