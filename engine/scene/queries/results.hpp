// What: writes the answers of batch queries (.jsonl), one per line, in the order of the poses file:
//       {"id": 0, "intersects": true, "inside": "a in b", "pairs": [[i,j],...], "within": true, "distance": 0.0,
//        "points": [[x,y,z],[x,y,z]],
//        "volume_tests": n, "primitive_tests": n, "us": t}. Fields that the mode does not request are omitted. If the
//       distance exceeds a requested limit, "distance" is null, followed by "beyond": true in mode distance. If costs
//       are requested, there is also "costs": {"n_v": n, "c_v_ns": t, "n_p": n, "c_p_ns": t, "n_u": n, "c_u_ns": t,
//       "wall_us": t, "residual_us": t}.
// Units: distance and points in the world frame of the poses; us in microseconds.
// Invariants: numbers are the shortest text that is read back as the same double.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/result.hpp"
#include "collision/query/query_result.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace boxwood {

struct ClosestPoints {
    double distance = 0.0;
    std::array<glm::dvec3, 2> points_w{glm::dvec3(0.0), glm::dvec3(0.0)}; // one on a, one on b
};

// The terms of wall time = n_v c_v + n_p c_p + n_u c_u + residual; see docs/library.md.
struct ResultCosts {
    std::uint64_t n_v = 0, n_p = 0, n_u = 0;
    double c_v_ns = 0.0, c_p_ns = 0.0, c_u_ns = 0.0;
    double wall_us = 0.0, residual_us = 0.0;
};

struct ResultLine {
    std::int64_t id = 0;
    bool intersects = false;
    Nesting nesting = Nesting::none;                                    // written as "inside" unless none
    std::optional<std::span<const PrimitivePair>> pairs = std::nullopt; // sorted; mode all
    std::optional<bool> is_within = std::nullopt;                       // mode within
    // For the modes distance and within. The distance is infinite if it exceeds the requested limit.
    std::optional<ClosestPoints> closest = std::nullopt;
    std::uint64_t volume_tests = 0;
    std::uint64_t primitive_tests = 0;
    double us = 0.0;
    std::optional<ResultCosts> costs = std::nullopt;
};

// Appends one line with its line break.
void append_json_line(std::string& out_text, const ResultLine& result);

// Writes lines to a file as they are produced.
class ResultWriter {
  public:
    static Result<ResultWriter> open(const std::filesystem::path& path);
    Status write(const ResultLine& result);
    Status close(); // reports deferred write errors, such as a full disk

  private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    ResultWriter(std::FILE* file, std::string name)
        : file_(file)
        , name_(std::move(name)) {}

    std::unique_ptr<std::FILE, CloseFile> file_;
    std::string name_;
    std::string line_;
};

} // namespace boxwood
