// What: meshes from files: OBJ, PLY, STL, OFF, glTF, FBX and other formats that Assimp reads.
// Frame: that of the file.
// Units: those of the file.
// Invariants: parsers run in a child process (this program with the hidden verb `import`) under a time and a memory
//             limit, because a damaged file can make them hang or crash. The result is checked as untrusted data.
//             Triangles are in file order, polygons triangulated as fans from their first corner, degenerate ones
//             included; points and lines are left out; vertices at the same position are merged.
// Degenerate input: always a one-line error that begins with the path.
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
    // Time in the first animation, 0 to 1, for formats that have animations: the scene is imported at that time. None:
    // as stored.
    std::optional<double> moment{};
    std::chrono::milliseconds time{30'000};
    std::uint64_t memory_bytes = std::uint64_t{4} << 30; // limit of the child
    std::uint64_t file_bytes = std::uint64_t{1} << 30;
    std::uint64_t vertices = 100'000'000;
    std::uint64_t triangles = 100'000'000;
    // Program that reads: if empty, the environment variable BOXWOOD_IMPORT_PROGRAM, otherwise this program. Other
    // programs that use this module name one that has the verb.
    std::filesystem::path program;
};

// Reads the file and blocks until it is done; stops soon after `cancel` becomes true.
Result<Mesh> import_mesh(const std::filesystem::path& path, const ImportLimits& limits = {},
                         const std::atomic<bool>* cancel = nullptr);

// The same without blocking, for a window. Use from one thread at a time.
class ImportJob {
  public:
    explicit ImportJob(const std::filesystem::path& path, const ImportLimits& limits = {});
    ImportJob(ImportJob&&) noexcept;
    ImportJob& operator=(ImportJob&&) noexcept;
    ~ImportJob(); // kills the child

    // Processes the data received so far and blocks for at most `wait`; true when the result is available.
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
