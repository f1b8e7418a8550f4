// What: reads meshes from files: OBJ, PLY, STL, OFF, glTF, FBX and other formats that Assimp reads.
// Frame: the file's.
// Units: the file's.
// Invariants: parsers run in a child process (this program with the hidden command `import`) under a time and a memory
//             limit, because a damaged file can make them hang or crash. The parent checks the child's output as
//             untrusted data. Triangles are in file order and include degenerate ones. Polygons are triangulated as
//             fans from their first corner. Points and lines are ignored. Vertices at the same position are merged, and
//             unused vertices are dropped.
// Degenerate input: every failure is a one-line error that begins with the path.
// Cost: about 10 ms to start the child, then the time of the parser.
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
    // For formats with animations: imports the scene at this time of its first animation, 0 to 1. If empty, imports the
    // scene as stored.
    std::optional<double> moment{};
    std::chrono::milliseconds time{30'000};
    std::uint64_t memory_bytes = std::uint64_t{4} << 30; // limit of the child
    std::uint64_t file_bytes = std::uint64_t{1} << 30;
    std::uint64_t vertices = 100'000'000;
    std::uint64_t triangles = 100'000'000;
    // The program to start as the child, which must have the command `import`. If empty, it is the program that the
    // environment variable BOXWOOD_IMPORT_PROGRAM names. If the variable is not set, it is the running program.
    std::filesystem::path program;
};

// Reads the file and blocks until it is read. Stops soon after `cancel` becomes true.
Result<Mesh> import_mesh(const std::filesystem::path& path, const ImportLimits& limits = {},
                         const std::atomic<bool>* cancel = nullptr);

// An import that does not block the caller, for user interfaces. Not thread-safe: use a job from one thread at a time.
class ImportJob {
  public:
    explicit ImportJob(const std::filesystem::path& path, const ImportLimits& limits = {});
    ImportJob(ImportJob&&) noexcept;
    ImportJob& operator=(ImportJob&&) noexcept;
    ~ImportJob(); // kills the child

    // Processes the data received so far and blocks for at most `wait`. Returns true when the result is available.
    bool poll(std::chrono::milliseconds wait = std::chrono::milliseconds{0});
    bool is_done() const;
    void cancel(); // kills the child; the result is an Error unless it was already available
    std::chrono::duration<double> elapsed() const;

    // Call once, after is_done().
    Result<Mesh> take_result();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood
